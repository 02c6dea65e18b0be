//! The lines of kernels for programs.
//!
//! The structures here are the format. Their JSON Schema is derived from them, published by
//! `propp show --lines --schema`, and kept in `docs/schema/lines-1.schema.json`. Fields are added,
//! never renamed; anything else makes `propp.lines/2`.

use propp_code_lines::{Counts, Instruction, Line, Place, Sources};
use propp_judge_hints::Advised;
use schemars::JsonSchema;
use serde::Serialize;

use super::{LineRow, Shares, hottest, rows};

const SCHEMA: &str = "propp.lines/1";

/// The kernels whose instructions were counted as indented JSON; of each as many of the lines that
/// take most, and if these are not all, their instructions alone.
pub fn render(
    advised: &Advised<'_>,
    sources: &Sources,
    most: usize,
) -> Result<String, serde_json::Error> {
    let counted = advised.kernels().filter_map(|(kernel, advice)| {
        let shares = Shares::of(kernel, advice)?;
        let mut rows = rows(&shares);
        let is_all = hottest(&mut rows, most) == 0;
        let is_shown = |place: Option<&Place>, one: Option<&Instruction>| {
            let is_own = |row: &LineRow<'_>| match (row.place, one) {
                (Some(own), _) => place == Some(own),
                (None, Some(one)) => {
                    row.function == Some(&one.function) && row.offset == Some(one.offset)
                }
                (None, None) => false,
            };
            is_all || rows.iter().any(is_own)
        };
        Some(kernel_json(kernel.number, &shares, sources, &is_shown))
    });
    let document = Document {
        schema: SCHEMA.to_owned(),
        propp_version: env!("CARGO_PKG_VERSION").to_owned(),
        kernels: counted.collect(),
        doubts: sources.doubts.clone(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the document.
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document))? + "\n")
}

/// What the source lines and instructions of kernels ask for, as counted by propp.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show --lines")]
struct Document {
    /// Always `propp.lines/1`.
    schema: String,
    /// The version of propp that wrote this document.
    propp_version: String,
    /// The kernels in the order of the report.
    kernels: Vec<KernelJson>,
    /// Why some source files may not be the ones that were compiled.
    doubts: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct KernelJson {
    /// The kernel's number in the report, which `-k` takes.
    number: usize,
    /// The full demangled name.
    name: String,
    /// The name as the compiler made it.
    symbol: String,
    /// The code that was counted, as in `propp show --code`; null if it is not in the recording.
    hash: Option<String>,
    /// Blocks of the launch along x, y, z.
    grid: [u32; 3],
    /// Threads of a block along x, y, z.
    block: [u32; 3],
    /// The NVTX range around the launch.
    nvtx: Option<String>,
    /// Why there are no source lines; null if there are.
    no_lines: Option<String>,
    /// The share of the predicted time that no instruction causes: above all what a launch takes by
    /// itself; null without a prediction.
    time_outside: Option<f64>,
    /// All instructions together.
    total: Counts,
    /// In the order of file and number, those that ran.
    lines: Vec<LineJson>,
    /// In the order of the code, those that ran.
    instructions: Vec<InstructionJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LineJson {
    file: String,
    line: u32,
    /// The line's text; null if the file was not found.
    text: Option<String>,
    /// The line's share of the kernel's predicted time; null without a prediction.
    time_share: Option<f64>,
    /// Rules of the hints that are about this line.
    hints: Vec<String>,
    counts: Counts,
}

#[derive(Debug, Serialize, JsonSchema)]
struct InstructionJson {
    /// The function as the compiler named it.
    function: String,
    /// Bytes from the function's beginning.
    offset: u32,
    /// The name without operands; empty if the code is not in the recording.
    opcode: String,
    /// Loops around it.
    loop_depth: usize,
    /// Where it comes from, and the calls that this was inlined through, outwards.
    source: Vec<PlaceJson>,
    /// Its share of the kernel's predicted time; null without a prediction.
    time_share: Option<f64>,
    /// The instructions whose results it waits for, by their offsets in the function.
    waits_for: Vec<u32>,
    counts: Counts,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PlaceJson {
    file: String,
    line: u32,
}

fn kernel_json(
    number: usize,
    shares: &Shares<'_>,
    sources: &Sources,
    is_shown: &dyn Fn(Option<&Place>, Option<&Instruction>) -> bool,
) -> KernelJson {
    let lines = shares.lines;
    let line = |line: &Line| LineJson {
        file: line.place.file.clone(),
        line: line.place.line,
        text: sources.text(&line.place).map(str::to_owned),
        time_share: shares.of_time(&line.counts),
        hints: shares.hints_at(&line.place).map(|hint| hint.rule.name().to_owned()).collect(),
        counts: line.counts,
    };
    let instruction = |one: &Instruction| InstructionJson {
        function: one.function.clone(),
        offset: one.offset,
        opcode: one.opcode.clone(),
        loop_depth: one.depth,
        source: one.places.iter().map(place).collect(),
        time_share: shares.of_time(&one.counts),
        waits_for: one.waits_for.clone(),
        counts: one.counts,
    };
    let ran = Counts::ran;
    KernelJson {
        number,
        name: lines.name(),
        symbol: lines.symbol.clone(),
        hash: lines.hash.clone(),
        grid: lines.grid,
        block: lines.block,
        nvtx: lines.nvtx.clone(),
        no_lines: lines.no_lines.clone(),
        time_outside: shares.outside(),
        total: lines.total,
        lines: (lines.lines.iter())
            .filter(|line| ran(&line.counts) && is_shown(Some(&line.place), None))
            .map(line)
            .collect(),
        instructions: (lines.instructions.iter())
            .filter(|one| ran(&one.counts) && is_shown(one.own_place(), Some(one)))
            .map(instruction)
            .collect(),
    }
}

fn place(place: &Place) -> PlaceJson {
    PlaceJson { file: place.file.clone(), line: place.line }
}
