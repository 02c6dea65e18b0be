//! The frames that the injected library sends to the propp process, its
//! configuration file, and the table of environment variables.
//!
//! Both ends are built from this crate. A connection begins with a
//! [`Frame::Hello`], which carries [`VERSION`]. The other frames follow in the
//! order of events in the process. On the wire a frame is its length (4 bytes,
//! little endian) and its contents. If fewer bytes follow than the length says, the
//! process ended in mid-frame, and the reader keeps all earlier frames.
//!
//! No dependencies but regex-lite, which has none: this code runs inside other people's
//! programs.

mod captured;
mod codec;
mod config;
mod frames;
mod launch;
mod launch_key;
mod range_pattern;
pub mod variables;

pub use captured::{
    CaptureEnds, Captured, Contents, LEAST_ADDRESS, MOST_ADDRESS, MOST_STACK, MemoryKind,
    Parameter, Part, Reached, Variable,
};
pub use codec::{Bytes, DecodeError, Reader, Wire};
pub use config::{CodeWanted, Config, Job, Planned, Selection, Stage, Thinning, Window, has_parts};
pub use frames::*;
pub use launch::Launch;
pub use launch_key::LaunchKey;
pub use range_pattern::RangePattern;

/// The code of a notice that names a kernel whose launches used what a launch should have written
/// that was refused ([`after_refusal`]).
pub const AFTER_REFUSAL: &str = "after-refusal";

/// The code of a notice that the program ended by a signal or with another exit code than 0.
pub const PROGRAM_FAILED: &str = "program-failed";

/// The text of such a notice: the mangled name of the kernel, and the reason.
pub fn after_refusal(kernel: &str, reason: &str) -> String {
    format!("{kernel}: {reason}")
}

/// The kernel and the reason, of such a text.
pub fn split_after_refusal(text: &str) -> Option<(&str, &str)> {
    text.split_once(": ")
}

/// Increased with every change of a frame.
pub const VERSION: u32 = 18;

/// The exit code of a program that was ended after [`variables::EMULATE_SECONDS`], as that of
/// `timeout(1)`.
pub const EMULATION_BUDGET_CODE: i32 = 124;

/// The layout of the pulse: a file that the program maps, in which each thread notes since
/// when it has been inside the injected library. A first slot holds, in place of the thread's
/// number, how many slots have been given out.
pub mod pulse {
    /// A slot: the system's number of the thread (4 bytes), 1 while it reads code of the program
    /// (4 bytes), and since when in nanoseconds of `CLOCK_MONOTONIC` (8 bytes; 0 outside).
    pub const SLOT_BYTES: usize = 16;
    /// Threads beyond the last begin again with the second.
    pub const SLOTS: usize = 512;
}

/// What propp sends, in the other direction, to a process that it does not listen to, before it hangs up.
pub const DISMISSED: u8 = b'-';

/// What emulated programs and propp tell each other by shared memory, in the file `board`: it
/// reaches a program that has closed its socket and cannot open another.
pub mod board {
    /// Numbers of 8 bytes.
    pub const NUMBERS: usize = 2;
    /// Which of them has the frames that could not be sent.
    pub const LOST: usize = 0;
    /// Which of them is 1 when propp has ended in an orderly way: programs that it left behind
    /// run on, and one whose propp was killed ends.
    pub const OVER: usize = 1;
}

pub fn encode_config(config: &Config) -> Vec<u8> {
    let mut bytes = Vec::new();
    config.put(&mut bytes);
    bytes
}

pub fn decode_config(bytes: &[u8]) -> Result<Config, DecodeError> {
    // The version comes first: only this version's fields are known.
    let version = u32::take(&mut Reader::new(bytes))?;
    if version != VERSION {
        return Err(DecodeError::Version { found: version });
    }
    let mut reader = Reader::new(bytes);
    let config = Config::take(&mut reader)?;
    reader.finish()?;
    Ok(config)
}

/// The longest frame that a reader accepts. The largest real frames carry a batch
/// of records and stay far below.
pub const MAX_FRAME_BYTES: usize = 64 << 20;

/// Encodes a frame with its length in front.
pub fn encode(frame: &Frame) -> Vec<u8> {
    let mut bytes = Vec::new();
    encode_into(&mut bytes, frame);
    bytes
}

/// The same in place of what `bytes` has.
pub fn encode_into(bytes: &mut Vec<u8>, frame: &Frame) {
    bytes.clear();
    bytes.extend_from_slice(&[0; 4]);
    frame.put(bytes);
    let length = u32::try_from(bytes.len() - 4).unwrap_or(u32::MAX);
    bytes[..4].copy_from_slice(&length.to_le_bytes());
}

/// Reads the first frame of a buffer, and returns it with its length in bytes.
/// `None` means that more bytes are needed.
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

#[cfg(test)]
mod tests;
