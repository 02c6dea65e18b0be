//! Blocks that take turns. Where order matters – a load that waits for another block, an atomic
//! whose result is read – a block begins a section. It begins once all blocks before it have ended
//! theirs, and knows what these have published by then; it ends when all warps of the block have
//! stopped. Between their sections blocks of several threads run side by side.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::memory::{Memory, News, SECTIONS, Stage};
use propp_emulate_ptx::{Block, Code, ImageOp, MemoryOp, Op, Order, Space, SystemOp};

use crate::shares::Share;

/// What an instruction is to other blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Nothing,
    /// It begins a section.
    TakesTurn,
    /// Later blocks may see what it stores.
    Publishes,
}

/// What an instruction is, if one that orders accesses comes behind it.
fn mark(op: &Op) -> Mark {
    let Op::Memory(op) = op else { return Mark::Nothing };
    let is_global = |space: &Space| matches!(space, Space::Global | Space::Generic);
    match op {
        MemoryOp::Load { space, order: Order::Strong, .. } | MemoryOp::Atomic { space, .. }
            if is_global(space) =>
        {
            Mark::TakesTurn
        }
        MemoryOp::Store { .. } => Mark::Publishes,
        MemoryOp::Image(own) if matches!(**own, ImageOp::Store { .. }) => Mark::Publishes,
        MemoryOp::Load { .. }
        | MemoryOp::Atomic { .. }
        | MemoryOp::CopyAsync(_)
        | MemoryOp::Bulk(_)
        | MemoryOp::Tensor(_)
        | MemoryOp::Map(_)
        | MemoryOp::StoreAsync(_)
        | MemoryOp::Image(_) => Mark::Nothing,
    }
}

/// Whether it orders the accesses before it.
fn orders(op: &Op) -> bool {
    matches!(
        op,
        Op::System(SystemOp::Fence) | Op::Memory(MemoryOp::Store { order: Order::Strong, .. })
    ) || mark(op) == Mark::TakesTurn
}

/// A mark for each instruction.
pub(crate) fn marks(code: &Code) -> Vec<Mark> {
    // Whether such an instruction is in a block or can be reached from it.
    let mut leads: Vec<bool> = (code.blocks.iter())
        .map(|block| own(block).any(|at| orders(&code.instructions[at].op)))
        .collect();
    let leads_on = |index: usize, leads: &[bool]| {
        let ways = code.ways.iter().filter(|(from, _)| *from as usize == index);
        let next = code.blocks[index].successors.iter().chain(ways.map(|(_, to)| to));
        { next }.any(|next| leads[*next as usize])
    };
    let mut changes = true;
    while std::mem::take(&mut changes) {
        for index in (0..code.blocks.len()).rev() {
            if !leads[index] && leads_on(index, &leads) {
                (leads[index], changes) = (true, true);
            }
        }
    }
    let mut marks = vec![Mark::Nothing; code.instructions.len()];
    for (index, block) in code.blocks.iter().enumerate() {
        let mut is_ahead = leads_on(index, &leads);
        for at in own(block).rev() {
            let op = &code.instructions[at].op;
            is_ahead |= orders(op);
            let own = mark(op);
            marks[at] = if own == Mark::Publishes && !is_ahead { Mark::Nothing } else { own };
        }
    }
    marks
}

fn own(block: &Block) -> std::ops::Range<usize> {
    block.first as usize..block.end as usize
}

/// A block, and what it has published of a region.
type Published = (u64, usize, News);

/// What the threads of a launch know of each other.
#[derive(Debug)]
pub(crate) struct Turns {
    threads: Vec<Thread>,
    pub(crate) stop: AtomicBool,
}

#[derive(Debug, Default)]
struct Thread {
    /// The block that it runs, times `POSITIONS`, and the sections of it that have ended.
    position: AtomicU64,
    published: Mutex<Vec<Published>>,
}

const POSITIONS: u64 = SECTIONS as u64 + 1;

/// Lines that a thread publishes, beyond which it gives up: they are kept until the launch ends,
/// 40 MiB of them.
const MOST_PUBLISHED: usize = 1 << 18;

/// Looks at another thread's position before this one lets others have its processor.
const PATIENCE: u64 = 1 << 10;

impl Thread {
    fn published(&self) -> MutexGuard<'_, Vec<Published>> {
        self.published.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    pub(crate) fn new(threads: usize) -> Self {
        let threads = (0..threads).map(|_| Thread::default()).collect();
        Self { threads, stop: AtomicBool::new(false) }
    }

    /// All that was published, in the order of blocks.
    pub(crate) fn into_published(self) -> impl Iterator<Item = (usize, News)> {
        let own =
            |thread: Thread| thread.published.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<Published> = self.threads.into_iter().flat_map(own).collect();
        all.sort_by_key(|(block, ..)| *block);
        all.into_iter().map(|(_, region, news)| (region, news))
    }
}

