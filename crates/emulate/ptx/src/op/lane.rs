//! Operations that look at nothing but a lane's own registers.

use super::Access::{Read, Write};
use super::arithmetic::Width;
use super::float::{Flags, FloatOp};
use super::integer::IntegerOp;
use super::kinds::{Comparison, Logic, Rounding};
use super::{Slot, Visit, file};
use crate::text::File::{Narrow, Predicate, Wide};
use crate::text::{Format, Space, Type};

/// The parts of a carry chain: `add`, `sub`, `mad.lo` and `mad.hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    Add,
    Subtract,
    ProductLow,
    ProductHigh,
}

impl Chain {
    pub const fn operands(self) -> usize {
        match self {
            Self::Add | Self::Subtract => 2,
            Self::ProductLow | Self::ProductHigh => 3,
        }
    }
}

/// Each lane computes registers from its own registers.
#[derive(Clone, Debug, PartialEq)]
pub enum LaneOp {
    Integer {
        op: IntegerOp,
        width: Width,
        signed: bool,
        saturate: bool,
        /// What `prmt`, `dp4a` and `lop3` say beside their operands.
        immediate: u32,
        to: Slot,
        from: [Slot; 4],
    },
    Float {
        op: FloatOp,
        format: Format,
        /// Two of 16 bits in a register.
        pair: bool,
        flags: Flags,
        to: Slot,
        from: [Slot; 3],
    },
    /// A sum or a difference that takes or leaves a carry.
    Carry {
        chain: Chain,
        wide: bool,
        to: Slot,
        from: [Slot; 3],
        carry_in: Option<Slot>,
        carry_out: Option<Slot>,
    },
    /// `to = comparison(a, b) [logic with]`, and `other` the same of the opposite.
    Compare {
        comparison: Comparison,
        /// The comparison's opposite is meant.
        negated: bool,
        ty: Type,
        from: [Slot; 2],
        with: Option<(Logic, Slot)>,
        to: Option<Slot>,
        other: Option<Slot>,
    },
    Select {
        wide: bool,
        to: Slot,
        from: [Slot; 2],
        predicate: Slot,
    },
    Move {
        wide: bool,
        to: Slot,
        from: Slot,
    },
    Predicates {
        logic: Logic,
        to: Slot,
        from: [Slot; 2],
    },
    PredicateNot {
        to: Slot,
        from: Slot,
    },
    PredicateMove {
        to: Slot,
        from: Slot,
    },
    PredicateSet {
        to: Slot,
        value: bool,
    },
    Convert {
        rounding: Rounding,
        flags: Flags,
        to_type: Type,
        from_type: Type,
        to: Slot,
        from: Slot,
    },
    /// Two halves of 32 bits into 64.
    Join64 {
        to: Slot,
        from: [Slot; 2],
    },
    Split64 {
        to: [Option<Slot>; 2],
        from: Slot,
    },
    /// Parts of 16 or 8 bits into 32, the lowest first.
    Join32 {
        bits: u32,
        to: Slot,
        from: Vec<Slot>,
    },
    Split32 {
        bits: u32,
        to: Vec<Option<Slot>>,
        from: Slot,
    },
    /// To or from a generic address.
    ToGeneric {
        space: Space,
        wide: bool,
        to: Slot,
        from: Slot,
    },
    FromGeneric {
        space: Space,
        wide: bool,
        to: Slot,
        from: Slot,
    },
    /// Whether a generic address lies in the space, or in that of any block of the cluster.
    IsSpace {
        space: Space,
        of_cluster: bool,
        to: Slot,
        from: Slot,
    },
    /// The address of another block's shared memory that corresponds to an address; `own` is the
    /// block's rank in its cluster.
    ToBlock {
        wide: bool,
        to: Slot,
        from: Slot,
        rank: Slot,
        own: Slot,
    },
    /// The rank of the block whose shared memory an address is of.
    RankOf {
        wide: bool,
        to: Slot,
        from: Slot,
        own: Slot,
    },
    /// Two numbers of 32 bits to 8 bits each, the lower byte first; beyond the largest number is the
    /// largest.
    ToFloat8 {
        format: Float8,
        to: Slot,
        from: [Slot; 2],
    },
    /// Two of 8 bits to `f16`.
    FromFloat8 {
        format: Float8,
        to: Slot,
        from: Slot,
    },
    /// Bytes or halves of a register, each by itself: `vabsdiff4` and its relatives.
    Video(Video),
    /// The arrivals that the state of a barrier in shared memory says to be missing.
    PendingCount {
        to: Slot,
        from: Slot,
    },
}

