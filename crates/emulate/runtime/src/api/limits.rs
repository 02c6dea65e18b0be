//! Settings of the device and its streams, and its peers: there are none.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use super::properties::cudaGetDeviceProperties;
use super::{LAST, call, checked, give};
use crate::runtime::{Runtime, stream_number};
use crate::status::{self, Status};

/// The address of the only device on its bus.
const BUS_ID: &[u8; 13] = b"0000:06:00.0\0";

fn only_device(device: c_int) -> Result<(), Status> {
    if device == 0 { Ok(()) } else { Err(status::INVALID_DEVICE) }
}

/// Priorities from the least on, as `cudaDeviceGetStreamPriorityRange` gives them.
const LEAST_PRIORITY: c_int = 0;
const GREATEST_PRIORITY: c_int = -5;

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaDeviceGetStreamPriorityRange(
    least: *mut c_int,
    greatest: *mut c_int,
) -> Status {
    checked(|_| {
        for (to, value) in [(least, LEAST_PRIORITY), (greatest, GREATEST_PRIORITY)] {
            if !to.is_null() {
                // SAFETY: the program hands over room for a number.
                unsafe { give(to, value) }?;
            }
        }
        Ok(())
    })
}

/// The device has no peer: whatever device is named is itself or does not exist.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaDeviceCanAccessPeer(
    can: *mut c_int,
    device: c_int,
    peer: c_int,
) -> Status {
    checked(|_| {
        only_device(device).and_then(|()| only_device(peer))?;
        // SAFETY: the program hands over room for a number.
        unsafe { give(can, 0) }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaDeviceGetPCIBusId(
    to: *mut c_char,
    length: c_int,
    device: c_int,
) -> Status {
    checked(|_| {
        only_device(device)?;
        if to.is_null() || usize::try_from(length).map_or(true, |length| length < BUS_ID.len()) {
            return Err(status::INVALID_VALUE);
        }
        // SAFETY: the program hands over room for so many characters.
        unsafe { std::ptr::copy_nonoverlapping(BUS_ID.as_ptr(), to.cast(), BUS_ID.len()) };
        Ok(())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaDeviceGetByPCIBusId(device: *mut c_int, text: *const c_char) -> Status {
    checked(|_| {
        if text.is_null() {
            return Err(status::INVALID_VALUE);
        }
        // SAFETY: the program hands over a text, and room for a number.
        unsafe {
            let is_own = CStr::from_ptr(text).to_bytes() == &BUS_ID[..BUS_ID.len() - 1];
            if is_own { give(device, 0) } else { Err(status::INVALID_DEVICE) }
        }
    })
}

/// Frees all, and forgets the error that made every call fail.
#[unsafe(no_mangle)]
extern "C" fn cudaDeviceReset() -> Status {
    let status = call(|runtime| {
        runtime.reset();
        Ok(())
    });
    LAST.set(status::SUCCESS);
    status
}

/// Flags and priority of a stream.
fn of_stream(runtime: &Runtime, stream: *mut c_void) -> (c_uint, c_int) {
    runtime.settings.streams.get(&(stream as usize)).copied().unwrap_or_default()
}

/// 16 words of a stream's attribute, and whether it is one that changes neither results nor counts:
/// the access policy, the synchronisation policy, the priority, the memory domain.
fn is_stream_attribute(number: c_int) -> Result<(), Status> {
    if [1, 3, 8, 9, 10].contains(&number) { Ok(()) } else { Err(status::INVALID_VALUE) }
}

gives! { checked, runtime;
    pub(super) cudaDeviceGetLimit(value: *mut usize, limit: c_int) { value = runtime.settings.limit(limit)? }
    cudaDeviceGetCacheConfig(config: *mut c_int) { config = runtime.settings.cache }
    cudaGetDeviceFlags(flags: *mut c_uint) { flags = runtime.settings.flags }
    cudaChooseDevice(device: *mut c_int, properties: *const c_void) { device = 0 }
    pub(super) cudaStreamGetPriority(stream: *mut c_void, priority: *mut c_int) {
        priority = of_stream(runtime, stream).1
    }
    pub(super) cudaStreamGetFlags(stream: *mut c_void, flags: *mut c_uint) {
        flags = of_stream(runtime, stream).0
    }
    cudaStreamGetId(stream: *mut c_void, id: *mut u64) {
        id = u64::from(stream_number(stream as usize))
    }
    cudaStreamGetDevice(stream: *mut c_void, device: *mut c_int) { device = 0 }
    cudaStreamGetAttribute(stream: *mut c_void, attribute: c_int, value: *mut [u32; 16]) {
        value = {
            is_stream_attribute(attribute)?;
            let mut value = [0; 16];
            if attribute == 8 {
                value[0] = of_stream(runtime, stream).1.cast_unsigned();
            }
            value
        }
    }
}

calls! { checked, runtime;
    pub(super) cudaDeviceSetLimit(limit: c_int, value: usize) { runtime.settings.set_limit(limit, value) }
    cudaDeviceSetCacheConfig(config: c_int) {
        runtime.settings.cache = config;
        Ok(())
    }
    cudaSetDeviceFlags(flags: c_uint) {
        runtime.settings.flags = flags;
        Ok(())
    }
    cudaInitDevice(device: c_int, flags: c_uint, _which: c_uint) {
        runtime.settings.flags = flags;
        only_device(device)
    }
    cudaSetValidDevices(_devices: *mut c_int, _count: c_int) {
        let _ = runtime;
        Ok(())
    }
    cudaDeviceEnablePeerAccess(_peer: c_int, _flags: c_uint) {
        let _ = runtime;
        // Of one device: itself, or one that does not exist.
        Err(status::INVALID_DEVICE)
    }
    cudaDeviceDisablePeerAccess(peer: c_int) {
        let _ = runtime;
        only_device(peer)?;
        Err(status::PEER_ACCESS_NOT_ENABLED)
    }
    cudaDeviceGetP2PAttribute(
        _value: *mut c_int,
        _attribute: c_int,
        _device: c_int,
        _peer: c_int
    ) {
        let _ = runtime;
        Err(status::INVALID_DEVICE)
    }
    cudaStreamSetAttribute(_stream: *mut c_void, attribute: c_int, _value: *const c_void) {
        let _ = runtime;
        is_stream_attribute(attribute)
    }
    // All memory may be used by all streams and the host at any time.
    pub(super) cudaStreamAttachMemAsync(
        _stream: *mut c_void,
        place: *mut c_void,
        _bytes: usize,
        _flags: c_uint
    ) {
        runtime.arena.find(place as u64).map(drop).ok_or(status::INVALID_VALUE)
    }
}

succeed! { checked(|_| Ok(()));
    cudaCtxResetPersistingL2Cache();
    cudaStreamCopyAttributes(*mut c_void, *mut c_void);
    cudaThreadExchangeStreamCaptureMode(*mut c_int);
    cudaDeviceFlushGPUDirectRDMAWrites(c_int, c_int);
    cudaMemPoolSetAccess(*mut c_void, *const c_void, usize);
}

/// Properties by the name that programs of CUDA 12 have.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGetDeviceProperties_v2(to: *mut c_void, device: c_int) -> Status {
    // SAFETY: the same arguments.
    unsafe { cudaGetDeviceProperties(to, device) }
}
