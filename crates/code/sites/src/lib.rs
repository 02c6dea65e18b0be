//! Places in the code of a kernel that may cost more than they need: routines of many instructions,
//! values that a loop keeps in memory, locks, searches, calls of `malloc`, constants with an index of
//! each thread, conversions to double precision.
//!
//! Pure: reads machine code, and says nothing of how often it runs.

mod constants;
mod heap;
mod locks;
mod one_thread;
mod products;
mod reach;
mod routines;
mod searches;
mod sequences;
mod state;

use std::ops::Range;
use std::sync::Arc;

use propp_code_sass::{Cubin, Flow, Function, Instruction, LineTable, Loop, Space};
use reach::Writers;

pub use routines::{Cost, Family, Routine};
pub use sequences::{Sequence, is_subroutine, sequence};

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A routine of many instructions.
    Routine(&'static Routine),
    /// A store to one address in each turn of a loop, or a load of what was stored there.
    State { space: Space, is_store: bool },
    /// Threads wait in a loop until they take a lock.
    Lock,
    /// Threads compare and swap in a loop until no other came between.
    Swap,
    /// A memory fence of the GPU or the system.
    Fence,
    /// The beginning of a loop that only the first thread of a block runs.
    OneThread,
    /// A load of constant memory whose index depends on the thread.
    IndexedConstant,
    /// A comparison in a loop that looks through a table, entry by entry.
    Search { space: Space },
    /// The first of so many products of a block, in a loop that loads both operands from shared memory.
    Products(usize),
    /// A call of `malloc` or `new`, by thread 0 of each block alone or by all; and whether the kernel has
    /// accesses to local memory of its own.
    Heap { by_one: bool, has_arrays: bool },
    /// From single precision or an integer to double precision, or to single precision.
    Conversion { to_double: bool },
}

/// A place in the code of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub what: What,
    /// Bytes from the start of the kernel to the instruction, and its name.
    pub offset: u64,
    pub opcode: &'static str,
    /// The number of loops around it.
    pub depth: usize,
    /// The block that it is in.
    pub block: usize,
    /// The blocks of the innermost loop around it, and those that it is entered from.
    pub body: Arc<[usize]>,
    pub before: Arc<[usize]>,
    /// The source line, where the code has line information.
    pub line: Option<SourceLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceLine {
    pub file: String,
    pub number: u32,
}

/// The code of a kernel, decoded.
pub(crate) struct Code<'c, 'a> {
    cubin: &'c Cubin<'a>,
    kernel: &'c Function<'a>,
    flow: &'c Flow,
    all: &'c [Instruction],
    architecture: u32,
    writers: Writers,
    /// For each block those that lead to it.
    leading_to: Vec<Vec<usize>>,
    /// The compiler's own functions behind the kernel, in the order of the code.
    subroutines: Vec<Range<u64>>,
}

/// No more sites of a kernel are told: code that has more was hardly written by a person.
const MOST_SITES: usize = 4_096;

/// Longer code is not searched.
const MOST_INSTRUCTIONS: usize = 200_000;

/// The sites of a kernel, in the order of the code.
pub fn find<'a>(
    cubin: &Cubin<'a>,
    kernel: &Function<'a>,
    flow: &Flow,
    all: &[Instruction],
) -> Vec<Site> {
    if all.len() > MOST_INSTRUCTIONS {
        return Vec::new();
    }
    let subroutines = cubin.inside(kernel).filter(|inner| is_subroutine(inner.name));
    let subroutines = subroutines.filter_map(|inner| {
        let start = kernel.offset_of(inner)?;
        Some(start..start.saturating_add(inner.code.len() as u64))
    });
    let architecture = cubin.architecture().number();
    let subroutines = subroutines.collect();
    let writers = Writers::of(all, architecture);
    let mut leading_to = vec![Vec::new(); flow.blocks.len()];
    for (from, block) in flow.blocks.iter().enumerate() {
        block.edges.iter().for_each(|to| leading_to[*to].push(from));
    }
    let code = Code { cubin, kernel, flow, all, architecture, writers, leading_to, subroutines };
    let mut found = routines::find(&code);
    found.extend(state::find(&code));
    found.extend(locks::find(&code));
    found.extend(constants::find(&code));
    found.extend(searches::find(&code));
    found.extend(heap::find(&code));
    found.extend(products::find(&code));
    found.extend(conversions(&code));
    found.extend(fences(&code));
    found.sort_by_key(|(_, place)| *place);
    found.truncate(MOST_SITES);
    let loops = one_thread::find(&code);
    let lines = (!found.is_empty() || !loops.is_empty()).then(|| cubin.lines().ok()).flatten();
    let table = lines.as_ref().and_then(|lines| lines.table(kernel));
    let around = code.around();
    let nowhere = Around::default();
    let site = |what: What, place: usize, around: &Around| {
        let one = all.get(place)?;
        let block = flow.block_at(one.offset)?;
        let line = table.and_then(|table| own_line(&table, one.offset));
        let Around { depth, body, before } = around.clone();
        let (offset, opcode) = (one.offset, one.opcode.name()?);
        Some(Site { what, offset, opcode, depth, block, body, before, line })
    };
    let sites = found.into_iter().filter_map(|(what, place)| {
        let innermost = flow.loop_at(all.get(place)?.offset);
        site(what, place, innermost.map_or(&nowhere, |innermost| &around[innermost]))
    });
    let loops = loops.into_iter().filter_map(|(place, body)| {
        let of_loop = Around { depth: 1, before: code.before(&body), body: body.into() };
        site(What::OneThread, place, &of_loop)
    });
    sites.chain(loops).collect()
}

