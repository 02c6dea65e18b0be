//! What the code of one kernel does, counted from its instructions.

use std::collections::BTreeMap;
use std::ops::Range;

use propp_base_text::printable;
use propp_code_sass::{
    Class, Cubin, Direction, Flow, Function, Instruction, LineTable, Lines, Location, Opcode, Space,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::loops::{self, Body};
use crate::occurrences::Occurrences;
use crate::stack::Local;
use crate::work::Content;
use propp_code_sites::{Sequence, is_subroutine, sequence};

/// The code of a kernel, without the compiler's subroutines for rare cases.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Code {
    /// Instructions, without padding.
    pub instructions: u32,
    /// Of these, opcodes that propp does not know.
    pub unknown: u32,
    /// Instructions of each class, by the number of loops around them.
    pub classes: BTreeMap<String, Vec<u32>>,
    pub accesses: Vec<Access>,
    pub local: Local,
    /// Barriers of the block.
    pub barriers: Occurrences,
    pub shuffles: Occurrences,
    pub atomics_global: Occurrences,
    pub atomics_shared: Occurrences,
    pub tensor: Occurrences,
    /// Arithmetic in double precision.
    pub double: Occurrences,
    /// Conversions from single to double precision.
    pub to_double: Occurrences,
    /// Conversions from double to single precision.
    pub to_single: Occurrences,
    /// Divisions and remainders of integers of at most 32 bits by a variable.
    pub divisions: Occurrences,
    /// The same of 64 bits.
    pub long_divisions: Occurrences,
    /// Divisions, roots and reciprocals of floating-point numbers that have a slow way.
    pub slow_paths: Occurrences,
    /// Functions that are called, with the number of calls.
    pub calls: BTreeMap<String, u32>,
    /// Calls of which the function is not known, such as those by pointer.
    pub unresolved_calls: u32,
    /// Instructions of the compiler's subroutines behind the kernel, which are not counted
    /// above.
    pub subroutine_instructions: u32,
    pub loops: Vec<Body>,
    /// What is in no loop.
    #[serde(skip)]
    pub outside: Option<Body>,
    /// To find the kernel under another name.
    #[serde(skip)]
    pub content: Content,
}

/// Accesses of one sort at one loop depth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Access {
    pub space: &'static str,
    pub direction: &'static str,
    /// Bits that a thread moves; none for units that move blocks.
    pub width: Option<u16>,
    /// Loops around them.
    pub depth: usize,
    pub count: u32,
    /// Source line of the first, where the code has line information.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    #[serde(skip)]
    offset: u64,
}

type AccessKey = (Space, Direction, Option<u16>, usize);

impl Code {
    /// Reads the instructions of a kernel.
    pub fn new(cubin: &Cubin<'_>, lines: Option<&Lines<'_>>, kernel: &Function<'_>) -> Self {
        let instructions: Vec<Instruction> = kernel.instructions().collect();
        let flow = Flow::of_instructions(kernel, &instructions);
        let depths = loops::depths(&flow, &instructions);
        let subroutines = subroutines(cubin, kernel);
        let own = |i: &&(&Instruction, usize)| !loops::is_in(&subroutines, i.0.offset);
        let all: Vec<(&Instruction, usize)> = instructions.iter().zip(depths).collect();
        let counted: Vec<(&Instruction, usize)> = all
            .iter()
            .filter(own)
            .filter(|(i, _)| i.opcode.name() != Some("NOP"))
            .copied()
            .collect();
        let mut code = Self {
            instructions: counted.len() as u32,
            subroutine_instructions: (all.len() - all.iter().filter(own).count()) as u32,
            loops: loops::bodies(&flow, &instructions, &subroutines),
            outside: Some(loops::outside(counted.iter().copied())),
            content: Content::of(counted.iter().map(|(instruction, _)| *instruction)),
            ..Self::default()
        };
        let mut accesses: BTreeMap<AccessKey, (u32, u64)> = BTreeMap::new();
        for &(instruction, depth) in &counted {
            code.note(cubin, kernel, instruction, depth, &mut accesses);
        }
        let calls_own = code.calls.keys().any(|name| !is_subroutine(name));
        code.local = Local::of(counted.iter().copied(), calls_own || code.unresolved_calls > 0);
        code.accesses = accesses.into_iter().map(Access::from).collect();
        // A division of 64 bits has one of 32 beside it.
        code.divisions.count = code.divisions.count.saturating_sub(code.long_divisions.count);
        code.divisions.in_loops =
            code.divisions.in_loops.saturating_sub(code.long_divisions.in_loops);
        if let Some(table) = lines.and_then(|lines| lines.table(kernel)) {
            code.add_lines(&table);
        }
        code
    }

