//! Counts and code of a kernel.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_names::demangle;
use propp_code_sass::{
    Class, Cubin, Flow, Frame, Function, Kind, LineTable, Location, Memory, NoLines,
};
use propp_recording::{LineLaunch, Recording};
use propp_recording_wire::Job;

use crate::Counts;
use crate::producers::producers;

/// Why there are no lines, where compiling in another way gives them.
pub const NO_LINE_INFORMATION: &str = "the code has no line information";

const NO_CODE: &str = "the code of the kernel is not in the recording";
const DAMAGED: &str = "the code of the kernel is damaged in the recording";
const OTHER_CODE: &str = "the recorded code does not have the kernel";

/// A launch whose instructions were counted.
#[derive(Clone, Debug, PartialEq)]
pub struct KernelLines {
    /// The mangled name of the kernel.
    pub symbol: String,
    /// Blocks along x, y, z, and threads of a block.
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Shared memory of a block, asked for at launch and declared; registers of a thread.
    pub dynamic_shared_bytes: u32,
    pub static_shared_bytes: u32,
    pub registers: u32,
    /// The NVTX range around the launch.
    pub nvtx: Option<String>,
    /// The hash of the cubin; `None` if the code is not in the recording.
    pub hash: Option<String>,
    /// What was counted, in the order of the code, the kernel's own before the functions that it
    /// calls.
    pub instructions: Vec<Instruction>,
    /// The source lines, in the order of file and number.
    pub lines: Vec<Line>,
    /// The files of the lines, by path, each with its length when it was compiled; `None` where the
    /// compiler did not record that.
    pub files: BTreeMap<String, Option<u64>>,
    /// Why there are no source lines.
    pub no_lines: Option<String>,
    pub total: Counts,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The mangled name of the function.
    pub function: String,
    /// Bytes from the beginning of the function.
    pub offset: u32,
    /// Without operands; empty if the code is not in the recording.
    pub opcode: String,
    pub class: Option<Class>,
    pub memory: Option<Memory>,
    /// Loops around it.
    pub depth: usize,
    /// Where it comes from, and the calls that this was inlined through, outwards.
    pub places: Vec<Place>,
    /// Those whose results it waits for, in bytes from the beginning of the function.
    pub waits_for: Vec<u32>,
    pub counts: Counts,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: String,
    pub line: u32,
}

impl Place {
    /// The name of the file without its folders.
    pub fn file_name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or(&self.file)
    }
}

/// What the instructions of a source line ask for together.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub place: Place,
    /// Their indices in [`KernelLines::instructions`].
    pub instructions: Vec<usize>,
    pub counts: Counts,
}

impl Instruction {
    /// The line that a reader of the kernel looks for: the innermost place in the file that the
    /// kernel is in. What is inlined from a library counts for the line that calls it.
    pub fn own_place(&self) -> Option<&Place> {
        let file = &self.places.last()?.file;
        self.places.iter().find(|place| place.file == *file)
    }
}

impl KernelLines {
    pub fn name(&self) -> String {
        demangle(&self.symbol)
    }

    /// The line with the most of something, and its share of all; `None` where there is nothing
    /// of it, or no line is known.
    pub fn most(&self, of: impl Fn(&Instruction) -> f64) -> Option<(&Line, f64)> {
        let all: f64 = self.instructions.iter().map(&of).sum();
        let of_line = |line: &Line| -> f64 {
            line.instructions.iter().map(|index| of(&self.instructions[*index])).sum()
        };
        let amounts = self.lines.iter().map(|line| (line, of_line(line)));
        // Of several with as much the first.
        let (line, most) = amounts.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
        (most > 0.0).then(|| (line, most / all))
    }
}

/// By function and offset.
type ByPlace<'r> = BTreeMap<&'r str, BTreeMap<u32, Counts>>;

