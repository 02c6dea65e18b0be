//! A launch on several threads. Each has multiprocessors of its own, with their L1 and their
//! blocks in order, and a draft of the memory. If no thread has used what another one changed
//! without knowing of it, the counts and the memory are those of one thread; else the launch is run
//! again by one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

use crate::memory::{Draft, Memory, Reducing};
use propp_emulate_ptx::{Atomic, Code, MemoryOp, Op, Order, Space};

use crate::counts::Counts;
use crate::footprint::Footprint;
use crate::grid::{Grid, LONG_STINT, STINT};
use crate::host::Host;
use crate::launch::{Launch, product};
use crate::ready::Ready;
use crate::shares::Share;
use crate::state::Counting;
use crate::step::Machine;
use crate::turns::{Turn, Turns};

/// With fewer threads of the kernel a thread of the processor costs more than it saves.
const LEAST_THREADS: u64 = 1 << 12;
/// Of their time, beyond which threads that take turns are in vain.
const MOST_WAITING: f64 = 0.35;

/// In which order the blocks of a kernel can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocks {
    /// Any; how they reduce.
    AnyOrder(Option<Reducing>),
    /// Any but for parts, in which they take turns.
    InTurns,
    Alone,
}

impl Blocks {
    pub(crate) fn of(code: &Code) -> Self {
        let mut blocks = Self::AnyOrder(None);
        for instruction in &code.instructions {
            if instruction.op.facts().needs_order {
                return Self::Alone;
            }
            if let Op::Memory(op) = &instruction.op {
                blocks = blocks.with(op);
            }
        }
        blocks
    }

    /// Of blocks that carry out this, too.
    fn with(self, op: &MemoryOp) -> Self {
        let is_global = |space: &Space| matches!(space, Space::Global | Space::Generic);
        match op {
            MemoryOp::Load { space, order: Order::Strong, .. } if is_global(space) => Self::InTurns,
            MemoryOp::Atomic { space, atomic, ty, is_read, .. } if is_global(space) => {
                let own = Reducing { atomic: *atomic, ty: *ty };
                let commutes = match atomic {
                    Atomic::Add => !ty.is_float(),
                    Atomic::And | Atomic::Or | Atomic::Xor | Atomic::Min | Atomic::Max => true,
                    Atomic::Inc | Atomic::Dec | Atomic::Exchange | Atomic::CompareSwap => false,
                };
                let fits = commutes && !is_read && matches!(ty.bytes(), 4 | 8);
                match self {
                    Self::AnyOrder(None) if fits => Self::AnyOrder(Some(own)),
                    Self::AnyOrder(Some(other)) if fits && other == own => self,
                    Self::AnyOrder(_) | Self::InTurns | Self::Alone => Self::InTurns,
                }
            }
            MemoryOp::Load { .. }
            | MemoryOp::Store { .. }
            | MemoryOp::Atomic { .. }
            | MemoryOp::CopyAsync(_)
            | MemoryOp::Bulk(_)
            | MemoryOp::Tensor(_)
            | MemoryOp::Map(_)
            | MemoryOp::StoreAsync(_)
            | MemoryOp::Image(_) => self,
        }
    }

    /// Warp instructions that a warp runs before it is another one's turn.
    pub(crate) fn stint(self) -> u64 {
        if matches!(self, Self::AnyOrder(_)) { LONG_STINT } else { STINT }
    }
}

/// Whether several threads are worth their while.
pub(crate) fn is_large(launch: &Launch<'_>) -> bool {
    let blocks = product(launch.grid);
    let threads = u64::from(launch.threads);
    let all = blocks.saturating_mul(product(launch.block));
    threads > 1
        && !launch.races
        && launch.gpu.multiprocessors > 1
        && blocks >= 2 * threads
        && all >= LEAST_THREADS
        && launch.workspace == 0
        && launch.clusters().is_none_or(|size| product(size) == 1)
}

/// Nobody hears of what further threads do.
struct Silent;

impl Host for Silent {
    fn print(&mut self, _: &[u8]) {}
}

