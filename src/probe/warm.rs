//! The clock of the SMs: brought up, and held against what it was.

use std::time::{Duration, Instant};

use propp_probes::{Machine, MachineError};

/// Thousands of cycles of one look at the clock: 5 ms at 2 GHz.
const LOOK: u64 = 10_000;

/// Two looks in a row that differ by less, as a share, mean that the clock has settled.
const SETTLED: f64 = 0.005;

/// By how much the clock may be off after an experiment, as a share.
const DRIFT: f64 = 0.01;

/// How long a GPU is warmed up.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// At least: the clock of an idle GPU takes about 0.4 s to come up.
    pub least: Duration,
    /// At most, when it does not settle.
    pub most: Duration,
}

impl Pace {
    /// For a GPU.
    pub const GPU: Self = Self { least: Duration::from_millis(500), most: Duration::from_secs(5) };
}

/// A clock that samples are held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    pub(super) mhz: f64,
    /// Whether it settled while it was warmed up.
    pub(super) is_settled: bool,
}

/// Keeps the GPU at work until its clock has settled.
pub(super) fn warm_up(machine: &mut dyn Machine, pace: Pace) -> Result<Clock, MachineError> {
    let begun = Instant::now();
    let mut before = look(machine)?;
    loop {
        let now = look(machine)?;
        let is_settled = is_near(now, before, SETTLED);
        let took = begun.elapsed();
        if took >= pace.most || is_settled && took >= pace.least {
            return Ok(Clock { mhz: now, is_settled });
        }
        before = now;
    }
}

/// Whether the clock is still what it was.
pub(super) fn holds(machine: &mut dyn Machine, reference: Clock) -> Result<bool, MachineError> {
    Ok(is_near(look(machine)?, reference.mhz, DRIFT))
}

fn look(machine: &mut dyn Machine) -> Result<f64, MachineError> {
    Ok(machine.measure("clock", &[LOOK], 0)?.clock_mhz)
}

/// A clock of 0 is not known, and near to everything.
fn is_near(one: f64, other: f64, share: f64) -> bool {
    one == 0.0 || other == 0.0 || (one / other - 1.0).abs() <= share
}
