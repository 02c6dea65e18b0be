//! What the user asked of `propp profile`, resolved.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use propp_names::KernelFilter;

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

/// How the counters of a launch are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// One launch is run again for every pass.
    Kernel,
    /// One pass at a time, while the program runs on.
    Rotate,
    /// One pass at a time, a run of the program for each.
    Application,
    /// Kernel replay and rotation, each where it is cheaper.
    Auto,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kernel => "kernel",
            Self::Rotate => "rotate",
            Self::Application => "application",
            Self::Auto => "auto",
        })
    }
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
    /// Kernels that are traced and never measured: their mangled names, or parts.
    pub uncounted: Vec<String>,
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
    /// How counters are read.
    pub replay: Replay,
    /// Seconds that measuring may add to the run.
    pub budget: Option<f64>,
    /// Whether to print what would be measured, and stop there.
    pub plan_only: bool,
    /// Whether the program also runs alone, to say what profiling costs.
    pub overhead: bool,
    /// Seconds beyond its own time that a measured launch may take before it is
    /// given up.
    pub launch_timeout: f64,
    /// Whether programs that the program starts are profiled too.
    pub children: bool,
    /// Whether to tell nothing but problems.
    pub quiet: bool,
    /// Whether to tell everything, the program's errors in the count run too.
    pub verbose: bool,
}
