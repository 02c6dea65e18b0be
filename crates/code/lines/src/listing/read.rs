//! A listing of the code in a cubin.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use propp_base_names::demangle;
use propp_code_sass::{
    Class, Control, Cubin, Flow, Frame, Instruction as Decoded, Kind, LineTable, Location, NoLines,
};

use super::{
    ConstantBank, Function, Instruction, Listing, Loop, Memory, Resources, Schedule, SourcePlace,
};
use crate::NO_LINE_INFORMATION;

/// Instructions with their operands, by function and offset, as a disassembler prints them.
pub type Operands = BTreeMap<String, BTreeMap<u64, String>>;

/// Lists the code of a kernel in a cubin with a hash, or says why it cannot.
pub fn list(
    cubin: &[u8],
    hash: &str,
    kernel: &str,
    operands: Option<&Operands>,
) -> Result<Listing, String> {
    let cubin = Cubin::parse(cubin).map_err(|error| error.to_string())?;
    let function = cubin.function(kernel).filter(|function| function.kind == Kind::Kernel);
    let function = function.ok_or("the recorded cubin does not have it")?;
    let lines = cubin.lines();
    let table = |of| lines.as_ref().ok().and_then(|lines| lines.table(of));
    // Others that are behind the kernel are in its code.
    let apart = cubin
        .functions()
        .iter()
        .filter(|other| other.kind == Kind::Device && other.offset_in(function).is_none());
    let all = std::iter::once(function).chain(apart);
    let functions: Vec<Function> =
        all.map(|one| function_code(&cubin, one, table(one), operands)).collect();
    let has_lines = functions[0].instructions.iter().any(|one| !one.source.is_empty());
    let reason = lines.err().filter(|reason| *reason != NoLines::Missing);
    let reason = reason.map_or_else(|| NO_LINE_INFORMATION.to_owned(), |reason| reason.to_string());
    Ok(Listing {
        name: demangle(kernel),
        symbol: kernel.to_owned(),
        hash: hash.to_owned(),
        architecture: cubin.architecture().to_string(),
        code_bytes: function.code.len(),
        resources: resources(&function.resources),
        classes: classes(&functions),
        no_lines: (!has_lines).then_some(reason),
        functions,
        has_operands: operands.is_some(),
        counted: None,
    })
}

fn resources(used: &propp_code_sass::Resources) -> Resources {
    let constants = used.constants.iter().map(|&(bank, bytes)| ConstantBank { bank, bytes });
    Resources {
        registers: used.registers,
        max_registers: used.max_registers,
        stack_bytes: used.stack,
        frame_bytes: used.frame,
        shared_bytes: used.shared,
        local_bytes: used.local,
        barriers: used.barriers,
        constants: constants.collect(),
        max_threads: used.max_threads,
        required_threads: used.required_threads,
        cluster: used.cluster,
    }
}

/// How many instructions are of each class, the most first.
fn classes(functions: &[Function]) -> Vec<(&'static str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in functions.iter().flat_map(|function| &function.instructions) {
        *counts.entry(one.class).or_default() += 1;
    }
    let mut classes: Vec<(&'static str, usize)> = counts.into_iter().collect();
    classes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    classes
}

fn function_code(
    cubin: &Cubin<'_>,
    function: &propp_code_sass::Function<'_>,
    table: Option<LineTable<'_, '_>>,
    operands: Option<&Operands>,
) -> Function {
    let instructions: Vec<Decoded> = function.instructions().collect();
    let flow = Flow::of_instructions(function, &instructions);
    let ends: BTreeSet<u64> =
        instructions.iter().filter(|one| is_end(one)).map(|one| one.offset).collect();
    let labels = labels(cubin, function, &instructions);
    let texts = operands.and_then(|operands| operands.get(function.name));
    let mut names = Names::new();
    let lines = instructions.iter().map(|instruction| {
        let offset = instruction.offset;
        let target_offset = inside(function, instruction);
        let label = target_offset.and_then(|target| labels.get(&target)).cloned();
        Instruction {
            offset,
            encoding: format!("{:#034x}", instruction.word),
            guard: instruction.guard.map(|guard| guard.to_string()),
            name: instruction.opcode.to_string(),
            class: instruction.opcode.class().unwrap_or(Class::Other).name(),
            text: texts.and_then(|texts| texts.get(&offset)).cloned(),
            memory: instruction.memory.map(|memory| memory_of(&memory)),
            target_offset,
            target: label.or_else(|| function.callee(offset).map(demangle)),
            label: labels.get(&offset).cloned(),
            loop_depth: if ends.contains(&offset) { 0 } else { flow.depth_at(offset) },
            schedule: schedule(instruction.control),
            counts: None,
            source: table
                .and_then(|table| table.at(offset))
                .map(|location| places(location, &mut names))
                .unwrap_or_default(),
        }
    });
    Function {
        name: demangle(function.name),
        symbol: function.name.to_owned(),
        instructions: lines.collect(),
        loops: (flow.loops.iter().map(|one| loop_code(&flow, one)))
            .filter(|one| one.first != one.last || !ends.contains(&one.first))
            .collect(),
    }
}

fn memory_of(memory: &propp_code_sass::Memory) -> Memory {
    Memory {
        space: memory.space.name(),
        direction: memory.direction.name(),
        bits: memory.width,
        policy: memory.policy.map(propp_code_sass::Policy::name),
    }
}

fn schedule(control: Control) -> Schedule {
    Schedule {
        stall: control.stall,
        may_yield: control.may_yield,
        write_barrier: control.write_barrier,
        read_barrier: control.read_barrier,
        wait_mask: control.wait_mask,
        reuse: control.reuse,
    }
}

/// The branch to itself that the compiler puts behind the last instruction: no loop of the
/// program.
fn is_end(instruction: &Decoded) -> bool {
    let itself = i64::try_from(instruction.offset).ok();
    instruction.guard.is_none() && instruction.target == itself && itself.is_some()
}

fn loop_code(flow: &Flow, one: &propp_code_sass::Loop) -> Loop {
    let block = |number: &usize| flow.blocks.get(*number);
    let first = one.blocks.iter().filter_map(block).map(|block| block.start).min();
    let end = one.blocks.iter().filter_map(block).map(|block| block.end).max();
    Loop {
        depth: one.depth,
        headers: one.headers.iter().filter_map(block).map(|block| block.start).collect(),
        first: first.unwrap_or(0),
        last: end.unwrap_or(0).saturating_sub(16),
    }
}

/// The target in the function.
fn inside(function: &propp_code_sass::Function<'_>, instruction: &Decoded) -> Option<u64> {
    let target = u64::try_from(instruction.target?).ok()?;
    (target < function.code.len() as u64).then_some(target)
}

/// Names for the places that branches go to, and the names of functions that begin there.
fn labels(
    cubin: &Cubin<'_>,
    function: &propp_code_sass::Function<'_>,
    instructions: &[Decoded],
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

fn places<'a>(location: Location<'a>, names: &mut Names<'a>) -> Vec<SourcePlace> {
    let frames = std::iter::once(location.frame).chain(location.inlined);
    frames.map(|frame| place(&frame, names)).collect()
}

fn place<'a>(frame: &Frame<'a>, names: &mut Names<'a>) -> SourcePlace {
    let mut name = |symbol| names.entry(symbol).or_insert_with(|| demangle(symbol).into()).clone();
    SourcePlace {
        file: frame.file.path(),
        line: frame.line,
        column: frame.column,
        function: frame.function.map(&mut name),
    }
}
