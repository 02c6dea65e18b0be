//! Which cases a suite has. Pure.

use super::choice::{Choice, NothingSelected, chosen};
use super::matrix::Implements;
use super::protocol::{Case, Distribution, Element, EntryFacts};

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

/// The cases of a selection: library by library, and in each those on the same
/// input one after the other, so that a worker makes it once.
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
    const TIMING: f64 = 0.12;
    const LAUNCH: f64 = 0.06;
    const LAUNCHES: f64 = 3.0;
    let elements = case.n as f64;
    let reference = match case.primitive.as_str() {
        primitive if is_sort(primitive) => 80e-9,
        primitive if primitive.starts_with("set.") || primitive == "merge" => 8e-9,
        _ => 1e-9,
    };
    const INPUT: f64 = 2e-9;
    let input = if makes_input { elements } else { 0.0 };
    Estimate {
        timing: TIMING + input * (INPUT + reference),
        // Once to trace and once to count.
        criteria: LAUNCHES * LAUNCH + 2.0 * input * INPUT,
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
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::suite::matrix::Matrix;

    fn offered() -> Vec<Implements> {
        Matrix::bundled().unwrap().libraries
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_default_suite_has_every_implementation_and_takes_less_than_eight_minutes() {
        let offered = offered();
        let planned = plan(&offered, &Selection::default()).unwrap();
        let have: BTreeSet<(usize, &str, &str)> =
            planned.iter().map(|p| (p.library, &*p.case.primitive, &*p.case.variant)).collect();
        assert_eq!(have.len(), offered.iter().map(|library| library.entries.len()).sum::<usize>());
        let seconds: f64 = estimates(&planned).iter().map(|e| e.timing + e.criteria).sum();
        assert!(seconds < 480.0, "{seconds} s for {} cases", planned.len());
        assert!(seconds > 240.0, "{seconds} s: there is room for more");
    }

    #[test]
    fn a_list_takes_the_place_of_the_default_and_full_of_what_has_no_list() {
        let offered = offered();
        let of = |selection: Selection| -> BTreeSet<(Element, u64, Distribution)> {
            let planned = plan(&offered, &selection).unwrap();
            planned.iter().map(|p| (p.case.element, p.case.n, p.case.distribution)).collect()
        };
        let sort = || Selection { primitives: words(&["radix_sort.keys"]), ..Selection::default() };
        assert_eq!(
            of(sort()),
            BTreeSet::from([
                (Element::U32, 1 << 20, Distribution::Uniform),
                (Element::U32, 1 << 24, Distribution::Uniform),
                (Element::U32, SIDE, Distribution::Few),
                (Element::F32, SIDE, Distribution::Uniform),
            ])
        );
        let one = Selection {
            elements: vec![Element::F64],
            sizes: vec![1000],
            distributions: vec![Distribution::Sorted],
            ..sort()
        };
        assert_eq!(of(one), BTreeSet::from([(Element::F64, 1000, Distribution::Sorted)]));
        let full = Selection { full: true, elements: vec![Element::I64], ..sort() };
        assert_eq!(of(full).len(), FULL_SIZES.len() * Distribution::ALL.len());
    }

    #[test]
    fn naive_variants_are_spared_what_they_are_not_meant_for() {
        let planned = plan(&offered(), &Selection { full: true, ..Selection::default() }).unwrap();
        let largest = |variant: &str| {
            let of = planned.iter().filter(|p| p.case.variant == variant);
            of.filter(|p| p.case.primitive == "scan.inclusive").map(|p| p.case.n).max()
        };
        assert_eq!(largest("lookback"), Some(1 << 28));
        assert!(largest("one_block") < Some(1 << 28));
    }

    #[test]
    fn words_that_match_nothing_are_told_with_what_there_is() {
        let offered = offered();
        let error = |selection| plan(&offered, &selection).unwrap_err().to_string();
        let default = Selection::default;
        let text = error(Selection { primitives: words(&["redcue"]), ..default() });
        assert!(text.starts_with("no primitive redcue (did you mean reduce"), "{text}");
        assert!(text.contains("; there are fill, sequence,"), "{text}");
        let text = error(Selection { libraries: words(&["cup"]), ..default() });
        assert_eq!(text, "no library cup (did you mean cub?); there are own, cub, thrust");
        let primitives = words(&["search.load_balance"]);
        let text = error(Selection { primitives, elements: vec![Element::F32], ..default() });
        assert_eq!(text, "nothing of it has elements f32; there are u32");
        let (primitives, few) = (words(&["fill"]), vec![Distribution::Few]);
        let text = error(Selection { primitives, distributions: few, ..default() });
        assert_eq!(text, "few makes no difference to any of it; there are uniform");
        let text = error(Selection { sizes: vec![MOST + 1], ..default() });
        assert_eq!(text, "a size of 268435457 is too much; the most is 2^28");
    }

    proptest! {
        #[test]
        fn cases_are_numbered_unique_possible_and_grouped(
            primitive in prop::sample::select(vec!["reduce", "scan", "merge", "histogram", ""]),
            sizes in prop::collection::btree_set(0..=MOST, 0..3),
            full: bool,
        ) {
            let offered = offered();
            let primitives = Some(primitive.to_owned()).filter(|p| !p.is_empty()).into_iter().collect();
            let sizes = sizes.into_iter().collect();
            let selection = Selection { primitives, sizes, full, ..Selection::default() };
            let planned = plan(&offered, &selection).unwrap();
            let mut seen = BTreeSet::new();
            let mut groups = Vec::new();
            for (id, p) in (1..).zip(&planned) {
                prop_assert_eq!(p.case.id, id);
                let entry = offered[p.library].entries.iter().find(|e| {
                    e.primitive == p.case.primitive && e.variant == p.case.variant
                }).unwrap();
                prop_assert!(is_for(entry, p.case.element, p.case.n));
                let input = (p.library, &p.case.primitive, p.case.element, p.case.n, p.case.distribution);
                prop_assert!(seen.insert((input, &p.case.variant)));
                if groups.last() != Some(&input) {
                    groups.push(input);
                }
            }
            let distinct: BTreeSet<_> = groups.iter().collect();
            prop_assert_eq!(distinct.len(), groups.len(), "each input is made once");
        }
    }
}
