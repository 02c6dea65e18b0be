//! Registers that share slots. The text has a register for nearly every result; most live
//! briefly. Fewer slots make a warp's registers fit into a processor's cache.

use crate::text::File;
use propp_code_sass::graph::{Set, liveness};

use crate::flow::successors;
use crate::module::Code;
use crate::op::{Access, ControlOp, Op, Slot};

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
        let (live_in, live_out) = live(code, &references, slots_of(&references, &pinned));
        let (map, count, unwritten) = assign(code, &references, &pinned, &live_in, &live_out);
        save(code, file, &map, &pinned, &live_out);
        for instruction in &mut code.instructions {
            instruction.slots(&mut |of, _, slot| {
                if of == file {
                    *slot = map.get(*slot as usize).copied().unwrap_or(0);
                }
            });
        }
        let renumber = |slot: &mut Slot| *slot = map.get(*slot as usize).copied().unwrap_or(0);
        match file {
            File::Predicate => {
                code.predicates = count;
                code.unwritten.predicates = unwritten;
            }
            File::Narrow => {
                code.narrow = count;
                code.unwritten.narrow = unwritten;
                code.specials.iter_mut().for_each(|(slot, _)| renumber(slot));
                let constants = code.constants.iter_mut().filter(|(_, c)| !c.is_wide());
                constants.for_each(|(slot, _)| renumber(slot));
            }
            File::Wide => {
                code.wide = count;
                code.unwritten.wide = unwritten;
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
        skipped = skipped.saturating_sub(1);
        if let Op::Control(ControlOp::Skip { count }) = instruction.op {
            skipped = skipped.max(count);
        }
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

/// The new slot of each old one, their number, and the new ones that are read before they are
/// written.
fn assign(
    code: &Code,
    references: &[Vec<Reference>],
    pinned: &[Slot],
    live_in: &[Set],
    live_out: &[Set],
) -> (Vec<Slot>, u32, Vec<Slot>) {
    let slots = slots_of(references, pinned);
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
    for (block, (entering, leaving)) in code.blocks.iter().zip(live_in.iter().zip(live_out)) {
        entering.values().for_each(|slot| touch(slot, block.first));
        leaving.values().for_each(|slot| touch(slot, block.end.saturating_sub(1)));
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
    let entries = code.routines.iter().map(|routine| routine.block as usize);
    let entered = std::iter::once(0).chain(entries);
    let at_first = entered.filter_map(|block| live_in.get(block)).flat_map(Set::values);
    let unwritten = at_first.filter(|slot| !pinned.contains(slot));
    let mut unwritten: Vec<Slot> = unwritten.map(|slot| map[slot as usize]).collect();
    if !code.routines.is_empty() {
        unwritten.sort_unstable();
        unwritten.dedup();
    }
    (map, next, unwritten)
}

fn slots_of(references: &[Vec<Reference>], pinned: &[Slot]) -> usize {
    let largest = references.iter().flatten().map(|reference| reference.slot);
    largest.chain(pinned.iter().copied()).max().map_or(0, |slot| slot as usize + 1)
}

/// Notes which registers a call keeps: the callee may use their slots.
fn save(code: &mut Code, file: File, map: &[Slot], pinned: &[Slot], live_out: &[Set]) {
    if code.routines.is_empty() {
        return;
    }
    for (block, leaving) in code.blocks.iter().zip(live_out) {
        let last = code.instructions.get_mut((block.end as usize).wrapping_sub(1));
        let Some(Op::Control(ControlOp::Call(call))) = last.map(|last| &mut last.op) else {
            continue;
        };
        let kept = leaving.values().filter(|slot| !pinned.contains(slot));
        let kept = kept.map(|slot| map[slot as usize]).collect();
        match file {
            File::Predicate => call.saved.predicates = kept,
            File::Narrow => call.saved.narrow = kept,
            File::Wide => call.saved.wide = kept,
        }
    }
}

/// The slots that are read later, at the beginning and the end of each block.
fn live(code: &Code, references: &[Vec<Reference>], slots: usize) -> (Vec<Set>, Vec<Set>) {
    let mut used = vec![Set::new(slots); code.blocks.len()];
    let mut written = used.clone();
    for ((block, used), written) in code.blocks.iter().zip(&mut used).zip(&mut written) {
        let inside = references.get(block.first as usize..block.end as usize).unwrap_or_default();
        for reference in inside.iter().flatten() {
            let partial = reference.access == Access::Write && !reference.whole;
            // A write of some lanes keeps the others' values.
            if (reference.access == Access::Read || partial) && !written.has(reference.slot) {
                used.put(reference.slot);
            }
            if reference.access == Access::Write && reference.whole {
                written.put(reference.slot);
            }
        }
    }
    liveness(&successors(&code.blocks), used, &written)
}
