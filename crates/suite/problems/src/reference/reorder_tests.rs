//! Searches, selections, sorts and sets.

use super::*;

#[test]
fn searched() {
    all_types!(Primitive::LowerBound, |input, want| {
        for (place, needle) in want.aux.iter().zip(&input.second) {
            let place = *place as usize;
            assert!(place == 0 || input.first[place - 1] < *needle);
            assert!(input.first.get(place).is_none_or(|x| x >= needle));
        }
    });
    all::<u32>(Primitive::LoadBalance, |input, want| {
        for (i, segment) in (0_u32..).zip(&want.aux) {
            let segment = *segment as usize;
            assert!((input.index[segment]..input.index[segment + 1]).contains(&i));
        }
    });
}

#[test]
fn selected() {
    all_types!(Primitive::SelectFlagged, |input, want| {
        let mut left = input.first.iter().zip(&input.flags).filter(|(_, flag)| **flag == 1);
        assert!(want.out.iter().all(|x| left.next().is_some_and(|(y, _)| x == y)));
        assert!(left.next().is_none());
        assert_eq!(want.count, Some(want.out.len() as u64));
    });
    all_types!(Primitive::Partition, |input, want| {
        let (low, high) = want.out.split_at(want.ordered);
        assert!(low.iter().all(|x| *x < input.a) && high.iter().all(|x| *x >= input.a));
        let selected = expected(Primitive::SelectIf, input, Expected::default());
        assert_eq!(selected.out, low);
        let sorted = |values: &[_]| {
            let mut values = values.to_vec();
            values.sort_by(|x: &_, y| Value::order(*x, *y));
            values
        };
        assert_eq!(sorted(&want.out), sorted(&input.first));
    });
}

#[test]
fn sorted() {
    all_types!(Primitive::RadixSortKeys, |input, want| {
        let mut wanted = input.first.clone();
        wanted.sort_by(|x, y| x.order(*y));
        assert_eq!(want.out, wanted);
    });
    all_types!(Primitive::MergeSortPairs, |input, want| {
        assert!(want.out.is_sorted());
        for (i, from) in want.aux.iter().enumerate() {
            assert_eq!(want.out[i], input.first[*from as usize]);
            assert!(i == 0 || want.out[i - 1] != want.out[i] || want.aux[i - 1] < *from);
        }
    });
    all_types!(Primitive::Merge, |input, want| {
        let mut wanted = [input.first.as_slice(), &input.second].concat();
        wanted.sort_by(|x, y| x.order(*y));
        assert_eq!(want.out, wanted);
    });
}

fn counts<T: Value>(values: &[T]) -> BTreeMap<u64, usize> {
    let mut counts = BTreeMap::new();
    for x in values {
        *counts.entry(x.raw()).or_default() += 1;
    }
    counts
}

fn is_set<T: Value>(input: &Input<T>, want: &Expected<T>, result: impl Fn(usize, usize) -> usize) {
    assert!(input.first.is_sorted() && input.second.is_sorted() && want.out.is_sorted());
    let (f, g, out) = (counts(&input.first), counts(&input.second), counts(&want.out));
    for value in f.keys().chain(g.keys()) {
        let of = |counts: &BTreeMap<u64, usize>| counts.get(value).copied().unwrap_or(0);
        assert_eq!(of(&out), result(of(&f), of(&g)));
    }
    assert_eq!(want.count, Some(want.out.len() as u64));
}

#[test]
fn sets() {
    all_types!(Primitive::Union, |input, want| is_set(input, want, usize::max));
    all_types!(Primitive::Intersection, |input, want| is_set(input, want, usize::min));
    all_types!(Primitive::Difference, |input, want| is_set(input, want, usize::saturating_sub));
    all_types!(Primitive::Unique, |input, want| {
        let mut wanted = input.first.clone();
        wanted.dedup();
        assert_eq!(want.out, wanted);
    });
}
