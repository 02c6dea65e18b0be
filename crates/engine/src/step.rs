//! Runs a warp until it ends, waits, or has had its share.

use propp_ptx::{Barrier as Kind, Clock, Code, Instruction, MAX_SKIPS, Op, Order, Space};

use crate::access::{How, Reach, Stopped, space_of};
use crate::atomics::AtomicOp;
use crate::collective::{self, Members};
use crate::fault::Cause;
use crate::host::Host;
use crate::lanes::{lanes, map};
use crate::memory::{LOCAL_WINDOW, Memory, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};
use crate::ready::Ready;
use crate::state::{Block, Counting};
use crate::warp::{Fragment, Wait, Warp};
use crate::{mbarrier, print};

/// Cycles of the clock that one warp instruction takes. Invented: time is not simulated, but a
/// kernel that waits for the clock must come to an end, and soon.
const CYCLES: u64 = 16;
/// Of a clock of 1.98 GHz, as the H200's.
const CYCLES_IN_1000_NS: u64 = 1980;

/// Loads of global memory that others may write (volatile, relaxed, acquire) after which it is
/// another warp's turn: this one probably waits for it.
const POLLS: u32 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Ended,
    /// All lanes wait for a barrier.
    Waits,
    /// It has had its share.
    Share,
    /// For a barrier in shared memory.
    Asks,
}

/// What running needs beside the block.
pub(crate) struct Machine<'r, 'm> {
    pub(crate) ready: &'r Ready<'r>,
    pub(crate) parameters: &'r [u8],
    pub(crate) memory: &'r mut Memory<'m>,
    pub(crate) counting: &'r mut Counting,
    pub(crate) host: &'r mut dyn Host,
    /// Loads that may be waiting, in this turn.
    polls: u32,
    /// Whether lanes wait for a barrier in shared memory.
    asks_again: bool,
    skips: Skips,
}

/// A fault with the index of its instruction.
pub(crate) type Failed = (u32, Stopped);

/// What an instruction does to the flow of control.
enum Next {
    Follow,
    /// Another block for all lanes, or a division.
    Left,
}

/// Lanes that leave out instructions, and the index where they go on.
#[derive(Default)]
struct Skips {
    /// Of the last; 0 if nobody skips anything.
    end: u32,
    each: [(u32, u32); MAX_SKIPS],
    count: usize,
}

impl Skips {
    fn add(&mut self, end: u32, lanes: u32) {
        self.end = self.end.max(end);
        self.each[self.count % MAX_SKIPS] = (end, lanes);
        self.count += 1;
    }

    fn clear(&mut self) {
        (self.end, self.count) = (0, 0);
    }

