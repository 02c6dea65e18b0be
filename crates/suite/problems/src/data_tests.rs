//! Inputs keep what the header promises of them.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::Element;

fn case(primitive: Primitive, n: u64, distribution: Distribution, seed: u64) -> Case {
    Case {
        id: 1,
        primitive: primitive.name().to_owned(),
        variant: "any".to_owned(),
        element: Element::I32,
        n,
        distribution,
        seed,
    }
}

fn promises<T: Value>(primitive: Primitive, case: &Case) {
    let input = make::<T>(primitive, case, Input::default());
    let (n, m) = (input.n, input.m);
    assert!(n * u64::from(primitive.has_sides()) * m <= case.n);
    let is = |length: usize, wanted: u64, uses: bool| {
        assert_eq!(length as u64, if uses { wanted } else { 0 });
    };
    let elements = if primitive.has_sides() { n * m } else { n };
    is(input.first.len(), elements, primitive.uses_input());
    is(input.second.len(), m, primitive.uses_second());
    let is_sparse = primitive == Primitive::Spmv;
    is(input.aux.len(), n, primitive.is_by_key() || primitive.is_pairs() || is_sparse);
    assert!(!is_sparse || input.aux.iter().all(|column| u64::from(*column) < m));
    let flags = if primitive == Primitive::GatherIf { m } else { n };
    is(input.flags.len(), flags, primitive.uses_flags());
    assert!(input.flags.iter().all(|flag| *flag < 2));
    let in_range = |x: &T| !T::IS_FLOAT || x.as_f64().abs() <= 1.0;
    assert!(input.first.iter().chain(&input.second).all(in_range));
    if T::IS_FLOAT && primitive.sums() {
        assert!(input.first.iter().all(|x| (x.as_f64() * 256.0).fract() == 0.0));
    }
    if primitive.wants_sorted() || case.distribution == Distribution::Sorted && primitive.is_pairs()
    {
        assert!(input.first.is_sorted());
    }
    if primitive.is_set() || primitive == Primitive::Merge {
        assert!(input.second.is_sorted());
    }
    index(primitive, &input);
}

