//! What the loads and stores of a warp ask of memory: the lines and sectors that they touch, the
//! wavefronts of shared memory, and what a simple L1 misses.

mod cache;
mod request;
mod sorting;

pub(crate) use cache::Caches;
pub(crate) use request::{
    Lines, SECTOR_BYTES, SharedLoad, atomic_sectors, sector_bits, sectors_in, shared, shared_load,
    whole_sectors,
};

pub(crate) const LANES: usize = 32;

/// The mask of all lanes.
pub(crate) const ALL: u32 = u32::MAX;

#[inline]
pub(crate) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lane
    })
}
