//! One request of a warp: the lines and sectors that it touches, and the wavefronts that
//! shared memory needs for it.

use super::sorting::ascending;
use crate::requests::{ALL, LANES, lanes};

/// Sectors of a line of 128 bytes.
const SECTORS: u32 = 4;
pub(crate) const SECTOR_BYTES: u32 = 32;

/// Lines of 128 bytes that a request touches, each with its sectors of 32 as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The number of a line, and below it its sectors that are touched as a whole, then all.
    lines: [u64; LANES],
    count: usize,
    /// How many different addresses it has.
    pub(crate) distinct: u32,
}

/// Whether each lane's access follows the one of the lane before.
fn consecutive(addresses: &[u64; LANES], mask: u32, bytes: u32) -> bool {
    let first = addresses[0];
    if addresses[1].wrapping_sub(first) != u64::from(bytes) {
        return false;
    }
    let differs =
        |lane: usize| addresses[lane] ^ first.wrapping_add(lane as u64 * u64::from(bytes));
    mask == ALL && (0..LANES).fold(0, |all, lane| all | differs(lane)) == 0
}

impl Lines {
    /// Of accesses of `bytes` each, up to 32, aligned to their size.
    #[inline]
    pub(crate) fn new(addresses: &[u64; LANES], mask: u32, bytes: u32) -> Self {
        let mut lines = Self { lines: [0; LANES], count: 0, distinct: 0 };
        if consecutive(addresses, mask, bytes) {
            lines.consecutive(addresses[0], LANES as u64 * u64::from(bytes));
            return lines;
        }
        let mut places = [0; LANES];
        // No access begins at the last of all addresses and has more than a byte.
        let (mut before, mut line) = (u64::MAX, 0);
        // Bytes of the last sector that are touched.
        let mut touched = 0;
        for address in ascending(addresses, mask, &mut places) {
            let is_new = before != *address || lines.count == 0;
            let is_new_line = before >> 7 != *address >> 7 || lines.count == 0;
            lines.distinct += u32::from(is_new);
            lines.count += usize::from(is_new_line);
            touched = if before >> 5 == *address >> 5 { touched } else { 0 };
            touched += if is_new { bytes } else { 0 };
            let own = u64::from(sector_bits(*address, bytes));
            let whole = if touched >= SECTOR_BYTES { own } else { 0 };
            line = if is_new_line { *address >> 7 << (2 * SECTORS) } else { line };
            line |= whole << SECTORS | own;
            lines.lines[(lines.count - 1) % LANES] = line;
            before = *address;
        }
        lines
    }

    /// Of accesses to a line each, in their order.
    pub(crate) fn apart(addresses: &[u64; LANES], bytes: u32) -> Self {
        let of = |address: u64| {
            let own = u64::from(sector_bits(address, bytes));
            let whole = if bytes == SECTOR_BYTES { own } else { 0 };
            address >> 7 << (2 * SECTORS) | whole << SECTORS | own
        };
        Self { lines: addresses.map(of), count: LANES, distinct: LANES as u32 }
    }

    fn consecutive(&mut self, first: u64, bytes: u64) {
        self.distinct = LANES as u32;
        let last = first + bytes - 1;
        for line in first >> 7..=last >> 7 {
            let start = first.max(line << 7) >> 5 & 3;
            let end = last.min((line << 7) + 127) >> 5 & 3;
            let own = (1 << (end + 1)) - (1 << start);
            let whole = u64::from(whole_sectors(line, own as u8, first, last + 1));
            self.lines[self.count] = line << (2 * SECTORS) | whole << SECTORS | own;
            self.count += 1;
        }
    }

    /// Each line with its sectors.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let sectors = |line: u64| (line & ((1 << SECTORS) - 1)) as u8;
        self.lines[..self.count].iter().map(move |line| (line >> (2 * SECTORS), sectors(*line)))
    }

    /// Each line with its sectors, and those of them that are touched as a whole.
    #[inline]
    pub(crate) fn iter_stored(&self) -> impl Iterator<Item = (u64, u8, u8)> + '_ {
        let whole = self.lines[..self.count].iter().map(|line| (line >> SECTORS & 15) as u8);
        self.iter().zip(whole).map(|((line, sectors), whole)| (line, sectors, whole))
    }

    #[inline]
    pub(crate) fn tags(&self) -> u64 {
        self.count as u64
    }

    #[inline]
    pub(crate) fn sectors(&self) -> u64 {
        self.iter().map(|(_, sectors)| u64::from(sectors_in(sectors))).sum()
    }
}