fn index<T: Value>(primitive: Primitive, input: &Input<T>) {
    let (n, m) = (input.n as u32, input.m as u32);
    if primitive.is_segmented() {
        assert_eq!(input.index.len(), input.m as usize + 1);
        assert_eq!((input.index.first(), input.index.last()), (Some(&0), Some(&n)));
        assert!(input.index.is_sorted());
    } else if primitive.is_gather() {
        assert_eq!(input.index.len(), input.m as usize);
        assert!(input.index.iter().all(|place| *place < n));
    } else if primitive.is_scatter() {
        let places: BTreeSet<u32> = input.index.iter().copied().collect();
        assert_eq!(places.len(), input.n as usize);
        assert!(places.iter().all(|place| *place < m));
    } else {
        assert!(input.index.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_the_header_promises_holds(n in 0_u64..3000, seed: u64) {
        for primitive in Primitive::ALL {
            for distribution in Distribution::ALL {
                let case = case(primitive, n, distribution, seed);
                promises::<i32>(primitive, &case);
                promises::<i64>(primitive, &case);
                promises::<f32>(primitive, &case);
                promises::<f64>(primitive, &case);
            }
        }
    }
}

#[test]
fn equal_seeds_make_equal_inputs_and_others_others() {
    let first = |seed| {
        make::<i32>(
            Primitive::Copy,
            &case(Primitive::Copy, 1000, Distribution::Uniform, seed),
            Input::default(),
        )
        .first
    };
    assert_eq!(first(5), first(5));
    assert_ne!(first(5), first(6));
}

/// The inputs of every primitive and distribution, of one size.
fn all<T: Value>(n: u64) -> Vec<(String, Input<T>)> {
    let mut all = Vec::new();
    for primitive in Primitive::ALL {
        for distribution in Distribution::ALL {
            let case = case(primitive, n, distribution, 3);
            let name = format!("{} {}", primitive.name(), distribution.name());
            all.push((name, make::<T>(primitive, &case, Input::default())));
        }
    }
    all
}

#[test]
fn arrays_of_one_recipe_are_equal() {
    fn check<T: Value>() {
        let all = [all::<T>(1000), all::<T>(1125)].concat();
        let mut alike = 0;
        for (i, (name, one)) in all.iter().enumerate() {
            for (another_name, another) in &all[i + 1..] {
                let (a, b) = (&one.recipes, &another.recipes);
                let same = |is_same: bool| {
                    assert!(is_same, "{name} and {another_name}");
                    1
                };
                let is = |a: Option<Recipe>, b: Option<Recipe>| a.is_some() && a == b;
                alike += if is(a.first, b.first) { same(one.first == another.first) } else { 0 };
                alike +=
                    if is(a.second, b.second) { same(one.second == another.second) } else { 0 };
                alike += if is(a.aux, b.aux) { same(one.aux == another.aux) } else { 0 };
                alike += if is(a.index, b.index) { same(one.index == another.index) } else { 0 };
                alike += if is(a.flags, b.flags) { same(one.flags == another.flags) } else { 0 };
            }
        }
        assert!(alike > 1000, "{alike}");
    }
    check::<i32>();
    check::<f32>();
    check::<i64>();
}

#[test]
fn an_input_is_the_same_whatever_was_made_before() {
    fn check<T: Value>() {
        let mut last = Input::<T>::default();
        for primitive in Primitive::ALL {
            for distribution in [Distribution::Uniform, Distribution::Constant] {
                let case = case(primitive, 500, distribution, 3);
                let new = make::<T>(primitive, &case, Input::default());
                last = make::<T>(primitive, &case, last);
                let of = |input: &Input<T>| format!("{input:?}");
                assert_eq!(of(&last), of(&new), "{}", primitive.name());
            }
        }
    }
    check::<i32>();
    check::<f64>();
}

#[test]
fn runs_are_what_repeating_the_element_before_makes() {
    let case = case(Primitive::Unique, 3000, Distribution::Uniform, 4);
    let runs = make::<u32>(Primitive::Unique, &case, Input::default()).first;
    let mut wanted = make::<u32>(Primitive::Sum, &case, Input::default()).first;
    let random = ByPlace::new(4, RUNS);
    for i in 1..wanted.len() {
        if random.below(i as u64, 3) != 0 {
            wanted[i] = wanted[i - 1];
        }
    }
    assert_eq!(runs, wanted);
}

#[test]
fn sharing_is_what_never_going_back_makes() {
    fn check<T: Value>(distribution: Distribution) {
        let case = case(Primitive::Union, 3000, distribution, 4);
        let input = make::<T>(Primitive::Union, &case, Input::default());
        let random = ByPlace::new(4, SECOND);
        let mut least = input.first[0];
        for (j, found) in (0..input.m).zip(&input.second) {
            let x = j as f64 / input.m as f64;
            let place = (x * x * 3000.0) as usize;
            let of_first = input.first[place.min(2999)];
            let value = if random.at(j) & 1 == 0 { of_first } else { of_first.successor() };
            least = if value > least { value } else { least };
            assert_eq!(*found, least, "{} {j}", distribution.name());
        }
    }
    for distribution in Distribution::ALL {
        check::<i32>(distribution);
        check::<f32>(distribution);
    }
}

#[test]
fn keys_of_many_segments_are_those_of_each() {
    for distribution in Distribution::ALL {
        // Enough for several threads.
        let n = 1_100_000;
        let m = layout::segments(n, distribution);
        let offsets = layout::offsets(n, m, distribution, ByPlace::new(1, 1));
        let random = ByPlace::new(1, 2);
        let keys = layout::keys(&offsets, random);
        for (segment, ends) in (0..).zip(offsets.windows(2)) {
            let key = (3 * segment + random.below(segment, 3)) as u32;
            assert!(keys[ends[0] as usize..ends[1] as usize].iter().all(|k| *k == key));
        }
        assert_eq!(keys.len() as u64, n);
    }
}

#[test]
fn sums_of_many_floats_stay_small() {
    for distribution in [Distribution::Uniform, Distribution::Few] {
        let case = case(Primitive::Sum, 1 << 20, distribution, 1);
        let first = make::<f32>(Primitive::Sum, &case, Input::default()).first;
        let mut sum = 0.0_f64;
        let largest = first.iter().fold(0.0_f64, |largest, x| {
            sum += f64::from(*x);
            largest.max(sum.abs())
        });
        assert!(largest < 4096.0, "{distribution:?} {largest}");
    }
}

#[test]
fn sets_share_elements_and_have_others_and_repeats_on_both_sides() {
    let case = case(Primitive::Union, 10_000, Distribution::Uniform, 1);
    let input = make::<i32>(Primitive::Union, &case, Input::default());
    let of = |values: &[i32]| values.iter().copied().collect::<BTreeSet<i32>>();
    let (f, g) = (of(&input.first), of(&input.second));
    let common = f.intersection(&g).count();
    assert!(common > 1000 && common < g.len() - 500, "{common} of {}", g.len());
    assert!(g.len() < input.second.len());
}

#[test]
fn distributions_of_segments() {
    let lengths = |distribution| {
        let m = layout::segments(1 << 16, distribution);
        let offsets = layout::offsets(1 << 16, m, distribution, ByPlace::new(1, 1));
        offsets.windows(2).map(|ends| ends[1] - ends[0]).collect::<Vec<u32>>()
    };
    assert!(lengths(Distribution::Uniform).iter().all(|length| (200..=320).contains(length)));
    assert_eq!(lengths(Distribution::Constant), [1 << 16]);
    let few = lengths(Distribution::Few);
    let empty = few.iter().filter(|length| **length == 0).count();
    assert!((few.len() / 5..few.len() / 3).contains(&empty), "{empty} of {}", few.len());
    let power = lengths(Distribution::PowerLaw);
    assert!(power[0] > 5000 && power[power.len() - 1] < 20, "{power:?}");
}
