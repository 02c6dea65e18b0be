//! Searches.

use std::ops::Range;
use std::time::{Duration, Instant};

use propp_base_statistics::parallel;

use crate::data::Input;
use crate::primitive::Primitive;
use crate::value::Value;

/// Number of searches to time. At 2^26 elements a search takes 0.86 us on the Xeon of an
/// H200 machine, so all 38 million would take 33 s.
const TIMED: usize = 1 << 20;

/// Number of evenly spaced runs of needles to time.
const RUNS: usize = 64;

/// Searches every needle. Returns the time of one core, extrapolated from a sample.
pub(super) fn lower_bounds<T: Value>(input: &Input<T>, out: &mut [u32]) -> Duration {
    let (f, needles) = (&input.first, &input.second);
    let search = |needles: &[T], out: &mut [u32]| {
        for (to, needle) in out.iter_mut().zip(needles) {
            *to = f.partition_point(|x| x < needle) as u32;
        }
    };
    let sample = sample(needles.len());
    let timed: usize = sample.iter().map(ExactSizeIterator::len).sum();
    let begin = Instant::now();
    for range in sample {
        search(&needles[range.clone()], &mut out[range]);
    }
    let time = begin.elapsed();
    if timed == needles.len() {
        return time;
    }
    parallel::parts(out, |begin, part| search(&needles[begin..begin + part.len()], part));
    time.mul_f64(needles.len() as f64 / timed as f64)
}

/// All indices below `count`, or runs of them if there are many.
fn sample(count: usize) -> Vec<Range<usize>> {
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
    fn needles_are_sampled_evenly_and_once() {
        for count in [0, 1, 2 * TIMED] {
            let sample = sample(count);
            assert_eq!((sample.len(), &sample[0]), (1, &(0..count)));
        }
        for count in [2 * TIMED + 1, 37_748_739] {
            let sample = sample(count);
            assert_eq!(sample.iter().map(ExactSizeIterator::len).sum::<usize>(), TIMED);
            assert!(sample.windows(2).all(|pair| pair[0].end <= pair[1].start));
            assert!(sample.last().unwrap().end <= count);
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
