//! Memory in rows and slices.

use std::ffi::{c_int, c_void};

use super::memory::cudaMalloc;
use super::pitched::PITCH;
use super::{checked, give};
use crate::runtime::Runtime;
use crate::status::{self, Status};
use crate::work::{Copying, Setting, Side};

type Pointer = *mut c_void;

/// `cudaExtent`; the width in bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Extent {
    width: usize,
    height: usize,
    depth: usize,
}

/// `cudaPitchedPtr`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct PitchedPointer {
    place: Pointer,
    pitch: usize,
    width: usize,
    height: usize,
}

/// `cudaPos`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Position {
    x: usize,
    y: usize,
    z: usize,
}

/// `cudaMemcpy3DParms`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct VolumeCopy {
    from_array: Pointer,
    from_position: Position,
    from: PitchedPointer,
    to_array: Pointer,
    to_position: Position,
    to: PitchedPointer,
    extent: Extent,
    kind: c_int,
}

/// `cudaMemcpy3DPeerParms`, as the headers of CUDA have it.
#[repr(C)]
pub(super) struct PeerCopy {
    from_array: Pointer,
    from_position: Position,
    from: PitchedPointer,
    from_device: c_int,
    to_array: Pointer,
    to_position: Position,
    to: PitchedPointer,
    to_device: c_int,
    extent: Extent,
}

impl Extent {
    pub(super) fn of([width, height, depth]: [usize; 3]) -> Self {
        Self { width, height, depth }
    }

    pub(super) fn array(self) -> [usize; 3] {
        [self.width, self.height, self.depth]
    }
}

/// One side of a copy of a box: in an array, or in memory.
fn side(
    runtime: &Runtime,
    array: Pointer,
    of: PitchedPointer,
    at: Position,
) -> Result<Side, Status> {
    if !array.is_null() {
        let image = runtime.images.array(array as usize)?.image;
        let byte = at.x.checked_mul(image.texel.bytes() as usize).ok_or(status::INVALID_VALUE)?;
        return Ok(Side::Array { image, at: [byte, at.y, at.z] });
    }
    let start = || {
        let slice = of.pitch.checked_mul(of.height)?;
        let start = at.z.checked_mul(slice)?.checked_add(at.y.checked_mul(of.pitch)?)?;
        let address = (of.place as usize).checked_add(start)?.checked_add(at.x)?;
        Some(Side::Memory { address, pitch: of.pitch, slice })
    };
    start().ok_or(status::INVALID_VALUE)
}

/// The copy of a box. With an array, its width is one of texels.
pub(super) fn copying(runtime: &Runtime, of: &VolumeCopy) -> Result<Copying, Status> {
    let to = side(runtime, of.to_array, of.to, of.to_position)?;
    let from = side(runtime, of.from_array, of.from, of.from_position)?;
    let [mut bytes, rows, slices] = of.extent.array();
    let mut images = [to, from].into_iter().filter_map(|side| match side {
        Side::Array { image, .. } => Some(image),
        Side::Memory { .. } => None,
    });
    if let Some(image) = images.next() {
        let of_one = image.texel.bytes() as usize;
        bytes = bytes.checked_mul(of_one).ok_or(status::INVALID_VALUE)?;
    }
    Ok(Copying { to, from, extent: [bytes, rows, slices] })
}

fn copy(runtime: &mut Runtime, of: *const VolumeCopy, stream: Pointer) -> Result<(), Status> {
    // SAFETY: the program hands over a description of the copy.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    let copying = copying(runtime, of)?;
    runtime.copy(&copying, stream as usize)
}

fn copy_peer(runtime: &mut Runtime, of: *const PeerCopy, stream: Pointer) -> Result<(), Status> {
    // SAFETY: the program hands over a description of the copy.
    let of = unsafe { of.as_ref() }.ok_or(status::INVALID_VALUE)?;
    if of.from_device != 0 || of.to_device != 0 {
        return Err(status::INVALID_DEVICE);
    }
    let copy = VolumeCopy {
        from_array: of.from_array,
        from_position: of.from_position,
        from: of.from,
        to_array: of.to_array,
        to_position: of.to_position,
        to: of.to,
        extent: of.extent,
        kind: 0,
    };
    self::copy(runtime, &raw const copy, stream)
}

fn set(
    runtime: &mut Runtime,
    of: PitchedPointer,
    value: c_int,
    extent: Extent,
    stream: Pointer,
) -> Result<(), Status> {
    let Extent { width, height, depth } = extent;
    let slice = of.pitch.checked_mul(of.height).ok_or(status::INVALID_VALUE)?;
    let all_rows = height.checked_mul(depth).ok_or(status::INVALID_VALUE)?;
    let (rows, slices) = if of.height == height { (all_rows, 1) } else { (height, depth) };
    (0..slices).try_for_each(|index| {
        let place = of.place.wrapping_byte_add(index * slice);
        let row = Setting::of(place, value as u8, width);
        runtime.set(&Setting { rows, pitch: of.pitch, ..row }, stream as usize)
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaMalloc3D(to: *mut PitchedPointer, extent: Extent) -> Status {
    let pitch = extent.width.checked_next_multiple_of(PITCH);
    let rows = extent.height.checked_mul(extent.depth);
    let both = pitch.zip(rows).and_then(|(pitch, rows)| Some((pitch, rows.checked_mul(pitch)?)));
    let Some((pitch, bytes)) = both else { return status::MEMORY_ALLOCATION };
    let mut place = std::ptr::null_mut();
    match cudaMalloc(&raw mut place, bytes) {
        status::SUCCESS => checked(|_| {
            let (width, height) = (extent.width, extent.height);
            // SAFETY: the program hands over room for the pointer and its pitch.
            unsafe { give(to, PitchedPointer { place, pitch, width, height }) }
        }),
        failed => failed,
    }
}

/// Whether a copy between devices is one within the only device.
fn within(to: c_int, from: c_int) -> Result<(), Status> {
    if to == 0 && from == 0 { Ok(()) } else { Err(status::INVALID_DEVICE) }
}

calls! { checked, runtime;
    cudaMemcpy3DAsync(of: *const VolumeCopy, stream: Pointer) { copy(runtime, of, stream) }
    cudaMemcpy3DPeerAsync(of: *const PeerCopy, stream: Pointer) { copy_peer(runtime, of, stream) }
    cudaMemset3DAsync(of: PitchedPointer, value: c_int, extent: Extent, stream: Pointer) {
        set(runtime, of, value, extent, stream)
    }
    cudaMemcpyPeerAsync(
        to: Pointer,
        to_device: c_int,
        from: *const c_void,
        from_device: c_int,
        bytes: usize,
        stream: Pointer
    ) {
        within(to_device, from_device)?;
        runtime.copy(&Copying::of(to, from, bytes), stream as usize)
    }
}

forward! { std::convert::identity;
    cudaMemcpy3D(of: *const VolumeCopy) = cudaMemcpy3DAsync(of, std::ptr::null_mut());
    cudaMemcpy3DPeer(of: *const PeerCopy) = cudaMemcpy3DPeerAsync(of, std::ptr::null_mut());
    cudaMemset3D(of: PitchedPointer, value: c_int, extent: Extent) =
        cudaMemset3DAsync(of, value, extent, std::ptr::null_mut());
    cudaMemcpyPeer(
        to: Pointer,
        to_device: c_int,
        from: *const c_void,
        from_device: c_int,
        bytes: usize
    ) = cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, std::ptr::null_mut());
}
