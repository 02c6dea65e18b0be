//! What measuring costs.

use std::ops::{Add, AddAssign};

/// A time, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Cost(pub f64);

impl Add for Cost {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// Prices, as measured on an H200 (driver 580.159.04, CUPTI 13.0.1). Hosts
/// differ, and memory that the program holds makes replay dearer. Recordings
/// say what each launch took (`measurement.took_ns`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// To start the profiler, which the first measured launch waits for.
    pub opening: f64,
    /// To set the profiler up for a stage.
    pub stage: f64,
    /// To run a launch for one more pass of kernel replay, its own time not
    /// counted: the GPU's counters are set up anew each time.
    pub replayed_pass: f64,
    /// What that costs more for each gigabyte of device memory in use, which
    /// is saved and restored.
    pub replayed_pass_per_gigabyte: f64,
    /// To measure a launch for a single pass, its share of reading included.
    pub single_pass: f64,
}

impl Default for Prices {
    fn default() -> Self {
        Self {
            opening: 0.35,
            stage: 0.2,
            replayed_pass: 0.014,
            replayed_pass_per_gigabyte: 0.004,
            single_pass: 0.001_5,
        }
    }
}

impl Prices {
    /// A launch by kernel replay.
    pub(super) fn replay(&self, passes: usize, mean_ns: f64, memory_bytes: u64) -> Cost {
        let gigabytes = memory_bytes as f64 / 1e9;
        let pass = self.replayed_pass + self.replayed_pass_per_gigabyte * gigabytes + mean_ns / 1e9;
        Cost(pass * passes as f64)
    }

    /// A launch for a single pass.
    pub(super) fn once(&self, mean_ns: f64) -> Cost {
        Cost(self.single_pass + mean_ns / 1e9)
    }

    /// Going on to so many stages.
    pub(super) fn stages(&self, count: usize) -> Cost {
        Cost(self.stage * count as f64)
    }

    /// A run with so many stages, its launches not counted.
    pub(super) fn run(&self, stages: usize) -> Cost {
        let opening = if stages == 0 { 0.0 } else { self.opening };
        self.stages(stages) + Cost(opening)
    }
}
