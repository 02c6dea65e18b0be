//! Offsets of segments and keys of runs. Pure.

use propp_base_statistics::parallel::{made, parts};
use propp_base_statistics::random::ByPlace;

use crate::Distribution;

/// How many segments `n` elements have.
pub(super) const fn segments(n: u64, distribution: Distribution) -> u64 {
    match distribution {
        Distribution::Uniform | Distribution::Sorted => n / 256 + 1,
        Distribution::Constant => 1,
        Distribution::Few => n / 4 + 3,
        Distribution::PowerLaw => n / 64 + 1,
    }
}

/// The `m + 1` offsets of `m` segments of `n` elements. By distribution, the segments have
/// about equal lengths; grow; are one; are short, a quarter of them empty; or shrink in
/// proportion to rank^(-3/4).
pub(super) fn offsets(n: u64, m: u64, distribution: Distribution, random: ByPlace) -> Vec<u32> {
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
pub(super) fn keys(offsets: &[u32], random: ByPlace) -> Vec<u32> {
    let count = offsets.last().map_or(0, |last| *last as usize);
    let mut keys = vec![0; count];
    parts(&mut keys, |begin, part| {
        let end = begin + part.len();
        // The last segment that begins at or before this part. Segments before it have no
        // elements here.
        let first = offsets.partition_point(|offset| *offset as usize <= begin).saturating_sub(1);
        for (segment, ends) in (first as u64..).zip(offsets[first..].windows(2)) {
            let (from, to) = (begin.max(ends[0] as usize), end.min(ends[1] as usize));
            if from >= end {
                break;
            }
            let key = (3 * segment + random.below(segment, 3)) as u32;
            part[from - begin..to - begin].fill(key);
        }
    });
    keys
}
