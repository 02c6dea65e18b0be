//! A copy on the GPU of parts of its memory.

use cust::context::CurrentContext;
use cust::memory::DeviceBuffer;
use cust::sys;

use super::{Fixed, status};
use crate::error::{Called as _, DriverError};

/// Parts of memory as they were once.
pub struct Saved {
    parts: Vec<(u64, usize)>,
    buffer: DeviceBuffer<u8>,
}

impl Saved {
    /// Where each part belongs, where its copy is, and its bytes.
    fn parts(&self) -> impl Iterator<Item = (u64, u64, usize)> {
        let mut end = self.buffer.as_device_ptr().as_raw();
        self.parts.iter().map(move |(address, bytes)| {
            let copy = end;
            end += *bytes as u64;
            (*address, copy, *bytes)
        })
    }
}

impl Fixed {
    /// Keeps parts of memory as they are now, address and bytes, on the GPU, from where they come back faster
    /// than from the host. None if the GPU has no room for them and some more.
    pub fn save(&self, parts: &[(u64, usize)]) -> Result<Option<Saved>, DriverError> {
        /// For what the driver and a profiler take later.
        const MORE: usize = 1 << 30;
        let all: usize = parts.iter().map(|(_, bytes)| bytes).sum();
        let (free, _) = cust::memory::mem_get_info().called("cuMemGetInfo")?;
        if free < all.saturating_add(MORE) {
            return Ok(None);
        }
        // SAFETY: filled below, before anything reads it.
        let buffer = unsafe { DeviceBuffer::uninitialized(all) }.called("cuMemAlloc")?;
        let saved = Saved { parts: parts.to_vec(), buffer };
        for (address, copy, bytes) in saved.parts() {
            // SAFETY: the buffer has so many bytes; the driver checks the address.
            let done = unsafe { sys::cuMemcpyDtoD_v2(copy, address, bytes) };
            status("cuMemcpyDtoD", done)?;
        }
        Ok(Some(saved))
    }

    /// Copies them back, and waits for it.
    pub fn bring_back(&self, saved: &Saved) -> Result<(), DriverError> {
        saved.parts().try_for_each(|(address, copy, bytes)| {
            // SAFETY: the buffer has so many bytes; the driver checks the address.
            let done = unsafe { sys::cuMemcpyDtoD_v2(address, copy, bytes) };
            status("cuMemcpyDtoD", done)
        })?;
        // Copies on the GPU go on when the call has returned, and no range of a profiler may have them.
        CurrentContext::synchronize().called("cuCtxSynchronize")
    }
}
