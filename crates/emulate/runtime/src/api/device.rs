//! The device: one, as its description says.

use std::ffi::c_int;

use super::events::CONTEXT_WAIT;
use super::{call, checked, give};
use crate::descriptions::Channels;
use crate::status::{self, Status};

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaDeviceGetAttribute(
    to: *mut c_int,
    name: c_int,
    device: c_int,
) -> Status {
    call(|runtime| {
        if device != 0 {
            return Err(status::INVALID_DEVICE);
        }
        let number = u32::try_from(name).map_err(|_| status::INVALID_VALUE)?;
        let value = runtime.gpu.attributes.get(&number).copied();
        // SAFETY: the program hands over room for a number.
        unsafe { give(to, value.ok_or(status::INVALID_VALUE)?) }
    })
}

gives! { call, runtime;
    pub(super) cudaGetDeviceCount(count: *mut c_int) { count = 1 }
    cudaGetDevice(device: *mut c_int) { device = 0 }
    cudaRuntimeGetVersion(version: *mut c_int) { version = 13000 }
}

calls! { call, _runtime;
    cudaSetDevice(device: c_int) {
        if device == 0 { Ok(()) } else { Err(status::INVALID_DEVICE) }
    }
}

calls! { checked, runtime;
    pub(super) cudaDeviceSynchronize() {
        runtime.record.wait(CONTEXT_WAIT, u32::MAX);
        Ok(())
    }
}

forward! { std::convert::identity;
    pub(super) cudaDriverGetVersion(version: *mut c_int) = cudaRuntimeGetVersion(version);
}

#[unsafe(no_mangle)]
extern "C" fn cudaCreateChannelDesc(
    x: c_int,
    y: c_int,
    z: c_int,
    w: c_int,
    kind: c_int,
) -> Channels {
    Channels { bits: [x, y, z, w], kind }
}
