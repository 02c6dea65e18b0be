//! Races, accesses to padding, loops without an end, and what comes after a refused launch.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_recording_store::read;

use super::{compiled, emulate, words, written};
use crate::support::propp::{here, in_repository};

fn emulate_with(options: &[&str], program: &Path, argument: &str) -> (Output, PathBuf) {
    let recording = program.with_extension("propp");
    let mut command = here();
    command.args(["emulate", "--force"]).args(options).arg("-o").arg(&recording);
    command.arg(program).arg(argument).env("XDG_CACHE_HOME", program.parent().unwrap());
    (command.env_remove("LD_LIBRARY_PATH").output().unwrap(), recording)
}

fn notices(recording: &Path, code: &str) -> Vec<String> {
    let notices = read(recording).unwrap().notices;
    notices.into_iter().filter(|notice| notice.code == code).map(|notice| notice.text).collect()
}

/// Lines of the source that end with a comment of this number.
fn planted(source: &str, number: usize) -> BTreeSet<String> {
    let mark = format!("// {number}");
    let lines = source.lines().enumerate().filter(|(_, line)| line.ends_with(&mark));
    lines.map(|(at, _)| format!("races.cu:{}", at + 1)).collect()
}

#[test]
fn ten_planted_races_are_found_at_their_lines_and_none_without_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = "tests/emulate/races.cu";
    let Some(program) = compiled(file, folder.path(), "shared") else { return };
    let source = std::fs::read_to_string(in_repository(file)).unwrap();
    let (output, recording) = emulate_with(&["--races"], &program, "mended");
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(notices(&recording, "race"), [] as [String; 0]);
    for number in 0..10 {
        let (output, recording) = emulate_with(&["--races"], &program, &number.to_string());
        assert!(output.status.success(), "{}", words(&output));
        let found = notices(&recording, "race");
        let [race] = &found[..] else { panic!("{number}: {found:?}") };
        // An atomic is a function of the toolkit's headers.
        let lines = planted(&source, number);
        let named = lines.iter().filter(|line| race.contains(&format!("{line},"))).count();
        let is_atomic = race.contains("device_atomic_functions.hpp:");
        assert_eq!(named + usize::from(is_atomic), lines.len(), "{number}: {race} {lines:?}");
    }
    let (_, recording) = emulate_with(&[], &program, "0");
    assert_eq!(notices(&recording, "race"), [] as [String; 0], "not asked for");
}

const BEYOND: &str = "#include <cstdio>\n#include <cstdlib>\n\
    __global__ void beyond(int *x, int n) { x[n + threadIdx.x] = 1; }\n\
    int main(int, char **argv) {\n  int *y, *x;\n  cudaMalloc(&y, 4096); cudaMalloc(&x, 400);\n  \
    beyond<<<1, 32>>>(x, atoi(argv[1]));\n  \
    printf(\"%s\\n\", cudaGetErrorName(cudaDeviceSynchronize()));\n}\n";

#[test]
fn an_access_to_padding_is_a_warning_that_names_the_allocation() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("beyond", BEYOND, folder.path()) else { return };
    let said = |options: &[&str], first: &str| {
        let (output, recording) = emulate_with(options, &program, first);
        let warnings = notices(&recording, "beyond-allocation");
        let faults = notices(&recording, "kernel-fault");
        (String::from_utf8_lossy(&output.stdout).trim().to_owned(), warnings, faults)
    };
    let (status, warnings, faults) = said(&[], "90");
    assert_eq!((status.as_str(), warnings.len(), faults.len()), ("cudaSuccess", 1, 0));
    let words = "up to 88 bytes after the end of allocation 2 (device memory, 400 bytes at ";
    assert!(warnings[0].contains(words) && warnings[0].contains("beyond.cu:3"), "{warnings:?}");
    for (options, first, distance) in [(&["--strict"][..], "90", "0"), (&[][..], "300", "800")] {
        let (status, warnings, faults) = said(options, first);
        assert_eq!((status.as_str(), warnings.len()), ("cudaErrorIllegalAddress", 0));
        let words = format!("{distance} bytes after the end of allocation 2 (device memory, 400 ");
        assert!(faults.len() == 1 && faults[0].contains(&words), "{faults:?}");
    }
    let (status, warnings, faults) = said(&[], "60");
    assert_eq!((status.as_str(), warnings.len(), faults.len()), ("cudaSuccess", 0, 0));
}

