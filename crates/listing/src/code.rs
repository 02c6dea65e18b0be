//! What is known of a kernel's code.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use propp_lines::{Counts, KernelLines};
use propp_names::demangle;
use propp_sass::{
    Class, Control, Cubin, Flow, Frame, Function, Instruction, Kind, LineTable, Location, Memory,
    NoLines, Resources,
};
use propp_text::count;

/// Instructions with their operands, by function and offset, as a disassembler prints them.
pub type Operands = BTreeMap<String, BTreeMap<u64, String>>;

/// Why there is no listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeError {
    /// The cubin cannot be read.
    Unreadable(String),
    /// It does not have the kernel.
    Absent,
}

/// The code of a kernel and of the functions that it calls.
#[derive(Debug)]
pub struct Listing {
    /// The demangled name.
    pub(crate) name: String,
    pub(crate) symbol: String,
    pub(crate) hash: String,
    /// `sm_90`.
    pub(crate) architecture: String,
    pub(crate) resources: Resources,
    /// Bytes of code, without the functions in other sections.
    pub(crate) bytes: usize,
    /// How many instructions are of each class, the most first.
    pub(crate) classes: Vec<(&'static str, usize)>,
    /// Why there are no source lines.
    pub(crate) no_lines: Option<String>,
    pub(crate) has_operands: bool,
    /// Blocks and threads of the launch whose instructions were counted.
    pub(crate) counted: Option<[[u32; 3]; 2]>,
    /// The kernel first.
    pub(crate) functions: Vec<FunctionCode>,
}

#[derive(Debug)]
pub(crate) struct FunctionCode {
    pub(crate) name: String,
    pub(crate) symbol: String,
    /// Depth, first and last offset, outer loops first.
    pub(crate) loops: Vec<LoopCode>,
    pub(crate) lines: Vec<Line>,
}

#[derive(Debug)]
pub(crate) struct LoopCode {
    pub(crate) depth: usize,
    /// Offsets of the blocks where it is entered.
    pub(crate) headers: Vec<u64>,
    pub(crate) first: u64,
    pub(crate) last: u64,
}

/// One instruction.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) offset: u64,
    pub(crate) word: u128,
    /// A branch goes here, or a function begins here.
    pub(crate) label: Option<String>,
    pub(crate) guard: Option<String>,
    pub(crate) name: String,
    pub(crate) class: &'static str,
    /// The instruction without its guard, from a disassembler.
    pub(crate) text: Option<String>,
    pub(crate) memory: Option<Memory>,
    /// Where it goes: the label, or the function.
    pub(crate) target: Option<String>,
    pub(crate) target_offset: Option<u64>,
    pub(crate) depth: usize,
    pub(crate) control: Control,
    /// What was counted of it.
    pub(crate) counts: Option<Counts>,
    /// Where it is from, and the calls that this was inlined through, outwards.
    pub(crate) places: Vec<Place>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// The inlined function that the place is in.
    pub(crate) function: Option<Arc<str>>,
}

impl Listing {
    /// Where the kernel's code is from, for errors and lists.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is of, for a heading.
    pub fn in_short(&self) -> String {
        let registers = self.resources.registers.unwrap_or(0);
        let instructions = count(self.instructions() as u64, "instruction", "instructions");
        format!("{}, {registers} registers, {instructions}", self.architecture)
    }

    /// Adds what was counted of this code, if one of the launches was of it.
    pub fn count<'a>(&mut self, launches: impl IntoIterator<Item = &'a KernelLines>) {
        let is_own = |launch: &&KernelLines| {
            launch.symbol == self.symbol && launch.hash.as_ref() == Some(&self.hash)
        };
        let Some(launch) = launches.into_iter().find(is_own) else { return };
        self.counted = Some([launch.grid, launch.block]);
        let counts: BTreeMap<(&str, u64), Counts> = (launch.instructions.iter())
            .map(|one| ((one.function.as_str(), one.offset.into()), one.counts))
            .collect();
        for function in &mut self.functions {
            for line in &mut function.lines {
                line.counts = counts.get(&(function.symbol.as_str(), line.offset)).copied();
            }
        }
    }

    pub(crate) fn instructions(&self) -> usize {
        self.functions.iter().map(|function| function.lines.len()).sum()
    }

    pub(crate) fn loops(&self) -> impl Iterator<Item = &LoopCode> {
        self.functions.iter().flat_map(|function| &function.loops)
    }
}

