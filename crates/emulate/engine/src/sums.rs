//! Floats that warps add to shared memory. It has no instruction for them, so that ptxas makes a loop: lanes
//! that lose against another one with the same address try again, and so do warps that add to the same
//! words at the same time.

use crate::counts::Counts;
use crate::lanes::{LANES, lanes};
use crate::requests::{shared, shared_load};

/// Instructions of a pass: load, add, try to exchange, compare, branch, and where lanes part and meet.
const PASS: u64 = 7;

/// Wavefronts of the instruction that tries to exchange, for each that its data fill.
const TRY: u64 = 2;

/// Words that are remembered between two barriers.
const MOST: usize = 64;

/// What a pass is counted as, in fifths, by the number of other warps that have added to the words since
/// the last barrier. Warps run one after the other here; on a GPU, where each delays all others, a pass is
/// made as often as there are warps, but not more than 2.8 times (2.65 to 2.95 times on an H200, of four and of
/// eight warps, in grids that fill it). So the sum over the warps is right.
const FIFTHS: [u64; 4] = [5, 15, 22, 14];

/// Of wavefronts of eight bytes: half of the warp is done before the other in more of these passes.
const OF_DOUBLES: [u64; 2] = [3, 4];

/// Words of a block, and a bit for each warp that has added to them since the last barrier.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    words: Vec<([u64; 2], u32)>,
    /// Fifths that have not become a whole pass yet.
    owed: u64,
}

impl Sums {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    /// How often passes of this warp are made.
    fn times(&mut self, words: [u64; 2], warp: usize) -> u64 {
        self.owed += self.fifths(words, warp);
        let whole = self.owed / FIFTHS[0];
        self.owed %= FIFTHS[0];
        whole
    }

    fn fifths(&mut self, words: [u64; 2], warp: usize) -> u64 {
        let own = 1 << (warp % 32);
        let Some((_, warps)) = self.words.iter_mut().find(|(known, _)| *known == words) else {
            if self.words.len() < MOST {
                self.words.push((words, own));
            }
            return FIFTHS[0];
        };
        *warps |= own;
        FIFTHS[((*warps & !own).count_ones() as usize).min(FIFTHS.len() - 1)]
    }

    /// Counts the passes of such a loop, of which the atomic itself is one instruction.
    pub(crate) fn add(
        &mut self,
        counts: &mut Counts,
        warp: usize,
        all: &[u64; LANES],
        mask: u32,
        bytes: u32,
    ) {
        let ends = [mask.trailing_zeros(), 31 - mask.leading_zeros().min(31)];
        // With those that another warp spoils.
        let times = self.times(ends.map(|lane| all[lane as usize % LANES]), warp);
        let [part, whole] = if bytes == 8 { OF_DOUBLES } else { [1, 1] };
        let mut left = mask;
        let mut sum = Passes::default();
        while left != 0 {
            sum.pass(all, left, bytes);
            // One lane of each address succeeds, of any half of the warp: both are tried until the end. With
            // the lower half first, half of the tries would ask one half of the banks alone.
            let mut done = 0;
            let in_turns = (0..LANES / 2).flat_map(|lane| [lane, lane + LANES / 2]);
            for lane in in_turns.filter(|lane| left >> lane & 1 == 1) {
                let is_first = lanes(left & done).all(|other| all[other] != all[lane]);
                done |= u32::from(is_first) << lane;
            }
            left &= !done;
        }
        let own = &mut counts.shared;
        own.loads += times * sum.passes;
        own.load_wavefronts += times * sum.load_wavefronts;
        own.patched_load_wavefronts += times * sum.patched_load_wavefronts;
        own.atomics += times * sum.passes;
        let tried = TRY * sum.wavefronts;
        own.atomic_wavefronts += tried + (times - 1) * tried * part / whole;
        own.load_bytes += times * sum.moved;
        own.atomic_bytes += times * sum.moved;
        counts.warp_instructions += times * PASS * sum.passes - 1;
        let threads = times * PASS * sum.threads - u64::from(mask.count_ones());
        counts.thread_instructions += threads;
        counts.predicated_on += threads;
    }
}

#[derive(Default)]
struct Passes {
    passes: u64,
    threads: u64,
    load_wavefronts: u64,
    patched_load_wavefronts: u64,
    wavefronts: u64,
    moved: u64,
}

impl Passes {
    fn pass(&mut self, all: &[u64; LANES], left: u32, bytes: u32) {
        let (wavefronts, distinct) = shared(all, left, bytes);
        self.passes += 1;
        self.threads += u64::from(left.count_ones());
        let load = shared_load(all, left, bytes);
        self.load_wavefronts += load.wavefronts;
        self.patched_load_wavefronts += load.patched;
        self.wavefronts += wavefronts;
        self.moved += u64::from(distinct * bytes);
    }
}