const LOOPS: &str = "__global__ void repeats(int *x) {\n  \
    int i = 0;\n  while (i >= 0) i = (i + 1) & 1023;\n  *x = i;\n}\n\
    __global__ void grows(unsigned long long *x) {\n  unsigned long long i = 1;\n  \
    while (i) i = i * 3 + (i >> 7);\n  *x = i;\n}\n\
    int main(int, char **argv) {\n  void *x;\n  cudaMalloc(&x, 256);\n  \
    if (argv[1][0] == 'r') repeats<<<9, 64>>>((int *)x);\n  \
    else grows<<<9, 64>>>((unsigned long long *)x);\n  \
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;\n}\n";

#[test]
fn a_loop_without_an_end_is_found_or_the_budget_says_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("loops", LOOPS, folder.path()) else { return };
    let (output, recording) = emulate_with(&["--budget", "20"], &program, "repeats");
    assert_eq!(output.status.code(), Some(0), "{}", words(&output));
    let faults = notices(&recording, "kernel-fault");
    assert!(faults.len() == 1 && faults[0].starts_with("an endless loop"), "{faults:?}");
    let (output, recording) = emulate_with(&["--budget", "1"], &program, "grows");
    assert_eq!(output.status.code(), Some(124), "{}", words(&output));
    let ended = notices(&recording, "emulation-budget");
    assert!(ended.len() == 1, "{ended:?}");
    for part in ["grows", "of its 9 blocks", "block [", "loops.cu:8"] {
        assert!(ended[0].contains(part), "{part}: {ended:?}");
    }
}

const REFUSED: &str = "__global__ void refused(int *out) {\n  \
    asm volatile(\"vadd.u32.u32.u32 %0, %1, %1;\" : \"=r\"(out[threadIdx.x]) : \"r\"(threadIdx.x));\n}\n\
    __global__ void reads(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * 2; }\n\
    __global__ void again(const int *in, int *out) { out[threadIdx.x] = in[threadIdx.x] * 2; }\n\
    __global__ void other(int *out) { out[threadIdx.x] = 1; }\n\
    int main() {\n  int *a, *b, *c;\n  \
    cudaMalloc(&a, 4096); cudaMalloc(&b, 4096); cudaMalloc(&c, 4096);\n  \
    refused<<<1, 256>>>(a);\n  other<<<1, 256>>>(c);\n  reads<<<1, 256>>>(a, b);\n  \
    again<<<1, 256>>>(b, c);\n  return 0;\n}\n";

#[test]
fn kernels_that_use_what_a_refused_launch_should_have_written_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("refused", REFUSED, folder.path()) else { return };
    let (output, recording) = emulate(&program, &[]);
    assert_eq!(output.status.code(), Some(125), "{}", words(&output));
    let screen = words(&output);
    let first: Vec<&str> = screen.lines().filter(|line| line.contains("after-refusal")).collect();
    assert!(first.len() == 1 && first[0].contains("do not trust kernels"), "{screen}");
    assert_eq!(screen.matches("AFTER A REFUSAL").count(), 2, "{screen}");
    let json = Command::new(here().get_program())
        .args(["show", "--format", "json"])
        .arg(&recording)
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    for kernel in json["kernels"].as_array().unwrap() {
        let name = kernel["short_name"].as_str().unwrap();
        let is_marked = kernel["after_refusal"].is_string();
        assert_eq!(is_marked, name != "other", "{kernel}");
        assert!(!is_marked || kernel["advice"]["hints"].as_array().unwrap().is_empty());
    }
}
