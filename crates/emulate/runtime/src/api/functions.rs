//! Attributes and occupancy of kernels.

use std::ffi::{c_char, c_int, c_uint, c_void};

use propp_base_model::attribute;

use super::registration::{LaunchConfig, asked};
use super::{call, give};
use crate::launching::{MOST_OF_CLUSTER, PORTABLE_OF_CLUSTER};
use crate::runtime::Runtime;
use crate::status::{self, Status};

/// `cudaFuncAttributes` of CUDA 13, as far as it is filled in.
#[repr(C)]
struct Attributes {
    shared_bytes: usize,
    constant_bytes: usize,
    local_bytes: usize,
    max_threads: c_int,
    registers: c_int,
    ptx_version: c_int,
    binary_version: c_int,
    cache_mode: c_int,
    max_dynamic_shared: c_int,
    carveout: c_int,
    needs_cluster: c_int,
    cluster: [c_int; 3],
    cluster_policy: c_int,
    wide_clusters: c_int,
    rest: [u8; 68],
}

const _: () = assert!(size_of::<Attributes>() == 144);

/// `cudaFuncAttributeMaxDynamicSharedMemorySize` and `…PreferredSharedMemoryCarveout`.
const MAX_DYNAMIC_SHARED: c_int = 8;
const CARVEOUT: c_int = 9;
/// `cudaFuncAttributeNonPortableClusterSizeAllowed` and `…ClusterSchedulingPolicyPreference`.
const WIDE_CLUSTERS: c_int = 14;
const CLUSTER_POLICY: c_int = 15;

fn attributes(runtime: &mut Runtime, host: *const c_void) -> Result<Attributes, Status> {
    let function = runtime.function(host as usize)?;
    runtime.load(function.program)?;
    let compiled = runtime.compiled(&function);
    let loaded = runtime.loaded(function.program)?;
    let kernel = loaded.module.kernel(&function.name);
    let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
    let code = kernel.code.as_ref().ok();
    let (major, minor) = loaded.module.version;
    let limit = kernel.max_threads.map_or(1024, |extents| extents.iter().product::<u32>());
    let int = |value: u32| c_int::try_from(value).unwrap_or(c_int::MAX);
    Ok(Attributes {
        shared_bytes: code.map_or(0, |code| code.shared_bytes as usize),
        constant_bytes: 0,
        local_bytes: compiled.stack as usize,
        max_threads: int(limit.min(1024)),
        registers: int(compiled.registers),
        ptx_version: int(major * 10 + minor),
        binary_version: int(runtime.capability()),
        cache_mode: 0,
        max_dynamic_shared: int(function.dynamic_shared_limit.max(48 << 10)),
        carveout: -1,
        needs_cluster: c_int::from(kernel.cluster.is_some()),
        cluster: kernel.cluster.unwrap_or_default().map(int),
        cluster_policy: 0,
        wide_clusters: c_int::from(function.wide_clusters),
        rest: [0; 68],
    })
}

/// An attribute by the driver's number (`CUfunction_attribute`).
pub(super) fn function_attribute(
    runtime: &mut Runtime,
    host: *const c_void,
    name: c_int,
) -> Result<c_int, Status> {
    let all = attributes(runtime, host)?;
    let int = |bytes: usize| c_int::try_from(bytes).unwrap_or(c_int::MAX);
    Ok(match name {
        0 => all.max_threads,
        1 => int(all.shared_bytes),
        2 => int(all.constant_bytes),
        3 => int(all.local_bytes),
        4 => all.registers,
        5 => all.ptx_version,
        6 => all.binary_version,
        MAX_DYNAMIC_SHARED => all.max_dynamic_shared,
        CARVEOUT => all.carveout,
        10 => all.needs_cluster,
        11..=13 => all.cluster[name as usize - 11],
        WIDE_CLUSTERS => all.wide_clusters,
        CLUSTER_POLICY => all.cluster_policy,
        _ => return Err(status::INVALID_VALUE),
    })
}

