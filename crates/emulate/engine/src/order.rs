//! In which order warps use shared memory. A GPU runs the warps of a block side by side: after a
//! barrier all of them read before the first one has come to its next write, a few instructions
//! later. Programs rely on this without a barrier (`return s[0]` at the end of a sum, whose next
//! call writes `s[0]`), so a warp that goes from reading to writing, or back, lets the others of
//! its block come as far first.

use propp_emulate_ptx::{
    BarrierOp, Block, Code, ControlOp, MemoryOp, Op, Space, TilesKind, WarpOp,
};

/// Since its last barrier, a warp lets the others go first at so many places. Those are enough for a
/// read, a write, and a read again; a loop without barriers would only lose time by more.
const MOST: u8 = 2;

/// Where a warp has let the others go first since its last barrier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Yields {
    left: u8,
    last: u32,
}

impl Default for Yields {
    fn default() -> Self {
        Self { left: MOST, last: u32::MAX }
    }
}

impl Yields {
    /// Whether the warp lets the others go first before this instruction.
    pub(crate) fn at(&mut self, instruction: u32) -> bool {
        if self.left == 0 || self.last == instruction {
            return false;
        }
        self.left -= 1;
        self.last = instruction;
        true
    }
}

/// What may have been done to shared memory since a barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Done {
    reads: bool,
    writes: bool,
}

impl Done {
    fn or(self, other: Self) -> Self {
        Self { reads: self.reads || other.reads, writes: self.writes || other.writes }
    }

    /// Whether the other is the first of its kind after one of the other kind.
    fn turns_to(self, next: Self) -> bool {
        self.reads && next.writes || self.writes && next.reads
    }
}

fn is_shared(space: Space) -> bool {
    matches!(space, Space::Shared | Space::Generic)
}

fn does(op: &Op) -> Done {
    match op {
        Op::Memory(MemoryOp::Load { space, .. }) => {
            Done { reads: is_shared(*space), writes: false }
        }
        Op::Memory(MemoryOp::Store { space, .. } | MemoryOp::Atomic { space, .. }) => {
            Done { reads: false, writes: is_shared(*space) }
        }
        Op::Memory(MemoryOp::CopyAsync(_)) => Done { reads: false, writes: true },
        Op::Warp(WarpOp::Tiles(tiles)) => match tiles.kind {
            TilesKind::Load { space, .. } => Done { reads: is_shared(space), writes: false },
            TilesKind::Store { space, .. } => Done { reads: false, writes: is_shared(space) },
            TilesKind::Move { .. } => Done::default(),
        },
        Op::Warp(WarpOp::Fragment(fragment)) => {
            let is_shared = is_shared(fragment.space);
            Done { reads: fragment.load && is_shared, writes: !fragment.load && is_shared }
        }
        // A bulk copy has a barrier of its own, and products of four warps wait for one.
        Op::Memory(
            MemoryOp::Bulk(_)
            | MemoryOp::Tensor(_)
            | MemoryOp::StoreAsync(_)
            | MemoryOp::Map(_)
            | MemoryOp::Image(_),
        )
        | Op::Lane(_)
        | Op::Warp(
            WarpOp::Shuffle { .. }
            | WarpOp::Vote { .. }
            | WarpOp::Ballot { .. }
            | WarpOp::MatchAny { .. }
            | WarpOp::MatchAll { .. }
            | WarpOp::Reduce { .. }
            | WarpOp::Elect { .. }
            | WarpOp::Multiply(_)
            | WarpOp::GroupMultiply(_)
            | WarpOp::ActiveMask { .. }
            | WarpOp::Barrier { .. },
        )
        | Op::Barrier(_)
        | Op::Control(_)
        | Op::System(_) => Done::default(),
    }
}

fn after(done: Done, op: &Op) -> Done {
    match op {
        Op::Barrier(
            BarrierOp::Block { .. } | BarrierOp::Shared { .. } | BarrierOp::Cluster { .. },
        ) => Done::default(),
        Op::Lane(_) | Op::Memory(_) | Op::Warp(_) | Op::Control(_) | Op::System(_) => {
            done.or(does(op))
        }
    }
}

fn own(block: &Block) -> std::ops::Range<usize> {
    block.first as usize..block.end as usize
}

/// Whether a warp lets others go first, for each instruction.
pub(crate) fn yields(code: &Code) -> Vec<bool> {
    let instructions = &code.instructions;
    let mut before = vec![Done::default(); code.blocks.len()];
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for (index, block) in code.blocks.iter().enumerate() {
            let end = own(block).fold(before[index], |done, at| after(done, &instructions[at].op));
            let ways = code.ways.iter().filter(|(from, _)| *from as usize == index);
            for next in block.successors.iter().chain(ways.map(|(_, to)| to)) {
                let known = &mut before[*next as usize];
                let joined = known.or(end);
                changes |= *known != joined;
                *known = joined;
            }
        }
    }
    let mut yields = vec![false; instructions.len()];
    for (block, before) in code.blocks.iter().zip(before) {
        let mut done = before;
        for at in own(block) {
            let op = &instructions[at].op;
            let next = match op {
                // Within it lanes cannot wait, so they do before it.
                Op::Control(ControlOp::Skip { count }) => {
                    let skipped = instructions.iter().skip(at + 1).take(*count as usize);
                    skipped.fold(Done::default(), |all, one| all.or(does(&one.op)))
                }
                Op::Control(_)
                | Op::Lane(_)
                | Op::Memory(_)
                | Op::Warp(_)
                | Op::Barrier(_)
                | Op::System(_) => does(op),
            };
            yields[at] = done.turns_to(next);
            done = after(done, op);
        }
    }
    yields
}
