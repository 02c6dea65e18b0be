//! Results as the tools document them; `tests/gate/benchmarks.rs` has some that NVBench wrote.

use propp_base_statistics::Random;

use super::*;

/// One benchmark with two states as NVBench writes them with `--jsonbin`.
fn nvbench(mean: f64) -> String {
    let state = |name: &str, number: usize, mean: f64| {
        format!(
            r#"{{"name": "{name}", "device": 0, "type_config_index": 0, "is_skipped": false,
              "axis_values": [{{"name": "Elements", "type": "int64", "value": "1048576"}}],
              "summaries": [
                {{"tag": "nv/cold/time/gpu/mean", "name": "GPU Time", "hint": "duration",
                  "data": [{{"name": "value", "type": "float64", "value": "{mean}"}}]}},
                {{"tag": "nv/json/bin:nv/cold/sample_times", "data": [
                  {{"name": "filename", "type": "string", "value": "r.json-bin/{number}.bin"}},
                  {{"name": "size", "type": "int64", "value": "20"}}]}}]}}"#
        )
    };
    format!(
        r#"{{"meta": {{"argv": ["./bench", "--jsonbin", "r.json"],
             "version": {{"json": {{"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"}}}}}},
            "devices": [{{"id": 0, "name": "NVIDIA H200", "sm_version": 900,
                         "global_memory_size": 150109880320}}],
            "benchmarks": [{{"name": "copy", "index": 0, "axes": [], "devices": [0],
              "states": [{}, {},
                {{"name": "Device=0 Elements=2^30", "is_skipped": true, "summaries": null}}]}}]}}"#,
        state("Device=0 Elements=2^20", 0, mean),
        state("Device=0 Elements=2^24", 1, 4.0 * mean),
    )
}

fn bytes(seconds: impl Iterator<Item = f64>) -> Vec<u8> {
    seconds.flat_map(|seconds| (seconds as f32).to_le_bytes()).collect()
}

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

#[test]
fn states_of_nvbench_are_kernels() {
    let run = run(&nvbench(2e-5), &nothing).unwrap();
    let names: Vec<&str> = run.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["copy Elements=2^20", "copy Elements=2^24"]);
    let time = |place: usize| run.kernels[place].measures[&Quantity::Time].mean();
    assert!((time(0) - 20_000.0).abs() < 1e-6 && (time(1) - 80_000.0).abs() < 1e-6);
    assert_eq!(run.gpus[0].words(), "NVIDIA H200 (sm_90)");
    assert_eq!(run.origins[0].command, ["./bench"]);
}

#[test]
fn samples_beside_the_result_count_before_its_mean() {
    let sidecar = |name: &str| {
        (name == "r.json-bin/0.bin").then(|| bytes((0..20).map(|k| 1e-5 + f64::from(k) * 1e-7)))
    };
    let run = run(&nvbench(2e-5), &sidecar).unwrap();
    let times = &run.kernels[0].measures[&Quantity::Time].0[0];
    assert_eq!(times.len(), 9, "thinned as those of launches");
    assert!((times[0] - 10_000.0).abs() < 1.0 && (times[8] - 11_900.0).abs() < 1.0);
    let short = |_: &str| Some(vec![0; 79]);
    let error = super::run(&nvbench(2e-5), &short).unwrap_err().to_string();
    assert!(error.contains("79 bytes, not 20 samples"), "{error}");
}

#[test]
fn repetitions_of_google_benchmark_are_times() {
    let row = |index: usize, time: f64| {
        format!(
            r#"{{"name": "BM_sum/1024", "run_name": "BM_sum/1024", "run_type": "iteration",
                "repetitions": 3, "repetition_index": {index}, "threads": 1, "iterations": 1000,
                "real_time": {time:e}, "cpu_time": 1.0, "time_unit": "us", "rate": NaN}}"#
        )
    };
    let mean = r#"{"name": "BM_sum/1024_mean", "run_name": "BM_sum/1024", "run_type": "aggregate",
        "aggregate_name": "mean", "real_time": 99.0, "time_unit": "us"}"#;
    let context = r#"{"date": "2026-11-22T10:00:00+00:00", "executable": "./bench"}"#;
    let file = |rows: &[String]| {
        format!(r#"{{"context": {context}, "benchmarks": [{}]}}"#, rows.join(","))
    };
    let rows = [row(0, 2.0), row(1, 2.5), row(2, 3.0), mean.to_owned()];
    let whole = run(&file(&rows), &nothing).unwrap();
    assert_eq!(whole.kernels[0].measures[&Quantity::Time].0, [[2000.0, 2500.0, 3000.0]]);
    let means = run(&file(&rows[3..]), &nothing).unwrap();
    assert_eq!(means.kernels[0].measures[&Quantity::Time].0, [[99_000.0]]);
}

#[test]
fn other_files_are_errors() {
    for (text, words) in [
        ("{", "line 1"),
        ("{}", "neither NVBench's states"),
        (r#"{"benchmarks": []}"#, "neither"),
        (r#"{"context": {}, "benchmarks": []}"#, "no benchmark with a time"),
        (r#"{"devices": [], "benchmarks": [{"name": "a", "states": null}]}"#, "no benchmark"),
        (
            r#"{"context": {}, "benchmarks": [{"name": "a", "real_time": -1}]}"#,
            "a: -1 ns is not a time",
        ),
        (
            r#"{"context": {}, "benchmarks": [{"name": "a", "real_time": 1, "time_unit": "h"}]}"#,
            "unit of time is h",
        ),
    ] {
        let error = run(text, &nothing).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Any damage to a result is an error or another result.
#[test]
fn damaged_results_do_not_panic() {
    let whole = nvbench(2e-5).into_bytes();
    let mut random = Random::of_seed(7);
    for _ in 0..5000 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = random.below(128) as u8;
        }
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = run(&text, &|_| Some(vec![0xff; 80]));
        }
    }
}
