//! What moves bits between registers, and logic of predicates.

use propp_emulate_ptx::LaneOp;

use super::compare::combine;
use crate::lanes::{LANES, PART, Registers, all_bits, map, part, put};

pub(super) fn narrow(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Move { to, from, .. } = op else { return };
    map!(mask, registers.narrow, *to, [(a, registers.narrow, *from)], |a| a);
}

pub(super) fn wide(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Move { to, from, .. } = op else { return };
    map!(mask, registers.wide, *to, [(a, registers.wide, *from)], |a| a);
}

pub(super) fn predicates(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Predicates { logic, to, from } = op else { return };
    let [a, b] = from.map(|slot| registers.predicate(slot));
    registers.set_predicate(*to, mask, combine(*logic, a, b));
}

pub(super) fn predicate_not(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::PredicateNot { to, from } = op else { return };
    registers.set_predicate(*to, mask, !registers.predicate(*from));
}

pub(super) fn predicate_move(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::PredicateMove { to, from } = op else { return };
    registers.set_predicate(*to, mask, registers.predicate(*from));
}

pub(super) fn predicate_set(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::PredicateSet { to, value } = op else { return };
    registers.set_predicate(*to, mask, if *value { u32::MAX } else { 0 });
}

pub(super) fn join64(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Join64 { to, from } = op else { return };
    map!(
        mask,
        registers.wide,
        *to,
        [(a, registers.narrow, from[0]), (b, registers.narrow, from[1])],
        |a: u32, b: u32| u64::from(a) | u64::from(b) << 32
    );
}

pub(super) fn split64(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Split64 { to, from } = op else { return };
    if let Some(low) = to[0] {
        map!(mask, registers.narrow, low, [(a, registers.wide, *from)], |a: u64| a as u32);
    }
    if let Some(high) = to[1] {
        let top = |a: u64| (a >> 32) as u32;
        map!(mask, registers.narrow, high, [(a, registers.wide, *from)], top);
    }
}

pub(super) fn join32(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Join32 { bits, to, from } = op else { return };
    let files = from.iter().map(|slot| *registers.narrow(*slot)).collect::<Vec<_>>();
    let part = u32::MAX >> (32 - bits);
    registers.set_narrow(*to, mask, |lane| {
        let parts = files.iter().enumerate();
        parts.fold(0, |all, (i, file)| all | (file[lane] & part) << (bits * i as u32))
    });
}

pub(super) fn split32(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Split32 { bits, to, from } = op else { return };
    let whole = *registers.narrow(*from);
    let part = u32::MAX >> (32 - bits);
    for (index, slot) in to.iter().enumerate() {
        let Some(slot) = slot else { continue };
        let shift = bits * index as u32;
        registers.put_narrow(*slot, mask, whole.map(|bits| bits >> shift & part));
    }
}

pub(super) fn select_narrow(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Select { to, from, predicate, .. } = op else { return };
    let chosen = registers.predicate(*predicate);
    for at in 0..LANES / PART {
        let [a, b, own] = [from[0], from[1], *to].map(|slot| part(&registers.narrow, slot, at));
        let [chosen, mask] = [chosen, mask].map(|bits| bits >> (at * PART));
        let values = std::array::from_fn(|i| {
            let value = b[i] ^ (a[i] ^ b[i]) & all_bits(chosen, i);
            own[i] ^ (value ^ own[i]) & all_bits(mask, i)
        });
        put(&mut registers.narrow, *to, at, values);
    }
}

pub(super) fn select_wide(registers: &mut Registers, op: &LaneOp, mask: u32) {
    let LaneOp::Select { to, from, predicate, .. } = op else { return };
    let chosen = registers.predicate(*predicate);
    // The lanes that take the first operand, then those that take the second.
    map!(mask & chosen, registers.wide, *to, [(a, registers.wide, from[0])], |a| a);
    map!(mask & !chosen, registers.wide, *to, [(a, registers.wide, from[1])], |a| a);
}
