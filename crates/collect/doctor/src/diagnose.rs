//! Diagnoses the facts, with a cure for each problem.

use cupti_sys::Status;
use serde::Serialize;

use crate::facts::{Facts, GpuFacts};
use crate::next::next;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    Ok,
    /// Profiling works; something else may not.
    Warning,
    Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    pub name: &'static str,
    pub state: State,
    pub finding: String,
    /// What to do, unless the state is ok.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<String>,
}

/// The whole diagnosis. The JSON form is public: fields are added, never renamed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    pub schema: &'static str,
    pub can_profile: bool,
    pub checks: Vec<Check>,
    pub works: Vec<&'static str>,
    /// The cheapest next step, in words.
    pub next: String,
}

/// The oldest driver that CUDA 13 works with.
const MINIMUM_DRIVER: u32 = 580;

/// The oldest GPUs that CUDA 13's profiler knows.
const MINIMUM_CAPABILITY: (u32, u32) = (7, 5);

/// The check of the library that knows the counters of all chips.
const HOST_LIBRARY: &str = "metrics library";

const ALLOW_COUNTERS: &str = "allow counters for all users: put `options nvidia \
     NVreg_RestrictProfilingToAdminUsers=0` into /etc/modprobe.d/propp.conf, rebuild the initramfs \
     (`update-initramfs -u` or `dracut -f`) and reboot; or run as root";

const ALLOW_IN_CONTAINER: &str = "start the container with `--cap-add SYS_ADMIN` (Kubernetes: \
     securityContext.capabilities.add: [SYS_ADMIN]), or on the host allow counters for all users \
     (`options nvidia NVreg_RestrictProfilingToAdminUsers=0` in /etc/modprobe.d, then reboot)";

/// Checks every fact, and whether profiling would work.
pub fn diagnose(facts: &Facts) -> Diagnosis {
    let mut checks = vec![kernel(facts), driver(facts), cuda_version(facts)];
    checks.extend(gpus(facts));
    checks.extend([cupti(facts), host_library(facts)]);
    checks.push(restriction(facts));
    checks.extend(counters(facts));
    checks.extend([other_users(facts), container(facts), nvcc(facts)]);
    let can_profile = checks.iter().all(|check| check.state != State::Problem);
    let library = checks.iter().find(|check| check.name == HOST_LIBRARY);
    let has_library = library.is_some_and(|check| check.state != State::Problem);
    let (works, next) = next(facts, can_profile, has_library);
    Diagnosis { schema: "propp.doctor/1", can_profile, checks, works, next }
}

fn ok(name: &'static str, finding: impl Into<String>) -> Check {
    Check { name, state: State::Ok, finding: finding.into(), cure: None }
}

fn warning(name: &'static str, finding: impl Into<String>, cure: impl Into<String>) -> Check {
    Check { name, state: State::Warning, finding: finding.into(), cure: Some(cure.into()) }
}

fn problem(name: &'static str, finding: impl Into<String>, cure: impl Into<String>) -> Check {
    Check { name, state: State::Problem, finding: finding.into(), cure: Some(cure.into()) }
}

fn kernel(facts: &Facts) -> Check {
    let finding = format!("{}, {}", facts.kernel, facts.machine);
    if facts.wsl {
        return warning(
            "kernel",
            format!("{finding}, under Windows"),
            "switch on `Manage GPU Performance Counters` for all users in the Windows NVIDIA \
             control panel (Developer settings)",
        );
    }
    ok("kernel", finding)
}

