//! Launches, streams and events.

use std::ffi::{c_float, c_int, c_uint, c_void};

use super::super::events::{
    cudaEventCreateWithFlags, cudaEventDestroy, cudaEventElapsedTime, cudaEventRecord,
    cudaEventSynchronize, cudaStreamCreateWithPriority, cudaStreamSynchronize, cudaStreamWaitEvent,
};
use super::super::registration::{LaunchAttribute, is_cooperative};
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
    let configuration = Configuration {
        grid: [grid_x, grid_y, grid_z],
        block: [block_x, block_y, block_z],
        dynamic_shared_bytes: shared as usize,
        stream: stream as usize,
        cooperative: false,
    };
    // SAFETY: the same arguments.
    unsafe { launch(function, &configuration, arguments, extra) }
}

/// `CUlaunchConfig`.
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
        let attributes: &[LaunchAttribute] = match config.count {
            0 => &[],
            count => std::slice::from_raw_parts(config.attributes, count as usize),
        };
        let Some(cooperative) = is_cooperative(attributes) else { return status::NOT_SUPPORTED };
        let configuration = Configuration {
            grid: config.grid,
            block: config.block,
            dynamic_shared_bytes: config.shared as usize,
            stream: config.stream as usize,
            cooperative,
        };
        launch(function, &configuration, arguments, extra)
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
    let configuration = Configuration {
        grid: [grid_x, grid_y, grid_z],
        block: [block_x, block_y, block_z],
        dynamic_shared_bytes: shared as usize,
        stream: stream as usize,
        cooperative: true,
    };
    // SAFETY: the same arguments.
    unsafe { launch(function, &configuration, arguments, std::ptr::null()) }
}

unsafe fn launch(
    function: *const c_void,
    configuration: &Configuration,
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
        match unsafe { runtime.launch(function as usize, configuration, arguments) } {
            status::SUCCESS => Ok(()),
            status => Err(status),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreate(stream: *mut *mut c_void, flags: c_uint) -> Status {
    // SAFETY: the same arguments.
    unsafe { cuStreamCreateWithPriority(stream, flags, 0) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuStreamCreateWithPriority(
    stream: *mut *mut c_void,
    flags: c_uint,
    priority: c_int,
) -> Status {
    // SAFETY: the same arguments.
    number(unsafe { cudaStreamCreateWithPriority(stream, flags, priority) })
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamDestroy_v2(_: *mut c_void) -> Status {
    status::SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamSynchronize(stream: *mut c_void) -> Status {
    number(cudaStreamSynchronize(stream))
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamQuery(_: *mut c_void) -> Status {
    call(|_| Ok(()))
}

#[unsafe(no_mangle)]
extern "C" fn cuStreamWaitEvent(stream: *mut c_void, event: *mut c_void, flags: c_uint) -> Status {
    number(cudaStreamWaitEvent(stream, event, flags))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventCreate(event: *mut *mut c_void, flags: c_uint) -> Status {
    // SAFETY: the same arguments.
    number(unsafe { cudaEventCreateWithFlags(event, flags) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventDestroy_v2(event: *mut c_void) -> Status {
    // SAFETY: the same argument.
    number(unsafe { cudaEventDestroy(event) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventRecord(event: *mut c_void, stream: *mut c_void) -> Status {
    // SAFETY: the same arguments.
    number(unsafe { cudaEventRecord(event, stream) })
}

#[unsafe(no_mangle)]
extern "C" fn cuEventSynchronize(event: *mut c_void) -> Status {
    number(cudaEventSynchronize(event))
}

#[unsafe(no_mangle)]
extern "C" fn cuEventQuery(_: *mut c_void) -> Status {
    call(|_| Ok(()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventElapsedTime(
    milliseconds: *mut c_float,
    start: *const c_void,
    end: *const c_void,
) -> Status {
    // SAFETY: the same arguments.
    number(unsafe { cudaEventElapsedTime(milliseconds, start, end) })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn cuEventElapsedTime_v2(
    milliseconds: *mut c_float,
    start: *const c_void,
    end: *const c_void,
) -> Status {
    // SAFETY: the same arguments.
    unsafe { cuEventElapsedTime(milliseconds, start, end) }
}
