//! What the launches of a program need together: the sectors that come from outside of all kernels,
//! and those that kernels leave behind.

use crate::chunks::{Chunks, Column};
use crate::footprint::Footprint;

/// Of a line, four bits each: the sectors that some launch needed from outside, that hold what a
/// kernel has written, and that no kernel has read since.
const OUTSIDE: u16 = 0;
const WRITTEN: u16 = 4;
const RESULT: u16 = 8;
const SECTORS: u16 = 0b1111;

#[derive(Debug, Default)]
pub struct History(Chunks<Column<u16>>);

/// What a launch adds, in sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// From outside, and not needed by a launch before.
    pub inputs: u64,
    /// Results: written, and not known as a result before.
    pub results: u64,
    /// Results of launches before that it reads, so that they are none.
    pub used: u64,
}

impl History {
    /// What a launch that has ended adds.
    pub fn add(&mut self, footprint: &Footprint) -> Added {
        let mut added = Added::default();
        let count = |sectors: u16| u64::from((sectors & SECTORS).count_ones());
        for (line, needs) in footprint.iter() {
            let own = self.0.chunk_of(line).line(line);
            let is = |what: u16| *own >> what;
            let inputs = needs.read & !is(WRITTEN) & !is(OUTSIDE);
            let used = needs.read & is(WRITTEN) & is(RESULT);
            let left = needs.written & !needs.read_back;
            let results = left & !(is(RESULT) & !used);
            *own &= !(used << RESULT);
            *own |= inputs << OUTSIDE | needs.written << WRITTEN | left << RESULT;
            added.inputs += count(inputs);
            added.results += count(results);
            added.used += count(used);
        }
        added
    }

    /// The host writes bytes: another input, in whose place a result is another one.
    pub fn replace(&mut self, address: u64, bytes: u64) {
        self.clear(address, bytes, &[OUTSIDE, WRITTEN, RESULT]);
    }

    /// Bytes are set to a value: no input, and no result of a kernel.
    pub fn set(&mut self, address: u64, bytes: u64) {
        self.replace(address, bytes);
        self.write(address, bytes);
    }

    /// Bytes are freed: what kernels have written there is gone. A program that allocates anew for each
    /// of its calls needs no more than one that does not.
    pub fn free(&mut self, address: u64, bytes: u64) {
        self.clear(address, bytes, &[WRITTEN]);
    }

    fn clear(&mut self, address: u64, bytes: u64, what: &[u16]) {
        let end = address.saturating_add(bytes);
        for (line, own) in self.0.known(address, end) {
            let sectors = sectors_of(line, address, end);
            what.iter().for_each(|what| *own &= !(sectors << what));
        }
    }

    /// Bytes are copied from one place on the device to another.
    pub fn copy(&mut self, to: u64, from: u64, bytes: u64) {
        let mut source = self.0.known(from, from.saturating_add(bytes));
        if !source.any(|(_, line)| *line >> WRITTEN & SECTORS != 0) {
            drop(source);
            return self.replace(to, bytes);
        }
        drop(source);
        self.write(to, bytes);
    }

    fn write(&mut self, address: u64, bytes: u64) {
        let end = address.saturating_add(bytes);
        for line in address >> 7..end.div_ceil(1 << 7) {
            *self.0.chunk_of(line).line(line) |= sectors_of(line, address, end) << WRITTEN;
        }
    }
}

/// Those of a line that have bytes from one address to another.
fn sectors_of(line: u64, address: u64, end: u64) -> u16 {
    let first = address.saturating_sub(line << 7).min(127) >> 5;
    let behind = end.saturating_sub(line << 7).min(128).div_ceil(32);
    SECTORS & (u16::MAX << first) & !(u16::MAX << behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTOR: u64 = 32;

    /// A launch that reads some sectors and writes others, given by the numbers of their lines.
    fn launch(read: &[u64], written: &[u64]) -> Footprint {
        let mut footprint = Footprint::default();
        read.iter().for_each(|line| footprint.read(0, *line, 1));
        written.iter().for_each(|line| footprint.write(0, *line, 1));
        footprint
    }

    #[test]
    fn two_kernels_need_what_one_that_does_the_work_of_both_needs() {
        let total = |launches: &[Footprint]| {
            let mut history = History::default();
            launches.iter().fold((0, 0), |(inputs, results), one| {
                let added = history.add(one);
                (inputs + added.inputs, results + added.results - added.used)
            })
        };
        let fused = [launch(&[1, 2], &[5, 6])];
        let apart = [launch(&[1, 2], &[3, 4]), launch(&[3, 4], &[5, 6])];
        assert_eq!((total(&fused), total(&apart)), ((2, 2), (2, 2)));
        let again = [launch(&[1, 2], &[5, 6]), launch(&[1, 2], &[5, 6])];
        assert_eq!(total(&again), (2, 2), "the same once more");
        let in_place = [launch(&[1], &[1]), launch(&[1], &[1]), launch(&[1], &[1])];
        assert_eq!(total(&in_place), (1, 1));
    }

    #[test]
    fn what_the_host_writes_comes_from_outside_again() {
        let mut history = History::default();
        history.add(&launch(&[], &[1, 9]));
        assert_eq!(history.add(&launch(&[1], &[])), Added { used: 1, ..Added::default() });
        history.replace(128 + SECTOR, 3 * SECTOR);
        assert_eq!(history.add(&launch(&[1], &[])), Added::default(), "the first is as it was");
        history.replace(128 + 4, 4);
        assert_eq!(history.add(&launch(&[1], &[])), Added { inputs: 1, ..Added::default() });
        assert_eq!(history.add(&launch(&[9], &[])), Added { used: 1, ..Added::default() });
        history.free(128, SECTOR);
        assert_eq!(history.add(&launch(&[1], &[])), Added::default(), "known as an input");
        history.replace(128, SECTOR);
        assert_eq!(history.add(&launch(&[1], &[])), Added { inputs: 1, ..Added::default() });
    }

    #[test]
    fn what_is_set_to_a_value_is_neither_an_input_nor_a_result() {
        let mut history = History::default();
        assert_eq!(history.add(&launch(&[], &[1])).results, 1);
        history.set(128, SECTOR);
        assert_eq!(history.add(&launch(&[1], &[])), Added::default());
        assert_eq!(history.add(&launch(&[], &[1])).results, 1, "written anew");
    }

    #[test]
    fn a_copy_on_the_device_is_as_much_an_input_as_what_it_copies() {
        let mut history = History::default();
        history.add(&launch(&[1], &[2]));
        history.copy(128 * 30, 128 * 2, SECTOR);
        history.copy(128 * 40, 128, SECTOR);
        assert_eq!(history.add(&launch(&[30], &[])), Added::default());
        assert_eq!(history.add(&launch(&[40], &[])), Added { inputs: 1, ..Added::default() });
        history.copy(128 * 30, 128, SECTOR);
        assert_eq!(history.add(&launch(&[30], &[])), Added { inputs: 1, ..Added::default() });
    }
}
