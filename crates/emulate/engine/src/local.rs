//! What local memory asks of L1 and L2.
//!
//! A word of a thread lies next to the same word of the warp's other threads, so a row of words is a
//! line of 128 bytes if all threads have the same offset. Stores go through to L2, and leave the row
//! in L1. The warps of a multiprocessor share its L1: they run at the same time on a GPU, and one
//! after the other here, so each has its part.

use crate::lanes::{LANES, lanes};
use crate::launch::{Launch, product};
use crate::requests::{Caches, sectors_in};

const WORD: u64 = 4;
/// Lanes whose words of a row are in the same sector.
const SECTOR_LANES: usize = 8;
/// Words of the widest access.
const WIDEST: usize = 8;

#[derive(Debug)]
pub(crate) struct Local {
    /// One for each warp that a multiprocessor runs for a block.
    caches: Caches,
    warps: usize,
    multiprocessors: u64,
    /// Blocks that a multiprocessor runs at the same time.
    resident: u64,
}

/// What an access to local memory moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved {
    /// Each offset once, as the counter of a GPU has it.
    pub(crate) bytes: u64,
    pub(crate) sectors: u64,
    pub(crate) missed: u64,
}

impl Local {
    /// None if the machine code of the kernel keeps nothing in local memory.
    pub(crate) fn of(launch: &Launch<'_>) -> Option<Self> {
        let code = launch.kernel.code.as_ref().ok().filter(|code| code.local_bytes > 0)?;
        let multiprocessors = u64::from(launch.gpu.multiprocessors.max(1));
        let most = product(launch.grid).div_ceil(multiprocessors);
        let resident = u64::from(launch.local_blocks?).clamp(1, most.max(1));
        let shared = u64::from(code.shared_bytes.max(code.dynamic_shared_offset))
            + u64::from(launch.dynamic_shared_bytes);
        let l1 = u64::from(launch.gpu.l1_bytes).saturating_sub(resident * shared);
        let warps = product(launch.block).div_ceil(LANES as u64).max(1);
        let bytes = l1 / (resident * warps);
        let caches = Caches::new(bytes as u32, (multiprocessors * warps) as u32);
        Some(Self { caches, warps: warps as usize, multiprocessors, resident })
    }

    /// The first blocks of a multiprocessor find nothing; later ones have the place of an earlier one.
    pub(crate) fn begin(&mut self, block: u64) {
        if block / self.multiprocessors < self.resident {
            let first = (block % self.multiprocessors) as usize * self.warps;
            (first..first + self.warps).for_each(|cache| self.caches.empty(cache));
        }
    }

    /// An access of the warp's lanes at their offsets.
    pub(crate) fn access(
        &mut self,
        multiprocessor: usize,
        warp: usize,
        offsets: &[u64; LANES],
        mask: u32,
        bytes: u32,
    ) -> Moved {
        let mut moved = Moved::default();
        let cache = multiprocessor * self.warps + warp;
        let mut left = mask;
        while left != 0 {
            let offset = offsets[left.trailing_zeros() as usize];
            let same = lanes(left).filter(|lane| offsets[*lane] == offset);
            let (mut sectors, mut taken) = (0_u8, 0);
            for lane in same {
                sectors |= 1 << (lane / SECTOR_LANES);
                taken |= 1 << lane;
            }
            left &= !taken;
            moved.bytes += u64::from(bytes);
            let rows = offset / WORD..(offset + u64::from(bytes)).div_ceil(WORD);
            for row in rows.take(WIDEST) {
                let missed = self.caches.load(cache, row + 1, sectors);
                moved.sectors += u64::from(sectors_in(sectors));
                moved.missed += u64::from(sectors_in(missed));
            }
        }
        moved
    }
}
