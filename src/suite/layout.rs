//! Offsets of segments, keys of runs, and filling long arrays with many threads. Pure.

use std::thread;

use super::protocol::Distribution;
use super::random::Random;

/// Elements below which one thread is faster than several.
const A_THREADS_WORTH: usize = 1 << 18;

/// More threads than this only wait for memory.
const MOST_THREADS: usize = 16;

/// An array whose elements depend on their places alone.
pub(super) fn made<T: Copy + Default + Send>(count: u64, make: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let mut all = vec![T::default(); count as usize];
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.min(MOST_THREADS).min(all.len() / A_THREADS_WORTH).max(1);
    let part = all.len().div_ceil(threads).max(1);
    let fill = |start: usize, slice: &mut [T]| {
        for (place, to) in (start as u64..).zip(slice) {
            *to = make(place);
        }
    };
    if threads == 1 {
        fill(0, &mut all);
        return all;
    }
    thread::scope(|scope| {
        for (number, slice) in all.chunks_mut(part).enumerate() {
            let fill = &fill;
            scope.spawn(move || fill(number * part, slice));
        }
    });
    all
}

/// How many segments `n` elements have.
pub(super) const fn segments(n: u64, distribution: Distribution) -> u64 {
    match distribution {
        Distribution::Uniform | Distribution::Sorted => n / 256 + 1,
        Distribution::Constant => 1,
        Distribution::Few => n / 4 + 3,
        Distribution::PowerLaw => n / 64 + 1,
    }
}

/// The `m + 1` offsets of `m` segments of `n` elements: of equal length, give or take;
/// ever longer; one; short, a quarter of them empty; or the longest first, in
/// proportion to rank^(-3/4).
pub(super) fn offsets(n: u64, m: u64, distribution: Distribution, random: Random) -> Vec<u32> {
    let evenly = |j: u64| j * n / m.max(1);
    made(m + 1, |j| {
        let x = j as f64 / m.max(1) as f64;
        let offset = match distribution {
            _ if j == 0 => 0,
            _ if j >= m => n,
            Distribution::Uniform => evenly(j) + random.below(j, (n / m / 8).max(1)),
            Distribution::Sorted => (x * x * n as f64) as u64,
            Distribution::Constant => n,
            Distribution::Few => {
                let joins = j % 2 == 1 && random.at(j) & 1 == 0;
                evenly(if joins { j - 1 } else { j })
            }
            // Square roots are exact everywhere, powers are not.
            Distribution::PowerLaw => (x.sqrt().sqrt() * n as f64) as u64,
        };
        offset.min(n) as u32
    })
}

/// A key for each element, equal within a segment and different in the next.
pub(super) fn keys(offsets: &[u32], random: Random) -> Vec<u32> {
    let count = offsets.last().map_or(0, |last| *last as usize);
    let mut keys = vec![0; count];
    for (segment, ends) in (0_u64..).zip(offsets.windows(2)) {
        let key = (3 * segment + random.below(segment, 3)) as u32;
        keys[ends[0] as usize..ends[1] as usize].fill(key);
    }
    keys
}
