//! Reductions: of everything, by key, by segment, into bins.

use super::out::Out;
use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: Out<'_, T>,
    value: impl Fn(T) -> T + Copy,
) -> Option<u64> {
    let f = &input.first;
    let count = |counts: &dyn Fn(&T) -> bool| f.iter().filter(|x| counts(x)).count() as u64;
    match primitive {
        Primitive::Count => return Some(count(&|x| *x == input.a)),
        Primitive::CountIf => return Some(count(&|x| *x < input.a)),
        Primitive::Min => put(out.elements, extreme(f, |x, best| x < best).map(|(_, x)| x)),
        Primitive::Max => put(out.elements, extreme(f, |x, best| x > best).map(|(_, x)| x)),
        Primitive::ArgMin => return extreme(f, |x, best| x < best).map(|(i, _)| i as u64),
        Primitive::ArgMax => return extreme(f, |x, best| x > best).map(|(i, _)| i as u64),
        Primitive::Sum => put(out.elements, Some(sum(f, value))),
        Primitive::ReduceByKey => return Some(by_key(input, out, value)),
        Primitive::SegmentedReduce => {
            for (to, ends) in out.elements.iter_mut().zip(input.index.windows(2)) {
                *to = sum(&f[ends[0] as usize..ends[1] as usize], value);
            }
        }
        _ => histogram(input, out.aux),
    }
    None
}

fn put<T: Value>(out: &mut [T], result: Option<T>) {
    if let (Some(to), Some(result)) = (out.first_mut(), result) {
        *to = result;
    }
}

/// The first of the best elements.
fn extreme<T: Value>(f: &[T], better: impl Fn(T, T) -> bool) -> Option<(usize, T)> {
    let mut all = f.iter().copied().enumerate();
    let first = all.next()?;
    Some(all.fold(first, |best, one| if better(one.1, best.1) { one } else { best }))
}

fn sum<T: Value>(f: &[T], value: impl Fn(T) -> T) -> T {
    T::narrow(f.iter().fold(T::Wide::default(), |sum, x| sum + value(*x).wide()))
}

fn by_key<T: Value>(input: &Input<T>, out: Out<'_, T>, value: impl Fn(T) -> T + Copy) -> u64 {
    let mut start = 0;
    let mut runs = 0;
    for run in input.aux.chunk_by(|x, y| x == y) {
        let end = start + run.len();
        out.aux[runs] = run[0];
        out.elements[runs] = sum(&input.first[start..end], value);
        (start, runs) = (end, runs + 1);
    }
    runs as u64
}

fn histogram<T: Value>(input: &Input<T>, out: &mut [u32]) {
    out.fill(0);
    let (a, b) = (input.a, input.b);
    let inside = input.first.iter().filter(|x| **x >= a && **x < b);
    if T::IS_FLOAT {
        // Exact: borders and values are multiples of 2^-8, and the width is a power of
        // two.
        let (low, width) = (a.as_f64(), (b.as_f64() - a.as_f64()) / input.m as f64);
        for x in inside {
            out[((x.as_f64() - low) / width) as usize] += 1;
        }
    } else {
        let (low, range) = (a.as_i64(), b.as_i64() - a.as_i64());
        let width = (range / input.m as i64).max(1);
        for x in inside {
            out[((x.as_i64() - low) / width) as usize] += 1;
        }
    }
}
