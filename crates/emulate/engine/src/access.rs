//! Loads and stores.

use crate::memory::{
    By, LOCAL_WINDOW, Memory, PARAMETER_WINDOW, Refused, SHARED_WINDOW, WINDOW_BYTES,
};
use crate::requests::{Lines, shared, shared_load};
use propp_emulate_ptx::{Address, Base, Caching, Joined, Order, Space, Vector};

use crate::cluster::ONE_BLOCK;
use crate::even::Even;
use crate::fault::Cause;
use crate::lanes::{ALL, LANES, Registers, lanes};
use crate::state::{Block, Counting};
use crate::transfer::{fill, write, write_lane};

/// A fault, and the lane that had it.
pub(crate) type Stopped = (usize, Cause);

/// What a load says beside its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How {
    pub(crate) order: Order,
    pub(crate) caching: Caching,
    pub(crate) joined: Joined,
}

impl How {
    /// Whether L1 may hold the data.
    pub(crate) fn in_l1(self) -> bool {
        self.caching == Caching::All && self.order != Order::Strong
    }

    /// The bytes of the request to shared memory, and how far it begins before the load's own
    /// place. None if another load makes the request.
    pub(crate) fn shared(self, bytes: u32) -> Option<(u32, u32)> {
        match self.joined {
            Joined::No => Some((bytes, 0)),
            Joined::First { bytes, behind } => Some((bytes, behind)),
            Joined::Behind => None,
        }
    }
}

/// What an access can reach, but its registers.
pub(crate) struct Reach<'r, 'm> {
    pub(crate) memory: &'r mut Memory<'m>,
    pub(crate) block: &'r mut Block,
    pub(crate) counting: &'r mut Counting,
    pub(crate) parameters: &'r [u8],
    pub(crate) warp: usize,
}

#[inline(always)]
pub(crate) fn addresses(registers: &Registers, address: Address) -> [u64; LANES] {
    let offset = address.offset.cast_unsigned();
    match address.base {
        Base::None => [offset; LANES],
        Base::Wide(slot) => {
            let base = &registers.wide[slot as usize];
            std::array::from_fn(|lane| base[lane].wrapping_add(offset))
        }
        Base::Narrow(slot) => {
            let base = &registers.narrow[slot as usize];
            std::array::from_fn(|lane| u64::from(base[lane].wrapping_add(offset as u32)))
        }
    }
}

/// The space of a generic address.
pub(crate) fn space_of(address: u64) -> Space {
    match address & !(WINDOW_BYTES - 1) {
        SHARED_WINDOW => Space::Shared,
        LOCAL_WINDOW => Space::Local,
        PARAMETER_WINDOW => Space::Parameter,
        _ => Space::Global,
    }
}

/// Does the access for each space that a generic access goes to.
pub(crate) fn by_space(
    space: Space,
    all: &mut [u64; LANES],
    mask: u32,
    mut access: impl FnMut(Space, &[u64; LANES], u32) -> Result<(), Stopped>,
) -> Result<(), Stopped> {
    if space != Space::Generic {
        return access(space, all, mask);
    }
    let mut masks =
        [(Space::Global, 0), (Space::Shared, 0), (Space::Local, 0), (Space::Parameter, 0)];
    for lane in lanes(mask) {
        let own = space_of(all[lane]);
        for (space, mask) in &mut masks {
            if *space == own {
                *mask |= 1 << lane;
            }
        }
        if own != Space::Global {
            all[lane] &= WINDOW_BYTES - 1;
        }
    }
    for (space, mask) in masks.into_iter().filter(|(_, mask)| *mask != 0) {
        access(space, all, mask)?;
    }
    Ok(())
}

/// The first and the last address of the lanes.
fn extent(all: &[u64; LANES], mask: u32) -> (u64, u64) {
    if mask == ALL {
        let (mut first, mut last) = (all[0], all[0]);
        for address in &all[1..] {
            first = first.min(*address);
            last = last.max(*address);
        }
        return (first, last);
    }
    lanes(mask)
        .fold((u64::MAX, 0), |(first, last), lane| (first.min(all[lane]), last.max(all[lane])))
}

pub(crate) fn aligned(
    all: &[u64; LANES],
    mask: u32,
    bytes: u32,
    access: &'static str,
) -> Result<(), Stopped> {
    let below = u64::from(bytes) - 1;
    let mut any = 0;
    for address in all {
        any |= address;
    }
    if any & below == 0 {
        return Ok(());
    }
    match lanes(mask).find(|lane| all[*lane] & below != 0) {
        None => Ok(()),
        Some(lane) => Err((lane, Cause::Misaligned { access, bytes, address: all[lane] })),
    }
}

