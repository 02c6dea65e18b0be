//! What a call keeps while its lanes are in the function.

use std::hash::{Hash, Hasher};

use propp_emulate_ptx::Call;

use crate::lanes::{LANES, Registers, restore};

/// A call that some of its lanes have not come back from.
#[derive(Clone, Debug)]
pub(crate) struct Activation {
    pub(crate) outer: Option<u32>,
    /// Lanes that have not come back.
    pub(crate) lanes: u32,
    /// The block behind the call.
    pub(crate) back: u32,
    /// Where the caller's frame lies.
    pub(crate) stack: [u32; LANES],
    predicates: Vec<u32>,
    narrow: Vec<[u32; LANES]>,
    wide: Vec<[u64; LANES]>,
}

impl Activation {
    pub(crate) fn new(
        registers: &Registers,
        call: &Call,
        stack: [u32; LANES],
        back: u32,
        (outer, lanes): (Option<u32>, u32),
    ) -> Self {
        let Registers { predicates, narrow, wide } = registers;
        let saved = &call.saved;
        Self {
            outer,
            lanes,
            back,
            stack,
            predicates: saved.predicates.iter().map(|slot| predicates[*slot as usize]).collect(),
            narrow: saved.narrow.iter().map(|slot| narrow[*slot as usize]).collect(),
            wide: saved.wide.iter().map(|slot| wide[*slot as usize]).collect(),
        }
    }

    /// Gives lanes the registers that they had.
    pub(crate) fn restore(&self, registers: &mut Registers, call: &Call, mask: u32) {
        for (slot, before) in call.saved.predicates.iter().zip(&self.predicates) {
            registers.set_predicate(*slot, mask, *before);
        }
        for (slot, before) in call.saved.narrow.iter().zip(&self.narrow) {
            restore(&mut registers.narrow[*slot as usize], before, !mask);
        }
        for (slot, before) in call.saved.wide.iter().zip(&self.wide) {
            restore(&mut registers.wide[*slot as usize], before, !mask);
        }
    }

    /// What a repetition of the warp's state must find the same.
    pub(crate) fn hash_state(&self, hasher: &mut impl Hasher) {
        (self.lanes, self.back, self.stack).hash(hasher);
        (&self.predicates, &self.narrow, &self.wide).hash(hasher);
    }
}
