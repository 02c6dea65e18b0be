//! How a launch fills the GPU.

use serde::{Deserialize, Serialize};

use propp_base_model::{DeviceFacts, LaunchFacts, Residency};

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Shape {
    pub blocks: f64,
    pub warps: f64,
    /// The number of SMs that get a block.
    pub busy_sms: f64,
    /// Warps that can be resident at a time.
    pub resident_warps: f64,
    /// The number of times that the GPU is filled with blocks.
    pub waves: f64,
}

impl Shape {
    /// `None` if the launch does not fit on the device.
    pub fn new(launch: &LaunchFacts, device: &DeviceFacts) -> Option<Self> {
        let residency = Residency::new(launch, device).ok()?;
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
