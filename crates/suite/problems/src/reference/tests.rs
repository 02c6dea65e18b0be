//! References against definitions that are written in another way, on inputs of
//! every distribution and of sizes at which things go wrong.

use std::collections::BTreeMap;

use super::*;
use crate::data::make;
use crate::{Case, Distribution};

const SIZES: [u64; 13] = [0, 1, 2, 31, 32, 33, 127, 128, 129, 1023, 1024, 1025, 4097];

fn case<T: Value>(primitive: Primitive, n: u64, distribution: Distribution) -> Case {
    Case {
        id: 1,
        primitive: primitive.name().to_owned(),
        variant: "any".to_owned(),
        element: T::ELEMENT,
        n,
        distribution,
        seed: n + 11,
    }
}

/// Every size and distribution of a primitive, with its input and result.
fn all<T: Value>(primitive: Primitive, check: impl Fn(&Input<T>, &Expected<T>)) {
    for n in SIZES {
        for distribution in Distribution::ALL {
            if n == 0 && primitive.needs_an_element() {
                continue;
            }
            let input =
                make::<T>(primitive, &case::<T>(primitive, n, distribution), Input::default());
            check(&input, &expected(primitive, &input, Expected::default()));
        }
    }
}

/// The same for an integer that wraps, an unsigned one and a float.
macro_rules! all_types {
    ($primitive:expr, $check:expr) => {
        all::<i32>($primitive, $check);
        all::<u32>($primitive, $check);
        all::<i64>($primitive, $check);
        all::<f32>($primitive, $check);
        all::<f64>($primitive, $check);
    };
}

fn total<T: Value>(values: &[T]) -> T {
    // In the other direction.
    T::narrow(values.iter().rev().fold(T::Wide::default(), |sum, x| x.wide() + sum))
}

#[test]
fn generated() {
    all::<i32>(Primitive::Fill, |input, want| {
        assert_eq!(want.out, vec![input.a; input.n as usize]);
    });
    all::<f32>(Primitive::Sequence, |input, want| {
        for (i, x) in want.out.iter().enumerate() {
            assert_eq!(*x, input.a + i as f32 * input.b);
        }
    });
    all::<u32>(Primitive::Tabulate, |_, want| {
        for (i, x) in (0_u64..).zip(&want.out) {
            assert_eq!(u64::from(*x), i * 2_654_435_761 % (1 << 32) / 65536);
        }
    });
}

#[test]
fn transformed() {
    all::<i64>(Primitive::Transform, |input, want| {
        for (x, y) in input.first.iter().zip(&want.out) {
            let exact = i128::from(*x) * i128::from(input.a) + i128::from(input.b);
            assert_eq!(*y, exact as i64);
        }
    });
    all::<f64>(Primitive::TransformIf, |input, want| {
        for (i, y) in want.out.iter().enumerate() {
            let wanted = if input.flags[i] == 1 { input.a * input.first[i] + input.b } else { 0.0 };
            assert_eq!(*y, wanted);
            assert_eq!(want.scale[i] == 0.0, input.flags[i] == 0);
        }
    });
    all::<u32>(Primitive::Replace, |input, want| {
        let replaced = want.out.iter().zip(&input.first).filter(|(new, old)| new != old);
        assert!(replaced.clone().all(|(new, old)| *new == input.b && *old == input.a));
        assert!(input.a == input.b || !want.out.contains(&input.a));
    });
}

#[test]
fn differences_add_up_to_the_last() {
    all_types!(Primitive::AdjacentDifference, |input, want| {
        if let Some(last) = input.first.last() {
            let sum = total(&want.out).as_f64();
            assert!((sum - last.as_f64()).abs() <= 1e-3, "{sum} {last}");
        }
    });
}

#[test]
fn compared() {
    all_types!(Primitive::Mismatch, |input, want| {
        let count = want.count.unwrap() as usize;
        assert_eq!(input.first[..count], input.second[..count]);
        assert!(count == input.first.len() || input.first[count] != input.second[count]);
    });
    all_types!(Primitive::Equal, |input, want| {
        let differ = input.first.iter().zip(&input.second).any(|(x, y)| x != y);
        assert_eq!(want.count, Some(u64::from(!differ)));
    });
}

#[test]
fn copied() {
    all_types!(Primitive::Copy, |input, want| assert_eq!(want.out, input.first));
    all_types!(Primitive::GatherIf, |input, want| {
        for (j, x) in want.out.iter().enumerate() {
            let from = input.first.get(input.index[j] as usize).copied().unwrap();
            assert!(if input.flags[j] == 0 { is_zero(*x) } else { *x == from });
        }
    });
    all_types!(Primitive::Scatter, |input, want| {
        let mut left = want.out.clone();
        for (i, place) in input.index.iter().enumerate() {
            assert_eq!(left[*place as usize], input.first[i]);
            left[*place as usize] = Default::default();
        }
        assert!(left.iter().all(|x| is_zero(*x)));
    });
    all_types!(Primitive::Transpose, |input, want| {
        let (rows, columns) = (input.n as usize, input.m as usize);
        assert_eq!(want.out.len(), rows * columns);
        for (at, x) in want.out.iter().enumerate() {
            assert_eq!(*x, input.first[at % rows * columns + at / rows]);
        }
    });
}

fn is_zero<T: Value>(x: T) -> bool {
    x == T::default()
}

#[test]
fn counted_and_found() {
    all_types!(Primitive::CountIf, |input, want| {
        let mut sorted = input.first.clone();
        sorted.sort_by(|x, y| x.order(*y));
        assert_eq!(want.count, Some(sorted.partition_point(|x| *x < input.a) as u64));
    });
    all_types!(Primitive::Find, |input, want| {
        let place = want.count.unwrap() as usize;
        assert!(!input.first[..place].contains(&input.a));
        assert!(place == input.first.len() || input.first[place] == input.a);
    });
    all_types!(Primitive::Count, |input, want| {
        let others = input.first.iter().filter(|x| **x != input.a).count() as u64;
        assert_eq!(want.count, Some(input.n - others));
    });
}

