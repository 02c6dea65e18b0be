//! Memory of the host that the device may reach, and whose a pointer is.

use std::ffi::{c_int, c_uint, c_void};

use super::checked;
use super::give;
use crate::arena::Kind;
use crate::status::{self, Status};

type Pointer = *mut c_void;

/// `cudaPointerAttributes`: kind, device, and the addresses that both sides use.
#[repr(C)]
struct PointerAttributes {
    kind: c_int,
    device: c_int,
    device_pointer: Pointer,
    host_pointer: Pointer,
    reserved: [i64; 8],
}

/// Of `cudaMemoryType`; memory that was not registered has the first.
const UNREGISTERED: c_int = 0;
const HOST: c_int = 1;
const DEVICE: c_int = 2;
const MANAGED: c_int = 3;

/// One address is valid for both sides of all memory but the device's.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaPointerGetAttributes(
    to: *mut PointerAttributes,
    place: *const c_void,
) -> Status {
    checked(|runtime| {
        let place = place.cast_mut();
        let none = std::ptr::null_mut();
        let found = runtime.arena.find(place as u64).map(|(_, found)| found.kind);
        let (kind, device, device_pointer, host_pointer) = match found {
            None => (UNREGISTERED, -2, none, place),
            Some(Kind::Pinned | Kind::Registered) => (HOST, 0, place, place),
            Some(Kind::Managed) => (MANAGED, 0, place, place),
            Some(Kind::Device | Kind::Array | Kind::Variable { .. }) => (DEVICE, 0, place, none),
        };
        let reserved = [0; 8];
        let value = PointerAttributes { kind, device, device_pointer, host_pointer, reserved };
        // SAFETY: the program hands over room for the attributes.
        unsafe { give(to, value) }
    })
}

calls! { checked, runtime;
    pub(super) cudaHostRegister(place: Pointer, bytes: usize, _flags: c_uint) {
        if place.is_null() || bytes == 0 {
            return Err(status::INVALID_VALUE);
        }
        match runtime.arena.register(place as u64, bytes as u64) {
            true => Ok(()),
            false => Err(status::ALREADY_REGISTERED),
        }
    }
    pub(super) cudaHostUnregister(place: Pointer) {
        match runtime.arena.unregister(place as u64) {
            true => Ok(()),
            false => Err(status::NOT_REGISTERED),
        }
    }
}

gives! { checked, runtime;
    // Mapped, as all memory of the host is that the device may reach.
    cudaHostGetFlags(flags: *mut c_uint, place: Pointer) {
        flags = match runtime.arena.find(place as u64) {
            Some((_, found)) if found.kind.is_host() => 2,
            _ => return Err(status::INVALID_VALUE),
        }
    }
}
