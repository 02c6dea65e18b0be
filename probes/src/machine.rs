//! What experiments ask of a GPU.

use std::fmt;

use crate::ask::{Ask, BEHIND, loads};
use crate::chase::{Chase, Chaser, Trace};

/// What the driver says of the GPU.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Product name.
    pub name: String,
    /// Streaming multiprocessors.
    pub sms: u32,
    /// Bytes of device memory that are free.
    pub free_bytes: u64,
    /// Bytes of the L2 cache.
    pub l2_bytes: u64,
    /// Bytes of shared memory of an SM.
    pub shared_bytes_per_sm: u64,
}

/// What one launch, or several of the same, gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// The observations; each probe says what they are.
    pub values: Vec<f64>,
    /// Clock of the SMs meanwhile, in MHz; 0 where the launch was too short to tell.
    pub clock_mhz: f64,
}

/// Why a launch failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{probe}: {words}")]
pub struct MachineError {
    /// What was launched.
    pub probe: String,
    /// What CUDA said.
    pub words: String,
    /// Whether the GPU lacks what the probe needs, which is no failure.
    pub lacks: bool,
}

/// A GPU with the probes of `cuda/` loaded.
pub trait Machine {
    /// What the driver says of it.
    fn facts(&self) -> &Facts;

    /// Runs a probe of `cuda/` by its name. What the settings mean stands with the probe.
    ///
    /// # Errors
    /// When the GPU fails, or does not have what the probe needs.
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