/// What came of a launch on several threads.
pub(crate) struct Together {
    pub(crate) counts: Counts,
    pub(crate) footprint: Footprint,
    pub(crate) threads: u32,
    /// They have waited for their turns too long.
    pub(crate) in_vain: bool,
}

/// Runs a launch on several threads, and tells how long this one had nothing to do. None if a
/// thread has met a fault, or blocks wait for each other or use what others write without knowing of
/// it; then memory is as it was.
pub(crate) fn run_together(
    launch: &Launch<'_>,
    ready: &Ready<'_>,
    blocks: Blocks,
    memory: &mut Memory<'_>,
    host: &mut dyn Host,
    waited: &mut Duration,
) -> Option<Together> {
    let takes_turns = blocks == Blocks::InTurns;
    let shares = if takes_turns { Share::in_turn(launch) } else { Share::large(launch) };
    let (first, others) = shares.split_first()?;
    let turns = Turns::new(shares.len());
    let (all, together) = (&*memory, &turns);
    let start = Instant::now();
    let ran: Option<Vec<Part>> = scope(|scope| {
        let begin = |share: &Share| {
            let (share, own) = (*share, move || all.draft());
            let work = move || run_part(launch, ready, blocks, own(), &mut Silent, share, together);
            Builder::new().spawn_scoped(scope, work).ok()
        };
        let begun: Vec<_> = others.iter().map(begin).collect();
        if begun.iter().any(Option::is_none) {
            together.stop.store(true, Ordering::Relaxed);
        }
        let own = run_part(launch, ready, blocks, all.draft(), host, *first, together);
        let idle = Instant::now();
        let ended = begun.into_iter().map(|thread| thread?.join().ok().flatten());
        // All are waited for, before one that failed ends it.
        let ended: Vec<Option<Part>> = ended.collect();
        *waited = idle.elapsed();
        std::iter::once(own).chain(ended).collect()
    });
    let (mut counts, mut in_turns) = (Counts::default(), Duration::ZERO);
    let mut footprint = Footprint::default();
    let mut drafts: Vec<Vec<Draft>> = Vec::new();
    for part in ran? {
        counts += part.counts;
        footprint.join(&part.footprint);
        in_turns += part.waited;
        drafts.resize_with(part.drafts.len(), Vec::new);
        drafts.iter_mut().zip(part.drafts).for_each(|(all, own)| all.push(own));
    }
    let threads = shares.len() as u32;
    let in_vain = in_turns > (start.elapsed() * threads).mul_f64(MOST_WAITING);
    let reducing = if let Blocks::AnyOrder(reducing) = blocks { reducing } else { None };
    let taken = memory.take(&drafts, turns.into_published(), reducing);
    taken.then_some(Together { counts, footprint, threads, in_vain })
}

struct Part {
    counts: Counts,
    footprint: Footprint,
    waited: Duration,
    /// By region.
    drafts: Vec<Draft>,
}

/// Ends all threads if one does not come to its end, be it by a panic.
struct Ends<'t> {
    turns: &'t Turns,
    has_ended: bool,
}

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            self.turns.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn run_part(
    launch: &Launch<'_>,
    ready: &Ready<'_>,
    blocks: Blocks,
    mut memory: Memory<'_>,
    host: &mut dyn Host,
    share: Share,
    turns: &Turns,
) -> Option<Part> {
    let mut ends = Ends { turns, has_ended: false };
    let spare = Arc::clone(&memory.spare);
    let caches = spare.caches(launch.gpu.l1_bytes, launch.gpu.multiprocessors);
    let mut counting = Counting::new(caches, launch);
    let mut machine = Machine::new(ready, launch.parameters, &mut memory, &mut counting, host);
    machine.turn = (blocks == Blocks::InTurns).then(|| Turn::new(turns, share));
    let mut grid = Grid::new(launch, ready.code, share, blocks.stint());
    ends.has_ended = grid.run_in_order(&mut machine, &turns.stop);
    let waited = machine.turn.map_or(Duration::ZERO, |turn| turn.waited);
    let Counting { counts, caches, footprint, .. } = counting;
    spare.keep_caches(caches);
    ends.has_ended.then(|| Part { counts, footprint, waited, drafts: memory.into_drafts() })
}
