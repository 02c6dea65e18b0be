//! What programs that others wrote need: several translation units, calls beside copies and
//! launches, small types, and a list of all that is in the way.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use propp_recording_store::read;
use serde_json::Value;

use super::{compiled, compiled_with, counters, emulate, words, written};
use crate::support::propp::{ended, fits, here, published_schema};
use crate::support::redistributables;

/// A program of two translation units.
fn linked(folder: &Path, flags: &[&str]) -> Option<PathBuf> {
    let cuda = redistributables()?;
    let main = "#include <cstdio>\nextern __device__ int far;\n\
        extern __device__ int twice(int);\nstatic __device__ int own = 1;\n\
        __global__ void k(int* a) {\n  \
        a[threadIdx.x] = twice(threadIdx.x) + far * 100 + own * 1000 + warpSize * 10000;\n}\n\
        __global__ void other(int* a);\nint main() {\n  int* a;\n  int seven = 7;\n  \
        cudaMallocManaged(&a, 128);\n  k<<<1, 32>>>(a);\n  cudaDeviceSynchronize();\n  \
        std::printf(\"%d\", a[3]);\n  other<<<1, 1>>>(a);\n  cudaDeviceSynchronize();\n  \
        std::printf(\" %d %d\\n\", a[0], cudaGetLastError());\n  return seven - 7;\n}\n";
    let other = "__device__ int far = 4;\nstatic __device__ int own = 5;\n\
        __device__ int twice(int x) { return 2 * x + own; }\n\
        __global__ void other(int* a) { a[0] = far; }\n";
    let sources = [("main.cu", main), ("other.cu", other)].map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    });
    let program = folder.join("linked");
    let output = Command::new(cuda.join("bin/nvcc"))
        .args(["-std=c++17", "-cudart", "shared", "-rdc=true"])
        .args(flags)
        .arg(format!("-L{}", cuda.join("lib").display()))
        .args(&sources)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

#[test]
fn translation_units_that_are_linked_run_as_one_program() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = linked(folder.path(), &["-arch=sm_90"]) else { return };
    let (output, recording) = emulate(&program, &[]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(said, "321411 4 0\n", "{}", words(&output));
    assert_eq!(counters(&read(&recording).unwrap()).len(), 2);
    // The registers are those of the linked machine code.
    let launches = read(&recording).unwrap().measurements;
    assert_eq!(launches.len(), 2);
    assert_eq!(ended(&check(&program, &[]), 0).lines().count(), 1);
}

#[test]
fn linked_units_without_ptx_say_how_to_compile_them() {
    let folder = tempfile::tempdir().unwrap();
    let flags = &["-gencode", "arch=compute_90,code=sm_90"];
    let Some(program) = linked(folder.path(), flags) else { return };
    let (output, _) = emulate(&program, &[]);
    assert!(words(&output).contains("no PTX for compute capability 9.0"), "{}", words(&output));
    assert!(ended(&check(&program, &[]), 1).contains("no PTX for compute capability 9.0"));
}

const CALLS: &str = "peers: 0 101 101\nlimit 16777216, priorities 0 to -5, -5\n\
    properties: 1 1 1 65536 -1\n\
    registered: 1 0, type 1, cudaErrorHostMemoryNotRegistered\nvolume: 32, 1 0\n\
    graph: 4 nodes, 1 root\nhost function: 42\nhost function: 100\nmanaged variable: 353\n\
    constant: 3\nconstant: 0\narray: cudaErrorNotSupported\n";

#[test]
fn calls_beside_copies_and_launches_do_what_a_gpu_does() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/calls.cu";
    for flags in [&[][..], &["--default-stream", "per-thread"]] {
        let Some(program) = compiled_with(source, folder.path(), "shared", flags) else { return };
        let (output, _) = emulate(&program, &[]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), CALLS, "{}", words(&output));
        let named = "the program called cudaArrayGetPlane, which propp does not emulate";
        assert!(words(&output).contains(named), "{}", words(&output));
    }
}

#[test]
fn floats_of_8_and_16_bits_and_parts_of_registers_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/small_types.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, _) = emulate(&program, &[]);
    let right = "8 bits: 0 0 0 0 0\nparts: 0 0 0 0 0 0 0 0 0 0 0 0\n16 bits: 0 0 0 0 0\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), right, "{}", words(&output));
    assert!(output.status.success());
}

fn check(program: &Path, options: &[&str]) -> Output {
    here().args(["emulate", "--check"]).args(options).arg(program).output().unwrap()
}

/// Two kernels with two obstacles each, a good one, and a missing call.
const REFUSED: &str = "__global__ void good(int* a) { a[0] = 1; }\n\
    __global__ void video(int* a) {\n  \
    asm(\"vadd.u32.u32.u32 %0, %1, %1;\" : \"=r\"(a[0]) : \"r\"(a[1]));\n  \
    asm(\"vmad.u32.u32.u32 %0, %1, %1, %1;\" : \"=r\"(a[2]) : \"r\"(a[1]));\n}\n\
    __global__ void formatted(int* a, cudaSurfaceObject_t s) {\n  \
    asm(\"sust.p.1d.b32.trap [%0, {%1}], {%1};\" :: \"l\"(s), \"r\"(a[0]));\n  \
    asm(\"suq.channel_order.b32 %0, [%1];\" : \"=r\"(a[1]) : \"l\"(s));\n}\n\
    int main() {\n  int* a;\n  cudaArray_t array;\n  cudaMalloc(&a, 16);\n  \
    good<<<1, 1>>>(a);\n  video<<<1, 1>>>(a);\n  formatted<<<1, 1>>>(nullptr, 0);\n  \
    return cudaArrayGetPlane(&array, nullptr, 0);\n}\n";

#[test]
fn the_check_names_all_obstacles_at_once_without_running_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("refused", REFUSED, folder.path()) else { return };
    let schema = here().args(["emulate", "--schema"]).output().unwrap();
    let schema = published_schema("emulate-check-1", &ended(&schema, 0));
    let text = ended(&check(&program, &["--format", "json"]), 1);
    let json: Value = serde_json::from_str(&text).unwrap();
    fits(&schema, &json);
    assert_eq!((&json["clean"], &json["kernels"]), (&false.into(), &3.into()), "{text}");
    assert_eq!(json["calls"], serde_json::json!(["cudaArrayGetPlane"]));
    let refused = json["refused"].as_array().unwrap();
    let reasons = |kernel: &str| {
        let found = refused.iter().find(|one| one["name"].as_str().unwrap().starts_with(kernel));
        let reasons = found.unwrap()["reasons"].as_array().unwrap().iter();
        let reasons = reasons.map(|one| one["reason"].as_str().unwrap().to_owned());
        reasons.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(refused.len(), 2);
    assert!(reasons("video").contains("vadd") && reasons("video").contains("vmad"), "{text}");
    let formatted = reasons("formatted");
    assert!(formatted.contains("sust.p") && formatted.contains("suq.channel_order"), "{text}");
    let table = ended(&check(&program, &[]), 1);
    assert!(table.contains("3 kernels, 2 refused; 1 missing call"), "{table}");
    // Nothing ran, and nothing was written.
    assert!(!program.with_extension("propp").exists());
    let source = "tests/emulate/small_types.cu";
    let Some(clean) = compiled(source, folder.path(), "shared") else { return };
    assert!(ended(&check(&clean, &[]), 0).contains("nothing is in the way"));
}
