//! Sums of products in a loop that loads both factors from shared memory, by two loads: those of each block.

use propp_code_sass::{Direction, Instruction, Operand, Space};

use crate::{Code, Found, What};

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    for number in 0..code.flow.loops.len() {
        let own = code.own_blocks(number);
        let load = |operand: Operand, place: usize| {
            let writer = code.writer_within(operand, place, &own);
            let writer = writer.or_else(|| code.writer_behind(operand, place, &own))?;
            let memory = code.all[writer].memory?;
            let is_shared = memory.space == Space::Shared && memory.direction == Direction::Load;
            is_shared.then_some(writer)
        };
        let is_product = |(place, one): &(usize, &Instruction)| {
            let factors = one.factors(code.architecture);
            let loads = factors.and_then(|[a, b]| Some([load(a, *place)?, load(b, *place)?]));
            // Other products of integers are addresses.
            let is_sum = one.opcode.name() != Some("IMAD")
                || (one.word >> 64) as u8 == (one.word >> 16) as u8;
            is_sum && loads.is_some_and(|[a, b]| a != b)
        };
        for block in own.iter().map(std::slice::from_ref) {
            let mut products = code.of_blocks(block).filter(is_product);
            if let Some((place, _)) = products.next() {
                found.push((What::Products(1 + products.count()), place));
            }
        }
    }
    found.retain(|(_, place)| !code.is_in_subroutine(code.all[*place].offset));
    found
}
