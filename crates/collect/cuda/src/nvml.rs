//! NVML, which tells a GPU's clock and throttling reasons. It is part of the driver and
//! loaded at run time.

use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_ulonglong, c_void};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

const FILE: &str = "libnvidia-ml.so.1";

const CLOCK_SM: c_uint = 1;

type Device = *mut c_void;
type InitFn = unsafe extern "C" fn() -> c_int;
type HandleFn = unsafe extern "C" fn(*const c_char, *mut Device) -> c_int;
type ClockFn = unsafe extern "C" fn(Device, c_uint, *mut c_uint) -> c_int;
type ReasonsFn = unsafe extern "C" fn(Device, *mut c_ulonglong) -> c_int;

type ProcessesFn = unsafe extern "C" fn(Device, *mut c_uint, *mut ProcessInfo) -> c_int;
type VersionFn = unsafe extern "C" fn(*mut c_char, c_uint) -> c_int;

/// `NVML_ERROR_INSUFFICIENT_SIZE`
const INSUFFICIENT_SIZE: c_int = 7;

/// `NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE`
const VERSION_SIZE: usize = 80;

/// `nvmlProcessInfo_t` of the functions that end in `_v3`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct ProcessInfo {
    pid: c_uint,
    used_bytes: c_ulonglong,
    gpu_instance: c_uint,
    compute_instance: c_uint,
}

/// A GPU's clock at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Of the multiprocessors, in MHz.
    pub sm_mhz: u32,
    /// Why the clock is not higher: bits `nvmlClocksEventReason...`.
    pub reasons: u64,
}

/// A GPU as NVML sees it.
#[derive(Debug)]
pub struct Nvml {
    device: Device,
    clock: ClockFn,
    reasons: ReasonsFn,
    // Keeps the functions loaded.
    library: Library,
}

impl Nvml {
    /// Opens NVML and finds a GPU by its PCI bus id.
    /// Fails when the clock cannot be read, as a text.
    pub fn open(bus_id: &str) -> Result<Self, String> {
        // SAFETY: part of the driver and made to be loaded this way.
        let library = unsafe { Library::open(Some(FILE), RTLD_NOW | RTLD_LOCAL) }
            .map_err(|_| format!("{FILE} could not be loaded"))?;
        // SAFETY: nvml.h gives the functions these types.
        let (init, handle, clock) = unsafe {
            (
                function::<InitFn>(&library, "nvmlInit_v2")?,
                function::<HandleFn>(&library, "nvmlDeviceGetHandleByPciBusId_v2")?,
                function::<ClockFn>(&library, "nvmlDeviceGetClockInfo")?,
            )
        };
        // SAFETY: as above; the second is the function's name before driver 535.
        let reasons = unsafe {
            function::<ReasonsFn>(&library, "nvmlDeviceGetCurrentClocksEventReasons")
                .or_else(|_| function(&library, "nvmlDeviceGetCurrentClocksThrottleReasons"))?
        };
        // SAFETY: has no preconditions.
        check("nvmlInit", unsafe { init() })?;
        let bus_id = CString::new(bus_id).map_err(|error| error.to_string())?;
        let mut device = std::ptr::null_mut();
        // SAFETY: reads a text and writes one pointer.
        check("nvmlDeviceGetHandleByPciBusId", unsafe {
            handle(bus_id.as_ptr(), &raw mut device)
        })?;
        let nvml = Self { device, clock, reasons, library };
        nvml.clock()?;
        Ok(nvml)
    }

    pub fn clock(&self) -> Result<Clock, String> {
        let (mut sm_mhz, mut reasons) = (0, 0);
        // SAFETY: the device is NVML's own, and each call writes one number.
        check("nvmlDeviceGetClockInfo", unsafe {
            (self.clock)(self.device, CLOCK_SM, &raw mut sm_mhz)
        })?;
        // SAFETY: as above.
        check("nvmlDeviceGetCurrentClocksEventReasons", unsafe {
            (self.reasons)(self.device, &raw mut reasons)
        })?;
        Ok(Clock { sm_mhz, reasons })
    }

    /// Ids of the processes with a context on the GPU, including this process. In a
    /// container the list may be empty, or have the host's ids.
    pub fn processes(&self) -> Result<Vec<u32>, String> {
        const NAME: &str = "nvmlDeviceGetComputeRunningProcesses_v3";
        // SAFETY: nvml.h gives the function this type.
        let ask = unsafe { function::<ProcessesFn>(&self.library, NAME)? };
        let mut list = vec![ProcessInfo::default(); 16];
        loop {
            let mut count = list.len() as c_uint;
            // SAFETY: the list has room for as many as `count` says.
            let status = unsafe { ask(self.device, &raw mut count, list.as_mut_ptr()) };
            if status != INSUFFICIENT_SIZE {
                check(NAME, status)?;
                list.truncate(count as usize);
                return Ok(list.iter().map(|process| process.pid).collect());
            }
            // More processes may start before the next call.
            list.resize(2 * list.len().max(count as usize), ProcessInfo::default());
        }
    }

    /// The driver's version, such as `580.65.06`.
    pub fn driver_version(&self) -> Result<String, String> {
        const NAME: &str = "nvmlSystemGetDriverVersion";
        // SAFETY: nvml.h gives the function this type.
        let ask = unsafe { function::<VersionFn>(&self.library, NAME)? };
        let mut text = [0_u8; VERSION_SIZE];
        // SAFETY: writes as many bytes as it is told at most, a zero at the end.
        check(NAME, unsafe { ask(text.as_mut_ptr().cast(), VERSION_SIZE as c_uint) })?;
        let text = CStr::from_bytes_until_nul(&text).map_err(|error| error.to_string())?;
        Ok(text.to_string_lossy().into_owned())
    }
}

/// # Safety
/// `F` must be the type of the function.
unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
    // SAFETY: the caller answers for the type.
    let symbol = unsafe { library.get::<F>(name.as_bytes()) };
    symbol.map(|symbol| *symbol).map_err(|_| format!("{FILE} has no {name}"))
}

fn check(call: &str, status: c_int) -> Result<(), String> {
    if status == 0 { Ok(()) } else { Err(format!("{call} failed with NVML error {status}")) }
}
