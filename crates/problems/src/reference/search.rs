//! Searches.

use std::ops::Range;
use std::time::{Duration, Instant};

use propp_numbers::parallel;

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

/// Searches whose time is taken: at 2^26 elements one takes 0.86 us on the Xeon of an
/// H200 machine, and all 38 million would take 33 s.
const TIMED: usize = 1 << 20;

/// Runs of needles that are picked for it, evenly spaced.
const RUNS: usize = 64;

/// Searches every needle, which one has nothing to do with the next. Returns how long
/// one core takes for all, from the time that it takes for some.
pub(super) fn lower_bounds<T: Value>(input: &Input<T>, out: &mut [u32]) -> Duration {
    let (f, needles) = (&input.first, &input.second);
    let search = |needles: &[T], out: &mut [u32]| {
        for (to, needle) in out.iter_mut().zip(needles) {
            *to = f.partition_point(|x| x < needle) as u32;
        }
    };
    let picked = picked(needles.len());
    let some: usize = picked.iter().map(ExactSizeIterator::len).sum();
    let begin = Instant::now();
    for range in picked {
        search(&needles[range.clone()], &mut out[range]);
    }
    let time = begin.elapsed();
    if some == needles.len() {
        return time;
    }
    parallel::parts(out, |begin, part| search(&needles[begin..begin + part.len()], part));
    time.mul_f64(needles.len() as f64 / some as f64)
}

/// All places below `count`, or runs of them where those are many.
fn picked(count: usize) -> Vec<Range<usize>> {
    let (runs, length) = if count <= 2 * TIMED { (1, count) } else { (RUNS, TIMED / RUNS) };
    (0..runs).map(|run| run * count / runs).map(|begin| begin..begin + length).collect()
}

pub(super) fn compute<T: Value>(
    primitive: Primitive,
    input: &Input<T>,
    out: &mut [u32],
) -> Option<u64> {
    let f = &input.first;
    match primitive {
        Primitive::Find => {
            return Some(f.iter().position(|x| *x == input.a).unwrap_or(f.len()) as u64);
        }
        _ => {
            for (segment, ends) in (0..).zip(input.index.windows(2)) {
                out[ends[0] as usize..ends[1] as usize].fill(segment);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needles_are_picked_evenly_and_once() {
        for count in [0, 1, 2 * TIMED] {
            let picked = picked(count);
            assert_eq!((picked.len(), &picked[0]), (1, &(0..count)));
        }
        for count in [2 * TIMED + 1, 37_748_739] {
            let picked = picked(count);
            assert_eq!(picked.iter().map(ExactSizeIterator::len).sum::<usize>(), TIMED);
            assert!(picked.windows(2).all(|pair| pair[0].end <= pair[1].start));
            assert!(picked.last().unwrap().end <= count);
        }
    }

    #[test]
    fn many_needles_are_all_searched() {
        let (first, m) = ((0..1000).collect::<Vec<i32>>(), 2 * TIMED + 5);
        let second: Vec<i32> = (0..m as i32).map(|j| j * 7 % 1200).collect();
        let input = Input { n: 1000, m: m as u64, first, second, ..Input::default() };
        let mut out = vec![u32::MAX; m];
        assert!(lower_bounds(&input, &mut out) > Duration::ZERO);
        assert!(out.iter().zip(&input.second).all(|(place, x)| *place == (*x as u32).min(1000)));
    }
}
