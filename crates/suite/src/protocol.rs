//! What the suite and its workers say to each other: a line of JSON each.
//!
//! The suite writes an [`Order`] to the worker's standard input and reads
//! [`Answer`]s from its standard output until the one that ends the order. At the
//! end of the input the worker ends with code 0.

use std::path::PathBuf;

use propp_problems::{Case, EntryFacts};
use serde::{Deserialize, Serialize};

/// What a worker is told to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Load a library. Comes first, once. Answered by `Opened` or `Refused`.
    Open {
        /// The shared library.
        path: PathBuf,
        /// Index of the GPU to work on; `None` to look at the entries only, which
        /// needs no GPU.
        device: Option<u32>,
    },
    /// Check and time a case. Answered by `Measured`, `Wrong`, `Skipped` or
    /// `Failed`.
    Measure {
        /// What.
        case: Case,
        /// How exactly.
        limits: Limits,
    },
    /// Run a case `times` times between two launches of the kernel
    /// `propp_case_marker`, so that a profile of the worker tells the cases apart
    /// and leaves out what only prepares them: one with a grid of `marker` x 1
    /// blocks, and one with `marker` x 2 after it. Answered by `Replayed`,
    /// `Skipped` or `Failed`.
    Replay {
        /// What.
        case: Case,
        /// Number of the case, from 1.
        marker: u32,
        /// Whether the L2 cache is emptied first, as it is for each run that is timed.
        flush_l2: bool,
    },
}

/// What a worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The library is loaded.
    Opened(LibraryFacts),
    /// It cannot be used.
    Refused {
        /// Why, and what to do.
        reason: String,
    },
    /// The work on a case has come to a new step; may come any number of times.
    Working {
        /// Number of the case.
        id: u64,
        /// Which step.
        step: Step,
    },
    /// The result was right, and these are the times.
    Measured(Measured),
    /// The result was wrong; nothing was timed.
    Wrong {
        /// Number of the case.
        id: u64,
        /// Where, what was there and what should have been.
        what: String,
    },
    /// The case cannot be done here, by no fault of the implementation.
    Skipped {
        /// Number of the case.
        id: u64,
        /// Why: too little memory, a size beyond the entry's limit, a GPU too old.
        reason: String,
    },
    /// The implementation returned an error, or left one behind.
    Failed {
        /// Number of the case.
        id: u64,
        /// Its status code.
        status: i32,
        /// Its words.
        message: String,
    },
    /// The case was run for a profile.
    Replayed {
        /// Number of the case.
        id: u64,
    },
}

/// What a worker is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Makes the input and the reference result on the CPU.
    Data,
    /// Runs the implementation once and compares.
    Check,
    /// Warms up and times.
    Time,
}

/// When a case is timed well enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Whether the L2 cache is emptied before each run.
    pub flush_l2: bool,
    /// Samples at least.
    pub min_samples: u32,
    /// Samples at most.
    pub max_samples: u32,
    /// Enough when half the width of the median's 95 % interval, relative to the
    /// median, is below this.
    pub relative_noise: f64,
    /// Seconds for warming up and timing at most.
    pub seconds: f64,
}

/// A library as it presents itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LibraryFacts {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// What it implements.
    pub entries: Vec<EntryFacts>,
}

/// A case that was right, with its times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Number of the case.
    pub id: u64,
    /// Second size of the problem (segments, bins, columns ...), as the input
    /// came out.
    pub m: u64,
    /// Time of each run that counts, by events on the stream, in nanoseconds.
    pub samples_ns: Vec<u64>,
    /// Runs that were left out because the GPU's clock was held down.
    pub throttled: u32,
    /// Time of the sequential reference on the CPU.
    pub cpu_ns: u64,
    /// What any implementation has to read at the least.
    pub bytes_read: u64,
    /// What it has to write.
    pub bytes_written: u64,
    /// Operations on elements.
    pub operations: u64,
    /// Temporary device memory that it asked for.
    pub temp_bytes: u64,
}
