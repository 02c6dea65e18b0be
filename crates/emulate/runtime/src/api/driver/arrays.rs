//! CUDA arrays, textures and surfaces of the driver, and its copies of rows and boxes.

use std::ffi::{c_int, c_uint, c_void};

use super::super::give;
use super::super::textures::{cudaDestroySurfaceObject, cudaDestroyTextureObject};
use super::{call, number};
use crate::arrays::Wanted;
use crate::descriptions::{Described, DriverTexture, Resource, format_of, texel_of};
use crate::runtime::Runtime;
use crate::status::{self, Status};
use crate::work::{Copying, Side};

type Pointer = *mut c_void;
type Array = *mut c_void;

/// `CUDA_ARRAY_DESCRIPTOR`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Plane {
    width: usize,
    height: usize,
    format: c_uint,
    channels: c_uint,
}

/// `CUDA_ARRAY3D_DESCRIPTOR`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct Volume {
    width: usize,
    height: usize,
    depth: usize,
    format: c_uint,
    channels: c_uint,
    flags: c_uint,
}

/// One side of `CUDA_MEMCPY2D`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct PlaneSide {
    byte: usize,
    row: usize,
    kind: c_int,
    host: usize,
    device: usize,
    array: usize,
    pitch: usize,
}

/// `CUDA_MEMCPY2D`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct PlaneCopy {
    from: PlaneSide,
    to: PlaneSide,
    bytes: usize,
    rows: usize,
}

/// One side of `CUDA_MEMCPY3D`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct VolumeSide {
    byte: usize,
    row: usize,
    slice: usize,
    level: usize,
    kind: c_int,
    host: usize,
    device: usize,
    array: usize,
    reserved: usize,
    pitch: usize,
    height: usize,
}

/// `CUDA_MEMCPY3D`, as the headers of CUDA have it.
#[repr(C)]
#[derive(Clone, Copy)]
struct VolumeCopy {
    from: VolumeSide,
    to: VolumeSide,
    extent: [usize; 3],
}

fn read<T: Copy>(from: *const T) -> Result<T, Status> {
    // SAFETY: the program hands over a description, or null.
    unsafe { from.as_ref() }.copied().ok_or(status::INVALID_VALUE)
}

fn make(runtime: &mut Runtime, of: *const Volume, levels: Option<c_uint>) -> Result<Array, Status> {
    let of = read(of)?;
    let texel = texel_of(of.format, of.channels)?;
    let extent = [of.width, of.height, of.depth];
    Ok(runtime.make_array(&Wanted { texel, extent, flags: of.flags, levels })? as Array)
}

fn description(runtime: &Runtime, array: Array) -> Result<Volume, Status> {
    let own = runtime.images.array(array as usize)?;
    let [width, height, depth] = own.extent;
    let (format, channels) = (format_of(own.image.texel), own.image.texel.channels);
    Ok(Volume { width, height, depth, format, channels, flags: own.flags })
}

fn side(runtime: &Runtime, of: &VolumeSide) -> Result<Side, Status> {
    const HOST: c_int = 1;
    const DEVICE: c_int = 2;
    const ARRAY: c_int = 3;
    const UNIFIED: c_int = 4;
    let VolumeSide { byte, row, slice, pitch, height, .. } = *of;
    let address = match of.kind {
        HOST => of.host,
        DEVICE | UNIFIED => of.device,
        ARRAY => {
            let image = runtime.images.array(of.array)?.image;
            return Ok(Side::Array { image, at: [byte, row, slice] });
        }
        _ => return Err(status::INVALID_VALUE),
    };
    let of_slice = pitch.checked_mul(height).ok_or(status::INVALID_VALUE)?;
    let start = slice.checked_mul(of_slice).zip(row.checked_mul(pitch));
    let start = start.and_then(|(slice, row)| slice.checked_add(row)?.checked_add(byte));
    let address = start.and_then(|start| address.checked_add(start));
    let address = address.ok_or(status::INVALID_VALUE)?;
    Ok(Side::Memory { address, pitch, slice: of_slice })
}

fn copy(runtime: &mut Runtime, of: &VolumeCopy, stream: Pointer) -> Result<(), Status> {
    let (to, from) = (side(runtime, &of.to)?, side(runtime, &of.from)?);
    runtime.copy(&Copying { to, from, extent: of.extent }, stream as usize)
}

fn copy_plane(runtime: &mut Runtime, of: *const PlaneCopy, stream: Pointer) -> Result<(), Status> {
    let PlaneCopy { from, to, bytes, rows } = read(of)?;
    let side = |of: PlaneSide, bytes: usize| {
        let PlaneSide { byte, row, kind, host, device, array, pitch } = of;
        // Without a pitch, rows follow each other.
        let pitch = if pitch == 0 { bytes } else { pitch };
        let (slice, level, reserved, height) = (0, 0, 0, 0);
        VolumeSide { byte, row, slice, level, kind, host, device, array, reserved, pitch, height }
    };
    let copying =
        VolumeCopy { from: side(from, bytes), to: side(to, bytes), extent: [bytes, rows, 1] };
    copy(runtime, &copying, stream)
}

fn copy_volume(
    runtime: &mut Runtime,
    of: *const VolumeCopy,
    stream: Pointer,
) -> Result<(), Status> {
    copy(runtime, &read(of)?, stream)
}

