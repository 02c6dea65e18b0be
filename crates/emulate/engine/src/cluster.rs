//! Clusters: blocks that run at the same time, and reach each other's shared memory.
//!
//! An address of shared memory names a block above its 24 lowest bits: 0 is the block itself, and
//! further numbers are ranks plus one.

use crate::launch::{Launch, product};
use crate::order::Yields;
use crate::state::{Block, Running};
use crate::warp::Wait;

/// Where the number of a block begins in an address of shared memory.
pub(crate) const BLOCK_SHIFT: u32 = 24;
/// Addresses from here on are of a block by its rank.
pub(crate) const ONE_BLOCK: u64 = 1 << BLOCK_SHIFT;
/// The bits of such a number.
pub(crate) const BLOCK_BITS: u64 = 0xff << BLOCK_SHIFT;

/// The address that corresponds to one, in the shared memory of the block of a rank.
#[inline]
pub(crate) fn of_rank(address: u64, rank: u32, own: u32) -> u64 {
    let number = if rank == own { 0 } else { u64::from(rank) + 1 };
    address & !BLOCK_BITS | number << BLOCK_SHIFT & BLOCK_BITS
}

/// The rank of the block that an address is of.
#[inline]
pub(crate) fn rank_of(address: u64, own: u32) -> u32 {
    match ((address & BLOCK_BITS) >> BLOCK_SHIFT) as u32 {
        0 => own,
        number => number - 1,
    }
}

/// How the blocks of a grid are clustered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clusters {
    grid: [u32; 3],
    pub(crate) size: [u32; 3],
    pub(crate) are_explicit: bool,
}

impl Clusters {
    pub(crate) fn of(launch: &Launch<'_>) -> Self {
        let size = launch.clusters();
        Self { grid: launch.grid, size: size.unwrap_or([1; 3]), are_explicit: size.is_some() }
    }

    pub(crate) fn blocks(&self) -> u64 {
        product(self.size)
    }

    /// How many there are along each axis.
    pub(crate) fn extents(&self) -> [u32; 3] {
        std::array::from_fn(|axis| self.grid[axis] / self.size[axis].max(1))
    }

    /// Where a block lies, cluster by cluster.
    pub(crate) fn coordinates(&self, at: u64) -> [u32; 3] {
        let (cluster, rank) = (at / self.blocks(), at % self.blocks());
        let (outer, inner) = (place(cluster, self.extents()), place(rank, self.size));
        std::array::from_fn(|axis| outer[axis] * self.size[axis] + inner[axis])
    }
}

/// The coordinates of a number, x first.
fn place(at: u64, [x, y, _]: [u32; 3]) -> [u32; 3] {
    let (x, y) = (u64::from(x.max(1)), u64::from(y.max(1)));
    [at % x, at / x % y, at / (x * y)].map(|i| i as u32)
}

impl Block {
    /// Of its own shared memory, or of that of another block of its cluster.
    pub(crate) fn shared_at(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let start = address % ONE_BLOCK;
        let end = start.checked_add(bytes)?;
        let memory = match self.peer(address)? {
            None => &self.shared,
            Some(rank) => self.peers.get(rank)?,
        };
        memory.get(start as usize..end as usize)
    }

    pub(crate) fn shared_at_mut(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        let start = address % ONE_BLOCK;
        let end = start.checked_add(bytes)?;
        let memory = match self.peer(address)? {
            None => &mut self.shared,
            Some(rank) => self.peers.get_mut(rank)?,
        };
        memory.get_mut(start as usize..end as usize)
    }

    /// The rank of another block whose memory an address is of; None if no block has it.
    fn peer(&self, address: u64) -> Option<Option<usize>> {
        if address > (ONE_BLOCK - 1) | BLOCK_BITS {
            return None;
        }
        let rank = rank_of(address, self.rank);
        Some((rank != self.rank).then_some(rank as usize))
    }
}

/// Gives a block the shared memories of the others of its cluster, which do not run meanwhile, or gives them
/// back: one of the two places of each is empty.
pub(crate) fn exchange(open: &mut [Box<Running>], index: usize) {
    let cluster = open[index].block.cluster;
    let mut peers = std::mem::take(&mut open[index].block.peers);
    for (at, other) in open.iter_mut().enumerate() {
        if at != index && other.block.cluster == cluster {
            let rank = other.block.rank as usize;
            if let Some(place) = peers.get_mut(rank) {
                std::mem::swap(place, &mut other.block.shared);
            }
        }
    }
    open[index].block.peers = peers;
}

/// Whether lanes of the block wait for the barrier of their cluster.
pub(crate) fn waits(running: &Running) -> bool {
    let mut all = running.warps.iter().flat_map(|warp| &warp.fragments);
    all.any(|fragment| fragment.wait == Wait::Cluster)
}

/// Lets a cluster pass its barrier, if all its lanes that are left have come. Gives whether it did.
pub(crate) fn pass(open: &mut [Box<Running>], index: usize) -> bool {
    let cluster = open[index].block.cluster;
    if open[index].warps.iter().all(|warp| warp.come & warp.alive == 0) {
        return false;
    }
    let blocks = || open.iter().filter(|running| running.block.cluster == cluster);
    let warps = || blocks().flat_map(|running| &running.warps);
    if warps().any(|warp| warp.alive & !warp.come != 0) {
        return false;
    }
    let time = warps().map(|warp| warp.time).max().unwrap_or(0);
    for running in open.iter_mut().filter(|running| running.block.cluster == cluster) {
        if let Some(shadow) = &mut running.block.shadow {
            shadow.pass_cluster();
        }
        for warp in &mut running.warps {
            warp.come = 0;
            warp.yields = Yields::default();
            for fragment in &mut warp.fragments {
                if fragment.wait == Wait::Cluster {
                    fragment.wait = Wait::No;
                    warp.time = time;
                }
            }
        }
    }
    true
}