fn driver(facts: &Facts) -> Check {
    match (&facts.module_version, facts.device_node) {
        (Some(version), true) => {
            let major = version.split('.').next().and_then(|part| part.parse::<u32>().ok());
            match major {
                Some(major) if major < MINIMUM_DRIVER => problem(
                    "driver",
                    format!("kernel module {version}, older than CUDA 13 needs"),
                    format!("install driver {MINIMUM_DRIVER} or newer"),
                ),
                _ => ok("driver", format!("kernel module {version}")),
            }
        }
        (Some(version), false) => problem(
            "driver",
            format!("kernel module {version} is loaded and /dev/nvidiactl is not here"),
            "in a container: start it with GPU access (`docker run --gpus all`); elsewhere: run \
             `nvidia-modprobe`",
        ),
        (None, true) if facts.cuda_version.is_ok() => {
            ok("driver", "works; /proc/driver/nvidia does not show its version")
        }
        (None, _) if facts.wsl && facts.cuda_version.is_ok() => ok("driver", "the Windows driver"),
        (None, _) => problem(
            "driver",
            "no NVIDIA kernel module is loaded",
            format!(
                "install NVIDIA driver {MINIMUM_DRIVER} or newer and reboot; on a machine \
                 without an NVIDIA GPU `propp emulate` counts, without times"
            ),
        ),
    }
}

fn cuda_version(facts: &Facts) -> Check {
    match &facts.cuda_version {
        Ok((major, minor)) if *major >= 13 => {
            ok("CUDA", format!("the driver supports CUDA {major}.{minor}"))
        }
        Ok((major, minor)) => problem(
            "CUDA",
            format!("the driver supports CUDA {major}.{minor}, and CUPTI 13 needs 13.0"),
            format!("install driver {MINIMUM_DRIVER} or newer"),
        ),
        Err(reason) => problem(
            "CUDA",
            reason,
            "install the driver's user-space libraries (package libcuda1 or \
             nvidia-compute-utils); in a container start it with GPU access (`--gpus all`)",
        ),
    }
}

fn gpus(facts: &Facts) -> Vec<Check> {
    match &facts.gpus {
        Ok(gpus) => gpus.iter().map(gpu).collect(),
        Err(reason) => vec![problem(
            "GPU",
            reason,
            "check `nvidia-smi`, and CUDA_VISIBLE_DEVICES if it is set",
        )],
    }
}

fn gpu(facts: &GpuFacts) -> Check {
    let gpu = &facts.gpu;
    let (major, minor) = gpu.compute_capability;
    let chip = match &facts.chip {
        Ok(chip) => format!(", chip {chip}"),
        Err(_) => String::new(),
    };
    let finding = format!(
        "{}: {}{chip}, compute capability {major}.{minor}, {} SMs, {:.0} GiB",
        gpu.index,
        gpu.name,
        gpu.sm_count,
        gpu.memory_bytes as f64 / f64::from(1 << 30)
    );
    if gpu.compute_capability < MINIMUM_CAPABILITY {
        return problem(
            "GPU",
            finding,
            "CUDA 13 supports compute capability 7.5 (Turing) and newer; profile on a newer GPU, \
             or hide this one with CUDA_VISIBLE_DEVICES",
        );
    }
    ok("GPU", finding)
}

fn cupti(facts: &Facts) -> Check {
    match &facts.cupti {
        Ok(cupti) => ok(
            "CUPTI",
            format!(
                "{} at {}",
                propp_base_text::cupti_version(cupti.version),
                cupti.path.display()
            ),
        ),
        Err(reason) => problem(
            "CUPTI",
            reason,
            "install the CUDA 13 toolkit, or `pip install nvidia-cuda-cupti==13.0.*`, and point \
             PROPP_CUDA_DIR at it if it is in an unusual place",
        ),
    }
}

fn host_library(facts: &Facts) -> Check {
    const NAME: &str = HOST_LIBRARY;
    let Ok(cupti) = &facts.cupti else {
        return problem(NAME, "not looked for without CUPTI", "install CUPTI first");
    };
    match (&cupti.host_library, &cupti.chips) {
        (Some(path), Ok(chips)) => ok(NAME, format!("{}, {chips} chips", path.display())),
        (None, Ok(chips)) => ok(NAME, format!("found by CUPTI itself, {chips} chips")),
        (_, Err(reason)) => problem(
            NAME,
            reason,
            format!(
                "put {} of the same CUDA version into the folder of libcupti (both are in the \
                 toolkit and in the package nvidia-cuda-cupti)",
                cupti_sys::HOST_LIBRARY
            ),
        ),
    }
}

