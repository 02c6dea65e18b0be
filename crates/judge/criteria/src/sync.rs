//! HSync and DSync: time lost waiting for the host, and at block barriers.

use propp_base_model::counters::*;
use propp_base_model::{BusyTime, Startup};

use super::definition::{Definition, Source, Varies};
use super::evidence::{Evidence, Judged, NoValue, Note, TraceNumber};
use super::sheet::{Sheet, divisor};

pub(super) const OF_HOST: Definition = Definition {
    title: "H\nSync",
    question: "for what share of the run a kernel was running",
    formula: "time with a kernel running / (end of the last kernel - start of the first), per device",
    source: Source::Trace,
    varies: Varies::ByTime,
    is_portable: false,
};

pub(super) const OF_DEVICE: Definition = Definition {
    title: "D\nSync",
    question: "how little is lost to warps that wait for others at a barrier",
    formula: "\
     1 - (1 - sm__warps_active.sum / (warps an SM holds * sm__cycles_elapsed.sum)) * \
     smsp__warps_issue_stalled_barrier.sum / (sm__warps_active.sum - sm__inst_issued.sum)",
    source: Source::Counters(at_barriers),
    varies: Varies::ByTime,
    is_portable: false,
};

/// The paper adds the durations of kernels. Busy time is their union, which is the same for
/// kernels that do not overlap and never exceeds the span.
pub(super) fn busy_share(devices: Vec<&BusyTime>) -> Judged {
    let (mut busy, mut span, mut backward) = (0.0, 0.0, 0);
    let mut startup = Startup { ns: 0, busy_ns: 0 };
    for device in devices {
        if let Some(of_device) = device.startup() {
            startup.ns += of_device.ns;
            startup.busy_ns += of_device.busy_ns;
        }
        busy += device.total_ns() as f64;
        span += device.span_ns() as f64;
        backward += device.backward_records();
    }
    let mut evidence = Evidence::default();
    evidence.of_trace(TraceNumber::BusyNs, busy);
    evidence.of_trace(TraceNumber::SpanNs, span);
    if startup.ns > 0 {
        evidence.of_trace(TraceNumber::StartupNs, startup.ns as f64);
        evidence.of_trace(TraceNumber::StartupBusyNs, startup.busy_ns as f64);
    }
    if backward > 0 {
        evidence.note(Note::BackwardRecords { count: backward });
    }
    let outcome = if span > 0.0 {
        Ok(busy / span)
    } else {
        Err(NoValue::not_applicable("the trace holds no kernel that took any time"))
    };
    (evidence, outcome)
}

/// DSync from four counters of one pass.
///
/// `sm__` counters are per SM and `smsp__` counters per sub-partition; as `.sum` both cover
/// the whole GPU, so there is no factor of four. A warp-cycle without an issued instruction
/// is a stall.
///
/// Without elapsed cycles (single passes, see `crates/judge/analysis`) the cycles of the busiest SM
/// replace them. On an H200 the two differ by 3,000 cycles under kernel replay, which a
/// launch takes, and by 8,000 to 40,000 in a range.
pub(super) fn at_barriers(sheet: &mut Sheet<'_>) -> Result<f64, NoValue> {
    let [warp_cycles, elapsed, at_barrier, issued] =
        match sheet.in_one_pass([WARPS_ACTIVE, CYCLES_ELAPSED, STALLED_BARRIER, INST_ISSUED]) {
            Ok(values) => values,
            Err(reason) => without_elapsed(sheet).map_err(|_| reason)?,
        };
    divisor(WARPS_ACTIVE, warp_cycles)?;
    let max_warps = sheet.device.max_warps_per_sm() as f64;
    let max_warps = sheet.device_fact("warps an SM holds", max_warps);
    let room = divisor(CYCLES_ELAPSED, max_warps * elapsed)?;
    let filled = sheet.derived("resident warps over room for them", warp_cycles / room);

    let stalled = sheet.derived("warp-cycles stalled", warp_cycles - issued);
    let share = if at_barrier == 0.0 {
        0.0
    } else if stalled > 0.0 {
        at_barrier / stalled
    } else {
        return Err(NoValue::unavailable(format!(
            "{STALLED_BARRIER} is {at_barrier}, yet {WARPS_ACTIVE} leaves no stalled cycle"
        )));
    };
    let share = sheet.derived("share of stalls at barriers", share);
    Ok(1.0 - (1.0 - filled.min(1.0)) * share.min(1.0))
}

fn without_elapsed(sheet: &mut Sheet<'_>) -> Result<[f64; 4], NoValue> {
    let [warp_cycles, busiest, at_barrier, issued] =
        sheet.in_one_pass([WARPS_ACTIVE, CYCLES_ACTIVE_MAX, STALLED_BARRIER, INST_ISSUED])?;
    sheet.note(Note::BusiestSmForElapsed);
    let elapsed = busiest * sheet.sms();
    Ok([warp_cycles, sheet.derived("cycles of the busiest SM * SMs", elapsed), at_barrier, issued])
}
