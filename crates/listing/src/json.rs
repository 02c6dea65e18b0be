//! The code of kernels for programs.
//!
//! The structures here are the format. Their JSON Schema is derived from them, published by
//! `propp show --code --schema`, and kept in `docs/schema/code-1.schema.json`. Fields are added,
//! never renamed; anything else makes `propp.code/2`.

use std::collections::BTreeMap;

use propp_lines::Counts;
use schemars::JsonSchema;
use serde::Serialize;

use crate::code::{FunctionCode, Line, Listing, LoopCode, Place};

const SCHEMA: &str = "propp.code/1";

/// The listings as indented JSON.
pub fn render(listings: &[Listing]) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA.to_owned(),
        propp_version: env!("CARGO_PKG_VERSION").to_owned(),
        kernels: listings.iter().map(kernel).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the document.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document))? + "\n")
}

/// The compiled code of kernels, as recorded by propp.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show --code")]
struct Document {
    /// Always `propp.code/1`.
    schema: String,
    /// The version of propp that wrote this document.
    propp_version: String,
    /// An entry for each piece of code: several if modules have kernels of the same name.
    kernels: Vec<KernelJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct KernelJson {
    /// The full demangled name.
    name: String,
    /// The name as the compiler made it.
    symbol: String,
    /// Tells pieces of code apart: the column `hash` of the table `cubin`.
    hash: String,
    /// Such as `sm_90`.
    architecture: String,
    /// Length of the kernel's code.
    code_bytes: usize,
    resources: ResourcesJson,
    /// How many instructions are of each class.
    classes: BTreeMap<String, usize>,
    /// Why there are no source lines; null if there are.
    no_lines: Option<String>,
    /// The kernel, then the functions that it calls and that are not part of its code.
    functions: Vec<FunctionJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ResourcesJson {
    /// Registers of a thread.
    registers: Option<u32>,
    /// The limit that the compiler had.
    max_registers: Option<u32>,
    /// Stack of a thread, with spilled registers and callees.
    stack_bytes: Option<u32>,
    /// The function's own frame.
    frame_bytes: Option<u32>,
    /// Static shared memory of a block, with what the driver reserves.
    shared_bytes: u64,
    /// Local memory as older compilers wrote it.
    local_bytes: u64,
    /// Barriers of a block.
    barriers: u32,
    /// The constant banks of the kernel.
    constants: Vec<ConstantsJson>,
    /// Threads of a block along x, y, z, by launch bounds.
    max_threads: Option<[u32; 3]>,
    /// Threads of a block along x, y, z that the kernel requires.
    required_threads: Option<[u32; 3]>,
    /// Blocks of a cluster along x, y, z that the kernel requires.
    cluster: Option<[u32; 3]>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ConstantsJson {
    bank: u32,
    bytes: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct FunctionJson {
    /// The full demangled name.
    name: String,
    /// The name as the compiler made it.
    symbol: String,
    /// Outer loops before the loops in them.
    loops: Vec<LoopJson>,
    instructions: Vec<InstructionJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LoopJson {
    /// 1 for outermost loops.
    depth: usize,
    /// Offsets at which it is entered: one, or several of an irreducible loop.
    headers: Vec<u64>,
    /// Offset of the first instruction.
    first: u64,
    /// Offset of the last instruction. Not all between need be in the loop.
    last: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct InstructionJson {
    /// Bytes from the start of the function.
    offset: u64,
    /// The 16 bytes as a hexadecimal number.
    encoding: String,
    /// The predicate, such as `@!P0`; null if it runs always.
    guard: Option<String>,
    /// The name without modifiers.
    name: String,
    /// What kind of work it is.
    class: String,
    /// The instruction with modifiers and operands, as nvdisasm prints it; null without nvdisasm.
    text: Option<String>,
    memory: Option<MemoryJson>,
    /// Where it branches to; null for no branch, and for targets that the code does not tell.
    target_offset: Option<u64>,
    /// The label or function that it goes to.
    target: Option<String>,
    /// The label that a branch goes to, or the name of the function that begins here.
    label: Option<String>,
    /// How many loops it is in.
    loop_depth: usize,
    schedule: ScheduleJson,
    /// What a line run counted of it; null without one.
    counts: Option<Counts>,
    /// Where it is from, and the calls that this was inlined through, outwards; empty without
    /// line information.
    source: Vec<PlaceJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct MemoryJson {
    /// Such as `global`.
    space: String,
    /// Such as `load`.
    direction: String,
    /// Bits that a thread moves; null for blocks, textures and surfaces.
    bits: Option<u16>,
    /// What the cache should do; null if the instruction has no such field.
    policy: Option<String>,
}

/// How the instruction is scheduled. The bits lie where published studies of Volta place them.
#[derive(Debug, Serialize, JsonSchema)]
struct ScheduleJson {
    /// Cycles before the warp's next instruction.
    stall: u8,
    may_yield: bool,
    /// The scoreboard that is released when the result is written.
    write_barrier: Option<u8>,
    /// The scoreboard that is released when the operands have been read.
    read_barrier: Option<u8>,
    /// The scoreboards that it waits for, one bit each.
    wait_mask: u8,
    /// The operands that stay in the reuse cache, one bit each.
    reuse: u8,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PlaceJson {
    /// As the compiler recorded it.
    file: String,
    line: u32,
    /// 0 if not recorded.
    column: u32,
    /// The inlined function that the place is in; null in the function itself.
    function: Option<String>,
}

fn kernel(listing: &Listing) -> KernelJson {
    let used = &listing.resources;
    let classes = listing.classes.iter().map(|(class, count)| ((*class).to_owned(), *count));
    KernelJson {
        name: listing.name.clone(),
        symbol: listing.symbol.clone(),
        hash: listing.hash.clone(),
        architecture: listing.architecture.clone(),
        code_bytes: listing.bytes,
        resources: ResourcesJson {
            registers: used.registers,
            max_registers: used.max_registers,
            stack_bytes: used.stack,
            frame_bytes: used.frame,
            shared_bytes: used.shared,
            local_bytes: used.local,
            barriers: used.barriers,
            constants: used.constants.iter().map(constants).collect(),
            max_threads: used.max_threads,
            required_threads: used.required_threads,
            cluster: used.cluster,
        },
        classes: classes.collect(),
        no_lines: listing.no_lines.clone(),
        functions: listing.functions.iter().map(function).collect(),
    }
}

fn constants(&(bank, bytes): &(u32, u64)) -> ConstantsJson {
    ConstantsJson { bank, bytes }
}

fn function(function: &FunctionCode) -> FunctionJson {
    let one_loop = |one: &LoopCode| LoopJson {
        depth: one.depth,
        headers: one.headers.clone(),
        first: one.first,
        last: one.last,
    };
    FunctionJson {
        name: function.name.clone(),
        symbol: function.symbol.clone(),
        loops: function.loops.iter().map(one_loop).collect(),
        instructions: function.lines.iter().map(instruction).collect(),
    }
}

fn instruction(line: &Line) -> InstructionJson {
    InstructionJson {
        offset: line.offset,
        encoding: format!("{:#034x}", line.word),
        guard: line.guard.clone(),
        name: line.name.clone(),
        class: line.class.to_owned(),
        text: line.text.clone(),
        memory: line.memory.map(|memory| MemoryJson {
            space: memory.space.name().to_owned(),
            direction: memory.direction.name().to_owned(),
            bits: memory.width,
            policy: memory.policy.map(|policy| policy.name().to_owned()),
        }),
        target_offset: line.target_offset,
        target: line.target.clone(),
        label: line.label.clone(),
        loop_depth: line.depth,
        schedule: ScheduleJson {
            stall: line.control.stall,
            may_yield: line.control.may_yield,
            write_barrier: line.control.write_barrier,
            read_barrier: line.control.read_barrier,
            wait_mask: line.control.wait_mask,
            reuse: line.control.reuse,
        },
        counts: line.counts,
        source: line.places.iter().map(place).collect(),
    }
}

fn place(place: &Place) -> PlaceJson {
    PlaceJson {
        file: place.file.clone(),
        line: place.line,
        column: place.column,
        function: place.function.as_deref().map(str::to_owned),
    }
}
