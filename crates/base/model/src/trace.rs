//! The activity trace: when kernels and copies ran, and how much was copied and allocated.

use serde::{Deserialize, Serialize};

/// A stretch of time on the device's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Interval {
    pub start_ns: u64,
    /// Exclusive.
    pub end_ns: u64,
}

impl Interval {
    /// 0 for a record that ends before it starts.
    pub const fn duration_ns(self) -> u64 {
        self.end_ns.saturating_sub(self.start_ns)
    }

    #[must_use]
    pub const fn earlier(self, ns: u64) -> Self {
        Self { start_ns: self.start_ns.saturating_sub(ns), end_ns: self.end_ns.saturating_sub(ns) }
    }

    const fn is_backward(self) -> bool {
        self.end_ns < self.start_ns
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelRun {
    pub device: u32,
    /// When it ran without the profiler.
    pub at: Interval,
}

impl KernelRun {
    pub const fn earlier(self, ns: u64) -> Self {
        Self { at: self.at.earlier(ns), ..self }
    }
}

/// The direction of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    HostToDevice,
    DeviceToHost,
    DeviceToDevice,
    /// From one device to another.
    PeerToPeer,
    HostToHost,
}

impl Direction {
    pub const fn crosses_the_bus(self) -> bool {
        matches!(self, Self::HostToDevice | Self::DeviceToHost)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    pub device: u32,
    pub direction: Direction,
    pub bytes: u64,
    pub at: Interval,
}

/// An allocation of device memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocation {
    pub device: u32,
    pub bytes: u64,
}

/// The activity of one run, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityTrace {
    /// Every kernel that ran, counted or not.
    pub kernels: Vec<KernelRun>,
    pub transfers: Vec<Transfer>,
    /// Every allocation, also if it was freed later.
    pub allocations: Vec<Allocation>,
}

/// When a device was busy: disjoint intervals in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BusyTime {
    stretches: Vec<Interval>,
    /// Prefix sums of the busy time, so that an overlap takes logarithmic time: a trace can
    /// hold a million kernels and copies.
    busy_before_ns: Vec<u64>,
    backward_records: u64,
}

/// The start of a run: a few stretches of work far apart, while the program loads code and
/// prepares; then the work that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Startup {
    /// Up to the first stretch of that work.
    pub ns: u64,
    /// Of this, the time with something running.
    pub busy_ns: u64,
}

impl BusyTime {
    /// The start of the run, if it is apart from the rest: of the stretches a quarter at most,
    /// with half of the span more than its share.
    pub fn startup(&self) -> Option<Startup> {
        const FEWEST: usize = 20;
        const EXCESS: f64 = 0.5;
        /// Of the work, what may lie in it: else it is a part of the run that is followed by a
        /// pause.
        const MOST_WORK: f64 = 0.15;
        let (count, first) = (self.stretches.len(), self.stretches.first()?.start_ns);
        let span = self.span_ns().max(1) as f64;
        let until = |place: usize| self.stretches[place].start_ns.saturating_sub(first);
        let excess = |place: usize| until(place) as f64 / span - place as f64 / count as f64;
        let end = (1..=count / 4).max_by(|a, b| excess(*a).total_cmp(&excess(*b)))?;
        let work = self.busy_before_ns[end] as f64 / self.total_ns().max(1) as f64;
        (count >= FEWEST && excess(end) >= EXCESS && work <= MOST_WORK)
            .then(|| Startup { ns: until(end), busy_ns: self.busy_before_ns[end] })
    }

    /// Merges intervals that touch or overlap.
    pub fn from_intervals(intervals: impl IntoIterator<Item = Interval>) -> Self {
        let mut busy = Self::default();
        let (backward, mut forward): (Vec<_>, Vec<_>) =
            intervals.into_iter().partition(|interval| interval.is_backward());
        busy.backward_records = backward.len() as u64;
        forward.sort_unstable();
        for interval in forward {
            match busy.stretches.last_mut() {
                Some(last) if interval.start_ns <= last.end_ns => {
                    last.end_ns = last.end_ns.max(interval.end_ns);
                }
                _ => busy.stretches.push(interval),
            }
        }
        let mut sum = 0;
        for stretch in &busy.stretches {
            busy.busy_before_ns.push(sum);
            sum += stretch.duration_ns();
        }
        busy
    }

    pub const fn backward_records(&self) -> u64 {
        self.backward_records
    }

