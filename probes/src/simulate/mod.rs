//! Caches whose truth is known, to be chased in the place of a GPU.

mod index;
mod replacement;
mod timing;

pub use index::Index;
pub use replacement::Policy;
pub use timing::Timing;

use propp_numbers::Random;

use crate::chase::{Chase, Chaser, Trace};
use replacement::Replacement;

/// How a cache is built.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Bytes under one tag, a power of two.
    pub line_bytes: u64,
    /// Bytes that one miss brings, a power of two that is not more than the line.
    pub sector_bytes: u64,
    /// Of every set its ways.
    pub ways: Vec<usize>,
    /// Which set a line belongs to.
    pub index: Index,
    /// Which line of a full set goes.
    pub policy: Policy,
    /// Whether every chase begins with nothing in it, as the caches of an SM do. A TLB
    /// and an L2 keep what they have.
    pub cold_start: bool,
}

impl Shape {
    /// A cache of equal sets, of which each chase begins cold.
    #[must_use]
    pub fn new(line_bytes: u64, sets: usize, ways: usize, index: Index, policy: Policy) -> Self {
        let ways = vec![ways; sets];
        Self { line_bytes, sector_bytes: line_bytes, ways, index, policy, cold_start: true }
    }

    /// Lines that it holds.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.ways.iter().sum()
    }

    /// Bytes that it holds.
    #[must_use]
    pub fn capacity_bytes(&self) -> u64 {
        self.lines() as u64 * self.line_bytes
    }
}

/// What the chases of a simulated cache would have cost a GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Chases.
    pub chases: u64,
    /// Loads, the warm ones too.
    pub loads: u64,
    /// Cycles of all loads.
    pub cycles: u64,
}

impl Cost {
    /// Seconds that a GPU of so many MHz would take, with 20 µs for every launch.
    #[must_use]
    pub fn seconds(&self, clock_mhz: f64) -> f64 {
        self.chases as f64 * 20e-6 + self.cycles as f64 / (clock_mhz * 1e6)
    }
}

/// Why a simulated cache cannot be chased.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimulateError {
    /// A place that the allocation does not have.
    #[error("the place {place} is beyond the allocation of {span} bytes")]
    Beyond {
        /// The place.
        place: u64,
        /// Bytes of the allocation.
        span: u64,
    },
    /// More loads than can be recorded.
    #[error("{0} loads cannot be recorded at once")]
    TooLong(usize),
}

const NOWHERE: u32 = u32::MAX;

/// A cache before a next level that always has everything.
#[derive(Clone, Debug)]
pub struct Simulated {
    shape: Shape,
    timing: Timing,
    random: Random,
    span: u64,
    replacement: Replacement,
    /// Of every line of the allocation its set and, while it is cached, its slot.
    set_of_line: Vec<u32>,
    slot_of_line: Vec<u32>,
    /// Of every slot its line and which of its sectors are there.
    line_of_slot: Vec<u32>,
    sectors_of_slot: Vec<u64>,
    cost: Cost,
}

impl Simulated {
    /// A cache in front of an allocation of `span` bytes.
    #[must_use]
    pub fn new(shape: Shape, timing: Timing, span: u64, seed: u64) -> Self {
        let lines = span / shape.line_bytes;
        let sets = index::sets_of_lines(&shape, lines);
        Self {
            timing,
            random: Random::of_seed(seed),
            span,
            replacement: Replacement::new(&shape.ways, &shape.policy),
            set_of_line: sets,
            slot_of_line: vec![NOWHERE; lines as usize],
            line_of_slot: vec![NOWHERE; shape.lines()],
            sectors_of_slot: vec![0; shape.lines()],
            shape,
            cost: Cost::default(),
        }
    }

    /// How it is built.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What all chases so far would have cost.
    #[must_use]
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    fn clear(&mut self) {
        for line in &mut self.line_of_slot {
            if *line != NOWHERE {
                self.slot_of_line[*line as usize] = NOWHERE;
                *line = NOWHERE;
            }
        }
        self.replacement.clear();
    }

    /// Loads a place; whether it was there.
    fn load(&mut self, place: u64) -> bool {
        let line = (place / self.shape.line_bytes) as usize;
        let sector = 1 << (place % self.shape.line_bytes / self.shape.sector_bytes);
        let set = self.set_of_line[line] as usize;
        let slot = self.slot_of_line[line];
        if slot != NOWHERE {
            self.replacement.touch(set, slot as usize);
            let there = &mut self.sectors_of_slot[slot as usize];
            let hit = *there & sector != 0;
            *there |= sector;
            return hit;
        }
        let slot = self.replacement.place(set, &mut self.random);
        let before = self.line_of_slot[slot];
        if before != NOWHERE {
            self.slot_of_line[before as usize] = NOWHERE;
        }
        self.line_of_slot[slot] = line as u32;
        self.slot_of_line[line] = slot as u32;
        self.sectors_of_slot[slot] = sector;
        self.replacement.touch(set, slot);
        false
    }

    fn check(&self, chase: &Chase) -> Result<(), SimulateError> {
        if chase.recorded > Chase::MAX_RECORDED {
            return Err(SimulateError::TooLong(chase.recorded));
        }
        let beyond = chase.lap.iter().find(|place| **place >= self.span);
        beyond.map_or(Ok(()), |place| Err(SimulateError::Beyond { place: *place, span: self.span }))
    }
}

impl Chaser for Simulated {
    type Error = SimulateError;

    fn chase(&mut self, chase: &Chase) -> Result<Trace, SimulateError> {
        self.check(chase)?;
        if self.shape.cold_start {
            self.clear();
        }
        let mut trace = Trace::with_capacity(chase.recorded);
        let mut places = chase.lap.iter().cycle();
        let (mut hits, mut misses) = (0, 0);
        for i in 0..chase.warm + chase.recorded as u64 {
            let Some(&place) = places.next() else { break };
            let hit = self.load(place);
            if i >= chase.warm {
                trace.push(self.timing.cycles(hit, place, &mut self.random));
            }
            hits += u64::from(hit);
            misses += u64::from(!hit);
        }
        self.cost.chases += 1;
        self.cost.loads += hits + misses;
        self.cost.cycles += hits * u64::from(self.timing.hit) + misses * self.timing.mean_miss();
        Ok(trace)
    }
}
