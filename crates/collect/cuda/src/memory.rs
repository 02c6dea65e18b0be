//! Memory for untrusted work, between guard zones that detect out-of-bounds writes.

use std::ffi::c_void;

use bytemuck::Pod;
use cust::memory::{AsyncCopyDestination, DeviceBuffer, LockedBuffer};

use super::bench::Bench;
use super::error::{Called, DriverError};
use super::page_locked::page_locked;

/// Bytes of each guard zone: a multiple of the 256 bytes of alignment that libraries may
/// expect.
const GUARD: usize = 4096;

const GUARD_BYTE: u8 = 0xA5;

pub struct DeviceMemory {
    buffer: DeviceBuffer<u8>,
    bytes: usize,
}

impl DeviceMemory {
    /// Bytes of device memory with guard zones.
    pub const fn footprint(bytes: u64) -> u64 {
        bytes.saturating_add(2 * GUARD as u64)
    }

    /// Allocates memory with undefined contents and guard zones.
    pub fn new(bench: &Bench, bytes: u64) -> Result<Self, DriverError> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let whole = bytes.saturating_add(2 * GUARD);
        // SAFETY: only libraries read it before it is written.
        let buffer = unsafe { DeviceBuffer::uninitialized(whole) }.called("cuMemAlloc")?;
        let memory = Self { buffer, bytes };
        memory.set(bench, 0, GUARD, GUARD_BYTE)?;
        memory.set(bench, GUARD + bytes, GUARD, GUARD_BYTE)?;
        Ok(memory)
    }

    /// Never null.
    pub fn pointer(&self) -> *mut c_void {
        self.buffer.index(GUARD..).as_device_ptr().as_raw() as *mut c_void
    }

    pub fn fill(&self, bench: &Bench, byte: u8) -> Result<(), DriverError> {
        self.set(bench, GUARD, self.bytes, byte)
    }

    fn set(&self, bench: &Bench, at: usize, bytes: usize, byte: u8) -> Result<(), DriverError> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the stream is waited for before the buffer goes, see `Drop`.
        unsafe { self.buffer.index(at..at + bytes).set_8_async(byte, &bench.stream) }
            .called("cuMemsetD8Async")
    }

    /// Copies values to the beginning of the memory.
    ///
    /// # Panics
    /// When there are more than fit.
    pub fn upload<T: Pod>(&self, bench: &mut Bench, from: &[T]) -> Result<(), DriverError> {
        let from = bytemuck::cast_slice(from);
        assert!(from.len() <= self.bytes, "more than fits");
        let mut at = GUARD;
        for piece in from.chunks(bench.staging.len()) {
            bench.staging[..piece.len()].copy_from_slice(piece);
            let mut there = self.buffer.index(at..at + piece.len());
            // SAFETY: the copy is waited for before the staging memory changes.
            unsafe { there.async_copy_from(&bench.staging[..piece.len()], &bench.stream) }
                .called("cuMemcpyHtoDAsync")?;
            bench.wait()?;
            at += piece.len();
        }
        Ok(())
    }

    /// Copies a part to the staging buffer, piece by piece, and passes each piece to `take`
    /// until it returns false.
    fn pieces(
        &self,
        bench: &mut Bench,
        from: usize,
        bytes: usize,
        mut take: impl FnMut(usize, &[u8]) -> bool,
    ) -> Result<(), DriverError> {
        let mut done = 0;
        while done < bytes {
            let length = (bytes - done).min(bench.staging.len());
            let here = self.buffer.index(from + done..from + done + length);
            // SAFETY: the copy is waited for before the staging memory is used again.
            unsafe { here.async_copy_to(&mut bench.staging[..length], &bench.stream) }
                .called("cuMemcpyDtoHAsync")?;
            bench.wait()?;
            if !take(done, &bench.staging[..length]) {
                break;
            }
            done += length;
        }
        Ok(())
    }

    /// Copies the first values, after all work on the stream.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn download<T: Pod>(&self, bench: &mut Bench, to: &mut [T]) -> Result<(), DriverError> {
        let to = bytemuck::cast_slice_mut(to);
        assert!(to.len() <= self.bytes, "less is there");
        self.pieces(bench, GUARD, to.len(), |at, piece| {
            to[at..at + piece.len()].copy_from_slice(piece);
            true
        })
    }

    /// Whether the memory begins with these values.
    pub fn holds<T: Pod>(&self, bench: &mut Bench, wanted: &[T]) -> Result<bool, DriverError> {
        let wanted = bytemuck::cast_slice::<T, u8>(wanted);
        let mut holds = wanted.len() <= self.bytes;
        if holds {
            self.pieces(bench, GUARD, wanted.len(), |at, piece| {
                holds = &wanted[at..at + piece.len()] == piece;
                holds
            })?;
        }
        Ok(holds)
    }

    /// The place of an out-of-bounds write, if there was one.
    pub fn out_of_bounds_write(&self, bench: &mut Bench) -> Result<Option<String>, DriverError> {
        let (mut before, mut behind) = (None, None);
        self.pieces(bench, 0, GUARD, |_, zone| {
            before = zone.iter().rposition(|byte| *byte != GUARD_BYTE);
            true
        })?;
        self.pieces(bench, GUARD + self.bytes, GUARD, |_, zone| {
            behind = zone.iter().position(|byte| *byte != GUARD_BYTE);
            true
        })?;
        Ok(match (before, behind) {
            (Some(at), _) => Some(format!("{} bytes before its begin", GUARD - at)),
            (_, Some(at)) => Some(format!("{at} bytes beyond its {} bytes", self.bytes)),
            (None, None) => None,
        })
    }
}

