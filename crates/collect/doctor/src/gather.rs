//! Collects the facts about the machine.

use std::fs;
use std::path::Path;

use cupti_sys::{Error, Host, Library};
use propp_collect_cuda::{DriverError, Gpu};
use propp_collect_toolkit::compile::shared_runtime;
use propp_collect_toolkit::{CuptiError, Surroundings, find_nvcc, open_cupti};

use crate::facts::{CuptiFacts, Facts, GpuFacts, ProbeFailure};

/// Variables by which the driver and NVTX load tools into every process.
const INJECTION_VARIABLES: [&str; 3] =
    ["CUDA_INJECTION64_PATH", "CUDA_INJECTION32_PATH", "NVTX_INJECTION64_PATH"];

/// Programs that use the GPU's counters. The kernel cuts names to 15 characters.
const COUNTER_USERS: [&str; 7] =
    ["ncu", "ncu-ui", "nsys", "nvprof", "nv-hostengine", "dcgm-exporter", "nv-nsight-cu-cl"];

/// Collects everything that profiling depends on. Creates a context on each GPU, which
/// takes a few tenths of a second.
pub fn gather(surroundings: &Surroundings) -> Facts {
    let library = open_cupti(surroundings);
    let nvcc = find_nvcc(surroundings);
    Facts {
        kernel: kernel(),
        machine: read("/proc/sys/kernel/arch").unwrap_or(std::env::consts::ARCH.to_owned()),
        wsl: read("/proc/sys/kernel/osrelease").is_some_and(|r| r.contains("icrosoft")),
        container: container(),
        cap_sys_admin: cap_sys_admin(&read("/proc/self/status").unwrap_or_default()),
        module_version: read("/proc/driver/nvidia/version").and_then(|t| module_version(&t)),
        device_node: Path::new("/dev/nvidiactl").exists(),
        admin_only: read("/proc/driver/nvidia/params").and_then(|t| admin_only(&t)),
        cuda_version: propp_collect_cuda::driver_version().map_err(|e| e.to_string()),
        gpus: gpus(library.as_ref().ok()),
        cupti: library.as_ref().map(cupti).map_err(no_cupti),
        other_profilers: other_profilers(),
        injections: injections(),
        emulation_flags: nvcc.as_deref().map_or_else(|_| String::new(), flags),
        nvcc: nvcc.map(|path| {
            let version = nvcc_version(&path);
            (path, version)
        }),
    }
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim_end().to_owned())
}

fn kernel() -> String {
    let release = read("/proc/sys/kernel/osrelease").unwrap_or_else(|| "unknown".to_owned());
    let system = read("/etc/os-release").and_then(|text| {
        let name = text.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
        Some(name.trim_matches('"').to_owned())
    });
    match system {
        Some(system) => format!("Linux {release} ({system})"),
        None => format!("Linux {release}"),
    }
}

fn container() -> Option<String> {
    if Path::new("/.dockerenv").exists() {
        return Some("docker".to_owned());
    }
    if Path::new("/run/.containerenv").exists() {
        return Some("podman".to_owned());
    }
    if let Ok(kind) = std::env::var("container") {
        return Some(kind);
    }
    std::env::var_os("KUBERNETES_SERVICE_HOST").map(|_| "kubernetes".to_owned())
}

/// Bit 21 of the effective capabilities.
fn cap_sys_admin(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let mask = mask.and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
    mask.is_some_and(|mask| mask & (1 << 21) != 0)
}

/// The version number in the module's one-line description of itself.
fn module_version(text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("NVRM version:"))?;
    let is_version =
        |word: &&str| word.contains('.') && word.split('.').all(|part| part.parse::<u32>().is_ok());
    line.split_whitespace().find(is_version).map(str::to_owned)
}

fn admin_only(params: &str) -> Option<bool> {
    let value = params.lines().find_map(|line| line.strip_prefix("RmProfilingAdminOnly:"))?;
    Some(value.trim() != "0")
}

fn gpus(library: Option<&Library>) -> Result<Vec<GpuFacts>, String> {
    let gpus = propp_collect_cuda::gpus().map_err(|error| error.to_string())?;
    Ok(gpus.into_iter().map(|gpu| gpu_facts(gpu, library)).collect())
}

