//! Registers that share slots. The text has a register for nearly every result; most live
//! briefly. Fewer slots make a warp's registers fit into a processor's cache.

use crate::module::Code;
use crate::op::{Access, Op, Slot};
use crate::types::File;

const FILES: [File; 3] = [File::Predicate, File::Narrow, File::Wide];

struct Reference {
    slot: Slot,
    access: Access,
    /// Whether all lanes write it for sure.
    whole: bool,
}

/// Renumbers the slots of each file. Slots of constants and special registers come first, and
/// nothing shares them.
pub(crate) fn allocate(code: &mut Code) {
    for file in FILES {
        let references = references(code, file);
        let pinned = pinned(code, file);
        let (map, count) = assign(code, &references, &pinned);
        for instruction in &mut code.instructions {
            instruction.slots(&mut |of, _, slot| {
                if of == file {
                    *slot = map.get(*slot as usize).copied().unwrap_or(0);
                }
            });
        }
        let renumber = |slot: &mut Slot| *slot = map.get(*slot as usize).copied().unwrap_or(0);
        match file {
            File::Predicate => code.predicates = count,
            File::Narrow => {
                code.narrow = count;
                code.specials.iter_mut().for_each(|(slot, _)| renumber(slot));
                let constants = code.constants.iter_mut().filter(|(_, c)| !c.is_wide());
                constants.for_each(|(slot, _)| renumber(slot));
            }
            File::Wide => {
                code.wide = count;
                let constants = code.constants.iter_mut().filter(|(_, c)| c.is_wide());
                constants.for_each(|(slot, _)| renumber(slot));
            }
        }
    }
}

fn pinned(code: &Code, file: File) -> Vec<Slot> {
    let constants = code.constants.iter().filter(|(_, constant)| match file {
        File::Predicate => false,
        File::Narrow => !constant.is_wide(),
        File::Wide => constant.is_wide(),
    });
    let specials = code.specials.iter().filter(|_| file == File::Narrow);
    constants.map(|(slot, _)| *slot).chain(specials.map(|(slot, _)| *slot)).collect()
}

fn references(code: &mut Code, file: File) -> Vec<Vec<Reference>> {
    let mut skipped = 0_u32;
    let mut all = Vec::with_capacity(code.instructions.len());
    for instruction in &mut code.instructions {
        let whole = instruction.guard.is_none() && skipped == 0;
        skipped = match instruction.op {
            Op::Skip { count } => count.max(skipped.saturating_sub(1)),
            _ => skipped.saturating_sub(1),
        };
        let mut found = Vec::new();
        instruction.slots(&mut |of, access, slot| {
            if of == file {
                found.push(Reference { slot: *slot, access, whole });
            }
        });
        all.push(found);
    }
    all
}

#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn has(&self, slot: Slot) -> bool {
        self.0.get(slot as usize / 64).is_some_and(|word| word >> (slot % 64) & 1 != 0)
    }

    fn put(&mut self, slot: Slot, present: bool) {
        if let Some(word) = self.0.get_mut(slot as usize / 64) {
            let bit = 1 << (slot % 64);
            *word = if present { *word | bit } else { *word & !bit };
        }
    }

    fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| index as u32 * 64 + bit)
        })
    }
}

/// The new slot of each old one, and their number.
fn assign(code: &Code, references: &[Vec<Reference>], pinned: &[Slot]) -> (Vec<Slot>, u32) {
    let largest = references.iter().flatten().map(|reference| reference.slot);
    let slots = largest.chain(pinned.iter().copied()).max().map_or(0, |slot| slot as usize + 1);
    let mut map = vec![0; slots];
    let mut first = vec![u32::MAX; slots];
    let mut last = vec![0_u32; slots];
    let mut touch = |slot: Slot, at: u32| {
        if let (Some(first), Some(last)) =
            (first.get_mut(slot as usize), last.get_mut(slot as usize))
        {
            *first = (*first).min(at);
            *last = (*last).max(at);
        }
    };
    let (live_in, live_out) = liveness(code, references, slots);
    for (block, (entering, leaving)) in code.blocks.iter().zip(live_in.iter().zip(&live_out)) {
        entering.slots().for_each(|slot| touch(slot, block.first));
        leaving.slots().for_each(|slot| touch(slot, block.end.saturating_sub(1)));
    }
    for (at, references) in references.iter().enumerate() {
        references.iter().for_each(|reference| touch(reference.slot, at as u32));
    }
    let mut next = 0;
    for slot in pinned {
        if let (Some(new), Some(first)) =
            (map.get_mut(*slot as usize), first.get_mut(*slot as usize))
        {
            *new = next;
            next += 1;
            *first = u32::MAX;
        }
    }
    let mut order: Vec<usize> = (0..slots).filter(|slot| first[*slot] != u32::MAX).collect();
    order.sort_by_key(|slot| (first[*slot], *slot));
    let mut busy = std::collections::BinaryHeap::new();
    let mut free = Vec::new();
    for slot in order {
        while let Some(std::cmp::Reverse((end, _))) = busy.peek()
            && *end < first[slot]
        {
            if let Some(std::cmp::Reverse((_, freed))) = busy.pop() {
                free.push(freed);
            }
        }
        let new = free.pop().unwrap_or_else(|| {
            next += 1;
            next - 1
        });
        map[slot] = new;
        busy.push(std::cmp::Reverse((last[slot], new)));
    }
    (map, next)
}

/// The slots that are read later, at the beginning and the end of each block.
fn liveness(code: &Code, references: &[Vec<Reference>], slots: usize) -> (Vec<Set>, Vec<Set>) {
    let empty = Set(vec![0; slots.div_ceil(64)]);
    let mut used = vec![empty.clone(); code.blocks.len()];
    let mut written = vec![empty.clone(); code.blocks.len()];
    for ((block, used), written) in code.blocks.iter().zip(&mut used).zip(&mut written) {
        let inside = references.get(block.first as usize..block.end as usize).unwrap_or_default();
        for reference in inside.iter().flatten() {
            let partial = reference.access == Access::Write && !reference.whole;
            // A write of some lanes keeps the others' values.
            if (reference.access == Access::Read || partial) && !written.has(reference.slot) {
                used.put(reference.slot, true);
            }
            if reference.access == Access::Write && reference.whole {
                written.put(reference.slot, true);
            }
        }
    }
    let (mut live_in, mut live_out) = (used.clone(), vec![empty; code.blocks.len()]);
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..code.blocks.len()).rev() {
            let mut out = live_out[index].clone();
            for next in &code.blocks[index].successors {
                let Some(entering) = live_in.get(*next as usize) else { continue };
                out.0.iter_mut().zip(&entering.0).for_each(|(word, more)| *word |= more);
            }
            if out != live_out[index] {
                changed = true;
                for (word, (live, killed)) in
                    live_in[index].0.iter_mut().zip(out.0.iter().zip(&written[index].0))
                {
                    *word |= live & !killed;
                }
                live_out[index] = out;
            }
        }
    }
    (live_in, live_out)
}
