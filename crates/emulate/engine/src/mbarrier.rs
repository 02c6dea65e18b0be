//! Barriers in shared memory (`mbarrier`): a phase ends when all arrivals have come that it
//! awaits, and all bytes that it expects.

use std::ops::Range;

use propp_emulate_ptx::{Address, Expected, Mbarrier, Space};

use crate::access::{Reach, Stopped};
use crate::cluster::ONE_BLOCK;
use crate::fault::Cause;
use crate::lanes::{Registers, lanes};
use crate::pieces::{address_of, resolved};
use crate::races::Coming;
use crate::state::Block;

const BYTES: u32 = 8;
/// Bits of the number of arrivals.
const COUNT: u32 = 20;
const MOST: u32 = (1 << COUNT) - 1;
/// Of the bytes that are missing, which may be ahead of what is expected.
const MISSING: u32 = 21;

/// What the eight bytes hold; their meaning is left open by the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Arrivals that each phase awaits, and those that are missing in this one.
    count: u32,
    pending: u32,
    missing_bytes: i32,
    odd: bool,
    valid: bool,
}

impl State {
    fn from_bits(bits: u64) -> Self {
        let missing = bits >> (2 * COUNT) & ((1 << MISSING) - 1);
        let unused = 32 - MISSING;
        Self {
            count: bits as u32 & MOST,
            pending: (bits >> COUNT) as u32 & MOST,
            missing_bytes: ((missing as u32) << unused).cast_signed() >> unused,
            odd: bits >> 61 & 1 != 0,
            valid: bits >> 62 == 1,
        }
    }

    fn bits(self) -> u64 {
        let missing = u64::from(self.missing_bytes.cast_unsigned()) & ((1 << MISSING) - 1);
        u64::from(self.count)
            | u64::from(self.pending) << COUNT
            | missing << (2 * COUNT)
            | u64::from(self.odd) << 61
            | u64::from(self.valid) << 62
    }

    fn arrive(&mut self, count: u32, drops: bool) -> Result<(), &'static str> {
        let too_many = "gets more arrivals than it awaits";
        self.pending = self.pending.checked_sub(count).ok_or(too_many)?;
        if drops {
            self.count = self.count.checked_sub(count).ok_or(too_many)?;
        }
        Ok(())
    }

    fn end_phase_if_complete(&mut self) {
        if self.pending == 0 && self.missing_bytes == 0 {
            self.pending = self.count;
            self.odd = !self.odd;
        }
    }
}

impl Block {
    /// What a warp's coming to barriers means for races; of a few lanes' barriers all in between.
    pub(crate) fn come_to_phases(&mut self, warp: usize, places: Range<u64>, coming: Coming) {
        let Self { shadow: Some(shadow), shared, .. } = self else { return };
        for place in places.step_by(BYTES as usize) {
            let bytes =
                usize::try_from(place).ok().and_then(|at| shared.get(at..at.checked_add(8)?));
            if let Some(bits) = bytes.and_then(|bytes| bytes.first_chunk::<8>()) {
                let is_odd = State::from_bits(u64::from_le_bytes(*bits)).odd;
                shadow.come_to_phase(warp, place, is_odd, coming);
            }
        }
    }
}

/// The arrivals that a state says to be missing.
pub(crate) fn pending(state: u64) -> u32 {
    State::from_bits(state).pending
}

const ACCESS: &str = "a barrier's access";

fn aligned(at: u64) -> Result<(), Cause> {
    if at.is_multiple_of(u64::from(BYTES)) {
        return Ok(());
    }
    Err(Cause::Misaligned { access: ACCESS, bytes: BYTES, address: at })
}

