//! What the lanes of a warp do together.

use super::Access::{Read, Write};
use super::group::GroupMultiply;
use super::kinds::{Atomic, Shuffle, Vote};
use super::matrix::{Fragment, Multiply, Tiles};
use super::{Slot, Visit, file};
use crate::text::File::{Narrow, Predicate};
use crate::text::Type;

/// The lanes of a warp work together: those that `members` names, or all.
#[derive(Clone, Debug, PartialEq)]
pub enum WarpOp {
    Shuffle {
        shuffle: Shuffle,
        to: Slot,
        valid: Option<Slot>,
        from: Slot,
        /// Distance or lane, clamp and segment mask, members.
        lane: Slot,
        clamp: Slot,
        members: Slot,
    },
    Vote {
        vote: Vote,
        to: Slot,
        from: Slot,
        members: Slot,
    },
    Ballot {
        to: Slot,
        from: Slot,
        members: Slot,
    },
    MatchAny {
        wide: bool,
        to: Slot,
        from: Slot,
        members: Slot,
    },
    MatchAll {
        wide: bool,
        to: Slot,
        all: Option<Slot>,
        from: Slot,
        members: Slot,
    },
    Reduce {
        atomic: Atomic,
        ty: Type,
        to: Slot,
        from: Slot,
        members: Slot,
    },
    /// One lane of the members is chosen.
    Elect {
        to: Option<Slot>,
        chosen: Slot,
        members: Slot,
    },
    /// The members wait for each other.
    Barrier {
        members: Slot,
    },
    ActiveMask {
        to: Slot,
    },
    /// Product and sum of matrices that a warp's lanes hold together.
    Multiply(Box<Multiply>),
    /// The part of one of four warps, whose matrices may lie in shared memory.
    GroupMultiply(Box<GroupMultiply>),
    /// Small matrices between shared memory and registers, or within registers.
    Tiles(Box<Tiles>),
    /// A matrix of `Multiply` between memory and registers.
    Fragment(Box<Fragment>),
}

impl WarpOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Shuffle { to, valid, from, lane, clamp, members, .. } => {
                for slot in [from, lane, clamp, members] {
                    visit(Narrow, Read, slot);
                }
                visit(Narrow, Write, to);
                valid.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Vote { to, from, members, .. } => {
                visit(Predicate, Read, from);
                visit(Narrow, Read, members);
                visit(Predicate, Write, to);
            }
            Self::Ballot { to, from, members } => {
                visit(Predicate, Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::MatchAny { wide, to, from, members } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::MatchAll { wide, to, all, from, members } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
                all.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Reduce { to, from, members, .. } => {
                visit(Narrow, Read, from);
                visit(Narrow, Read, members);
                visit(Narrow, Write, to);
            }
            Self::Elect { to, chosen, members } => {
                visit(Narrow, Read, members);
                to.iter_mut().for_each(|slot| visit(Narrow, Write, slot));
                visit(Predicate, Write, chosen);
            }
            Self::Barrier { members } => visit(Narrow, Read, members),
            Self::ActiveMask { to } => visit(Narrow, Write, to),
            Self::Multiply(own) => own.slots(visit),
            Self::GroupMultiply(own) => own.slots(visit),
            Self::Tiles(own) => own.slots(visit),
            Self::Fragment(own) => own.slots(visit),
        }
    }
}
