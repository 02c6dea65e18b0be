//! Races in shared memory: two warps of a block access the same bytes, one of them writes, and
//! nothing orders the two accesses. Each warp has a clock for each warp of its block: how much of the
//! other's work is known to be done before its own. Barriers, atomics, barriers in shared memory, and
//! volatile or ordered accesses to one word join the clocks of those who meet there. This order does
//! not depend on the one in which warps are emulated.
//!
//! An accusation must be right, so everything that may order two accesses does: an atomic and a
//! volatile access give on all that their warp has done, without a fence. Not accused are lanes of one
//! warp, warps that write the same value, pairs of volatile accesses, a plain load of what others
//! change by atomics, and a plain store by a warp that has used an atomic there (it frees a lock).

mod report;

use std::collections::HashMap;

pub(crate) use report::Races;
pub use report::{Race, RaceSide};

/// Of a block: 1,024 threads.
const WARPS: usize = 32;
/// Sixteen of the block, and that of the cluster.
const BARRIERS: usize = 17;
/// Accesses of different warps that are remembered for each word.
const KEPT: usize = 2;
/// Races of one block that wait to be reported; each pair of instructions is reported once.
const MOST_FOUND: usize = 1 << 10;

type Clocks = [u32; WARPS];

/// An access to bytes of a word, when the warp's own clock was at `clock`; 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    clock: u32,
    pub(crate) at: u32,
    pub(crate) warp: u8,
    pub(crate) lane: u8,
    bytes: u8,
    is_strong: bool,
    pub(crate) writes: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Word {
    reads: [Seen; KEPT],
    writes: [Seen; KEPT],
    atomic: Seen,
    /// Warps that have used atomics here, a bit each.
    by_atomics: u32,
}

/// What a lane does to a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    Read,
    Write,
    /// It writes the value that was there.
    Rewrite,
    Atomic,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) act: Act,
    pub(crate) address: u64,
    pub(crate) bytes: u32,
    pub(crate) lane: usize,
    pub(crate) is_strong: bool,
}

/// How a warp comes to a barrier in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coming {
    /// It says what it has done to those who wait for the end of this phase.
    Arrives,
    /// It sees that a phase has ended.
    Passes,
}

/// A barrier in shared memory.
#[derive(Debug, Default)]
struct Phase {
    is_odd: bool,
    /// What those have done who have come in this phase, and in all that have ended.
    coming: Clocks,
    ended: Clocks,
}

/// Two accesses that nothing orders, the earlier of the emulation first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict {
    pub(crate) address: u32,
    pub(crate) first: Seen,
    pub(crate) second: Seen,
}

/// What is remembered of a block's shared memory.
#[derive(Debug)]
pub(crate) struct Shadow {
    clocks: [Clocks; WARPS],
    /// Of warps that have come to a barrier and do not wait there.
    arrivals: [Clocks; BARRIERS],
    words: Vec<Word>,
    /// What is known to those who come to an address: of shared memory, or of global memory.
    meetings: HashMap<(bool, u64), Clocks>,
    phases: HashMap<u64, Phase>,
    pub(crate) found: Vec<Conflict>,
    /// The warp and the instruction that access memory by pieces.
    pub(crate) now: Option<(usize, u32)>,
}

fn join(to: &mut Clocks, from: &Clocks) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to).max(*from));
}

impl Shadow {
    pub(crate) fn new(bytes: usize) -> Self {
        let mut clocks = [[0; WARPS]; WARPS];
        clocks.iter_mut().enumerate().for_each(|(warp, clocks)| clocks[warp] = 1);
        Self {
            clocks,
            arrivals: [[0; WARPS]; BARRIERS],
            words: vec![Word::default(); bytes.div_ceil(4)],
            meetings: HashMap::new(),
            phases: HashMap::new(),
            found: Vec::new(),
            now: None,
        }
    }

    /// Warps pass a barrier together; a bit for each.
    pub(crate) fn pass(&mut self, barrier: usize, warps: u64) {
        let passing = || (0..WARPS).filter(|warp| warps >> warp & 1 != 0);
        let mut all = std::mem::take(&mut self.arrivals[barrier % BARRIERS]);
        passing().for_each(|warp| join(&mut all, &self.clocks[warp]));
        for warp in passing() {
            self.clocks[warp] = all;
            self.clocks[warp][warp] += 1;
        }
    }

    /// All warps pass the barrier of the cluster.
    pub(crate) fn pass_cluster(&mut self) {
        self.pass(BARRIERS - 1, u64::from(u32::MAX));
    }

    /// A warp comes to a barrier without waiting.
    pub(crate) fn arrive(&mut self, barrier: usize, warp: usize) {
        join(&mut self.arrivals[barrier % BARRIERS], &self.clocks[warp]);
        self.clocks[warp][warp] += 1;
    }

