//! A problem, an implementation, and a case, which has both.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Element {
    I32,
    U32,
    F32,
    I64,
    F64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distribution {
    /// All values equally likely; segments of about equal length.
    Uniform,
    Sorted,
    /// All elements equal; one segment.
    Constant,
    /// Sixteen values; many short segments, some empty.
    Few,
    /// A few values often, many values seldom; a few long segments, many short ones.
    PowerLaw,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// Number of the case in its suite.
    pub id: u64,
    /// The primitive, as `propp_primitive.h` names it.
    pub primitive: String,
    pub variant: String,
    pub element: Element,
    pub n: u64,
    pub distribution: Distribution,
    /// Seed of the input: equal seeds make equal inputs.
    pub seed: u64,
}

/// An implementation, as its library describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntryFacts {
    pub primitive: String,
    /// The implementation's name, unique for its primitive in its library.
    pub variant: String,
    pub description: String,
    pub elements: Vec<Element>,
    /// Whether a run makes the host wait.
    pub synchronises: bool,
    /// Whether it is slow on purpose.
    pub naive: bool,
    /// Minimum compute capability, ten times the major number plus the minor.
    pub min_compute: u32,
    /// Maximum number of elements; 0 for any.
    pub max_elements: u64,
}

/// The kernel that separates the cases in a profile.
pub const MARKER: &str = "propp_case_marker";
