//! The six scoreboards of a warp, by which its instructions wait for each other.
//!
//! An instruction issues when the scoreboards of its wait mask are free; one that sets a
//! scoreboard frees it a latency later. Registers are not looked at: the compiler put what
//! depends on what into the scoreboards.

use std::collections::VecDeque;

use propp_code_sass::{Class, Direction, Instruction, Space};

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

/// When each scoreboard is free, which asynchronous copies are under way, and the cycle that the
/// warp is at.
#[derive(Clone, Debug, Default)]
pub struct Scoreboards {
    all: [Scoreboard; 6],
    now: u64,
    /// When the copies to shared memory are there that no group has yet.
    copied: u64,
    /// The groups of copies that are waited for by number, the oldest first: their scoreboard, and
    /// when they are there.
    groups: VecDeque<(u8, u64)>,
}

/// The cycles of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Before the warp's next instruction, as the compiler asks.
    pub issue_cycles: u32,
    pub global_wait_cycles: u32,
    pub other_wait_cycles: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Scoreboard {
    due: u64,
    is_global: bool,
}

impl Scoreboards {
    /// Issues the next instruction of the warp.
    pub fn issue(&mut self, instruction: &Instruction) -> Step {
        let mut step = Step::default();
        let latest =
            self.awaited(instruction.control.wait_mask).max(self.awaited_copies(instruction));
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

    /// `LDGDEPBAR` makes a group of the copies (`LDGSTS`) before it; `DEPBAR.LE SB, N` waits until
    /// at most N groups of the scoreboard are under way.
    fn awaited_copies(&mut self, instruction: &Instruction) -> Option<Scoreboard> {
        match instruction.opcode.name() {
            Some("LDGSTS") => self.copied = self.now + u64::from(GLOBAL_LATENCY),
            Some("LDGDEPBAR") => {
                let scoreboard = instruction.control.write_barrier.unwrap_or_default();
                self.groups.push_back((scoreboard, self.copied));
            }
            Some("DEPBAR") => {
                let [scoreboard, most] = [44, 38].map(|bit| (instruction.word >> bit) as u8);
                let is_own = |group: &&(u8, u64)| group.0 == scoreboard & 7;
                let own = self.groups.iter().filter(is_own).count();
                let awaited = own.saturating_sub(usize::from(most & 0x3f));
                let last = self.groups.iter().filter(is_own).take(awaited).last()?.1;
                self.groups.retain(|group| group.0 != scoreboard & 7 || group.1 > last);
                return Some(Scoreboard { due: last, is_global: true });
            }
            _ => {}
        }
        None
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
    let access = instruction.memory.map(|memory| (memory.space, memory.direction));
    match (access, instruction.opcode.class()) {
        (Some((Space::Global | Space::Generic, direction)), _) if direction != Direction::Store => {
            (GLOBAL_LATENCY, true)
        }
        (Some((Space::Texture | Space::Surface, _)), _) | (None, Some(Class::Texture)) => {
            (GLOBAL_LATENCY, true)
        }
        (Some(_), _) => (NEAR_LATENCY, false),
        (None, _) => (OTHER_LATENCY, false),
    }
}

#[cfg(test)]
mod tests {
    use propp_code_sass::Architecture;

    use super::*;

    /// As nvcc of CUDA 13.0 compiles `cp.async` of 16 bytes, `commit_group`, `wait_group 2` and
    /// `wait_group 0` for sm_90.
    const COPY: u128 = 0x3e8000b901c480200000006097fae;
    const COMMIT: u128 = 0xe22000000000000000000000079af;
    const WAIT_FOR_ALL_BUT_TWO: u128 = 0xfc80000000000000080800000791a;
    const WAIT_FOR_ALL: u128 = 0xfc80000000000000080000000791a;

    #[test]
    fn a_wait_for_copies_is_for_the_oldest_groups() {
        let mut scoreboards = Scoreboards::default();
        let mut issue = |word| {
            let architecture = Architecture::from_number(90).unwrap();
            scoreboards.issue(&Instruction::decode(architecture, 0, word)).global_wait_cycles
        };
        for _ in 0..2 {
            assert_eq!([COPY, COMMIT, WAIT_FOR_ALL_BUT_TWO].map(&mut issue), [0; 3]);
        }
        let [.., waited] = [COPY, COMMIT, WAIT_FOR_ALL_BUT_TWO].map(&mut issue);
        assert!((600..GLOBAL_LATENCY).contains(&waited), "{waited}");
        // The third group was under way for as long; then nothing is.
        let rest = issue(WAIT_FOR_ALL);
        assert!(rest > 0 && rest < GLOBAL_LATENCY - waited, "{rest}");
        assert_eq!(issue(WAIT_FOR_ALL), 0);
    }
}
