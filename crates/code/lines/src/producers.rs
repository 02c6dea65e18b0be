//! Which instructions an instruction waits for: those whose results set the scoreboards in its wait
//! mask. A scoreboard counts, so these are all since somebody waited for it.

use std::collections::BTreeSet;

use propp_code_sass::{Flow, Instruction};

/// Scoreboards that a wait mask can name.
const SCOREBOARDS: u8 = 6;

/// For each instruction the places of those whose results it waits for.
pub(crate) fn producers(instructions: &[Instruction], flow: &Flow) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); flow.blocks.len()];
    for (number, block) in flow.blocks.iter().enumerate() {
        for successor in &block.edges {
            before[*successor].push(number);
        }
    }
    let range = |block: usize| {
        let at = |offset: u64| instructions.partition_point(|one| one.offset < offset);
        (at(flow.blocks[block].start), at(flow.blocks[block].end))
    };
    // Adds those of a piece of code, the last first. Whether somebody waited there.
    let search = |piece: (usize, usize), scoreboard: u8, found: &mut BTreeSet<usize>| {
        for place in (piece.0..piece.1).rev() {
            let control = &instructions[place].control;
            if control.write_barrier == Some(scoreboard) {
                found.insert(place);
            }
            if control.wait_mask & (1 << scoreboard) != 0 {
                return true;
            }
        }
        false
    };
    let setters = |place: usize| -> Vec<usize> {
        let mut found = BTreeSet::new();
        let Some(own) = flow.block_at(instructions[place].offset) else { return Vec::new() };
        let is_awaited = |board: &u8| instructions[place].control.wait_mask & (1 << board) != 0;
        for scoreboard in (0..SCOREBOARDS).filter(is_awaited) {
            if search((range(own).0, place), scoreboard, &mut found) {
                continue;
            }
            let (mut seen, mut due) = (BTreeSet::new(), before[own].clone());
            while let Some(block) = due.pop() {
                if seen.insert(block) && !search(range(block), scoreboard, &mut found) {
                    due.extend(&before[block]);
                }
            }
        }
        found.into_iter().collect()
    };
    (0..instructions.len()).map(setters).collect()
}
