//! Calls of `malloc` and `new` in a kernel.

use propp_code_sass::{Instruction, Operand};

use crate::{Code, Found, What};

/// The driver has `malloc`, so the code has no name for what it calls; the kernel's attributes name it. The
/// first function of that kind is taken for it, as `free` comes later.
pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    if !code.kernel.externals.contains(&"malloc") {
        return Vec::new();
    }
    let calls = code.own().filter(|(_, one)| one.opcode.name() == Some("CALL"));
    let unnamed = calls.filter(|(_, one)| code.cubin.called(code.kernel, one).is_none());
    let targets: Vec<(usize, Option<Target>)> =
        unnamed.map(|(place, one)| (place, target(code, place, one))).collect();
    let first = targets.first().map(|(_, target)| *target);
    let allocates = targets.into_iter().filter(|(_, target)| Some(*target) == first);
    allocates.map(|(place, _)| (What::Heap, place)).collect()
}

/// Where the address of a function lies in a constant bank.
type Target = (Operand, Option<u32>);

fn target(code: &Code<'_, '_>, place: usize, call: &Instruction) -> Option<Target> {
    const NO_REGISTER: u8 = 255;
    let register = Operand::Register((call.word >> 24) as u8);
    let at = code.writer_place(register, place)?;
    let load = &code.all[at];
    let constant = load.operands(code.architecture).sources.first().copied()?;
    let index = (load.word >> 24) as u8;
    // An index is an immediate value.
    let index = (index != NO_REGISTER).then(|| code.writer(Operand::Register(index), at)).flatten();
    Some((constant, index.map(|moved| (moved.word >> 32) as u32)))
}
