//! Instructions that lead lanes elsewhere, or look at several of them.

use propp_ptx::{Barrier as Kind, Instruction, Op};

use super::{Machine, Next, go};
use crate::access::{Reach, Stopped};
use crate::collective::{self, Members};
use crate::fault::Cause;
use crate::lanes::lanes;
use crate::state::Block;
use crate::warp::{Fragment, Wait, Warp};

impl<'m> Machine<'_, 'm> {
    pub(super) fn control(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        instruction: &Instruction,
        at: u32,
        active: u32,
    ) -> Result<Next, Stopped> {
        let code = self.ready.code;
        let Some(&Fragment { block: number, mask, passes, .. }) = warp.fragments.last() else {
            return Ok(Next::Left);
        };
        match &instruction.op {
            Op::Branch { target } => {
                self.counting.counts.branches += 1;
                let meet = code.blocks[number as usize].meets;
                warp.divide(active, *target, number + 1, meet, &code.blocks);
                Ok(Next::Left)
            }
            Op::BranchTable { index: slot, targets } => {
                self.counting.counts.branches += 1;
                let meet = code.blocks[number as usize].meets;
                let choice = *warp.registers.narrow(*slot);
                let of = |lane: usize| targets.get(choice[lane] as usize).copied();
                let mut rest = mask;
                while rest != 0 {
                    let lane = rest.trailing_zeros() as usize;
                    let Some(target) = of(lane) else { return Err((lane, Cause::Trap)) };
                    let same = lanes(rest).filter(|lane| of(*lane) == Some(target));
                    let same = same.fold(0, |mask, lane| mask | 1 << lane);
                    rest &= !same;
                    if rest != 0 {
                        // The lanes on top are divided further.
                        warp.divide(rest, number, target, meet, &code.blocks);
                    } else if let Some(top) = warp.fragments.last_mut() {
                        go(top, target, code);
                    }
                }
                Ok(Next::Left)
            }
            Op::Exit => {
                warp.end(active, &code.blocks);
                let left = active == mask || instruction.guard.is_none();
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
                self.uncount(instruction, mask, active);
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
                    let missing = named & warp.alive & !mask;
                    let others = warp.fragments.iter().rev().skip(1);
                    let may_come = others.filter(|f| f.wait == Wait::No).count() > 0;
                    if missing != 0 && may_come && !passes {
                        if let Some(top) = warp.fragments.last_mut() {
                            top.wait = Wait::Warp;
                            top.at = at - 1;
                        }
                        self.uncount(instruction, mask, active);
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
        let Self { memory, counting, parameters, .. } = self;
        Reach { memory, block, counting, parameters, warp }
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
