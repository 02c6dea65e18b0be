//! Which set a line belongs to.

use propp_base_statistics::Random;

/// How the set of an address follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// These bits of the address, the lowest first.
    Bits(Vec<u32>),
    /// Each bit of the set is the parity of the address under a mask, the lowest first.
    Hashed(Vec<u64>),
    /// The line number modulo the number of lines of the cache. The remainders are dealt to
    /// the sets in turn, to each as many as it has ways.
    Remainder,
    /// A pseudo-random set.
    Mixed(u64),
}

impl Index {
    /// The bits just above the line offset; the number of sets is a power of two.
    pub(crate) fn plain(line_bytes: u64, sets: usize) -> Self {
        let first = line_bytes.trailing_zeros();
        Self::Bits((first..first + sets.trailing_zeros()).collect())
    }

    /// Each bit of the set is the plain one XORed with higher address bits that `seed` picks.
    pub(crate) fn hashed(line_bytes: u64, sets: usize, span: u64, seed: u64) -> Self {
        let first = line_bytes.trailing_zeros();
        let bits = sets.trailing_zeros();
        let above = (span.next_power_of_two() - 1) & !((1 << (first + bits)) - 1);
        let mut random = Random::of_seed(seed);
        let fold = |bit: u32, random: &mut Random| {
            let always = 1_u64 << (first + bits + bit);
            (1 << (first + bit)) | ((random.bits() | always) & above)
        };
        Self::Hashed((0..bits).map(|bit| fold(bit, &mut random)).collect())
    }
}

/// The set of each of the first lines of an allocation; `ways` has the ways of each set.
pub(crate) fn sets_of_lines(
    index: &Index,
    ways: &[usize],
    line_bytes: u64,
    lines: u64,
) -> Vec<u32> {
    let dealt = dealt(ways);
    let set = |line: u64| -> u32 {
        let address = line * line_bytes;
        match index {
            Index::Bits(bits) => {
                let bit = |(i, bit): (usize, &u32)| ((address >> bit & 1) as u32) << i;
                bits.iter().enumerate().map(bit).sum()
            }
            Index::Hashed(masks) => {
                let bit = |(i, mask): (usize, &u64)| ((address & mask).count_ones() & 1) << i;
                masks.iter().enumerate().map(bit).sum()
            }
            Index::Remainder => dealt[(line % dealt.len() as u64) as usize],
            Index::Mixed(seed) => {
                let mut random = Random::of_seed(seed ^ line.wrapping_mul(0x2545_F491_4F6C_DD1D));
                random.below(ways.len() as u64) as u32
            }
        }
    };
    (0..lines).map(set).collect()
}

/// Deals remainders to sets in turn until each has as many as ways.
fn dealt(ways: &[usize]) -> Vec<u32> {
    let most = ways.iter().copied().max().unwrap_or(0);
    let round = |turn: usize| (0..ways.len()).filter(move |set| ways[*set] > turn);
    (0..most).flat_map(round).map(|set| set as u32).collect()
}
