//! Which cases a suite has. Pure.

use super::choice::{Choice, NothingSelected, chosen};
use super::matrix::Implements;
use crate::{Case, Distribution, Element, EntryFacts};

/// Sizes of the default suite: a grid that hardly fills the GPU, one that does,
/// and one far beyond the L2 cache.
pub const DEFAULT_SIZES: [u64; 3] = [1 << 20, 1 << 24, 1 << 26];

/// Sizes of the whole suite.
pub const FULL_SIZES: [u64; 7] = [1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28];

/// Where the default suite also tries a second element type and distribution: it
/// fills the GPU, and stays in the L2 cache of a large one.
const SIDE: u64 = 1 << 22;

/// The most that the default suite sorts: the reference on the CPU takes seconds
/// beyond.
const MOST_SORTED: u64 = 1 << 24;

/// The most elements that a case may have.
pub const MOST: u64 = 1 << 28;

/// What is asked for. An empty list stands for what the default suite has there,
/// or with `full` for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Primitives, or families of them (`reduce` for all that begin `reduce.`).
    pub primitives: Vec<String>,
    /// Libraries.
    pub libraries: Vec<String>,
    /// Element types.
    pub elements: Vec<Element>,
    /// Sizes.
    pub sizes: Vec<u64>,
    /// Distributions.
    pub distributions: Vec<Distribution>,
    /// Whether everything is taken where no list says otherwise.
    pub full: bool,
    /// Seed of all inputs.
    pub seed: u64,
}

/// A case and the library whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Place of the library in the list.
    pub library: usize,
    /// The case; numbered from 1.
    pub case: Case,
}

/// The cases of a selection: library by library, and in each those of one element
/// type, distribution and size one after the other, primitive by primitive: a worker
/// makes an input once, and what the next primitive reads, too, is there already.
///
/// # Errors
/// When a word of the selection matches nothing.
pub fn plan(
    offered: &[Implements],
    selection: &Selection,
) -> Result<Vec<Planned>, NothingSelected> {
    let choice = chosen(offered, selection)?;
    let mut planned = Vec::new();
    for (place, library) in offered.iter().enumerate() {
        let begin = planned.len();
        for primitive in &choice.primitives {
            let entries: Vec<&EntryFacts> = library
                .entries
                .iter()
                .filter(|entry| entry.primitive == *primitive && choice.takes_library(library))
                .collect();
            for (element, n, distribution) in problems(offered, selection, &choice, primitive) {
                let able = entries.iter().filter(|e| is_for(e, element, n));
                planned.extend(able.map(|entry| Planned {
                    library: place,
                    case: Case {
                        id: 0,
                        primitive: entry.primitive.clone(),
                        variant: entry.variant.clone(),
                        element,
                        n,
                        distribution,
                        seed: selection.seed,
                    },
                }));
            }
        }
        // Stable: the variants of a primitive stay together.
        planned[begin..]
            .sort_by_key(|Planned { case, .. }| (case.element, case.distribution, case.n));
    }
    for (id, planned) in (1..).zip(&mut planned) {
        planned.case.id = id;
    }
    if planned.is_empty() { Err(NothingSelected::Together) } else { Ok(planned) }
}

fn is_for(entry: &EntryFacts, element: Element, n: u64) -> bool {
    entry.elements.contains(&element) && (entry.max_elements == 0 || n <= entry.max_elements)
}

/// The inputs that a primitive is tried on.
fn problems(
    offered: &[Implements],
    selection: &Selection,
    choice: &Choice<'_>,
    primitive: &str,
) -> Vec<(Element, u64, Distribution)> {
    let [first, second] = usual_elements(offered, primitive);
    let sizes: &[u64] = match (selection.sizes.as_slice(), selection.full) {
        ([], true) => &FULL_SIZES,
        ([], false) => &DEFAULT_SIZES,
        (sizes, _) => sizes,
    };
    let side: &[u64] = if selection.sizes.is_empty() { &[SIDE] } else { sizes };
    let asked = &selection.distributions;
    let mut problems = Vec::new();
    for &element in &choice.elements {
        for &distribution in distributions(primitive) {
            let is_first = !selection.elements.is_empty() || Some(element) == first;
            let is_plain = !asked.is_empty() || distribution == Distribution::Uniform;
            let taken: &[u64] = match (is_first, is_plain) {
                _ if !asked.is_empty() && !asked.contains(&distribution) => &[],
                _ if selection.full => sizes,
                (true, true) => sizes,
                (false, true) if Some(element) == second => side,
                (true, false) if second_distribution(primitive) == distribution => side,
                _ => &[],
            };
            let is_short = |n: &u64| {
                selection.full
                    || !selection.sizes.is_empty()
                    || !is_sort(primitive)
                    || *n <= MOST_SORTED
            };
            problems
                .extend(taken.iter().copied().filter(is_short).map(|n| (element, n, distribution)));
        }
    }
    problems
}

