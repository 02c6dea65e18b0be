//! Device tests: run on a machine with an NVIDIA GPU (`cargo xtask gpu-test`).
//!
//! On a machine without one they are left out, and a line says so. On a
//! machine that has one, none is ever left out.

#[path = "gpu/mod.rs"]
mod device;
#[path = "programs/matrix/round.rs"]
mod round;
#[path = "programs/matrix/rows.rs"]
mod rows;
#[path = "support/checks.rs"]
mod support;

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Trial};
use propp_collect_cuda::{Bench, DeviceMemory, DriverError};
use propp_collect_toolkit::{Surroundings, open_cupti};

use device::{CHECKS, Check, WITH_JAX, WITH_TORCH, process};
use support::{same, says};

const OF_THE_MACHINE: &[(&str, Check)] = &[
    ("doctor_finds_everything_ok", doctor_finds_everything_ok),
    ("metrics_answers_for_the_present_gpu", metrics_answers_for_the_present_gpu),
    ("data_survives_a_round_trip", data_survives_a_round_trip),
    ("counters_may_be_read", counters_may_be_read),
];

fn main() {
    let mut arguments = Arguments::from_args();
    // One process at a time can hold the counters.
    arguments.test_threads = Some(1);
    let gpu = Path::new("/dev/nvidiactl").exists();
    let mut tests = trials(OF_THE_MACHINE, gpu);
    tests.extend(trials(CHECKS, gpu));
    for (module, checks) in [("torch", WITH_TORCH), ("jax", WITH_JAX)] {
        let is_here = gpu && device::python_has(module);
        tests.extend(trials(checks, is_here));
        if gpu && !is_here {
            let count = checks.len();
            println!("left out: {count} device tests, because python3 has no {module} here");
        }
    }
    if !gpu {
        println!("left out: {} device tests, because there is no NVIDIA GPU here", tests.len());
    }
    let conclusion = libtest_mimic::run(&arguments, tests);
    device::remove();
    conclusion.exit();
}

fn trials(checks: &'static [(&'static str, Check)], wanted: bool) -> Vec<Trial> {
    let trial = |&(name, check): &(&str, Check)| Trial::test(name, move || Ok(check()?));
    checks.iter().map(|check| trial(check).with_ignored_flag(!wanted)).collect()
}

/// The program under test: the one that was shipped with this test, or cargo's.
fn propp(arguments: &[&str]) -> Result<(i32, String), String> {
    let program = std::env::var("PROPP_BIN").unwrap_or(env!("CARGO_BIN_EXE_propp").to_owned());
    let output = Command::new(&program)
        .args(arguments)
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    Ok((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&text).into_owned()))
}

fn doctor_finds_everything_ok() -> Result<(), String> {
    let (code, text) = propp(&["doctor", "--format", "json"])?;
    same(code, 0, &text)?;
    let report: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    same(&report["can_profile"], &serde_json::Value::Bool(true), &text)?;
    let checks = report["checks"].as_array().ok_or("no checks")?;
    match checks.iter().find(|check| check["state"] == "problem") {
        None => Ok(()),
        Some(check) => Err(check.to_string()),
    }
}

fn metrics_answers_for_the_present_gpu() -> Result<(), String> {
    let (code, text) = propp(&["metrics"])?;
    same(code, 0, &text)?;
    let library = open_cupti(&Surroundings::from_environment(None)).map_err(|e| e.to_string())?;
    let chip = propp_collect_cuda::chip_name(&library, 0).map_err(|e| e.to_string())?;
    says(&text, &[&format!("{chip}: "), "DSync", "sm__warps_active.sum"])
}

fn data_survives_a_round_trip() -> Result<(), String> {
    let (received, elapsed) = round_trip().map_err(|e| e.to_string())?;
    let different =
        { received.into_iter().enumerate() }.filter(|(at, word)| *word != scrambled(*at));
    same(different.count(), 0, "words that came back different")?;
    same(elapsed > 0, true, "no time passed on the device")
}

/// The words that come back from the GPU, and the nanoseconds of their way there.
fn round_trip() -> Result<(Vec<u32>, u64), DriverError> {
    let mut bench = Bench::open(0)?;
    let sent: Vec<u32> = (0..1 << 22).map(scrambled).collect();
    let memory = DeviceMemory::new(&bench, 4 * sent.len() as u64)?;
    bench.begin()?;
    memory.upload(&mut bench, &sent)?;
    bench.end()?;
    bench.wait()?;
    let mut received = vec![0; sent.len()];
    memory.download(&mut bench, &mut received)?;
    Ok((received, bench.elapsed_ns()?))
}

/// A different word for each index, to detect a shifted copy.
fn scrambled(index: usize) -> u32 {
    (index as u32).wrapping_mul(0x9E37_79B9) ^ 0x5bd1_e995
}

fn counters_may_be_read() -> Result<(), String> {
    let library = open_cupti(&Surroundings::from_environment(None)).map_err(|e| e.to_string())?;
    let bytes = propp_collect_cuda::probe_counters(&library, 0).map_err(|e| e.to_string())?;
    same(bytes > 0, true, "an empty availability image")
}
