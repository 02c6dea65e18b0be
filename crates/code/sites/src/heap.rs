//! Calls of `malloc` and `new` in a kernel.

use propp_code_sass::{Instruction, Operand, Space};

use crate::one_thread::regions;
use crate::{Code, Found, What};

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let calls = code.own().filter(|(_, one)| one.opcode.name() == Some("CALL"));
    let calls: Vec<usize> = calls
        .filter(|(place, one)| called(code, *place, one) == Some("malloc"))
        .map(|(place, _)| place)
        .collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let regions = regions(code);
    let is_local = |one: &Instruction| one.memory.is_some_and(|own| own.space == Space::Local);
    let has_arrays = code.own().any(|(_, one)| is_local(one));
    let site = |place: usize| {
        let block = code.flow.block_at(code.all[place].offset);
        let is_in = |block: usize| regions.iter().any(|region| region.contains(&block));
        (What::Heap { by_one: block.is_some_and(is_in), has_arrays }, place)
    };
    calls.into_iter().map(site).collect()
}

/// The function of the driver that an instruction calls: its address lies in a constant bank.
fn called<'a>(code: &Code<'_, 'a>, place: usize, call: &Instruction) -> Option<&'a str> {
    const ADDRESSES: u8 = 4;
    const NO_REGISTER: u8 = 255;
    let load = code.writer_place(Operand::Register((call.word >> 24) as u8), place)?;
    let one = &code.all[load];
    let sources = one.operands(code.architecture).sources;
    let Some(Operand::Constant { bank: ADDRESSES, offset }) = sources.first() else { return None };
    // An index is an immediate value.
    let index = match (one.word >> 24) as u8 {
        NO_REGISTER => 0,
        index => (code.writer(Operand::Register(index), load)?.word >> 32) as u32,
    };
    code.cubin.address_at(u64::from(*offset).wrapping_add(index.into()))
}
