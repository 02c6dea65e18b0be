//! Instructions that lead lanes elsewhere, or end them.

use propp_emulate_ptx::{ControlOp, Instruction};

use super::{Machine, Next, go};
use crate::access::Stopped;
use crate::calls;
use crate::fault::Cause;
use crate::lanes::lanes;
use crate::state::Block;
use crate::warp::{Fragment, Warp};

impl Machine<'_, '_> {
    pub(super) fn control(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        instruction: &Instruction,
        op: &ControlOp,
        active: u32,
    ) -> Result<Next, Stopped> {
        let code = self.ready.code;
        let Some(&Fragment { block: number, mask, .. }) = warp.fragments.last() else {
            return Ok(Next::Left);
        };
        match op {
            ControlOp::Branch { target } => {
                self.counting.counts.branches += 1;
                let meet = code.blocks[number as usize].meets;
                warp.divide(active, *target, number + 1, meet, &code.blocks);
                Ok(Next::Left)
            }
            ControlOp::BranchTable { index: slot, targets } => {
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
            ControlOp::Call(call) => {
                self.counting.counts.branches += 1;
                calls::enter(block, warp, code, call, self.ready.stack)?;
                Ok(Next::Left)
            }
            ControlOp::Return => {
                self.counting.counts.branches += 1;
                calls::leave(block, warp, code, self.ready.stack.0);
                Ok(Next::Left)
            }
            // Its fragment does not divide.
            ControlOp::Skip { .. } => Ok(Next::Follow),
            ControlOp::Exit => {
                warp.end(active, &code.blocks);
                let left = active == mask || instruction.guard.is_none();
                Ok(if left { Next::Left } else { Next::Follow })
            }
            ControlOp::Trap => match active {
                0 => Ok(Next::Follow),
                _ => Err((active.trailing_zeros() as usize, Cause::Trap)),
            },
        }
    }
}
