//! How much work a stretch of code does: what tells a loop that is unrolled from one that got
//! slower, and the same kernel under another name.

use propp_base_statistics::random::mix;
use propp_code_sass::{Class, Direction, Instruction, Opcode, Space};
use serde::{Deserialize, Serialize};

/// Kinds of work, in the order of [`Work`].
const KINDS: usize = 10;

const GLOBAL_LOADS: usize = 0;
const GLOBAL_STORES: usize = 1;
const SHARED_LOADS: usize = 2;
const SHARED_STORES: usize = 3;
const ATOMICS: usize = 4;
const SINGLE: usize = 5;
const DOUBLE: usize = 6;
const HALF: usize = 7;
const TENSOR: usize = 8;
const SHUFFLES: usize = 9;

/// Bytes that a thread loads and stores by space, then operations by class. What only steers
/// (indexes, branches, moves) is not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work(pub [u32; KINDS]);

impl Work {
    pub(crate) fn of<'i>(code: impl Iterator<Item = &'i Instruction>) -> Self {
        let mut work = Self::default();
        for instruction in code {
            if let Some((kind, amount)) = kind(instruction) {
                work.0[kind] = work.0[kind].saturating_add(amount);
            }
        }
        work
    }

    /// How many times the work of `other` it is: the median over the kinds that both have. A
    /// change of one kind alone (one more load, arithmetic in another precision) moves it little.
    pub fn multiple_of(&self, other: &Self) -> Option<f64> {
        let ratios = self.ratios_to(other);
        let middle = ratios.len() / 2;
        match ratios.len() {
            0 => None,
            odd if odd % 2 == 1 => Some(ratios[middle]),
            _ => Some(f64::midpoint(ratios[middle - 1], ratios[middle])),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|amount| *amount == 0)
    }

    /// The least over the kinds that both have: a loop that is unrolled has more of all kinds.
    pub fn least_multiple_of(&self, other: &Self) -> Option<f64> {
        self.ratios_to(other).first().copied()
    }

    /// The ratio of each kind that both have, in order.
    fn ratios_to(&self, other: &Self) -> Vec<f64> {
        let both = self.0.iter().zip(&other.0).filter(|(a, b)| **a > 0 && **b > 0);
        let mut ratios: Vec<f64> = both.map(|(a, b)| f64::from(*a) / f64::from(*b)).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    }

    /// The same for code that runs once: by what it stores, or else loads, since nothing of it is
    /// unrolled.
    pub fn results_of(&self, other: &Self) -> f64 {
        let ratio = |kind: usize| match (self.0[kind], other.0[kind]) {
            (0, _) | (_, 0) => None,
            (own, others) => Some(f64::from(own) / f64::from(others)),
        };
        ratio(GLOBAL_STORES).or_else(|| ratio(GLOBAL_LOADS)).unwrap_or(1.0)
    }

    /// Bytes that a thread loads from global memory and stores there.
    pub fn global_bytes(&self) -> u32 {
        self.0[GLOBAL_LOADS].saturating_add(self.0[GLOBAL_STORES])
    }

    /// What is less than it was, kind by kind.
    pub fn lost_to(&self, now: &Self) -> Self {
        let mut lost = *self;
        for (lost, now) in lost.0.iter_mut().zip(now.0) {
            *lost = lost.saturating_sub(now);
        }
        lost
    }
}

fn kind(instruction: &Instruction) -> Option<(usize, u32)> {
    let Opcode::Known { name, class } = instruction.opcode else { return None };
    if name == "SHFL" {
        return Some((SHUFFLES, 1));
    }
    if let Some(memory) = instruction.memory {
        let bytes = u32::from(memory.width.unwrap_or(32) / 8).max(1);
        return match (memory.space, memory.direction) {
            (_, Direction::Atomic | Direction::Reduce) => Some((ATOMICS, 1)),
            (Space::Global | Space::Generic, Direction::Store) => Some((GLOBAL_STORES, bytes)),
            (Space::Global | Space::Generic, _) => Some((GLOBAL_LOADS, bytes)),
            (Space::Shared | Space::Cluster, Direction::Store) => Some((SHARED_STORES, bytes)),
            (Space::Shared | Space::Cluster, _) => Some((SHARED_LOADS, bytes)),
            _ => None,
        };
    }
    match class {
        Class::Float32 => Some((SINGLE, 1)),
        Class::Float64 => Some((DOUBLE, 1)),
        Class::Half => Some((HALF, 1)),
        Class::Tensor => Some((TENSOR, 1)),
        _ => None,
    }
}

