//! Instructions by which lanes of a warp see each other's registers.

use crate::arithmetic::combined;
use propp_emulate_ptx::{Shuffle, Slot, Vote, WarpOp};

use crate::access::{Reach, Stopped};
use crate::lanes::{LANES, Registers, lanes, weighed};

/// The lanes that take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Members {
    Named(Slot),
    All,
    Active,
}

pub(crate) fn members(op: &WarpOp) -> Members {
    match op {
        WarpOp::Multiply(_) | WarpOp::GroupMultiply(_) | WarpOp::Tiles(_) | WarpOp::Fragment(_) => {
            Members::All
        }
        WarpOp::Shuffle { members, .. }
        | WarpOp::Vote { members, .. }
        | WarpOp::Ballot { members, .. }
        | WarpOp::MatchAny { members, .. }
        | WarpOp::MatchAll { members, .. }
        | WarpOp::Reduce { members, .. }
        | WarpOp::Elect { members, .. }
        | WarpOp::Barrier { members } => Members::Named(*members),
        WarpOp::ActiveMask { .. } => Members::Active,
    }
}

pub(crate) fn execute(
    reach: &mut Reach<'_, '_>,
    registers: &mut Registers,
    op: &WarpOp,
    active: u32,
) -> Result<(), Stopped> {
    let named = |registers: &Registers, slot: Slot| {
        registers.narrow(slot)[active.trailing_zeros() as usize % LANES] & active
    };
    match op {
        WarpOp::Shuffle { shuffle, to, valid, from, lane, clamp, .. } => {
            let (values, by) = (*registers.narrow(*from), *registers.narrow(*lane));
            let (sources, found) = sources(*shuffle, &by, registers.narrow(*clamp));
            let values = sources.map(|source| values[source as usize % LANES]);
            registers.put_narrow(*to, active, values);
            if let Some(valid) = valid {
                registers.set_predicate(*valid, active, found);
            }
        }
        WarpOp::Vote { vote, to, from, members } => {
            let members = named(registers, *members);
            let bits = registers.predicate(*from) & members;
            let holds = match vote {
                Vote::All => bits == members,
                Vote::Any => bits != 0,
                Vote::Uniform => bits == 0 || bits == members,
            };
            registers.set_predicate(*to, active, if holds { u32::MAX } else { 0 });
        }
        WarpOp::Ballot { to, from, members } => {
            let bits = registers.predicate(*from) & named(registers, *members);
            registers.put_narrow(*to, active, [bits; LANES]);
        }
        WarpOp::MatchAny { wide, to, from, members } => {
            let members = named(registers, *members);
            let values = values(registers, *wide, *from);
            registers.set_narrow(*to, active, |lane| {
                let equal = lanes(members).filter(|other| values[*other] == values[lane]);
                equal.fold(0, |mask, other| mask | 1 << other)
            });
        }
        WarpOp::MatchAll { wide, to, all, from, members } => {
            let members = named(registers, *members);
            let values = values(registers, *wide, *from);
            let first = values[members.trailing_zeros() as usize % LANES];
            let equal = lanes(members).all(|lane| values[lane] == first);
            registers.put_narrow(*to, active, [if equal { members } else { 0 }; LANES]);
            if let Some(all) = all {
                registers.set_predicate(*all, active, if equal { u32::MAX } else { 0 });
            }
        }
        WarpOp::Reduce { atomic, ty, to, from, members } => {
            let members = named(registers, *members);
            let values = *registers.narrow(*from);
            let all = lanes(members).map(|lane| u64::from(values[lane]));
            let result = all.reduce(|a, b| combined(*atomic, *ty, a, b)).unwrap_or(0) as u32;
            registers.put_narrow(*to, active, [result; LANES]);
        }
        WarpOp::Multiply(own) => registers.multiply(own),
        WarpOp::GroupMultiply(own) => reach.group_multiply(registers, own)?,
        WarpOp::Tiles(own) => reach.tiles(registers, own)?,
        WarpOp::Fragment(own) => reach.fragment(registers, own)?,
        // All have come.
        WarpOp::Barrier { .. } => {}
        WarpOp::ActiveMask { to } => registers.put_narrow(*to, active, [active; LANES]),
        WarpOp::Elect { to, chosen, members } => {
            let leader = named(registers, *members).trailing_zeros();
            if let Some(to) = to {
                registers.put_narrow(*to, active, [leader; LANES]);
            }
            registers.set_predicate(*chosen, active, 1_u32.checked_shl(leader).unwrap_or(0));
        }
    }
    Ok(())
}

