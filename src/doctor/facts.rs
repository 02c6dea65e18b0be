//! What the doctor looks at.

use std::path::PathBuf;

use propp_cuda::Gpu;

/// Everything seen on the machine. Absence is a value with a reason.
#[derive(Clone, Debug)]
pub struct Facts {
    /// Operating system and kernel release.
    pub kernel: String,
    /// Processor architecture as the kernel names it.
    pub machine: String,
    /// Whether the kernel is that of the Windows subsystem for Linux.
    pub wsl: bool,
    /// The kind of container this process is in.
    pub container: Option<String>,
    /// Whether this process has `CAP_SYS_ADMIN`.
    pub cap_sys_admin: bool,
    /// Version of the loaded kernel module, from `/proc/driver/nvidia`.
    pub module_version: Option<String>,
    /// Whether `/dev/nvidiactl` is there.
    pub device_node: bool,
    /// `RmProfilingAdminOnly` of the kernel module, if it says.
    pub admin_only: Option<bool>,
    /// CUDA version that the user-space driver supports.
    pub cuda_version: Result<(u32, u32), String>,
    /// The GPUs.
    pub gpus: Result<Vec<GpuFacts>, String>,
    /// CUPTI.
    pub cupti: Result<CuptiFacts, String>,
    /// Programs that may hold the counters, as `name (pid)`.
    pub other_profilers: Vec<String>,
    /// Variables that load another tool into CUDA programs.
    pub injections: Vec<(String, String)>,
    /// nvcc and its version, or the places that have none.
    pub nvcc: Result<(PathBuf, String), Vec<PathBuf>>,
}

/// One GPU.
#[derive(Clone, Debug)]
pub struct GpuFacts {
    /// What the driver says.
    pub gpu: Gpu,
    /// CUPTI's name of the chip, or why there is none.
    pub chip: Result<String, String>,
    /// Whether CUPTI let this process read the counters' availability.
    pub counters: Result<(), ProbeFailure>,
}

/// Why the counters of a GPU cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeFailure {
    /// CUPTI's status, where it was CUPTI that refused.
    pub status: Option<cupti_sys::Status>,
    /// What happened, in words.
    pub message: String,
}

/// A CUPTI that could be loaded.
#[derive(Clone, Debug)]
pub struct CuptiFacts {
    /// Its file.
    pub path: PathBuf,
    /// Its version, 130001 for CUDA 13.0.
    pub version: u32,
    /// `libnvperf_host.so` beside it.
    pub host_library: Option<PathBuf>,
    /// How many chips the host library knows, or why it does not answer.
    pub chips: Result<usize, String>,
}
