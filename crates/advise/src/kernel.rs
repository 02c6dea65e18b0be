//! What is known of a kernel: its compiled code, its counts, and its sources.

use std::collections::{BTreeMap, BTreeSet};

use propp_analysis::KernelReport;
use propp_hints::Advice;
use propp_lines::KernelLines;
use propp_names::demangle;
use propp_recording::Recording;
use propp_sass::{Cubin, Flow};

use crate::arrays::{Array, arrays};
use crate::guideline::{Guideline, guidelines};
use crate::origins::{self, Origin};
use crate::patch::{Edit, edits};
use crate::signature::{Argument, arguments, defined_name};
use crate::source::{Kernel, Source};

/// A source file: where it was found, and its text.
#[derive(Clone, Debug)]
pub struct File {
    pub path: String,
    pub source: Source,
}

/// Source files by the paths that the code names.
pub type Files = BTreeMap<String, File>;

/// An array in shared memory that the kernel may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SharedArray {
    pub name: String,
    pub declared: String,
    pub file: String,
    pub line: u32,
}

/// The code of a kernel and what its source says of it.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub arguments: Vec<Argument>,
    pub origins: BTreeMap<u32, Origin>,
    /// Offsets of instructions that read what is declared `__constant__`.
    pub constants: BTreeSet<u32>,
    pub shared: Vec<SharedArray>,
    /// Names that the sources declare `__constant__`.
    pub declared_constants: BTreeMap<String, String>,
    pub files: &'a Files,
    /// The file with the kernel's definition.
    pub definition: Option<(&'a str, Kernel)>,
    flow: Flow,
}

impl Code<'_> {
    /// A bit for each loop around an instruction.
    #[must_use]
    pub(crate) fn loops_at(&self, offset: u32) -> u16 {
        let mut around = 0;
        let mut next = self.flow.loop_at(offset.into());
        while let Some(number) = next {
            around |= u32::try_from(number).ok().and_then(|n| 1_u16.checked_shl(n)).unwrap_or(0);
            next = self.flow.loops[number].parent;
        }
        around
    }
}

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
///
/// # Errors
/// A sentence on what is missing.
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
    let demangled = demangle(&lines.symbol);
    let own_name = defined_name(&demangled);
    let definition =
        files.iter().find_map(|(path, file)| Some((path.as_str(), file.source.kernel(own_name)?)));
    let of_source = definition.as_ref().map(|(path, kernel)| (&files[*path].source, kernel));
    let (origins, constants) = origins::of_function(function);
    let code = Code {
        constants,
        declared_constants: files.values().flat_map(|file| file.source.constants()).collect(),
        arguments: arguments(&demangled, &function.resources.parameter, of_source),
        origins,
        shared: shared(lines, files),
        files,
        flow: Flow::of(function),
        definition,
    };
    let arrays = arrays(lines, &code);
    let guidelines = guidelines(report, advice, lines, &arrays);
    let edits = edits(report, advice, lines, &arrays, &code);
    let untold = untold(lines, &arrays, &code);
    Ok(Advised { report, lines, arrays, guidelines, edits, untold })
}

/// The edits of all kernels, each once, with the name of its first kernel; those of kernels that take
/// most time first.
#[must_use]
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

/// Arrays in the kernel's function and in those that are inlined into it.
fn shared(lines: &KernelLines, files: &Files) -> Vec<SharedArray> {
    let mut found = Vec::new();
    for (path, file) in files {
        let source = &file.source;
        let own = lines.instructions.iter().flat_map(|one| &one.places);
        let own: Vec<u32> =
            own.filter(|place| place.file == *path).map(|place| place.line).collect();
        for one in source.shared() {
            let Some(within) = &one.within else { continue };
            let around = source.line_of(within.start)..=source.line_of(within.end);
            if own.iter().any(|line| around.contains(line)) {
                found.push(SharedArray {
                    declared: source.code(&one.at).trim().to_owned(),
                    line: source.line_of(one.at.start),
                    file: path.clone(),
                    name: one.name,
                });
            }
        }
    }
    found
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
            "how many different bytes each array has: counters tell what is asked for, not where. \
             Reuse by threads and blocks is told by the registers of the addresses, and within warps \
             by sectors"
                .to_owned(),
        );
    }
    untold
}
