//! One kernel for one architecture.

use propp_base_names::KernelName;
use propp_code_fatbin::{CubinFacts, Target};
use propp_code_sass::{Cubin, Function, Lines};
use schemars::JsonSchema;
use serde::Serialize;

use crate::code::Code;
use crate::resources::Resources;

#[derive(Clone, Debug)]
pub struct Kernel {
    pub name: KernelName,
    pub target: Target,
    pub compiler: Option<String>,
    /// False for code of `-dc`: what it calls in other files is missing.
    pub is_linked: bool,
    /// Where it is. Several if files or members of an archive have the same code.
    pub places: Vec<Place>,
    pub resources: Resources,
    pub code: Code,
    /// Of the instructions, to find copies.
    pub(crate) fingerprint: u64,
}

/// Where a cubin is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PlaceJson")]
pub struct Place {
    /// The place of the file in `files`.
    pub file: usize,
    /// The member of an archive.
    pub member: Option<String>,
    /// Offset in the file.
    // That of the cubin's header.
    pub offset: u64,
}

impl Kernel {
    pub(crate) fn new(
        cubin: &Cubin<'_>,
        lines: Option<&Lines<'_>>,
        kernel: &Function<'_>,
        target: Target,
        facts: &CubinFacts,
        place: &Place,
    ) -> Self {
        Self {
            name: KernelName::from_symbol(kernel.name),
            target,
            compiler: facts.compiler.clone(),
            is_linked: !facts.is_relocatable,
            places: vec![place.clone()],
            resources: Resources::of(kernel),
            code: Code::new(cubin, lines, kernel),
            fingerprint: fingerprint(kernel.code),
        }
    }

    /// Whether the other is the same code under the same name.
    pub(crate) fn is_copy_of(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && self.target == other.target
            && self.name.symbol == other.name.symbol
            && self.resources == other.resources
    }
}

fn fingerprint(code: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(code);
    hasher.finish()
}
