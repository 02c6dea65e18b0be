//! The protocol of the suite and its workers, in lines of JSON.
//!
//! The suite writes an [`Order`] to the worker's standard input and reads
//! [`Answer`]s from its standard output until the last answer to the order. At the
//! end of its input the worker ends with code 0.

use std::path::PathBuf;

use propp_recording::SuiteMeasured;
use propp_suite_problems::{Case, EntryFacts};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Load a library. Comes first, once. Answered by `Opened` or `Refused`.
    Open {
        path: PathBuf,
        /// Index of the GPU; `None` to list the entries only, which needs no GPU.
        device: Option<u32>,
    },
    /// Check and time a case. Answered by `Measured`, `Wrong`, `Skipped` or
    /// `Failed`.
    Measure { case: Case, limits: Limits },
    /// Run a case once between two launches of the kernel `propp_case_marker`, with a
    /// grid of `marker` x 1 blocks before and `marker` x 2 blocks after it. So a profile
    /// of the worker can tell the cases apart, without their preparation. Answered by
    /// `Replayed`, `Skipped` or `Failed`.
    Replay {
        case: Case,
        /// Number of the case, from 1.
        marker: u32,
        /// Whether to flush the L2 cache first, as for each timed run.
        flush_l2: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Opened(LibraryFacts),
    Refused {
        reason: String,
    },
    /// A new step of the work on a case begins. Comes any number of times.
    Working {
        id: u64,
        step: Step,
    },
    /// The result was right, and these are the times.
    Measured {
        id: u64,
        #[serde(flatten)]
        measured: SuiteMeasured,
    },
    /// The result was wrong; nothing was timed.
    Wrong {
        id: u64,
        /// The place, the wrong value and the right one.
        what: String,
    },
    /// The case cannot run here, which is not the implementation's fault.
    Skipped {
        id: u64,
        /// For example too little memory, or a GPU that is too old.
        reason: String,
    },
    /// The implementation returned an error, or caused one on the device.
    Failed {
        id: u64,
        status: i32,
        message: String,
    },
    /// The case was run for a profile.
    Replayed {
        id: u64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Makes the input and the reference result on the CPU.
    Data,
    /// Runs the implementation once and compares.
    Check,
    Time,
}

/// When to stop timing a case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Whether to flush the L2 cache before each run.
    pub flush_l2: bool,
    pub min_samples: u32,
    /// 0 for a check without times.
    pub max_samples: u32,
    /// Half the width of the median's 95 % confidence interval, relative to the median,
    /// at which the samples are enough.
    pub relative_noise: f64,
    /// Maximum seconds for warm-up and timing.
    pub seconds: f64,
}

/// A library, as its table describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryFacts {
    pub name: String,
    pub version: String,
    pub entries: Vec<EntryFacts>,
}
