//! Calls of memory pools.

use std::ffi::{c_int, c_void};

use super::memory::allocate;
use super::{checked, give};
use crate::arena::Kind;
use crate::pools::{DEFAULT, Pool};
use crate::status::{self, Status};

/// Of `cudaMemPoolAttr`: whether and how freed memory is used again, which it always is here.
const REUSES: std::ops::RangeInclusive<c_int> = 1..=3;
/// Bytes that a pool keeps.
const THRESHOLD: c_int = 4;

/// A number of 32 bits for what is reused, of 64 bits for the threshold.
#[unsafe(no_mangle)]
unsafe extern "C" fn cudaMemPoolSetAttribute(
    pool: Pool,
    attribute: c_int,
    value: *const c_void,
) -> Status {
    checked(|runtime| {
        let threshold = runtime.pools.threshold(pool)?;
        if value.is_null() {
            return Err(status::INVALID_VALUE);
        }
        match attribute {
            THRESHOLD => {
                // SAFETY: the program hands over a number of this width with this attribute.
                *threshold = unsafe { value.cast::<u64>().read_unaligned() };
                Ok(())
            }
            attribute if REUSES.contains(&attribute) => Ok(()),
            _ => Err(status::NOT_SUPPORTED),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaMemPoolGetAttribute(
    pool: Pool,
    attribute: c_int,
    value: *mut c_void,
) -> Status {
    checked(|runtime| {
        let threshold = *runtime.pools.threshold(pool)?;
        match attribute {
            // SAFETY: the program hands over room for a number of this width.
            THRESHOLD => unsafe { give(value.cast::<u64>(), threshold) },
            attribute if REUSES.contains(&attribute) => {
                // SAFETY: as above.
                unsafe { give(value.cast::<c_int>(), 1) }
            }
            _ => Err(status::NOT_SUPPORTED),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaDeviceGetDefaultMemPool(pool: *mut Pool, device: c_int) -> Status {
    checked(|_| match device {
        // SAFETY: the program hands over room for a handle.
        0 => unsafe { give(pool, DEFAULT as Pool) },
        _ => Err(status::INVALID_DEVICE),
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaDeviceGetMemPool(pool: *mut Pool, device: c_int) -> Status {
    checked(|runtime| match device {
        // SAFETY: the program hands over room for a handle.
        0 => unsafe { give(pool, runtime.pools.current as Pool) },
        _ => Err(status::INVALID_DEVICE),
    })
}

#[unsafe(no_mangle)]
extern "C" fn cudaDeviceSetMemPool(device: c_int, pool: Pool) -> Status {
    checked(|runtime| {
        runtime.pools.threshold(pool)?;
        if device != 0 {
            return Err(status::INVALID_DEVICE);
        }
        runtime.pools.current = pool as usize;
        Ok(())
    })
}

gives! { checked, runtime;
    cudaMemPoolCreate(pool: *mut Pool, _properties: *const c_void) { pool = runtime.pools.create() }
}

calls! { checked, runtime;
    cudaMemPoolDestroy(pool: Pool) { runtime.pools.destroy(pool) }
    cudaMemPoolTrimTo(pool: Pool, _bytes: usize) { runtime.pools.threshold(pool).map(|_| ()) }
    cudaMallocFromPoolAsync(to: *mut *mut c_void, bytes: usize, pool: Pool, _stream: *mut c_void) {
        runtime.pools.threshold(pool)?;
        allocate(runtime, to, bytes, Kind::Device)
    }
}
