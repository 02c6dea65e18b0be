//! A race, as the user hears of it.

use std::collections::HashSet;
use std::fmt;

use propp_emulate_ptx::Code;

use super::{Conflict, Seen};
use crate::fault::source_words;
use crate::launch::Launch;
use crate::whereabouts::{source_line, thread_of};

/// Two warps access the same byte of shared memory, and nothing orders them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    pub kernel: String,
    pub block: [u32; 3],
    /// Of the byte in shared memory.
    pub address: u32,
    pub sides: [RaceSide; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceSide {
    pub writes: bool,
    pub thread: [u32; 3],
    pub line: u32,
    /// File and line of the source, if the PTX says them.
    pub source_line: Option<(String, u32)>,
}

impl fmt::Display for RaceSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = if self.writes { "writes" } else { "reads" };
        let source = source_words(&self.source_line);
        write!(f, "thread {:?} {does} it at PTX line {}{source}", self.thread, self.line)
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel, block, address, sides: [first, second] } = self;
        write!(
            f,
            "a race for byte {address} of shared memory in {kernel}, block {block:?}: {first}, {second}, \
             and no barrier is between them"
        )
    }
}

/// The races of a launch: each pair of instructions is reported once.
#[derive(Debug)]
pub(crate) struct Races<'r> {
    launch: &'r Launch<'r>,
    known: HashSet<[u32; 2]>,
}

impl<'r> Races<'r> {
    pub(crate) fn new(launch: &'r Launch<'r>) -> Self {
        Self { launch, known: HashSet::new() }
    }

    /// None if the pair is known.
    pub(crate) fn report(
        &mut self,
        code: &Code,
        block: [u32; 3],
        conflict: &Conflict,
    ) -> Option<Race> {
        let mut pair = [conflict.first.at, conflict.second.at];
        pair.sort_unstable();
        if !self.known.insert(pair) {
            return None;
        }
        let side = |seen: &Seen| RaceSide {
            writes: seen.writes,
            thread: thread_of(self.launch, usize::from(seen.warp), usize::from(seen.lane)),
            line: code.instructions.get(seen.at as usize).map_or(0, |own| own.line),
            source_line: source_line(self.launch, code, seen.at),
        };
        Some(Race {
            kernel: self.launch.kernel.name.clone(),
            block,
            address: conflict.address,
            sides: [side(&conflict.first), side(&conflict.second)],
        })
    }
}
