//! The cases of a suite. Pure.

use super::choice::{Choice, NothingSelected, chosen};
use super::matrix::LibraryEntries;
use super::selection::{Selection, default_maximum, distributions, is_sort};
use crate::{Case, Distribution, Element, EntryFacts};

/// Sizes of the default suite: too small to fill the GPU, large enough to fill it, and
/// far beyond the L2 cache.
pub const DEFAULT_SIZES: [u64; 3] = [1 << 20, 1 << 24, 1 << 26];

pub const FULL_SIZES: [u64; 7] = [1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 28];

/// The size at which the default suite also tries a second element type and
/// distribution: it fills the GPU, and fits into the L2 cache of a large one.
const SECONDARY_SIZE: u64 = 1 << 22;

/// A case and its library.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    pub library: usize,
    pub case: Case,
}

/// The cases of a selection. They are grouped by library, element type, distribution and
/// size, and then by primitive, so that a worker makes each input once and reuses the
/// arrays that the next primitive reads, too.
/// Fails when a word of the selection matches nothing.
pub fn plan(
    offered: &[LibraryEntries],
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
            for (element, n, distribution) in inputs(offered, selection, &choice, primitive) {
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
    if planned.is_empty() {
        let text = "nothing matches all of it; see `propp suite list`";
        return Err(NothingSelected(text.to_owned()));
    }
    Ok(planned)
}

fn is_for(entry: &EntryFacts, element: Element, n: u64) -> bool {
    entry.elements.contains(&element) && (entry.max_elements == 0 || n <= entry.max_elements)
}

/// The inputs for a primitive.
fn inputs(
    offered: &[LibraryEntries],
    selection: &Selection,
    choice: &Choice<'_>,
    primitive: &str,
) -> Vec<(Element, u64, Distribution)> {
    let [first, second] = usual_elements(offered, primitive);
    let sizes: &[u64] = &match (selection.sizes.as_slice(), selection.full) {
        ([], true) => FULL_SIZES.to_vec(),
        ([], false) => default_sizes(primitive),
        (sizes, _) => sizes.to_vec(),
    };
    let side: &[u64] = if selection.sizes.is_empty() { &[SECONDARY_SIZE] } else { sizes };
    let asked = &selection.distributions;
    let mut inputs = Vec::new();
    for &element in &choice.elements {
        for &distribution in distributions(primitive) {
            let is_first = !selection.elements.is_empty() || Some(element) == first;
            let is_plain = !asked.is_empty() || distribution == Distribution::Uniform;
            let sizes_to_run: &[u64] = match (is_first, is_plain) {
                _ if !asked.is_empty() && !asked.contains(&distribution) => &[],
                _ if selection.full => sizes,
                (true, true) => sizes,
                (false, true) if Some(element) == second => side,
                (true, false) if second_distribution(primitive) == distribution => side,
                _ => &[],
            };
            inputs.extend(sizes_to_run.iter().map(|n| (element, *n, distribution)));
        }
    }
    inputs
}

/// The sizes of the default suite, those beyond the primitive's maximum cut to it.
fn default_sizes(primitive: &str) -> Vec<u64> {
    let maximum = default_maximum(primitive);
    let mut sizes = DEFAULT_SIZES.map(|n| n.min(maximum)).to_vec();
    sizes.dedup();
    sizes
}

/// The two element types of the default suite. Integers come first, since every variant
/// supports them. Sorts are compared on unsigned keys, small products in double precision.
fn usual_elements(offered: &[LibraryEntries], primitive: &str) -> [Option<Element>; 2] {
    let order = if is_sort(primitive) {
        [Element::U32, Element::F32, Element::I32, Element::I64, Element::F64]
    } else if primitive == "compute.small_gemm" {
        [Element::F64, Element::F32, Element::I32, Element::I64, Element::U32]
    } else {
        [Element::I32, Element::F32, Element::U32, Element::F64, Element::I64]
    };
    let entries = offered.iter().flat_map(|library| &library.entries);
    let of: Vec<&EntryFacts> = entries.filter(|entry| entry.primitive == primitive).collect();
    let mut usual = order.into_iter().filter(|e| of.iter().any(|entry| entry.elements.contains(e)));
    [usual.next(), usual.next()]
}

/// The second distribution of the default suite: the most telling one.
fn second_distribution(primitive: &str) -> Distribution {
    match primitive {
        "histogram.even" | "unique" => Distribution::Few,
        _ if is_sort(primitive) => Distribution::Few,
        "reduce_by_key.sum" | "scan_by_key.inclusive" | "search.load_balance" => {
            Distribution::PowerLaw
        }
        "compute.spmv" => Distribution::PowerLaw,
        // Insertion sort moves nothing there.
        "compute.median" => Distribution::Sorted,
        _ if primitive.starts_with("segmented_") => Distribution::PowerLaw,
        _ => Distribution::Uniform,
    }
}

#[cfg(test)]
#[path = "cases_tests.rs"]
mod tests;
