//! Devices and contexts: one of each.

use std::ffi::{c_char, c_int, c_uint, c_void};

use super::super::device::{
    cudaDeviceGetAttribute, cudaDeviceSynchronize, cudaDriverGetVersion, cudaGetDeviceCount,
};
use super::super::give;
use super::super::limits::{
    cudaDeviceCanAccessPeer, cudaDeviceGetLimit, cudaDeviceGetStreamPriorityRange,
    cudaDeviceSetLimit, cudaStreamAttachMemAsync, cudaStreamGetFlags, cudaStreamGetPriority,
};
use super::super::memory::cudaHostGetDevicePointer;
use super::super::registered::{cudaHostRegister, cudaHostUnregister};
use super::{call, number};
use crate::status::{self, Status};

type Context = *mut c_void;

/// The handle of the only context.
const CONTEXT: usize = 1;

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> Status {
    call(|_| match ordinal {
        // SAFETY: the program hands over room for a handle.
        0 => unsafe { give(device, 0) },
        _ => Err(status::INVALID_DEVICE),
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuDeviceGetName(to: *mut c_char, length: c_int, _: c_int) -> Status {
    call(|runtime| {
        let room = usize::try_from(length).unwrap_or(0);
        let name = format!("{} (emulated by propp)", runtime.gpu.name);
        let bytes = name.as_bytes();
        let used = bytes.len().min(room.checked_sub(1).ok_or(status::INVALID_VALUE)?);
        // SAFETY: the program hands over room for so many characters.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast::<u8>(), used);
            give(to.add(used), 0)
        }
    })
}

gives! { call, runtime;
    cuDeviceGetUuid(to: *mut [u8; 16], _device: c_int) { to = *b"propp emulation\0" }
    cuDeviceTotalMem_v2(bytes: *mut usize, _device: c_int) {
        bytes = runtime.gpu.memory_bytes as usize
    }
    cuDevicePrimaryCtxRetain(context: *mut Context, _device: c_int) {
        context = CONTEXT as Context
    }
    cuGetErrorName(status: Status, text: *mut *const c_char) {
        text = status::words(status).0.as_ptr().cast()
    }
    cuGetErrorString(status: Status, text: *mut *const c_char) {
        text = status::words(status).1.as_ptr().cast()
    }
}

succeed! { call(|_| Ok(()));
    cuInit(c_uint);
}

succeed! { status::SUCCESS;
    cuDevicePrimaryCtxRelease_v2(c_int);
    cuDevicePrimaryCtxSetFlags_v2(c_int, c_uint);
    cuCtxDestroy_v2(Context);
    cuCtxSetCurrent(Context);
    cuCtxPushCurrent_v2(Context);
}

forward! { number;
    cuDriverGetVersion(version: *mut c_int) = cudaDriverGetVersion(version);
    cuDeviceGetCount(count: *mut c_int) = cudaGetDeviceCount(count);
    cuDeviceGetUuid_v2(to: *mut [u8; 16], device: c_int) = cuDeviceGetUuid(to, device);
    cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: c_int) =
        cudaDeviceGetAttribute(value, attribute, device);
    cuCtxCreate_v2(context: *mut Context, flags: c_uint, device: c_int) =
        cuDevicePrimaryCtxRetain(context, device);
    cuCtxCreate_v4(context: *mut Context, parameters: *mut c_void, flags: c_uint, device: c_int) =
        cuDevicePrimaryCtxRetain(context, device);
    cuCtxGetCurrent(context: *mut Context) = cuDevicePrimaryCtxRetain(context, 0);
    cuCtxPopCurrent_v2(context: *mut Context) = cuDevicePrimaryCtxRetain(context, 0);
    cuCtxGetDevice(device: *mut c_int) = cuDeviceGet(device, 0);
    cuCtxSynchronize() = cudaDeviceSynchronize();
    cuDeviceCanAccessPeer(can: *mut c_int, device: c_int, peer: c_int) =
        cudaDeviceCanAccessPeer(can, device, peer);
    cuCtxGetLimit(value: *mut usize, limit: c_int) = cudaDeviceGetLimit(value, limit);
    cuCtxSetLimit(limit: c_int, value: usize) = cudaDeviceSetLimit(limit, value);
    cuCtxGetStreamPriorityRange(least: *mut c_int, greatest: *mut c_int) =
        cudaDeviceGetStreamPriorityRange(least, greatest);
    cuStreamGetPriority(stream: *mut c_void, priority: *mut c_int) =
        cudaStreamGetPriority(stream, priority);
    cuStreamGetFlags(stream: *mut c_void, flags: *mut c_uint) = cudaStreamGetFlags(stream, flags);
    cuMemHostRegister_v2(place: *mut c_void, bytes: usize, flags: c_uint) =
        cudaHostRegister(place, bytes, flags);
    cuMemHostUnregister(place: *mut c_void) = cudaHostUnregister(place);
    cuMemHostGetDevicePointer_v2(to: *mut *mut c_void, host: *mut c_void, flags: c_uint) =
        cudaHostGetDevicePointer(to, host, flags);
    cuStreamAttachMemAsync(stream: *mut c_void, place: *mut c_void, bytes: usize, flags: c_uint) =
        cudaStreamAttachMemAsync(stream, place, bytes, flags);
}
