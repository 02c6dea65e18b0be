//! Facts about a GPU, for the recording.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cupti_sys::raw::{CUcontext, CUdevice_attribute, CUresult, CUuuid};
use propp_recording_wire::{Device, Frame};

use crate::agent::Agent;

/// Numbers of the driver's attributes. An older driver refuses the newer ones.
const ATTRIBUTES: std::ops::Range<u32> = 1..160;

/// The devices that the program uses, and whether their facts were sent.
static USED: Mutex<BTreeMap<u32, bool>> = Mutex::new(BTreeMap::new());

fn used() -> MutexGuard<'static, BTreeMap<u32, bool>> {
    USED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records name these devices.
///
/// Records are read on a thread of CUPTI's, which holds a lock of CUPTI's meanwhile. A
/// thread of the program may hold the driver's lock and wait for that one, as when it
/// loads a module; asking for a device's facts here would wait for the driver's. (JAX hung
/// so.) [`send_wanted`] asks later.
pub(crate) fn want(devices: impl Iterator<Item = u32>) {
    let mut used = used();
    for device in devices {
        used.entry(device).or_default();
    }
}

/// Sends the facts of the devices that are still to be described, from a thread of the
/// program.
pub(crate) fn send_wanted(agent: &Agent) {
    let new: Vec<u32> = {
        let mut used = used();
        let new = used.iter_mut().filter(|(_, is_sent)| !**is_sent);
        new.map(|(device, is_sent)| (*is_sent = true, *device).1).collect()
    };
    new.into_iter().for_each(|device| send(agent, device));
}

/// The program does something in a context: sends the facts of its device, once.
pub(crate) fn is_used(agent: &Agent, context: CUcontext, id: u32) {
    static LAST: AtomicU32 = AtomicU32::new(u32::MAX);
    if !context.is_null() && LAST.swap(id, Ordering::Relaxed) != id {
        want(std::iter::once(agent.device_of(context)));
        send_wanted(agent);
    }
}

/// Whether the program uses more than one device.
pub(crate) fn are_several() -> bool {
    used().len() > 1
}

/// Sends the facts of a device.
fn send(agent: &Agent, index: u32) {
    let functions = &agent.driver.functions;
    let mut handle = 0;
    if let Some(get) = functions.cuDeviceGet {
        // SAFETY: a live integer.
        let found = unsafe { get(&raw mut handle, index.cast_signed()) };
        if found != CUresult::CUDA_SUCCESS {
            return; // A record named a device that there is none of.
        }
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
        // Bytes of C have a sign on x86-64, and none on aarch64.
        uuid: uuid.bytes.map(|byte| u8::from_ne_bytes(byte.to_ne_bytes())),
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