/// Sectors that an atomic of a warp asks L2 for. Lanes with the same address go one after the other, a
/// round of packets each: a sector is asked for as often as its busiest address. On an H100 and an H200
/// a histogram whose warps add to 4.3 bins asks for 19.2 sectors a warp, of 1.9 different ones.
pub(crate) fn atomic_sectors(addresses: &[u64; LANES], mask: u32) -> u64 {
    let mut places = [0; LANES];
    let (mut all, mut most, mut same) = (0, 0, 0);
    let mut before: Option<u64> = None;
    for address in ascending(addresses, mask, &mut places) {
        let is_in = |bits: u32| before.is_some_and(|before| before >> bits == *address >> bits);
        same = if is_in(0) { same + 1 } else { 1 };
        if !is_in(5) {
            all += most;
            most = 0;
        }
        most = most.max(same);
        before = Some(*address);
    }
    all + most
}

/// How many sectors the bits are.
#[inline]
pub(crate) fn sectors_in(bits: u8) -> u32 {
    // A number of four bits for each value, as not every processor counts bits fast.
    (0x4332_3221_3221_2110_u64 >> (4 * (bits & 15)) & 15) as u32
}

/// The sectors of a line that are whole within a range of addresses.
#[inline]
pub(crate) fn whole_sectors(line: u64, sectors: u8, first: u64, end: u64) -> u8 {
    let mut whole = sectors;
    if line == first >> 7 && first & u64::from(SECTOR_BYTES - 1) != 0 {
        whole &= !(1 << (first >> 5 & 3));
    }
    if line == end >> 7 && end & u64::from(SECTOR_BYTES - 1) != 0 {
        whole &= !(1 << (end >> 5 & 3));
    }
    whole
}

/// The sectors of an access within its line.
#[inline]
pub(crate) fn sector_bits(address: u64, bytes: u32) -> u8 {
    let first = address >> 5 & 3;
    let last = (address + u64::from(bytes) - 1) >> 5 & 3;
    ((1 << (last + 1)) - (1 << first)) as u8
}

/// The number of different addresses.
fn distinct(addresses: &[u64; LANES], mask: u32) -> u32 {
    let mut places = [0; LANES];
    let places = ascending(addresses, mask, &mut places);
    1 + places.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32
}

/// The wavefronts of a request to shared memory, and its different addresses.
///
/// Lanes are served in groups: all up to 4 bytes a lane, half of them at 8, a quarter at 16. A
/// group takes as many wavefronts as one of the 32 banks has different words to give.
#[inline]
pub(crate) fn shared(addresses: &[u64; LANES], mask: u32, bytes: u32) -> (u64, u32) {
    let groups = bytes.div_ceil(4);
    if consecutive(addresses, mask, bytes) {
        return (u64::from(groups), LANES as u32);
    }
    let first = addresses[mask.trailing_zeros() as usize % LANES];
    if bytes <= 4 && lanes(mask).all(|lane| addresses[lane] == first) {
        return (1, 1);
    }
    let size = LANES as u32 / groups;
    let (mut wavefronts, mut without_conflict) = (0, true);
    for group in 0..groups {
        let own = mask & (u32::MAX >> (32 - size)) << (group * size);
        if own == 0 {
            continue;
        }
        if has_banks_of_its_own(addresses, own, bytes) {
            wavefronts += 1;
        } else {
            without_conflict = false;
            wavefronts += most_words_in_a_bank(addresses, own, bytes);
        }
    }
    // Lanes of one group with banks of their own have addresses of their own.
    let distinct = match groups == 1 && without_conflict {
        true => mask.count_ones(),
        false => distinct(addresses, mask),
    };
    (wavefronts, distinct)
}

/// What a load asks of shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SharedLoad {
    /// As the hardware serves it.
    pub(crate) wavefronts: u64,
    /// As patched code counts it.
    pub(crate) patched: u64,
    /// Different addresses.
    pub(crate) distinct: u32,
}

/// The same of a load. An H200 serves two quarters of 16 bytes a lane, and two halves of 8 bytes, together
/// where each of their lanes has the address of its neighbour, or each that of the lane after the next. Patched
/// code counts them as one only if they are one wavefront then.
#[inline]
pub(crate) fn shared_load(addresses: &[u64; LANES], mask: u32, bytes: u32) -> SharedLoad {
    const HALVES: [u32; 2] = [0xffff, 0xffff_0000];
    let is_paired = |own: u32| {
        [1, 2].into_iter().any(|to| {
            lanes(own)
                .all(|lane| own >> (lane ^ to) & 1 == 0 || addresses[lane] == addresses[lane ^ to])
        })
    };
    let together: &[u32] = match bytes {
        8 => &[ALL],
        16 => &HALVES,
        _ => &[],
    };
    if !together.iter().any(|part| mask & part != 0 && is_paired(mask & part)) {
        let (wavefronts, distinct) = shared(addresses, mask, bytes);
        return SharedLoad { wavefronts, patched: wavefronts, distinct };
    }
    let (mut wavefronts, mut patched) = (0, 0);
    for own in together.iter().map(|part| mask & part).filter(|own| *own != 0) {
        let joined = if is_paired(own) { most_words_in_a_bank(addresses, own, bytes) } else { 0 };
        let apart = if joined == 1 { 1 } else { shared(addresses, own, bytes).0 };
        wavefronts += if joined == 0 { apart } else { joined };
        patched += apart;
    }
    SharedLoad { wavefronts, patched, distinct: distinct(addresses, mask) }
}

