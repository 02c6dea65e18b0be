//! The static price of a stretch of code: how long one warp alone takes for it.
//!
//! The code runs three times in its order, with the scoreboards of a warp. The third pass
//! counts, so that results of one pass that the next one waits for are in it.

use propp_code_pace::{GLOBAL_LATENCY, Scoreboards};
use propp_code_sass::Instruction;
use schemars::JsonSchema;
use serde::Serialize;

/// Cycles of a warp for one pass. Branches are all taken once in the order of the code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Price {
    pub cycles: u32,
    /// Cycles that the instructions ask for between each other.
    pub issue_cycles: u32,
    /// Cycles that it waits for global memory.
    pub global_wait_cycles: u32,
    /// The same as a number of latencies: how many loads depend on each other.
    pub rounds: f64,
    /// Cycles that it waits for other results.
    pub other_wait_cycles: u32,
    /// Barriers of the block. What waiting for other warps costs is not in the cycles.
    pub barriers: u32,
}

/// The price of the last of so many passes over instructions that run one after another.
pub(crate) fn after<'i>(
    passes: usize,
    code: impl Iterator<Item = &'i Instruction> + Clone,
) -> Price {
    let mut scoreboards = Scoreboards::default();
    let mut price = Price::default();
    for _ in 0..passes {
        price = Price::default();
        for instruction in code.clone() {
            let step = scoreboards.issue(instruction);
            price.issue_cycles += step.issue_cycles;
            price.global_wait_cycles += step.global_wait_cycles;
            price.other_wait_cycles += step.other_wait_cycles;
            price.barriers += u32::from(instruction.opcode.name() == Some("BAR"));
        }
        price.cycles = price.issue_cycles + price.global_wait_cycles + price.other_wait_cycles;
    }
    price.rounds = f64::from(price.global_wait_cycles) / f64::from(GLOBAL_LATENCY);
    price
}
