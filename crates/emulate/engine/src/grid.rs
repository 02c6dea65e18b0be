//! The blocks of a launch: one after the other, and further ones beside them when the first wait
//! for others.

mod begin;

use std::hash::Hasher;
use std::sync::atomic::{AtomicBool, Ordering};

use propp_emulate_ptx::Code;

use crate::barrier::{pass_barrier, waited_for};
use crate::cluster::{self, Clusters};
use crate::fault::{Cause, Fault, LaunchError};
use crate::lanes::LANES;
use crate::launch::{Launch, product};
use crate::repetition::Repetition;
use crate::shares::Share;
use crate::state::Running;
use crate::step::{Failed, Machine, Stop};
use crate::warp::{Wait, Warp};
use crate::whereabouts::{Whereabouts, source_line, thread_of};

/// Warp instructions that a warp runs before another one's turn: of kernels that may wait for
/// other blocks, and of others.
pub(crate) const STINT: u64 = 1 << 16;
pub(crate) const LONG_STINT: u64 = 1 << 24;
/// After so many the host hears where the warp is: at most some tenths of a second.
const SLICE: u64 = 1 << 20;
/// Looks at the registers of a warp that only computes, and its instructions between two looks: they
/// take a hundredth of the stint before.
const LOOKS: u32 = 64;
const SHORT_STINT: u64 = 1 << 12;
/// Rounds of a block from barrier to barrier in which it looks at what others write, and changes nothing,
/// before it is another block's turn.
const IDLE_ROUNDS: u32 = 3;
/// The same, if it changes something, such as memory of its own.
const BUSY_ROUNDS: u32 = 1 << 10;
/// Passes over the blocks of a cluster that change something but end none, before the next cluster begins.
const PASSES: u32 = 1 << 6;
/// Passes without a change between two looks at all registers.
const BETWEEN_LOOKS: u32 = 16;