    pub fn total_ns(&self) -> u64 {
        self.stretches.last().map_or(0, |last| self.busy_until_ns(last.end_ns))
    }

    /// From the first start to the last end.
    pub fn span_ns(&self) -> u64 {
        match (self.stretches.first(), self.stretches.last()) {
            (Some(first), Some(last)) => last.end_ns - first.start_ns,
            _ => 0,
        }
    }

    /// The share of an interval in which the device was busy; 0 or 1 for an empty interval.
    pub fn share_of(&self, interval: Interval) -> f64 {
        let duration = interval.duration_ns();
        if duration == 0 {
            let at = interval.start_ns;
            let next = self.stretches.partition_point(|stretch| stretch.end_ns <= at);
            let covered = self.stretches.get(next).is_some_and(|stretch| stretch.start_ns <= at);
            return f64::from(u8::from(covered));
        }
        let busy = self.busy_until_ns(interval.end_ns) - self.busy_until_ns(interval.start_ns);
        busy as f64 / duration as f64
    }

    /// Busy time before an instant.
    fn busy_until_ns(&self, at_ns: u64) -> u64 {
        let begun = self.stretches.partition_point(|stretch| stretch.start_ns < at_ns);
        let Some(last) = begun.checked_sub(1) else { return 0 };
        let (stretch, before) = (self.stretches[last], self.busy_before_ns[last]);
        before + (stretch.end_ns.min(at_ns) - stretch.start_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(start_ns: u64, end_ns: u64) -> Interval {
        Interval { start_ns, end_ns }
    }

    #[test]
    fn a_run_that_begins_slowly_has_a_startup() {
        let every = |step: u64, from: u64, count: u64| {
            (0..count)
                .map(move |k| Interval { start_ns: from + k * step, end_ns: from + k * step + 1 })
        };
        // Four kernels, 1,000 apart; then ninety-six, ten apart.
        let slow = every(1000, 0, 4).chain(every(10, 4000, 96));
        let startup = BusyTime::from_intervals(slow).startup();
        assert_eq!(startup, Some(Startup { ns: 4000, busy_ns: 4 }));
        // Pauses that come again are not the start.
        assert_eq!(BusyTime::from_intervals(every(1000, 0, 100)).startup(), None);
        let again = (0..10).flat_map(|round| every(10, round * 10_000, 10));
        assert_eq!(BusyTime::from_intervals(again).startup(), None);
        // A quarter of the work, and then a stall.
        let stall = every(10, 0, 25).chain(every(10, 100_000, 75));
        assert_eq!(BusyTime::from_intervals(stall).startup(), None);
    }

    #[test]
    fn overlapping_kernels_are_busy_once() {
        let busy =
            BusyTime::from_intervals([at(30, 40), at(0, 10), at(5, 20), at(20, 25), at(32, 35)]);
        assert_eq!(busy.stretches, [at(0, 25), at(30, 40)]);
        assert_eq!((busy.total_ns(), busy.span_ns()), (35, 40));
    }

    #[test]
    fn a_share_counts_every_stretch_it_meets() {
        let busy = BusyTime::from_intervals([at(10, 20), at(30, 40), at(50, 60)]);
        assert_eq!(busy.share_of(at(0, 10)), 0.0);
        assert_eq!(busy.share_of(at(15, 35)), 0.5);
        assert_eq!(busy.share_of(at(0, 100)), 0.3);
        assert_eq!(busy.share_of(at(12, 18)), 1.0);
        assert_eq!(busy.share_of(at(15, 15)), 1.0);
        assert_eq!(busy.share_of(at(20, 20)), 0.0);
        assert_eq!(BusyTime::from_intervals([]).share_of(at(0, 5)), 0.0);
    }

    #[test]
    fn a_record_that_ends_before_it_starts_is_left_out_and_counted() {
        let busy = BusyTime::from_intervals([at(10, 20), at(40, 30)]);
        assert_eq!((busy.total_ns(), busy.span_ns(), busy.backward_records()), (10, 10, 1));
    }

    #[test]
    fn the_whole_range_of_the_clock_is_accepted() {
        let busy = BusyTime::from_intervals([at(0, u64::MAX), at(u64::MAX, u64::MAX)]);
        assert_eq!(busy.total_ns(), u64::MAX);
        assert_eq!(busy.share_of(at(0, u64::MAX)), 1.0);
    }
}
