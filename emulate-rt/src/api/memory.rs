//! Memory: allocating, copying, setting.

use std::ffi::{c_int, c_uint, c_void};

use super::{checked, give};
use crate::runtime::Runtime;
use crate::status::{self, Status};

type Pointer = *mut c_void;

fn allocate(runtime: &mut Runtime, to: *mut Pointer, bytes: usize) -> Result<(), Status> {
    let null = std::ptr::null_mut();
    let memory = runtime.gpu.memory_bytes;
    let place = match bytes as u64 {
        0 => 0,
        bytes if runtime.arena.used().saturating_add(bytes) > memory => {
            return Err(status::MEMORY_ALLOCATION);
        }
        bytes => runtime.arena.allocate(bytes, true).ok_or(status::MEMORY_ALLOCATION)?,
    };
    // SAFETY: the program hands over room for a pointer.
    unsafe { give(to, if place == 0 { null } else { place as Pointer }) }
}

fn free(runtime: &mut Runtime, place: Pointer) -> Result<(), Status> {
    if place.is_null() {
        return Ok(());
    }
    runtime.arena.free(place as u64).map(drop).ok_or(status::INVALID_VALUE)
}

#[unsafe(no_mangle)]
extern "C" fn cudaMalloc(to: *mut Pointer, bytes: usize) -> Status {
    checked(|runtime| allocate(runtime, to, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMallocAsync(to: *mut Pointer, bytes: usize, _: Pointer) -> Status {
    checked(|runtime| allocate(runtime, to, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMallocManaged(to: *mut Pointer, bytes: usize, _: c_uint) -> Status {
    checked(|runtime| allocate(runtime, to, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMallocHost(to: *mut Pointer, bytes: usize) -> Status {
    checked(|runtime| allocate(runtime, to, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaHostAlloc(to: *mut Pointer, bytes: usize, _: c_uint) -> Status {
    checked(|runtime| allocate(runtime, to, bytes))
}

/// Pinned memory has one address for both sides.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaHostGetDevicePointer(
    to: *mut Pointer,
    host: Pointer,
    _: c_uint,
) -> Status {
    checked(|runtime| {
        runtime.arena.find(host as u64).ok_or(status::INVALID_VALUE)?;
        // SAFETY: the program hands over room for a pointer.
        unsafe { give(to, host) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cudaFree(place: Pointer) -> Status {
    checked(|runtime| free(runtime, place))
}

#[unsafe(no_mangle)]
extern "C" fn cudaFreeAsync(place: Pointer, _: Pointer) -> Status {
    checked(|runtime| free(runtime, place))
}

#[unsafe(no_mangle)]
extern "C" fn cudaFreeHost(place: Pointer) -> Status {
    checked(|runtime| free(runtime, place))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaMemGetInfo(free: *mut usize, total: *mut usize) -> Status {
    checked(|runtime| {
        let memory = runtime.gpu.memory_bytes;
        let left = memory.saturating_sub(runtime.arena.used());
        // SAFETY: the program hands over room for two numbers.
        unsafe { give(free, left as usize).and_then(|()| give(total, memory as usize)) }
    })
}

/// Copies within this process's memory, whoever's it is. Bytes outside of an allocation are
/// refused; those of the host are the program's business.
fn copy(
    runtime: &mut Runtime,
    to: Pointer,
    from: *const c_void,
    bytes: usize,
) -> Result<(), Status> {
    if bytes == 0 {
        return Ok(());
    }
    let fits = |address: u64| address != 0 && runtime.arena.allows(address, bytes as u64);
    if !fits(to as u64) || !fits(from as u64) {
        return Err(status::INVALID_VALUE);
    }
    // SAFETY: both lie in allocations of the arena, or are what the program calls its own.
    unsafe { std::ptr::copy(from.cast::<u8>(), to.cast::<u8>(), bytes) };
    Ok(())
}

fn set(runtime: &mut Runtime, to: Pointer, value: c_int, bytes: usize) -> Result<(), Status> {
    if bytes == 0 {
        return Ok(());
    }
    runtime.arena.find(to as u64).ok_or(status::INVALID_VALUE)?;
    if !runtime.arena.allows(to as u64, bytes as u64) {
        return Err(status::INVALID_VALUE);
    }
    // SAFETY: the bytes lie in an allocation of the arena.
    unsafe { std::ptr::write_bytes(to.cast::<u8>(), value as u8, bytes) };
    Ok(())
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemcpy(to: Pointer, from: *const c_void, bytes: usize, _: c_int) -> Status {
    checked(|runtime| copy(runtime, to, from, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemcpyAsync(
    to: Pointer,
    from: *const c_void,
    bytes: usize,
    _: c_int,
    _: Pointer,
) -> Status {
    checked(|runtime| copy(runtime, to, from, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemset(to: Pointer, value: c_int, bytes: usize) -> Status {
    checked(|runtime| set(runtime, to, value, bytes))
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemsetAsync(to: Pointer, value: c_int, bytes: usize, _: Pointer) -> Status {
    checked(|runtime| set(runtime, to, value, bytes))
}

/// Where a variable lies, and its bytes.
fn symbol(runtime: &mut Runtime, host: *const c_void) -> Result<(u64, u64), Status> {
    let variable = runtime.variables.get(&(host as usize)).cloned();
    let variable = variable.ok_or(status::INVALID_SYMBOL)?;
    runtime.load(variable.program)?;
    let loaded = runtime.loaded(variable.program)?;
    let index = loaded.module.variables.iter().position(|known| known.name == variable.name);
    let index = index.ok_or(status::INVALID_SYMBOL)?;
    let address = loaded.addresses.get(index).copied().ok_or(status::INVALID_SYMBOL)?;
    Ok((address, loaded.module.variables[index].bytes))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGetSymbolAddress(to: *mut Pointer, host: *const c_void) -> Status {
    checked(|runtime| {
        let (address, _) = symbol(runtime, host)?;
        // SAFETY: the program hands over room for a pointer.
        unsafe { give(to, address as Pointer) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGetSymbolSize(to: *mut usize, host: *const c_void) -> Status {
    checked(|runtime| {
        let (_, bytes) = symbol(runtime, host)?;
        // SAFETY: the program hands over room for a number.
        unsafe { give(to, bytes as usize) }
    })
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemcpyToSymbol(
    host: *const c_void,
    from: *const c_void,
    bytes: usize,
    offset: usize,
    _: c_int,
) -> Status {
    checked(|runtime| {
        let (address, _) = symbol(runtime, host)?;
        copy(runtime, (address + offset as u64) as Pointer, from, bytes)
    })
}

#[unsafe(no_mangle)]
extern "C" fn cudaMemcpyFromSymbol(
    to: Pointer,
    host: *const c_void,
    bytes: usize,
    offset: usize,
    _: c_int,
) -> Status {
    checked(|runtime| {
        let (address, _) = symbol(runtime, host)?;
        copy(runtime, to, (address + offset as u64) as *const c_void, bytes)
    })
}
