//! The arrays of a kernel: which instructions touch them, and how.

use std::collections::{BTreeMap, BTreeSet};

use propp_lines::{Counts, Instruction, KernelLines, Place};
use propp_sass::{Direction, Memory, Space};

use crate::code::Code;
use crate::origins::Origin;
use crate::signature::{Argument, Pointer};

/// Threads of a warp, and bytes of a sector.
const WARP: u64 = 32;
const SECTOR: u64 = 32;

/// Multiples of the sectors that the data fill.
const PARTIAL: f64 = 1.25;
const SCATTERED: f64 = 2.5;

/// Sectors of a request, above which threads of a warp have not the same address.
const SAME_ADDRESS: f64 = 1.1;

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
    /// Whether the address comes from memory.
    pub is_indirect: bool,
}

/// An instruction that touches an array.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Its index in [`KernelLines::instructions`].
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    Read,
    Written,
    ReadAndWritten,
    Atomic,
    /// Private to a thread.
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
    Partial,
    /// Several times the sectors that the data fill.
    Scattered,
    /// More passes than without bank conflicts.
    Conflicts,
}

impl Array {
    /// How it is used.
    #[must_use]
    pub fn uses(&self) -> Vec<Use> {
        let mut uses = vec![match (self.loaded > 0, self.stored > 0, self.atomics > 0) {
            (_, _, true) => Use::Atomic,
            (true, true, _) => Use::ReadAndWritten,
            (false, true, _) => Use::Written,
            _ => Use::Read,
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
            ((PARTIAL..SCATTERED).contains(&sectors), Use::Partial),
            (sectors >= SCATTERED, Use::Scattered),
            (self.times_passes().is_some_and(|times| times >= 1.25), Use::Conflicts),
        ];
        uses.extend(found.into_iter().filter(|(is_so, _)| *is_so).map(|(_, one)| one));
        uses
    }

    #[must_use]
    pub fn is_global(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
    }

    /// Whether nothing in the kernel stores to it.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.accesses.iter().all(|access| access.way == Way::Load)
    }

    /// Whether a loop loads and stores at the same address in each turn.
    #[must_use]
    pub fn is_kept_by_loop(&self) -> bool {
        let has = |way: Way| {
            let mut all = self.accesses.iter().filter(|access| access.way == way);
            all.any(|access| access.sharing.is_some_and(|sharing| sharing.is_repeated))
        };
        self.space != Space::Local && has(Way::Load) && has(Way::Store)
    }

    /// How many threads of a warp want each byte that is moved, at least.
    #[must_use]
    pub fn words_shared(&self) -> Option<f64> {
        let moved = self.counts.sectors * SECTOR;
        let asked = self.loaded + self.stored;
        (self.is_global() && moved > 0 && self.loaded > 0).then(|| asked as f64 / moved as f64)
    }

    /// Sectors, as a multiple of those that the data fill.
    #[must_use]
    pub fn times_sectors(&self) -> Option<f64> {
        let needed = self.counts.ideal_sectors;
        (needed > 0).then(|| self.counts.sectors as f64 / needed as f64)
    }

    /// Passes through shared memory, as a multiple of those without conflicts.
    #[must_use]
    pub fn times_passes(&self) -> Option<f64> {
        let needed = self.counts.ideal_wavefronts;
        (needed > 0).then(|| self.counts.wavefronts as f64 / needed as f64)
    }

    /// What orders arrays: bytes to and from the memory that they are in, or passes.
    fn demand(&self) -> u64 {
        let counts = &self.counts;
        (counts.sectors + counts.local_sectors) * SECTOR + counts.wavefronts * 4 * WARP
    }
}