/// All launches of a recording whose instructions were counted, by name.
pub fn of_recording(recording: &Recording) -> Vec<KernelLines> {
    let is_sampled = |launch: &&LineLaunch| {
        let process = &recording.processes[recording.streams[launch.stream].process];
        recording.runs[process.run].job == Job::Waits
    };
    let (sampled, counted): (Vec<&LineLaunch>, Vec<&LineLaunch>) =
        recording.line_launches.iter().partition(is_sampled);
    let mut samples: BTreeMap<OfKind, Vec<&LineLaunch>> = BTreeMap::new();
    for launch in sampled {
        samples.entry(kind(launch)).or_default().push(launch);
    }
    let mut launches: Vec<Vec<&LineLaunch>> = Vec::new();
    for launch in counted {
        let of_kind = samples.remove(&kind(launch)).unwrap_or_default();
        launches.push(std::iter::once(launch).chain(of_kind).collect());
    }
    launches.extend(samples.into_values());
    let mut kernels: Vec<KernelLines> =
        launches.iter().filter_map(|launches| of_launches(recording, launches)).collect();
    kernels.sort_by_cached_key(KernelLines::name);
    kernels
}

/// By what launches of the line run and of the wait run belong together.
type OfKind = (usize, Option<usize>, Option<usize>);

fn kind(launch: &LineLaunch) -> OfKind {
    (launch.signature, launch.nvtx, launch.cubin)
}

/// Launches of a kind: one that was counted, and those that were sampled. `None` without a function,
/// of which nothing is counted.
fn of_launches(recording: &Recording, launches: &[&LineLaunch]) -> Option<KernelLines> {
    let launch = launches.first()?;
    let signature = &recording.signatures[launch.signature];
    let symbol = &recording.names[signature.function?];
    let mut counts = counts(recording, launches);
    let mut total = Counts::default();
    counts.values().flat_map(BTreeMap::values).for_each(|counts| total += *counts);
    let cubin = launch.cubin.map(|cubin| &recording.cubins[cubin]);
    let bytes = cubin.and_then(|cubin| cubin.unpack());
    let parsed = bytes.as_deref().and_then(|bytes| Cubin::parse(bytes).ok());
    let mut files = BTreeMap::new();
    let (mut instructions, no_lines) = match &parsed {
        Some(cubin) => with_code(cubin, symbol, &mut counts, &mut files),
        None => (Vec::new(), Some(if cubin.is_some() { DAMAGED } else { NO_CODE }.to_owned())),
    };
    instructions.extend(without_code(counts));
    let lines = lines(&instructions);
    let used: BTreeSet<&str> = lines.iter().map(|line| line.place.file.as_str()).collect();
    files.retain(|path, _| used.contains(path.as_str()));
    Some(KernelLines {
        symbol: symbol.clone(),
        grid: signature.grid,
        block: signature.block,
        dynamic_shared_bytes: signature.dynamic_shared_bytes,
        static_shared_bytes: signature.static_shared_bytes,
        registers: signature.registers,
        nvtx: launch.nvtx.map(|nvtx| recording.names[nvtx].clone()),
        hash: cubin.map(|cubin| cubin.hash.clone()),
        instructions,
        lines,
        files,
        no_lines,
        total,
    })
}

fn counts<'r>(recording: &'r Recording, launches: &[&LineLaunch]) -> ByPlace<'r> {
    let mut counts = ByPlace::new();
    for value in launches.iter().flat_map(|launch| &launch.values) {
        let name = recording.names[value.function].as_str();
        let of_function = counts.entry(name).or_default();
        let of_instruction = of_function.entry(value.offset).or_default();
        if let Some(field) = of_instruction.field(&recording.counters[value.counter]) {
            *field = field.saturating_add(value.value);
        }
    }
    counts
}

/// Counted instructions that the code does not have, or has elsewhere.
fn without_code(counts: ByPlace<'_>) -> impl Iterator<Item = Instruction> {
    let all = counts.into_iter().flat_map(|(function, counts)| {
        counts.into_iter().map(move |(offset, counts)| (function, offset, counts))
    });
    all.map(|(function, offset, counts)| Instruction {
        function: function.to_owned(),
        offset,
        opcode: String::new(),
        class: None,
        memory: None,
        depth: 0,
        places: Vec::new(),
        waits_for: Vec::new(),
        counts,
    })
}

