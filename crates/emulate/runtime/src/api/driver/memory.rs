//! Memory: allocating, copying, setting.

use std::ffi::{c_uint, c_void};

use super::super::memory::{
    cudaFree, cudaMalloc, cudaMallocHost, cudaMallocManaged, cudaMemGetInfo,
};
use super::{call, number};
use crate::arena::Kind;
use crate::status::{self, Status};
use crate::work::{Copying, Setting};

type Pointer = *mut c_void;
/// Addresses of the device are numbers.
type Address = u64;

forward! { number;
    cuMemAlloc_v2(to: *mut Pointer, bytes: usize) = cudaMalloc(to, bytes);
    cuMemAllocManaged(to: *mut Pointer, bytes: usize, flags: c_uint) =
        cudaMallocManaged(to, bytes, flags);
    cuMemAllocHost_v2(to: *mut Pointer, bytes: usize) = cudaMallocHost(to, bytes);
    cuMemHostAlloc(to: *mut Pointer, bytes: usize, flags: c_uint) = cudaMallocHost(to, bytes);
    cuMemFree_v2(place: Address) = cudaFree(place as Pointer);
    cuMemFreeHost(place: Pointer) = cudaFree(place);
    cuMemGetInfo_v2(free: *mut usize, total: *mut usize) = cudaMemGetInfo(free, total);
}

calls! { call, runtime;
    // Of propp alone: memory of this process becomes an allocation of a kind, numbered as captured
    // launches number them. Up to 512 bytes after it must be mapped, too.
    cuProppPlace(place: Address, bytes: usize, kind: c_uint) {
        let kind = match kind {
            0 => Kind::Device,
            1 => Kind::Managed,
            2 => Kind::Pinned,
            _ => return Err(status::INVALID_VALUE),
        };
        if !runtime.arena.place(place, bytes as u64, kind) {
            return Err(status::ALREADY_REGISTERED);
        }
        runtime.record.memory(true, kind.number(), place, bytes as u64);
        Ok(())
    }
}

/// Copies; which side is the host's the addresses say.
macro_rules! copies {
    ($($name:ident ($to:ty, $from:ty $(, $stream:ident)?);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(to: $to, from: $from, bytes: usize $(, $stream: Pointer)?) -> Status {
            let copying = Copying::of(to as Pointer, from as *const c_void, bytes);
            call(|runtime| runtime.copy(&copying, 0 $(+ $stream as usize)?))
        }
    )+};
}

copies! {
    cuMemcpy(Address, Address);
    cuMemcpyAsync(Address, Address, stream);
    cuMemcpyHtoD_v2(Address, *const c_void);
    cuMemcpyHtoDAsync_v2(Address, *const c_void, stream);
    cuMemcpyDtoH_v2(*mut c_void, Address);
    cuMemcpyDtoHAsync_v2(*mut c_void, Address, stream);
    cuMemcpyDtoD_v2(Address, Address);
    cuMemcpyDtoDAsync_v2(Address, Address, stream);
}

macro_rules! sets {
    ($($name:ident ($value:ty $(, $stream:ident)?);)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name(
            to: Address,
            value: $value,
            count: usize
            $(, $stream: Pointer)?
        ) -> Status {
            let value_bytes = size_of::<$value>();
            let bytes = count.saturating_mul(value_bytes);
            let row = Setting::of(to as Pointer, 0, bytes);
            let setting = Setting { value: u32::from(value), value_bytes, ..row };
            call(|runtime| runtime.set(&setting, 0 $(+ $stream as usize)?))
        }
    )+};
}

sets! {
    cuMemsetD8_v2(u8);
    cuMemsetD8Async(u8, stream);
    cuMemsetD16_v2(u16);
    cuMemsetD16Async(u16, stream);
    cuMemsetD32_v2(u32);
    cuMemsetD32Async(u32, stream);
}
