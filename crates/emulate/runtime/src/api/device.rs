//! The device: one, as its description says.

use std::ffi::{c_int, c_uint, c_void};

use propp_base_model::attribute;

use super::events::CONTEXT_WAIT;
use super::{call, checked, give};
use crate::status::{self, Status};

/// Bytes of `cudaDeviceProp` in CUDA 13.
const PROPERTIES: usize = 1008;

/// Fields of `cudaDeviceProp` of CUDA 13 that are attributes: offset, bytes, attribute.
const FIELDS: &[(usize, usize, u32)] = &[
    (296, 8, 8),
    (304, 4, attribute::MAX_REGISTERS_PER_BLOCK),
    (308, 4, 10),
    (312, 8, 11),
    (320, 4, 1),
    (324, 4, 2),
    (328, 4, 3),
    (332, 4, 4),
    (336, 4, 5),
    (340, 4, 6),
    (344, 4, 7),
    (352, 8, 9),
    (360, 4, attribute::COMPUTE_CAPABILITY_MAJOR),
    (364, 4, attribute::COMPUTE_CAPABILITY_MINOR),
    (368, 8, 14),
    (384, 4, attribute::MULTIPROCESSOR_COUNT),
    (388, 4, 18),
    (392, 4, 19),
    (560, 4, 31),
    (564, 4, 32),
    (584, 4, 40),
    (588, 4, 41),
    (592, 4, attribute::GLOBAL_MEMORY_BUS_WIDTH_BITS),
    (596, 4, 38),
    (600, 4, 108),
    (604, 4, attribute::MAX_THREADS_PER_MULTIPROCESSOR),
    (608, 4, 78),
    (612, 4, 79),
    (616, 4, 80),
    (624, 8, attribute::MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
    (632, 4, attribute::MAX_REGISTERS_PER_MULTIPROCESSOR),
    (636, 4, 83),
    (672, 8, attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    (688, 4, attribute::MAX_BLOCKS_PER_MULTIPROCESSOR),
    (696, 8, attribute::RESERVED_SHARED_MEMORY_PER_BLOCK),
];

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaGetDeviceProperties(to: *mut c_void, device: c_int) -> Status {
    call(|runtime| {
        if device != 0 {
            return Err(status::INVALID_DEVICE);
        }
        let mut properties = [0_u8; PROPERTIES];
        let name = format!("{} (emulated by propp)", runtime.gpu.name);
        let length = name.len().min(255);
        properties[..length].copy_from_slice(&name.as_bytes()[..length]);
        properties[256..272].copy_from_slice(b"propp emulation\0");
        properties[288..296].copy_from_slice(&runtime.gpu.memory_bytes.to_le_bytes());
        for (offset, bytes, number) in FIELDS {
            let value = u64::from(runtime.gpu.attribute(*number)).to_le_bytes();
            properties[*offset..offset + bytes].copy_from_slice(&value[..*bytes]);
        }
        // SAFETY: the program hands over room for the properties of its headers.
        unsafe { give(to.cast(), properties) }
    })
}

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

succeed! { status::SUCCESS;
    cudaSetDeviceFlags(c_uint);
}

forward! { std::convert::identity;
    pub(super) cudaDriverGetVersion(version: *mut c_int) = cudaRuntimeGetVersion(version);
}