fn restriction(facts: &Facts) -> Check {
    const NAME: &str = "restriction";
    match (facts.admin_only, facts.cap_sys_admin) {
        (Some(false), _) => ok(NAME, "RmProfilingAdminOnly: 0, counters are open to all users"),
        (Some(true), true) => {
            ok(NAME, "RmProfilingAdminOnly: 1, and this process has the capability CAP_SYS_ADMIN")
        }
        (Some(true), false) => warning(
            NAME,
            "RmProfilingAdminOnly: 1, and this process lacks CAP_SYS_ADMIN; whether counters of \
             single instructions (propp profile --lines) need it is not known: try it",
            if facts.container.is_some() { ALLOW_IN_CONTAINER } else { ALLOW_COUNTERS },
        ),
        (None, _) => ok(NAME, "the kernel module does not say; the counter test below decides"),
    }
}

fn counters(facts: &Facts) -> Vec<Check> {
    const NAME: &str = "counters";
    let gpus = facts.gpus.as_deref().unwrap_or_default();
    if gpus.is_empty() {
        return vec![problem(NAME, "not tested: there is no GPU", "see the lines above")];
    }
    gpus.iter()
        .map(|gpu| match &gpu.counters {
            Ok(()) => ok(NAME, format!("GPU {}: this process may read them", gpu.gpu.index)),
            Err(failure) => problem(
                NAME,
                format!("GPU {}: {}", gpu.gpu.index, failure.message),
                counters_cure(failure.status, facts),
            ),
        })
        .collect()
}

fn counters_cure(status: Option<Status>, facts: &Facts) -> String {
    match status {
        Some(Status::INSUFFICIENT_PRIVILEGES) if facts.container.is_some() => {
            ALLOW_IN_CONTAINER.to_owned()
        }
        Some(Status::INSUFFICIENT_PRIVILEGES) => ALLOW_COUNTERS.to_owned(),
        Some(status) => status.cure().map_or_else(
            || {
                "run `ncu` on any program: if it fails too, the driver installation is at fault"
                    .to_owned()
            },
            str::to_owned,
        ),
        None => "see the lines above".to_owned(),
    }
}

fn other_users(facts: &Facts) -> Check {
    const NAME: &str = "other profilers";
    if let Some((variable, value)) = facts.injections.first() {
        return warning(
            NAME,
            format!("{variable}={value} loads another tool into CUDA programs"),
            format!("unset {variable}"),
        );
    }
    if facts.other_profilers.is_empty() {
        return ok(NAME, "none running");
    }
    warning(
        NAME,
        format!("running: {}", facts.other_profilers.join(", ")),
        "end them before profiling; pause DCGM with `dcgmi profile --pause`",
    )
}

fn container(facts: &Facts) -> Check {
    match (&facts.container, facts.cap_sys_admin) {
        (None, _) => ok("container", "none detected"),
        (Some(kind), true) => ok("container", format!("{kind}, with CAP_SYS_ADMIN")),
        (Some(kind), false) if facts.admin_only == Some(false) => {
            ok("container", format!("{kind}, without CAP_SYS_ADMIN, which is not needed here"))
        }
        (Some(kind), false) => {
            warning("container", format!("{kind}, without CAP_SYS_ADMIN"), ALLOW_IN_CONTAINER)
        }
    }
}

fn nvcc(facts: &Facts) -> Check {
    match &facts.nvcc {
        Ok((path, version)) => ok("nvcc", format!("{version} at {}", path.display())),
        Err(searched) => warning(
            "nvcc",
            format!("not found: looked for {}", propp_collect_toolkit::list_paths(searched)),
            "profiling works without it; compiling CUDA programs, such as those in examples/, \
             needs it: install the CUDA 13 toolkit or pip's nvidia-cuda-nvcc, or name the toolkit's \
             directory with PROPP_CUDA_DIR",
        ),
    }
}

#[cfg(test)]
mod tests;
