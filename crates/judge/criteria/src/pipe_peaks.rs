//! The peak throughput of each pipe per SM and cycle.
//!
//! Pipe use is a count over peak times cycles. The profiling library knows the peaks of every
//! chip (`X.avg.peak_sustained` of a counter `X.sum`) and evaluates them without a pass, so a
//! recording normally has them. The table is for recordings without them.

use propp_base_model::DeviceFacts;
use propp_base_model::counters::*;

use super::readings::CounterValues;

/// By counter, in its unit: warp instructions, or cycles of the four sub-partitions.
type Peaks = &'static [(&'static str, f64)];

/// By chip.
///
/// GH100: evaluated by libcupti 13.0 from a counter image of an H200. For kernels that keep
/// one pipe busy, count / (cycles * percentage of peak) gives the same digits
/// (`tests/fixtures/criteria/h200_corners.tsv`).
const TABLE: &[(&str, Peaks)] = &[(
    "GH100",
    &[
        (PIPE_ALU, 2.0),
        (PIPE_FMA, 4.0),
        (PIPE_FP64, 2.0),
        (PIPE_FP64_CYCLES, 4.0),
        (PIPE_XU, 0.5),
        (PIPE_LSU, 1.0),
        (PIPE_TENSOR_CYCLES, 4.0),
    ],
)];

/// The metric that holds the peak of a counter, per SM and cycle.
pub fn peak_metric(counter: &str) -> String {
    format!("{}.avg.peak_sustained", counter.strip_suffix(".sum").unwrap_or(counter))
}

/// The peak of a pipe's counter, per SM and cycle.
pub(super) fn peak(
    counter: &str,
    device: &DeviceFacts,
    counters: &CounterValues,
) -> Result<f64, String> {
    let recorded_as = peak_metric(counter);
    if let Some(recorded) = counters.in_any_pass(&recorded_as).ok().filter(|&peak| peak > 0.0) {
        return Ok(recorded);
    }
    let of_chip = TABLE.iter().find(|(chip, _)| *chip == device.chip).map(|(_, peaks)| *peaks);
    let in_table = of_chip.and_then(|peaks| peaks.iter().find(|(name, _)| *name == counter));
    in_table.map(|(_, peak)| *peak).ok_or_else(|| {
        let known = TABLE.iter().map(|(chip, _)| *chip).collect::<Vec<_>>().join(", ");
        format!(
            "the peak of {counter} on chip {} is neither recorded (as {recorded_as}) nor in propp's \
             table, which has: {known}",
            device.chip
        )
    })
}