/// All arrays of a kernel, the most demand first.
#[must_use]
pub(crate) fn arrays(lines: &KernelLines, code: &Code<'_>) -> Vec<Array> {
    let mut groups: BTreeMap<(Space, Base), Vec<Access>> = BTreeMap::new();
    for (index, one) in lines.instructions.iter().enumerate() {
        if one.function == lines.symbol && code.constants.contains(&one.offset) {
            let width =
                one.memory.and_then(|memory| memory.width).map_or(4, |bits| u64::from(bits / 8));
            let access = Access {
                instruction: index,
                way: Way::Load,
                width: Some(width),
                sharing: None,
                index_from: Vec::new(),
            };
            groups.entry((Space::Constant, constant_base(code, one))).or_default().push(access);
            continue;
        }
        let Some((memory, way)) = one.memory.and_then(|memory| Some((memory, way(&memory)?)))
        else {
            continue;
        };
        let origin =
            (one.function == lines.symbol).then(|| code.origins.get(&one.offset)).flatten();
        let access = Access {
            instruction: index,
            way,
            width: memory.width.map(|bits| u64::from(bits / 8)),
            sharing: origin
                .map(|origin| sharing(origin, code.loops_at(one.offset), lines))
                .filter(|sharing| !sharing.is_warp || has_one_address(one, memory)),
            index_from: origin.map_or_else(Vec::new, |origin| parameters(code, origin.through())),
        };
        let mut put = |space, base| groups.entry((space, base)).or_default().push(access.clone());
        match memory.space {
            Space::Local => put(Space::Local, Base::Frame),
            Space::Shared => put(Space::Shared, shared_base(code, one)),
            Space::Global | Space::Generic => put(Space::Global, global_base(code, origin)),
            _ => {}
        }
        // A copy to shared memory also touches the array there.
        if memory.direction == Direction::CopyToShared {
            let access = Access { way: Way::Store, sharing: None, ..access };
            groups.entry((Space::Shared, shared_base(code, one))).or_default().push(access);
        }
    }
    let mut arrays: Vec<Array> = groups
        .into_iter()
        .map(|((space, base), all)| array(space, base, all, lines, code))
        .collect();
    arrays.sort_by_key(|array| std::cmp::Reverse(array.demand()));
    arrays
}

/// Whether counts agree that all threads of a warp have the same address.
fn has_one_address(one: &Instruction, memory: Memory) -> bool {
    let sectors = f64::from(memory.width.unwrap_or(0)).max(256.0) / 256.0;
    one.counts.sectors as f64 <= SAME_ADDRESS * sectors * one.counts.executed as f64
}

fn way(memory: &Memory) -> Option<Way> {
    Some(match memory.direction {
        Direction::Load | Direction::CopyToShared => Way::Load,
        Direction::Store => Way::Store,
        Direction::Atomic | Direction::Reduce => Way::Atomic,
        Direction::Copy | Direction::CopyFromShared | Direction::Prefetch => return None,
    })
}

/// Parameters that the words at these offsets belong to and that may be pointers: if some are
/// certainly, only these.
fn parameters(code: &Code<'_>, offsets: impl Iterator<Item = u16>) -> Vec<usize> {
    let holds = |argument: &Argument, offset: u16| {
        (u32::from(argument.offset)..u32::from(argument.offset) + argument.bytes)
            .contains(&offset.into())
    };
    let found: BTreeSet<usize> = offsets
        .filter_map(|offset| code.arguments.iter().position(|argument| holds(argument, offset)))
        .collect();
    let of = |wanted: Pointer| -> Vec<usize> {
        found.iter().copied().filter(|one| code.arguments[*one].pointer() == wanted).collect()
    };
    let certain = of(Pointer::Yes);
    if certain.is_empty() { of(Pointer::Perhaps) } else { certain }
}

fn global_base(code: &Code<'_>, origin: Option<&Origin>) -> Base {
    let Some(origin) = origin else { return Base::Unknown };
    let own = parameters(code, origin.offsets());
    match own.is_empty() {
        false => Base::Parameters(own),
        true if origin.is_loaded => Base::Loaded,
        true => Base::Unknown,
    }
}

/// The only array in shared memory, or those that the line names.
fn shared_base(code: &Code<'_>, one: &Instruction) -> Base {
    if let [only] = &code.shared[..] {
        return Base::Shared(vec![only.name.clone()]);
    }
    let all: Vec<&str> = code.shared.iter().map(|one| one.name.as_str()).collect();
    named(code, one, &all).map_or(Base::Unknown, Base::Shared)
}

fn constant_base(code: &Code<'_>, one: &Instruction) -> Base {
    let all: Vec<&str> = code.declared_constants.keys().map(String::as_str).collect();
    named(code, one, &all).map_or(Base::Unknown, Base::Constant)
}

/// Those of some names that the line has; of inlined code the innermost line that has one.
fn named(code: &Code<'_>, one: &Instruction, names: &[&str]) -> Option<Vec<String>> {
    let of_line = |place: &Place| -> Vec<String> {
        let Some(file) = code.files.get(&place.file) else { return Vec::new() };
        let line = file.source.line(place.line);
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = line.split(|c| !is_part(c)).collect();
        names.iter().filter(|name| words.contains(**name)).map(|name| (*name).to_owned()).collect()
    };
    one.places.iter().map(of_line).find(|names| !names.is_empty())
}

