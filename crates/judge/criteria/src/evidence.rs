//! What explains the value of a criterion: the numbers that it came from, and remarks.

use std::borrow::Cow;
use std::fmt;

use propp_base_model::counters::LOCAL_BYTES;
use propp_base_model::{Fraction, OccupancyLimit, Value};
use serde::{Deserialize, Serialize};

use super::pipe::Pipe;

/// One number that a value came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// A counter's full name, or what the number is, unit included.
    pub name: Cow<'static, str>,
    pub number: f64,
    pub source: InputSource,
    /// Which number of the activity trace it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_trace: Option<TraceNumber>,
}

/// Numbers of the activity trace that a run's criteria are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TraceNumber {
    /// Time with a kernel running.
    BusyNs,
    /// From the start of the first kernel to the end of the last.
    SpanNs,
    /// The start of the run, where it is apart from the rest.
    StartupNs,
    /// Of the start, the time with a kernel running.
    StartupBusyNs,
    CopiedBytes,
    /// What of the copied bytes was copied while a kernel ran.
    OverlappedBytes,
    AllocatedBytes,
}

impl TraceNumber {
    const fn words(self) -> &'static str {
        match self {
            Self::BusyNs => "time with a kernel running, ns",
            Self::SpanNs => "first start to last end, ns",
            Self::StartupNs => "of these the start of the run, ns",
            Self::StartupBusyNs => "with a kernel running then, ns",
            Self::CopiedBytes => "copied between host and device, bytes",
            Self::OverlappedBytes => "of these while a kernel ran, bytes",
            Self::AllocatedBytes => "allocated on devices, bytes",
        }
    }
}

/// Where an [`Input`] is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputSource {
    /// A hardware or patched counter.
    Counter,
    /// The launch: grid, block, registers, shared memory.
    Launch,
    /// The GPU: driver attributes and tables by architecture.
    Device,
    Trace,
    /// Computed from the inputs above it.
    Derived,
}

/// A remark on the value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Note {
    /// What limits occupancy; several if they tie.
    Limits { by: Vec<OccupancyLimit>, resident_blocks_per_sm: u64 },
    /// A cluster of blocks must fit into one group of SMs, which the occupancy does not model.
    Clusters { blocks: u64 },
    /// TDiv with predicated-off threads counted as inactive.
    PredicatedOn { value: Fraction },
    /// The kernel uses local memory. Its sectors count as moved and its bytes do not count as
    /// useful, so the value is a lower bound.
    LocalMemory {
        /// The value of `sm__sass_data_bytes_mem_local.sum`.
        counted_bytes: f64,
    },
    /// Sectors of bulk copies (TMA) are left out on both sides.
    BulkCopies { sectors: f64 },
    /// The chip has bulk copies and they were not counted. If the kernel uses them, the value
    /// is too low.
    BulkCopiesNotCounted,
    /// Shared atomics are judged with the loads and stores.
    SharedAtomics { instructions: f64 },
    /// So are loads and stores of matrices.
    Matrices { instructions: f64 },
    /// Asynchronous copies into shared memory are not judged: their bytes are counted in part.
    AsyncCopiesLeftOut,
    BusiestPipe {
        pipe: Pipe,
        /// Its use over active cycles.
        share: Fraction,
    },
    /// Records that end before they start were left out.
    BackwardRecords { count: u64 },
    /// The cycles of the busiest SM replace the elapsed cycles, which a range profiler reads
    /// with its own work included.
    BusiestSmForElapsed,
    /// Nothing was copied between host and device. The formula gives 0.5, which is neutral.
    NoCopies,
    /// The formula gave a number outside 0 to 1.
    Clamped { raw: f64 },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limits { by, resident_blocks_per_sm } => {
                let by: Vec<String> = by.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "limited by {}; an SM holds {resident_blocks_per_sm} blocks",
                    by.join(" and ")
                )
            }
            Self::Clusters { blocks } => {
                write!(
                    f,
                    "launched in clusters of {blocks} blocks, whose placement is not modelled"
                )
            }
            Self::PredicatedOn { value } => {
                write!(f, "{:.3} with predicated-off threads counted as inactive", value.get())
            }
            Self::LocalMemory { counted_bytes } => write!(
                f,
                "uses local memory ({LOCAL_BYTES} = {counted_bytes}), whose sectors count as waste"
            ),
            Self::BulkCopies { sectors } => {
                write!(f, "{sectors} sectors of bulk copies are left out on both sides")
            }
            Self::BulkCopiesNotCounted => {
                f.write_str("bulk copies were not counted; with them the value is too low")
            }
            Self::SharedAtomics { instructions } => {
                write!(f, "{instructions} shared atomics are judged with the loads and stores")
            }
            Self::Matrices { instructions } => write!(
                f,
                "{instructions} loads and stores of matrices (ldmatrix, stmatrix) are judged with \
                 the others"
            ),
            Self::AsyncCopiesLeftOut => f.write_str(
                "asynchronous copies into shared memory are left out, because GPUs do not count \
                 all their bytes",
            ),
            Self::BusiestPipe { pipe, share } => {
                write!(f, "busiest arithmetic pipe: {pipe} at {:.3}", share.get())
            }
            Self::BackwardRecords { count } => {
                write!(f, "{count} records end before they start and were left out")
            }
            Self::BusiestSmForElapsed => f.write_str(
                "read in a range of a single pass, so the busiest SM's cycles replace the \
                 elapsed cycles",
            ),
            Self::NoCopies => f.write_str("nothing was copied between host and device"),
            Self::Clamped { raw } => write!(f, "the formula gives {raw:.4}, outside of 0 to 1"),
        }
    }
}