/// A thread's part in them.
#[derive(Debug)]
pub(crate) struct Turn<'t> {
    turns: &'t Turns,
    share: Share,
    block: u64,
    has_given_up: bool,
    /// How much it has learned of what each thread has published.
    learned: Vec<usize>,
    pub(crate) waited: Duration,
}

impl<'t> Turn<'t> {
    pub(crate) fn new(turns: &'t Turns, share: Share) -> Self {
        let learned = vec![0; turns.threads.len()];
        Self { turns, share, block: 0, has_given_up: false, learned, waited: Duration::ZERO }
    }

    pub(crate) fn begin_block(&mut self, block: u64, memory: &mut Memory<'_>) {
        self.block = block;
        memory.stage = Stage { takes_turns: true, ..Stage::default() };
        self.says(block * POSITIONS);
    }

    fn says(&self, position: u64) {
        self.turns.threads[self.share.index].position.store(position, Ordering::Release);
    }

    /// Begins a section, once it is the block's turn. False if that does not come.
    pub(crate) fn begin_section(&mut self, memory: &mut Memory<'_>) -> bool {
        self.has_given_up = self.has_given_up || !self.comes(memory.stage.sections);
        if self.has_given_up {
            return false;
        }
        self.learn(memory);
        memory.stage.sections += 1;
        memory.stage.is_inside = true;
        true
    }

    /// Waits until other threads have ended their sections.
    fn comes(&mut self, sections: usize) -> bool {
        if sections == SECTIONS {
            return false;
        }
        let start = Instant::now();
        for (index, thread) in self.turns.threads.iter().enumerate() {
            let Some(before) = self.share.last_before(index, self.block) else { continue };
            if !self.waits_for(thread, before * POSITIONS + sections as u64 + 1) {
                return false;
            }
        }
        self.waited += start.elapsed();
        true
    }

    fn waits_for(&self, thread: &Thread, position: u64) -> bool {
        let mut looks = 0_u64;
        while thread.position.load(Ordering::Acquire) < position {
            if self.turns.stop.load(Ordering::Relaxed) {
                return false;
            }
            looks += 1;
            if looks < PATIENCE {
                std::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
        true
    }

    /// In the order of blocks, since several threads may have published the same. So all are locked
    /// together; each thread locks the others in the same order.
    fn learn(&mut self, memory: &mut Memory<'_>) {
        let own = self.share.index;
        let others: Vec<usize> = (0..self.learned.len()).filter(|index| *index != own).collect();
        let all: Vec<_> =
            others.iter().map(|index| self.turns.threads[*index].published()).collect();
        loop {
            let next = others.iter().zip(&all).filter_map(|(index, published)| {
                let (block, region, news) = published.get(self.learned[*index])?;
                (*block < self.block).then_some((*block, *index, *region, news))
            });
            let Some((_, index, region, news)) = next.min_by_key(|(block, ..)| *block) else {
                return;
            };
            memory.learn(region, news);
            self.learned[index] += 1;
        }
    }

    /// Ends the section, if the block is in one. False if it could not begin.
    pub(crate) fn end_section(&mut self, memory: &mut Memory<'_>) -> bool {
        if memory.stage.is_inside {
            memory.stage.is_inside = false;
            self.publish(memory);
            self.says(self.block * POSITIONS + memory.stage.sections as u64);
        }
        !self.has_given_up
    }

    /// False if it has published too much.
    pub(crate) fn end_block(&mut self, memory: &mut Memory<'_>) -> bool {
        self.publish(memory);
        self.says((self.block + 1) * POSITIONS);
        !self.has_given_up
    }

    fn publish(&mut self, memory: &mut Memory<'_>) {
        let news = memory.news();
        let mut published = self.turns.threads[self.share.index].published();
        self.has_given_up |= published.len() + news.len() > MOST_PUBLISHED;
        if !self.has_given_up {
            published.extend(news.into_iter().map(|(region, news)| (self.block, region, news)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::{By, Region};
    use crate::memory::{LINE, PAGE};
    use crate::shares::tests::share;

    #[test]
    fn a_thread_that_publishes_too_much_gives_up() {
        let whole = (MOST_PUBLISHED + 1) * LINE;
        let mut bytes = vec![0; whole];
        let own = Memory::new(vec![Region { base: 0, bytes: &mut bytes, writable: true }]);
        let turns = Turns::new(2);
        for published in [whole - LINE, whole] {
            let (mut memory, mut turn) = (own.draft(), Turn::new(&turns, share(0, 2, 66, 500)));
            turn.begin_block(0, &mut memory);
            memory.stage.publishes = true;
            for first in (0..published).step_by(PAGE) {
                let last = (first + PAGE).min(published) - 1;
                memory.span_mut(first as u64, last as u64, 1, By::Store).unwrap();
            }
            assert_eq!(turn.end_block(&mut memory), published < whole);
            turns.threads[0].published().clear();
        }
    }
}