fn sharing(origin: &Origin, loops: u16, lines: &KernelLines) -> Sharing {
    let apart = |extents: [u32; 3], depends: u8| -> u64 {
        let all = extents.iter().enumerate();
        all.filter(|(axis, _)| depends >> axis & 1 == 0)
            .map(|(_, extent)| u64::from(*extent))
            .product()
    };
    Sharing {
        threads: apart(lines.block, origin.threads),
        blocks: apart(lines.grid, origin.blocks),
        is_warp: lines.block[0] > 1 && origin.threads & 1 == 0,
        is_repeated: loops & !origin.loops != 0,
        is_indirect: origin.is_loaded,
    }
}

fn array(
    space: Space,
    base: Base,
    accesses: Vec<Access>,
    lines: &KernelLines,
    code: &Code<'_>,
) -> Array {
    let mut counts = Counts::default();
    let mut bytes = [0; 3];
    let mut demand: BTreeMap<&Place, u64> = BTreeMap::new();
    let mut most: Option<(u64, Sharing)> = None;
    let mut index_from = BTreeSet::new();
    for access in &accesses {
        let one = &lines.instructions[access.instruction];
        let mut own = one.counts;
        if space == Space::Constant {
            own = Counts::default();
        } else if space == Space::Shared {
            (own.sectors, own.ideal_sectors, own.tags) = (0, 0, 0);
        } else {
            (own.wavefronts, own.ideal_wavefronts) = (0, 0);
        }
        counts += own;
        let asked = one.counts.threads_on.saturating_mul(access.width.unwrap_or(0));
        bytes[access.way as usize] += asked;
        if let Some(place) = one.own_place() {
            *demand.entry(place).or_default() +=
                1 + own.sectors + own.wavefronts + own.local_sectors;
        }
        if let (Way::Load, Some(sharing)) = (access.way, access.sharing)
            && most.is_none_or(|(most, _)| asked > most)
        {
            most = Some((asked, sharing));
        }
        index_from.extend(access.index_from.iter().map(|one| code.arguments[*one].label()));
    }
    let mut lines: Vec<(&Place, u64)> = demand.into_iter().collect();
    lines.sort_by_key(|(_, demand)| std::cmp::Reverse(*demand));
    let [loaded, stored, atomics] = bytes;
    let (name, declared) = described(&base, space, code);
    let is_named = match &base {
        Base::Parameters(all) => {
            all.iter().all(|one| code.arguments[*one].name.is_some()) && all.len() == 1
        }
        Base::Shared(names) | Base::Constant(names) => names.len() == 1,
        _ => false,
    };
    Array {
        name,
        is_named,
        declared,
        loaded,
        stored,
        atomics,
        counts,
        sharing: most.map(|(_, sharing)| sharing),
        loads_of_a_byte: None,
        index_from: index_from.into_iter().collect(),
        lines: lines.into_iter().map(|(place, _)| place.clone()).collect(),
        base,
        space,
        accesses,
    }
}

/// The share of a kernel's loaded bytes above which what device memory delivers counts as an array's.
const NEARLY_ALL: f64 = 0.9;

/// Notes how often the bytes of the only array that is much loaded are loaded.
pub(crate) fn note_reuse(arrays: &mut [Array], delivered: f64) {
    let all: u64 = arrays.iter().filter(|array| array.is_global()).map(|array| array.loaded).sum();
    for array in arrays.iter_mut().filter(|array| array.is_global() && delivered > 0.0) {
        if array.loaded as f64 >= NEARLY_ALL * all as f64 && array.loaded > 0 {
            array.loads_of_a_byte = Some(array.loaded as f64 / delivered);
        }
    }
}

fn described(base: &Base, space: Space, code: &Code<'_>) -> (String, Option<String>) {
    let memory = space.name();
    match base {
        Base::Parameters(all) => {
            let names: Vec<String> = all.iter().map(|one| code.arguments[*one].label()).collect();
            let declared = match &all[..] {
                [only] => code.arguments[*only].declared.clone(),
                _ => None,
            };
            (names.join(" or "), declared)
        }
        Base::Shared(names) => {
            let declared = match &names[..] {
                [only] => {
                    code.shared.iter().find(|one| one.name == *only).map(|one| one.declared.clone())
                }
                _ => None,
            };
            (names.join(" or "), declared)
        }
        Base::Constant(names) => {
            let declared = names.first().filter(|_| names.len() == 1);
            (
                names.join(" or "),
                declared.and_then(|name| code.declared_constants.get(name)).cloned(),
            )
        }
        Base::Loaded => ("by a pointer from memory".to_owned(), None),
        Base::Frame => ("arrays and spills of a thread".to_owned(), None),
        Base::Unknown => (format!("unknown ({memory})"), None),
    }
}
