//! Basic blocks and the edges between them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::function::Function;
use crate::instruction::{INSTRUCTION_BYTES, Instruction};

/// Instructions that run one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Offset of the first instruction.
    pub start: u64,
    /// Offset behind the last.
    pub end: u64,
    /// The blocks that control goes to: the next one first, if the code just goes on.
    pub edges: Vec<usize>,
}

const STEP: u64 = INSTRUCTION_BYTES as u64;

impl Block {
    /// The places of its instructions among those of the function.
    pub fn range(&self) -> Range<usize> {
        let place = |offset: u64| (offset / STEP) as usize;
        place(self.start)..place(self.end)
    }

    /// Its instructions, of all of the function.
    pub fn instructions<'i>(&self, all: &'i [Instruction]) -> &'i [Instruction] {
        all.get(self.range()).unwrap_or_default()
    }
}

/// Where control goes from an instruction that ends a block.
struct Ending {
    falls_through: bool,
    targets: Vec<u64>,
}

pub(super) fn find(function: &Function<'_>, instructions: &[Instruction]) -> Vec<Block> {
    let end = instructions.len() as u64 * STEP;
    if end == 0 {
        return Vec::new();
    }
    let endings = endings(function, instructions, end);
    let mut starts = BTreeSet::from([0]);
    // A call of a function behind the kernel begins a block that no branch reaches.
    let entered = instructions.iter().filter_map(|call| inside(call.target?, end));
    starts.extend(entered);
    for (&offset, ending) in &endings {
        starts.extend(ending.targets.iter().copied());
        starts.extend(Some(offset + STEP).filter(|&next| next < end));
    }
    let starts: Vec<u64> = starts.into_iter().collect();
    let number = |offset: u64| starts.binary_search(&offset).ok();
    let ends = starts.iter().skip(1).copied().chain([end]);
    let block = |(&start, end): (&u64, u64)| {
        let ending = endings.get(&(end - STEP));
        let falls_through = ending.is_none_or(|ending| ending.falls_through);
        let next = Some(end).filter(|_| falls_through).and_then(number);
        let targets = ending.map_or(&[][..], |ending| &ending.targets);
        let branches = targets.iter().filter_map(|&target| number(target));
        Block { start, end, edges: next.into_iter().chain(branches).collect() }
    };
    starts.iter().zip(ends).map(block).collect()
}

/// What ends blocks, by offset. A target inside of an instruction counts as none.
fn endings(
    function: &Function<'_>,
    instructions: &[Instruction],
    end: u64,
) -> HashMap<u64, Ending> {
    // Where threads that wait for each barrier register meet, by the nearest BSSY above.
    let mut meeting = [None; 16];
    let mut endings = HashMap::new();
    for instruction in instructions {
        let Some(name) = instruction.opcode.name() else { continue };
        let runs_always = instruction.guard.is_none() && has_no_condition(instruction.word);
        let target = instruction.target.and_then(|target| inside(target, end));
        let barrier = (instruction.word >> 16) as usize & 0xf;
        let (falls_through, targets): (bool, Vec<u64>) = match name {
            "BSSY" => {
                meeting[barrier] = target;
                continue;
            }
            "BSYNC" => match meeting[barrier] {
                // Mostly the next instruction.
                Some(target) if target != instruction.offset + STEP => (!runs_always, vec![target]),
                _ => continue,
            },
            "BRA" | "JMP" => {
                (!runs_always || is_uniform(instruction), target.into_iter().collect())
            }
            "BRX" | "BRXU" | "JMX" | "JMXU" => {
                let targets = function.branch_targets(instruction.offset);
                let targets = targets.filter_map(|target| inside(target.cast_signed(), end));
                (!runs_always, targets.collect())
            }
            "EXIT" | "RET" | "KILL" | "RTT" => (!runs_always, Vec::new()),
            _ => continue,
        };
        endings.insert(instruction.offset, Ending { falls_through, targets });
    }
    endings
}

/// Bits 87 to 90 of branches, exits and returns are a second predicate, and 7 is no condition.
fn has_no_condition(word: u128) -> bool {
    word >> 87 & 0xf == 7
}

/// Branches that depend on a uniform predicate (opcode 0x547), or on whether the warp diverges
/// (bits 32 and 33).
fn is_uniform(branch: &Instruction) -> bool {
    branch.word & 0xfff == 0x547 || branch.word >> 32 & 3 != 0
}

fn inside(target: i64, end: u64) -> Option<u64> {
    let target = u64::try_from(target).ok()?;
    (target < end && target % STEP == 0).then_some(target)
}
