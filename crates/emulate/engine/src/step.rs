//! Runs a warp until it ends, waits, or has had its stint.

mod access;
mod barrier;
mod control;
mod polls;
mod races;
mod skips;
mod system;
mod warp;

use std::collections::HashSet;

use crate::memory::Memory;
use propp_emulate_ptx::{Code, ControlOp, Instruction, Op};

use crate::access::{Reach, Stopped};
use crate::asks::Asks;
use crate::fault::Cause;
use crate::host::Host;
use crate::launch::Launch;
use crate::races::Races;
use crate::ready::Ready;
use crate::state::{Block, Counting};
use crate::turns::{Mark, Turn};
use crate::warp::{Fragment, Warp};
use crate::whereabouts::Whereabouts;
use polls::Polls;
use skips::Skips;

/// Cycles of the clock that one warp instruction takes. Invented: time is not simulated, but a
/// kernel that waits for the clock must come to an end, and soon.
const CYCLES: u64 = 16;
/// Of a clock of 1.98 GHz, as the H200's.
const CYCLES_IN_1000_NS: u64 = 1980;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Ended,
    /// All lanes wait for a barrier.
    Waits,
    /// It has had its stint.
    Stint,
    /// For a barrier in shared memory.
    Asks,
    /// Other warps come as far first.
    Yields,
}

/// What running needs beside the block.
pub(crate) struct Machine<'r, 'm> {
    pub(crate) ready: &'r Ready<'r>,
    pub(crate) parameters: &'r [u8],
    pub(crate) memory: &'r mut Memory<'m>,
    pub(crate) counting: &'r mut Counting,
    pub(crate) host: &'r mut dyn Host,
    polls: Polls,
    /// Whether lanes wait for a barrier in shared memory.
    asks_again: bool,
    /// Whether the running warp lets the others go first.
    yields: bool,
    skips: Skips,
    /// If blocks take turns.
    pub(crate) turn: Option<Turn<'r>>,
    /// None if several threads run the launch.
    pub(crate) launch: Option<&'r Launch<'r>>,
    /// Instructions that have accessed padding.
    overrun: HashSet<u32>,
    /// Whether the warp that ran last may have met something that others change.
    pub(crate) looked: bool,
    /// If races are looked for.
    pub(crate) races: Option<Races<'r>>,
    asks: Asks,
}

/// A fault with the index of its instruction.
pub(crate) type Failed = (u32, Stopped);

/// What an instruction does to the flow of control.
enum Next {
    Follow,
    /// Another block for all lanes, or a division.
    Left,
}

impl<'r, 'm> Machine<'r, 'm> {
    pub(crate) fn new(
        ready: &'r Ready<'r>,
        parameters: &'r [u8],
        memory: &'r mut Memory<'m>,
        counting: &'r mut Counting,
        host: &'r mut dyn Host,
    ) -> Self {
        let skips = Skips::default();
        let (polls, asks_again, yields, turn) = (Polls::default(), false, false, None);
        Self {
            ready,
            parameters,
            memory,
            counting,
            host,
            polls,
            asks_again,
            yields,
            skips,
            turn,
            launch: None,
            overrun: HashSet::new(),
            looked: false,
            races: None,
            asks: Asks::default(),
        }
    }

    /// What an instruction that is about to run means for other blocks, where they take turns.
    fn mind(&mut self, at: u32) {
        let Some(turn) = &mut self.turn else { return };
        let mark = self.ready.mark(at);
        self.memory.stage.publishes = mark == Mark::Publishes;
        let begins = mark == Mark::TakesTurn && !self.memory.stage.is_inside;
        if begins && !turn.begin_section(self.memory) {
            // The warp has had its stint.
            self.polls.ends();
        }
    }

    pub(crate) fn begin_block(&mut self, block: u64) {
        if let Some(turn) = &mut self.turn {
            turn.begin_block(block, self.memory);
        }
    }

    /// When all warps have stopped. False if the block's turn did not come.
    pub(crate) fn end_section(&mut self) -> bool {
        self.turn.as_mut().is_none_or(|turn| turn.end_section(self.memory))
    }

    /// False if blocks cannot take turns any more.
    pub(crate) fn end_block(&mut self) -> bool {
        self.turn.as_mut().is_none_or(|turn| turn.end_block(self.memory))
    }

