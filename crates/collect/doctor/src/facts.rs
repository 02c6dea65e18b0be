//! The facts that the doctor collects.

use std::path::PathBuf;

use propp_collect_cuda::Gpu;

/// The facts about a machine. Absent facts have a reason.
#[derive(Clone, Debug)]
pub struct Facts {
    pub kernel: String,
    /// Processor architecture as the kernel names it.
    pub machine: String,
    /// Whether the kernel runs under the Windows Subsystem for Linux.
    pub wsl: bool,
    /// The kind of container this process is in.
    pub container: Option<String>,
    /// Whether this process has `CAP_SYS_ADMIN`.
    pub cap_sys_admin: bool,
    /// Version of the loaded kernel module, from `/proc/driver/nvidia`.
    pub module_version: Option<String>,
    pub device_node: bool,
    /// `RmProfilingAdminOnly` of the kernel module, if known.
    pub admin_only: Option<bool>,
    /// CUDA version that the user-space driver supports.
    pub cuda_version: Result<(u32, u32), String>,
    pub gpus: Result<Vec<GpuFacts>, String>,
    pub cupti: Result<CuptiFacts, String>,
    /// Programs that may use the counters, as `name (pid)`.
    pub other_profilers: Vec<String>,
    /// Variables that load another tool into CUDA programs.
    pub injections: Vec<(String, String)>,
    /// nvcc and its version, or the places searched.
    pub nvcc: Result<(PathBuf, String), Vec<PathBuf>>,
    /// Flags with which it links what `propp emulate` runs.
    pub emulation_flags: String,
}

#[derive(Clone, Debug)]
pub struct GpuFacts {
    pub gpu: Gpu,
    /// CUPTI's name of the chip, or an error.
    pub chip: Result<String, String>,
    /// Whether CUPTI let this process read the counters' availability.
    pub counters: Result<(), ProbeFailure>,
}

/// Why the counters of a GPU cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeFailure {
    /// CUPTI's status, if CUPTI refused.
    pub status: Option<cupti_sys::Status>,
    pub message: String,
}

/// A CUPTI that could be loaded.
#[derive(Clone, Debug)]
pub struct CuptiFacts {
    pub path: PathBuf,
    /// Its version, 130001 for CUDA 13.0.
    pub version: u32,
    /// `libnvperf_host.so` beside it.
    pub host_library: Option<PathBuf>,
    /// Number of chips that the host library knows, or an error.
    pub chips: Result<usize, String>,
}
