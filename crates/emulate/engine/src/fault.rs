//! Why a kernel was stopped.

use std::fmt;

use propp_emulate_ptx::{Code, Space};

use crate::lanes::LANES;
use crate::launch::Launch;

/// Where a kernel is; in words, its name is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// Mangled.
    pub kernel: String,
    pub block: [u32; 3],
    /// Of the PTX.
    pub line: u32,
    /// File and line of the source, if the PTX says them.
    pub source_line: Option<(String, u32)>,
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel: _, block, line, source_line } = self;
        write!(f, "block {block:?}, PTX line {line}{}", source_words(source_line))
    }
}

impl Whereabouts {
    pub(crate) fn of(launch: &Launch<'_>, code: &Code, block: [u32; 3], at: u32) -> Self {
        Self {
            kernel: launch.kernel.name.clone(),
            block,
            line: code.instructions.get(at as usize).map_or(0, |own| own.line),
            source_line: source_line(launch, code, at),
        }
    }
}

/// Where and why a kernel was stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{cause} in {kernel}, block {block:?}, thread {thread:?}, PTX line {line}{}", source_words(.source_line))]
pub struct Fault {
    pub cause: Cause,
    /// Mangled.
    pub kernel: String,
    pub block: [u32; 3],
    pub thread: [u32; 3],
    /// Of the PTX.
    pub line: u32,
    /// File and line of the source, if the PTX says them.
    pub source_line: Option<(String, u32)>,
}

pub(crate) fn source_words(place: &Option<(String, u32)>) -> String {
    place.as_ref().map(|(file, line)| format!(", {file}:{line}")).unwrap_or_default()
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    #[error("{access} of {bytes} bytes at {address:#x} outside of {space} memory")]
    OutOfBounds { access: &'static str, bytes: u32, address: u64, space: &'static str },
    #[error("{access} at {address:#x}, which is not a multiple of its {bytes} bytes")]
    Misaligned { access: &'static str, bytes: u32, address: u64 },
    #[error("a store to constant memory at {address:#x}")]
    ReadOnly { address: u64 },
    #[error("a barrier that not all threads of the warp reach")]
    DivergentBarrier,
    #[error("a barrier in shared memory at {address:#x} {problem}")]
    Barrier { address: u64, problem: &'static str },
    #[error("a deadlock: every thread left waits at a barrier")]
    Deadlock,
    #[error("an endless wait: {blocks} blocks wait for what no other does")]
    EndlessWait { blocks: u32 },
    #[error(
        "an endless loop: the warp comes to the same registers again, and nothing that it reads in \
         between can change"
    )]
    EndlessLoop,
    #[error("a trap")]
    Trap,
    #[error("assertion failed: {0}")]
    Assertion(String),
    #[error("'{0}' is not supported")]
    Unsupported(String),
}

/// Why a launch was refused before it ran.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    #[error("{kernel}: {reason}")]
    Refused { kernel: String, reason: propp_emulate_ptx::PtxError },
    #[error("{kernel}: {what} is {value}; at most {limit}")]
    TooLarge { kernel: String, what: &'static str, value: u64, limit: u64 },
    #[error("{kernel}: it has {expected} bytes of parameters, not {given}")]
    Parameters { kernel: String, expected: u32, given: usize },
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

pub(crate) fn space_name(space: Space) -> &'static str {
    match space {
        Space::Generic | Space::Global => "global",
        Space::Shared => "shared",
        Space::Local => "local",
        Space::Constant => "constant",
        Space::Parameter => "parameter",
        Space::Frame => "argument",
    }
}

/// File and line of the source, if the PTX says them.
pub(crate) fn source_line(launch: &Launch<'_>, code: &Code, at: u32) -> Option<(String, u32)> {
    let instruction = code.instructions.get(at as usize)?;
    let place = code.places.get(instruction.place as usize)?;
    Some((launch.module.path(*place)?.to_owned(), place.line))
}

/// The coordinates of a thread of a block.
pub(crate) fn thread_of(launch: &Launch<'_>, warp: usize, lane: usize) -> [u32; 3] {
    let size = launch.block;
    let thread = (warp * LANES + lane) as u32;
    [thread % size[0], thread / size[0] % size[1], thread / (size[0] * size[1])]
}
