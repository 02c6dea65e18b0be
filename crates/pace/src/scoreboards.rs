//! The six scoreboards of a warp, by which its instructions wait for each other.
//!
//! An instruction issues when the scoreboards of its wait mask are free; one that sets a
//! scoreboard frees it a latency later. Registers are not looked at: the compiler put what
//! depends on what into the scoreboards.

use propp_sass::{Class, Direction, Instruction, Opcode, Space};

/// Cycles until a result of global memory is there: what a miss of both caches takes about.
pub const GLOBAL_LATENCY: u32 = 700;
/// The same of shared and constant memory, and of local memory, which mostly hits the L1 cache.
pub const NEAR_LATENCY: u32 = 30;
/// The same of shuffles and of all other instructions that set a scoreboard.
pub const OTHER_LATENCY: u32 = 25;
/// Cycles until the operands of an instruction have been read.
pub const READ_LATENCY: u32 = 15;

/// A pass of a loop meets what earlier passes left; code outside of loops runs once.
pub const PASSES: usize = 3;

/// When each scoreboard is free, and the cycle that the warp is at.
#[derive(Clone, Debug, Default)]
pub struct Scoreboards {
    all: [Scoreboard; 6],
    now: u64,
}

/// The cycles of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Before the warp's next instruction, as the compiler asks.
    pub issue_cycles: u32,
    /// Waiting for global memory.
    pub global_wait_cycles: u32,
    /// Waiting for other results.
    pub other_wait_cycles: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Scoreboard {
    due: u64,
    is_global: bool,
}

impl Scoreboards {
    /// Issues the next instruction of the warp.
    pub fn issue(&mut self, instruction: &Instruction) -> Step {
        let mut step = Step::default();
        let latest = self.awaited(instruction.control.wait_mask);
        if let Some(latest) = latest.filter(|latest| latest.due > self.now) {
            let cycles = (latest.due - self.now) as u32;
            if latest.is_global {
                step.global_wait_cycles = cycles;
            } else {
                step.other_wait_cycles = cycles;
            }
            self.now = latest.due;
        }
        self.set(instruction);
        step.issue_cycles = u32::from(instruction.control.stall).max(1);
        self.now += u64::from(step.issue_cycles);
        step
    }

    /// The last of the awaited scoreboards.
    fn awaited(&self, mask: u8) -> Option<Scoreboard> {
        let awaited = self.all.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
        awaited.map(|(_, scoreboard)| *scoreboard).max_by_key(|scoreboard| scoreboard.due)
    }

    /// Several instructions may share a scoreboard: it is free when all are done.
    fn set(&mut self, instruction: &Instruction) {
        let (latency, is_global) = latency(instruction);
        let control = instruction.control;
        let events = [
            (control.write_barrier, latency, is_global),
            (control.read_barrier, READ_LATENCY, false),
        ];
        for (number, latency, is_global) in events {
            let scoreboard = number.and_then(|number| self.all.get_mut(usize::from(number)));
            let due = self.now + u64::from(latency);
            if let Some(scoreboard) = scoreboard.filter(|scoreboard| scoreboard.due < due) {
                *scoreboard = Scoreboard { due, is_global };
            }
        }
    }
}

/// The cycles until the result is there, and whether it is of global memory.
fn latency(instruction: &Instruction) -> (u32, bool) {
    let class = match instruction.opcode {
        Opcode::Known { class, .. } => class,
        Opcode::Unknown(_) => Class::Other,
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
