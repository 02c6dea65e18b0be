//! What was counted of single instructions.

/// A launch whose instructions were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineLaunch {
    pub stream: usize,
    pub signature: usize,
    /// Index of the cubin that ran, if it was recorded.
    pub cubin: Option<usize>,
    /// Number of the launch in the process, from 0.
    pub ordinal: u64,
    /// Number of the launch within its signature, from 0.
    pub ordinal_in_signature: u64,
    /// Index of the name of the NVTX range around.
    pub nvtx: Option<usize>,
    /// How long the measured launch took on the host, in nanoseconds.
    pub took_ns: u64,
    /// By function, offset and counter; values of 0 are not recorded.
    pub values: Vec<InstructionValue>,
}

/// A counter of an instruction, summed over a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionValue {
    /// Index of the function's mangled name.
    pub function: usize,
    /// Bytes from the beginning of the function.
    pub offset: u32,
    /// Index of the counter's name in [`crate::Recording::counters`].
    pub counter: usize,
    pub value: u64,
}
