//! Prices of a GPU: where they come from, and what follows from them on another GPU.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::suite_matrix::nvcc;
use crate::support::propp::{command, in_repository, propp_here};

/// The first changes of a report: what, where, and the range of the gain.
fn changes(recording: &str, weights: &str) -> Vec<(String, String, f64, f64)> {
    let output = propp_here(&["show", recording, "--weights", weights, "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let kernels = report["kernels"].as_array().unwrap().iter();
    let first = kernels.filter_map(|kernel| {
        let hint = kernel["advice"]["hints"].as_array()?.first()?;
        let time = &hint["time"];
        let ends = ["least_ns", "most_ns"].map(|end| time[end].as_f64().unwrap());
        let name = kernel["name"].as_str().unwrap().to_owned();
        Some((name, hint["rule"].as_str().unwrap().to_owned(), ends[0], ends[1]))
    });
    first.collect()
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An H100's recordings with its own prices, and with those of an H200, scaled.
#[test]
fn scaled_prices_name_the_same_first_changes() {
    for name in ["h100_pipeline", "h100_transpose", "h100_pytorch_step", "h100_spmv"] {
        let recording = format!("recordings/{name}.propp");
        let [fitted, scaled] = ["h100", "h200"].map(|weights| changes(&recording, weights));
        assert!(!fitted.is_empty(), "{name}");
        let rules = |all: &[(String, String, f64, f64)]| -> Vec<(String, String)> {
            all.iter().map(|one| (one.0.clone(), one.1.clone())).collect()
        };
        // Of kernels that take long enough to count; those of microseconds are told by launches.
        let count = if name == "h100_pytorch_step" { 3 } else { 5 };
        let shown = |all: &[(String, String, f64, f64)]| {
            rules(all).into_iter().take(count).collect::<Vec<_>>()
        };
        assert_eq!(shown(&fitted), shown(&scaled), "{name}");
        for (own, other) in fitted.iter().zip(&scaled).take(count) {
            let is_near = |a: f64, b: f64| (a / b).ln().abs() < 0.25;
            assert!(is_near(own.2, other.2) && is_near(own.3, other.3), "{own:?} {other:?}");
        }
    }
    let screen = propp_here(&["show", "recordings/h100_pipeline.propp"]);
    let text = String::from_utf8(screen.stdout).unwrap();
    assert!(text.contains("1. histogram_in_global_memory (kernel 1): Atomics"), "{text}");
    assert!(
        text.contains("fitted to measurements on this GPU model, NVIDIA H100 80GB HBM3"),
        "{text}"
    );
    assert!(!text.contains("not priced"));
}

#[test]
fn a_run_is_carried_over_to_another_gpu() {
    let on = |gpu: &str| {
        let file = "recordings/h200_pipeline.propp";
        let output = propp_here(&["show", file, "--on", gpu, "--format", "json"]);
        assert!(output.status.success(), "{}", words(&output));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let h100 = on("h100");
    assert_eq!(h100["validated"], true);
    // What the same program took on an H100.
    let output = propp_here(&["show", "recordings/h100_pipeline.propp", "--format", "json"]);
    let own: Value = serde_json::from_slice(&output.stdout).unwrap();
    for kernel in h100["kernels"].as_array().unwrap() {
        let measured = own["kernels"].as_array().unwrap().iter();
        let measured = measured.filter(|one| one["name"] == kernel["name"]);
        let ns =
            measured.map(|one| one["durations"]["median_ns"].as_f64().unwrap()).next().unwrap();
        let off = kernel["there_ns"].as_f64().unwrap() / ns;
        assert!((0.87..1.15).contains(&off), "{kernel} {ns}");
    }
    let other = on("rtx4090");
    assert_eq!(other["validated"], false);
    let within = other["kernels"][0]["within"].as_f64().unwrap();
    assert!(within >= 1.35, "{within}");
    let table = propp_here(&["show", "recordings/h200_pipeline.propp", "--on", "a100"]);
    assert!(String::from_utf8_lossy(&table.stdout).contains("not validated"));
    let file = on("weights/h100/weights.toml");
    assert_eq!(file["there"], "NVIDIA H100 80GB HBM3");
}

#[test]
fn a_gpu_that_nobody_described_is_an_error_that_lists_the_known_ones() {
    let output = propp_here(&["show", "recordings/h200_pipeline.propp", "--on", "h101"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("a10, a100, b200, gb10, h100, h200"), "{}", words(&output));
    let output = propp_here(&["show", "recordings/h200_pipeline.propp", "--on", "no.toml"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn unlike_recordings_are_no_one_report() {
    for (one, two, what) in [
        ("recordings/h200_pipeline.propp", "recordings/h200_transpose.propp", "program"),
        ("recordings/h200_pipeline.propp", "recordings/h100_pipeline.propp", "GPU"),
    ] {
        let output = propp_here(&["show", one, two]);
        assert_eq!(output.status.code(), Some(2), "{one} {two}");
        let words = words(&output);
        assert!(words.contains(what) && words.contains("propp compare"), "{words}");
    }
}

#[test]
fn a_comparison_tells_the_gpu_from_the_program() {
    let files = ["recordings/h200_pipeline.propp", "recordings/h100_pipeline.propp"];
    let output = propp_here(&["compare", files[0], files[1], "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let against = &report["comparisons"][0];
    let [gpu, program] = ["gpu", "program"].map(|share| against["shares"][share].as_f64().unwrap());
    let speedup = against["total"]["speedup"].as_f64().unwrap();
    assert!((gpu * program - speedup).abs() < 1e-9);
    assert!((0.9..1.05).contains(&gpu) && (0.95..1.1).contains(&program), "{gpu} {program}");
    let same = propp_here(&["compare", files[0], files[0], "--format", "json"]);
    let report: Value = serde_json::from_slice(&same.stdout).unwrap();
    assert!(report["comparisons"][0].get("shares").is_none());
}

/// A calibration is kept, found without an option, listed and forgotten.
#[test]
fn a_calibration_is_found_by_every_command() {
    let cache = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| -> Output {
        let mut propp = command(in_repository(""));
        propp.env("XDG_CACHE_HOME", cache.path()).args(arguments).output().unwrap()
    };
    let first = |recording: &str| {
        let output = run(&["show", recording, "--format", "json"]);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        (report["weights"]["prices"]["kind"].as_str().unwrap().to_owned(), words(&output))
    };
    assert_eq!(first("recordings/h100_pipeline.propp").0, "fitted");
    let from = "recordings/h100/calibrate_again.propp";
    let output = run(&["calibrate", "--from", from]);
    assert!(output.status.success(), "{}", words(&output));
    assert!(words(&output).contains("10 kernels"), "{}", words(&output));
    let path = cache.path().join("propp/gpus/nvidia-h100-80gb-hbm3.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    // The same recording gives the same file.
    assert!(run(&["calibrate", "--from", from, "-q"]).status.success());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(first("recordings/h100_pipeline.propp").0, "calibrated");
    assert_eq!(first("recordings/h200_pipeline.propp").0, "fitted");
    let list = run(&["calibrate", "--list"]);
    let listed = String::from_utf8_lossy(&list.stdout);
    assert!(listed.contains("confirmed on this GPU (20 cases)"), "{listed}");
    // A file that is half written is told, and not used.
    std::fs::write(&path, &text[..text.len() / 2]).unwrap();
    let (kind, said) = first("recordings/h100_pipeline.propp");
    assert!(kind == "fitted" && said.contains("are not used"), "{kind} {said}");
    assert_eq!(run(&["calibrate", "--remove", ""]).status.code(), Some(2));
    assert!(path.is_file());
    assert!(run(&["calibrate", "--remove", "all"]).status.success());
    assert!(!path.exists());
    assert_eq!(run(&["calibrate", "--remove", "h100"]).status.code(), Some(2));
    let output = run(&["calibrate", "--from", "recordings/h100_pipeline.propp"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(words(&output).contains("calibrate-worker"), "{}", words(&output));
}

/// What the binary brings is what `cases.cu` compiles to. With `PROPP_WRITE_DOCS=1` it is written.
#[test]
fn the_kernels_of_a_calibration_are_those_of_their_source() {
    let Some(nvcc) = nvcc() else { return };
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("cases.ptx");
    let source = in_repository("crates/suite/calibrate/cuda/cases.cu");
    let options = ["-O3", "-std=c++17", "-ptx", "-arch=compute_75", "-o"];
    let status = Command::new(nvcc).args(options).arg(&made).arg(source).status().unwrap();
    assert!(status.success());
    let made = without_comments(&made);
    let own = in_repository("crates/suite/calibrate/cuda/cases.ptx");
    if std::env::var_os("PROPP_WRITE_DOCS").is_some() {
        std::fs::write(&own, &made).unwrap();
    }
    assert!(without_comments(&own) == made, "PROPP_WRITE_DOCS=1 writes {}", own.display());
}

fn without_comments(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}
