//! The code of kernels, instruction by instruction, with the counts of a line run.
//!
//! The structures here are the format of `propp show --code --format json`. Their JSON Schema is
//! derived from them, published by `propp show --code --schema`, and kept in
//! `docs/schema/code-1.schema.json`. Fields are added, never renamed; anything else makes
//! `propp.code/2`.

pub mod json;
mod pieces;
mod read;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::{Counts, KernelLines};

pub use pieces::{Piece, is_launched, pieces, why_none};
pub use read::{Operands, list};

// The code of a kernel and of the functions that it calls.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KernelJson")]
pub struct Listing {
    /// The full demangled name.
    pub name: String,
    /// The name as the compiler made it.
    pub symbol: String,
    /// Tells pieces of code apart: the column `hash` of the table `cubin`.
    pub hash: String,
    /// Such as `sm_90`.
    pub architecture: String,
    /// Length of the kernel's code.
    // Without the functions in other sections.
    pub code_bytes: usize,
    pub resources: Resources,
    /// How many instructions are of each class.
    // The most first.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "BTreeMap<String, usize>")]
    pub classes: Vec<(&'static str, usize)>,
    /// Why there are no source lines; null if there are.
    pub no_lines: Option<String>,
    /// The kernel, then the functions that it calls and that are not part of its code.
    pub functions: Vec<Function>,
    #[serde(skip)]
    pub has_operands: bool,
    // Blocks and threads of the launch whose instructions were counted.
    #[serde(skip)]
    pub counted: Option<[[u32; 3]; 2]>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResourcesJson")]
pub struct Resources {
    /// Registers of a thread.
    pub registers: Option<u32>,
    /// The limit that the compiler had.
    pub max_registers: Option<u32>,
    /// Stack of a thread, with spilled registers and callees.
    pub stack_bytes: Option<u32>,
    /// The function's own frame.
    pub frame_bytes: Option<u32>,
    /// Static shared memory of a block, with what the driver reserves.
    pub shared_bytes: u64,
    /// Local memory as older compilers wrote it.
    pub local_bytes: u64,
    /// Barriers of a block.
    pub barriers: u32,
    /// The constant banks of the kernel.
    pub constants: Vec<ConstantBank>,
    /// Threads of a block along x, y, z, by launch bounds.
    pub max_threads: Option<[u32; 3]>,
    /// Threads of a block along x, y, z that the kernel requires.
    pub required_threads: Option<[u32; 3]>,
    /// Blocks of a cluster along x, y, z that the kernel requires.
    pub cluster: Option<[u32; 3]>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ConstantsJson")]
pub struct ConstantBank {
    pub bank: u32,
    pub bytes: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FunctionJson")]
pub struct Function {
    /// The full demangled name.
    pub name: String,
    /// The name as the compiler made it.
    pub symbol: String,
    /// Outer loops before the loops in them.
    pub loops: Vec<Loop>,
    pub instructions: Vec<Instruction>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LoopJson")]
pub struct Loop {
    /// 1 for outermost loops.
    pub depth: usize,
    /// Offsets at which it is entered: one, or several of an irreducible loop.
    pub headers: Vec<u64>,
    /// Offset of the first instruction.
    pub first: u64,
    /// Offset of the last instruction. Not all between need be in the loop.
    pub last: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InstructionJson")]
pub struct Instruction {
    /// Bytes from the start of the function.
    pub offset: u64,
    /// The 16 bytes as a hexadecimal number.
    pub encoding: String,
    /// The predicate, such as `@!P0`; null if it runs always.
    pub guard: Option<String>,
    /// The name without modifiers.
    pub name: String,
    /// What kind of work it is.
    pub class: &'static str,
    /// The instruction with modifiers and operands, as nvdisasm prints it; null without nvdisasm.
    // Without its guard.
    pub text: Option<String>,
    pub memory: Option<Memory>,
    /// Where it branches to; null for no branch, and for targets that the code does not tell.
    pub target_offset: Option<u64>,
    /// The label or function that it goes to.
    pub target: Option<String>,
    /// The label that a branch goes to, or the name of the function that begins here.
    pub label: Option<String>,
    /// How many loops it is in.
    pub loop_depth: usize,
    pub schedule: Schedule,
    /// What a line run counted of it; null without one.
    pub counts: Option<Counts>,
    /// Where it is from, and the calls that this was inlined through, outwards; empty without
    /// line information.
    pub source: Vec<SourcePlace>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemoryJson")]
pub struct Memory {
    /// Such as `global`.
    pub space: &'static str,
    /// Such as `load`.
    pub direction: &'static str,
    /// Bits that a thread moves; null for blocks, textures and surfaces.
    pub bits: Option<u16>,
    /// What the cache should do; null if the instruction has no such field.
    pub policy: Option<&'static str>,
}

/// How the instruction is scheduled. The bits lie where published studies of Volta place them.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ScheduleJson")]
pub struct Schedule {
    /// Cycles before the warp's next instruction.
    pub stall: u8,
    pub may_yield: bool,
    /// The scoreboard that is released when the result is written.
    pub write_barrier: Option<u8>,
    /// The scoreboard that is released when the operands have been read.
    pub read_barrier: Option<u8>,
    /// The scoreboards that it waits for, one bit each.
    pub wait_mask: u8,
    /// The operands that stay in the reuse cache, one bit each.
    pub reuse: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PlaceJson")]
pub struct SourcePlace {
    /// As the compiler recorded it.
    pub file: String,
    pub line: u32,
    /// 0 if not recorded.
    pub column: u32,
    /// The inlined function that the place is in; null in the function itself.
    #[serde(serialize_with = "text")]
    pub function: Option<Arc<str>>,
}

fn by_name<S: Serializer>(classes: &[(&str, usize)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(classes.iter().copied().collect::<BTreeMap<&str, usize>>())
}

fn text<S: Serializer>(text: &Option<Arc<str>>, to: S) -> Result<S::Ok, S::Error> {
    text.as_deref().serialize(to)
}

impl Listing {
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
            for line in &mut function.instructions {
                line.counts = counts.get(&(function.symbol.as_str(), line.offset)).copied();
            }
        }
    }

    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.functions.iter().flat_map(|function| &function.instructions)
    }

    pub fn loops(&self) -> impl Iterator<Item = &Loop> {
        self.functions.iter().flat_map(|function| &function.loops)
    }
}
