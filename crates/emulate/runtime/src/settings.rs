//! What a program asks of the device and its streams, and may ask back.

use std::collections::HashMap;

use crate::status::{self, Status};

/// Limits of the device by their numbers in `cudaLimit`, as a GPU of these attributes has them at
/// first: stack of a thread, buffer of `printf`, heap, launches within kernels that wait, bytes that
/// L2 fetches at most, and bytes that stay in L2.
const LIMITS: [(i32, usize); 6] =
    [(0, 1024), (1, 1 << 20), (2, 8 << 20), (4, 2048), (5, 64), (6, 0)];

#[derive(Debug, Default)]
pub(crate) struct Settings {
    limits: HashMap<i32, usize>,
    /// The preference of L1 or shared memory.
    pub(crate) cache: i32,
    pub(crate) flags: u32,
    /// Flags and priority of each stream that was made with them.
    pub(crate) streams: HashMap<usize, (u32, i32)>,
}

/// A thread's stack may have so many bytes at least. Frames of PTX differ from those of machine
/// code, so that a limit to the byte would stop programs that a GPU runs.
const LEAST_STACK: usize = 64 << 10;
/// A thread of a GPU has no more local memory.
const MOST_STACK: usize = 512 << 10;

impl Settings {
    /// The longest stack of a thread.
    pub(crate) fn stack_bytes(&self) -> u32 {
        let limit = self.limit(0).unwrap_or(0).clamp(LEAST_STACK, MOST_STACK);
        u32::try_from(limit).unwrap_or(u32::MAX)
    }

    pub(crate) fn limit(&self, number: i32) -> Result<usize, Status> {
        let usual = LIMITS.iter().find(|(known, _)| *known == number);
        let (_, usual) = usual.ok_or(status::UNSUPPORTED_LIMIT)?;
        Ok(self.limits.get(&number).copied().unwrap_or(*usual))
    }

    pub(crate) fn set_limit(&mut self, number: i32, value: usize) -> Result<(), Status> {
        self.limit(number)?;
        self.limits.insert(number, value);
        Ok(())
    }
}