fn gpu_facts(gpu: Gpu, library: Option<&Library>) -> GpuFacts {
    let Some(library) = library else {
        let message = "cannot be tested without CUPTI".to_owned();
        return GpuFacts {
            gpu,
            chip: Err(message.clone()),
            counters: Err(ProbeFailure { status: None, message }),
        };
    };
    let chip = propp_collect_cuda::chip_name(library, gpu.index).map_err(|error| error.to_string());
    let counters = propp_collect_cuda::probe_counters(library, gpu.index).map(|_| ());
    let counters = counters.map_err(|error| match &error {
        DriverError::Cupti(error) => {
            ProbeFailure { status: error.status(), message: without_cure(error) }
        }
        other => ProbeFailure { status: None, message: other.to_string() },
    });
    GpuFacts { gpu, chip, counters }
}

fn no_cupti(error: &CuptiError) -> String {
    match error {
        CuptiError::NotFound { searched } => {
            let names = cupti_sys::FILE_NAMES.join(" and ");
            format!(
                "not found: looked for {names} in {}",
                propp_collect_toolkit::list_paths(searched)
            )
        }
        CuptiError::Unusable(error) => without_cure(error),
    }
}

/// The error without its cure, which the diagnosis adds.
fn without_cure(error: &Error) -> String {
    match error {
        Error::WrongVersion { path, found } => {
            format!("{} is CUPTI version {found}, and propp needs version 13", path.display())
        }
        Error::Call { call, status } => format!("{call} returned {status}"),
        other => other.to_string(),
    }
}

fn cupti(library: &Library) -> CuptiFacts {
    CuptiFacts {
        path: library.path().to_path_buf(),
        version: library.version(),
        host_library: library.host_library().map(Path::to_path_buf),
        chips: Host::chips(library).map(|chips| chips.len()).map_err(|error| error.to_string()),
    }
}

fn other_profilers() -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    let mut found: Vec<String> = processes
        .filter_map(|entry| {
            let pid: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let name = read(&format!("/proc/{pid}/comm"))?;
            COUNTER_USERS.contains(&name.as_str()).then(|| format!("{name} ({pid})"))
        })
        .collect();
    found.sort();
    found
}

fn injections() -> Vec<(String, String)> {
    let set = |name: &str| {
        let value = std::env::var(name).ok().filter(|value| !value.is_empty())?;
        Some((name.to_owned(), value))
    };
    INJECTION_VARIABLES.iter().filter_map(|name| set(name)).collect()
}

fn flags(nvcc: &Path) -> String {
    shared_runtime(nvcc).join(" ")
}

fn nvcc_version(path: &Path) -> String {
    let text = propp_collect_toolkit::nvcc_version(path).unwrap_or_default();
    let release = text.lines().find_map(|line| line.split("release ").nth(1));
    release.map_or_else(
        || "version unknown".to_owned(),
        |rest| rest.split(',').next().unwrap_or(rest).to_owned(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_comes_without_the_cure() {
        let busy = Error::Call { call: "cuptiX", status: cupti_sys::Status::HARDWARE_BUSY };
        let cure = cupti_sys::Status::HARDWARE_BUSY.cure().unwrap();
        assert!(busy.to_string().contains(cure) && !without_cure(&busy).contains(cure));
        let old = Error::WrongVersion { path: "/x/libcupti.so.12".into(), found: 120_000 };
        let searched = vec!["/x".into()];
        for error in [CuptiError::Unusable(old), CuptiError::NotFound { searched }] {
            let seen = no_cupti(&error);
            assert!(seen.contains("/x") && !seen.contains("install"), "{seen}");
        }
    }

    #[test]
    fn reads_the_module_version_of_open_and_closed_modules() {
        let open = "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  \
                    Release Build  (builder)  Mon";
        assert_eq!(module_version(open).as_deref(), Some("580.159.04"));
        let closed = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.86.10  Thu Jan 2";
        assert_eq!(module_version(closed).as_deref(), Some("570.86.10"));
        assert_eq!(module_version("nothing of the kind"), None);
    }

    #[test]
    fn reads_the_admin_only_parameter() {
        assert_eq!(admin_only("Foo: 3\nRmProfilingAdminOnly: 1\n"), Some(true));
        assert_eq!(admin_only("RmProfilingAdminOnly: 0"), Some(false));
        assert_eq!(admin_only("Foo: 3"), None);
    }

    #[test]
    fn reads_the_capability_bit() {
        assert!(cap_sys_admin("Name:\tx\nCapEff:\t000001ffffffffff\n"));
        assert!(!cap_sys_admin("CapEff:\t00000000a80425fb\n"), "docker's default set");
        assert!(!cap_sys_admin(""));
    }
}
