//! Damaged files, which nothing may panic at or take long to read: what the tests of several
//! crates share.

use std::time::{Duration, Instant};

use propp_base_statistics::{Random, parallel};

/// A number below `count`; 0 where there is none.
pub(crate) fn below(random: &mut Random, count: usize) -> usize {
    random.below(count.max(1) as u64) as usize
}

/// Changes a few bytes at a place: a flipped bit, another byte, one byte many times, or up to
/// `longest` bytes of another file.
pub(crate) fn spoil(
    random: &mut Random,
    bytes: &mut [u8],
    at: usize,
    other: &[u8],
    longest: usize,
) {
    let Some(rest) = bytes.get_mut(at..).filter(|rest| !rest.is_empty()) else { return };
    match below(random, 4) {
        0 => rest[0] ^= 1 << below(random, 8),
        1 => rest[0] = below(random, 256) as u8,
        2 => {
            let value = [0, 0xff, 0x7f, 0x80, b'9', b'"'][below(random, 6)];
            let count = below(random, 64).min(rest.len());
            rest[..count].fill(value);
        }
        _ => {
            let from = below(random, other.len());
            let count = below(random, longest).min(other.len() - from).min(rest.len());
            rest[..count].copy_from_slice(&other[from..from + count]);
        }
    }
}

/// Reads as many damaged files as the variable says, or `usual`. A case is whether something
/// could be read all the same: one of `share` must leave something.
pub(crate) fn none_takes_long(
    variable: &str,
    usual: u64,
    share: u64,
    case: impl Fn(&mut Random) -> bool + Sync + Send,
) {
    let count = std::env::var(variable).map_or(usual, |count| count.parse().unwrap());
    let read = parallel::each(&(0..64).collect::<Vec<u64>>(), |part| {
        let mut random = Random::new(24, *part);
        let (mut opened, mut slowest) = (0_u64, Duration::ZERO);
        for _ in 0..count.div_ceil(64) {
            let start = Instant::now();
            opened += u64::from(case(&mut random));
            slowest = slowest.max(start.elapsed());
        }
        (opened, slowest)
    });
    let opened: u64 = read.iter().map(|(opened, _)| opened).sum();
    let slowest = read.iter().map(|(_, slowest)| *slowest).max().unwrap_or_default();
    println!("{count} damaged files, {opened} of them opened, the slowest in {slowest:?}");
    assert!(opened > count / share, "damage should leave some to read: {opened}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