/// The instructions of a kernel without registers, constants and addresses. Two versions of a
/// kernel that are the same but for names, registers and places have the same.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Content {
    pub hash: u64,
    /// The least hashes of runs of four instructions: the share that two kernels have in common
    /// is the share of runs that they have in common (Broder's min-wise sketch).
    pub sketch: [u32; SKETCH],
}

pub(crate) const SKETCH: usize = 16;
const RUN: usize = 4;

impl Content {
    pub(crate) fn of<'i>(code: impl Iterator<Item = &'i Instruction>) -> Self {
        let words: Vec<u64> = code.map(word).collect();
        let hash = words.iter().fold(START, |hash, word| mix(hash ^ word));
        let mut sketch = [u32::MAX; SKETCH];
        for run in words.windows(RUN.min(words.len()).max(1)) {
            let run = run.iter().fold(START, |hash, word| mix(hash ^ word));
            for (place, least) in sketch.iter_mut().enumerate() {
                let own = mix(run ^ (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                *least = (*least).min((own >> 32) as u32);
            }
        }
        Self { hash, sketch }
    }

    /// The share of their instructions that two kernels have in common, about.
    pub fn similarity(&self, other: &Self) -> f64 {
        let same = self.sketch.iter().zip(&other.sketch).filter(|(a, b)| a == b).count();
        same as f64 / SKETCH as f64
    }
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Name, width and direction.
fn word(instruction: &Instruction) -> u64 {
    let name = instruction.opcode.name().unwrap_or("?");
    let hash = name
        .bytes()
        .fold(START, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let width = instruction.memory.and_then(|memory| memory.width).unwrap_or(0);
    hash ^ u64::from(width) << 48
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_kind_that_changed_moves_a_multiple_little() {
        let once = Work([16, 16, 0, 0, 0, 4, 0, 0, 0, 0]);
        let unrolled = Work([64, 64, 0, 0, 0, 16, 0, 0, 0, 0]);
        let reads_more = Work([32, 16, 0, 0, 0, 4, 0, 0, 0, 0]);
        assert_eq!(unrolled.multiple_of(&once), Some(4.0));
        assert_eq!(reads_more.multiple_of(&once), Some(1.0));
        assert_eq!(Work::default().multiple_of(&once), None);
        let of_two = Work([32, 64, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(of_two.multiple_of(&once), Some(3.0));
        assert_eq!(of_two.least_multiple_of(&once), Some(2.0));
        assert_eq!(Work::default().least_multiple_of(&once), None);
    }

    #[test]
    fn code_that_runs_once_is_compared_by_what_it_stores() {
        let once = Work([16, 8, 0, 0, 0, 4, 0, 0, 0, 0]);
        let two_results = Work([16, 16, 0, 0, 0, 4, 0, 0, 0, 0]);
        assert_eq!(two_results.results_of(&once), 2.0);
        // What stores nothing is compared by what it loads.
        let sum = Work([16, 0, 0, 0, 1, 4, 0, 0, 0, 0]);
        let longer_sum = Work([64, 0, 0, 0, 1, 16, 0, 0, 0, 0]);
        assert_eq!(longer_sum.results_of(&sum), 4.0);
        assert_eq!(Work::default().results_of(&once), 1.0);
    }

    #[test]
    fn lost_work_is_what_there_is_less_of() {
        let before = Work([16, 16, 8, 0, 0, 4, 0, 0, 0, 0]);
        let now = Work([4, 16, 0, 8, 0, 1, 0, 0, 0, 0]);
        assert_eq!(before.lost_to(&now), Work([12, 0, 8, 0, 0, 3, 0, 0, 0, 0]));
        assert!(before.lost_to(&before).is_empty());
    }
}
