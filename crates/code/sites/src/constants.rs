//! Loads of constant memory whose address differs between the threads of a warp, which the hardware
//! serves one address after the other.

use crate::{Code, Found, What};

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    const NO_REGISTER: u8 = 255;
    let loads = code.own().filter(|(_, one)| one.opcode.name() == Some("LDC"));
    let indexed = loads.filter(|(place, one)| {
        let index = (one.word >> 24) as u8;
        index != NO_REGISTER && code.depends_on_thread(index, *place)
    });
    indexed.map(|(place, _)| (What::IndexedConstant, place)).collect()
}