/// Whether no two lanes ask the same bank.
fn has_banks_of_its_own(addresses: &[u64; LANES], mask: u32, bytes: u32) -> bool {
    let words = bytes.div_ceil(4);
    let banks = u32::MAX >> (32 - words.min(32));
    let (mut seen, mut lanes_seen) = (0_u32, 0);
    for lane in lanes(mask) {
        seen |= banks << (addresses[lane] >> 2 & 31);
        lanes_seen += 1;
    }
    seen.count_ones() == words * lanes_seen
}

const NONE: u8 = u8::MAX;

fn most_words_in_a_bank(addresses: &[u64; LANES], mask: u32, bytes: u32) -> u64 {
    // The words of a bank are a list; a group has at most 32 words.
    let (mut words, mut next) = ([0_u64; LANES], [NONE; LANES]);
    let (mut first, mut counts) = ([NONE; 32], [0_u8; 32]);
    let (mut total, mut most) = (0_u8, 0);
    for lane in lanes(mask) {
        for offset in 0..u64::from(bytes.div_ceil(4)) {
            let word = (addresses[lane] >> 2) + offset;
            let bank = (word & 31) as usize;
            let mut entry = first[bank];
            while entry != NONE && words[entry as usize] != word {
                entry = next[entry as usize];
            }
            if entry != NONE {
                continue;
            }
            words[total as usize] = word;
            next[total as usize] = first[bank];
            first[bank] = total;
            total += 1;
            counts[bank] += 1;
            most = most.max(counts[bank]);
        }
    }
    u64::from(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an H100 and an H200 count beyond the loads of `histogram_in_global_memory`: a sector as often
    /// as its busiest address.
    #[test]
    fn lanes_with_the_same_address_ask_again() {
        let all = |address: &dyn Fn(u64) -> u64| std::array::from_fn(|lane| address(lane as u64));
        let of = |address: &dyn Fn(u64) -> u64| atomic_sectors(&all(address), ALL);
        assert_eq!(of(&|lane| 4 * lane), 4);
        assert_eq!(of(&|_| 4096), 32);
        assert_eq!(of(&|lane| 4 * (lane % 2)), 16);
        // Two sectors, of which one has an address with 24 lanes and the other one with 8.
        assert_eq!(of(&|lane| if lane < 24 { 0 } else { 64 }), 32);
        assert_eq!(of(&|lane| if lane < 24 { lane % 8 * 4 } else { 64 }), 3 + 8);
        assert_eq!(atomic_sectors(&all(&|_| 0), 0b111), 3);
    }

    fn addresses(address: impl Fn(u64) -> u64) -> [u64; LANES] {
        std::array::from_fn(|lane| address(lane as u64))
    }

    fn counted(address: impl Fn(u64) -> u64, mask: u32, bytes: u32) -> (u64, u64, u32) {
        let lines = Lines::new(&addresses(address), mask, bytes);
        (lines.tags(), lines.sectors(), lines.distinct)
    }

    #[test]
    fn lines_and_sectors_are_those_that_a_request_touches() {
        assert_eq!(counted(|lane| 4096 + lane * 4, ALL, 4), (1, 4, 32));
        assert_eq!(counted(|lane| 4100 + lane * 4, ALL, 4), (2, 5, 32));
        assert_eq!(counted(|lane| 4096 + lane * 16, ALL, 16), (4, 16, 32));
        assert_eq!(counted(|lane| 4096 + lane * 132, ALL, 4), (32, 32, 32));
        assert_eq!(counted(|_| 4096, ALL, 4), (1, 1, 1));
        // Backwards, and by one lane only.
        assert_eq!(counted(|lane| 8192 - lane * 4, ALL, 4), (2, 5, 32));
        assert_eq!(counted(|lane| 4096 + lane * 4, 1 << 9, 4), (1, 1, 1));
        // Two addresses in turn.
        assert_eq!(counted(|lane| 4096 + lane % 2 * 4096, ALL, 8), (2, 2, 2));
    }

    #[test]
    fn lines_equal_sets_of_lines_for_random_requests() {
        use std::collections::BTreeSet;
        let mut state = 1_u64;
        let mut random = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040);
            state >> 33
        };
        for _ in 0..2000 {
            let bytes = 1 << (random() % 5);
            let range = [64, 1024, 1 << 20][random() as usize % 3];
            let list: [u64; LANES] =
                std::array::from_fn(|_| 4096 + random() % range / bytes * bytes);
            let mask = [ALL, random() as u32 | 1][random() as usize % 2];
            let active: Vec<u64> = lanes(mask).map(|lane| list[lane]).collect();
            let set = |shift: u32| active.iter().map(|a| a >> shift).collect::<BTreeSet<_>>().len();
            let lines = Lines::new(&list, mask, bytes as u32);
            let expected = (set(7) as u64, set(5) as u64, set(0) as u32);
            assert_eq!((lines.tags(), lines.sectors(), lines.distinct), expected);
            let touched: BTreeSet<u64> = active.iter().flat_map(|a| *a..*a + bytes).collect();
            let is_whole =
                |sector: &u64| (0..32).all(|byte| touched.contains(&(sector * 32 + byte)));
            let whole = active.iter().map(|a| a >> 5).filter(is_whole).collect::<BTreeSet<_>>();
            let found = lines.iter_stored().map(|(_, _, whole)| sectors_in(whole) as usize);
            assert_eq!(found.sum::<usize>(), whole.len());
        }
        let row = Lines::new(&std::array::from_fn(|lane| 4100 + 4 * lane as u64), ALL, 4);
        let whole: Vec<_> = row.iter_stored().collect();
        assert_eq!(whole, [(32, 0b1111, 0b1110), (33, 0b0001, 0)]);
    }

    #[test]
    fn wavefronts_follow_the_words_of_the_fullest_bank() {
        let of = |address: fn(u64) -> u64, bytes| shared(&addresses(address), ALL, bytes);
        assert_eq!(of(|lane| lane * 4, 4), (1, 32));
        assert_eq!(of(|lane| lane * 8, 4), (2, 32));
        assert_eq!(of(|lane| lane * 128, 4), (32, 32));
        assert_eq!(of(|lane| lane * 132, 4), (1, 32));
        assert_eq!(of(|_| 64, 4), (1, 1));
        assert_eq!(of(|lane| lane % 2 * 128, 4), (2, 2));
        // Bytes of one word do not conflict.
        assert_eq!(of(|lane| lane, 1), (1, 32));
        assert_eq!(of(|lane| lane * 8, 8), (2, 32));
        assert_eq!(of(|lane| lane * 16, 16), (4, 32));
        assert_eq!(of(|lane| lane * 32, 16), (8, 32));
    }

    /// As an H200 counted (driver 580.159.04, `tests/device/shared_loads.cu`).
    #[test]
    fn wide_loads_from_few_addresses_share_wavefronts() {
        let of = |address: fn(u64) -> u64, bytes| {
            shared_load(&addresses(address), ALL, bytes).wavefronts
        };
        assert_eq!(of(|_| 64, 16), 2);
        assert_eq!(of(|lane| lane % 2 * 16, 16), 2);
        assert_eq!(of(|lane| lane / 16 * 16, 16), 2);
        assert_eq!(of(|lane| lane / 4 * 16, 16), 2);
        assert_eq!(of(|lane| lane % 4 * 16, 16), 4);
        assert_eq!(of(|lane| lane % 8 * 16, 16), 4);
        assert_eq!(of(|lane| lane * 16, 16), 4);
        assert_eq!(of(|_| 64, 8), 1);
        assert_eq!(of(|lane| lane / 2 * 8, 8), 1);
        assert_eq!(of(|lane| (lane & 1 | lane >> 2 << 1) * 8, 8), 1);
        assert_eq!(of(|lane| lane / 4 * 8, 8), 1);
        assert_eq!(of(|lane| lane / 16 * 8, 8), 1);
        assert_eq!(of(|lane| lane % 2 * 8, 8), 1);
        assert_eq!(of(|lane| lane % 16 * 8, 8), 2);
        assert_eq!(of(|lane| lane * 8, 8), 2);
        assert_eq!(of(|_| 64, 4), 1);
    }

    #[test]
    fn wide_loads_are_counted_as_by_the_hardware_and_by_patched_code() {
        let table = include_str!("../../../../../tests/fixtures/h200_wide_loads.tsv");
        let numbers = |text: &str| -> Vec<u64> {
            text.split_whitespace().map(|number| number.parse().unwrap()).collect()
        };
        let mut differ = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let all = numbers(line);
            let (bytes, places) = (all[0], &all[3..]);
            let load =
                shared_load(&addresses(|lane| places[lane as usize] * bytes), ALL, bytes as u32);
            assert_eq!([load.wavefronts, load.patched], all[1..3], "{line}");
            differ += usize::from(all[1] != all[2]);
        }
        assert_eq!(differ, 27);
    }
}