impl Reach<'_, '_> {
    pub(crate) fn load(
        &mut self,
        registers: &mut Registers,
        space: Space,
        how: How,
        address: Address,
        to: &Vector,
        mask: u32,
    ) -> Result<(), Stopped> {
        let bytes = to.ty.bytes() * to.elements.len() as u32;
        if mask == ALL
            && let Some(even) = Even::of(registers, address)
            && self.load_even(registers, space, how, even, to, bytes)
        {
            return Ok(());
        }
        let mut all = addresses(registers, address);
        by_space(space, &mut all, mask, |space, all, mask| {
            aligned(all, mask, bytes, "a load")?;
            // First of all, as the host's memory goes on while the request is counted.
            match self.readable(space, all, mask, bytes) {
                Some((data, first, 0)) => {
                    fill(registers, to, mask, data, |lane| (all[lane] - first) as usize);
                }
                Some((data, first, stride)) => {
                    let at = |lane: usize| (all[lane] - first) as usize + stride * lane;
                    fill(registers, to, mask, data, at);
                }
                None => self.load_apart(registers, space, all, to, mask, bytes)?,
            }
            self.count_load(space, all, mask, bytes, how);
            Ok(())
        })
    }

    /// The bytes that hold all lanes' data, the address of the first, and how far the data of
    /// one lane lies behind that of the lane before, for memory that each lane has of its own.
    fn readable(
        &mut self,
        space: Space,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
    ) -> Option<(&[u8], u64, usize)> {
        let (first, last) = extent(all, mask);
        match space {
            Space::Global | Space::Generic | Space::Constant => {
                if self.memory.is_draft() {
                    self.memory.have_read(all, mask, bytes);
                }
                let span = self.memory.span(first, last, u64::from(bytes))?;
                Some((span, first, 0))
            }
            Space::Shared if last >= ONE_BLOCK => {
                let length = (last - first).checked_add(u64::from(bytes))?;
                Some((self.block.shared_at(first, length)?, first, 0))
            }
            Space::Shared | Space::Local | Space::Parameter | Space::Frame => {
                let (data, stride) = self.small(space);
                let limit = if stride == 0 { data.len() } else { stride };
                let end = last.checked_add(u64::from(bytes))?;
                (end <= limit as u64).then_some((data, 0, stride))
            }
        }
    }

    /// Memory other than global: its bytes for the warp, and those of each lane.
    fn small(&self, space: Space) -> (&[u8], usize) {
        match space {
            Space::Shared => (&self.block.shared, 0),
            Space::Parameter => (self.parameters, 0),
            Space::Local => {
                let own = self.block.local_bytes;
                let start = own * LANES * self.warp;
                (&self.block.local[start..start + own * LANES], own)
            }
            Space::Frame | Space::Generic | Space::Global | Space::Constant => {
                let own = self.block.frame_bytes;
                let start = own * LANES * self.warp;
                (&self.block.frame[start..start + own * LANES], own)
            }
        }
    }

    fn small_mut(&mut self, space: Space) -> (&mut [u8], usize) {
        match space {
            Space::Shared => (&mut self.block.shared, 0),
            Space::Local => {
                let own = self.block.local_bytes;
                let start = own * LANES * self.warp;
                (&mut self.block.local[start..start + own * LANES], own)
            }
            Space::Frame | Space::Parameter | Space::Generic | Space::Global | Space::Constant => {
                let own = self.block.frame_bytes;
                let start = own * LANES * self.warp;
                (&mut self.block.frame[start..start + own * LANES], own)
            }
        }
    }

    /// Lanes whose data lie in several allocations, or outside of any.
    fn load_apart(
        &mut self,
        registers: &mut Registers,
        space: Space,
        all: &[u64; LANES],
        to: &Vector,
        mask: u32,
        bytes: u32,
    ) -> Result<(), Stopped> {
        for lane in lanes(mask) {
            let outside = out_of_bounds("a load", bytes, all[lane], space);
            let data = self.readable(space, all, 1 << lane, bytes);
            let (data, first, stride) = data.ok_or((lane, outside))?;
            let at = (all[lane] - first) as usize + stride * lane;
            fill(registers, to, 1 << lane, data, |_| at);
        }
        Ok(())
    }

    pub(crate) fn count_load(
        &mut self,
        space: Space,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
        how: How,
    ) {
        let counts = &mut self.counting.counts;
        match space {
            Space::Global | Space::Generic => {
                self.count_lines(&Lines::new(all, mask, bytes), bytes, how);
            }
            Space::Shared => {
                let Some((bytes, behind)) = how.shared(bytes) else { return };
                let all = all.map(|address| address.wrapping_sub(u64::from(behind)));
                counts.shared.loaded(shared_load(&all, mask, bytes), bytes);
            }
            Space::Local => self.count_local(all, mask, bytes, false),
            Space::Constant | Space::Parameter | Space::Frame => {}
        }
    }

    /// Counts a load of global memory.
    pub(crate) fn count_lines(&mut self, lines: &Lines, bytes: u32, how: How) {
        let missed = self.counting.load_all(self.block, how.in_l1(), lines);
        let counts = &mut self.counting.counts;
        let moved = u64::from(lines.distinct * bytes);
        counts.global.loads += 1;
        counts.global.bytes += moved;
        counts.global.load_bytes += moved;
        counts.global.tags += lines.tags();
        counts.global.load_sectors += lines.sectors();
        counts.l2_sectors += missed;
    }

