//! The user's selection of cases. Pure.

use serde::Serialize;

use crate::{Distribution, Element};

/// The maximum number of elements of a case.
pub const MAX_ELEMENTS: u64 = 1 << 28;

/// The cases to run. An empty list stands for the default suite's choice, or with `full`
/// for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Selection {
    /// Primitives, or families of primitives (`reduce` for all `reduce.…`).
    pub primitives: Vec<String>,
    #[serde(rename = "of_libraries")]
    pub libraries: Vec<String>,
    pub elements: Vec<Element>,
    pub sizes: Vec<u64>,
    pub distributions: Vec<Distribution>,
    /// Whether an empty list stands for everything.
    pub full: bool,
    pub seed: u64,
}

/// The distributions that make a difference to a primitive.
pub fn distributions(primitive: &str) -> &'static [Distribution] {
    const BLIND: [&str; 22] = [
        "fill",
        "sequence",
        "tabulate",
        "transform",
        "transform.host",
        "adjacent_difference",
        "copy",
        "copy.h2d",
        "reduce.sum",
        "scan.inclusive",
        "scan.exclusive",
        "transpose",
        "compute.gemm",
        "compute.softmax",
        "compute.layer_norm",
        "compute.stencil",
        "compute.nbody",
        "compute.small_gemm",
        "compute.nearest",
        "compute.hash",
        "compute.functions",
        "compute.block_scan",
    ];
    if BLIND.contains(&primitive) { &[Distribution::Uniform] } else { &Distribution::ALL }
}

pub(super) fn is_sort(primitive: &str) -> bool {
    primitive.starts_with("merge_sort.") || primitive.starts_with("radix_sort.")
}

/// The maximum size in the default suite: the reference on the CPU would take seconds beyond it.
pub(super) fn default_maximum(primitive: &str) -> u64 {
    match primitive {
        "compute.gemm" | "compute.nbody" | "compute.small_gemm" => 1 << 24,
        "compute.hash" | "compute.functions" | "compute.nearest" => 1 << 22,
        "compute.queens" | "compute.median" => 1 << 22,
        _ if is_sort(primitive) => 1 << 24,
        _ => MAX_ELEMENTS,
    }
}
