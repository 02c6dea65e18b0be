//! What the injected library tells the propp process.
//!
//! Both ends are built from this crate. A connection begins with a
//! [`Frame::Hello`], which carries [`VERSION`]; then frames follow in the
//! order in which things happened in that process. On the wire a frame is its
//! length (4 bytes, little endian) and its contents; a reader that finds a
//! length but not that many bytes knows that the process ended in mid-frame
//! and keeps everything before.
//!
//! No dependencies: this code runs inside other people's programs.

mod codec;
mod frames;
mod launch_key;

pub use codec::{DecodeError, Reader, Wire};
pub use frames::*;
pub use launch_key::LaunchKey;

/// Changes with every change of a frame.
pub const VERSION: u32 = 3;

/// The variable that names the file with the [`Config`].
pub const CONFIG_VARIABLE: &str = "PROPP_INJECT_CONFIG";

/// Encodes the configuration file.
#[must_use]
pub fn encode_config(config: &Config) -> Vec<u8> {
    let mut bytes = Vec::new();
    config.put(&mut bytes);
    bytes
}

/// Reads the configuration file.
///
/// # Errors
/// When the bytes are no configuration of this version.
pub fn decode_config(bytes: &[u8]) -> Result<Config, DecodeError> {
    // The version comes first: what follows it is known for this one only.
    let version = u32::take(&mut Reader::new(bytes))?;
    if version != VERSION {
        return Err(DecodeError::Version { found: version });
    }
    let mut reader = Reader::new(bytes);
    let config = Config::take(&mut reader)?;
    reader.finish()?;
    Ok(config)
}

/// The longest frame that a reader accepts. The largest real ones carry a
/// batch of records and stay far below.
pub const MAX_FRAME_BYTES: usize = 64 << 20;

/// Encodes a frame with its length in front.
#[must_use]
pub fn encode(frame: &Frame) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    frame.put(&mut bytes);
    let length = u32::try_from(bytes.len() - 4).unwrap_or(u32::MAX);
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes
}

/// Splits the first frame off a buffer. `None` means that more bytes are
/// needed; otherwise the frame and how many bytes it took.
///
/// # Errors
/// When the bytes are no frame of this version.
pub fn decode(buffer: &[u8]) -> Result<Option<(Frame, usize)>, DecodeError> {
    let Some(length) = buffer.first_chunk::<4>() else { return Ok(None) };
    let length = u32::from_le_bytes(*length) as usize;
    if length > MAX_FRAME_BYTES {
        return Err(DecodeError::TooLong { length });
    }
    let Some(contents) = buffer.get(4..4 + length) else { return Ok(None) };
    let mut reader = Reader::new(contents);
    let frame = Frame::take(&mut reader)?;
    reader.finish()?;
    Ok(Some((frame, 4 + length)))
}

impl Selection {
    /// For a run that measures nothing.
    #[must_use]
    pub fn nothing() -> Self {
        Self {
            kernels: Vec::new(),
            left_alone: Vec::new(),
            nvtx: Vec::new(),
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            stages: Vec::new(),
            planned: Vec::new(),
            thinning: Thinning { most: 0, skip: 0 },
            budget_ns: 0,
        }
    }
}

#[cfg(test)]
mod tests;
