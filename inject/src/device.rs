//! Facts about a GPU, for the recording.

use std::ffi::{CStr, c_char};

use cupti_sys::raw::{CUdevice_attribute, CUresult, CUuuid};
use propp_wire::{Device, Frame};

use crate::agent::Agent;

/// Numbers of the driver's attributes. An older driver refuses the newer ones.
const ATTRIBUTES: std::ops::Range<u32> = 1..160;

/// Sends the facts of a device.
pub(crate) fn send(agent: &Agent, index: u32) {
    let functions = &agent.driver.functions;
    let mut handle = 0;
    if let Some(get) = functions.cuDeviceGet {
        // SAFETY: a live integer.
        unsafe { get(&raw mut handle, index.cast_signed()) };
    }
    let mut name: [c_char; 256] = [0; 256];
    if let Some(get) = functions.cuDeviceGetName {
        // SAFETY: a buffer of the stated size.
        unsafe { get(name.as_mut_ptr(), 255, handle) };
    }
    let mut uuid = CUuuid::default();
    if let Some(get) = functions.cuDeviceGetUuid_v2 {
        // SAFETY: a live structure.
        unsafe { get(&raw mut uuid, handle) };
    }
    let mut memory = 0;
    if let Some(get) = functions.cuDeviceTotalMem_v2 {
        // SAFETY: a live integer.
        unsafe { get(&raw mut memory, handle) };
    }
    let chip = cupti_sys::device::chip_name(agent.cupti, index as usize);
    let chip = chip.unwrap_or_else(|error| {
        agent.warn("chip-unknown", format!("the chip of device {index} is not known: {error}"));
        String::new()
    });
    agent.channel.send(&Frame::Device(Device {
        index,
        // SAFETY: the buffer ends with a zero: the driver was told one less.
        name: unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned(),
        chip,
        uuid: uuid.bytes.map(|byte| byte.cast_unsigned()),
        memory_bytes: memory as u64,
        attributes: attributes(agent, handle),
    }));
}

fn attributes(agent: &Agent, handle: i32) -> Vec<(u32, i32)> {
    let Some(get) = agent.driver.functions.cuDeviceGetAttribute else { return Vec::new() };
    ATTRIBUTES
        .filter_map(|number| {
            let mut value = 0;
            // SAFETY: a live integer; an unknown attribute is an error status.
            let result = unsafe { get(&raw mut value, CUdevice_attribute(number), handle) };
            (result == CUresult::CUDA_SUCCESS).then_some((number, value))
        })
        .collect()
}
