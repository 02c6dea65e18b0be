//! Generic addresses and the states of barriers: numbers in registers that memory is no part of.

use propp_emulate_ptx::{LaneOp, Space};

use crate::access::space_of;
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
    let LaneOp::IsSpace { space, to, from } = op else { return };
    let all = &registers.wide[*from as usize];
    let is = |lane: &usize| space_of(all[*lane]) == *space;
    let bits = lanes(mask).filter(is).fold(0, |bits, lane| bits | 1 << lane);
    registers.set_predicate(*to, mask, bits);
}

pub(super) fn pending_count(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::PendingCount { to, from } = op else { return };
    let pending: [u32; LANES] = registers.wide[*from as usize].map(mbarrier::pending);
    registers.put_narrow(*to, mask, pending);
}