/// Page-locked host memory between guard zones.
pub struct HostMemory {
    buffer: LockedBuffer<u8>,
    bytes: usize,
}

impl HostMemory {
    /// Allocates memory filled with a byte.
    pub fn new(bytes: u64, byte: u8) -> Result<Self, DriverError> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut buffer = page_locked(bytes.saturating_add(2 * GUARD), GUARD_BYTE)?;
        buffer[GUARD..GUARD + bytes].fill(byte);
        Ok(Self { buffer, bytes })
    }

    /// Never null.
    pub fn pointer(&mut self) -> *mut c_void {
        self.buffer[GUARD..].as_mut_ptr().cast()
    }

    pub fn fill(&mut self, byte: u8) {
        self.buffer[GUARD..GUARD + self.bytes].fill(byte);
    }

    /// Copies values to the beginning of the memory.
    ///
    /// # Panics
    /// When there are more than fit.
    pub fn write<T: Pod>(&mut self, from: &[T]) {
        let from = bytemuck::cast_slice(from);
        self.buffer[GUARD..GUARD + self.bytes][..from.len()].copy_from_slice(from);
    }

    /// Copies the first values.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn read<T: Pod>(&self, to: &mut [T]) {
        let to = bytemuck::cast_slice_mut(to);
        to.copy_from_slice(&self.buffer[GUARD..GUARD + self.bytes][..to.len()]);
    }

    /// Whether the memory begins with these values.
    pub fn holds<T: Pod>(&self, wanted: &[T]) -> bool {
        self.buffer[GUARD..GUARD + self.bytes].starts_with(bytemuck::cast_slice(wanted))
    }

    /// The place of an out-of-bounds write, if there was one.
    pub fn out_of_bounds_write(&self) -> Option<String> {
        let dirty = |byte: &u8| *byte != GUARD_BYTE;
        let behind = &self.buffer[GUARD + self.bytes..];
        match (self.buffer[..GUARD].iter().rposition(dirty), behind.iter().position(dirty)) {
            (Some(at), _) => Some(format!("{} bytes before its begin", GUARD - at)),
            (_, Some(at)) => Some(format!("{at} bytes beyond its {} bytes", self.bytes)),
            (None, None) => None,
        }
    }
}
