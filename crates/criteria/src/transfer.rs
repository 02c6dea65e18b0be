//! DT: whether copies between host and device overlap with kernels.

use std::collections::BTreeMap;

use propp_model::{ActivityTrace, BusyTime, Interval};

use super::assessment::{Assessment, Evidence, Note, TraceNumber};
use super::no_value::NoValue;
use super::table::{Definition, Source, Varies};
use crate::Criterion;

pub(super) const DEFINITION: Definition = Definition {
    title: "\nDT",
    question: "how much of what is copied is copied while a kernel runs",
    formula: "0.5 + overlapped / (allocated + copied) - copied / (allocated + copied), in bytes",
    source: Source::Trace,
    varies: Varies::ByTime,
    is_portable: false,
};

/// DT of a run, over all its devices.
///
/// The overlapped share of a copy's time counts as the overlapped share of its bytes.
#[must_use]
pub fn data_transfer(trace: &ActivityTrace) -> Assessment {
    let busy = busy_by_device(trace);
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
    evidence.conclude(Criterion::Dt, outcome)
}

/// The value of the formula when both quotients are 0.
const NOTHING_COPIED: f64 = 0.5;

fn busy_by_device(trace: &ActivityTrace) -> BTreeMap<u32, BusyTime> {
    let mut kernels: BTreeMap<u32, Vec<Interval>> = BTreeMap::new();
    for kernel in &trace.kernels {
        kernels.entry(kernel.device).or_default().push(kernel.at);
    }
    kernels
        .into_iter()
        .map(|(device, intervals)| (device, BusyTime::from_intervals(intervals)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_model::{Allocation, Direction, KernelRun, Transfer};

    const fn at(start_ns: u64, end_ns: u64) -> Interval {
        Interval { start_ns, end_ns }
    }

    fn trace(allocated: u64, copies: &[(u64, Interval)]) -> ActivityTrace {
        ActivityTrace {
            kernels: vec![KernelRun { device: 0, at: at(100, 200) }],
            transfers: copies
                .iter()
                .map(|&(bytes, at)| Transfer {
                    device: 0,
                    direction: Direction::HostToDevice,
                    bytes,
                    at,
                })
                .collect(),
            allocations: vec![Allocation { device: 0, bytes: allocated }],
        }
    }

    fn dt(trace: &ActivityTrace) -> f64 {
        data_transfer(trace).value.measured().unwrap().get()
    }

    #[test]
    fn a_copy_before_the_kernel_costs_and_one_behind_it_does_not() {
        assert_eq!(dt(&trace(300, &[(100, at(0, 50))])), 0.25);
        assert_eq!(dt(&trace(300, &[(100, at(120, 180))])), 0.5);
        assert_eq!(dt(&trace(300, &[(100, at(50, 150))])), 0.375);
    }

    #[test]
    fn copying_more_than_is_allocated_ends_at_zero() {
        assert_eq!(dt(&trace(100, &[(1_000, at(0, 50))])), 0.0);
    }

    #[test]
    fn no_copy_gives_one_half_and_says_so() {
        let none = data_transfer(&trace(0, &[]));
        assert_eq!(none.value.measured().unwrap().get(), 0.5);
        assert_eq!(none.notes, [Note::NoCopies]);
    }

    #[test]
    fn copies_within_a_device_and_kernels_of_another_do_not_count() {
        let mut trace = trace(300, &[(100, at(120, 180))]);
        trace.transfers[0].device = 1;
        assert_eq!(dt(&trace), 0.25);
        trace.transfers[0].direction = Direction::DeviceToDevice;
        assert_eq!(dt(&trace), 0.5);
    }

    #[test]
    fn an_empty_trace_has_no_value() {
        assert!(data_transfer(&ActivityTrace::default()).value.measured().is_none());
    }
}
