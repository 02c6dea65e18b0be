//! One function of a cubin.

use std::collections::HashMap;
use std::sync::Arc;

use crate::arch::Architecture;
use crate::instruction::{INSTRUCTION_BYTES, Instruction};
use crate::resources::Resources;

/// Whether the host or device code calls a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Kernel,
    Device,
}

/// A function and its code.
///
/// The compiler puts device functions that it does not inline behind the kernel that calls
/// them: the kernel's code holds them, and each is also a function of its own.
#[derive(Clone)]
pub struct Function<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub architecture: Architecture,
    pub code: &'a [u8],
    /// Only registers, stack and frame are known of device functions.
    pub resources: Resources,
    /// Functions that a kernel names and its section does not hold: those of the driver, such as
    /// `malloc`, and kernels that it launches.
    pub externals: Vec<&'a str>,
    pub(crate) section: usize,
    /// Where the function begins in its section.
    pub(crate) start: u64,
    /// Targets of indirect branches, both from the start of the section.
    pub(crate) branch_targets: HashMap<u64, Vec<u64>>,
    /// Functions by the offset of the instruction in the section that names them.
    pub(crate) callees: Arc<HashMap<u64, &'a str>>,
}

impl<'a> Function<'a> {
    pub fn instructions(&self) -> impl Iterator<Item = Instruction> + use<'a> {
        let architecture = self.architecture;
        let code = self.code.chunks_exact(INSTRUCTION_BYTES).zip((0..).step_by(INSTRUCTION_BYTES));
        code.filter_map(move |(bytes, offset)| {
            let word = u128::from_le_bytes(bytes.try_into().ok()?);
            Some(Instruction::decode(architecture, offset, word))
        })
    }

    /// The offset of another function of the same section, from the start of this one.
    pub fn offset_of(&self, inner: &Self) -> Option<u64> {
        if self.section != inner.section {
            return None;
        }
        inner.start.checked_sub(self.start)
    }

    /// The function that the linker puts into the instruction at an offset.
    pub fn callee(&self, offset: u64) -> Option<&'a str> {
        self.callees.get(&self.start.checked_add(offset)?).copied()
    }

    /// Where this function begins in the code of another, if the compiler put it there.
    pub fn offset_in(&self, other: &Self) -> Option<u64> {
        let offset = self.start.checked_sub(other.start)?;
        (self.section == other.section && offset < other.code.len() as u64).then_some(offset)
    }

    /// Where the indirect branch at an offset can go. Empty if the cubin does not say.
    pub fn branch_targets(&self, offset: u64) -> impl Iterator<Item = u64> {
        let targets = self.start.checked_add(offset).and_then(|at| self.branch_targets.get(&at));
        let targets = targets.map_or(&[][..], Vec::as_slice);
        targets.iter().filter_map(|target| target.checked_sub(self.start))
    }
}
