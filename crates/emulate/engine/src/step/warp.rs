//! What the lanes of a warp do together.

use propp_emulate_ptx::{Instruction, WarpOp};

use super::{Machine, Next};
use crate::access::Stopped;
use crate::collective::{self, Members};
use crate::state::Block;
use crate::warp::{Fragment, Wait, Warp};

impl Machine<'_, '_> {
    pub(super) fn warp(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        instruction: &Instruction,
        op: &WarpOp,
        active: u32,
    ) -> Result<Next, Stopped> {
        let Some(&Fragment { mask, passes, .. }) = warp.fragments.last() else {
            return Ok(Next::Left);
        };
        self.looked |=
            matches!(op, WarpOp::Tiles(_) | WarpOp::Fragment(_) | WarpOp::GroupMultiply(_));
        let members = collective::members(op);
        let named = match members {
            Members::Named(slot) => warp.registers.narrow(slot)[active.trailing_zeros() as usize],
            Members::All => u32::MAX,
            Members::Active => 0,
        };
        let missing = named & warp.alive & !mask;
        let may_come = warp.fragments.iter().rev().skip(1).any(|other| other.wait == Wait::No);
        if let Some(top) = warp.fragments.last_mut() {
            if missing != 0 && may_come && !passes {
                top.wait = Wait::Warp;
                top.at -= 1;
                self.uncount(instruction, mask, active);
                return Ok(Next::Left);
            }
            top.passes &= members == Members::Active;
        }
        if let (Some(shadow), Some(top)) = (&mut block.shadow, warp.fragments.last()) {
            shadow.now = Some((index, top.at - 1));
        }
        let mut reach = self.reach(block, index);
        collective::execute(&mut reach, &mut warp.registers, op, active)?;
        self.counting.counts.multiplied(op);
        if let Some(shadow) = &mut block.shadow {
            shadow.now = None;
            self.tell_races(block);
        }
        if let (Some(_), Some(top)) = (self.memory.overrun, warp.fragments.last()) {
            self.tell_overrun(block.coordinates, top.at - 1);
        }
        Ok(Next::Follow)
    }
}
