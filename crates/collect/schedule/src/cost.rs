//! The cost of measuring, in seconds.

use std::ops::AddAssign;

use propp_recording_wire::Stage;

#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Seconds(pub f64);

impl AddAssign for Seconds {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// What kernel replay saves before a launch and restores for each pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Memory on the GPU, managed memory included.
    pub bytes: u64,
    /// Page-locked memory of the host.
    pub pinned_bytes: u64,
    /// Allocations, and variables of loaded modules (`__device__`): each is saved for itself.
    pub objects: u64,
}

/// Prices in seconds, measured on an H200 (driver 580.159.04, CUPTI 13.0.1). Other
/// hosts differ. Recordings hold the time of each measured launch
/// (`measurement.took_ns`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// To start the profiler before the first measured launch.
    pub opening: f64,
    /// To set the profiler up for replay, or for a rotation.
    pub set_up: f64,
    /// To go on to the next pass of a rotation.
    pub turn: f64,
    /// To replay a launch for one pass, without the launch's own time: the GPU's
    /// counters are set up each time.
    pub replayed_pass: f64,
    /// The same for a gigabyte that is saved.
    pub replayed_pass_per_gigabyte: f64,
    pub replayed_pass_per_pinned_gigabyte: f64,
    /// The same for an object that is saved.
    pub replayed_pass_per_object: f64,
    /// To measure a launch for a single pass, including its share of reading.
    pub single_pass: f64,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            opening: 0.35,
            set_up: 0.2,
            turn: 0.03,
            replayed_pass: 0.013,
            replayed_pass_per_gigabyte: 0.000_75,
            replayed_pass_per_pinned_gigabyte: 0.19,
            replayed_pass_per_object: 7.5e-6,
            single_pass: 0.001,
        }
    }
}

impl Prices {
    pub(super) fn replayed_launch(&self, passes: usize, mean_ns: f64, saved: Saved) -> Seconds {
        let saving = self.replayed_pass_per_gigabyte * saved.bytes as f64 / 1e9
            + self.replayed_pass_per_pinned_gigabyte * saved.pinned_bytes as f64 / 1e9
            + self.replayed_pass_per_object * saved.objects as f64;
        Seconds((self.replayed_pass + saving + mean_ns / 1e9) * passes as f64)
    }

    pub(super) fn single_pass_launch(&self, mean_ns: f64) -> Seconds {
        Seconds(self.single_pass + mean_ns / 1e9)
    }

    /// A rotation, without its launches.
    pub(super) fn rotation(&self, passes: usize) -> Seconds {
        Seconds(self.set_up + self.turn * passes as f64)
    }

    /// A run with these stages, without its launches.
    pub(super) fn run(&self, stages: &[Stage]) -> Seconds {
        if stages.is_empty() {
            return Seconds::default();
        }
        let change = |pair: &[Stage]| match pair {
            [before, after] if before.pass != 0 && after.pass != 0 => self.turn,
            _ => self.set_up,
        };
        let changes: f64 = stages.windows(2).map(change).sum();
        Seconds(self.opening + self.set_up + changes)
    }
}
