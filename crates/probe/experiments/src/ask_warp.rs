//! The settings of the probe `warp`: loads of whole warps.

use propp_probe_caches::Path;

/// A load of one or several warps.
#[derive(Clone, Debug)]
pub(crate) struct AskWarp<'a> {
    path: Path,
    offsets: &'a [u64],
    width: u64,
    blocks: u64,
    threads: u64,
    active: u64,
    step: u64,
    seat: u64,
}

const STEPS: u64 = 256;

impl<'a> AskWarp<'a> {
    /// One warp whose 32 lanes load words at these byte offsets.
    pub(crate) const fn new(path: Path, offsets: &'a [u64]) -> Self {
        Self {
            path,
            offsets,
            width: 4,
            blocks: 1,
            threads: 32,
            active: 0xFFFF_FFFF,
            step: 0,
            seat: 0,
        }
    }

    /// Bytes of each lane's load.
    pub(crate) const fn wide(self, width: u64) -> Self {
        Self { width, ..self }
    }

    /// Only this many lanes load.
    pub(crate) const fn lanes(self, count: u32) -> Self {
        Self { active: u64::MAX >> (64 - count), ..self }
    }

    /// At this place of the probe's buffer.
    pub(crate) const fn seated(self, seat: u64) -> Self {
        Self { seat, ..self }
    }

    /// A grid of `blocks` blocks of `threads` threads; each warp's places are `step` bytes after
    /// the previous warp's.
    pub(crate) const fn grid(self, blocks: u64, threads: u64, step: u64) -> Self {
        Self { blocks, threads, step, ..self }
    }

    /// The number of observations: one per warp.
    pub(crate) const fn warps(&self) -> usize {
        (self.blocks * self.threads / 32) as usize
    }

    pub(crate) fn settings(&self) -> Vec<u64> {
        let head = [
            self.path as u64,
            self.width,
            STEPS,
            self.blocks,
            self.threads,
            self.active,
            self.step,
            self.seat,
        ];
        head.iter().chain(self.offsets).copied().collect()
    }
}