/// The types that the default suite takes: integers first, which every variant
/// of a primitive can do; sorts are compared on unsigned keys.
fn usual_elements(offered: &[Implements], primitive: &str) -> [Option<Element>; 2] {
    let order = if is_sort(primitive) {
        [Element::U32, Element::F32, Element::I32, Element::I64, Element::F64]
    } else {
        [Element::I32, Element::F32, Element::U32, Element::F64, Element::I64]
    };
    let entries = offered.iter().flat_map(|library| &library.entries);
    let of: Vec<&EntryFacts> = entries.filter(|entry| entry.primitive == primitive).collect();
    let mut usual = order.into_iter().filter(|e| of.iter().any(|entry| entry.elements.contains(e)));
    [usual.next(), usual.next()]
}

fn is_sort(primitive: &str) -> bool {
    primitive.starts_with("merge_sort.") || primitive.starts_with("radix_sort.")
}

/// Distributions that make a difference to a primitive; the others would only
/// repeat it.
#[must_use]
pub fn distributions(primitive: &str) -> &'static [Distribution] {
    const BLIND: [&str; 12] = [
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
    ];
    if BLIND.contains(&primitive) { &[Distribution::Uniform] } else { &Distribution::ALL }
}

/// The other distribution that the default suite has, where one tells most.
fn second_distribution(primitive: &str) -> Distribution {
    match primitive {
        "histogram.even" | "unique" => Distribution::Few,
        _ if is_sort(primitive) => Distribution::Few,
        "reduce_by_key.sum" | "scan_by_key.inclusive" | "search.load_balance" => {
            Distribution::PowerLaw
        }
        _ if primitive.starts_with("segmented_") => Distribution::PowerLaw,
        _ => Distribution::Uniform,
    }
}

/// About how long a case takes, in seconds: timing and the reference on the CPU,
/// and reading counters. For a bar of progress, and for keeping the default
/// suite short; measured times are in `docs/suite.md`.
#[must_use]
pub fn estimate(case: &Case, makes_input: bool) -> Estimate {
    /// Warming up and sampling: the mean of 1,148 cases on an H200.
    const SAMPLING: f64 = 0.035;
    /// Finding memory and the like, each time that a case is run.
    const CASE: f64 = 0.005;
    /// To bring the result back and compare it, and to look at the input again.
    const CHECK: f64 = 2e-9;
    /// To make an input and bring it to the GPU.
    const INPUT: f64 = 1e-9;
    /// Counters of all passes: four runs with 84 s of it for 1,148 cases.
    const COUNTERS: f64 = 0.073;
    /// Once to trace and once for each pass.
    const RUNS: f64 = 5.0;
    let elements = case.n as f64;
    let made = if makes_input { elements } else { 0.0 };
    Estimate {
        timing: SAMPLING + CASE + elements * CHECK + made * (INPUT + reference(&case.primitive)),
        criteria: COUNTERS + RUNS * (CASE + made * INPUT),
    }
}

/// Seconds an element that the reference takes, on the Xeon of an H200 machine.
fn reference(primitive: &str) -> f64 {
    match primitive {
        _ if is_sort(primitive) => {
            if primitive.ends_with(".pairs") {
                60e-9
            } else {
                27e-9
            }
        }
        // Most of it by several threads.
        "search.lower_bound" => 45e-9,
        _ if primitive.starts_with("gather") || primitive.starts_with("scatter") => 15e-9,
        "merge" | "unique" | "partition.if" | "transform_if" | "transpose" => 6e-9,
        _ if primitive.starts_with("set.") || primitive.starts_with("select.") => 6e-9,
        _ => 1.5e-9,
    }
}

/// Seconds that a case takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Checked and timed.
    pub timing: f64,
    /// Traced and counted.
    pub criteria: f64,
}

/// The estimate of each case, given that those on the same input follow each other.
#[must_use]
pub fn estimates(planned: &[Planned]) -> Vec<Estimate> {
    let same = |a: &Planned, b: &Planned| {
        let of = |p: &Planned| (p.library, p.case.element, p.case.n, p.case.distribution);
        of(a) == of(b) && a.case.primitive == b.case.primitive
    };
    let before = std::iter::once(None).chain(planned.iter().map(Some));
    let pairs = planned.iter().zip(before);
    pairs.map(|(one, before)| estimate(&one.case, before.is_none_or(|b| !same(b, one)))).collect()
}

#[cfg(test)]
#[path = "cases_tests.rs"]
mod tests;
