//! Whether a warp waits for others: it looks again and again at memory that they write.

use propp_emulate_ptx::{Address, Slot};

use crate::access::addresses;
use crate::lanes::{LANES, Registers, lanes};

/// Looks at memory that others may write (volatile, relaxed, acquire) and tests of barriers
/// (`mbarrier.test_wait`) after which it is another warp's turn: this one probably waits for it.
const MOST: u32 = 256;
/// Looks that find the same in the same place with the same registers, and no other access in between. How often a
/// GPU looks depends on how long it waits, which is not known here, so as few are counted as show that it waits.
const ALIKE: u32 = 1;

/// Looks of a warp in its turn.
#[derive(Debug, Default)]
pub(super) struct Polls {
    looks: u32,
    alike: u32,
    last: Option<u64>,
    /// The registers at the last look, if it found the same as the one before.
    state: Option<u64>,
}

impl Polls {
    /// The warp has looked at something and found something; both make the number. A warp that counts or computes
    /// in between does more than wait.
    pub(super) fn looked(&mut self, found: u64, state: impl FnOnce() -> u64) {
        self.looks += 1;
        let state = (self.last == Some(found)).then(state);
        self.alike = if state.is_some() && self.state == state { self.alike + 1 } else { 0 };
        (self.last, self.state) = (Some(found), state);
    }

    pub(super) fn tested(&mut self) {
        self.looks += 1;
    }

    /// Another access, so that the warp does more than wait.
    pub(super) fn goes_on(&mut self) {
        (self.last, self.state) = (None, None);
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

/// Any odd number with many bits: two looks are mixed to the same number by chance alone.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number for what some lanes have looked at.
pub(super) struct Look<'r> {
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
        Self { all: addresses(registers, address), active, to, wide }
    }

    pub(super) fn found(self, registers: &Registers) -> u64 {
        let Self { all, active, to, wide } = self;
        let mut sum = u64::from(active);
        let mut mix = |part: u64| sum = (sum.rotate_left(5) ^ part).wrapping_mul(ODD);
        for lane in lanes(active) {
            mix(all[lane]);
            for slot in to.iter().flatten() {
                let slot = *slot as usize;
                mix(match wide {
                    true => registers.wide[slot][lane],
                    false => u64::from(registers.narrow[slot][lane]),
                });
            }
        }
        sum
    }
}
