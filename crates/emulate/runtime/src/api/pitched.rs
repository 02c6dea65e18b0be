//! Memory in rows.

use std::ffi::{c_int, c_void};

use super::memory::cudaMalloc;
use super::{checked, give};
use crate::status::{self, Status};
use crate::work::{Copying, Setting, Side};

type Pointer = *mut c_void;

/// Bytes from row to row are a multiple of this.
pub(super) const PITCH: usize = 512;

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaMallocPitch(
    to: *mut Pointer,
    pitch: *mut usize,
    width: usize,
    height: usize,
) -> Status {
    let own = width.next_multiple_of(PITCH);
    let Some(bytes) = own.checked_mul(height) else { return status::MEMORY_ALLOCATION };
    match cudaMalloc(to, bytes) {
        // SAFETY: the program hands over room for a number.
        status::SUCCESS => checked(|_| unsafe { give(pitch, own) }),
        failed => failed,
    }
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemcpy2DAsync(
    to: Pointer,
    to_pitch: usize,
    from: *const c_void,
    from_pitch: usize,
    width: usize,
    height: usize,
    _kind: c_int,
    stream: Pointer,
) -> Status {
    let (to, from) = (Side::rows(to as usize, to_pitch), Side::rows(from as usize, from_pitch));
    let copying = Copying { to, from, extent: [width, height, 1] };
    checked(|runtime| runtime.copy(&copying, stream as usize))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemset2DAsync(
    to: Pointer,
    pitch: usize,
    value: c_int,
    width: usize,
    height: usize,
    stream: Pointer,
) -> Status {
    let row = Setting::of(to, value as u8, width);
    checked(|runtime| runtime.set(&Setting { rows: height, pitch, ..row }, stream as usize))
}

forward! { std::convert::identity;
    cudaMemcpy2D(
        to: Pointer,
        to_pitch: usize,
        from: *const c_void,
        from_pitch: usize,
        width: usize,
        height: usize,
        kind: c_int
    ) = cudaMemcpy2DAsync(
        to, to_pitch, from, from_pitch, width, height, kind, std::ptr::null_mut()
    );
    cudaMemset2D(to: Pointer, pitch: usize, value: c_int, width: usize, height: usize) =
        cudaMemset2DAsync(to, pitch, value, width, height, std::ptr::null_mut());
}