#[unsafe(no_mangle)]
pub(super) extern "C" fn cudaFuncSetAttribute(
    host: *const c_void,
    name: c_int,
    value: c_int,
) -> Status {
    call(|runtime| {
        let most = runtime.gpu.attribute(attribute::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
        let function = runtime.functions.get_mut(&(host as usize));
        let function = function.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        match name {
            MAX_DYNAMIC_SHARED => {
                let bytes = u32::try_from(value).map_err(|_| status::INVALID_VALUE)?;
                if bytes > most {
                    return Err(status::INVALID_VALUE);
                }
                function.dynamic_shared_limit = bytes;
                Ok(())
            }
            CARVEOUT | CLUSTER_POLICY => Ok(()),
            WIDE_CLUSTERS => {
                function.wide_clusters = value != 0;
                Ok(())
            }
            _ => Err(status::NOT_SUPPORTED),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    blocks: *mut c_int,
    host: *const c_void,
    threads: c_int,
    shared: usize,
    _flags: c_uint,
) -> Status {
    call(|runtime| {
        let function = runtime.function(host as usize)?;
        runtime.load(function.program)?;
        let threads = u32::try_from(threads).map_err(|_| status::INVALID_VALUE)?;
        let shared = u32::try_from(shared).map_err(|_| status::INVALID_VALUE)?;
        let found = runtime.resident_blocks(&function, threads, shared)?;
        // SAFETY: the program hands over room for a number.
        unsafe { give(blocks, c_int::try_from(found).unwrap_or(c_int::MAX)) }
    })
}

/// Clusters of a launch that the GPU holds, whichever SMs these take.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaOccupancyMaxActiveClusters(
    clusters: *mut c_int,
    host: *const c_void,
    config: *const LaunchConfig,
) -> Status {
    call(|runtime| {
        // SAFETY: the program hands over a configuration and its attributes.
        let config = unsafe { config.as_ref() }.ok_or(status::INVALID_VALUE)?;
        // SAFETY: as above.
        let asked = unsafe { asked(config.attributes, config.count) };
        let cluster = asked.ok_or(status::NOT_SUPPORTED)?.cluster.map(|extent| extent.max(1));
        let function = runtime.function(host as usize)?;
        runtime.load(function.program)?;
        let threads = config.block.array().iter().product();
        let shared = u32::try_from(config.shared).map_err(|_| status::INVALID_VALUE)?;
        let each = runtime.resident_blocks(&function, threads, shared)?;
        let all = each * runtime.gpu.attribute(attribute::MULTIPROCESSOR_COUNT);
        let found = all / cluster.iter().product::<u32>();
        // SAFETY: the program hands over room for a number.
        unsafe { give(clusters, c_int::try_from(found).unwrap_or(c_int::MAX)) }
    })
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn cudaOccupancyMaxPotentialClusterSize(
    size: *mut c_int,
    host: *const c_void,
    _config: *const LaunchConfig,
) -> Status {
    call(|runtime| {
        let wide = runtime.function(host as usize)?.wide_clusters;
        let most = if wide { MOST_OF_CLUSTER } else { PORTABLE_OF_CLUSTER };
        // SAFETY: the program hands over room for a number.
        unsafe { give(size, c_int::try_from(most).unwrap_or(c_int::MAX)) }
    })
}

gives! { call, runtime;
    cudaFuncGetAttributes(to: *mut Attributes, host: *const c_void) { to = attributes(runtime, host)? }
    cudaFuncGetName(name: *mut *const c_char, host: *const c_void) {
        name = runtime.function(host as usize)?.c_name as *const c_char
    }
}

calls! { call, runtime;
    cudaFuncSetCacheConfig(host: *const c_void, _config: c_int) {
        runtime.function(host as usize).map(drop)
    }
}

forward! { std::convert::identity;
    pub(super) cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut c_int,
        host: *const c_void,
        threads: c_int,
        shared: usize
    ) = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, threads, shared, 0);
}
