//! Why a kernel was stopped.

use propp_emulate_ptx::Space;

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
    #[error("a {what} by the handle {handle:#x}, which no {what} object has")]
    NoObject { what: &'static str, handle: u64 },
    #[error("{access} beyond its bounds, at byte {} of row {} of slice {}", at[0], at[1], at[2])]
    BeyondSurface { access: &'static str, at: [i64; 3] },
    #[error("a barrier that not all threads of the warp reach")]
    DivergentBarrier,
    #[error("a barrier in shared memory at {address:#x} {problem}")]
    Barrier { address: u64, problem: &'static str },
    #[error("a deadlock: every thread left waits at a barrier")]
    Deadlock,
    #[error("an endless wait: {blocks} blocks wait for what no other does")]
    EndlessWait { blocks: u32 },
    #[error(
        "an endless loop: the registers of the warp repeat, and it reads no memory in \
         between"
    )]
    EndlessLoop,
    #[error("a call for which the stack of {limit} bytes is too short")]
    StackOverflow { limit: u32 },
    #[error("a call of {address:#x}, where no function of this form is")]
    NotAFunction { address: u64 },
    #[error("a free of {address:#x}, which malloc has not given")]
    NotAllocated { address: u64 },
    #[error("a tensor map at {address:#x} that no call has encoded")]
    NoTensorMap { address: u64 },
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
    #[error(
        "{kernel}: the grid cannot be divided into its clusters, or they are not as the kernel requires"
    )]
    Clusters { kernel: String },
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
