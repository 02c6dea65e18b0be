//! Instructions by which lanes of a warp see each other's registers.

use propp_arithmetic::combined;
use propp_ptx::{Op, Shuffle, Slot, Vote};

use crate::lanes::{LANES, Registers, lanes};

/// The lanes that take part.
pub(crate) enum Members {
    Named(Slot),
    All,
}

pub(crate) fn members(op: &Op) -> Option<Members> {
    match op {
        Op::Multiply(_) | Op::Tiles(_) | Op::Fragment(_) => Some(Members::All),
        Op::Shuffle { members, .. }
        | Op::Vote { members, .. }
        | Op::Ballot { members, .. }
        | Op::MatchAny { members, .. }
        | Op::MatchAll { members, .. }
        | Op::Reduce { members, .. }
        | Op::Elect { members, .. }
        | Op::WarpBarrier { members } => Some(Members::Named(*members)),
        _ => None,
    }
}

pub(crate) fn execute(registers: &mut Registers, op: &Op, active: u32) {
    let named = |registers: &Registers, slot: Slot| {
        registers.narrow(slot)[active.trailing_zeros() as usize % LANES] & active
    };
    match op {
        Op::Shuffle { shuffle, to, valid, from, lane, clamp, .. } => {
            let (values, by) = (*registers.narrow(*from), *registers.narrow(*lane));
            let clamps = *registers.narrow(*clamp);
            let (mut found, mut results) = (0, [0; LANES]);
            for own in lanes(active) {
                let (source, in_range) = source(*shuffle, own as u32, by[own], clamps[own]);
                found |= u32::from(in_range) << own;
                results[own] = values[if in_range { source as usize % LANES } else { own }];
            }
            registers.set_narrow(*to, active, |lane| results[lane]);
            if let Some(valid) = valid {
                registers.set_predicate(*valid, active, found);
            }
        }
        Op::Vote { vote, to, from, members } => {
            let members = named(registers, *members);
            let bits = registers.predicate(*from) & members;
            let holds = match vote {
                Vote::All => bits == members,
                Vote::Any => bits != 0,
                Vote::Uniform => bits == 0 || bits == members,
            };
            registers.set_predicate(*to, active, if holds { u32::MAX } else { 0 });
        }
        Op::Ballot { to, from, members } => {
            let bits = registers.predicate(*from) & named(registers, *members);
            registers.set_narrow(*to, active, |_| bits);
        }
        Op::MatchAny { wide, to, from, members } => {
            let members = named(registers, *members);
            let values = values(registers, *wide, *from);
            registers.set_narrow(*to, active, |lane| {
                let equal = lanes(members).filter(|other| values[*other] == values[lane]);
                equal.fold(0, |mask, other| mask | 1 << other)
            });
        }
        Op::MatchAll { wide, to, all, from, members } => {
            let members = named(registers, *members);
            let values = values(registers, *wide, *from);
            let first = values[members.trailing_zeros() as usize % LANES];
            let equal = lanes(members).all(|lane| values[lane] == first);
            registers.set_narrow(*to, active, |_| if equal { members } else { 0 });
            if let Some(all) = all {
                registers.set_predicate(*all, active, if equal { u32::MAX } else { 0 });
            }
        }
        Op::Reduce { atomic, ty, to, from, members } => {
            let members = named(registers, *members);
            let values = *registers.narrow(*from);
            let all = lanes(members).map(|lane| u64::from(values[lane]));
            let result = all.reduce(|a, b| combined(*atomic, *ty, a, b)).unwrap_or(0) as u32;
            registers.set_narrow(*to, active, |_| result);
        }
        Op::Multiply(own) => registers.multiply(own),
        Op::ActiveMask { to } => registers.set_narrow(*to, active, |_| active),
        Op::Elect { to, chosen, members } => {
            let leader = named(registers, *members).trailing_zeros();
            if let Some(to) = to {
                registers.set_narrow(*to, active, |_| leader);
            }
            registers.set_predicate(*chosen, active, 1_u32.checked_shl(leader).unwrap_or(0));
        }
        _ => {}
    }
}

fn values(registers: &Registers, wide: bool, slot: Slot) -> [u64; LANES] {
    if wide { registers.wide[slot as usize] } else { registers.narrow(slot).map(u64::from) }
}

/// The lane whose value `own` gets, and whether it is in range. The clamp's upper bits divide
/// the warp into segments.
fn source(shuffle: Shuffle, own: u32, by: u32, clamp: u32) -> (u32, bool) {
    let by = by & 31;
    let (clamp, segment) = (clamp & 31, clamp >> 8 & 31);
    let last = own & segment | clamp & !segment;
    let first = own & segment;
    match shuffle {
        Shuffle::Up => {
            let source = own.wrapping_sub(by).cast_signed();
            (source.cast_unsigned(), source >= last.cast_signed())
        }
        Shuffle::Down => (own + by, own + by <= last),
        Shuffle::Butterfly => (own ^ by, own ^ by <= last),
        Shuffle::Index => {
            let source = first | by & !segment;
            (source, source <= last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_take_the_lanes_that_the_manual_says() {
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