#[expect(clippy::vec_box, reason = "a block goes from one list to the other, and is large")]
pub(crate) struct Grid<'a> {
    launch: &'a Launch<'a>,
    code: &'a Code,
    /// Blocks of other shares are none of its own.
    blocks: Share,
    clusters: Clusters,
    stint: u64,
    /// The block to begin next.
    next: u64,
    open: Vec<Box<Running>>,
    /// Blocks that have ended, whose memory is used again.
    spare: Vec<Box<Running>>,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(launch: &'a Launch<'a>, code: &'a Code, blocks: Share, stint: u64) -> Self {
        let (open, spare) = (Vec::new(), Vec::new());
        let (next, clusters) = (blocks.from(0), Clusters::of(launch));
        Self { launch, code, blocks, clusters, stint, next, open, spare }
    }

    /// Runs its blocks one after the other. False if one does not come to its end, or another
    /// thread's has not.
    pub(crate) fn run_in_order(
        &mut self,
        machine: &mut Machine<'_, '_>,
        stop: &AtomicBool,
    ) -> bool {
        let blocks = product(self.launch.grid);
        let mut ended = 0;
        while self.next < blocks {
            let done = machine.counting.counts.thread_instructions;
            let part = self.blocks.part(ended, blocks);
            if stop.load(Ordering::Relaxed) || machine.memory.costs_more(done, part) {
                return false;
            }
            machine.begin_block(self.next);
            self.begin(machine);
            if !self.turn(machine, 0).is_ok_and(|ended| ended) {
                return false;
            }
            if !machine.end_block() {
                return false;
            }
            ended += 1;
            self.spare.extend(self.open.pop());
            machine.host.progress(self.next.min(blocks), blocks);
        }
        true
    }

    pub(crate) fn run(&mut self, machine: &mut Machine<'_, '_>) -> Result<(), LaunchError> {
        let blocks = product(self.launch.grid);
        if blocks == 0 || product(self.launch.block) == 0 {
            return Ok(());
        }
        let most = self.most_open();
        let mut repetition = Repetition::default();
        let (mut passes, mut still) = (0, 0);
        while self.next < blocks || !self.open.is_empty() {
            if self.open.is_empty() {
                self.begin(machine);
            }
            let changes = machine.memory.changes;
            let mut progress = false;
            let mut index = 0;
            while index < self.open.len() {
                let done = self.turn(machine, index)?;
                let running = self.open.len() as u64 - u64::from(done);
                machine.host.progress(self.next - running, blocks);
                if done {
                    let ended = self.open.remove(index);
                    self.spare.push(ended);
                    progress = true;
                } else {
                    index += 1;
                }
            }
            let changed = machine.memory.changes != changes;
            if progress || changed {
                (repetition, still) = (Repetition::default(), 0);
            }
            passes = if progress { 0 } else { passes + 1 };
            // Blocks of a cluster wait for each other, and a further one would not help.
            let is_busy = self.clusters.blocks() > 1 && changed && passes < PASSES;
            if progress || is_busy {
                continue;
            }
            // They compute for long, or wait for a block that has not begun.
            if self.next < blocks && self.open.len() < most {
                self.begin(machine);
                (repetition, passes, still) = (Repetition::default(), 0, 0);
            } else if !changed {
                still += 1;
                if still % BETWEEN_LOOKS == 0 && repetition.repeats(self.state()) {
                    return Err(self.endless());
                }
            }
        }
        Ok(())
    }

    /// Blocks that the GPU would hold at a time.
    fn most_open(&self) -> usize {
        let gpu = self.launch.gpu;
        let threads = product(self.launch.block).max(1).next_multiple_of(LANES as u64);
        let each = (u64::from(gpu.max_resident_threads) / threads)
            .clamp(1, u64::from(gpu.max_resident_blocks.max(1)));
        (each * u64::from(gpu.multiprocessors.max(1))) as usize
    }

    /// Runs each warp of a block until it waits or has had its stint. True if the block ended.
    fn turn(&mut self, machine: &mut Machine<'_, '_>, index: usize) -> Result<bool, LaunchError> {
        if self.clusters.blocks() == 1 {
            return self.rounds(machine, index);
        }
        cluster::exchange(&mut self.open, index);
        let ended = self.rounds(machine, index);
        cluster::exchange(&mut self.open, index);
        ended
    }

    fn rounds(&mut self, machine: &mut Machine<'_, '_>, index: usize) -> Result<bool, LaunchError> {
        let count = self.open[index].warps.len();
        let (mut idle, mut busy) = (0, 0);
        loop {
            let (mut ended, mut goes_on_later, mut asks, mut looked) = (0, false, false, false);
            let changes = machine.memory.changes;
            let mut round = u64::MAX;
            while round != 0 {
                let mut yielding = 0;
                for warp in (0..count).filter(|warp| round >> warp & 1 != 0) {
                    if self.open[index].warps[warp].fragments.is_empty() {
                        ended += 1;
                        continue;
                    }
                    let stop = self.run_warp(machine, index, warp)?;
                    looked |= machine.may_wait();
                    match stop {
                        Stop::Ended => ended += 1,
                        Stop::Stint => goes_on_later = true,
                        Stop::Asks => asks = true,
                        Stop::Yields => yielding |= 1 << warp,
                        Stop::Waits => {}
                    }
                }
                round = yielding;
            }
            if !machine.end_section() {
                return Ok(false);
            }
            if ended == count {
                return Ok(true);
            }
            let running = &mut self.open[index];
            let mut waited_for = waited_for(running);
            let mut passed = false;
            while waited_for != 0 {
                passed |= pass_barrier(running, self.code, waited_for.trailing_zeros());
                waited_for &= waited_for - 1;
            }
            if cluster::pass(&mut self.open, index) {
                passed = true;
                machine.memory.changes += 1;
            }
            // What one warp does another may be waiting for.
            let changed = machine.memory.changes != changes;
            let goes_on = passed || (asks && changed);
            idle = if looked && !changed { idle + 1 } else { 0 };
            busy += u32::from(looked);
            let is_others_turn = idle >= IDLE_ROUNDS || busy >= BUSY_ROUNDS;
            if goes_on_later || is_others_turn || (asks && !goes_on) {
                return Ok(false);
            }
            // Another block of the cluster has to come.
            if !goes_on && cluster::waits(&self.open[index]) {
                return Ok(false);
            }
            if !goes_on {
                return Err(self.stuck(index));
            }
        }
    }

    /// Runs a warp until it waits or has had its stint. The host hears of long ones in between.
    fn run_warp(
        &mut self,
        machine: &mut Machine<'_, '_>,
        index: usize,
        warp: usize,
    ) -> Result<Stop, LaunchError> {
        let slice = self.stint.min(SLICE);
        let mut left = self.stint;
        let mut looked = false;
        loop {
            let Running { warps, block } = &mut *self.open[index];
            let stop = machine.run(block, &mut warps[warp], warp, slice);
            let stop = stop.map_err(|failed| self.fault(index, warp, failed))?;
            if stop != Stop::Stint || machine.has_polled() {
                return Ok(stop);
            }
            looked |= machine.looked;
            machine.host.computes(&|| self.whereabouts(index, warp));
            left -= slice;
            if left == 0 {
                break;
            }
        }
        if looked { Ok(Stop::Stint) } else { self.ends_ever(machine, index, warp) }
    }

    /// A warp has computed for a stint, from its registers alone. If they come again, so does all
    /// that it does.
    fn ends_ever(
        &mut self,
        machine: &mut Machine<'_, '_>,
        index: usize,
        warp: usize,
    ) -> Result<Stop, LaunchError> {
        let mut repetition = Repetition::default();
        for _ in 0..LOOKS {
            let Running { warps, block } = &mut *self.open[index];
            if repetition.repeats(warps[warp].state()) {
                let last = warps[warp].fragments.last();
                let (at, mask) = last.map_or((0, 1), |own| (own.at, own.mask));
                let failed = (at, (mask.trailing_zeros() as usize, Cause::EndlessLoop));
                return Err(self.fault(index, warp, failed));
            }
            let stop = machine.run(block, &mut warps[warp], warp, SHORT_STINT);
            let stop = stop.map_err(|failed| self.fault(index, warp, failed))?;
            if stop != Stop::Stint || machine.looked {
                return Ok(stop);
            }
        }
        Ok(Stop::Stint)
    }

    fn whereabouts(&self, index: usize, warp: usize) -> Whereabouts {
        let running = &self.open[index];
        let at = running.warps[warp].fragments.last().map_or(0, |own| own.at);
        Whereabouts::of(self.launch, self.code, running.block.coordinates, at)
    }

    /// Nobody of the block can run.
    fn stuck(&self, index: usize) -> LaunchError {
        let warps = &self.open[index].warps;
        let waiting = |warp: &Warp| {
            warp.fragments.iter().find_map(|fragment| match fragment.wait {
                Wait::Barrier(number) => Some((fragment.at - 1, fragment.mask, number)),
                Wait::No | Wait::Warp | Wait::Cluster => None,
            })
        };
        // Lanes that wait for others of their own warp are the cause, if there are any.
        let divergent = warps.iter().enumerate().find_map(|(index, warp)| {
            let (at, mask, number) = waiting(warp)?;
            let whole = warp.waiting_at(number) == warp.alive;
            (!whole).then_some((index, at, mask, Cause::DivergentBarrier))
        });
        let any = warps.iter().enumerate().find_map(|(index, warp)| {
            waiting(warp).map(|(at, mask, _)| (index, at, mask, Cause::Deadlock))
        });
        let (warp, at, mask, cause) = divergent.or(any).unwrap_or((0, 0, 1, Cause::Deadlock));
        self.fault(index, warp, (at, (mask.trailing_zeros() as usize, cause)))
    }

    /// A hash of all registers and of the places in the code.
    fn state(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        for warp in self.open.iter().flat_map(|running| &running.warps) {
            warp.hash_state(&mut hasher);
        }
        hasher.finish()
    }

    fn endless(&self) -> LaunchError {
        let at = self.open.first().and_then(|block| {
            let warps = block.warps.iter().enumerate();
            warps.flat_map(|(w, warp)| warp.fragments.last().map(|f| (w, f.at, f.mask))).next()
        });
        let (warp, at, mask) = at.unwrap_or((0, 0, 1));
        let cause = Cause::EndlessWait { blocks: self.open.len() as u32 };
        self.fault(0, warp, (at, (mask.trailing_zeros() as usize, cause)))
    }

    fn fault(&self, index: usize, warp: usize, (at, (lane, cause)): Failed) -> LaunchError {
        let instruction = self.code.instructions.get(at as usize);
        LaunchError::Fault(Box::new(Fault {
            cause,
            kernel: self.launch.kernel.name.clone(),
            block: self.open[index].block.coordinates,
            thread: thread_of(self.launch, warp, lane),
            line: instruction.map_or(0, |i| i.line),
            source_line: source_line(self.launch, self.code, at),
        }))
    }
}