    pub(crate) fn run(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        stint: u64,
    ) -> Result<Stop, Failed> {
        let end = self.counting.counts.warp_instructions.saturating_add(stint);
        (self.polls, self.looked) = (Polls::default(), false);
        loop {
            if warp.fragments.is_empty() {
                return Ok(Stop::Ended);
            }
            if !warp.choose() {
                return Ok(Stop::Waits);
            }
            if self.has_had_its_stint(end) {
                if self.polls.has_ended() {
                    // Perhaps it waits for the warp's other lanes.
                    warp.fragments.rotate_right(1);
                }
                return Ok(Stop::Stint);
            }
            let Some(top) = warp.fragments.last() else { continue };
            let first = self.ready.code.blocks[top.block as usize].first;
            if top.at == first && warp.is_at_join(top) {
                warp.arrive();
                continue;
            }
            self.run_blocks(block, warp, index, end)?;
            if std::mem::take(&mut self.asks_again) {
                // The warp's other lanes come first next time.
                warp.fragments.rotate_right(1);
                return Ok(Stop::Asks);
            }
            if std::mem::take(&mut self.yields) {
                return Ok(Stop::Yields);
            }
        }
    }

    fn has_had_its_stint(&self, end: u64) -> bool {
        self.counting.counts.warp_instructions >= end || self.polls.has_ended()
    }

    /// From the fragment's place on, as long as its lanes stay together, to where it waits or joins
    /// others, or has had its stint.
    fn run_blocks(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        end: u64,
    ) -> Result<(), Failed> {
        while let Some(next) = self.run_block(block, warp, index)? {
            let Some(top) = warp.fragments.last_mut() else { return Ok(()) };
            go(top, next, self.ready.code);
            if warp.fragments.last().is_some_and(|top| warp.is_at_join(top))
                || self.has_had_its_stint(end)
            {
                return Ok(());
            }
        }
        Ok(())
    }

    /// From the fragment's place to the end of its block, or to where it waits. Gives the block
    /// where all its lanes go on.
    #[inline]
    fn run_block(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
    ) -> Result<Option<u32>, Failed> {
        let code = self.ready.code;
        // Field by field: to copy a fragment waits for what was written to it just before.
        let Some(&Fragment { block: number, mut at, mut mask, .. }) = warp.fragments.last() else {
            return Ok(None);
        };
        let basic = &code.blocks[number as usize];
        self.skips.clear();
        let mut lanes_in_mask = mask.count_ones();
        while at < basic.end {
            let step = self.ready.step(at);
            if self.skips.end == 0 && step.run_end > at {
                self.ready.run(&mut warp.registers, at, step.run_end, mask);
                let counted = self.ready.counted(at, step.run_end);
                self.counting.counts.run(counted, lanes_in_mask);
                warp.time += u64::from(counted.all) * CYCLES;
                at = step.run_end;
                continue;
            }
            if step.yields && self.skips.end == 0 && block.has_warps && warp.yields.at(at) {
                if let Some(top) = warp.fragments.last_mut() {
                    top.at = at;
                }
                self.yields = true;
                return Ok(None);
            }
            let instruction = &code.instructions[at as usize];
            let mut active = mask;
            if self.skips.end != 0 {
                active &= !self.skips.lanes(at);
            }
            if let Some(guard) = instruction.guard {
                let bits = warp.registers.predicate(guard.predicate);
                active &= if guard.negated { !bits } else { bits };
            }
            if instruction.counted != 0 {
                let counts = &mut self.counting.counts;
                let counted = u64::from(instruction.counted);
                counts.warp_instructions += counted;
                counts.thread_instructions += counted * u64::from(lanes_in_mask);
                let on = if active == mask { lanes_in_mask } else { active.count_ones() };
                counts.predicated_on += counted * u64::from(on);
                if instruction.miscellaneous {
                    counts.miscellaneous += u64::from(on);
                }
                warp.time += counted * CYCLES;
            }
            at += 1;
            match &instruction.op {
                Op::Lane(op) => match step.function {
                    Some(function) if active != 0 => function(&mut warp.registers, op, active),
                    Some(_) => {}
                    None => {
                        let lane = mask.trailing_zeros() as usize;
                        return Err((at - 1, (lane, Cause::Unsupported(format!("{op:?}")))));
                    }
                },
                Op::Memory(_) | Op::System(_) if active == 0 => {}
                Op::Memory(op) => {
                    self.mind(at - 1);
                    if block.shadow.is_some() {
                        races::watch(block, &warp.registers, index, at - 1, op, active);
                        self.tell_races(block);
                    }
                    self.access(block, warp, index, op, active)
                        .map_err(|stopped| (at - 1, stopped))?;
                    if self.memory.overrun.is_some() {
                        self.tell_overrun(block.coordinates, at - 1);
                    }
                }
                Op::System(op) => {
                    self.mind(at - 1);
                    self.system(block, warp, index, op, active)
                        .map_err(|stopped| (at - 1, stopped))?;
                }
                Op::Control(ControlOp::Skip { count }) => {
                    self.counting.counts.branches += u64::from(instruction.counted != 0);
                    self.skips.add(at + count, active);
                }
                Op::Control(ControlOp::Branch { target }) if active == mask || active == 0 => {
                    self.counting.counts.branches += 1;
                    return Ok(Some(if active == 0 { number + 1 } else { *target }));
                }
                Op::Control(_) | Op::Barrier(_) | Op::Warp(_) => {
                    if let Some(top) = warp.fragments.last_mut() {
                        top.at = at;
                    }
                    let next = self.together(block, warp, index, instruction, active);
                    match next.map_err(|stopped| (at - 1, stopped))? {
                        Next::Left => return Ok(None),
                        Next::Follow => {
                            let Some(top) = warp.fragments.last() else { return Ok(None) };
                            mask = top.mask;
                            lanes_in_mask = mask.count_ones();
                        }
                    }
                }
            }
        }
        Ok(Some(number + 1))
    }
}

