//! What the loads and stores of a warp ask of memory: the lines and sectors that they touch, the
//! wavefronts of shared memory, and what a simple L1 misses. Pure.

mod cache;
mod request;

pub use cache::Caches;
pub use request::{Lines, atomic_sectors, sector_bits, sectors_in, shared};

/// Threads of a warp.
pub const LANES: usize = 32;

/// The mask of all lanes.
pub const ALL: u32 = u32::MAX;

/// The lanes of a mask.
#[inline]
pub fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lane
    })
}