    pub(crate) fn arrive_at_cluster(&mut self, warp: usize) {
        self.arrive(BARRIERS - 1, warp);
    }

    /// A warp learns what others have done before they met here, and tells what it has done.
    pub(crate) fn meet(&mut self, is_global: bool, address: u64, warp: usize) {
        let place = self.meetings.entry((is_global, address & !3)).or_default();
        join(&mut self.clocks[warp], place);
        *place = self.clocks[warp];
        self.clocks[warp][warp] += 1;
    }

    /// A warp comes to a barrier in shared memory, whose phase is now odd or not. Who arrives does so
    /// before the barrier counts it.
    pub(crate) fn come_to_phase(
        &mut self,
        warp: usize,
        address: u64,
        is_odd: bool,
        coming: Coming,
    ) {
        let phase = self.phases.entry(address).or_default();
        if phase.is_odd != is_odd {
            phase.is_odd = is_odd;
            join(&mut phase.ended, &std::mem::take(&mut phase.coming));
        }
        let own = &mut self.clocks[warp];
        match coming {
            Coming::Arrives => {
                join(&mut phase.coming, own);
                own[warp] += 1;
            }
            Coming::Passes => join(own, &phase.ended),
        }
    }

    /// An access to shared memory by one lane.
    pub(crate) fn access(&mut self, warp: usize, at: u32, access: Access) {
        let end = access.address.saturating_add(u64::from(access.bytes));
        let first = self.words.get((access.address / 4) as usize);
        let used_atomics = first.is_some_and(|word| word.by_atomics >> (warp % 32) & 1 != 0);
        // A plain store frees what an atomic has locked.
        let frees = used_atomics && matches!(access.act, Act::Write | Act::Rewrite);
        // Who learns of it here learns of the access itself, too.
        let clock = self.clocks[warp][warp];
        if access.act == Act::Atomic || access.is_strong || frees {
            self.meet(false, access.address, warp);
        }
        for word in access.address / 4..end.div_ceil(4) {
            let first = access.address.max(word * 4) - word * 4;
            let behind = end.min(word * 4 + 4) - word * 4;
            let bytes = ((1_u32 << behind) - (1 << first)) as u8;
            let own = Seen {
                clock,
                at,
                warp: warp as u8,
                lane: access.lane as u8,
                bytes,
                is_strong: access.is_strong,
                writes: access.act != Act::Read,
            };
            self.word(word as usize, access.act, own);
        }
    }

    fn word(&mut self, index: usize, act: Act, own: Seen) {
        let Self { clocks, words, found, .. } = self;
        let Some(word) = words.get_mut(index) else { return };
        let known = &clocks[usize::from(own.warp)];
        let collides = |other: &&Seen| {
            other.clock > known[usize::from(other.warp) % WARPS]
                && other.warp != own.warp
                && other.bytes & own.bytes != 0
                && !(other.is_strong && own.is_strong)
        };
        let uses_atomics = |warp: u8| word.by_atomics >> (warp % 32) & 1 != 0;
        let writes = || word.writes.iter().find(collides);
        let first = match act {
            Act::Read => writes(),
            Act::Rewrite => word.reads.iter().find(collides),
            Act::Write => word.reads.iter().find(collides).or_else(writes).or_else(|| {
                let is_init = !uses_atomics(own.warp);
                Some(&word.atomic).filter(|other| is_init && collides(other))
            }),
            Act::Atomic => writes().filter(|other| !uses_atomics(other.warp)),
        };
        if let Some(first) = first.filter(|_| found.len() < MOST_FOUND) {
            let address = index as u32 * 4 + (first.bytes & own.bytes).trailing_zeros();
            found.push(Conflict { address, first: *first, second: own });
        }
        match act {
            Act::Read => keep(&mut word.reads, own),
            Act::Write | Act::Rewrite => keep(&mut word.writes, own),
            Act::Atomic => {
                word.atomic = own;
                word.by_atomics |= 1 << (own.warp % 32);
            }
        }
    }
}

