//! Where a kernel is, for messages.

use std::fmt;

use propp_emulate_ptx::Code;

use crate::fault::source_words;
use crate::lanes::LANES;
use crate::launch::Launch;

/// Where a kernel is; in words, its name is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    pub kernel: String,
    pub block: [u32; 3],
    pub line: u32,
    /// File and line of the source, if the PTX says them.
    pub source_line: Option<(String, u32)>,
}

impl fmt::Display for Whereabouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel: _, block, line, source_line } = self;
        write!(f, "block {block:?}, PTX line {line}{}", source_words(source_line))
    }
}

impl Whereabouts {
    pub(crate) fn of(launch: &Launch<'_>, code: &Code, block: [u32; 3], at: u32) -> Self {
        Self {
            kernel: launch.kernel.name.clone(),
            block,
            line: code.instructions.get(at as usize).map_or(0, |own| own.line),
            source_line: source_line(launch, code, at),
        }
    }
}

/// File and line of the source, if the PTX says them.
pub(crate) fn source_line(launch: &Launch<'_>, code: &Code, at: u32) -> Option<(String, u32)> {
    let instruction = code.instructions.get(at as usize)?;
    let place = code.places.get(instruction.place as usize)?;
    Some((launch.module.path(*place)?.to_owned(), place.line))
}

/// The coordinates of a thread of a block.
pub(crate) fn thread_of(launch: &Launch<'_>, warp: usize, lane: usize) -> [u32; 3] {
    let size = launch.block;
    let thread = (warp * LANES + lane) as u32;
    [thread % size[0], thread / size[0] % size[1], thread / (size[0] * size[1])]
}
