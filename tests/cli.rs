//! The command line as a user meets it, on any machine.

mod reference;
mod terminal;
mod wrong_calls;

use std::path::Path;
use std::process::Output;

use crate::support::propp::{here, refuses};
use crate::support::{self, CUDA_DIR, says};

fn propp(arguments: &[&str]) -> Output {
    here().args(arguments).env_remove(CUDA_DIR).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn has_gpu() -> bool {
    Path::new("/dev/nvidiactl").exists()
}

#[test]
fn help_names_every_command() {
    let output = propp(&["--help"]);
    assert!(output.status.success());
    says(&text(&output.stdout), &["metrics", "doctor", "completions", "man"]).unwrap();
}

#[test]
fn unknown_options_are_usage_errors() {
    for arguments in [&["--nonsense"][..], &["metrics", "--nonsense"], &["nonsense"], &[]] {
        assert_eq!(propp(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_directory_without_cupti_is_named_with_what_was_looked_for() {
    let dir = tempfile::tempdir().unwrap();
    let name = dir.path().to_str().unwrap();
    let output = propp(&["metrics", "--chip", "GH100", "--cuda-dir", name]);
    let words = [name, "libcupti.so.13", "libcupti.so", "lib64", "PROPP_CUDA_DIR"];
    refuses(&output, &words);
}

#[test]
fn a_file_that_is_not_a_library_is_named_with_the_loaders_words() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("libcupti.so.13"), "not a library").unwrap();
    let name = dir.path().to_str().unwrap();
    let output = propp(&["metrics", "--chip", "GH100", "--cuda-dir", name]);
    refuses(&output, &[name, "libcupti.so.13", "cannot load"]);
}

/// With a recording and without: nothing answers to a wrong name.
#[test]
fn a_primitive_that_does_not_exist_is_a_usage_error_with_the_likeliest() {
    let output = propp(&["rank", "redduce"]);
    refuses(&output, &["redduce", "did you mean reduce"]);
}

#[test]
fn doctor_without_a_gpu_names_problems_and_cures() {
    if has_gpu() {
        return; // The device tests cover this machine.
    }
    let output = propp(&["doctor"]);
    assert_eq!(output.status.code(), Some(4));
    says(
        &text(&output.stdout),
        &["PROBLEM", "driver", "->", "cannot profile", "Works here: demo, ", "Next: `propp demo`"],
    )
    .unwrap();
    let json = propp(&["doctor", "--format", "json"]);
    assert_eq!(json.status.code(), Some(4));
    let report: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["schema"], "propp.doctor/1");
    assert_eq!(report["can_profile"], false);
    for check in report["checks"].as_array().unwrap() {
        assert_eq!(check["state"] == "ok", check.get("cure").is_none(), "{check}");
    }
}

#[test]
fn completions_and_manual_are_written() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = propp(&["completions", shell]);
        assert!(output.status.success());
        says(&text(&output.stdout), &["metrics", "list-chips"]).unwrap();
    }
    says(&text(&propp(&["man"]).stdout), &[".TH", "metrics"]).unwrap();
}

mod with_host_library {
    use super::*;

    /// `None` when the redistributables are not there.
    fn with_cuda(arguments: &[&str]) -> Option<Output> {
        let dir = support::redistributables()?;
        let dir = dir.to_str().unwrap();
        Some(propp(&[arguments, &["--cuda-dir", dir]].concat()))
    }

    #[test]
    fn metrics_prints_passes_and_counters() {
        let Some(output) = with_cuda(&["metrics", "--chip", "GH100"]) else { return };
        assert!(output.status.success());
        says(
            &text(&output.stdout),
            &["GH100: 4 passes", "Gran_L2", "lts__t_sectors_srcunit_tex.sum", "activity trace"],
        )
        .unwrap();
    }

    #[test]
    fn metrics_json_has_a_schema_and_the_same_passes() {
        let Some(output) = with_cuda(&["metrics", "--chip", "GA100", "--format", "json"]) else {
            return;
        };
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["schema"], "propp.metrics/1");
        assert_eq!(report["chip"], "GA100");
        assert_eq!(report["passes"].as_array().unwrap().len(), 4);
        assert_eq!(report["criteria"].as_array().unwrap().len(), 11);
    }

    #[test]
    fn chips_are_listed() {
        let Some(output) = with_cuda(&["metrics", "--list-chips"]) else { return };
        says(&text(&output.stdout), &["GV100\n", "GH100\n", "GB202\n", "GV11B  ("]).unwrap();
        let Some(output) = with_cuda(&["metrics", "--list-chips", "--format", "json"]) else {
            return;
        };
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["schema"], "propp.chips/1");
    }

    #[test]
    fn an_unknown_chip_lists_the_chips() {
        let Some(output) = with_cuda(&["metrics", "--chip", "GX1"]) else { return };
        refuses(&output, &["\"GX1\"", "GV100", "GH100", "GB202"]);
    }

    #[test]
    fn a_chip_is_known_in_any_case_and_by_its_products() {
        for (name, chip) in [("gh100", "GH100"), ("H200", "GH100"), ("RTX 4090", "AD102")] {
            let Some(output) = with_cuda(&["metrics", "--chip", name]) else { return };
            let said = text(&output.stdout);
            assert!(said.starts_with(&format!("{chip}: ")), "{name}: {said}");
        }
    }

    #[test]
    fn metrics_without_a_gpu_asks_for_a_chip() {
        if has_gpu() {
            return;
        }
        let Some(output) = with_cuda(&["metrics"]) else { return };
        assert_eq!(output.status.code(), Some(4));
        says(&text(&output.stderr), &["no NVIDIA driver", "--chip", "GH100"]).unwrap();
    }
}

#[test]
fn a_cut_library_is_an_error_and_not_a_crash() {
    let Some(cuda) = support::redistributables() else { return };
    let dir = tempfile::tempdir().unwrap();
    for name in ["libcupti.so.13", "libnvperf_host.so"] {
        std::fs::copy(cuda.join("lib").join(name), dir.path().join(name)).unwrap();
    }
    for (name, length) in [("libnvperf_host.so", 100_000), ("libcupti.so.13", 4000)] {
        let file = std::fs::OpenOptions::new().write(true).open(dir.path().join(name)).unwrap();
        file.set_len(length).unwrap();
        let path = dir.path().to_str().unwrap();
        let output = propp(&["metrics", "--chip", "GH100", "--cuda-dir", path]);
        refuses(&output, &["cannot load", "cut"]);
    }
}
