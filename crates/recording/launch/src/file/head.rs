//! The beginning of a file: which launch it has, without the memory.

use std::io::Read;

use propp_recording_wire::{Captured, Device, Frame, Hello};

use super::{LaunchError, begin, block, damaged};

/// Which launch a file has.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The process that launched it.
    pub process: Hello,
    /// Its GPU, if the driver described it.
    pub device: Option<Device>,
    pub captured: Captured,
}

/// Reads the beginning of a file. Whether the rest is whole, [`super::read`] finds.
pub fn head(mut from: impl Read) -> Result<Head, LaunchError> {
    begin(&mut from)?;
    let (mut process, mut device) = (None, None);
    while let Some(frame) = block(&mut from)? {
        match frame {
            Frame::Hello(hello) => process = Some(hello),
            Frame::Device(found) => device = Some(found),
            Frame::Captured(captured) => {
                let process = process.ok_or_else(|| damaged("it has no process"))?;
                return Ok(Head { process, device, captured: *captured });
            }
            _ => return Err(damaged("it has a block that does not belong there")),
        }
    }
    Err(LaunchError::Unfinished)
}
