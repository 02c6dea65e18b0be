//! Decoded instructions. Operands are slots of a register file; constants and special
//! registers have slots too, which no instruction writes.

use crate::text::{Space, Type};

mod asynchronous;
mod kinds;
mod matrix;
mod slots;

pub use asynchronous::{Bulk, CopyAsync, Expected, Mbarrier};
pub use kinds::{
    Alu, Atomic, Caching, Clock, Compare, Flags, Logic, Order, Rounding, Shuffle, Toward, Vote,
};
pub use matrix::{Fragment, Layout, Multiply, Role, Tiles, TilesKind};
pub use slots::Access;

/// The place of a register in its file.
pub type Slot = u32;

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    pub guard: Option<Guard>,
    pub op: Op,
    /// In the text of PTX, from 1.
    pub line: u32,
    /// Index into [`crate::Code::places`].
    pub place: u32,
    /// Whether the text has it. The decoder adds a few of its own, which do not count.
    pub counted: bool,
    /// Whether it is a barrier, a fence, a read of a special register or a hint: neither
    /// arithmetic, access nor jump.
    pub miscellaneous: bool,
}

/// The lanes that carry out an instruction: those whose predicate is true, or false if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub predicate: Slot,
    pub negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address {
    pub base: Base,
    pub offset: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    None,
    Narrow(Slot),
    Wide(Slot),
}

/// What a barrier does beside waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Sync,
    /// Does not wait.
    Arrive,
    /// Combines a predicate of all threads into a predicate.
    Reduce {
        logic: Logic,
        to: Slot,
        from: Slot,
        negated: bool,
    },
    /// Counts the threads whose predicate is true.
    Count {
        to: Slot,
        from: Slot,
        negated: bool,
    },
}

/// The registers of a vector access, one for each element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// None for an element that nobody wants.
    pub elements: Vec<Option<Slot>>,
    /// Of memory.
    pub ty: Type,
    /// Whether the registers are of 64 bits.
    pub wide: bool,
    /// Bits of the registers: what a signed load extends to.
    pub register_bits: u32,
}

/// Whether ptxas makes one wider load of this one and others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    No,
    /// The first of them, which stands for all: a load of so many bytes, which begins so many
    /// bytes before this one's own.
    First {
        bytes: u32,
        behind: u32,
    },
    Behind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    Alu {
        alu: Alu,
        ty: Type,
        flags: Flags,
        immediate: u32,
        to: Slot,
        from: [Slot; 4],
    },
    /// Addition or subtraction that takes or leaves a carry.
    Carry {
        subtract: bool,
        ty: Type,
        to: Slot,
        from: [Slot; 2],
        carry_in: Option<Slot>,
        carry_out: Option<Slot>,
    },
    /// `to = compare(a, b) [logic with]`, and `other` the same of the opposite.
    Compare {
        compare: Compare,
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
    Load {
        space: Space,
        order: Order,
        caching: Caching,
        address: Address,
        to: Vector,
        joined: Joined,
    },
    Store {
        space: Space,
        order: Order,
        address: Address,
        from: Vector,
    },
    Atomic {
        space: Space,
        atomic: Atomic,
        ty: Type,
        address: Address,
        /// None for a reduction.
        to: Option<Slot>,
        /// Whether anything reads the result.
        is_read: bool,
        from: Slot,
        /// What a compare-and-swap stores.
        swap: Option<Slot>,
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
    /// Whether a generic address lies in the space.
    IsSpace {
        space: Space,
        to: Slot,
        from: Slot,
    },
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
    /// Product and sum of matrices that a warp's lanes hold together.
    Multiply(Box<Multiply>),
    /// Small matrices between shared memory and registers, or within registers.
    Tiles(Box<Tiles>),
    /// A matrix of `Multiply` between memory and registers.
    Fragment(Box<Fragment>),
    CopyAsync(Box<CopyAsync>),
    Bulk(Box<Bulk>),
    /// A barrier in shared memory.
    Mbarrier {
        space: Space,
        address: Address,
        action: Mbarrier,
    },
    /// The arrivals that a barrier's state says to be missing.
    PendingCount {
        to: Slot,
        from: Slot,
    },
    ActiveMask {
        to: Slot,
    },
    /// One lane of the members is chosen.
    Elect {
        to: Option<Slot>,
        chosen: Slot,
        members: Slot,
    },
    Barrier {
        barrier: Barrier,
        id: Slot,
        threads: Option<Slot>,
    },
    WarpBarrier {
        members: Slot,
    },
    Fence,
    /// Reads a register that changes while the kernel runs.
    Clock {
        clock: Clock,
        to: Slot,
    },
    Sleep {
        from: Slot,
    },
    /// Hints that nothing depends on.
    Nothing,
    /// A label before it is resolved, then an index of a block.
    Branch {
        target: u32,
    },
    BranchTable {
        index: Slot,
        targets: Vec<u32>,
    },
    /// The lanes of its guard leave out so many instructions that follow.
    Skip {
        count: u32,
    },
    Exit,
    Trap,
    Print {
        format: Slot,
        arguments: Slot,
        to: Option<u32>,
    },
    AssertFail {
        message: Slot,
        file: Slot,
        line: Slot,
        function: Slot,
    },
}
