//! Inputs keep what the header promises of them.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::suite::protocol::Element;

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
    let input = make::<T>(primitive, case);
    let (n, m) = (input.n, input.m);
    assert!(n * u64::from(primitive == Primitive::Transpose) * m <= case.n);
    let is = |length: usize, wanted: u64, uses: bool| {
        assert_eq!(length as u64, if uses { wanted } else { 0 });
    };
    let elements = if primitive == Primitive::Transpose { n * m } else { n };
    is(input.first.len(), elements, primitive.uses_input());
    is(input.second.len(), m, primitive.uses_second());
    is(input.aux.len(), n, primitive.is_by_key() || primitive.is_pairs());
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
        make::<i32>(Primitive::Copy, &case(Primitive::Copy, 1000, Distribution::Uniform, seed))
            .first
    };
    assert_eq!(first(5), first(5));
    assert_ne!(first(5), first(6));
}

#[test]
fn threads_make_what_one_thread_makes() {
    let many = layout::made(1 << 20, |i| i * 3);
    assert!((0..1 << 20).map(|i| i * 3).eq(many));
}

#[test]
fn sums_of_many_floats_stay_small() {
    for distribution in [Distribution::Uniform, Distribution::Few] {
        let case = case(Primitive::Sum, 1 << 20, distribution, 1);
        let first = make::<f32>(Primitive::Sum, &case).first;
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
    let input = make::<i32>(Primitive::Union, &case);
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
        let offsets = layout::offsets(1 << 16, m, distribution, Random::new(1, 1));
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
