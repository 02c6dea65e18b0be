//! CUDA arrays: made, freed, copied.

use std::ffi::{c_int, c_uint, c_void};

use super::volumes::Extent;
use super::{checked, give};
use crate::arrays::Wanted;
use crate::descriptions::Channels;
use crate::runtime::Runtime;
use crate::status::{self, Status};
use crate::work::{Copying, Side};

type Pointer = *mut c_void;
type Array = *mut c_void;

/// Makes an array of these extents.
fn make(
    runtime: &mut Runtime,
    channels: *const Channels,
    extent: [usize; 3],
    flags: c_uint,
    levels: Option<c_uint>,
) -> Result<Array, Status> {
    // SAFETY: the program hands over a description.
    let channels = unsafe { channels.as_ref() }.ok_or(status::INVALID_VALUE)?;
    let wanted = Wanted { texel: channels.texel()?, extent, flags, levels };
    Ok(runtime.make_array(&wanted)? as Array)
}

/// A byte and a row of an array.
fn within(runtime: &Runtime, array: Array, byte: usize, row: usize) -> Result<Side, Status> {
    Ok(Side::Array { image: runtime.images.array(array as usize)?.image, at: [byte, row, 0] })
}

/// Bytes that follow each other in the rows of an array, from or to memory.
fn copy_along(
    runtime: &mut Runtime,
    (array, byte, row): (Array, usize, usize),
    memory: usize,
    count: usize,
    is_to_array: bool,
    stream: Pointer,
) -> Result<(), Status> {
    let image = runtime.images.array(array as usize)?.image;
    let copies = Copying::along_rows(image, [byte, row], memory, count, is_to_array);
    copies.iter().try_for_each(|copying| runtime.copy(copying, stream as usize))
}

gives! { checked, runtime;
    cudaMallocArray(
        to: *mut Array,
        channels: *const Channels,
        width: usize,
        height: usize,
        flags: c_uint
    ) { to = make(runtime, channels, [width, height, 0], flags, None)? }
    cudaMalloc3DArray(
        to: *mut Array,
        channels: *const Channels,
        extent: Extent,
        flags: c_uint
    ) { to = make(runtime, channels, extent.array(), flags, None)? }
    cudaMallocMipmappedArray(
        to: *mut Array,
        channels: *const Channels,
        extent: Extent,
        levels: c_uint,
        flags: c_uint
    ) { to = make(runtime, channels, extent.array(), flags, Some(levels))? }
    cudaGetMipmappedArrayLevel(to: *mut Array, array: Array, level: c_uint) {
        to = runtime.images.level(array as usize, level)? as Array
    }
    cudaGetChannelDesc(channels: *mut Channels, array: Array) {
        channels = Channels::of(runtime.images.array(array as usize)?.image.texel)
    }
}

calls! { checked, runtime;
    cudaFreeArray(array: Array) { runtime.free_array(array as usize, false) }
    cudaFreeMipmappedArray(array: Array) { runtime.free_array(array as usize, true) }
    cudaArrayGetInfo(
        channels: *mut Channels,
        extent: *mut Extent,
        flags: *mut c_uint,
        array: Array
    ) {
        let own = runtime.images.array(array as usize)?;
        // SAFETY: the program hands over room for each, or null for what it does not want.
        unsafe {
            if let Some(to) = channels.as_mut() {
                *to = Channels::of(own.image.texel);
            }
            if let Some(to) = extent.as_mut() {
                *to = Extent::of(own.extent);
            }
            if let Some(to) = flags.as_mut() {
                *to = own.flags;
            }
        }
        Ok(())
    }
    cudaMemcpy2DToArrayAsync(
        array: Array,
        byte: usize,
        row: usize,
        from: *const c_void,
        pitch: usize,
        width: usize,
        height: usize,
        _kind: c_int,
        stream: Pointer
    ) {
        let to = within(runtime, array, byte, row)?;
        let from = Side::rows(from as usize, pitch);
        runtime.copy(&Copying { to, from, extent: [width, height, 1] }, stream as usize)
    }
    cudaMemcpy2DFromArrayAsync(
        to: Pointer,
        pitch: usize,
        array: Array,
        byte: usize,
        row: usize,
        width: usize,
        height: usize,
        _kind: c_int,
        stream: Pointer
    ) {
        let from = within(runtime, array, byte, row)?;
        let to = Side::rows(to as usize, pitch);
        runtime.copy(&Copying { to, from, extent: [width, height, 1] }, stream as usize)
    }
    cudaMemcpy2DArrayToArray(
        to: Array,
        to_byte: usize,
        to_row: usize,
        from: Array,
        from_byte: usize,
        from_row: usize,
        width: usize,
        height: usize,
        _kind: c_int
    ) {
        let to = within(runtime, to, to_byte, to_row)?;
        let from = within(runtime, from, from_byte, from_row)?;
        runtime.copy(&Copying { to, from, extent: [width, height, 1] }, 0)
    }
    pub(super) cudaMemcpyToArrayAsync(
        array: Array,
        byte: usize,
        row: usize,
        from: *const c_void,
        count: usize,
        _kind: c_int,
        stream: Pointer
    ) { copy_along(runtime, (array, byte, row), from as usize, count, true, stream) }
    pub(super) cudaMemcpyFromArrayAsync(
        to: Pointer,
        array: Array,
        byte: usize,
        row: usize,
        count: usize,
        _kind: c_int,
        stream: Pointer
    ) { copy_along(runtime, (array, byte, row), to as usize, count, false, stream) }
}

forward! { std::convert::identity;
    cudaMemcpy2DToArray(
        array: Array,
        byte: usize,
        row: usize,
        from: *const c_void,
        pitch: usize,
        width: usize,
        height: usize,
        kind: c_int
    ) = cudaMemcpy2DToArrayAsync(
        array, byte, row, from, pitch, width, height, kind, std::ptr::null_mut()
    );
    cudaMemcpy2DFromArray(
        to: Pointer,
        pitch: usize,
        array: Array,
        byte: usize,
        row: usize,
        width: usize,
        height: usize,
        kind: c_int
    ) = cudaMemcpy2DFromArrayAsync(
        to, pitch, array, byte, row, width, height, kind, std::ptr::null_mut()
    );
    cudaMemcpyToArray(
        array: Array,
        byte: usize,
        row: usize,
        from: *const c_void,
        count: usize,
        kind: c_int
    ) = cudaMemcpyToArrayAsync(array, byte, row, from, count, kind, std::ptr::null_mut());
    cudaMemcpyFromArray(
        to: Pointer,
        array: Array,
        byte: usize,
        row: usize,
        count: usize,
        kind: c_int
    ) = cudaMemcpyFromArrayAsync(to, array, byte, row, count, kind, std::ptr::null_mut());
}