impl Reach<'_, '_> {
    /// Gives whether the lanes wait: then nothing was done.
    pub(crate) fn mbarrier(
        &mut self,
        registers: &mut Registers,
        space: Space,
        address: Address,
        action: Mbarrier,
        mask: u32,
    ) -> Result<bool, Stopped> {
        let mut ended = 0;
        for lane in lanes(mask) {
            let at = resolved(space, address_of(registers, address, lane));
            let failed = |cause| (lane, cause);
            if at.0 != Space::Shared {
                let words = "a barrier outside of shared memory".to_owned();
                return Err((lane, Cause::Unsupported(words)));
            }
            let at = at.1;
            let value = |slot: u32| registers.narrow(slot)[lane];
            match action {
                Mbarrier::Init(count) => {
                    let count = value(count);
                    if count == 0 || count > MOST {
                        let problem = "is initialised for no or too many arrivals";
                        return Err((lane, Cause::Barrier { address: at, problem }));
                    }
                    let new =
                        State { count, pending: count, missing_bytes: 0, odd: false, valid: true };
                    self.put_state(at, new.bits()).map_err(failed)?;
                }
                Mbarrier::Invalidate => self.put_state(at, 0).map_err(failed)?,
                Mbarrier::Expect(bytes) => {
                    self.change(at, |state| state.expect(value(bytes))).map_err(failed)?;
                }
                Mbarrier::Complete(bytes) => self.complete(at, value(bytes)).map_err(failed)?,
                Mbarrier::Arrive { count, expects, drops, state: to } => {
                    let (count, expects) = (count.map_or(1, value), expects.map_or(0, value));
                    let before = self.change(at, |state| {
                        state.expect(expects)?;
                        state.arrive(count, drops)
                    });
                    let before = before.map_err(failed)?;
                    if let Some(to) = to {
                        registers.wide[to as usize][lane] = before;
                    }
                }
                Mbarrier::Test { phase, .. } => {
                    let odd = match phase {
                        Expected::State(slot) => {
                            State::from_bits(registers.wide[slot as usize][lane]).odd
                        }
                        Expected::Parity(slot) => value(slot) & 1 != 0,
                    };
                    let state = self.state(at).map_err(failed)?;
                    ended |= u32::from(state.odd != odd) << lane;
                }
            }
        }
        let Mbarrier::Test { to, waits, .. } = action else { return Ok(false) };
        // The hardware may suspend the threads; if none can go on, they are.
        if waits && ended == 0 {
            return Ok(true);
        }
        registers.set_predicate(to, mask, ended);
        Ok(false)
    }

    /// Bytes have come.
    pub(crate) fn complete(&mut self, at: u64, bytes: u32) -> Result<(), Cause> {
        // Who waits for the barrier sees what a copy has written.
        let copies = self.block.shadow.as_ref().and_then(|shadow| shadow.now);
        if let Some((warp, _)) = copies.filter(|_| at < ONE_BLOCK) {
            self.block.come_to_phases(warp, at..at + 1, Coming::Arrives);
        }
        self.change(at, |state| {
            state.missing_bytes = state.missing_bytes.saturating_sub(bytes.cast_signed());
            Ok(())
        })?;
        Ok(())
    }

    fn state(&mut self, at: u64) -> Result<State, Cause> {
        aligned(at)?;
        let mut bits = [0; 8];
        bits.copy_from_slice(self.piece(Space::Shared, at, BYTES, ACCESS)?);
        let state = State::from_bits(u64::from_le_bytes(bits));
        let problem = "is used before it is initialised";
        if state.valid { Ok(state) } else { Err(Cause::Barrier { address: at, problem }) }
    }

    fn put_state(&mut self, at: u64, bits: u64) -> Result<(), Cause> {
        aligned(at)?;
        let place = self.piece_mut(Space::Shared, at, BYTES, ACCESS)?;
        place.copy_from_slice(&bits.to_le_bytes());
        Ok(())
    }

    fn change(
        &mut self,
        at: u64,
        change: impl FnOnce(&mut State) -> Result<(), &'static str>,
    ) -> Result<u64, Cause> {
        let mut state = self.state(at)?;
        let before = state.bits();
        change(&mut state).map_err(|problem| Cause::Barrier { address: at, problem })?;
        state.end_phase_if_complete();
        self.put_state(at, state.bits())?;
        Ok(before)
    }
}

impl State {
    fn expect(&mut self, bytes: u32) -> Result<(), &'static str> {
        let most = (1 << (MISSING - 1)) - 1;
        let missing = self.missing_bytes.checked_add_unsigned(bytes);
        let missing = missing.filter(|missing| *missing <= most);
        self.missing_bytes = missing.ok_or("expects more bytes than it can count")?;
        Ok(())
    }
}
