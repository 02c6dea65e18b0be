//! What is known of a kernel: its compiled code, its counts, and its sources.

use propp_base_model::counters::DRAM_READ;
use propp_code_lines::KernelLines;
use propp_code_sass::Cubin;
use propp_judge_analysis::KernelReport;
use propp_judge_hints::Advice;
use propp_recording::Recording;

use crate::arrays::Array;
use crate::code::{Code, Files};
use crate::edit::Edit;
use crate::guideline::{Guideline, guidelines};
use crate::patch::edits;
use crate::touched::{arrays, note_reuse};

/// What `propp advise` says of a kernel.
#[derive(Debug)]
pub struct Advised<'a> {
    pub report: &'a KernelReport,
    pub lines: &'a KernelLines,
    pub arrays: Vec<Array>,
    /// What to change, as ordered by the hints; then what the use of arrays tells.
    pub guidelines: Vec<Guideline>,
    pub edits: Vec<Edit>,
    /// Sentences on what cannot be told.
    pub untold: Vec<String>,
}

/// The arrays of a kernel and what to change; an error says what the recording lacks.
pub fn of_kernel<'a>(
    report: &'a KernelReport,
    advice: Option<&'a Advice>,
    recordings: &[&Recording],
    files: &'a Files,
) -> Result<Advised<'a>, String> {
    let lines = report.lines.as_deref().ok_or("its instructions were not counted")?;
    let missing = || "its code is not in the recording".to_owned();
    let hash = lines.hash.as_deref().ok_or_else(missing)?;
    let cubins = recordings.iter().flat_map(|recording| &recording.cubins);
    let cubin = cubins.filter(|cubin| cubin.hash == hash).find_map(|cubin| cubin.unpack());
    let bytes = cubin.ok_or_else(missing)?;
    let cubin =
        Cubin::parse(&bytes).map_err(|error| format!("its code cannot be read: {error}"))?;
    let function = cubin.function(&lines.symbol).ok_or_else(missing)?;
    let code = Code::new(function, lines, files);
    let mut arrays = arrays(lines, &code);
    if let Some(delivered) = report.work.first().and_then(|work| work.counts.get(DRAM_READ)) {
        note_reuse(&mut arrays, *delivered);
    }
    let guidelines = guidelines(report, advice, lines, &arrays);
    let edits = edits(report, advice, lines, &arrays, &code);
    let untold = untold(lines, &arrays, &code);
    Ok(Advised { report, lines, arrays, guidelines, edits, untold })
}

/// The edits of all kernels, each once, with the name of its first kernel; those of kernels that take
/// most time first.
pub fn all_edits(kernels: &[Advised<'_>]) -> Vec<(String, Edit)> {
    let mut all: Vec<(String, Edit)> = Vec::new();
    for kernel in kernels {
        for edit in &kernel.edits {
            let is_it =
                |(_, other): &(String, Edit)| other.file == edit.file && other.range == edit.range;
            if !all.iter().any(is_it) {
                all.push((kernel.report.name.full.clone(), edit.clone()));
            }
        }
    }
    all
}

fn untold(lines: &KernelLines, arrays: &[Array], code: &Code<'_>) -> Vec<String> {
    let mut untold = Vec::new();
    if let Some(reason) = &lines.no_lines {
        untold.push(format!("which lines touch which array: {reason}"));
    } else if code.definition.is_none() {
        untold.push(
            "the names of the parameters: no source has the kernel's definition (a macro, or a file \
             that was not found)"
                .to_owned(),
        );
    }
    if arrays.iter().any(Array::is_global) {
        untold.push(
            "the number of different bytes of each array: counters show how many bytes are \
             requested, not their addresses. Reuse by threads and blocks follows from the \
             registers of the addresses, and reuse within warps from sectors"
                .to_owned(),
        );
    }
    untold
}
