//! `propp emulate --check`.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::process::ExitCode;

use propp_base_names::demangle;
use propp_base_text::count;
use propp_collect::{Check, check};
use schemars::JsonSchema;
use serde::Serialize;

use super::common::destination::TableOrJson;
use super::profile::failure;
use super::say::{Result, json_text, no_json, print, print_data};

const SCHEMA: &str = "propp.emulate-check/1";

/// Obstacles of a program's emulation.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "What is in the way of a program's emulation")]
struct Document {
    /// The text is always `propp.emulate-check/1`.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The program, as it was named.
    program: String,
    /// The GPU, as `--gpu` names it.
    gpu: String,
    /// Whether nothing is in the way. Then the exit code is 0, otherwise 1.
    clean: bool,
    /// Obstacles of the whole program, such as a static runtime.
    problems: Vec<String>,
    /// Kernels of the program's own file, executable or not.
    kernels: usize,
    /// Kernels that cannot be executed.
    refused: Vec<RefusedKernel>,
    /// Calls of the CUDA runtime and driver that are not emulated, in alphabetical order.
    calls: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct RefusedKernel {
    /// The demangled name of the kernel.
    name: String,
    symbol: String,
    /// All that cannot be executed, each feature once.
    reasons: Vec<RefusalReason>,
}

#[derive(Serialize, JsonSchema)]
struct RefusalReason {
    /// Line of the PTX where it is first. Of a program compiled with `-rdc=true`, a line of one of
    /// its translation units.
    line: u32,
    /// The reason, with the instruction in quotes.
    reason: String,
}

/// The JSON Schema of the document.
pub(super) fn schema() -> Result<String> {
    let schema = schemars::schema_for!(Document);
    Ok(serde_json::to_string_pretty(&schema).map_err(no_json)? + "\n")
}

pub(super) fn run(command: &[OsString], gpu: &str, format: TableOrJson) -> Result<ExitCode> {
    let found = check(command, gpu).map_err(failure)?;
    let program = command.first().map(|name| name.to_string_lossy().into_owned());
    let document = document(found, program.unwrap_or_default(), gpu);
    match format {
        TableOrJson::Json => print_data(&json_text(&document)?)?,
        TableOrJson::Table => print(&text(&document))?,
    }
    Ok(if document.clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn document(found: Check, program: String, gpu: &str) -> Document {
    let clean = found.is_clean();
    let refused = found.refused.into_iter().map(|kernel| RefusedKernel {
        name: demangle(&kernel.symbol),
        symbol: kernel.symbol,
        reasons: { kernel.reasons.into_iter() }
            .map(|error| RefusalReason { line: error.line, reason: error.reason.to_string() })
            .collect(),
    });
    Document {
        schema: SCHEMA,
        program,
        gpu: gpu.to_owned(),
        clean,
        problems: found.problems,
        kernels: found.kernels,
        refused: refused.collect(),
        calls: found.calls,
    }
}

fn text(document: &Document) -> String {
    let Document { program, kernels, refused, calls, problems, .. } = document;
    let mut out = String::new();
    let known = count(*kernels as u64, "kernel", "kernels");
    if document.clean {
        let _ = writeln!(out, "{program}: {known}; nothing is in the way of its emulation");
        return out;
    }
    let (kernels_refused, calls_missing) =
        (refused.len(), count(calls.len() as u64, "missing call", "missing calls"));
    let _ = writeln!(out, "{program}: {known}, {kernels_refused} refused; {calls_missing}");
    for problem in problems {
        let _ = writeln!(out, "\nProgram: {problem}");
    }
    for kernel in refused {
        let _ = writeln!(out, "\nRefused kernel: {}", kernel.name);
        for reason in &kernel.reasons {
            let _ = writeln!(out, "  PTX line {}: {}", reason.line, reason.reason);
        }
    }
    if !calls.is_empty() {
        let _ = writeln!(
            out,
            "\nCalls that fail with cudaErrorNotSupported (propp explain engine lists those that \
             are emulated):"
        );
        for call in calls {
            let _ = writeln!(out, "  {call}");
        }
    }
    out
}
