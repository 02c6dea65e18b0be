//! A captured launch in a file: its code, its parameters, and the memory that it can reach, before and
//! after.
//!
//! A file begins with [`MAGIC`] and the version of its layout (4 bytes, little endian). Then come
//! blocks: the length of the contents, the length of the compressed contents (LZ4), the CRC-32 of the
//! contents (4 bytes each), and the compressed contents, which are a frame as
//! [`propp_recording_wire`] encodes it. The frames are those that the injected library sends: who the
//! process was, its GPU, [`Captured`], the contents of the memory piece by piece, and how the capture
//! ended. A file without the last was not finished. Of a file from which pages were left out because the
//! launch does not touch them, their places are there, and they are read as zeros.

mod file;

use propp_recording_wire::{Captured, Device, Hello};

pub use file::{Head, LaunchError, Writer, head, is_launch, read, read_within, write};

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"propplch";

/// The layout of a file. Increased with every change.
pub const FORMAT: u32 = 4;

/// The oldest layout that is read: without PTX, left out pages and the stack, otherwise the same.
pub const OLDEST: u32 = 1;

#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The process that launched it.
    pub process: Hello,
    /// Its GPU, if the driver described it.
    pub device: Option<Device>,
    pub captured: Captured,
    /// Bytes of stack that a thread had; none in older files, and if the driver did not say.
    pub stack: Option<u64>,
    /// The cubin of the kernel's module.
    pub code: Vec<u8>,
    /// The PTX of the module, one text for each translation unit. Empty if none was found.
    pub ptx: Vec<Vec<u8>>,
    /// In the order of [`Captured::memory`].
    pub memory: Vec<Region>,
    /// In the order of [`Captured::variables`].
    pub variables: Vec<Region>,
}

/// The contents of an allocation or a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    pub before: Vec<u8>,
    /// The parts that the launch changed: offset and new contents, ascending, without gaps of zero
    /// length or overlap.
    pub after: Vec<(usize, Vec<u8>)>,
    /// The parts that the file does not have, offset and length, ascending. They are zeros in `before`.
    pub left_out: Vec<(usize, usize)>,
}

impl Launch {
    /// Bytes of memory that the launch can reach.
    pub fn bytes(&self) -> u64 {
        self.memory.iter().map(|region| region.before.len() as u64).sum()
    }

    /// Bytes of memory that the file has; fewer than [`Launch::bytes`] if untouched pages were left out.
    pub fn kept_bytes(&self) -> u64 {
        let left_out = self.memory.iter().flat_map(|region| &region.left_out);
        self.bytes() - left_out.map(|(_, bytes)| *bytes as u64).sum::<u64>()
    }

    /// Keeps these parts of each allocation, offset and end, ascending, and what the launch changed; zeros
    /// stand for the rest.
    pub fn keep(&mut self, touched: &[Vec<(usize, usize)>]) {
        for (region, touched) in self.memory.iter_mut().zip(touched) {
            let changed = region.after.iter().map(|(from, bytes)| (*from, from + bytes.len()));
            let mut kept: Vec<(usize, usize)> = touched.iter().copied().chain(changed).collect();
            kept.sort_unstable();
            kept.push((region.before.len(), region.before.len()));
            let mut end = 0;
            let mut left_out = Vec::new();
            for (from, to) in kept {
                if from > end {
                    region.before[end..from].fill(0);
                    left_out.push((end, from - end));
                }
                end = end.max(to);
            }
            region.left_out = left_out;
        }
    }

    /// Bytes of pages that the launch changed.
    pub fn changed_bytes(&self) -> u64 {
        let regions = self.memory.iter().chain(&self.variables);
        regions.flat_map(|region| &region.after).map(|(_, bytes)| bytes.len() as u64).sum()
    }

    /// The parameters as one block, as the kernel has them.
    pub fn parameter_block(&self) -> Vec<u8> {
        let mut block = Vec::new();
        for parameter in &self.captured.parameters {
            let (from, value) = (parameter.offset as usize, &parameter.value.0);
            block.resize(block.len().max(from + value.len()), 0);
            block[from..from + value.len()].copy_from_slice(value);
        }
        block
    }
}
