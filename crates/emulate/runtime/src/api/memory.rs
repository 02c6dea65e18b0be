//! Memory: allocating, copying, setting.

use std::ffi::{c_int, c_uint, c_void};

use super::{checked, give};
use crate::arena::Kind;
use crate::runtime::Runtime;
use crate::status::{self, Status};
use crate::work::{Copying, Setting};

type Pointer = *mut c_void;

pub(super) fn allocate(
    runtime: &mut Runtime,
    to: *mut Pointer,
    bytes: usize,
    kind: Kind,
) -> Result<(), Status> {
    let null = std::ptr::null_mut();
    let memory = runtime.gpu.memory_bytes;
    let place = match bytes as u64 {
        0 => 0,
        bytes if runtime.arena.used().saturating_add(bytes) > memory => {
            return Err(status::MEMORY_ALLOCATION);
        }
        bytes => runtime.arena.allocate(bytes, kind).ok_or(status::MEMORY_ALLOCATION)?,
    };
    if place != 0 {
        runtime.record.memory(true, kind.number(), place, bytes as u64);
    }
    // SAFETY: the program hands over room for a pointer.
    unsafe { give(to, if place == 0 { null } else { place as Pointer }) }
}

pub(super) fn free(runtime: &mut Runtime, place: Pointer) -> Result<(), Status> {
    if place.is_null() {
        return Ok(());
    }
    let found = runtime.arena.find(place as u64).filter(|(start, _)| *start == place as u64);
    if found.is_none_or(|(_, found)| {
        matches!(found.kind, Kind::Variable { .. } | Kind::Registered | Kind::Array)
    }) {
        return Err(status::INVALID_VALUE);
    }
    let freed = runtime.arena.free(place as u64).ok_or(status::INVALID_VALUE)?;
    runtime.history.free(place as u64, freed.bytes);
    runtime.missing.free(place as u64);
    runtime.record.memory(false, freed.kind.number(), place as u64, freed.bytes);
    Ok(())
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> Status {
    checked(|runtime| {
        let memory = runtime.gpu.memory_bytes;
        let left = memory.saturating_sub(runtime.arena.used());
        // SAFETY: the program hands over room for two numbers.
        unsafe { give(free, left as usize).and_then(|()| give(total, memory as usize)) }
    })
}

/// Where a variable lies, and its bytes.
pub(super) fn symbol(runtime: &mut Runtime, host: *const c_void) -> Result<(u64, u64), Status> {
    let variable = runtime.variables.get(&(host as usize)).cloned();
    let variable = variable.ok_or(status::INVALID_SYMBOL)?;
    runtime.load(variable.program)?;
    let loaded = runtime.loaded(variable.program)?;
    let index = loaded.module.variables.iter().position(|known| known.name == variable.name);
    let index = index.ok_or(status::INVALID_SYMBOL)?;
    let address = loaded.addresses.get(index).copied().ok_or(status::INVALID_SYMBOL)?;
    Ok((address, loaded.module.variables[index].bytes))
}

/// The address of bytes of a variable.
pub(super) fn within_symbol(
    runtime: &mut Runtime,
    host: *const c_void,
    offset: usize,
    bytes: usize,
) -> Result<Pointer, Status> {
    let (address, size) = symbol(runtime, host)?;
    let end = offset.checked_add(bytes).ok_or(status::INVALID_VALUE)?;
    if end as u64 > size {
        return Err(status::INVALID_VALUE);
    }
    Ok((address + offset as u64) as Pointer)
}

gives! { checked, runtime;
    // Pinned memory has one address for both sides.
    pub(super) cudaHostGetDevicePointer(to: *mut Pointer, host: Pointer, _flags: c_uint) {
        to = runtime.arena.find(host as u64).map(|_| host).ok_or(status::INVALID_VALUE)?
    }
    cudaGetSymbolAddress(to: *mut Pointer, host: *const c_void) {
        to = symbol(runtime, host)?.0 as Pointer
    }
    cudaGetSymbolSize(to: *mut usize, host: *const c_void) { to = symbol(runtime, host)?.1 as usize }
}

calls! { checked, runtime;
    pub(super) cudaMalloc(to: *mut Pointer, bytes: usize) {
        allocate(runtime, to, bytes, Kind::Device)
    }
    pub(super) cudaMallocManaged(to: *mut Pointer, bytes: usize, _flags: c_uint) {
        allocate(runtime, to, bytes, Kind::Managed)
    }
    pub(super) cudaMallocHost(to: *mut Pointer, bytes: usize) {
        allocate(runtime, to, bytes, Kind::Pinned)
    }
    pub(super) cudaFree(place: Pointer) { free(runtime, place) }
    cudaFreeAsync(place: Pointer, stream: Pointer) {
        // Memory of a graph stays where it is from launch to launch.
        if runtime.graphs.takes(stream as usize) { Ok(()) } else { free(runtime, place) }
    }
    pub(super) cudaMemcpyAsync(
        to: Pointer,
        from: *const c_void,
        bytes: usize,
        _kind: c_int,
        stream: Pointer
    ) {
        runtime.copy(&Copying::of(to, from, bytes), stream as usize)
    }
    cudaMemcpyToSymbolAsync(
        host: *const c_void,
        from: *const c_void,
        bytes: usize,
        offset: usize,
        _kind: c_int,
        stream: Pointer
    ) {
        let to = within_symbol(runtime, host, offset, bytes)?;
        runtime.copy(&Copying::of(to, from, bytes), stream as usize)
    }
    cudaMemcpyFromSymbolAsync(
        to: Pointer,
        host: *const c_void,
        bytes: usize,
        offset: usize,
        _kind: c_int,
        stream: Pointer
    ) {
        let from = within_symbol(runtime, host, offset, bytes)?;
        runtime.copy(&Copying::of(to, from, bytes), stream as usize)
    }
    cudaMemsetAsync(to: Pointer, value: c_int, bytes: usize, stream: Pointer) {
        runtime.set(&Setting::of(to, value as u8, bytes), stream as usize)
    }
}

forward! { std::convert::identity;
    cudaMemcpyToSymbol(
        host: *const c_void,
        from: *const c_void,
        bytes: usize,
        offset: usize,
        kind: c_int
    ) = cudaMemcpyToSymbolAsync(host, from, bytes, offset, kind, std::ptr::null_mut());
    cudaMemcpyFromSymbol(
        to: Pointer,
        host: *const c_void,
        bytes: usize,
        offset: usize,
        kind: c_int
    ) = cudaMemcpyFromSymbolAsync(to, host, bytes, offset, kind, std::ptr::null_mut());
    cudaMallocAsync(to: *mut Pointer, bytes: usize, stream: Pointer) = cudaMalloc(to, bytes);
    cudaHostAlloc(to: *mut Pointer, bytes: usize, flags: c_uint) = cudaMallocHost(to, bytes);
    cudaFreeHost(place: Pointer) = cudaFree(place);
    cudaMemcpy(to: Pointer, from: *const c_void, bytes: usize, kind: c_int) =
        cudaMemcpyAsync(to, from, bytes, kind, std::ptr::null_mut());
    cudaMemset(to: Pointer, value: c_int, bytes: usize) =
        cudaMemsetAsync(to, value, bytes, std::ptr::null_mut());
}
