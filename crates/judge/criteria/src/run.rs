//! The criteria of a whole run, from its activity trace.

use std::collections::BTreeMap;

use propp_base_model::{ActivityTrace, BusyTime, Interval, KernelRun};

use super::assessment::Assessment;
use super::table::Criterion;
use super::{sync, transfer};

/// HSync of a run, and of each device in it.
#[derive(Clone, Debug, PartialEq)]
pub struct HostSync {
    /// Over all devices: the sum of busy times over the sum of spans.
    pub run: Assessment,
    /// By device ordinal.
    pub devices: BTreeMap<u32, Assessment>,
}

pub fn host_sync(kernels: &[KernelRun]) -> HostSync {
    let busy = busy_by_device(kernels);
    let of = |devices: Vec<&BusyTime>| {
        let (evidence, outcome) = sync::busy_share(devices);
        Assessment::new(Criterion::HSync, evidence, outcome)
    };
    HostSync {
        run: of(busy.values().collect()),
        devices: busy.iter().map(|(&device, busy)| (device, of(vec![busy]))).collect(),
    }
}

pub fn data_transfer(trace: &ActivityTrace) -> Assessment {
    let busy = busy_by_device(&trace.kernels);
    let (evidence, outcome) = transfer::overlapped_share(trace, &busy);
    Assessment::new(Criterion::Dt, evidence, outcome)
}

fn busy_by_device(kernels: &[KernelRun]) -> BTreeMap<u32, BusyTime> {
    let mut by_device: BTreeMap<u32, Vec<Interval>> = BTreeMap::new();
    for kernel in kernels {
        by_device.entry(kernel.device).or_default().push(kernel.at);
    }
    let busy = |(device, intervals)| (device, BusyTime::from_intervals(intervals));
    by_device.into_iter().map(busy).collect()
}

#[cfg(test)]
mod tests {
    use propp_base_model::{Allocation, Direction, Transfer};

    use super::*;
    use crate::{Note, TraceNumber};

    fn kernel(device: u32, start_ns: u64, end_ns: u64) -> KernelRun {
        KernelRun { device, at: Interval { start_ns, end_ns } }
    }

    #[test]
    fn gaps_between_kernels_lower_it_and_overlap_does_not_raise_it() {
        let gaps = host_sync(&[kernel(0, 0, 10), kernel(0, 30, 40)]);
        assert_eq!(gaps.run.value.measured().unwrap().get(), 0.5);
        let overlap = host_sync(&[kernel(0, 0, 10), kernel(0, 0, 10), kernel(0, 30, 40)]);
        assert_eq!(overlap.run.value, gaps.run.value);
    }

    #[test]
    fn devices_are_judged_on_their_own_clock() {
        let two = host_sync(&[kernel(0, 0, 10), kernel(1, 1_000, 1_010), kernel(1, 1_020, 1_030)]);
        let of = |device| two.devices[&device].value.measured().unwrap().get();
        assert_eq!((of(0), of(1)), (1.0, 2.0 / 3.0));
        assert_eq!(two.run.value.measured().unwrap().get(), 0.75);
    }

    #[test]
    fn what_a_value_came_from_can_be_asked_for() {
        let run = host_sync(&[kernel(0, 0, 10), kernel(0, 30, 40)]).run;
        assert_eq!(run.of_trace(TraceNumber::BusyNs), Some(20.0));
        assert_eq!(run.of_trace(TraceNumber::SpanNs), Some(40.0));
        assert_eq!(run.of_trace(TraceNumber::StartupNs), None);
        assert_eq!(run.of_trace(TraceNumber::CopiedBytes), None);
        // Two kernels far apart, and then many.
        let slow = (0..50).map(|at| kernel(0, 2_000 + 10 * at, 2_005 + 10 * at));
        let slow: Vec<_> = [kernel(0, 0, 1), kernel(0, 900, 901)].into_iter().chain(slow).collect();
        let run = host_sync(&slow).run;
        let of_start = [TraceNumber::StartupNs, TraceNumber::StartupBusyNs];
        assert_eq!(of_start.map(|number| run.of_trace(number)), [Some(2_000.0), Some(2.0)]);
    }

    #[test]
    fn a_run_without_kernels_has_none() {
        assert_eq!(
            host_sync(&[]).run.value.reason(),
            Some("the trace holds no kernel that took any time")
        );
    }

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
