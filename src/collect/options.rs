//! What the user asked of `propp profile`, resolved.

use std::ffi::OsString;
use std::path::PathBuf;

use super::select::KernelFilter;

/// Which runs of the program are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// One for times, one for counters.
    Both,
    /// Times only.
    Trace,
    /// Counters only; criteria that need times are unavailable.
    Count,
}

/// A profile to be made.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Where the recording goes.
    pub output: PathBuf,
    /// Whether an existing recording may be replaced.
    pub force: bool,
    /// Which runs are made.
    pub runs: Runs,
    /// Kernels to measure.
    pub kernels: Option<KernelFilter>,
    /// NVTX ranges to measure in; empty for everywhere.
    pub nvtx: Vec<String>,
    /// Devices to measure on; empty for all.
    pub devices: Vec<u32>,
    /// Launches to skip before measuring.
    pub launch_skip: u64,
    /// Launches to measure after those; 0 for all.
    pub launch_count: u64,
    /// Launches of a signature to measure; 0 for all.
    pub per_signature: u64,
    /// Whether programs that the program starts are profiled too.
    pub children: bool,
    /// Whether to tell nothing but problems.
    pub quiet: bool,
    /// Whether to tell everything, the program's errors in the count run too.
    pub verbose: bool,
}
