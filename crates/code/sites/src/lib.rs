//! Places in the code of a kernel that may cost more than they need: routines of many instructions,
//! values that a loop keeps in memory, locks, constants with an index of each thread, conversions to
//! double precision.
//!
//! Pure: reads machine code, and says nothing of how often it runs.

mod constants;
mod locks;
mod one_thread;
mod reach;
mod routines;
mod sequences;
mod state;

use std::ops::Range;

use propp_code_sass::{Cubin, Flow, Function, Instruction, LineTable, Space};

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
    /// From single to double precision, or back.
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
    pub body: Vec<usize>,
    pub before: Vec<usize>,
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
    /// The compiler's own functions behind the kernel.
    subroutines: Vec<Range<u64>>,
}

/// The sites of a kernel, in the order of the code.
pub fn find<'a>(
    cubin: &Cubin<'a>,
    kernel: &Function<'a>,
    flow: &Flow,
    all: &[Instruction],
) -> Vec<Site> {
    let subroutines = cubin.inside(kernel).filter(|inner| is_subroutine(inner.name));
    let subroutines = subroutines.filter_map(|inner| {
        let start = kernel.offset_of(inner)?;
        Some(start..start.saturating_add(inner.code.len() as u64))
    });
    let architecture = cubin.architecture().number();
    let subroutines = subroutines.collect();
    let code = Code { cubin, kernel, flow, all, architecture, subroutines };
    let mut found = routines::find(&code);
    found.extend(state::find(&code));
    found.extend(locks::find(&code));
    found.extend(constants::find(&code));
    found.extend(conversions(&code));
    found.extend(fences(&code));
    found.sort_by_key(|(_, offset)| *offset);
    let loops = one_thread::find(&code);
    let lines = (!found.is_empty() || !loops.is_empty()).then(|| cubin.lines().ok()).flatten();
    let table = lines.as_ref().and_then(|lines| lines.table(kernel));
    let sites = found.into_iter().filter_map(|(what, offset)| code.site(what, offset, table));
    let loops = loops.into_iter().filter_map(|(offset, body)| {
        Some(Site { body, ..code.site(What::OneThread, offset, table)? })
    });
    sites.chain(loops).collect()
}

/// What is at an offset.
pub(crate) type Found = (What, u64);

/// Those of a block alone cost little.
fn fences(code: &Code<'_, '_>) -> Vec<Found> {
    /// Bits 76 to 78: the scope of a block of threads.
    const OF_BLOCK: u128 = 0;
    let fences = code.own().filter(|one| one.opcode.name() == Some("MEMBAR"));
    let wide = fences.filter(|one| one.word >> 76 & 7 != OF_BLOCK);
    wide.map(|one| (What::Fence, one.offset)).collect()
}

fn conversions(code: &Code<'_, '_>) -> Vec<Found> {
    let conversion = |one: &Instruction| {
        let to_double = match sequence(one, None)? {
            Sequence::FromSingleToDouble => true,
            Sequence::FromDoubleToSingle => false,
            _ => return None,
        };
        Some((What::Conversion { to_double }, one.offset))
    };
    code.own().filter_map(conversion).collect()
}

impl<'c> Code<'c, '_> {
    /// The instructions that are the kernel's own.
    fn own(&self) -> impl Iterator<Item = &'c Instruction> {
        self.all.iter().filter(|one| !self.is_in_subroutine(one.offset))
    }

    fn is_in_subroutine(&self, offset: u64) -> bool {
        self.subroutines.iter().any(|range| range.contains(&offset))
    }

    /// The instructions of some blocks, in the order of the code.
    fn of_blocks(&self, blocks: &[usize]) -> impl Iterator<Item = &'c Instruction> {
        blocks.iter().flat_map(|block| self.flow.blocks[*block].instructions(self.all))
    }

    fn site(&self, what: What, offset: u64, table: Option<LineTable<'_, '_>>) -> Option<Site> {
        let block = self.flow.block_at(offset)?;
        let innermost = self.flow.loop_of(block).map(|innermost| &self.flow.loops[innermost]);
        let body = innermost.map(|found| found.blocks.clone()).unwrap_or_default();
        let leads_in = |from: &usize| {
            let headers = innermost.map_or(&[][..], |found| &found.headers);
            !body.contains(from)
                && self.flow.blocks[*from].edges.iter().any(|to| headers.contains(to))
        };
        let before = (0..self.flow.blocks.len()).filter(leads_in).collect();
        let depth = innermost.map_or(0, |found| found.depth);
        let line = table.and_then(|table| own_line(&table, offset));
        let instruction = self.all.iter().find(|one| one.offset == offset)?;
        let opcode = instruction.opcode.name()?;
        Some(Site { what, offset, opcode, depth, block, body, before, line })
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