/// How bits of a float of 8 bits are read: four or five bits of exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float8 {
    E4m3,
    E5m2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoOp {
    Add,
    Sub,
    /// Half of the sum, rounded up.
    Average,
    Difference,
    Min,
    Max,
    /// 1 where the comparison holds.
    Set {
        comparison: Comparison,
        negated: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Video {
    pub op: VideoOp,
    /// Bits of a part: 8 or 16.
    pub bits: u32,
    /// Whether the result and the operands are signed.
    pub signed: [bool; 3],
    pub saturate: bool,
    /// Whether the results are added to the third operand.
    pub sums: bool,
    pub to: Slot,
    pub from: [Slot; 3],
}

impl LaneOp {
    pub(super) fn slots(&mut self, visit: &mut Visit<'_>) {
        match self {
            Self::Integer { op, width, to, from, .. } => {
                let row = op.row();
                for (slot, source) in from.iter_mut().zip(row.from) {
                    visit(source.file(*width), Read, slot);
                }
                visit(row.to.file(*width), Write, to);
            }
            Self::Float { op, format, to, from, .. } => {
                let own = file(*format == Format::F64);
                from.iter_mut().take(op.row().from).for_each(|slot| visit(own, Read, slot));
                visit(own, Write, to);
            }
            Self::Carry { chain, wide, to, from, carry_in, carry_out } => {
                let operands = from.iter_mut().take(chain.operands());
                operands.for_each(|slot| visit(file(*wide), Read, slot));
                carry_in.iter_mut().for_each(|slot| visit(Predicate, Read, slot));
                visit(file(*wide), Write, to);
                carry_out.iter_mut().for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Compare { ty, from, with, to, other, .. } => {
                let own = file(ty.bytes() == 8);
                from.iter_mut().for_each(|slot| visit(own, Read, slot));
                with.iter_mut().for_each(|(_, slot)| visit(Predicate, Read, slot));
                to.iter_mut().chain(other).for_each(|slot| visit(Predicate, Write, slot));
            }
            Self::Select { wide, to, from, predicate } => {
                from.iter_mut().for_each(|slot| visit(file(*wide), Read, slot));
                visit(Predicate, Read, predicate);
                visit(file(*wide), Write, to);
            }
            Self::Move { wide, to, from }
            | Self::ToGeneric { wide, to, from, .. }
            | Self::FromGeneric { wide, to, from, .. } => {
                visit(file(*wide), Read, from);
                visit(file(*wide), Write, to);
            }
            Self::Predicates { to, from, .. } => {
                from.iter_mut().for_each(|slot| visit(Predicate, Read, slot));
                visit(Predicate, Write, to);
            }
            Self::PredicateNot { to, from } | Self::PredicateMove { to, from } => {
                visit(Predicate, Read, from);
                visit(Predicate, Write, to);
            }
            Self::PredicateSet { to, .. } => visit(Predicate, Write, to),
            Self::Convert { to_type, from_type, to, from, .. } => {
                visit(file(from_type.bytes() == 8), Read, from);
                visit(file(to_type.bytes() == 8), Write, to);
            }
            Self::Join64 { to, from } => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Wide, Write, to);
            }
            Self::Split64 { to, from } => {
                visit(Wide, Read, from);
                to.iter_mut().flatten().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::Join32 { to, from, .. } => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Narrow, Write, to);
            }
            Self::Split32 { to, from, .. } => {
                visit(Narrow, Read, from);
                to.iter_mut().flatten().for_each(|slot| visit(Narrow, Write, slot));
            }
            Self::IsSpace { to, from, .. } => {
                visit(Wide, Read, from);
                visit(Predicate, Write, to);
            }
            Self::ToBlock { wide, to, from, rank, own } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, rank);
                visit(Narrow, Read, own);
                visit(file(*wide), Write, to);
            }
            Self::RankOf { wide, to, from, own } => {
                visit(file(*wide), Read, from);
                visit(Narrow, Read, own);
                visit(Narrow, Write, to);
            }
            Self::ToFloat8 { to, from, .. } => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Narrow, Write, to);
            }
            Self::FromFloat8 { to, from, .. } => {
                visit(Narrow, Read, from);
                visit(Narrow, Write, to);
            }
            Self::Video(Video { to, from, .. }) => {
                from.iter_mut().for_each(|slot| visit(Narrow, Read, slot));
                visit(Narrow, Write, to);
            }
            Self::PendingCount { to, from } => {
                visit(Wide, Read, from);
                visit(Narrow, Write, to);
            }
        }
    }
}
