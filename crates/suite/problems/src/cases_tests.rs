//! What a suite has, and how long it is expected to take.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::estimate::estimates;
use crate::matrix::Matrix;
use crate::selection::MAX_ELEMENTS;

fn offered() -> Vec<LibraryEntries> {
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
            (Element::U32, SECONDARY_SIZE, Distribution::Few),
            (Element::F32, SECONDARY_SIZE, Distribution::Uniform),
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
    assert_eq!(text, "no library cup (did you mean cub?); there are own, cub, thrust, cublas");
    let primitives = words(&["search.load_balance"]);
    let text = error(Selection { primitives, elements: vec![Element::F32], ..default() });
    assert_eq!(text, "nothing of it has elements f32; there are u32");
    let (primitives, few) = (words(&["fill"]), vec![Distribution::Few]);
    let text = error(Selection { primitives, distributions: few, ..default() });
    assert_eq!(text, "few makes no difference to any of it; there are uniform");
    let text = error(Selection { sizes: vec![MAX_ELEMENTS + 1], ..default() });
    assert_eq!(text, "a size of 268435457 is too much; the most is 2^28");
}

proptest! {
    #[test]
    fn cases_are_numbered_unique_possible_and_grouped(
        primitive in prop::sample::select(vec!["reduce", "scan", "merge", "histogram", ""]),
        sizes in prop::collection::btree_set(0..=MAX_ELEMENTS, 0..3),
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
        let alike = |p: &Planned| (p.library, p.case.element, p.case.distribution, p.case.n);
        prop_assert!(planned.is_sorted_by_key(alike), "what may share arrays stays together");
        let distinct: BTreeSet<_> = groups.iter().collect();
        prop_assert_eq!(distinct.len(), groups.len(), "each input is made once");
    }
}
