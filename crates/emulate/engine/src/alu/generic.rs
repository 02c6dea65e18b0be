//! Generic addresses and the states of barriers: numbers in registers that memory is no part of.

use propp_emulate_ptx::{LaneOp, Space};

use crate::access::space_of;
use crate::cluster::{self, BLOCK_BITS, of_rank};
use crate::lanes::{LANES, Registers, lanes, map};
use crate::mbarrier;
use crate::memory::{LOCAL_WINDOW, PARAMETER_WINDOW, SHARED_WINDOW, WINDOW_BYTES};

/// Where the space begins among generic addresses.
fn window(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Parameter => PARAMETER_WINDOW,
        Space::Generic | Space::Global | Space::Constant | Space::Frame => 0,
    }
}

pub(super) fn to_generic(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::ToGeneric { space, wide, to, from } = op else { return };
    if *wide {
        let window = window(*space);
        map!(mask, registers.wide, *to, [(a, registers.wide, *from)], |a| a | window);
    } else {
        map!(mask, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
    }
}

pub(super) fn from_generic(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::FromGeneric { space, wide, to, from } = op else { return };
    if *wide {
        let kept = if window(*space) == 0 { u64::MAX } else { WINDOW_BYTES - 1 };
        map!(mask, registers.wide, *to, [(a, registers.wide, *from)], |a| a & kept);
    } else {
        map!(mask, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
    }
}

pub(super) fn is_space(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::IsSpace { space, of_cluster, to, from } = op else { return };
    let all = &registers.wide[*from as usize];
    let is_own = |address: u64| *of_cluster || address & BLOCK_BITS == 0;
    let is = |lane: &usize| {
        let address = all[*lane];
        space_of(address) == *space && (*space != Space::Shared || is_own(address))
    };
    let bits = lanes(mask).filter(is).fold(0, |bits, lane| bits | 1 << lane);
    registers.set_predicate(*to, mask, bits);
}

/// The same place in the shared memory of another block.
pub(super) fn to_block(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::ToBlock { wide, to, from, rank, own } = op else { return };
    let (ranks, own) = (*registers.narrow(*rank), *registers.narrow(*own));
    if *wide {
        let from = registers.wide[*from as usize];
        registers.set_wide(*to, mask, |lane| of_rank(from[lane], ranks[lane], own[lane]));
    } else {
        let from = *registers.narrow(*from);
        let at = |lane: usize| of_rank(u64::from(from[lane]), ranks[lane], own[lane]);
        registers.set_narrow(*to, mask, |lane| at(lane) as u32);
    }
}

pub(super) fn rank_of(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::RankOf { wide, to, from, own } = op else { return };
    let own = *registers.narrow(*own);
    let from: [u64; LANES] = match wide {
        true => registers.wide[*from as usize],
        false => registers.narrow(*from).map(u64::from),
    };
    registers.set_narrow(*to, mask, |lane| cluster::rank_of(from[lane], own[lane]));
}

pub(super) fn pending_count(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::PendingCount { to, from } = op else { return };
    let pending: [u32; LANES] = registers.wide[*from as usize].map(mbarrier::pending);
    registers.put_narrow(*to, mask, pending);
}