/// The instructions of a kernel and of the functions that it calls, and why no lines are known.
/// Takes their counts, and adds the files that they come from.
fn with_code(
    cubin: &Cubin<'_>,
    kernel: &str,
    counts: &mut ByPlace<'_>,
    files: &mut BTreeMap<String, Option<u64>>,
) -> (Vec<Instruction>, Option<String>) {
    let lines = cubin.lines();
    let table = |function| lines.as_ref().ok().and_then(|lines| lines.table(function));
    let own = cubin.function(kernel).into_iter();
    let called = cubin.functions().iter().filter(|other| other.kind == Kind::Device);
    let mut instructions = Vec::new();
    for function in own.chain(called) {
        let is_counted = counts.contains_key(function.name);
        if is_counted || function.name == kernel {
            instructions.extend(of_function(function, table(function), counts, files));
        }
    }
    if cubin.function(kernel).is_none() {
        return (instructions, Some(OTHER_CODE.to_owned()));
    }
    let has_lines = instructions.iter().any(|instruction| !instruction.places.is_empty());
    let reason = lines.err().filter(|reason| *reason != NoLines::Missing);
    let reason = reason.map_or_else(|| NO_LINE_INFORMATION.to_owned(), |reason| reason.to_string());
    (instructions, (!has_lines).then_some(reason))
}

fn of_function(
    function: &Function<'_>,
    table: Option<LineTable<'_, '_>>,
    counts: &mut ByPlace<'_>,
    files: &mut BTreeMap<String, Option<u64>>,
) -> Vec<Instruction> {
    let code: Vec<_> = function.instructions().collect();
    let flow = Flow::of_instructions(function, &code);
    let offset_of = |place: usize| u32::try_from(code[place].offset).unwrap_or(u32::MAX);
    // They are told of what waits only.
    let is_sampled = counts
        .get(function.name)
        .is_some_and(|of| of.values().any(|counts| counts.samples.total() > 0));
    let producers = match is_sampled {
        true => producers(&code, &flow),
        false => vec![Vec::new(); code.len()],
    };
    let taken = counts.remove_entry(function.name);
    let (name, mut rest) = taken.unwrap_or_default();
    let decoded = code.iter().zip(producers).map(|(instruction, producers)| {
        let offset = u32::try_from(instruction.offset).unwrap_or(u32::MAX);
        Instruction {
            function: function.name.to_owned(),
            offset,
            opcode: instruction.opcode.to_string(),
            class: instruction.opcode.class(),
            memory: instruction.memory,
            depth: flow.depth_at(instruction.offset),
            places: table
                .as_ref()
                .and_then(|table| table.at(instruction.offset))
                .map(|location| places(location, files))
                .unwrap_or_default(),
            waits_for: producers.into_iter().map(offset_of).collect(),
            counts: rest.remove(&offset).unwrap_or_default(),
        }
    });
    let decoded = decoded.collect();
    // What is counted beyond the code that is here.
    if !rest.is_empty() {
        counts.insert(name, rest);
    }
    decoded
}

fn places(location: Location<'_>, files: &mut BTreeMap<String, Option<u64>>) -> Vec<Place> {
    let mut place = |frame: &Frame<'_>| {
        let file = frame.file.path();
        if !files.contains_key(&file) {
            files.insert(file.clone(), (frame.file.bytes > 0).then_some(frame.file.bytes));
        }
        Place { file, line: frame.line }
    };
    std::iter::once(&location.frame).chain(&location.inlined).map(&mut place).collect()
}

fn lines(instructions: &[Instruction]) -> Vec<Line> {
    let mut lines: BTreeMap<&Place, Line> = BTreeMap::new();
    for (index, instruction) in instructions.iter().enumerate() {
        let Some(place) = instruction.own_place() else { continue };
        let new =
            || Line { place: place.clone(), instructions: Vec::new(), counts: Counts::default() };
        let line = lines.entry(place).or_insert_with(new);
        line.instructions.push(index);
        line.counts += instruction.counts;
    }
    lines.into_values().collect()
}
