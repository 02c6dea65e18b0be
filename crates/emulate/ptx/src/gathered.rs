//! Atomics that ptxas makes one of for a warp: all lanes add to the same word for sure, so it adds
//! the lanes' integers first. What a lane gets back follows if all add the same.

use std::collections::HashMap;

use crate::module::{Code, Special};
use crate::op::{Access, Address, Atomic, Base, Instruction, MemoryOp, Op, Slot};
use crate::text::{File, Space};

type Register = (File, Slot);

/// Marks them. Each register has a slot of its own still, so one that is written once is known.
pub(crate) fn mark(code: &mut Code) {
    let is_atomic = |own: &Instruction| matches!(own.op, Op::Memory(MemoryOp::Atomic { .. }));
    if !code.instructions.iter().any(is_atomic) {
        return;
    }
    let same = same_in_all_lanes(code);
    for instruction in &mut code.instructions {
        if let Op::Memory(MemoryOp::Atomic {
            atomic, ty, address, is_read, from, gathered, ..
        }) = &mut instruction.op
        {
            let is_sum = atomic.is_gathered() && ty.bytes() == 4 && !ty.is_float();
            let is_same = register_of(*address).is_none_or(&same);
            let is_known = *atomic == Atomic::Add && same((File::Narrow, *from));
            *gathered = is_sum && is_same && (!*is_read || is_known);
        }
    }
}

fn register_of(address: Address) -> Option<Register> {
    match address.base {
        Base::None => None,
        Base::Narrow(slot) => Some((File::Narrow, slot)),
        Base::Wide(slot) => Some((File::Wide, slot)),
    }
}

/// Which registers have the same value in all lanes of a warp, whatever the data.
fn same_in_all_lanes(code: &mut Code) -> impl Fn(Register) -> bool + use<> {
    let mut same: HashMap<Register, bool> = HashMap::new();
    let differs = |special: Special| {
        !matches!(
            special,
            Special::BlockSize(_)
                | Special::Block(_)
                | Special::Grid(_)
                | Special::InCluster(_)
                | Special::ClusterSize(_)
                | Special::Cluster(_)
                | Special::Clusters(_)
                | Special::ClusterRank
                | Special::ClusterBlocks
                | Special::HasClusters
                | Special::Warps
                | Special::Multiprocessor
                | Special::Multiprocessors
                | Special::DynamicSharedBytes
                | Special::SharedBytes
                | Special::WorkspaceHigh
                | Special::WorkspaceLow
        )
    };
    for (slot, special) in &code.specials {
        for file in [File::Narrow, File::Wide] {
            same.insert((file, *slot), !differs(*special));
        }
    }
    let mut writes: HashMap<Register, u32> = HashMap::new();
    for instruction in &mut code.instructions {
        written(instruction, &mut |register| *writes.entry(register).or_default() += 1);
    }
    // Constants are the slots that nothing writes; what is written twice may differ by lane.
    for (register, count) in writes {
        same.insert(register, count == 1);
    }
    // In the order of the code, a value comes before its use; loops need further rounds.
    let mut changed = true;
    while changed {
        changed = false;
        for instruction in &mut code.instructions {
            let mut keeps = may_be_same(instruction);
            instruction.slots(&mut |file, access, slot| {
                keeps &= access == Access::Write || same.get(&(file, *slot)) != Some(&false);
            });
            if !keeps {
                written(instruction, &mut |register| {
                    changed |= same.insert(register, false) == Some(true);
                });
            }
        }
    }
    move |register| same.get(&register) != Some(&false)
}

/// Whether the instruction gives all lanes the same if it reads the same.
fn may_be_same(instruction: &Instruction) -> bool {
    let reads_constants = |space| matches!(space, Space::Parameter | Space::Constant);
    instruction.guard.is_none()
        && match &instruction.op {
            Op::Lane(_) => true,
            Op::Memory(MemoryOp::Load { space, .. }) => reads_constants(*space),
            Op::Memory(_) | Op::Warp(_) | Op::Barrier(_) | Op::Control(_) | Op::System(_) => false,
        }
}

fn written(instruction: &mut Instruction, take: &mut dyn FnMut(Register)) {
    instruction.slots(&mut |file, access, slot| {
        if access == Access::Write {
            take((file, *slot));
        }
    });
}
