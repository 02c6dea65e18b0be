//! A problem, an implementation, and the two together.

use serde::{Deserialize, Serialize};

/// An element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    /// 32-bit signed integer.
    I32,
    /// 32-bit unsigned integer.
    U32,
    /// 32-bit floating point.
    F32,
    /// 64-bit signed integer.
    I64,
    /// 64-bit floating point.
    F64,
}

/// How the input is distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distribution {
    /// Every value as likely as any other; segments of equal length, roughly.
    Uniform,
    /// In order.
    Sorted,
    /// All the same; one segment.
    Constant,
    /// Sixteen values; many short segments, some empty.
    Few,
    /// Few values often and many seldom; few long segments and many short ones.
    PowerLaw,
}

/// One implementation on one problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Number of the case in its suite.
    pub id: u64,
    /// The primitive, as `propp_primitive.h` names it.
    pub primitive: String,
    /// The implementation.
    pub variant: String,
    /// Element type.
    pub element: Element,
    /// Elements.
    pub n: u64,
    /// How the input is distributed.
    pub distribution: Distribution,
    /// Seed of the input: equal seeds make equal inputs.
    pub seed: u64,
}

/// An implementation as it presents itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryFacts {
    /// The primitive.
    pub primitive: String,
    /// The implementation's name among those of its library.
    pub variant: String,
    /// One line.
    pub description: String,
    /// Element types.
    pub elements: Vec<Element>,
    /// Whether running it makes the host wait.
    pub synchronises: bool,
    /// Whether it is bad on purpose.
    pub naive: bool,
    /// Least compute capability, ten times the major number plus the minor.
    pub min_compute: u32,
    /// Most elements that it is meant for; 0 for any.
    pub max_elements: u64,
}

/// The kernel that separates the cases.
pub const MARKER: &str = "propp_case_marker";
