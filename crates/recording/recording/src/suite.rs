//! Cases of a primitive suite and what came of them.

use serde::{Deserialize, Serialize};

/// One implementation on one problem, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteCase {
    pub library: String,
    /// The version that it says it has.
    pub library_version: String,
    pub primitive: String,
    pub variant: String,
    pub element: String,
    pub n: u64,
    /// How the input is distributed.
    pub distribution: String,
    pub seed: u64,
    pub state: SuiteState,
    /// Why it was not measured.
    pub reason: Option<String>,
    /// What was measured of a case that was right.
    pub measured: Option<SuiteMeasured>,
    /// Blocks of the launch of `propp_case_marker` before its launches in the
    /// runs; `None` for a case that is not in them.
    pub marker: Option<u32>,
}

/// What was measured of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteMeasured {
    /// Second size of the problem.
    pub m: u64,
    /// Bytes that any implementation has to read.
    pub bytes_read: u64,
    /// Bytes that it has to write.
    pub bytes_written: u64,
    pub operations: u64,
    /// Temporary device memory that it asked for.
    pub temp_bytes: u64,
    /// Time of the sequential reference on the CPU.
    pub cpu_ns: u64,
    /// Runs left out because the clock was held down.
    pub throttled: u32,
    /// Time of each run that counts.
    pub samples_ns: Vec<u64>,
}

/// What came of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteState {
    Ok,
    Wrong,
    /// It cannot be done on this machine.
    Skipped,
    /// It returned an error, crashed, hung or spoke nonsense.
    Failed,
}

impl SuiteState {
    pub const ALL: [Self; 4] = [Self::Ok, Self::Wrong, Self::Skipped, Self::Failed];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Wrong => "wrong",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}
