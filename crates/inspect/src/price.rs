//! The static price of a stretch of code: how long one warp alone takes for it.
//!
//! The code runs three times in its order. An instruction issues when the scoreboards of its
//! wait mask are free; one that sets a scoreboard frees it a latency later. The third pass
//! counts, so that results of one pass that the next one waits for are in it. Registers are not
//! looked at: the compiler put what depends on what into the scoreboards.

use propp_sass::{Class, Direction, Instruction, Space};
use schemars::JsonSchema;
use serde::Serialize;

/// Cycles until a result of global memory is there: what a miss of both caches takes about.
pub(crate) const GLOBAL_LATENCY: u32 = 700;
/// The same of shared and constant memory, and of local memory, which mostly hits the L1 cache.
pub(crate) const NEAR_LATENCY: u32 = 30;
/// The same of shuffles and of all other instructions that set a scoreboard.
pub(crate) const OTHER_LATENCY: u32 = 25;
/// Cycles until the operands of an instruction have been read.
pub(crate) const READ_LATENCY: u32 = 15;

/// A pass of a loop meets what earlier passes left; code outside of loops runs once.
const PASSES: usize = 3;

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

#[derive(Clone, Copy, Default)]
struct Scoreboard {
    due: u64,
    is_global: bool,
}

/// The price of instructions that run one after another, again and again.
pub(crate) fn of<'i>(code: impl Iterator<Item = &'i Instruction> + Clone) -> Price {
    after(PASSES, code)
}

/// The price of instructions that run one after another, once.
pub(crate) fn once<'i>(code: impl Iterator<Item = &'i Instruction> + Clone) -> Price {
    after(1, code)
}

fn after<'i>(passes: usize, code: impl Iterator<Item = &'i Instruction> + Clone) -> Price {
    let mut scoreboards = [Scoreboard::default(); 6];
    let mut now = 0;
    let mut price = Price::default();
    for _ in 0..passes {
        let start = now;
        price = Price::default();
        for instruction in code.clone() {
            let latest = awaited(&scoreboards, instruction.control.wait_mask);
            if let Some(latest) = latest.filter(|latest| latest.due > now) {
                let cycles = (latest.due - now) as u32;
                if latest.is_global {
                    price.global_wait_cycles += cycles;
                } else {
                    price.other_wait_cycles += cycles;
                }
                now = latest.due;
            }
            set(&mut scoreboards, instruction, now);
            price.barriers += u32::from(instruction.opcode.name() == Some("BAR"));
            let stall = u32::from(instruction.control.stall).max(1);
            price.issue_cycles += stall;
            now += u64::from(stall);
        }
        price.cycles = (now - start) as u32;
    }
    price.rounds = f64::from(price.global_wait_cycles) / f64::from(GLOBAL_LATENCY);
    price
}

/// The last of the awaited scoreboards.
fn awaited(scoreboards: &[Scoreboard; 6], mask: u8) -> Option<Scoreboard> {
    let awaited = scoreboards.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
    awaited.map(|(_, scoreboard)| *scoreboard).max_by_key(|scoreboard| scoreboard.due)
}

/// Several instructions may share a scoreboard: it is free when all are done.
fn set(scoreboards: &mut [Scoreboard; 6], instruction: &Instruction, now: u64) {
    let (latency, is_global) = latency(instruction);
    let control = instruction.control;
    let events =
        [(control.write_barrier, latency, is_global), (control.read_barrier, READ_LATENCY, false)];
    for (number, latency, is_global) in events {
        let scoreboard = number.and_then(|number| scoreboards.get_mut(usize::from(number)));
        let due = now + u64::from(latency);
        if let Some(scoreboard) = scoreboard.filter(|scoreboard| scoreboard.due < due) {
            *scoreboard = Scoreboard { due, is_global };
        }
    }
}

/// The cycles until the result is there, and whether it is of global memory.
fn latency(instruction: &Instruction) -> (u32, bool) {
    let class = match instruction.opcode {
        propp_sass::Opcode::Known { class, .. } => class,
        propp_sass::Opcode::Unknown(_) => Class::Other,
    };
    match (instruction.memory.map(|memory| (memory.space, memory.direction)), class) {
        (Some((Space::Global | Space::Generic, direction)), _) if direction != Direction::Store => {
            (GLOBAL_LATENCY, true)
        }
        (Some((Space::Texture | Space::Surface, _)), _) | (None, Class::Texture) => {
            (GLOBAL_LATENCY, true)
        }
        (Some(_), _) => (NEAR_LATENCY, false),
        (None, _) => (OTHER_LATENCY, false),
    }
}
