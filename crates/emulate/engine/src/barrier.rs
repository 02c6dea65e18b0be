//! Barriers of a block.

use propp_emulate_ptx::{Barrier as Kind, BarrierOp, Code, Logic, Op};

use crate::lanes::LANES;
use crate::order::Yields;
use crate::state::{Barrier, Running};
use crate::warp::{Wait, Warp};

/// A bit for each barrier that lanes wait for.
pub(crate) fn waited_for(running: &Running) -> u32 {
    let waits = running.warps.iter().flat_map(|warp| &warp.fragments);
    waits.fold(0, |all, fragment| match fragment.wait {
        Wait::Barrier(number) => all | 1 << number,
        Wait::No | Wait::Warp | Wait::Cluster => all,
    })
}

/// Lets the warps pass that wait at the barrier, if all have come. Gives whether it did.
pub(crate) fn pass_barrier(running: &mut Running, code: &Code, number: u32) -> bool {
    let Running { warps, block } = running;
    let barrier = block.barriers[number as usize];
    // All that are left of a warp, or nobody.
    let here = |warp: &Warp| warp.alive != 0 && warp.waiting_at(number) == warp.alive;
    let mut arrived = barrier.arrived;
    let (mut complete, mut any) = (true, false);
    for (index, warp) in warps.iter().enumerate() {
        if here(warp) {
            arrived |= 1 << index;
            any = true;
        } else if warp.alive != 0 && barrier.arrived >> index & 1 == 0 {
            complete = false;
        }
    }
    if let Some(threads) = barrier.threads {
        complete = arrived.count_ones() * LANES as u32 >= threads;
    }
    if !any || !complete {
        return false;
    }
    block.sums.clear();
    if let Some(shadow) = &mut block.shadow {
        let here = warps.iter().enumerate().filter(|(_, warp)| here(warp));
        shadow.pass(number as usize, here.fold(0, |all, (index, _)| all | 1 << index));
    }
    let time = warps.iter().filter(|w| here(w)).map(|w| w.time).max().unwrap_or(0);
    for warp in warps {
        if !here(warp) {
            continue;
        }
        warp.time = time;
        warp.yields = Yields::default();
        for place in 0..warp.fragments.len() {
            let fragment = &mut warp.fragments[place];
            if fragment.wait != Wait::Barrier(number) {
                continue;
            }
            fragment.wait = Wait::No;
            let (at, mask) = (fragment.at - 1, fragment.mask);
            let Op::Barrier(BarrierOp::Block { barrier: kind, .. }) =
                code.instructions[at as usize].op
            else {
                continue;
            };
            match kind {
                Kind::Sync | Kind::Arrive => {}
                Kind::Reduce { logic, to, .. } => {
                    let holds = match logic {
                        Logic::And => barrier.all,
                        Logic::Or | Logic::Xor => barrier.any,
                    };
                    let bits = if holds { u32::MAX } else { 0 };
                    warp.registers.set_predicate(to, mask, bits);
                }
                Kind::Count { to, .. } => {
                    warp.registers.put_narrow(to, mask, [barrier.count; LANES]);
                }
            }
        }
    }
    block.barriers[number as usize] = Barrier::empty();
    true
}