impl<'m> Machine<'_, 'm> {
    /// What looks at several lanes, or leads them elsewhere. The fragment's place is behind it.
    fn together(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        instruction: &Instruction,
        active: u32,
    ) -> Result<Next, Stopped> {
        match &instruction.op {
            Op::Control(op) => self.control(block, warp, instruction, op, active),
            Op::Barrier(_) | Op::Warp(_) if active == 0 => Ok(Next::Follow),
            Op::Barrier(op) => self.barrier(block, warp, index, instruction, op, active),
            Op::Warp(op) => self.warp(block, warp, index, instruction, op, active),
            Op::Lane(_) | Op::Memory(_) | Op::System(_) => Ok(Next::Follow),
        }
    }

    /// Tells the host, the first time that the instruction does it.
    #[cold]
    fn tell_overrun(&mut self, block: [u32; 3], at: u32) {
        if let (Some(overrun), Some(launch)) = (self.memory.overrun.take(), self.launch)
            && self.overrun.insert(at)
        {
            self.host.overrun(overrun, &Whereabouts::of(launch, self.ready.code, block, at));
        }
    }

    /// Whether it has looked in its last turn at what others may write.
    pub(crate) fn may_wait(&self) -> bool {
        self.polls.any()
    }

    /// Whether its last turn ended because it had asked others for something too often.
    pub(crate) fn has_polled(&self) -> bool {
        self.polls.has_ended()
    }

    fn reach<'s>(&'s mut self, block: &'s mut Block, warp: usize) -> Reach<'s, 'm> {
        let Self { memory, counting, parameters, .. } = self;
        Reach { memory, block, counting, parameters, warp }
    }

    /// An instruction that waits is executed again, and counts then.
    fn uncount(&mut self, instruction: &Instruction, mask: u32, active: u32) {
        if instruction.counted != 0 {
            let counts = &mut self.counting.counts;
            let counted = u64::from(instruction.counted);
            counts.warp_instructions -= counted;
            counts.thread_instructions -= counted * u64::from(mask.count_ones());
            counts.predicated_on -= counted * u64::from(active.count_ones());
            if instruction.miscellaneous {
                counts.miscellaneous -= u64::from(active.count_ones());
            }
        }
    }
}

fn go(fragment: &mut Fragment, block: u32, code: &Code) {
    fragment.block = block;
    fragment.at = code.blocks.get(block as usize).map_or(fragment.at, |block| block.first);
}
