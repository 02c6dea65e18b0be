//! Facts about the driver and its devices.

use cupti_sys::{Library, device};
use cust::context::{Context, CurrentContext};
use cust::device::{Device, DeviceAttribute};
use cust::memory::mem_get_info;
use cust::{CudaApiVersion, CudaFlags};
use serde::Serialize;

use super::error::{Called, DriverError};

/// A GPU as the driver describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gpu {
    pub index: u32,
    pub name: String,
    /// Compute capability, such as (9, 0).
    pub compute_capability: (u32, u32),
    pub sm_count: u32,
    pub memory_bytes: u64,
}

fn init() -> Result<(), DriverError> {
    cust::init(CudaFlags::empty()).called("cuInit")
}

pub(super) fn device(index: u32) -> Result<Device, DriverError> {
    init()?;
    Device::get_device(index).called("cuDeviceGet")
}

/// The CUDA version that the driver supports, as (major, minor).
pub fn driver_version() -> Result<(u32, u32), DriverError> {
    init()?;
    let version = CudaApiVersion::get().called("cuDriverGetVersion")?;
    Ok((version.major().unsigned_abs(), version.minor().unsigned_abs()))
}

/// Every GPU that the driver shows to this process.
pub fn gpus() -> Result<Vec<Gpu>, DriverError> {
    init()?;
    let count = Device::num_devices().called("cuDeviceGetCount")?;
    if count == 0 {
        return Err(DriverError::NoDevice(0));
    }
    (0..count).map(gpu).collect()
}

/// A device's attribute, which is no negative number.
pub(super) fn attribute_of(
    device: &Device,
    attribute: DeviceAttribute,
) -> Result<u32, DriverError> {
    Ok(device.get_attribute(attribute).called("cuDeviceGetAttribute")?.unsigned_abs())
}

fn gpu(index: u32) -> Result<Gpu, DriverError> {
    let device = device(index)?;
    let attribute = |attribute| attribute_of(&device, attribute);
    let memory = device.total_memory().called("cuDeviceTotalMem")?;
    Ok(Gpu {
        index,
        name: device.name().called("cuDeviceGetName")?,
        compute_capability: (
            attribute(DeviceAttribute::ComputeCapabilityMajor)?,
            attribute(DeviceAttribute::ComputeCapabilityMinor)?,
        ),
        sm_count: attribute(DeviceAttribute::MultiprocessorCount)?,
        memory_bytes: memory as u64,
    })
}

/// How much memory of each kind a GPU has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemorySizes {
    pub name: String,
    pub sms: u32,
    pub free_bytes: u64,
    pub l2_bytes: u64,
    pub shared_bytes_per_sm: u64,
}

impl MemorySizes {
    /// Asks the driver about a GPU whose context is current on this thread.
    pub fn of_current(index: u32) -> Result<Self, DriverError> {
        let device = device(index)?;
        let attribute = |attribute| attribute_of(&device, attribute);
        let (free, _) = mem_get_info().called("cuMemGetInfo")?;
        let shared = attribute(DeviceAttribute::MaxSharedMemoryPerMultiprocessor)?;
        Ok(Self {
            name: device.name().called("cuDeviceGetName")?,
            sms: attribute(DeviceAttribute::MultiprocessorCount)?,
            free_bytes: free as u64,
            l2_bytes: attribute(DeviceAttribute::L2CacheSize)?.into(),
            shared_bytes_per_sm: shared.into(),
        })
    }
}

/// A GPU's PCI bus id, as NVML spells it.
pub fn bus_id(index: u32) -> Result<String, DriverError> {
    bus_id_of(device(index)?)
}

pub(super) fn bus_id_of(device: Device) -> Result<String, DriverError> {
    let attribute = |attribute| device.get_attribute(attribute).called("cuDeviceGetAttribute");
    let domain = attribute(DeviceAttribute::PciDomainId)?;
    let bus = attribute(DeviceAttribute::PciBusId)?;
    let place = attribute(DeviceAttribute::PciDeviceId)?;
    Ok(format!("{domain:08x}:{bus:02x}:{place:02x}.0"))
}

/// The chip of a GPU, as CUPTI spells it.
/// Fails when there is no driver, no such GPU, or CUPTI does not know it.
pub fn chip_name(library: &Library, index: u32) -> Result<String, DriverError> {
    gpus()?;
    Ok(device::chip_name(library, index as usize)?)
}

/// Tests whether this process may read counters on a GPU. Returns the size of the
/// availability image in bytes.
/// Fails when counters are not permitted, with CUPTI's status.
pub fn probe_counters(library: &Library, index: u32) -> Result<usize, DriverError> {
    let context = Context::new(device(index)?).called("cuDevicePrimaryCtxRetain")?;
    CurrentContext::set_current(&context).called("cuCtxSetCurrent")?;
    // SAFETY: the context is alive until the end of this function.
    let image = unsafe { device::counter_availability(library, context.as_raw().cast()) }?;
    Ok(image.len())
}