    fn lanes(&mut self, at: u32) -> u32 {
        if at >= self.end {
            self.clear();
        }
        let behind = self.each[..self.count.min(MAX_SKIPS)].iter().filter(|(end, _)| at < *end);
        behind.fold(0, |all, (_, lanes)| all | lanes)
    }
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
        Self { ready, parameters, memory, counting, host, polls: 0, asks_again: false, skips }
    }

    pub(crate) fn run(
        &mut self,
        block: &mut Block,
        index: usize,
        share: u64,
    ) -> Result<Stop, Failed> {
        // The warp is out of its block while it runs: both are written.
        let mut warp = std::mem::take(&mut block.warps[index]);
        let stop = self.run_warp(block, &mut warp, index, share);
        block.warps[index] = warp;
        stop
    }

    fn run_warp(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        share: u64,
    ) -> Result<Stop, Failed> {
        let end = self.counting.counts.warp_instructions.saturating_add(share);
        self.polls = 0;
        loop {
            if warp.fragments.is_empty() {
                return Ok(Stop::Ended);
            }
            if !warp.choose() {
                return Ok(Stop::Waits);
            }
            if self.has_had_its_share(end) {
                return Ok(Stop::Share);
            }
            let Some(fragment) = warp.fragments.last().copied() else { continue };
            let first = self.ready.code.blocks[fragment.block as usize].first;
            if fragment.at == first && warp.is_at_join(&fragment) {
                warp.arrive();
                continue;
            }
            self.run_blocks(block, warp, index, end)?;
            if std::mem::take(&mut self.asks_again) {
                // The warp's other lanes come first next time.
                warp.fragments.rotate_right(1);
                return Ok(Stop::Asks);
            }
        }
    }

    fn has_had_its_share(&self, end: u64) -> bool {
        self.counting.counts.warp_instructions >= end || self.polls >= POLLS
    }

    /// From the fragment's place on, as long as its lanes stay together, to where it waits or joins
    /// others, or has had its share.
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
            let top = *top;
            if warp.is_at_join(&top) || self.has_had_its_share(end) {
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
        let Some(fragment) = warp.fragments.last().copied() else { return Ok(None) };
        let basic = &code.blocks[fragment.block as usize];
        let (mut at, mut mask) = (fragment.at, fragment.mask);
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
            let instruction = &code.instructions[at as usize];
            let mut active = mask;
            if self.skips.end != 0 {
                active &= !self.skips.lanes(at);
            }
            if let Some(guard) = instruction.guard {
                let bits = warp.registers.predicate(guard.predicate);
                active &= if guard.negated { !bits } else { bits };
            }
            if instruction.counted {
                let counts = &mut self.counting.counts;
                counts.warp_instructions += 1;
                counts.thread_instructions += u64::from(lanes_in_mask);
                let on = if active == mask { lanes_in_mask } else { active.count_ones() };
                counts.predicated_on += u64::from(on);
                if instruction.miscellaneous {
                    counts.miscellaneous += u64::from(on);
                }
                warp.time += CYCLES;
            }
            at += 1;
            if let Some(function) = step.function {
                if active != 0 {
                    function(&mut warp.registers, &instruction.op, active);
                }
                continue;
            }
            match &instruction.op {
                Op::Skip { count } => {
                    self.counting.counts.branches += u64::from(instruction.counted);
                    self.skips.add(at + count, active);
                }
                Op::Branch { target } if active == mask || active == 0 => {
                    self.counting.counts.branches += 1;
                    return Ok(Some(if active == 0 { fragment.block + 1 } else { *target }));
                }
                Op::Branch { .. }
                | Op::BranchTable { .. }
                | Op::Exit
                | Op::Trap
                | Op::Barrier { .. }
                | Op::WarpBarrier { .. }
                | Op::Shuffle { .. }
                | Op::Vote { .. }
                | Op::Ballot { .. }
                | Op::MatchAny { .. }
                | Op::MatchAll { .. }
                | Op::Reduce { .. }
                | Op::Elect { .. }
                | Op::Multiply(_)
                | Op::Tiles(_)
                | Op::Fragment(_)
                | Op::Mbarrier { .. }
                | Op::ActiveMask { .. } => {
                    if let Some(top) = warp.fragments.last_mut() {
                        top.at = at;
                    }
                    let next = self.control(block, warp, index, instruction, at, active);
                    match next.map_err(|stopped| (at - 1, stopped))? {
                        Next::Left => return Ok(None),
                        Next::Follow => {
                            let Some(top) = warp.fragments.last() else { return Ok(None) };
                            mask = top.mask;
                            lanes_in_mask = mask.count_ones();
                        }
                    }
                }
                op if active != 0 => {
                    self.straight(block, warp, index, op, active)
                        .map_err(|stopped| (at - 1, stopped))?;
                }
                _ => {}
            }
        }
        Ok(Some(fragment.block + 1))
    }

    /// Instructions without influence on other lanes or the flow.
    #[inline]
    fn straight(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        op: &Op,
        active: u32,
    ) -> Result<(), Stopped> {
        let registers = &mut warp.registers;
        if let Op::Load { space: Space::Global | Space::Generic, order: Order::Strong, .. } = op {
            self.polls += 1;
        }
        let mut reach = Reach {
            memory: self.memory,
            block,
            counting: self.counting,
            parameters: self.parameters,
            warp: index,
        };
        match op {
            Op::Load { space, order, caching, address, to, joined } => {
                let how = How { order: *order, caching: *caching, joined: *joined };
                reach.load(registers, *space, how, *address, to, active)
            }
            Op::Store { space, address, from, .. } => {
                reach.store(registers, *space, *address, from, active)
            }
            Op::Atomic { space, atomic, ty, address, to, from, swap } => {
                let op = AtomicOp {
                    space: *space,
                    atomic: *atomic,
                    ty: *ty,
                    address: *address,
                    to: *to,
                    from: *from,
                    swap: *swap,
                };
                reach.atomic(registers, &op, active)
            }
            Op::CopyAsync(own) => reach.copy_async(registers, own, active),
            Op::Bulk(own) => reach.bulk(registers, own, active),
            Op::PendingCount { to, from } => {
                let state = &registers.wide[*from as usize];
                let pending: [u32; 32] = state.map(mbarrier::pending);
                registers.set_narrow(*to, active, |lane| pending[lane]);
                Ok(())
            }
            Op::ToGeneric { space, wide, to, from } => {
                let window = window(*space);
                if *wide {
                    map!(active, registers.wide, *to, [(a, registers.wide, *from)], |a| a | window);
                } else {
                    map!(active, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
                }
                Ok(())
            }
            Op::FromGeneric { space, wide, to, from } => {
                let mask = if window(*space) == 0 { u64::MAX } else { WINDOW_BYTES - 1 };
                if *wide {
                    map!(active, registers.wide, *to, [(a, registers.wide, *from)], |a| a & mask);
                } else {
                    map!(active, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
                }
                Ok(())
            }
            Op::IsSpace { space, to, from } => {
                let all = &registers.wide[*from as usize];
                let is = |lane: &usize| space_of(all[*lane]) == *space;
                let bits = lanes(active).filter(is).fold(0, |bits, lane| bits | 1 << lane);
                registers.set_predicate(*to, active, bits);
                Ok(())
            }
            Op::Clock { clock, to } => {
                let cycles = warp.time;
                let nanoseconds = cycles * 1000 / CYCLES_IN_1000_NS;
                match clock {
                    Clock::Low => registers.set_narrow(*to, active, |_| cycles as u32),
                    Clock::High => registers.set_narrow(*to, active, |_| (cycles >> 32) as u32),
                    Clock::Both => registers.set_wide(*to, active, |_| cycles),
                    Clock::Nanoseconds => registers.set_wide(*to, active, |_| nanoseconds),
                    Clock::NanosecondsLow => {
                        registers.set_narrow(*to, active, |_| nanoseconds as u32);
                    }
                }
                Ok(())
            }
            Op::Sleep { from } => {
                let longest = lanes(active).map(|lane| registers.narrow(*from)[lane]).max();
                warp.time += u64::from(longest.unwrap_or(0)) * CYCLES_IN_1000_NS / 1000;
                Ok(())
            }
            Op::Print { format, arguments, to } => {
                for lane in lanes(active) {
                    let format = registers.wide[*format as usize][lane];
                    let values = registers.wide[*arguments as usize][lane];
                    let written = print::print(&mut reach, lane, format, values, self.host)?;
                    if let Some(to) = to {
                        registers.narrow[*to as usize][lane] = written;
                    }
                }
                Ok(())
            }
            Op::AssertFail { message, file, line, function } => {
                let lane = active.trailing_zeros() as usize;
                let mut text = |slot: u32| {
                    let address = registers.wide[slot as usize][lane];
                    print::text(&mut reach, lane, address)
                };
                let (message, file, function) = (text(*message), text(*file), text(*function));
                let line = registers.narrow[*line as usize][lane];
                let words = format!("{file}:{line}: {function}: {message}");
                Err((lane, Cause::Assertion(words)))
            }
            _ => Ok(()),
        }
    }

    fn control(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        instruction: &Instruction,
        at: u32,
        active: u32,
    ) -> Result<Next, Stopped> {
        let code = self.ready.code;
        let Some(fragment) = warp.fragments.last().copied() else { return Ok(Next::Left) };
        match &instruction.op {
            Op::Branch { target } => {
                self.counting.counts.branches += 1;
                let meet = code.blocks[fragment.block as usize].meets;
                warp.divide(active, *target, fragment.block + 1, meet, &code.blocks);
                Ok(Next::Left)
            }
            Op::BranchTable { index: slot, targets } => {
                self.counting.counts.branches += 1;
                let meet = code.blocks[fragment.block as usize].meets;
                let choice = *warp.registers.narrow(*slot);
                let of = |lane: usize| targets.get(choice[lane] as usize).copied();
                let mut rest = fragment.mask;
                while rest != 0 {
                    let lane = rest.trailing_zeros() as usize;
                    let Some(target) = of(lane) else { return Err((lane, Cause::Trap)) };
                    let same = lanes(rest).filter(|lane| of(*lane) == Some(target));
                    let same = same.fold(0, |mask, lane| mask | 1 << lane);
                    rest &= !same;
                    if rest != 0 {
                        // The lanes on top are divided further.
                        warp.divide(rest, fragment.block, target, meet, &code.blocks);
                    } else if let Some(top) = warp.fragments.last_mut() {
                        go(top, target, code);
                    }
                }
                Ok(Next::Left)
            }
            Op::Exit => {
                warp.end(active, &code.blocks);
                let left = active == fragment.mask || instruction.guard.is_none();
                Ok(if left { Next::Left } else { Next::Follow })
            }
            Op::Trap => match active {
                0 => Ok(Next::Follow),
                _ => Err((active.trailing_zeros() as usize, Cause::Trap)),
            },
            Op::Barrier { barrier, id, threads } => {
                if active == 0 {
                    return Ok(Next::Follow);
                }
                let lane = active.trailing_zeros() as usize;
                let number = warp.registers.narrow(*id)[lane];
                if number >= 16 {
                    let words = format!("barrier {number}");
                    return Err((lane, Cause::Unsupported(words)));
                }
                let threads = threads.map(|slot| warp.registers.narrow(slot)[lane]);
                let own = &mut block.barriers[number as usize];
                own.threads = threads.or(own.threads);
                if let Kind::Reduce { from, .. } | Kind::Count { from, .. } = barrier {
                    let bits = warp.registers.predicate(*from);
                    own.all &= bits & active == active;
                    own.any |= bits & active != 0;
                    own.count += (bits & active).count_ones();
                }
                if *barrier == Kind::Arrive {
                    own.arrived |= 1 << index;
                    return Ok(Next::Follow);
                }
                if let Some(top) = warp.fragments.last_mut() {
                    top.wait = Wait::Barrier(number);
                    top.at = at;
                }
                Ok(Next::Left)
            }
            Op::Mbarrier { .. } if active == 0 => Ok(Next::Follow),
            Op::Mbarrier { space, address, action } => {
                let mut reach = self.reach(block, index);
                let registers = &mut warp.registers;
                if !reach.mbarrier(registers, *space, *address, *action, active)? {
                    return Ok(Next::Follow);
                }
                // It is executed again, when other warps have had their turn.
                if let Some(top) = warp.fragments.last_mut() {
                    top.at = at - 1;
                }
                self.uncount(instruction, fragment.mask, active);
                self.asks_again = true;
                Ok(Next::Left)
            }
            op => {
                if active == 0 {
                    return Ok(Next::Follow);
                }
                if let Some(members) = collective::members(op) {
                    let first = active.trailing_zeros() as usize;
                    let named = match members {
                        Members::Named(slot) => warp.registers.narrow(slot)[first],
                        Members::All => u32::MAX,
                    };
                    let missing = named & warp.alive & !fragment.mask;
                    let others = warp.fragments.iter().rev().skip(1);
                    let may_come = others.filter(|f| f.wait == Wait::No).count() > 0;
                    if missing != 0 && may_come && !fragment.passes {
                        if let Some(top) = warp.fragments.last_mut() {
                            top.wait = Wait::Warp;
                            top.at = at - 1;
                        }
                        self.uncount(instruction, fragment.mask, active);
                        return Ok(Next::Left);
                    }
                    if let Some(top) = warp.fragments.last_mut() {
                        top.passes = false;
                    }
                }
                let registers = &mut warp.registers;
                match op {
                    Op::Tiles(own) => self.reach(block, index).tiles(registers, own)?,
                    Op::Fragment(own) => self.reach(block, index).fragment(registers, own)?,
                    op => collective::execute(registers, op, active),
                }
                Ok(Next::Follow)
            }
        }
    }

    fn reach<'s>(&'s mut self, block: &'s mut Block, warp: usize) -> Reach<'s, 'm> {
        Reach {
            memory: self.memory,
            block,
            counting: self.counting,
            parameters: self.parameters,
            warp,
        }
    }

    /// An instruction that waits is executed again, and counts then.
    fn uncount(&mut self, instruction: &Instruction, mask: u32, active: u32) {
        if instruction.counted {
            let counts = &mut self.counting.counts;
            counts.warp_instructions -= 1;
            counts.thread_instructions -= u64::from(mask.count_ones());
            counts.predicated_on -= u64::from(active.count_ones());
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

fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Parameter => PARAMETER_WINDOW,
        _ => 0,
    }
}
