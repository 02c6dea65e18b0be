//! What a launch did.

use std::collections::BTreeMap;

use propp_model::{DeviceFacts, LaunchFacts};

use super::terms::HOST_LINK;
use super::{HostWork, TERMS};
use crate::Residency;

/// What a launch of a kind does: the mean over the launches that were measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    /// How it fills the GPU; `None` where the GPU or the launch is not known.
    pub shape: Option<Shape>,
    /// Counters that were read, by name.
    pub counts: BTreeMap<String, f64>,
    /// Launches of the kind: those of the trace run where there is one.
    pub launches: u64,
}

/// How a launch fills the GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shape {
    /// Blocks of the grid.
    pub blocks: f64,
    /// Warps of the grid.
    pub warps: f64,
    /// SMs that get a block.
    pub busy_sms: f64,
    /// Warps that can be resident at a time.
    pub resident_warps: f64,
    /// How often the GPU is filled anew.
    pub waves: f64,
}

/// Why the demands of a launch are not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Unknown {
    /// Nothing is known of the GPU, or the launch cannot fit on it.
    #[error("how the launch fills the GPU is not known")]
    Shape,
    /// Prices of one GPU say nothing of another.
    #[error("the prices are of another GPU")]
    OtherGpu,
    /// A counter was not read.
    #[error("counter {0} was not read")]
    Counter(&'static str),
}

impl Shape {
    /// Of a launch on a device; `None` for one that does not fit.
    #[must_use]
    pub fn of(launch: &LaunchFacts, device: &DeviceFacts) -> Option<Self> {
        let residency = Residency::of(launch, device).ok()?;
        let sms = f64::from(device.attributes.sm_count);
        let blocks = launch.blocks() as f64;
        let warps_per_block = launch.warps_per_block() as f64;
        let room = residency.blocks_per_sm() as f64 * sms;
        Some(Self {
            blocks,
            warps: blocks * warps_per_block,
            busy_sms: blocks.min(sms),
            resident_warps: blocks.min(room) * warps_per_block,
            waves: (blocks / room).ceil(),
        })
    }
}

/// What copies ask for beside the terms of the host, as a launch would; `None` where
/// nothing is copied between host and device.
#[must_use]
pub fn demands_of_copies(host: &HostWork) -> Option<Vec<f64>> {
    let bytes = host.link_bytes();
    let amount = |name: &str| if name == HOST_LINK { bytes } else { 0.0 };
    (bytes > 0.0).then(|| TERMS.iter().map(|term| amount(term.name)).collect())
}

impl Work {
    /// How much of each of [`TERMS`] a launch asks for; 0 of those `without` which it
    /// is to be told.
    ///
    /// # Errors
    /// When something that another term is made of is not known.
    pub fn demands(&self, without: &[&str]) -> Result<Vec<f64>, Unknown> {
        let shape = self.shape.ok_or(Unknown::Shape)?;
        TERMS
            .iter()
            .map(|term| {
                if without.contains(&term.name) {
                    return Ok(0.0);
                }
                let counts: Result<Vec<f64>, Unknown> = term
                    .counters
                    .iter()
                    .map(|name| self.counts.get(*name).copied().ok_or(Unknown::Counter(name)))
                    .collect();
                Ok(term.amount(&counts?, &shape))
            })
            .collect()
    }
}
