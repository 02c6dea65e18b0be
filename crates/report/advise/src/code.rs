//! The code of a kernel and what its sources say of it.

use std::collections::{BTreeMap, BTreeSet};

use propp_code_lines::KernelLines;
use propp_code_sass::{Flow, Function};

use crate::origin::Origin;
use crate::origins;
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

impl<'a> Code<'a> {
    pub(crate) fn new(function: &Function<'_>, lines: &KernelLines, files: &'a Files) -> Self {
        let demangled = propp_base_names::demangle(&lines.symbol);
        let own_name = defined_name(&demangled);
        let definition = files
            .iter()
            .find_map(|(path, file)| Some((path.as_str(), file.source.kernel(own_name)?)));
        let of_source = definition.as_ref().map(|(path, kernel)| (&files[*path].source, kernel));
        let (origins, constants) = origins::of_function(function);
        Self {
            constants,
            declared_constants: files.values().flat_map(|file| file.source.constants()).collect(),
            arguments: arguments(&demangled, &function.resources.parameter, of_source),
            origins,
            shared: shared(lines, files),
            files,
            flow: Flow::of(function),
            definition,
        }
    }

    /// A bit for each loop around an instruction.
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