fn values(registers: &Registers, wide: bool, slot: Slot) -> [u64; LANES] {
    if wide { registers.wide[slot as usize] } else { registers.narrow(slot).map(u64::from) }
}

/// The lane whose value each lane gets: its own if that is out of range, which has no bit.
fn sources(shuffle: Shuffle, by: &[u32; LANES], clamps: &[u32; LANES]) -> ([u32; LANES], u32) {
    // A loop for each kind, of which the compiler makes vectors.
    match shuffle {
        Shuffle::Up => all_sources(by, clamps, source_up),
        Shuffle::Down => all_sources(by, clamps, |own, by, range| within(own + by, range.last)),
        Shuffle::Butterfly => {
            all_sources(by, clamps, |own, by, range| within(own ^ by, range.last))
        }
        Shuffle::Index => all_sources(by, clamps, |_, by, range| {
            within(range.first | by & !range.segment, range.last)
        }),
    }
}

/// What of a warp a lane can reach. The clamp's upper bits divide the warp into segments.
struct Range {
    segment: u32,
    first: u32,
    last: u32,
}

#[inline(always)]
fn within(source: u32, last: u32) -> (u32, bool) {
    (source, source <= last)
}

#[inline(always)]
fn source_up(own: u32, by: u32, range: Range) -> (u32, bool) {
    let source = own.wrapping_sub(by).cast_signed();
    (source.cast_unsigned(), source >= range.last.cast_signed())
}

#[inline(always)]
fn all_sources(
    by: &[u32; LANES],
    clamps: &[u32; LANES],
    source: impl Fn(u32, u32, Range) -> (u32, bool),
) -> ([u32; LANES], u32) {
    let own = |lane: usize| {
        let (own, by) = (lane as u32, by[lane] & 31);
        let (clamp, segment) = (clamps[lane] & 31, clamps[lane] >> 8 & 31);
        let first = own & segment;
        source(own, by, Range { segment, first, last: first | clamp & !segment })
    };
    let sources = std::array::from_fn(|lane| {
        let (source, is_in_range) = own(lane);
        if is_in_range { source } else { lane as u32 }
    });
    (sources, weighed(|lane| own(lane).1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_take_the_lanes_that_the_manual_says() {
        let source = |shuffle, own: usize, by, clamp| {
            let (sources, found) = sources(shuffle, &[by; LANES], &[clamp; LANES]);
            (sources[own], found >> own & 1 == 1)
        };
        // The forms that the compiler emits for the intrinsics of a whole warp.
        assert_eq!(source(Shuffle::Down, 30, 1, 31), (31, true));
        assert!(!source(Shuffle::Down, 31, 1, 31).1);
        assert_eq!(source(Shuffle::Up, 1, 1, 0), (0, true));
        assert!(!source(Shuffle::Up, 0, 1, 0).1);
        assert_eq!(source(Shuffle::Butterfly, 5, 16, 31), (21, true));
        assert_eq!(source(Shuffle::Index, 5, 33, 31), (1, true));
        // Segments of eight: the mask is 32 - 8 in the upper bits.
        let eight = 24 << 8 | 7;
        assert_eq!(source(Shuffle::Index, 13, 2, eight), (10, true));
        assert!(!source(Shuffle::Down, 15, 1, eight).1);
        assert_eq!(source(Shuffle::Down, 14, 1, eight), (15, true));
        assert!(!source(Shuffle::Up, 8, 1, 24 << 8).1);
        assert_eq!(source(Shuffle::Up, 9, 1, 24 << 8), (8, true));
    }
}
