//! How long cases take. Pure.

use super::cases::Planned;
use super::selection::is_sort;
use crate::Case;

/// The estimated time of a case, for the progress bar and for keeping the default suite
/// short. Measured times are in `docs/suite.md`.
pub fn estimate(case: &Case, makes_input: bool) -> Estimate {
    /// Warming up and sampling: the mean of 1,148 cases on an H200.
    const SAMPLING: f64 = 0.035;
    /// Fixed cost of each run of a case, such as allocating memory.
    const CASE: f64 = 0.005;
    /// To download and compare the result, and to check the input again.
    const CHECK: f64 = 2e-9;
    /// To make and upload an input.
    const INPUT: f64 = 1e-9;
    /// Counters of all passes: four runs took 84 s for them, with 1,148 cases.
    const COUNTERS: f64 = 0.073;
    /// One run for the trace, and one for each pass.
    const RUNS: f64 = 5.0;
    let elements = case.n as f64;
    let made = if makes_input { elements } else { 0.0 };
    Estimate {
        timing: SAMPLING + CASE + elements * CHECK + made * (INPUT + reference(&case.primitive)),
        criteria: COUNTERS + RUNS * (CASE + made * INPUT),
    }
}

/// The reference's time for an element in seconds, on the Xeon of an H200 machine.
fn reference(primitive: &str) -> f64 {
    match primitive {
        _ if is_sort(primitive) => {
            if primitive.ends_with(".pairs") {
                60e-9
            } else {
                27e-9
            }
        }
        // Mostly on several threads.
        "search.lower_bound" => 45e-9,
        _ if primitive.starts_with("gather") || primitive.starts_with("scatter") => 15e-9,
        "compute.gemm" | "compute.nbody" => 300e-9,
        "compute.softmax" => 15e-9,
        "compute.functions" | "compute.nearest" => 200e-9,
        "compute.hash" | "compute.queens" | "compute.median" => 150e-9,
        "compute.small_gemm" | "compute.block_scan" => 8e-9,
        "merge" | "unique" | "partition.if" | "transform_if" | "transpose" => 6e-9,
        _ if primitive.starts_with("set.") || primitive.starts_with("select.") => 6e-9,
        _ => 1.5e-9,
    }
}

/// Seconds for checking and timing a case, and for reading its counters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub timing: f64,
    pub criteria: f64,
}

/// The estimates of cases that run in this order, so that equal inputs are made once.
pub fn estimates(planned: &[Planned]) -> Vec<Estimate> {
    let same = |a: &Planned, b: &Planned| {
        let key = |p: &Planned| (p.library, p.case.element, p.case.n, p.case.distribution);
        key(a) == key(b) && a.case.primitive == b.case.primitive
    };
    let before = std::iter::once(None).chain(planned.iter().map(Some));
    let pairs = planned.iter().zip(before);
    pairs.map(|(one, before)| estimate(&one.case, before.is_none_or(|b| !same(b, one)))).collect()
}
