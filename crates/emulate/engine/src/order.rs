//! In which order warps use memory that they share. A GPU runs the warps of a block side by side: after
//! a barrier all of them read before the first one has come to its next write, a few instructions
//! later. Programs rely on this without a barrier (`return s[0]` at the end of a sum, whose next
//! call writes `s[0]`), so a warp that goes from reading to writing, or back, lets the others of
//! its block come as far first: in shared memory, and in global memory where a block hands on
//! values to itself over a barrier.

use propp_emulate_ptx::{Block, Code, ControlOp, MemoryOp, Op, Space, TilesKind, WarpOp};

/// Since its last barrier, a warp lets the others go first at so many places. Those are enough to add to
/// two words one after the other; a loop without barriers would only lose time by more.
const MOST: u8 = 4;

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

/// The memory that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    Shared,
    Global,
}

impl Of {
    fn has(self, space: Space) -> bool {
        match space {
            Space::Generic => true,
            Space::Shared => self == Self::Shared,
            Space::Global => self == Self::Global,
            Space::Constant | Space::Local | Space::Parameter | Space::Frame => false,
        }
    }
}

fn does(of: Of, op: &Op) -> Done {
    let is_own = |space: &Space| of.has(*space);
    match op {
        Op::Memory(MemoryOp::Load { space, .. }) => Done { reads: is_own(space), writes: false },
        Op::Memory(MemoryOp::Store { space, .. } | MemoryOp::Atomic { space, .. }) => {
            Done { reads: false, writes: is_own(space) }
        }
        Op::Memory(MemoryOp::CopyAsync(_)) => {
            Done { reads: of == Of::Global, writes: of == Of::Shared }
        }
        Op::Warp(WarpOp::Tiles(tiles)) => match tiles.kind {
            TilesKind::Load { space, .. } => Done { reads: is_own(&space), writes: false },
            TilesKind::Store { space, .. } => Done { reads: false, writes: is_own(&space) },
            TilesKind::Move { .. } => Done::default(),
        },
        Op::Warp(WarpOp::Fragment(fragment)) => {
            let is_own = is_own(&fragment.space);
            Done { reads: fragment.load && is_own, writes: !fragment.load && is_own }
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

fn is_barrier(op: &Op) -> bool {
    matches!(op, Op::Barrier(_))
}

fn after(of: Of, done: Done, op: &Op) -> Done {
    if is_barrier(op) { Done::default() } else { done.or(does(of, op)) }
}

fn own(block: &Block) -> std::ops::Range<usize> {
    block.first as usize..block.end as usize
}

/// What holds before each block, from what holds before the first and behind each instruction.
fn flow<T: Copy + Default + PartialEq>(
    code: &Code,
    join: impl Fn(T, T) -> T,
    step: impl Fn(T, &Op) -> T,
) -> Vec<T> {
    let mut before = vec![T::default(); code.blocks.len()];
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for (index, block) in code.blocks.iter().enumerate() {
            let ops = code.instructions[own(block)].iter();
            let end = ops.fold(before[index], |state, one| step(state, &one.op));
            let ways = code.ways.iter().filter(|(from, _)| *from as usize == index);
            for next in block.successors.iter().chain(ways.map(|(_, to)| to)) {
                let known = &mut before[*next as usize];
                let joined = join(*known, end);
                changes |= *known != joined;
                *known = joined;
            }
        }
    }
    before
}

/// Whether a warp reads in global memory what another one of its block has written before a barrier,
/// as far as the order of the instructions tells.
fn hands_on(code: &Code) -> bool {
    /// Whether something was written, and whether a barrier came behind it.
    type State = (bool, bool);
    let step = |(written, passed): State, op: &Op| {
        (written || does(Of::Global, op).writes, passed || written && is_barrier(op))
    };
    let before = flow(code, |a: State, b: State| (a.0 || b.0, a.1 || b.1), step);
    code.blocks.iter().zip(before).any(|(block, mut state)| {
        code.instructions[own(block)].iter().any(|one| {
            let reads = state.1 && does(Of::Global, &one.op).reads;
            state = step(state, &one.op);
            reads
        })
    })
}

/// Whether a warp lets others go first, for each instruction.
pub(crate) fn yields(code: &Code) -> Vec<bool> {
    let mut yields = vec![false; code.instructions.len()];
    mark(Of::Shared, code, &mut yields);
    if hands_on(code) {
        mark(Of::Global, code, &mut yields);
    }
    yields
}

fn mark(of: Of, code: &Code, yields: &mut [bool]) {
    let instructions = &code.instructions;
    let before = flow(code, Done::or, |done, op| after(of, done, op));
    for (block, before) in code.blocks.iter().zip(before) {
        let mut done = before;
        for at in own(block) {
            let op = &instructions[at].op;
            let next = match op {
                // Within it lanes cannot wait, so they do before it.
                Op::Control(ControlOp::Skip { count }) => {
                    let skipped = instructions.iter().skip(at + 1).take(*count as usize);
                    skipped.fold(Done::default(), |all, one| all.or(does(of, &one.op)))
                }
                Op::Control(_)
                | Op::Lane(_)
                | Op::Memory(_)
                | Op::Warp(_)
                | Op::Barrier(_)
                | Op::System(_) => does(of, op),
            };
            yields[at] |= done.turns_to(next);
            done = after(of, done, op);
        }
    }
}
