//! Simulated caches of known structure, which tests chase instead of a GPU.

mod index;
mod replacement;
mod timing;

pub(crate) use index::Index;
pub(crate) use replacement::Policy;
pub(crate) use timing::Timing;

use propp_base_statistics::Random;

use propp_probe_caches::{Chase, Chaser, Trace};
use replacement::Replacement;

/// The structure of a cache.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// Bytes under one tag, a power of two.
    pub(crate) line_bytes: u64,
    /// Bytes that one miss brings, a power of two that is not more than the line.
    pub(crate) sector_bytes: u64,
    /// The ways of each set.
    pub(crate) ways: Vec<usize>,
    pub(crate) index: Index,
    pub(crate) policy: Policy,
    /// Whether every chase begins with an empty cache, as in an SM. TLB and L2 keep their
    /// content.
    pub(crate) cold_start: bool,
}

impl Shape {
    /// A cache of equal sets with cold start.
    pub(crate) fn new(
        line_bytes: u64,
        sets: usize,
        ways: usize,
        index: Index,
        policy: Policy,
    ) -> Self {
        let ways = vec![ways; sets];
        Self { line_bytes, sector_bytes: line_bytes, ways, index, policy, cold_start: true }
    }

    pub(crate) fn lines(&self) -> usize {
        self.ways.iter().sum()
    }

    pub(crate) fn capacity_bytes(&self) -> u64 {
        self.lines() as u64 * self.line_bytes
    }
}

/// The time that the chases of a simulated cache would take on a GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    pub(crate) chases: u64,
    /// Including warm-up loads.
    pub(crate) loads: u64,
    /// Of all loads.
    pub(crate) cycles: u64,
}

impl Cost {
    /// With 20 µs per launch.
    pub(crate) fn seconds(&self, clock_mhz: f64) -> f64 {
        self.chases as f64 * 20e-6 + self.cycles as f64 / (clock_mhz * 1e6)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SimulateError {
    #[error("the place {place} is beyond the allocation of {span} bytes")]
    Beyond { place: u64, span: u64 },
    #[error("{0} loads cannot be recorded at once")]
    TooLong(usize),
}

const NOWHERE: u32 = u32::MAX;

/// A cache in front of a next level that always hits.
#[derive(Clone, Debug)]
pub(crate) struct Simulated {
    shape: Shape,
    timing: Timing,
    random: Random,
    span: u64,
    replacement: Replacement,
    /// The set of each line of the allocation.
    set_of_line: Vec<u32>,
    /// The slot of each line of the allocation, while it is cached.
    slot_of_line: Vec<u32>,
    /// The line of each slot, and a bit mask of its valid sectors.
    line_of_slot: Vec<u32>,
    sectors_of_slot: Vec<u64>,
    cost: Cost,
}

impl Simulated {
    /// A cache in front of an allocation of `span` bytes.
    pub(crate) fn new(shape: Shape, timing: Timing, span: u64, seed: u64) -> Self {
        let lines = span / shape.line_bytes;
        let sets = index::sets_of_lines(&shape.index, &shape.ways, shape.line_bytes, lines);
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

    /// The cost of all chases so far.
    pub(crate) const fn cost(&self) -> Cost {
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

    /// Loads a place; returns whether it hit.
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