    fn note<'a>(
        &mut self,
        cubin: &Cubin<'a>,
        kernel: &Function<'a>,
        instruction: &Instruction,
        depth: usize,
        accesses: &mut BTreeMap<AccessKey, (u32, u64)>,
    ) {
        let offset = instruction.offset;
        let Opcode::Known { name, class } = instruction.opcode else {
            self.unknown += 1;
            return;
        };
        let by_depth = match self.classes.get_mut(class.name()) {
            Some(by_depth) => by_depth,
            None => self.classes.entry(class.name().to_owned()).or_default(),
        };
        by_depth.resize(by_depth.len().max(depth + 1), 0);
        by_depth[depth] += 1;
        if let Some(memory) = instruction.memory {
            let key = (memory.space, memory.direction, memory.width, depth);
            accesses.entry(key).or_insert((0, offset)).0 += 1;
        }
        match (class, instruction.memory.map(|memory| memory.space)) {
            (Class::Atomic, Some(Space::Shared | Space::Cluster)) => {
                self.atomics_shared.note(offset, depth);
            }
            (Class::Atomic, _) => self.atomics_global.note(offset, depth),
            (Class::Tensor, _) => self.tensor.note(offset, depth),
            (Class::Float64, _) => self.double.note(offset, depth),
            _ => {}
        }
        match name {
            "BAR" => self.barriers.note(offset, depth),
            "SHFL" => self.shuffles.note(offset, depth),
            _ => {}
        }
        let called = if name == "CALL" { cubin.called(kernel, instruction) } else { None };
        match called {
            Some(called) => *self.calls.entry(called.to_owned()).or_default() += 1,
            None if name == "CALL" && !is_jump(kernel, instruction) => self.unresolved_calls += 1,
            None => {}
        }
        match sequence(instruction, called) {
            Some(Sequence::IntegerDivision) => self.divisions.note(offset, depth),
            Some(Sequence::LongDivision) => self.long_divisions.note(offset, depth),
            Some(Sequence::SlowPath) => self.slow_paths.note(offset, depth),
            Some(Sequence::FromSingleToDouble) => self.to_double.note(offset, depth),
            Some(Sequence::FromDoubleToSingle) => self.to_single.note(offset, depth),
            None => {}
        }
    }

    /// The source lines of what was counted.
    fn add_lines(&mut self, table: &LineTable<'_, '_>) {
        let line = |offset: u64| table.at(offset).map(|location| own_line(&location));
        let Self { local, loops, outside, accesses, .. } = self;
        let traffics = local.traffics().into_iter().flat_map(|t| [&mut t.loads, &mut t.stores]);
        let others = [
            &mut self.barriers,
            &mut self.shuffles,
            &mut self.atomics_global,
            &mut self.atomics_shared,
            &mut self.tensor,
            &mut self.double,
            &mut self.to_double,
            &mut self.to_single,
            &mut self.divisions,
            &mut self.long_divisions,
            &mut self.slow_paths,
        ];
        for one in traffics.chain(others).filter(|one| one.count > 0) {
            one.line = line(one.offset);
        }
        for body in loops.iter_mut().chain(outside) {
            body.line = line(body.offset);
        }
        for access in accesses {
            access.line = line(access.offset);
        }
    }

    /// Accesses to global memory, also by generic addresses.
    pub fn global(&self) -> impl Iterator<Item = &Access> {
        self.accesses.iter().filter(|access| {
            matches!(access.space, "global" | "generic")
                && matches!(access.direction, "load" | "store")
        })
    }
}

impl From<(AccessKey, (u32, u64))> for Access {
    fn from((key, (count, offset)): (AccessKey, (u32, u64))) -> Self {
        let (space, direction, width, depth) = key;
        let (space, direction) = (space.name(), direction.name());
        Self { space, direction, width, depth, count, line: None, offset }
    }
}

/// Whether a call goes to a place of the kernel where no function begins. ptxas 12.9 leaves loops
/// in this way.
fn is_jump(kernel: &Function<'_>, call: &Instruction) -> bool {
    let target = call.target.and_then(|target| usize::try_from(target).ok());
    target.is_some_and(|target| target < kernel.code.len())
}

/// The innermost line that is in no header of the CUDA toolkit; the innermost of all if all are.
fn own_line(location: &Location<'_>) -> String {
    let frames = || std::iter::once(&location.frame).chain(&location.inlined);
    let frame = frames().find(|frame| !is_of_toolkit(&frame.file.path()));
    let frame = frame.unwrap_or(&location.frame);
    let file = frame.file.name.rsplit('/').next().unwrap_or_default();
    format!("{}:{}", printable(file), frame.line)
}

/// `/usr/local/cuda-13.0/…/include/…`, or where pip and conda put a toolkit.
fn is_of_toolkit(path: &str) -> bool {
    let is_toolkit = |folder: &str| {
        let version = folder.strip_prefix("cuda-").or_else(|| folder.strip_prefix("cu"));
        let has_version =
            version.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        has_version || ["cuda", "x86_64-linux", "sbsa-linux"].contains(&folder)
    };
    let mut folders = path.split('/');
    folders.any(is_toolkit) && folders.any(|folder| folder == "include")
}

/// Where in the kernel's code the compiler's own functions are, in the order of the code.
fn subroutines(cubin: &Cubin<'_>, kernel: &Function<'_>) -> Vec<Range<u64>> {
    let inner = cubin.inside(kernel).filter(|inner| is_subroutine(inner.name));
    let ranges = inner.filter_map(|inner| {
        let start = kernel.offset_of(inner)?;
        Some(start..start.saturating_add(inner.code.len() as u64))
    });
    ranges.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_the_toolkit_are_known_by_their_folders() {
        for path in [
            "/usr/local/cuda-13.0/targets/x86_64-linux/include/cuda_fp16.hpp",
            "/usr/local/cuda/include/crt/math_functions.hpp",
            "/env/lib/python3.11/site-packages/nvidia/cu13/include/cccl/cub/warp.cuh",
        ] {
            assert!(is_of_toolkit(path), "{path}");
        }
        for path in ["/home/me/cuda-course/include/tile.cuh", "src/include/a.cuh", "kernel.cu"] {
            assert!(!is_of_toolkit(path), "{path}");
        }
    }
}
