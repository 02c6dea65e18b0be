//! An array of a kernel, and how it is used.

use propp_code_lines::{Counts, Place};
use propp_code_sass::Space;
use serde::Serialize;

/// Threads of a warp, and bytes of a sector.
const WARP: u64 = 32;
const SECTOR: u64 = 32;

/// Multiples of the sectors that the data fill.
const PARTIAL: f64 = 1.25;
const SCATTERED: f64 = 2.5;

/// How an array is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Base {
    /// The pointer in these parameters; of several it is one or the other.
    Parameters(Vec<usize>),
    /// A pointer that was read from memory.
    Loaded,
    /// Declared in shared memory, by name; several where the line names more than one.
    Shared(Vec<String>),
    /// Declared `__constant__`, in the same way.
    Constant(Vec<String>),
    /// The frame of each thread.
    Frame,
    /// Neither the registers nor the source tell.
    Unknown,
}

/// What an instruction does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Load,
    Store,
    Atomic,
}

/// Which threads have the same address, by the registers that it is computed from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Threads of a block, and blocks of the grid, along the directions that the address does not
    /// depend on; 1 where it depends on all.
    pub threads: u64,
    pub blocks: u64,
    /// Whether threads along x are among them: whole warps.
    pub is_warp: bool,
    /// Whether a loop reads the same address in each turn.
    pub is_repeated: bool,
    /// Whether a loop goes on to another address in each turn.
    pub is_walked: bool,
    /// Whether the address comes from memory.
    pub is_indirect: bool,
}

/// An instruction that touches an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Its index in [`propp_code_lines::KernelLines::instructions`].
    pub instruction: usize,
    pub way: Way,
    /// Bytes of a thread; `None` where the instruction moves blocks.
    pub width: Option<u64>,
    /// `None` where registers were not followed: in functions that are called.
    pub sharing: Option<Sharing>,
    /// The parameters that led to the index.
    pub index_from: Vec<usize>,
}

/// An array, or what cannot be told apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub base: Base,
    pub space: Space,
    pub name: String,
    /// Whether the source has the name.
    pub is_named: bool,
    /// Its type, or the type of its pointer.
    pub declared: Option<String>,
    pub accesses: Vec<Access>,
    /// Bytes that threads asked for.
    pub loaded: u64,
    pub stored: u64,
    pub atomics: u64,
    pub counts: Counts,
    /// Of the load with the most bytes.
    pub sharing: Option<Sharing>,
    /// How many times each byte that device memory delivers is loaded, where nearly all loads of the
    /// kernel are of this array.
    pub loads_of_a_byte: Option<f64>,
    /// Names of the arrays that indices come from.
    pub index_from: Vec<String>,
    /// The lines that touch it, the most demand first.
    pub lines: Vec<Place>,
}

/// How it is used, the plainest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    OnlyRead,
    OnlyWritten,
    ReadAndWritten,
    Atomics,
    Private,
    /// All threads of a warp have the same address.
    Broadcast,
    /// Threads of a warp share words, by their counts.
    SharedInWarps,
    /// Several threads of a block have the same address.
    SharedInBlocks,
    /// Several blocks have the same addresses.
    SharedByBlocks,
    /// A loop reads the same address again.
    Repeated,
    /// Addresses come from memory.
    Indirect,
    /// Some more sectors than the data fill: rows begin inside of sectors, or threads are idle.
    SectorsInPart,
    /// Several times the sectors that the data fill.
    Scattered,
    /// More passes than without bank conflicts.
    BankConflicts,
}

impl Array {
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = vec![match (self.loaded > 0, self.stored > 0, self.atomics > 0) {
            (_, _, true) => Use::Atomics,
            (true, true, _) => Use::ReadAndWritten,
            (false, true, _) => Use::OnlyWritten,
            _ => Use::OnlyRead,
        }];
        if self.space == Space::Local {
            uses.push(Use::Private);
            return uses;
        }
        let is_told = self.is_global() && self.loaded > 0;
        let sharing = self.sharing.filter(|_| is_told).unwrap_or_default();
        let in_block = sharing.threads > 1;
        let sectors = self.times_sectors().unwrap_or(1.0);
        let found = [
            (in_block && sharing.is_warp, Use::Broadcast),
            (!sharing.is_warp && self.words_shared().is_some_and(|t| t >= 1.5), Use::SharedInWarps),
            (in_block && !sharing.is_warp, Use::SharedInBlocks),
            (sharing.blocks > 1, Use::SharedByBlocks),
            (sharing.is_repeated, Use::Repeated),
            (sharing.is_indirect, Use::Indirect),
            ((PARTIAL..SCATTERED).contains(&sectors), Use::SectorsInPart),
            (sectors >= SCATTERED, Use::Scattered),
            (self.times_passes().is_some_and(|times| times >= 1.25), Use::BankConflicts),
        ];
        uses.extend(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, one)| one));
        uses
    }

    pub fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
    }

    /// Whether nothing in the kernel stores to it.
    pub fn is_read_only(&self) -> bool {
        self.accesses.iter().all(|access| access.way == Way::Load)
    }

    /// Whether a loop reads other elements in each turn.
    pub fn is_walked(&self) -> bool {
        let mut loads = self.accesses.iter().filter(|access| access.way == Way::Load);
        loads.any(|access| access.sharing.is_some_and(|sharing| sharing.is_walked))
    }

    /// Whether a loop loads and stores at the same address in each turn.
    pub fn is_kept_by_loop(&self) -> bool {
        let has = |way: Way| {
            let mut all = self.accesses.iter().filter(|access| access.way == way);
            all.any(|access| access.sharing.is_some_and(|sharing| sharing.is_repeated))
        };
        self.space != Space::Local && has(Way::Load) && has(Way::Store)
    }

    /// How many threads of a warp want each byte that is moved, at least.
    pub fn words_shared(&self) -> Option<f64> {
        let moved = self.counts.sectors * SECTOR;
        let asked = self.loaded + self.stored;
        (self.is_global() && moved > 0 && self.loaded > 0).then(|| asked as f64 / moved as f64)
    }

    /// Sectors, as a multiple of those that the data fill.
    pub fn times_sectors(&self) -> Option<f64> {
        let needed = self.counts.ideal_sectors;
        (needed > 0).then(|| self.counts.sectors as f64 / needed as f64)
    }

    /// Passes through shared memory, as a multiple of those without conflicts.
    pub fn times_passes(&self) -> Option<f64> {
        let needed = self.counts.ideal_wavefronts;
        (needed > 0).then(|| self.counts.wavefronts as f64 / needed as f64)
    }

    /// What orders arrays: bytes to and from the memory that they are in, or passes.
    pub(crate) fn demand(&self) -> u64 {
        let counts = &self.counts;
        (counts.sectors + counts.local_sectors) * SECTOR + counts.wavefronts * 4 * WARP
    }
}
