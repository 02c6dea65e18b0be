//! Calls that are not inlined: where lanes go on behind them, and the registers that they keep.
//! Lanes that call together share an activation, whatever function each of them calls.

use propp_emulate_ptx::{Call, Callee, Code, ControlOp, Op, Piece, Slot};

use crate::access::Stopped;
use crate::activation::Activation;
use crate::fault::Cause;
use crate::lanes::{LANES, lanes, restore};
use crate::state::Block;
use crate::warp::{Fragment, Warp};

/// The function of each lane: an index into the code's routines, and the lanes.
fn callees(warp: &Warp, code: &Code, call: &Call, mask: u32) -> Result<Vec<(usize, u32)>, Stopped> {
    let (from, routines) = match &call.callee {
        Callee::Routine(routine) => return Ok(vec![(*routine as usize, mask)]),
        Callee::Address { from, routines } => (*from, routines),
    };
    let addresses = &warp.registers.wide[from as usize];
    let mut groups = Vec::new();
    let mut rest = mask;
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        let address = addresses[lane];
        let found = routines.iter().find(|own| code.routines[**own as usize].address == address);
        let routine = found.ok_or((lane, Cause::NotAFunction { address }))?;
        let same = lanes(rest).filter(|lane| addresses[*lane] == address);
        let same = same.fold(0, |mask, lane| mask | 1 << lane);
        groups.push((*routine as usize, same));
        rest &= !same;
    }
    Ok(groups)
}

/// The running fragment calls, with all its lanes. `limit` is the longest stack of a lane.
pub(crate) fn enter(
    block: &mut Block,
    warp: &mut Warp,
    code: &Code,
    call: &Call,
    (stack, limit): (Slot, u32),
) -> Result<(), Stopped> {
    let Some(&Fragment { mask, block: number, call: outer, .. }) = warp.fragments.last() else {
        return Ok(());
    };
    let groups = callees(warp, code, call, mask)?;
    let before = warp.registers.narrow[stack as usize];
    let mut after = before;
    let (mut longest, mut has_locals) = (0, false);
    for (routine, mask) in &groups {
        let routine = &code.routines[*routine];
        has_locals |= routine.has_locals;
        for lane in lanes(*mask) {
            after[lane] = before[lane].saturating_add(call.below);
            let end = after[lane].saturating_add(routine.bytes.max(call.bytes));
            if end > limit {
                return Err((lane, Cause::StackOverflow { limit }));
            }
            longest = longest.max(end as usize);
        }
    }
    grow(&mut block.frame, &mut block.frame_bytes, block.lanes, longest, limit);
    if has_locals {
        grow(&mut block.local, &mut block.local_bytes, block.lanes, longest, limit);
    }
    for lane in lanes(mask) {
        let own = frame(block, warp.index, lane);
        for Piece { caller, callee, bytes } in &call.arguments {
            let from = (before[lane] + caller) as usize;
            own.copy_within(from..from + *bytes as usize, (after[lane] + callee) as usize);
        }
    }
    let activation = Activation::new(&warp.registers, call, before, number + 1, (outer, mask));
    warp.registers.narrow[stack as usize] = after;
    let to = groups.iter().map(|(routine, mask)| (code.routines[*routine].block, *mask));
    warp.call(activation, number + 1, to, &code.blocks);
    Ok(())
}

/// The lanes of the running fragment come back.
pub(crate) fn leave(block: &mut Block, warp: &mut Warp, code: &Code, stack: Slot) {
    let Some(&Fragment { mask, call: Some(own), .. }) = warp.fragments.last() else {
        return;
    };
    let Some(activation) = warp.calls.get(own as usize).cloned() else { return };
    let Some(call) = call_before(code, activation.back) else { return };
    let here = warp.registers.narrow[stack as usize];
    for lane in lanes(mask) {
        let own = frame(block, warp.index, lane);
        for Piece { caller, callee, bytes } in &call.results {
            let from = (here[lane] + callee) as usize;
            own.copy_within(
                from..from + *bytes as usize,
                (activation.stack[lane] + caller) as usize,
            );
        }
    }
    activation.restore(&mut warp.registers, call, mask);
    restore(&mut warp.registers.narrow[stack as usize], &activation.stack, !mask);
    warp.come_back(activation.back, &code.blocks);
}

/// The call that ends the block before.
fn call_before(code: &Code, block: u32) -> Option<&Call> {
    let end = code.blocks.get(block.checked_sub(1)? as usize)?.end;
    match &code.instructions.get(end.checked_sub(1)? as usize)?.op {
        Op::Control(ControlOp::Call(call)) => Some(call),
        Op::Control(_)
        | Op::Lane(_)
        | Op::Memory(_)
        | Op::Warp(_)
        | Op::Barrier(_)
        | Op::System(_) => None,
    }
}

/// A lane's arguments and results.
fn frame(block: &mut Block, warp: u32, lane: usize) -> &mut [u8] {
    let bytes = block.frame_bytes;
    let start = bytes * (warp as usize * LANES + lane);
    &mut block.frame[start..start + bytes]
}

/// Makes room for at least `needed` bytes of each lane.
fn grow(memory: &mut Vec<u8>, each: &mut usize, lanes: usize, needed: usize, limit: u32) {
    if needed <= *each {
        return;
    }
    let wider = needed.max(*each * 2).min((limit as usize).max(needed)).next_multiple_of(16);
    let mut grown = vec![0; wider * lanes];
    if *each > 0 {
        for (to, from) in grown.chunks_exact_mut(wider).zip(memory.chunks_exact(*each)) {
            to[..*each].copy_from_slice(from);
        }
    }
    (*memory, *each) = (grown, wider);
}
