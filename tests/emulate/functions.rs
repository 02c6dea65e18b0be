//! Calls that are not inlined, memory that kernels ask for, and launches within kernels.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

use propp_recording_store::read;

use super::{compiled, compiled_with, counters, emulate, words, written};
use crate::support::propp::here;

const RIGHT: &str = "two calls: 0\ndepth: 0\nframes: 0\nquicksort: 0\nvirtual: 0\ndestroyed: 0\n\
    tables: 0\nheap: 0\n";

fn on_threads(threads: &str, recording: &Path, program: &Path) -> Output {
    let mut command = here();
    command.args(["emulate", "--force", "--threads", threads, "-o"]).arg(recording).arg(program);
    command.env("XDG_CACHE_HOME", program.parent().unwrap()).env_remove("LD_LIBRARY_PATH");
    command.output().unwrap()
}

#[test]
fn functions_call_themselves_and_each_other_by_address() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/functions.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let check = here().args(["emulate", "--check"]).arg(&program).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
    let counted = ["1", "2"].map(|threads| {
        let recording = folder.path().join(format!("{threads}.propp"));
        let output = on_threads(threads, &recording, &program);
        assert_eq!(String::from_utf8_lossy(&output.stdout), RIGHT, "{}", words(&output));
        counters(&read(&recording).unwrap())
    });
    assert_eq!(counted[0].len(), 9);
    assert_eq!(counted[0], counted[1]);
    // The lanes of a warp call functions of three kinds, one kind after the other.
    let efficiency = |launch: usize| {
        let of = |name: &str| counted[0][launch][name];
        of("smsp__thread_inst_executed.sum") / of("smsp__inst_executed.sum") / 32.0
    };
    assert!(efficiency(4) < 0.6, "{}", efficiency(4));
}

/// One that ends after 100 calls, one that never does, and a pointer that leads nowhere.
const DEEP: &str = "#include <cstdio>\n\
    __device__ __noinline__ int down(int n, volatile int* a) {\n  \
    return a[n & 31] == n ? n : down(n + 1, a) + 1;\n}\n\
    __global__ void fall(int* a, int* out) { *out = down(0, a); }\n\
    __global__ void lost(int (*f)(int), int* out) { *out = f(*out); }\n\
    int main() {\n  int *a, host[33] = {};\n  cudaMalloc(&a, 132);\n  host[100 & 31] = 100;\n  \
    for (int i = 0; i < 32; i++) if (i != 4) host[i] = -1;\n  \
    cudaMemcpy(a, host, 132, cudaMemcpyHostToDevice);\n  fall<<<1, 1>>>(a, a + 32);\n  \
    cudaMemcpy(host, a, 132, cudaMemcpyDeviceToHost);\n  std::printf(\"%d\\n\", host[32]);\n  \
    cudaMemset(a, 255, 132);\n  fall<<<1, 1>>>(a, a + 32);\n  \
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));\n  cudaDeviceReset();\n  \
    cudaMalloc(&a, 4);\n  lost<<<1, 1>>>(nullptr, a);\n  \
    std::puts(cudaGetErrorName(cudaDeviceSynchronize()));\n}\n";

#[test]
fn endless_recursion_and_calls_of_nothing_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("deep", DEEP, folder.path()) else { return };
    let (output, _) = emulate(&program, &[]);
    let said = "200\ncudaErrorHardwareStackError\ncudaErrorInvalidPc\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), said, "{}", words(&output));
    let told = words(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "a call for which the stack of 65536 bytes is too short in _Z4fallPiS_, block [0, 0, 0], \
         thread [0, 0, 0]",
        "deep.cu:3",
        "a call of 0x0, where no function of this form is",
    ] {
        assert!(told.contains(text), "{told}");
    }
}

#[test]
fn kernels_launch_kernels() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/programs/libraries/children.cu";
    let Some(program) = compiled_with(source, folder.path(), "shared", &["-rdc=true"]) else {
        return;
    };
    let check = here().args(["emulate", "--check"]).arg(&program).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
    let (output, recording) = emulate(&program, &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let begins = "children: 1, failures 0\nstreams: 6207, warp 32\ntails: 1, 41 rounds\n\
        errors: 65 at depth 24, 9, 2 too many\nintegral: 1, ";
    let rest = said.strip_prefix(begins);
    let rest = rest.unwrap_or_else(|| panic!("{said}{}", words(&output)));
    let leaves: usize = rest.strip_suffix(" leaves, failures 0\n").unwrap().parse().unwrap();
    // Each launch has its own row: those of the host and of kernels alike.
    let counted = counters(&read(&recording).unwrap());
    let others = (1 + 4 * 64) + (1 + 3) + (41 + 40) + 25 + (1 + 10);
    assert_eq!(counted.len(), others + 2 * leaves - 1);
    // The children of the first, of two warps each.
    let atomics = |own: &BTreeMap<String, f64>| own["sm__sass_inst_executed_op_global_atom.sum"];
    assert_eq!(atomics(&counted[0]), 0.0);
    assert!(counted[1..257].iter().all(|own| atomics(own) == 2.0));
    let told = words(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("more launches than cudaLimitDevRuntimePendingLaunchCount"), "{told}");
}

/// The program that other tests profile on a GPU: a tree of launches, and one behind it.
#[test]
fn a_tree_of_launches_ends_before_the_launch_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/programs/libraries/dynamic_parallelism.cu";
    let Some(program) = compiled_with(source, folder.path(), "shared", &["-rdc=true"]) else {
        return;
    };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    // Trees of 127 nodes, with a root and a tail each.
    assert_eq!(counters(&read(&recording).unwrap()).len(), 5 * 129);
}
