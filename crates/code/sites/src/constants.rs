//! Loads of constant memory whose address differs between the threads of a warp, which the hardware
//! serves one address after the other.

use crate::{Code, Found, What};

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    const NO_REGISTER: u8 = 255;
    let indexed = code.own().filter(|one| one.opcode.name() == Some("LDC")).filter(|one| {
        let index = (one.word >> 24) as u8;
        index != NO_REGISTER && code.depends_on_thread(index, one.offset)
    });
    indexed.map(|one| (What::IndexedConstant, one.offset)).collect()
}