#[test]
fn extremes() {
    all_types!(Primitive::ArgMin, |input, want| {
        let place = want.count.unwrap() as usize;
        let least = input.first[place];
        assert!(input.first[..place].iter().all(|x| *x > least));
        assert!(input.first[place..].iter().all(|x| *x >= least));
    });
    all_types!(Primitive::Max, |input, want| {
        let greatest = input.first.iter().copied().max_by(|x, y| x.order(*y)).unwrap();
        assert_eq!(want.out, [greatest]);
    });
}

#[test]
fn summed() {
    all_types!(Primitive::Sum, |input, want| {
        assert_eq!(want.out, [total(&input.first)]);
        for scale in &want.scale {
            let magnitudes: f64 = input.first.iter().map(|x| x.as_f64().abs()).sum();
            assert_eq!(scale.as_f64(), magnitudes);
        }
    });
    all_types!(Primitive::SegmentedReduce, |input, want| {
        assert_eq!(total(&want.out), total(&input.first));
        for (j, sum) in want.out.iter().enumerate() {
            let segment = input.index[j] as usize..input.index[j + 1] as usize;
            assert_eq!(*sum, total(&input.first[segment]));
        }
    });
    all_types!(Primitive::ReduceByKey, |input, want| {
        // The keys ascend, so that runs are all elements of a key.
        let mut sums: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for (key, x) in input.aux.iter().zip(&input.first) {
            sums.entry(*key).or_default().push(*x);
        }
        assert_eq!(want.count, Some(sums.len() as u64));
        assert_eq!(want.aux, sums.keys().copied().collect::<Vec<_>>());
        assert_eq!(want.out, sums.values().map(|run| total(run)).collect::<Vec<_>>());
        assert!(want.scale.is_empty() || want.scale.len() == want.out.len());
    });
}

#[test]
fn binned() {
    all_types!(Primitive::Histogram, |input, want| {
        assert_eq!(want.aux.len() as u64, input.m);
        let (low, high) = (input.a.as_f64(), input.b.as_f64());
        let width = (high - low) / input.m as f64;
        assert_eq!(width.log2().fract(), 0.0);
        let mut sorted = input.first.clone();
        sorted.sort_by(|x, y| x.order(*y));
        for (k, count) in want.aux.iter().enumerate() {
            let border = |k: usize| sorted.partition_point(|x| x.as_f64() < low + k as f64 * width);
            assert_eq!(*count as usize, border(k + 1) - border(k));
        }
    });
}

#[test]
fn scanned() {
    all_types!(Primitive::InclusiveScan, |input, want| {
        for end in [1, 2, 32, 1000].into_iter().filter(|end| *end <= input.first.len()) {
            assert_eq!(want.out[end - 1], total(&input.first[..end]));
        }
        if let (Some(last), false) = (want.out.last(), input.first.is_empty()) {
            assert_eq!(*last, total(&input.first));
        }
    });
    all_types!(Primitive::ExclusiveScan, |input, want| {
        let inclusive = expected(Primitive::InclusiveScan, input, Expected::default());
        assert!(want.out.first().is_none_or(|x| is_zero(*x)));
        assert!(want.out.iter().skip(1).eq(inclusive.out.iter().rev().skip(1).rev()));
    });
    all_types!(Primitive::ScanByKey, |input, want| {
        for i in 0..want.out.len() {
            let start = input.aux.iter().position(|key| *key == input.aux[i]).unwrap();
            if i - start < 50 {
                assert_eq!(want.out[i], total(&input.first[start..=i]));
            }
        }
    });
    all_types!(Primitive::SegmentedScan, |input, want| {
        let sums = expected(Primitive::SegmentedReduce, input, Expected::default());
        for (j, sum) in sums.out.iter().enumerate() {
            let (start, end) = (input.index[j] as usize, input.index[j + 1] as usize);
            if start < end {
                assert_eq!((want.out[start], want.out[end - 1]), (input.first[start], *sum));
            }
        }
    });
}

#[test]
fn every_result_fits_its_room_and_its_work() {
    for primitive in Primitive::ALL {
        all::<i32>(primitive, |input, want| {
            assert!(want.out.len() as u64 <= primitive.out_room(input.n, input.m));
            assert!(want.aux.len() as u64 <= primitive.out_aux_room(input.n, input.m));
            assert_eq!(want.count.is_some(), primitive.counts());
            assert!(want.scale.is_empty());
        });
        all::<f32>(primitive, |_, want| {
            let near = if primitive.is_near() { want.out.len() } else { 0 };
            assert_eq!(want.scale.len(), near);
        });
    }
}

#[test]
fn a_result_is_the_same_whatever_was_computed_before() {
    let mut last = Expected::<f32>::default();
    for primitive in Primitive::ALL {
        for n in [1000, 10] {
            let input = make(
                primitive,
                &case::<f32>(primitive, n, Distribution::Uniform),
                Input::default(),
            );
            let new = expected(primitive, &input, Expected::default());
            last = expected(primitive, &input, last);
            let of = |result: &Expected<f32>| {
                format!("{:?}", Expected { time: new.time, ..result.clone() })
            };
            assert_eq!(of(&last), of(&new), "{}", primitive.name());
        }
    }
}

// Here, to see the macro.
#[path = "compute_tests.rs"]
mod compute;
#[path = "reorder_tests.rs"]
mod reorder;
#[path = "rounds_tests.rs"]
mod rounds;
