//! Products in a loop that loads both of their operands from shared memory: those of each block.

use propp_code_sass::{Direction, Operand, Space};

use crate::{Code, Found, What};

const MULTIPLICATIONS: [&str; 6] = ["FFMA", "FMUL", "DFMA", "DMUL", "IMAD", "HFMA2"];

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let mut found = Vec::new();
    for (number, one) in code.flow.loops.iter().enumerate() {
        let is_own = |block: &&usize| code.flow.loop_of(**block) == Some(number);
        let own: Vec<usize> = one.blocks.iter().filter(is_own).copied().collect();
        let is_loaded = |operand: Operand, place: usize| {
            let writer = code.writer_within(operand, place, &own);
            let writer = writer.or_else(|| code.writer_behind(operand, place, &own));
            writer.and_then(|writer| code.all[writer].memory).is_some_and(|memory| {
                (memory.space, memory.direction) == (Space::Shared, Direction::Load)
            })
        };
        for block in own.chunks(1) {
            let mut products = code.of_blocks(block).filter(|(place, one)| {
                let name = one.opcode.name().unwrap_or_default();
                let operands = one.operand_pair(code.architecture);
                let operands = operands.filter(|_| MULTIPLICATIONS.contains(&name));
                operands.is_some_and(|all| all.into_iter().all(|each| is_loaded(each, *place)))
            });
            if let Some((place, _)) = products.next() {
                found.push((What::Products(1 + products.count()), place));
            }
        }
    }
    found.retain(|(_, place)| !code.is_in_subroutine(code.all[*place].offset));
    found
}