/// Why a formula gives no number.
#[derive(Clone, Debug, PartialEq)]
pub enum NoValue {
    NotApplicable(String),
    Unavailable(String),
}

impl NoValue {
    pub fn not_applicable(reason: impl Into<String>) -> Self {
        Self::NotApplicable(reason.into())
    }

    pub fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable(reason.into())
    }
}

impl From<String> for NoValue {
    fn from(reason: String) -> Self {
        Self::Unavailable(reason)
    }
}

impl From<NoValue> for Value {
    fn from(no_value: NoValue) -> Self {
        match no_value {
            NoValue::NotApplicable(reason) => Self::NotApplicable { reason },
            NoValue::Unavailable(reason) => Self::Unavailable { reason },
        }
    }
}

/// What a formula found, and what it used.
pub(super) type Judged = (Evidence, Result<f64, NoValue>);

/// Collects inputs and notes while a value is computed.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence {
    pub(super) inputs: Vec<Input>,
    pub(super) notes: Vec<Note>,
}

impl Evidence {
    /// Records an input and returns it.
    pub(super) fn input(
        &mut self,
        source: InputSource,
        name: impl Into<Cow<'static, str>>,
        number: f64,
    ) -> f64 {
        self.add(Input { name: name.into(), number, source, of_trace: None });
        number
    }

    /// Notes a number of the activity trace down.
    pub(super) fn of_trace(&mut self, which: TraceNumber, number: f64) {
        let (name, source) = (which.words().into(), InputSource::Trace);
        self.add(Input { name, number, source, of_trace: Some(which) });
    }

    fn add(&mut self, input: Input) {
        if input.number.is_finite() && !self.inputs.contains(&input) {
            self.inputs.push(input);
        }
    }

    pub(super) fn note(&mut self, note: Note) {
        self.notes.push(note);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_sentences() {
        let share = Fraction::try_from(0.25).unwrap();
        let by = vec![OccupancyLimit::Warps, OccupancyLimit::Blocks];
        for (note, words) in [
            (
                Note::Limits { by, resident_blocks_per_sm: 12 },
                "limited by threads per SM and blocks per SM; an SM holds 12 blocks",
            ),
            (
                Note::PredicatedOn { value: share },
                "0.250 with predicated-off threads counted as inactive",
            ),
            (Note::BusiestPipe { pipe: Pipe::Fma, share }, "busiest arithmetic pipe: fma at 0.250"),
            (Note::NoCopies, "nothing was copied between host and device"),
            (Note::Clamped { raw: 1.5 }, "the formula gives 1.5000, outside of 0 to 1"),
        ] {
            assert_eq!(note.to_string(), words);
        }
    }
}
