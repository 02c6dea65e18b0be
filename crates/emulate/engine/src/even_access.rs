//! Loads and stores of lanes that are evenly apart: most of them.

use crate::memory::{By, SHARED_WINDOW};
use crate::requests::{
    Lines, SECTOR_BYTES, SharedLoad, sectors_in, shared, shared_load, whole_sectors,
};
use propp_emulate_ptx::{Space, Vector};

use crate::access::{How, Reach, space_of};
use crate::even::Even;
use crate::lanes::{ALL, Registers};
use crate::transfer::{fill_even, write_even};

impl Reach<'_, '_> {
    /// A load of all lanes, evenly apart, in one allocation. False if it is not that; then
    /// nothing was done.
    #[inline]
    pub(crate) fn load_even(
        &mut self,
        registers: &mut Registers,
        space: Space,
        how: How,
        even: Even,
        to: &Vector,
        bytes: u32,
    ) -> bool {
        if !even.is_aligned(bytes) {
            return false;
        }
        match one_space(space, even) {
            Some(Space::Global) => {
                if self.memory.is_draft() {
                    self.note_read(even, bytes);
                }
                let Some(data) = self.memory.span(even.least, even.most, u64::from(bytes)) else {
                    return false;
                };
                fill_even(registers, to, even, data, bytes);
                let block = &*self.block;
                let (mut tags, mut sectors, mut missed) = (0, 0, 0);
                let in_l1 = how.in_l1();
                let counting = &mut *self.counting;
                if even.is_apart(bytes) {
                    let lines = Lines::apart(&even.addresses(), bytes);
                    self.count_lines(&lines, bytes, how);
                    return true;
                }
                let known = even.lines(bytes, |line, own| {
                    tags += 1;
                    sectors += sectors_in(own);
                    missed += counting.load(block, in_l1, line, own);
                });
                if !known {
                    self.count_load(Space::Global, &even.addresses(), ALL, bytes, how);
                    return true;
                }
                let counts = &mut self.counting.counts;
                let moved = u64::from(even.distinct() * bytes);
                counts.global.loads += 1;
                counts.global.bytes += moved;
                counts.global.load_bytes += moved;
                counts.global.tags += tags;
                counts.global.load_sectors += u64::from(sectors);
                counts.l2_sectors += u64::from(missed);
                true
            }
            Some(Space::Constant) => {
                let data = self.memory.span(even.least, even.most, u64::from(bytes));
                data.map(|data| fill_even(registers, to, even, data, bytes)).is_some()
            }
            Some(space @ (Space::Shared | Space::Parameter)) => {
                let whole: &[u8] =
                    if space == Space::Shared { &self.block.shared } else { self.parameters };
                let Some(data) = part(even, bytes).and_then(|range| whole.get(range)) else {
                    return false;
                };
                fill_even(registers, to, even, data, bytes);
                if space == Space::Shared
                    && let Some((bytes, behind)) = how.shared(bytes)
                {
                    let load = shared_even_load(even.before(behind), bytes);
                    self.counting.counts.shared.loaded(load, bytes);
                }
                true
            }
            _ => false,
        }
    }

    /// Tells memory that several threads have what is read.
    fn note_read(&mut self, even: Even, bytes: u32) {
        if even.is_whole(bytes) {
            let length = even.most - even.least + u64::from(bytes);
            return self.memory.has_read(even.least, length);
        }
        self.memory.have_read(&even.addresses(), ALL, bytes);
    }

    /// A store of all lanes, evenly apart, in one allocation. False if it is not that; then
    /// nothing was done.
    #[inline]
    pub(crate) fn store_even(
        &mut self,
        registers: &Registers,
        space: Space,
        even: Even,
        from: &Vector,
        bytes: u32,
    ) -> bool {
        if !even.is_aligned(bytes) {
            return false;
        }
        match one_space(space, even) {
            Some(Space::Global) => {
                if self.memory.is_draft() && !even.is_whole(bytes) {
                    if self.store_lanes(registers, from, &even.addresses(), ALL, bytes).is_err() {
                        return false;
                    }
                } else {
                    let (first, last) = (even.least, even.most);
                    let span = self.memory.span_mut(first, last, u64::from(bytes), By::Store);
                    let Ok(data) = span else { return false };
                    write_even(registers, from, even, data, bytes);
                }
                self.memory.changes += 1;
                let (mut tags, mut sectors, mut handed_on) = (0, 0, 0);
                let is_row = even.step != 0 && even.is_whole(bytes);
                let end = even.most + u64::from(bytes);
                if !even.has_lines(bytes) {
                    self.count_store(Space::Global, &even.addresses(), ALL, bytes);
                    return true;
                }
                if even.is_apart(bytes) {
                    let lines = Lines::apart(&even.addresses(), bytes);
                    self.count_stored_lines(&lines, bytes);
                    return true;
                }
                let mut storing = self.counting.storing(self.block, self.warp, bytes);
                even.lines(bytes, |line, own| {
                    tags += 1;
                    sectors += u64::from(sectors_in(own));
                    let whole = match is_row {
                        true => whole_sectors(line, own, even.least, end),
                        false if bytes == SECTOR_BYTES => own,
                        false => 0,
                    };
                    handed_on += storing.line(line, own, whole);
                });
                let counts = &mut self.counting.counts;
                let moved = u64::from(even.distinct() * bytes);
                counts.global.stores += 1;
                counts.global.bytes += moved;
                counts.global.store_bytes += moved;
                counts.global.tags += tags;
                counts.global.store_sectors += sectors;
                counts.l2_sectors += handed_on;
                true
            }
            Some(Space::Shared) => {
                let range = part(even, bytes);
                let Some(data) = range.and_then(|range| self.block.shared.get_mut(range)) else {
                    return false;
                };
                write_even(registers, from, even, data, bytes);
                self.memory.changes += 1;
                self.counting.counts.shared.stored(shared_even(even, bytes), bytes);
                true
            }
            _ => false,
        }
    }
}

/// The space of all lanes; None if they go to several, or to one that is not known.
fn one_space(space: Space, even: Even) -> Option<Space> {
    if space != Space::Generic {
        return Some(space);
    }
    let same = space_of(even.least) == Space::Global && even.most < SHARED_WINDOW;
    same.then_some(Space::Global)
}

/// Of a small memory, what the lanes access.
fn part(even: Even, bytes: u32) -> Option<std::ops::Range<usize>> {
    let end = even.most.checked_add(u64::from(bytes))?;
    Some(usize::try_from(even.least).ok()?..usize::try_from(end).ok()?)
}

fn shared_even_load(even: Even, bytes: u32) -> SharedLoad {
    if even.step == 0 && bytes >= 8 {
        return shared_load(&even.addresses(), ALL, bytes);
    }
    let (wavefronts, distinct) = shared_even(even, bytes);
    SharedLoad { wavefronts, patched: wavefronts, distinct }
}

fn shared_even(even: Even, bytes: u32) -> (u64, u32) {
    if let Some(wavefronts) = even.wavefronts(bytes) {
        return (wavefronts, even.distinct());
    }
    shared(&even.addresses(), ALL, bytes)
}