/// What is at a place in the code.
pub(crate) type Found = (What, usize);

/// The loop around a site.
#[derive(Clone, Debug, Default)]
struct Around {
    depth: usize,
    body: Arc<[usize]>,
    before: Arc<[usize]>,
}

/// Those of a block alone cost little.
fn fences(code: &Code<'_, '_>) -> Vec<Found> {
    /// Bits 76 to 78: the scope of a block of threads.
    const OF_BLOCK: u128 = 0;
    let fences = code.own().filter(|(_, one)| one.opcode.name() == Some("MEMBAR"));
    let wide = fences.filter(|(_, one)| one.word >> 76 & 7 != OF_BLOCK);
    wide.map(|(place, _)| (What::Fence, place)).collect()
}

fn conversions(code: &Code<'_, '_>) -> Vec<Found> {
    let conversion = |(place, one): (usize, &Instruction)| {
        if is_integer_to_double(one) {
            return Some((What::Conversion { to_double: true }, place));
        }
        let to_double = match sequence(one, None)? {
            Sequence::FromSingleToDouble => true,
            Sequence::FromDoubleToSingle => false,
            _ => return None,
        };
        Some((What::Conversion { to_double }, place))
    };
    code.own().filter_map(conversion).collect()
}

/// I2F with double, 3 in bits 75 and 76, as the target's type.
fn is_integer_to_double(one: &Instruction) -> bool {
    one.opcode.name() == Some("I2F") && one.word >> 75 & 3 == 3
}

impl<'c> Code<'c, '_> {
    /// The instructions that are the kernel's own, with their places.
    fn own(&self) -> impl Iterator<Item = (usize, &'c Instruction)> {
        let all = self.all.iter().enumerate();
        all.filter(|(_, one)| !self.is_in_subroutine(one.offset))
    }

    fn is_in_subroutine(&self, offset: u64) -> bool {
        let before = self.subroutines.partition_point(|range| range.start <= offset);
        before.checked_sub(1).is_some_and(|last| self.subroutines[last].contains(&offset))
    }

    /// The instructions of some blocks, in the order of the code, with their places.
    fn of_blocks(&self, blocks: &[usize]) -> impl Iterator<Item = (usize, &'c Instruction)> {
        let places = blocks.iter().flat_map(|block| self.flow.blocks[*block].range());
        let all = self.all;
        places
            .filter_map(move |place| Some((place, all.get(place)?)))
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The blocks of a loop that are in no loop within it.
    fn own_blocks(&self, number: usize) -> Vec<usize> {
        let is_own = |block: &usize| self.flow.loop_of(*block) == Some(number);
        self.flow.loops[number].blocks.iter().copied().filter(is_own).collect()
    }

    /// What is around the own blocks of each loop.
    fn around(&self) -> Vec<Around> {
        let of_loop = |one: &Loop| Around {
            depth: one.depth,
            body: one.blocks.as_slice().into(),
            before: self.before(&one.blocks),
        };
        self.flow.loops.iter().map(of_loop).collect()
    }

    /// The blocks that a loop is entered from.
    fn before(&self, body: &[usize]) -> Arc<[usize]> {
        let is_in = |block: &usize| body.binary_search(block).is_ok();
        let leads_in =
            |from: &usize| !is_in(from) && self.flow.blocks[*from].edges.iter().any(is_in);
        (0..self.flow.blocks.len()).filter(leads_in).collect()
    }
}

/// The innermost line in the file that the kernel is in.
fn own_line(table: &LineTable<'_, '_>, offset: u64) -> Option<SourceLine> {
    let location = table.at(offset)?;
    let frames = || std::iter::once(&location.frame).chain(&location.inlined);
    let file = frames().last()?.file.path();
    let own = frames().find(|frame| frame.file.path() == file)?;
    Some(SourceLine { file, number: own.line })
}