/// Lists the code of a kernel in a cubin with a hash.
pub fn list(
    cubin: &[u8],
    hash: &str,
    kernel: &str,
    operands: Option<&Operands>,
) -> Result<Listing, CodeError> {
    let cubin = Cubin::parse(cubin).map_err(|error| CodeError::Unreadable(error.to_string()))?;
    let function = cubin.function(kernel).filter(|function| function.kind == Kind::Kernel);
    let function = function.ok_or(CodeError::Absent)?;
    let lines = cubin.lines();
    let table = |of| lines.as_ref().ok().and_then(|lines| lines.table(of));
    // Others that are behind the kernel are in its code.
    let apart = cubin
        .functions()
        .iter()
        .filter(|other| other.kind == Kind::Device && other.offset_in(function).is_none());
    let all = std::iter::once(function).chain(apart);
    let functions: Vec<FunctionCode> =
        all.map(|one| function_code(&cubin, one, table(one), operands)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in functions.iter().flat_map(|function| &function.lines) {
        *counts.entry(line.class).or_default() += 1;
    }
    let mut classes: Vec<(&'static str, usize)> = counts.into_iter().collect();
    classes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let has_lines = functions[0].lines.iter().any(|line| !line.places.is_empty());
    let reason = lines.err().filter(|reason| *reason != NoLines::Missing);
    let missing = "the code has no line information".to_owned();
    let no_lines = (!has_lines).then(|| reason.map_or(missing, |reason| reason.to_string()));
    Ok(Listing {
        name: demangle(kernel),
        symbol: kernel.to_owned(),
        hash: hash.to_owned(),
        architecture: cubin.architecture().to_string(),
        resources: function.resources.clone(),
        bytes: function.code.len(),
        classes,
        no_lines,
        has_operands: operands.is_some(),
        counted: None,
        functions,
    })
}

fn function_code(
    cubin: &Cubin<'_>,
    function: &Function<'_>,
    table: Option<LineTable<'_, '_>>,
    operands: Option<&Operands>,
) -> FunctionCode {
    let instructions: Vec<Instruction> = function.instructions().collect();
    let flow = Flow::of(function);
    let ends: BTreeSet<u64> =
        instructions.iter().filter(|one| is_end(one)).map(|one| one.offset).collect();
    let labels = labels(cubin, function, &instructions);
    let texts = operands.and_then(|operands| operands.get(function.name));
    let mut names = Names::new();
    let lines = instructions.iter().map(|instruction| {
        let offset = instruction.offset;
        let callee = function.callee(offset).map(demangle);
        let target_offset = inside(function, instruction);
        let label = target_offset.and_then(|target| labels.get(&target)).cloned();
        Line {
            offset,
            word: instruction.word,
            label: labels.get(&offset).cloned(),
            guard: instruction.guard.map(|guard| guard.to_string()),
            name: instruction.opcode.to_string(),
            class: match instruction.opcode {
                propp_sass::Opcode::Known { class, .. } => class.name(),
                propp_sass::Opcode::Unknown(_) => Class::Other.name(),
            },
            text: texts.and_then(|texts| texts.get(&offset)).cloned(),
            memory: instruction.memory,
            target: label.or(callee),
            target_offset,
            depth: if ends.contains(&offset) { 0 } else { flow.depth_at(offset) },
            control: instruction.control,
            counts: None,
            places: table
                .and_then(|table| table.at(offset))
                .map(|location| places(location, &mut names))
                .unwrap_or_default(),
        }
    });
    FunctionCode {
        name: demangle(function.name),
        symbol: function.name.to_owned(),
        lines: lines.collect(),
        loops: (flow.loops.iter().map(|one| loop_code(&flow, one)))
            .filter(|one| one.first != one.last || !ends.contains(&one.first))
            .collect(),
    }
}

/// The branch to itself that the compiler puts behind the last instruction: no loop of the
/// program.
fn is_end(instruction: &Instruction) -> bool {
    let itself = i64::try_from(instruction.offset).ok();
    instruction.guard.is_none() && instruction.target == itself && itself.is_some()
}

fn loop_code(flow: &Flow, one: &propp_sass::Loop) -> LoopCode {
    let block = |number: &usize| flow.blocks.get(*number);
    let first = one.blocks.iter().filter_map(block).map(|block| block.start).min();
    let end = one.blocks.iter().filter_map(block).map(|block| block.end).max();
    LoopCode {
        depth: one.depth,
        headers: one.headers.iter().filter_map(block).map(|block| block.start).collect(),
        first: first.unwrap_or(0),
        last: end.unwrap_or(0).saturating_sub(16),
    }
}

/// The target in the function.
fn inside(function: &Function<'_>, instruction: &Instruction) -> Option<u64> {
    let target = u64::try_from(instruction.target?).ok()?;
    (target < function.code.len() as u64).then_some(target)
}

/// Names for the places that branches go to, and the names of functions that begin there.
fn labels(
    cubin: &Cubin<'_>,
    function: &Function<'_>,
    instructions: &[Instruction],
) -> BTreeMap<u64, String> {
    let mut targets: BTreeSet<u64> = BTreeSet::new();
    for instruction in instructions {
        targets.extend(inside(function, instruction));
        targets.extend(function.branch_targets(instruction.offset));
    }
    let mut labels = BTreeMap::new();
    let device = cubin.functions().iter().filter(|other| other.kind == Kind::Device);
    for other in device.filter(|other| other.name != function.name) {
        if let Some(offset) = other.offset_in(function) {
            labels.insert(offset, demangle(other.name));
            targets.remove(&offset);
        }
    }
    labels.extend(targets.into_iter().zip(1..).map(|(target, n)| (target, format!("L{n}"))));
    labels
}

/// Demangled names of inlined functions: code has few, and each in many places.
type Names<'a> = HashMap<&'a str, Arc<str>>;

fn places<'a>(location: Location<'a>, names: &mut Names<'a>) -> Vec<Place> {
    let frames = std::iter::once(location.frame).chain(location.inlined);
    frames.map(|frame| place(&frame, names)).collect()
}

fn place<'a>(frame: &Frame<'a>, names: &mut Names<'a>) -> Place {
    let mut name = |symbol| names.entry(symbol).or_insert_with(|| demangle(symbol).into()).clone();
    Place {
        file: frame.file.path(),
        line: frame.line,
        column: frame.column,
        function: frame.function.map(&mut name),
    }
}
