//! How busy the GPU was, from slice to slice of the run.

use std::collections::BTreeMap;

use propp_recording::Recording;

use super::launches::trace_run;
use super::model::Busy;

/// How many slices a run is cut into.
const SLICES: usize = 60;

impl Busy {
    pub(super) fn of(recording: &Recording) -> Option<Self> {
        let run = trace_run(recording)?;
        let mut gpus: BTreeMap<(usize, u32), Vec<[u64; 2]>> = BTreeMap::new();
        for kernel in &recording.kernels {
            let stream = &recording.streams[kernel.stream];
            let is_own = recording.processes[stream.process].run == run;
            if is_own && kernel.start_ns > 0 && kernel.start_ns <= kernel.end_ns {
                let gpu = gpus.entry((stream.process, stream.device_index)).or_default();
                gpu.push([kernel.start_ns, kernel.end_ns]);
            }
        }
        let all = || gpus.values().flatten();
        let from = all().map(|[start, _]| *start).min()?;
        let to = all().map(|[_, end]| *end).max()?;
        let run_ns = to.saturating_sub(from).max(1);
        let mut shares = vec![0.0; SLICES];
        let count = gpus.len() as f64;
        for spans in gpus.values_mut() {
            spans.sort_unstable();
            let mut covered = from;
            for [start, end] in spans {
                let begin = (*start).max(covered);
                if begin < *end {
                    put(&mut shares, [begin - from, *end - from], run_ns);
                    covered = *end;
                }
            }
        }
        shares.iter_mut().for_each(|share| *share = (*share / count).min(1.0));
        Some(Self { run_ns, shares })
    }
}

/// Adds a span to the slices that it is in.
fn put(shares: &mut [f64], span: [u64; 2], run_ns: u64) {
    let slices = shares.len() as f64;
    let [start, end] = span.map(|ns| ns as f64 / run_ns as f64 * slices);
    let last = (end.ceil() as usize).min(shares.len());
    for (slice, share) in shares.iter_mut().enumerate().take(last).skip(start as usize) {
        *share += (end.min(slice as f64 + 1.0) - start.max(slice as f64)).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_divided_among_the_slices_that_it_is_in() {
        let mut shares = vec![0.0; 4];
        put(&mut shares, [50, 250], 400);
        put(&mut shares, [390, 400], 400);
        let rounded: Vec<f64> =
            shares.iter().map(|share| (share * 100.0).round() / 100.0).collect();
        assert_eq!(rounded, [0.5, 1.0, 0.5, 0.1]);
    }
}
