//! DT: whether copies between host and device overlap with kernels.

use std::collections::BTreeMap;

use propp_base_model::{ActivityTrace, BusyTime};

use super::definition::{Definition, Source, Varies};
use super::evidence::{Evidence, Judged, NoValue, Note, TraceNumber};

pub(super) const DEFINITION: Definition = Definition {
    title: "\nDT",
    question: "how much of the copied data is copied while a kernel runs",
    formula: "0.5 + overlapped / (allocated + copied) - copied / (allocated + copied), in bytes",
    source: Source::Trace,
    varies: Varies::ByTime,
    is_portable: false,
};

/// DT of a run, over all its devices, by the times in which kernels ran on each.
///
/// The overlapped share of a copy's time counts as the overlapped share of its bytes.
pub(super) fn overlapped_share(trace: &ActivityTrace, busy: &BTreeMap<u32, BusyTime>) -> Judged {
    let (mut copied, mut overlapped, mut backward) = (0.0, 0.0, 0);
    for transfer in trace.transfers.iter().filter(|t| t.direction.crosses_the_bus()) {
        let bytes = transfer.bytes as f64;
        copied += bytes;
        overlapped += bytes * busy.get(&transfer.device).map_or(0.0, |b| b.share_of(transfer.at));
        backward += u64::from(transfer.at.end_ns < transfer.at.start_ns);
    }
    let allocated: f64 = trace.allocations.iter().map(|a| a.bytes as f64).sum();

    let mut evidence = Evidence::default();
    evidence.of_trace(TraceNumber::CopiedBytes, copied);
    evidence.of_trace(TraceNumber::OverlappedBytes, overlapped);
    evidence.of_trace(TraceNumber::AllocatedBytes, allocated);
    if backward > 0 {
        evidence.note(Note::BackwardRecords { count: backward });
    }
    let outcome = if trace.kernels.is_empty() && copied == 0.0 {
        Err(NoValue::not_applicable("the trace holds neither a kernel nor a copy"))
    } else if copied == 0.0 {
        evidence.note(Note::NoCopies);
        Ok(NOTHING_COPIED)
    } else {
        Ok(NOTHING_COPIED + (overlapped - copied) / (allocated + copied))
    };
    (evidence, outcome)
}

/// The value of the formula when both quotients are 0.
const NOTHING_COPIED: f64 = 0.5;
