//! Which instructions an instruction waits for: those that set the scoreboards in its wait mask.

use std::collections::BTreeSet;

use propp_code_sass::{Flow, Instruction};

/// For each instruction the places of those that it waits for, on every path to it the nearest.
pub(crate) fn producers(instructions: &[Instruction], flow: &Flow) -> Vec<Vec<usize>> {
    let block_of = |place: usize| flow.block_at(instructions[place].offset);
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
    let setters = |place: usize| -> Vec<usize> {
        let mut found = BTreeSet::new();
        for scoreboard in 0..8 {
            if instructions[place].control.wait_mask & (1 << scoreboard) == 0 {
                continue;
            }
            let sets = |other: &usize| {
                let control = &instructions[*other].control;
                control.write_barrier == Some(scoreboard)
                    || control.read_barrier == Some(scoreboard)
            };
            let Some(own) = block_of(place) else { continue };
            if let Some(nearest) = (range(own).0..place).rev().find(sets) {
                found.insert(nearest);
                continue;
            }
            let (mut seen, mut due) = (BTreeSet::new(), before[own].clone());
            while let Some(block) = due.pop() {
                if !seen.insert(block) {
                    continue;
                }
                let (first, end) = range(block);
                match (first..end).rev().find(sets) {
                    Some(nearest) => drop(found.insert(nearest)),
                    None => due.extend(&before[block]),
                }
            }
        }
        found.into_iter().collect()
    };
    (0..instructions.len()).map(setters).collect()
}