/// Bytes of an array's first row, from or to memory.
fn copy_along(
    runtime: &mut Runtime,
    (array, byte): (Array, usize),
    memory: usize,
    count: usize,
    is_to_array: bool,
    stream: Pointer,
) -> Result<(), Status> {
    let image = runtime.images.array(array as usize)?.image;
    let copies = Copying::along_rows(image, [byte, 0], memory, count, is_to_array);
    copies.iter().try_for_each(|copying| runtime.copy(copying, stream as usize))
}

gives! { call, runtime;
    cuArrayCreate_v2(to: *mut Array, of: *const Plane) { to = {
        let Plane { width, height, format, channels } = read(of)?;
        make(runtime, &Volume { width, height, depth: 0, format, channels, flags: 0 }, None)?
    } }
    cuArray3DCreate_v2(to: *mut Array, of: *const Volume) { to = make(runtime, of, None)? }
    cuMipmappedArrayCreate(to: *mut Array, of: *const Volume, levels: c_uint) {
        to = make(runtime, of, Some(levels))?
    }
    cuMipmappedArrayGetLevel(to: *mut Array, array: Array, level: c_uint) {
        to = runtime.images.level(array as usize, level)? as Array
    }
    cuArray3DGetDescriptor_v2(to: *mut Volume, array: Array) { to = description(runtime, array)? }
    cuArrayGetDescriptor_v2(to: *mut Plane, array: Array) { to = {
        let Volume { width, height, format, channels, .. } = description(runtime, array)?;
        Plane { width, height, format, channels }
    } }
    cuTexObjectCreate(
        to: *mut u64,
        resource: *const Resource,
        texture: *const DriverTexture,
        view: *const c_void
    ) { to = {
        let (resource, texture) = (read(resource)?, read(texture)?);
        let described = Described::Driver(resource, Some(texture));
        runtime.make_texture(&resource, texture, !view.is_null(), described)?
    } }
    cuTexObjectGetResourceDesc(to: *mut Resource, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Driver(resource, Some(_)) => resource,
            Described::Driver(_, None) | Described::Runtime(..) => return Err(status::INVALID_VALUE),
        }
    }
    cuTexObjectGetTextureDesc(to: *mut DriverTexture, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Driver(_, Some(texture)) => texture,
            Described::Driver(_, None) | Described::Runtime(..) => return Err(status::INVALID_VALUE),
        }
    }
    cuSurfObjectCreate(to: *mut u64, resource: *const Resource) { to = {
        let resource = read(resource)?;
        runtime.make_surface(&resource, Described::Driver(resource, None))?
    } }
    cuSurfObjectGetResourceDesc(to: *mut Resource, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Driver(resource, None) => resource,
            Described::Driver(_, Some(_)) | Described::Runtime(..) => {
                return Err(status::INVALID_VALUE);
            }
        }
    }
}

calls! { call, runtime;
    cuArrayDestroy(array: Array) { runtime.free_array(array as usize, false) }
    cuMipmappedArrayDestroy(array: Array) { runtime.free_array(array as usize, true) }
    cuMemcpy2DAsync_v2(of: *const PlaneCopy, stream: Pointer) { copy_plane(runtime, of, stream) }
    cuMemcpy3DAsync_v2(of: *const VolumeCopy, stream: Pointer) { copy_volume(runtime, of, stream) }
    cuMemcpyHtoAAsync_v2(
        array: Array,
        byte: usize,
        from: *const c_void,
        count: usize,
        stream: Pointer
    ) { copy_along(runtime, (array, byte), from as usize, count, true, stream) }
    cuMemcpyAtoHAsync_v2(
        to: Pointer,
        array: Array,
        byte: usize,
        count: usize,
        stream: Pointer
    ) { copy_along(runtime, (array, byte), to as usize, count, false, stream) }
    cuMemcpyAtoA_v2(to: Array, to_byte: usize, from: Array, from_byte: usize, count: usize) {
        let row = |array: Array, byte: usize| -> Result<Side, Status> {
            let image = runtime.images.array(array as usize)?.image;
            Ok(Side::Array { image, at: [byte, 0, 0] })
        };
        let (to, from) = (row(to, to_byte)?, row(from, from_byte)?);
        runtime.copy(&Copying { to, from, extent: [count, 1, 1] }, 0)
    }
}

forward! { number;
    cuTexObjectDestroy(object: u64) = cudaDestroyTextureObject(object);
    cuSurfObjectDestroy(object: u64) = cudaDestroySurfaceObject(object);
    cuMemcpy2D_v2(of: *const PlaneCopy) = cuMemcpy2DAsync_v2(of, std::ptr::null_mut());
    cuMemcpy2DUnaligned_v2(of: *const PlaneCopy) = cuMemcpy2DAsync_v2(of, std::ptr::null_mut());
    cuMemcpy3D_v2(of: *const VolumeCopy) = cuMemcpy3DAsync_v2(of, std::ptr::null_mut());
    cuMemcpyHtoA_v2(array: Array, byte: usize, from: *const c_void, count: usize) =
        cuMemcpyHtoAAsync_v2(array, byte, from, count, std::ptr::null_mut());
    cuMemcpyAtoH_v2(to: Pointer, array: Array, byte: usize, count: usize) =
        cuMemcpyAtoHAsync_v2(to, array, byte, count, std::ptr::null_mut());
    cuMemcpyDtoA_v2(array: Array, byte: usize, from: u64, count: usize) =
        cuMemcpyHtoAAsync_v2(array, byte, from as *const c_void, count, std::ptr::null_mut());
    cuMemcpyAtoD_v2(to: u64, array: Array, byte: usize, count: usize) =
        cuMemcpyAtoHAsync_v2(to as Pointer, array, byte, count, std::ptr::null_mut());
}
