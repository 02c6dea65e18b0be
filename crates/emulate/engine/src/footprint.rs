//! Which memory a launch needs: the sectors that it reads before it writes them, and those that it
//! writes. They are the least that it has to move, however often it asks for them.

use crate::chunks::{Chunks, Column, LINES};
use crate::requests::Lines;

/// Lines, in two columns: once several blocks have used a line the second one is not looked at.
#[derive(Debug, Default)]
struct Used {
    /// Four bits each: the sectors that were read before they were written, that were written, and that
    /// were written first and read later; then whether several blocks used the line.
    bits: Column<u16>,
    /// The first block that used it.
    blocks: Column<u32>,
}

const SECTORS: u16 = 0b1111;
const WRITTEN: u32 = 4;
const READ_BACK: u32 = 8;
const BY_SEVERAL: u16 = 1 << 12;

#[derive(Debug, Default)]
pub struct Footprint {
    lines: Chunks<Used>,
    /// Whether blocks may run in any order: then none reads what another one writes.
    any_order: bool,
}

/// The sectors of a line that a launch needs, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineNeeds {
    pub(crate) read: u16,
    pub(crate) written: u16,
    pub(crate) read_back: u16,
}

/// How many sectors a launch needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needed {
    pub(crate) read: u64,
    pub(crate) written: u64,
    /// Of those written, the ones that the launch only keeps something in for itself, as far as can
    /// be told: it reads them later, and did not before.
    pub(crate) read_back: u64,
}

impl Footprint {
    /// A line that L1 did not have.
    #[inline]
    pub(crate) fn read(&mut self, block: u32, line: u64, sectors: u8) {
        if sectors == 0 {
            return;
        }
        let own = self.line(block, line);
        let from_outside = u16::from(sectors) & (*own | !(*own >> WRITTEN));
        *own |= from_outside | (u16::from(sectors) & !from_outside) << READ_BACK;
    }

    #[inline]
    pub(crate) fn write(&mut self, block: u32, line: u64, sectors: u8) {
        *self.line(block, line) |= u16::from(sectors) << WRITTEN;
    }

    pub(crate) fn write_all(&mut self, block: u32, lines: &Lines) {
        lines.iter().for_each(|(line, sectors)| self.write(block, line, sectors));
    }

    #[inline]
    fn line(&mut self, block: u32, line: u64) -> &mut u16 {
        let chunk = self.lines.chunk_of(line);
        let bits = chunk.bits.line(line);
        if *bits & BY_SEVERAL == 0 {
            let first = chunk.blocks.line(line);
            // Without a jump, which would wait for the memory of each line.
            let is_new = 0_u32.wrapping_sub(u32::from(*bits == 0));
            *first = block & is_new | *first & !is_new;
            *bits |= u16::from(*first != block) * BY_SEVERAL;
        }
        bits
    }

    /// Takes what another thread's blocks have used.
    pub(crate) fn join(&mut self, other: &Self) {
        for (number, lines) in other.lines.iter() {
            let own = self.lines.chunk_of(number * LINES as u64).bits.all_mut();
            for (own, line) in own.iter_mut().zip(lines.bits.all()) {
                let both = *own != 0 && *line != 0;
                *own |= line | if both { BY_SEVERAL } else { 0 };
            }
        }
    }

    /// That of all blocks of a launch.
    pub(crate) fn whole(self, any_order: bool) -> Self {
        Self { any_order, ..self }
    }

    /// The numbers of lines, and what the launch needs of each.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, LineNeeds)> {
        let all = self.lines.iter().flat_map(|(number, lines)| {
            let first = number * LINES as u64;
            let bits = lines.bits.all().iter().enumerate();
            bits.map(move |(at, bits)| (first + at as u64, *bits))
        });
        all.filter(|(_, bits)| *bits != 0).map(|(at, bits)| (at, needs(bits, self.any_order)))
    }

    /// The addresses of lines of 128 bytes, and whether the launch has read and written there. What it
    /// read after it had written it is not read.
    pub fn touched(&self) -> impl Iterator<Item = (u64, bool, bool)> {
        self.iter().map(|(line, needs)| (line << 7, needs.read != 0, needs.written != 0))
    }

    pub(crate) fn needed(&self) -> Needed {
        let mut needed = Needed::default();
        for (_, line) in self.iter() {
            needed.read += u64::from(line.read.count_ones());
            needed.written += u64::from(line.written.count_ones());
            needed.read_back += u64::from(line.read_back.count_ones());
        }
        needed
    }
}

/// What a launch needs of a line with these bits.
///
/// Who was first at a line of several blocks depends on the number of threads. There, blocks of any
/// order read nothing that others write, so that what is read comes from outside; with others it
/// may be what the launch itself keeps.
fn needs(bits: u16, any_order: bool) -> LineNeeds {
    let (read, written, back) = (bits, bits >> WRITTEN & SECTORS, bits >> READ_BACK);
    let read_back = match (bits & BY_SEVERAL != 0, any_order) {
        (false, _) => back & !read & SECTORS,
        (true, true) => 0,
        (true, false) => written & (read | back),
    };
    LineNeeds { read: (read | back) & !read_back & SECTORS, written, read_back }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(footprint: &mut Footprint, any_order: bool) -> (u64, u64, u64) {
        footprint.any_order = any_order;
        let Needed { read, written, read_back } = footprint.needed();
        (read, written, read_back)
    }

    #[test]
    fn a_sector_is_counted_once_and_read_back_only_if_it_was_written_first() {
        let mut footprint = Footprint::default();
        footprint.read(0, 7, 0b0011);
        footprint.read(0, 7, 0b0110);
        assert_eq!(needed(&mut footprint, true), (3, 0, 0));
        footprint.write(0, 7, 0b1110);
        footprint.write(0, 7, 0b1110);
        assert_eq!(needed(&mut footprint, true), (3, 3, 0));
        footprint.read(0, 7, 0b1111);
        assert_eq!(needed(&mut footprint, true), (3, 3, 1), "the last was written first");
        footprint.read(3, 7 + LINES as u64, 0b1000);
        footprint.read(4, u64::MAX >> 7, 0b0001);
        assert_eq!(needed(&mut footprint, false), (5, 3, 1));
    }

    #[test]
    fn it_does_not_depend_on_who_came_first_if_several_blocks_use_a_line() {
        let (read, write) =
            (|of: &mut Footprint| of.read(1, 9, 1), |of: &mut Footprint| of.write(2, 9, 1));
        let (mut one, mut other) = (Footprint::default(), Footprint::default());
        read(&mut one);
        write(&mut one);
        write(&mut other);
        read(&mut other);
        let (mut apart, mut joined) = (Footprint::default(), Footprint::default());
        write(&mut apart);
        read(&mut joined);
        joined.join(&apart);
        for mut footprint in [one, other, joined] {
            assert_eq!(needed(&mut footprint, true), (1, 1, 0));
            assert_eq!(needed(&mut footprint, false), (0, 1, 1));
        }
    }

    #[test]
    fn what_several_threads_have_used_is_one_footprint() {
        let (mut one, mut other) = (Footprint::default(), Footprint::default());
        one.read(0, 1, 0b0001);
        one.write(0, 5000, 0b0001);
        other.read(1, 1, 0b0011);
        other.write(1, 90_000, 0b1111);
        one.join(&other);
        assert_eq!(needed(&mut one, true), (2, 5, 0));
    }
}