    /// Counts a store to global memory.
    pub(crate) fn count_stored_lines(&mut self, lines: &Lines, bytes: u32) {
        let handed_on = self.counting.storing(self.block, self.warp, bytes).all(lines);
        let counts = &mut self.counting.counts;
        let moved = u64::from(lines.distinct * bytes);
        counts.global.stores += 1;
        counts.global.bytes += moved;
        counts.global.store_bytes += moved;
        counts.global.tags += lines.tags();
        counts.global.store_sectors += lines.sectors();
        counts.l2_sectors += handed_on;
    }

    /// A load asks L2 for what L1 has not, and a store for all.
    fn count_local(&mut self, all: &[u64; LANES], mask: u32, bytes: u32, stores: bool) {
        let counting = &mut *self.counting;
        let Some(local) = &mut counting.local else { return };
        let moved = local.access(self.block.multiprocessor, self.warp, all, mask, bytes);
        counting.counts.local_bytes += moved.bytes;
        counting.counts.l2_sectors += if stores { moved.sectors } else { moved.missed };
    }

    pub(crate) fn store(
        &mut self,
        registers: &Registers,
        space: Space,
        address: Address,
        from: &Vector,
        mask: u32,
    ) -> Result<(), Stopped> {
        let bytes = from.ty.bytes() * from.elements.len() as u32;
        if mask == ALL
            && let Some(even) = Even::of(registers, address)
            && self.store_even(registers, space, even, from, bytes)
        {
            return Ok(());
        }
        let mut all = addresses(registers, address);
        by_space(space, &mut all, mask, |space, all, mask| {
            aligned(all, mask, bytes, "a store")?;
            self.count_store(space, all, mask, bytes);
            self.memory.changes += 1;
            let (first, last) = extent(all, mask);
            match space {
                Space::Global | Space::Generic | Space::Constant => {
                    if self.memory.is_draft() {
                        return self.store_lanes(registers, from, all, mask, bytes);
                    }
                    let span = self.memory.span_mut(first, last, u64::from(bytes), By::Store);
                    if let Ok(span) = span {
                        write(registers, from, span, all, first, 0, mask);
                        return Ok(());
                    }
                    for lane in lanes(mask) {
                        let at = all[lane];
                        let span = self.memory.span_mut(at, at, u64::from(bytes), By::Store);
                        let span = span.map_err(|refused| (lane, cause(refused, bytes, at)))?;
                        write(registers, from, span, all, at, 0, 1 << lane);
                    }
                    Ok(())
                }
                Space::Shared if last >= ONE_BLOCK => {
                    for lane in lanes(mask) {
                        let place = self.piece_mut(space, all[lane], bytes, "a store");
                        let place = place.map_err(|cause| (lane, cause))?;
                        write_lane(registers, from, place, lane);
                    }
                    Ok(())
                }
                Space::Shared | Space::Local | Space::Parameter | Space::Frame => {
                    let (data, stride) = self.small_mut(space);
                    let limit = if stride == 0 { data.len() } else { stride } as u64;
                    let beyond = |lane: &usize| {
                        all[*lane].checked_add(u64::from(bytes)).is_none_or(|end| end > limit)
                    };
                    if let Some(lane) = lanes(mask).find(beyond) {
                        return Err((lane, out_of_bounds("a store", bytes, all[lane], space)));
                    }
                    write(registers, from, data, all, 0, stride, mask);
                    Ok(())
                }
            }
        })
    }

    /// Lane by lane, into memory that several threads have.
    pub(crate) fn store_lanes(
        &mut self,
        registers: &Registers,
        from: &Vector,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
    ) -> Result<(), Stopped> {
        let mut left = mask;
        while left != 0 {
            let write = |lane: usize, to: &mut [u8]| write_lane(registers, from, to, lane);
            let written = self.memory.write_lanes(all, left, bytes, write).map_err(|refused| {
                let lane = left.trailing_zeros() as usize;
                (lane, cause(refused, bytes, all[lane]))
            })?;
            left &= !written;
        }
        Ok(())
    }

    pub(crate) fn count_store(&mut self, space: Space, all: &[u64; LANES], mask: u32, bytes: u32) {
        let counts = &mut self.counting.counts;
        match space {
            Space::Global | Space::Generic => {
                self.count_stored_lines(&Lines::new(all, mask, bytes), bytes);
            }
            Space::Shared => {
                counts.shared.stored(shared(all, mask, bytes), bytes);
            }
            Space::Local => self.count_local(all, mask, bytes, true),
            Space::Constant | Space::Parameter | Space::Frame => {}
        }
    }
}

pub(crate) fn out_of_bounds(access: &'static str, bytes: u32, address: u64, space: Space) -> Cause {
    Cause::OutOfBounds { access, bytes, address, space: crate::fault::space_name(space) }
}

fn cause(refused: Refused, bytes: u32, address: u64) -> Cause {
    match refused {
        Refused::OutOfBounds => out_of_bounds("a store", bytes, address, Space::Global),
        Refused::ReadOnly => Cause::ReadOnly { address },
    }
}
