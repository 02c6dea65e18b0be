//! Memory for work that is not trusted: between guard zones that show what was
//! written outside.

use std::ffi::c_void;

use bytemuck::Pod;
use cust::memory::{AsyncCopyDestination, DeviceBuffer, LockedBuffer};

use super::{Bench, DriverError};

/// Bytes before and behind. A multiple of the 256 bytes to which libraries may expect
/// their memory aligned.
const GUARD: usize = 4096;

/// What guard zones hold.
const GUARD_BYTE: u8 = 0xA5;

/// Memory on the device.
pub struct DeviceMemory {
    buffer: DeviceBuffer<u8>,
    bytes: usize,
}

impl DeviceMemory {
    /// Bytes of device memory that so much of it takes.
    #[must_use]
    pub const fn footprint(bytes: u64) -> u64 {
        bytes.saturating_add(2 * GUARD as u64)
    }

    /// Allocates, and sets up the guard zones; the content is undefined.
    ///
    /// # Errors
    /// When there is too little memory, or a call of the driver fails.
    pub fn new(bench: &Bench, bytes: u64) -> Result<Self, DriverError> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let whole = bytes.saturating_add(2 * GUARD);
        // SAFETY: nothing reads it before it was written, but for libraries.
        let buffer =
            unsafe { DeviceBuffer::uninitialized(whole) }.map_err(DriverError::of("cuMemAlloc"))?;
        let memory = Self { buffer, bytes };
        memory.set(bench, 0, GUARD, GUARD_BYTE)?;
        memory.set(bench, GUARD + bytes, GUARD, GUARD_BYTE)?;
        Ok(memory)
    }

    /// Where it is; never null.
    #[must_use]
    pub fn pointer(&self) -> *mut c_void {
        self.buffer.index(GUARD..).as_device_ptr().as_raw() as *mut c_void
    }

    /// Sets every byte.
    ///
    /// # Errors
    /// When a call of the driver fails.
    pub fn fill(&self, bench: &Bench, byte: u8) -> Result<(), DriverError> {
        self.set(bench, GUARD, self.bytes, byte)
    }

    fn set(&self, bench: &Bench, at: usize, bytes: usize, byte: u8) -> Result<(), DriverError> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the stream is waited for before the buffer goes, see `Drop`.
        unsafe { self.buffer.index(at..at + bytes).set_8_async(byte, &bench.stream) }
            .map_err(DriverError::of("cuMemsetD8Async"))
    }

    /// Copies numbers to the beginning.
    ///
    /// # Errors
    /// When a call of the driver fails.
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
                .map_err(DriverError::of("cuMemcpyHtoDAsync"))?;
            bench.wait()?;
            at += piece.len();
        }
        Ok(())
    }

    /// Copies a part to the staging memory, piece by piece, and hands them on until
    /// `take` has seen enough.
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
                .map_err(DriverError::of("cuMemcpyDtoHAsync"))?;
            bench.wait()?;
            if !take(done, &bench.staging[..length]) {
                break;
            }
            done += length;
        }
        Ok(())
    }

    /// The first `to.len()` numbers, ordered after what is on the stream.
    ///
    /// # Errors
    /// When a call of the driver fails.
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

    /// Whether it begins with these numbers.
    ///
    /// # Errors
    /// When a call of the driver fails.
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

    /// Where it was written outside, if it was.
    ///
    /// # Errors
    /// When a call of the driver fails.
    pub fn trespass(&self, bench: &mut Bench) -> Result<Option<String>, DriverError> {
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
            (_, Some(at)) => Some(format!("{at} bytes behind its {} bytes", self.bytes)),
            (None, None) => None,
        })
    }
}

/// Page-locked memory, filled at once and not byte by byte.
pub(super) fn page_locked(bytes: usize, byte: u8) -> Result<LockedBuffer<u8>, DriverError> {
    // SAFETY: it is filled before anything reads it, and any byte is a `u8`.
    let mut buffer =
        unsafe { LockedBuffer::uninitialized(bytes) }.map_err(DriverError::of("cuMemAllocHost"))?;
    buffer.fill(byte);
    Ok(buffer)
}

/// Page-locked memory of the host, with guard zones too.
pub struct HostMemory {
    buffer: LockedBuffer<u8>,
    bytes: usize,
}

impl HostMemory {
    /// Allocates, filled with a byte.
    ///
    /// # Errors
    /// When there is too little memory, or a call of the driver fails.
    pub fn new(bytes: u64, byte: u8) -> Result<Self, DriverError> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut buffer = page_locked(bytes.saturating_add(2 * GUARD), GUARD_BYTE)?;
        buffer[GUARD..GUARD + bytes].fill(byte);
        Ok(Self { buffer, bytes })
    }

    /// Where it is; never null.
    #[must_use]
    pub fn pointer(&mut self) -> *mut c_void {
        self.buffer[GUARD..].as_mut_ptr().cast()
    }

    /// Sets every byte.
    pub fn fill(&mut self, byte: u8) {
        self.buffer[GUARD..GUARD + self.bytes].fill(byte);
    }

    /// Copies numbers to the beginning.
    ///
    /// # Panics
    /// When there are more than fit.
    pub fn write<T: Pod>(&mut self, from: &[T]) {
        let from = bytemuck::cast_slice(from);
        self.buffer[GUARD..GUARD + self.bytes][..from.len()].copy_from_slice(from);
    }

    /// The first `to.len()` numbers.
    ///
    /// # Panics
    /// When there are fewer.
    pub fn read<T: Pod>(&self, to: &mut [T]) {
        let to = bytemuck::cast_slice_mut(to);
        to.copy_from_slice(&self.buffer[GUARD..GUARD + self.bytes][..to.len()]);
    }

    /// Whether it begins with these numbers.
    #[must_use]
    pub fn holds<T: Pod>(&self, wanted: &[T]) -> bool {
        self.buffer[GUARD..GUARD + self.bytes].starts_with(bytemuck::cast_slice(wanted))
    }

    /// Where it was written outside, if it was.
    #[must_use]
    pub fn trespass(&self) -> Option<String> {
        let dirty = |byte: &u8| *byte != GUARD_BYTE;
        let behind = &self.buffer[GUARD + self.bytes..];
        match (self.buffer[..GUARD].iter().rposition(dirty), behind.iter().position(dirty)) {
            (Some(at), _) => Some(format!("{} bytes before its begin", GUARD - at)),
            (_, Some(at)) => Some(format!("{at} bytes behind its {} bytes", self.bytes)),
            (None, None) => None,
        }
    }
}
