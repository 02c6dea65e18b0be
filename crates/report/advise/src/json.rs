//! The arrays of kernels for programs.
//!
//! The structures here are the format. Their JSON Schema is derived from them, published by
//! `propp advise --schema`, and kept in `docs/schema/advise-1.schema.json`. Fields are added, never
//! renamed; anything else makes `propp.advise/2`.

use propp_code_lines::Place;
use propp_judge_hints::Expected;
use schemars::JsonSchema;
use serde::Serialize;

use crate::arrays::{Array, Base, Use};
use crate::edit::Edit;
use crate::guideline::Guideline;
use crate::kernel::Advised;
use crate::words::{COUNTERS, memory};

const SCHEMA: &str = "propp.advise/1";

/// The kernels as indented JSON.
pub fn render(kernels: &[Advised<'_>], without: &[String]) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA.to_owned(),
        propp_version: env!("CARGO_PKG_VERSION").to_owned(),
        counters: COUNTERS.map(str::to_owned).to_vec(),
        kernels: kernels.iter().map(kernel).collect(),
        without: without.to_vec(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the document.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document))? + "\n")
}

/// The arrays of kernels and what to change.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp advise")]
struct Document {
    /// Always `propp.advise/1`.
    schema: String,
    /// The version of propp that wrote this document.
    propp_version: String,
    /// The counters of instructions that amounts are sums of.
    counters: Vec<String>,
    /// The kernels whose instructions were counted, the one that took most time first.
    kernels: Vec<KernelJson>,
    /// Sentences on kernels that nothing can be said of.
    without: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct KernelJson {
    /// The full demangled name.
    name: String,
    /// Blocks along x, y, z of the launch that was counted.
    grid: [u32; 3],
    /// Threads of a block along x, y, z.
    block: [u32; 3],
    /// The arrays, the most demand first.
    arrays: Vec<ArrayJson>,
    /// What to change.
    guidelines: Vec<GuidelineJson>,
    /// Edits that need no judgement.
    patches: Vec<Edit>,
    /// Sentences on what cannot be told.
    untold: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ArrayJson {
    /// Of the parameter or declaration; several where it is one or the other.
    name: String,
    /// `parameter`, `loaded-pointer`, `shared`, `constant`, `frame` or `unknown`: how the array is known.
    known_by: String,
    /// Its declaration, or the type of its pointer.
    declared: Option<String>,
    /// `global`, `shared`, `local` or `constant`.
    memory: String,
    /// How it is used, such as `only-read`, `broadcast`, `scattered`.
    #[schemars(with = "Vec<String>")]
    uses: Vec<Use>,
    /// Bytes that threads asked to load, to store, and to change by atomics.
    loaded_bytes: u64,
    stored_bytes: u64,
    atomic_bytes: u64,
    /// Sectors of 32 bytes that were accessed, and those that the data fill.
    sectors: u64,
    ideal_sectors: u64,
    /// Passes through shared memory, and those without bank conflicts.
    passes: u64,
    ideal_passes: u64,
    /// Sectors of local memory.
    local_sectors: u64,
    /// Threads of a block that have the same address, by the registers that it is computed from;
    /// null where no load was followed.
    same_for_threads: Option<u64>,
    /// Blocks of the grid that have the same addresses.
    same_for_blocks: Option<u64>,
    /// How many times each byte that device memory delivers is loaded; null where other arrays are
    /// loaded as well.
    loads_of_a_byte: Option<f64>,
    /// Arrays that the index comes from.
    index_from: Vec<String>,
    /// The lines that touch it, the most demand first.
    lines: Vec<LineJson>,
    /// The instructions that touch it, by function and offset.
    instructions: Vec<InstructionJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LineJson {
    file: String,
    line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct InstructionJson {
    function: String,
    offset: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct GuidelineJson {
    /// As hints call it.
    rule: String,
    /// The name of the array; null for what is about the whole kernel.
    array: Option<String>,
    /// What the rule counts, and the array's share of that in the kernel.
    of: Option<String>,
    share: Option<f64>,
    /// The line to edit.
    place: Option<LineJson>,
    /// The edit in words.
    edit: String,
    /// How many times faster a launch should be: at least, likely, at most. Null where there is no
    /// price.
    gain: Option<[f64; 3]>,
    /// Whether pairs of measured kernels stand behind the range.
    calibrated: Option<bool>,
}

fn kernel(advised: &Advised<'_>) -> KernelJson {
    KernelJson {
        name: advised.report.name.full.clone(),
        grid: advised.lines.grid,
        block: advised.lines.block,
        arrays: advised.arrays.iter().map(|one| array(one, advised)).collect(),
        guidelines: advised.guidelines.iter().map(|one| guideline(one, advised)).collect(),
        patches: advised.edits.clone(),
        untold: advised.untold.clone(),
    }
}

fn array(array: &Array, advised: &Advised<'_>) -> ArrayJson {
    let counts = &array.counts;
    let instructions = array.accesses.iter().map(|access| {
        let one = &advised.lines.instructions[access.instruction];
        InstructionJson { function: one.function.clone(), offset: one.offset }
    });
    ArrayJson {
        name: array.name.clone(),
        known_by: known_by(&array.base).to_owned(),
        declared: array.declared.clone(),
        memory: memory(array).to_owned(),
        uses: array.uses(),
        loaded_bytes: array.loaded,
        stored_bytes: array.stored,
        atomic_bytes: array.atomics,
        sectors: counts.sectors,
        ideal_sectors: counts.ideal_sectors,
        passes: counts.wavefronts,
        ideal_passes: counts.ideal_wavefronts,
        local_sectors: counts.local_sectors,
        same_for_threads: array.sharing.map(|sharing| sharing.threads),
        same_for_blocks: array.sharing.map(|sharing| sharing.blocks),
        loads_of_a_byte: array.loads_of_a_byte,
        index_from: array.index_from.clone(),
        lines: array.lines.iter().map(line).collect(),
        instructions: instructions.collect(),
    }
}

fn line(place: &Place) -> LineJson {
    LineJson { file: place.file.clone(), line: place.line }
}

const fn known_by(base: &Base) -> &'static str {
    match base {
        Base::Parameters(_) => "parameter",
        Base::Loaded => "loaded-pointer",
        Base::Shared(_) => "shared",
        Base::Constant(_) => "constant",
        Base::Frame => "frame",
        Base::Unknown => "unknown",
    }
}

fn guideline(one: &Guideline, advised: &Advised<'_>) -> GuidelineJson {
    let (gain, calibrated) = match one.hint.as_ref().map(|hint| &hint.expected) {
        Some(Expected::Time { gain, calibrated, .. }) => {
            (Some([gain.low, gain.likely, gain.high]), Some(*calibrated))
        }
        _ => (None, None),
    };
    GuidelineJson {
        rule: one.rule.name().to_owned(),
        array: one.array.map(|at| advised.arrays[at].name.clone()),
        of: one.share.map(|(of, _)| of.to_owned()),
        share: one.share.map(|(_, share)| share),
        place: one.place.as_ref().map(line),
        edit: one.edit.clone(),
        gain,
        calibrated,
    }
}
