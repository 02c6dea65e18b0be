//! The GPU as experiments use it.

use std::fmt;

use propp_probe_caches::{Chase, Chaser, Trace};

use crate::ask::{Ask, BEHIND, loads};

/// Facts from the driver.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    pub name: String,
    pub sms: u32,
    pub free_bytes: u64,
    pub l2_bytes: u64,
    /// Shared memory of an SM.
    pub shared_bytes_per_sm: u64,
}

/// The result of one or several launches of a probe.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The observations; each probe documents its own.
    pub values: Vec<f64>,
    /// The clock of the SMs during the launch; 0 if it was too short to measure.
    pub clock_mhz: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{probe}: {words}")]
pub struct MachineError {
    pub probe: String,
    pub words: String,
    /// Whether the GPU lacks a feature that the probe needs, which is not a failure.
    pub lacks: bool,
}

/// A GPU with the probes of `cuda/` loaded.
pub trait Machine {
    fn facts(&self) -> &Facts;

    /// Runs a probe of `cuda/` by name. Each probe documents its settings.
    /// Fails if the GPU fails, or lacks a feature that the probe needs.
    fn measure(
        &mut self,
        probe: &str,
        settings: &[u64],
        outputs: usize,
    ) -> Result<Measured, MachineError>;
}

impl fmt::Debug for dyn Machine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facts().fmt(f)
    }
}

impl Chaser for dyn Machine + '_ {
    type Error = MachineError;

    fn chase(&mut self, chase: &Chase) -> Result<Trace, MachineError> {
        let settings = Ask::new(chase.path, &chase.lap).warmed(chase.warm).settings(chase.recorded);
        let measured = self.measure("chase", &settings, chase.recorded + BEHIND)?;
        Ok(loads(&measured.values).iter().map(|cycles| *cycles as u32).collect())
    }
}
