use std::path::PathBuf;

use propp_collect_cuda::Gpu;

use super::*;
use crate::facts::{CuptiFacts, ProbeFailure};

/// The machine on which the designs were measured.
fn healthy() -> Facts {
    Facts {
        kernel: "Linux 6.18.44 (Ubuntu 24.04.3 LTS)".to_owned(),
        machine: "x86_64".to_owned(),
        wsl: false,
        container: None,
        cap_sys_admin: true,
        module_version: Some("580.159.04".to_owned()),
        device_node: true,
        admin_only: Some(true),
        cuda_version: Ok((13, 0)),
        gpus: Ok(vec![GpuFacts {
            gpu: Gpu {
                index: 0,
                name: "NVIDIA H200".to_owned(),
                compute_capability: (9, 0),
                sm_count: 132,
                memory_bytes: 139 << 30,
            },
            chip: Ok("GH100".to_owned()),
            counters: Ok(()),
        }]),
        cupti: Ok(CuptiFacts {
            path: "/usr/local/cuda/lib64/libcupti.so.13".into(),
            version: 130_001,
            host_library: Some("/usr/local/cuda/lib64/libnvperf_host.so".into()),
            chips: Ok(30),
        }),
        other_profilers: Vec::new(),
        injections: Vec::new(),
        nvcc: Ok(("/usr/local/cuda/bin/nvcc".into(), "13.0".to_owned())),
        emulation_flags: "-cudart shared".to_owned(),
    }
}

fn with(change: impl FnOnce(&mut Facts)) -> Diagnosis {
    let mut facts = healthy();
    change(&mut facts);
    diagnose(&facts)
}

/// The one line that is not ok.
fn finding(diagnosis: &Diagnosis, name: &str) -> Check {
    diagnosis
        .checks
        .iter()
        .find(|c| c.name == name && c.state != State::Ok)
        .unwrap_or_else(|| panic!("{name} is ok in {diagnosis:#?}"))
        .clone()
}

fn refuse(facts: &mut Facts, status: Status) {
    let failure = ProbeFailure { status: Some(status), message: status.to_string() };
    if let Ok(gpus) = &mut facts.gpus {
        gpus[0].counters = Err(failure);
    }
}

#[test]
fn a_healthy_machine_is_all_ok() {
    let diagnosis = diagnose(&healthy());
    assert!(diagnosis.can_profile);
    assert!(diagnosis.checks.iter().all(|c| c.state == State::Ok), "{diagnosis:#?}");
}

#[test]
fn everything_that_is_not_ok_comes_with_a_cure() {
    let worst = with(|f| {
        f.wsl = true;
        f.container = Some("docker".to_owned());
        f.cap_sys_admin = false;
        f.module_version = None;
        f.cuda_version = Err("no NVIDIA driver".to_owned());
        f.gpus = Err("no NVIDIA driver".to_owned());
        f.cupti = Err("no CUPTI".to_owned());
        f.other_profilers = vec!["ncu (7)".to_owned()];
        f.nvcc = Err(vec![PathBuf::from("/usr/local/cuda/bin/nvcc")]);
    });
    assert!(!worst.can_profile);
    for check in &worst.checks {
        assert_eq!(check.cure.is_some(), check.state != State::Ok, "{check:?}");
    }
}

#[test]
fn refused_counters_are_a_problem_whose_cure_fits_the_place() {
    let host = with(|f| {
        f.cap_sys_admin = false;
        refuse(f, Status::INSUFFICIENT_PRIVILEGES);
    });
    assert!(!host.can_profile);
    let cure = finding(&host, "counters").cure.unwrap();
    assert!(cure.contains("NVreg_RestrictProfilingToAdminUsers=0"), "{cure}");

    let container = with(|f| {
        f.container = Some("docker".to_owned());
        f.cap_sys_admin = false;
        refuse(f, Status::INSUFFICIENT_PRIVILEGES);
    });
    let cure = finding(&container, "counters").cure.unwrap();
    assert!(cure.starts_with("start the container with `--cap-add SYS_ADMIN`"), "{cure}");
}

#[test]
fn a_restriction_alone_is_a_warning_because_the_counter_test_decides() {
    let diagnosis = with(|f| f.cap_sys_admin = false);
    assert!(diagnosis.can_profile);
    assert_eq!(finding(&diagnosis, "restriction").state, State::Warning);
}

#[test]
fn busy_counters_name_dcgm() {
    let diagnosis = with(|f| refuse(f, Status::HARDWARE_BUSY));
    assert!(finding(&diagnosis, "counters").cure.unwrap().contains("dcgmi profile --pause"));
}

#[test]
fn an_unknown_status_still_has_a_number_and_advice() {
    let diagnosis = with(|f| refuse(f, Status(4711)));
    let check = finding(&diagnosis, "counters");
    assert!(check.finding.contains("4711") && check.cure.is_some(), "{check:?}");
}

#[test]
fn old_drivers_and_old_gpus_are_problems() {
    let old = with(|f| f.module_version = Some("535.104.05".to_owned()));
    assert!(finding(&old, "driver").cure.unwrap().contains("580"));
    let old = with(|f| f.cuda_version = Ok((12, 8)));
    assert_eq!(finding(&old, "CUDA").state, State::Problem);
    let old = with(|f| {
        if let Ok(gpus) = &mut f.gpus {
            gpus[0].gpu.compute_capability = (6, 1);
        }
    });
    assert_eq!(finding(&old, "GPU").state, State::Problem);
}

#[test]
fn a_container_without_gpu_access_is_told_the_flag() {
    let diagnosis = with(|f| f.device_node = false);
    assert!(finding(&diagnosis, "driver").cure.unwrap().contains("--gpus all"));
}

#[test]
fn other_tools_are_warnings() {
    let injected = with(|f| {
        f.injections = vec![("CUDA_INJECTION64_PATH".to_owned(), "/x.so".to_owned())];
    });
    assert_eq!(finding(&injected, "other profilers").cure.unwrap(), "unset CUDA_INJECTION64_PATH");
    assert!(injected.can_profile);
    let running = with(|f| f.other_profilers = vec!["nv-hostengine (12)".to_owned()]);
    assert!(finding(&running, "other profilers").finding.contains("nv-hostengine (12)"));
}

#[test]
fn a_missing_compiler_does_not_stop_profiling() {
    let diagnosis = with(|f| f.nvcc = Err(vec!["/usr/local/cuda/bin/nvcc".into()]));
    assert!(diagnosis.can_profile);
    assert!(finding(&diagnosis, "nvcc").finding.contains("/usr/local/cuda/bin/nvcc"));
}
