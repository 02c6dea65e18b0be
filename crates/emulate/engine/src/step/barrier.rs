//! Barriers of a block, and those in shared memory.

use propp_emulate_ptx::{Barrier, BarrierOp, Instruction, Mbarrier, Slot};

use super::{Machine, Next};
use crate::access::Stopped;
use crate::cluster::ONE_BLOCK;
use crate::fault::Cause;
use crate::lanes::lanes;
use crate::pieces::{address_of, resolved};
use crate::races::Coming;
use crate::state::Block;
use crate::warp::{Wait, Warp};

impl Machine<'_, '_> {
    pub(super) fn barrier(
        &mut self,
        block: &mut Block,
        warp: &mut Warp,
        index: usize,
        instruction: &Instruction,
        op: &BarrierOp,
        active: u32,
    ) -> Result<Next, Stopped> {
        self.looked = true;
        match op {
            BarrierOp::Block { barrier, id, threads } => {
                come(block, warp, index, (*barrier, *id, *threads), active)
            }
            BarrierOp::Cluster { waits: false } => {
                warp.come |= active;
                if let Some(shadow) = &mut block.shadow {
                    shadow.arrive_at_cluster(index);
                }
                Ok(Next::Follow)
            }
            // All have come since.
            BarrierOp::Cluster { waits: true } if warp.come & active == 0 => Ok(Next::Follow),
            BarrierOp::Cluster { waits: true } => {
                if let Some(top) = warp.fragments.last_mut() {
                    top.wait = Wait::Cluster;
                }
                Ok(Next::Left)
            }
            BarrierOp::Shared { space, address, action } => {
                if matches!(action, Mbarrier::Test { waits: false, .. }) {
                    self.polls.tested();
                }
                let is_test = matches!(action, Mbarrier::Test { .. });
                let mut places = 0..0;
                if block.shadow.is_some() {
                    let of = |lane| address_of(&warp.registers, *address, lane);
                    let all = || lanes(active).map(|lane| resolved(*space, of(lane)).1);
                    let all = || all().filter(|address| *address < ONE_BLOCK);
                    places = all().min().unwrap_or(0)..all().max().map_or(0, |last| last + 1);
                    if !is_test {
                        block.come_to_phases(index, places.clone(), Coming::Arrives);
                    }
                }
                let registers = &mut warp.registers;
                let mut reach = self.reach(block, index);
                let waits = reach.mbarrier(registers, *space, *address, *action, active)?;
                if !waits {
                    if is_test {
                        block.come_to_phases(index, places, Coming::Passes);
                    }
                    return Ok(Next::Follow);
                }
                // It is executed again, when other warps have had their turn.
                if let Some(top) = warp.fragments.last_mut() {
                    top.at -= 1;
                    self.uncount(instruction, top.mask, active);
                }
                self.asks_again = true;
                Ok(Next::Left)
            }
        }
    }
}

/// The warp's lanes come to a barrier of the block.
fn come(
    block: &mut Block,
    warp: &mut Warp,
    index: usize,
    (barrier, id, threads): (Barrier, Slot, Option<Slot>),
    active: u32,
) -> Result<Next, Stopped> {
    let lane = active.trailing_zeros() as usize;
    let number = warp.registers.narrow(id)[lane];
    let Some(own) = block.barriers.get_mut(number as usize) else {
        return Err((lane, Cause::Unsupported(format!("barrier {number}"))));
    };
    own.threads = threads.map(|slot| warp.registers.narrow(slot)[lane]).or(own.threads);
    match barrier {
        Barrier::Arrive => {
            own.arrived |= 1 << index;
            if let Some(shadow) = &mut block.shadow {
                shadow.arrive(number as usize, index);
            }
            return Ok(Next::Follow);
        }
        Barrier::Sync => {}
        Barrier::Reduce { from, .. } | Barrier::Count { from, .. } => {
            let bits = warp.registers.predicate(from);
            own.all &= bits & active == active;
            own.any |= bits & active != 0;
            own.count += (bits & active).count_ones();
        }
    }
    if let Some(top) = warp.fragments.last_mut() {
        top.wait = Wait::Barrier(number);
    }
    Ok(Next::Left)
}
