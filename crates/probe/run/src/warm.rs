//! The clock of the SMs: warm-up, and the check that it stays the same.

use std::time::{Duration, Instant};

use propp_probe_experiments::{Machine, MachineError};

/// Thousands of cycles of one measurement of the clock: 5 ms at 2 GHz.
const CLOCK_KILOCYCLES: u64 = 10_000;

/// Relative difference of two measurements below which the clock has settled.
const SETTLED: f64 = 0.005;

/// Relative change of the clock that is allowed during an experiment.
const DRIFT: f64 = 0.01;

/// How long to warm up a GPU.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Minimum: the clock of an idle GPU takes about 0.4 s to rise.
    pub least: Duration,
    /// Maximum, if the clock does not settle.
    pub most: Duration,
}

impl Pace {
    pub const GPU: Self = Self { least: Duration::from_millis(500), most: Duration::from_secs(5) };
}

/// The clock during an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    pub(super) mhz: f64,
    /// Whether it settled during the warm-up.
    pub(super) is_settled: bool,
}

/// Keeps the GPU busy until its clock has settled.
pub(super) fn warm_up(machine: &mut dyn Machine, pace: Pace) -> Result<Clock, MachineError> {
    let begun = Instant::now();
    let mut before = measure_clock(machine)?;
    loop {
        let now = measure_clock(machine)?;
        let is_settled = is_near(now, before, SETTLED);
        let took = begun.elapsed();
        if took >= pace.most || is_settled && took >= pace.least {
            return Ok(Clock { mhz: now, is_settled });
        }
        before = now;
    }
}

/// Whether the clock is still the same.
pub(super) fn holds(machine: &mut dyn Machine, reference: Clock) -> Result<bool, MachineError> {
    Ok(is_near(measure_clock(machine)?, reference.mhz, DRIFT))
}

fn measure_clock(machine: &mut dyn Machine) -> Result<f64, MachineError> {
    Ok(machine.measure("clock", &[CLOCK_KILOCYCLES], 0)?.clock_mhz)
}

/// A clock of 0 is unknown and counts as near.
fn is_near(one: f64, other: f64, share: f64) -> bool {
    one == 0.0 || other == 0.0 || (one / other - 1.0).abs() <= share
}
