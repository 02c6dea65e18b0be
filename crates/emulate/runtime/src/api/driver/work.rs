//! Launches, streams and events.

use std::ffi::{c_float, c_int, c_uint, c_void};

use super::super::events::{
    cudaEventCreateWithFlags, cudaEventDestroy, cudaEventElapsedTime, cudaEventRecord,
    cudaEventSynchronize, cudaStreamCreateWithPriority, cudaStreamSynchronize, cudaStreamWaitEvent,
};
use super::super::registration::{Asked, LaunchAttribute, asked};
use super::{call, number};
use crate::status::{self, Status};
use crate::work::Configuration;

/// `CU_LAUNCH_PARAM_BUFFER_POINTER`: the next word leads to the parameters as they lie.
const BUFFER_POINTER: usize = 1;

#[unsafe(no_mangle)]
unsafe extern "C" fn cuLaunchKernel(
    function: *const c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: *mut c_void,
    arguments: *const *const u8,
    extra: *const *const u8,
) -> Status {
    let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
    let configuration = Configuration::new(grid, block, shared as usize, stream);
    // SAFETY: the same arguments.
    unsafe { launch(function, configuration, arguments, extra) }
}

#[repr(C)]
struct LaunchConfig {
    grid: [c_uint; 3],
    block: [c_uint; 3],
    shared: c_uint,
    stream: *mut c_void,
    attributes: *const LaunchAttribute,
    count: c_uint,
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuLaunchKernelEx(
    config: *const LaunchConfig,
    function: *const c_void,
    arguments: *const *const u8,
    extra: *const *const u8,
) -> Status {
    // SAFETY: the program hands over a configuration and its attributes.
    unsafe {
        let Some(config) = config.as_ref() else { return status::INVALID_VALUE };
        let Some(Asked { cooperative, cluster }) = asked(config.attributes, config.count) else {
            return status::NOT_SUPPORTED;
        };
        let LaunchConfig { grid, block, shared, stream, .. } = *config;
        let configuration = Configuration::new(grid, block, shared as usize, stream);
        let configuration = Configuration { cooperative, cluster, ..configuration };
        launch(function, configuration, arguments, extra)
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuLaunchCooperativeKernel(
    function: *const c_void,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared: c_uint,
    stream: *mut c_void,
    arguments: *const *const u8,
) -> Status {
    let (grid, block) = ([grid_x, grid_y, grid_z], [block_x, block_y, block_z]);
    let configuration = Configuration::new(grid, block, shared as usize, stream);
    let configuration = Configuration { cooperative: true, ..configuration };
    // SAFETY: the same arguments.
    unsafe { launch(function, configuration, arguments, std::ptr::null()) }
}

unsafe fn launch(
    function: *const c_void,
    configuration: Configuration,
    arguments: *const *const u8,
    extra: *const *const u8,
) -> Status {
    call(|runtime| {
        let mut pointers = Vec::new();
        let mut arguments = arguments;
        if arguments.is_null() && !extra.is_null() {
            // SAFETY: pairs of a key and a value, of which the first is the buffer's.
            let (key, buffer) = unsafe { (*extra, *extra.add(1)) };
            if key as usize != BUFFER_POINTER {
                return Err(status::NOT_SUPPORTED);
            }
            let offsets = runtime.parameter_offsets(function as usize)?;
            pointers.extend(offsets.into_iter().map(|offset| buffer.wrapping_add(offset)));
            arguments = pointers.as_ptr();
        }
        // SAFETY: the program hands over an argument for each parameter.
        unsafe { runtime.launch(function as usize, &configuration, arguments) }
    })
}

succeed! { status::SUCCESS;
    cuStreamDestroy_v2(*mut c_void);
}

succeed! { call(|_| Ok(()));
    cuStreamQuery(*mut c_void);
    cuEventQuery(*mut c_void);
}

forward! { number;
    cuStreamCreate(stream: *mut *mut c_void, flags: c_uint) =
        cudaStreamCreateWithPriority(stream, flags, 0);
    cuStreamCreateWithPriority(stream: *mut *mut c_void, flags: c_uint, priority: c_int) =
        cudaStreamCreateWithPriority(stream, flags, priority);
    cuStreamSynchronize(stream: *mut c_void) = cudaStreamSynchronize(stream);
    cuStreamWaitEvent(stream: *mut c_void, event: *mut c_void, flags: c_uint) =
        cudaStreamWaitEvent(stream, event, flags);
    cuEventCreate(event: *mut *mut c_void, flags: c_uint) = cudaEventCreateWithFlags(event, flags);
    cuEventDestroy_v2(event: *mut c_void) = cudaEventDestroy(event);
    cuEventRecord(event: *mut c_void, stream: *mut c_void) = cudaEventRecord(event, stream);
    cuEventSynchronize(event: *mut c_void) = cudaEventSynchronize(event);
    cuEventElapsedTime(milliseconds: *mut c_float, start: *const c_void, end: *const c_void) =
        cudaEventElapsedTime(milliseconds, start, end);
    cuEventElapsedTime_v2(milliseconds: *mut c_float, start: *const c_void, end: *const c_void) =
        cudaEventElapsedTime(milliseconds, start, end);
}
