//! Whether a warp waits for others: it looks again and again at memory that they write.

use std::hash::{Hash, Hasher};

use propp_emulate_ptx::{Address, Slot};

use crate::access::addresses;
use crate::lanes::{LANES, Registers, lanes};

/// Looks at memory that others may write (volatile, relaxed, acquire) and tests of barriers
/// (`mbarrier.test_wait`) after which it is another warp's turn: this one probably waits for it.
const MOST: u32 = 256;
/// Looks that find the same in the same place, with no other access in between. How often a GPU looks
/// depends on how long it waits, which is not known here, so as few are counted as show that it waits.
const ALIKE: u32 = 2;

/// Looks of a warp in its turn.
#[derive(Debug, Default)]
pub(super) struct Polls {
    looks: u32,
    alike: u32,
    last: Option<u64>,
}

impl Polls {
    /// The warp has looked at something and found something; both make the number.
    pub(super) fn looked(&mut self, found: u64) {
        self.looks += 1;
        self.alike = if self.last == Some(found) { self.alike + 1 } else { 0 };
        self.last = Some(found);
    }

    pub(super) fn tested(&mut self) {
        self.looks += 1;
    }

    /// Another access, so that the warp does more than wait.
    pub(super) fn goes_on(&mut self) {
        self.last = None;
    }

    pub(super) fn any(&self) -> bool {
        self.looks > 0
    }

    /// The rest of the turn is for others.
    pub(super) fn ends(&mut self) {
        self.looks = MOST;
    }

    pub(super) fn has_ended(&self) -> bool {
        self.looks >= MOST || self.alike >= ALIKE
    }
}

/// A number for what some lanes have looked at.
pub(super) struct Look<'r> {
    hasher: std::hash::DefaultHasher,
    all: [u64; LANES],
    active: u32,
    to: &'r [Option<Slot>],
    wide: bool,
}

impl<'r> Look<'r> {
    /// Before the access, which may overwrite the address.
    pub(super) fn new(
        registers: &Registers,
        address: Address,
        active: u32,
        to: &'r [Option<Slot>],
        wide: bool,
    ) -> Self {
        let hasher = std::hash::DefaultHasher::new();
        Self { hasher, all: addresses(registers, address), active, to, wide }
    }

    pub(super) fn found(self, registers: &Registers) -> u64 {
        let Self { mut hasher, all, active, to, wide } = self;
        active.hash(&mut hasher);
        for lane in lanes(active) {
            all[lane].hash(&mut hasher);
            for slot in to.iter().flatten() {
                let slot = *slot as usize;
                if wide {
                    registers.wide[slot][lane].hash(&mut hasher);
                } else {
                    registers.narrow[slot][lane].hash(&mut hasher);
                }
            }
        }
        hasher.finish()
    }
}