/// The last access of a warp takes the place of its earlier ones.
fn keep(all: &mut [Seen; KEPT], own: Seen) {
    let [last, before] = all;
    let same = last.warp == own.warp && last.clock == own.clock;
    if same && last.at == own.at {
        last.bytes |= own.bytes;
    } else if last.warp == own.warp || last.clock == 0 {
        *last = own;
    } else {
        *before = *last;
        *last = own;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Access = Access { act: Act::Read, address: 8, bytes: 4, lane: 0, is_strong: false };

    fn does(act: Act) -> Access {
        Access { act, ..WORD }
    }

    fn found(shadow: &mut Shadow) -> usize {
        std::mem::take(&mut shadow.found).len()
    }

    #[test]
    fn barriers_order_those_who_pass_and_no_others() {
        let mut shadow = Shadow::new(64);
        shadow.access(0, 1, does(Act::Write));
        shadow.pass(0, 0b011);
        shadow.access(1, 2, WORD);
        assert_eq!(found(&mut shadow), 0);
        shadow.access(2, 2, WORD);
        assert_eq!(found(&mut shadow), 1, "the third warp did not pass");
        shadow.pass(1, 0b111);
        shadow.access(0, 3, does(Act::Write));
        assert_eq!(found(&mut shadow), 0);
    }

    #[test]
    fn who_arrives_without_waiting_tells_and_does_not_learn() {
        let mut shadow = Shadow::new(64);
        shadow.access(0, 1, does(Act::Write));
        shadow.arrive(3, 0);
        shadow.pass(3, 0b10);
        shadow.access(1, 2, WORD);
        assert_eq!(found(&mut shadow), 0);
        shadow.access(0, 3, does(Act::Write));
        assert_eq!(found(&mut shadow), 1);
    }

    #[test]
    fn neighbouring_bytes_and_equal_values_are_no_race() {
        let mut shadow = Shadow::new(64);
        for (warp, address) in [(0, 8), (1, 9), (2, 10)] {
            shadow.access(warp, 1, Access { bytes: 1, address, ..does(Act::Write) });
        }
        assert_eq!(found(&mut shadow), 0);
        shadow.access(3, 1, Access { bytes: 1, address: 10, ..does(Act::Rewrite) });
        assert_eq!(found(&mut shadow), 0);
        shadow.access(4, 2, WORD);
        assert_eq!(found(&mut shadow), 1);
    }

    #[test]
    fn atomics_and_volatile_words_hand_over_what_was_written() {
        for (act, is_strong) in [(Act::Atomic, false), (Act::Write, true)] {
            let mut shadow = Shadow::new(64);
            shadow.access(0, 1, does(Act::Write));
            shadow.access(0, 2, Access { act, is_strong, address: 32, ..WORD });
            let read = if is_strong { Act::Read } else { act };
            shadow.access(1, 3, Access { act: read, is_strong, address: 32, ..WORD });
            shadow.access(1, 4, WORD);
            assert_eq!(found(&mut shadow), 0);
        }
    }

    #[test]
    fn a_phase_that_ended_orders_what_was_before_its_arrivals_alone() {
        let mut shadow = Shadow::new(64);
        shadow.access(0, 1, does(Act::Write));
        shadow.come_to_phase(0, 32, false, Coming::Arrives);
        shadow.come_to_phase(1, 32, true, Coming::Passes);
        shadow.access(1, 2, WORD);
        assert_eq!(found(&mut shadow), 0);
        // The writer goes on before the reader has come again.
        shadow.come_to_phase(0, 32, true, Coming::Passes);
        shadow.access(0, 3, does(Act::Write));
        assert_eq!(found(&mut shadow), 1);
        shadow.come_to_phase(0, 32, true, Coming::Arrives);
        shadow.access(1, 2, WORD);
        assert_eq!(found(&mut shadow), 1);
    }

    #[test]
    fn a_lock_is_freed_by_a_store_and_a_counter_must_begin_before_it_counts() {
        let mut shadow = Shadow::new(64);
        shadow.access(0, 1, does(Act::Atomic));
        shadow.access(0, 2, does(Act::Write));
        shadow.access(1, 1, does(Act::Atomic));
        assert_eq!(found(&mut shadow), 0);
        // What it guards, and the second release.
        let mut shadow = Shadow::new(64);
        let data = |act| Access { address: 32, ..does(act) };
        for warp in [0, 1, 0] {
            shadow.access(warp, 1, does(Act::Atomic));
            shadow.access(warp, 2, data(Act::Read));
            shadow.access(warp, 3, data(Act::Write));
            shadow.access(warp, 4, does(Act::Write));
        }
        assert_eq!(found(&mut shadow), 0);
        // A word that hands over by volatile accesses, and is read plainly after that.
        let strong = |act| Access { is_strong: true, ..does(act) };
        let mut shadow = Shadow::new(64);
        shadow.access(0, 1, strong(Act::Write));
        shadow.access(1, 2, strong(Act::Read));
        shadow.access(1, 3, does(Act::Read));
        assert_eq!(found(&mut shadow), 0);
        let counter = |act| Access { address: 16, ..does(act) };
        shadow.access(0, 3, counter(Act::Write));
        shadow.access(1, 4, counter(Act::Atomic));
        assert_eq!(found(&mut shadow), 1);
    }
}
