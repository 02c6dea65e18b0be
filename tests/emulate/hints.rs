//! Hints of emulated kernels whose threads wait for other blocks, or whose registers ptxas spills.

use std::path::Path;

use serde_json::Value;

use super::{emulate, words, written};
use crate::support::propp::{document, propp_here};

/// One thread of each block waits for all others, in each of eight rounds. And a kernel with more values than
/// its threads may have registers.
const KERNELS: &str = "#include <cooperative_groups.h>\n\
    __global__ void __launch_bounds__(1024, 2) spilled(const float* in, float* out) {\n  \
    float own[64], sum = 0;\n\
    #pragma unroll\n  for (int w = 0; w < 64; w++) own[w] = in[threadIdx.x + w * 16];\n\
    #pragma unroll 1\n  for (int r = 0; r < 4; r++) {\n\
    #pragma unroll\n    for (int w = 0; w < 64; w++) {\n      \
    own[w] = own[w] * own[(w + 7) & 63] + own[(w + 31) & 63];\n      sum += own[w];\n    }\n  }\n  \
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;\n}\n\
    __global__ void phases(float* a, float* b, int n) {\n  \
    auto grid = cooperative_groups::this_grid();\n  \
    for (int round = 0; round < 4; round++) {\n    \
    for (int i = grid.thread_rank(); i < n; i += grid.size()) b[i] = a[i] * 2 + round;\n    \
    grid.sync();\n    \
    for (int i = grid.thread_rank(); i < n; i += grid.size()) a[i] = b[i] + 1;\n    \
    grid.sync();\n  }\n}\nint main() {\n  int n = 1 << 18;\n  float *a, *b, first;\n  \
    cudaMalloc(&a, n * 4);\n  cudaMalloc(&b, n * 4);\n  cudaMemset(a, 0, n * 4);\n  \
    void* arguments[] = {&a, &b, &n};\n  \
    spilled<<<132, 1024>>>(a, b);\n  \
    cudaLaunchCooperativeKernel((void*)phases, 132, 256, arguments, 0, 0);\n  \
    cudaMemcpy(&first, a, 4, cudaMemcpyDeviceToHost);\n  return first == 26 ? 0 : 1;\n}\n";

/// What `propp show` says of a kernel.
fn kernel(recording: &Path, name: &str) -> Value {
    let recording = recording.to_str().unwrap();
    let mut shown = document(&propp_here(&["show", recording, "--format", "json"]));
    let kernels = shown["kernels"].as_array_mut().unwrap();
    kernels.iter_mut().find(|kernel| kernel["short_name"] == name).unwrap().take()
}

fn rules(kernel: &Value) -> Vec<&str> {
    let hints = kernel["advice"]["hints"].as_array().unwrap();
    hints.iter().map(|hint| hint["rule"].as_str().unwrap()).collect()
}

#[test]
fn a_thread_that_waits_for_the_grid_is_no_divergence_and_spilled_registers_are_local_memory() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("hints", KERNELS, folder.path()) else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let phases = kernel(&recording, "phases");
    let active = phases["criteria"]["TDiv"]["value"].as_f64().unwrap();
    assert!(active > 0.8, "{active}: how often it looks is no work");
    assert!(!rules(&phases).contains(&"divergence"), "{:?}", rules(&phases));
    assert!(!rules(&phases).contains(&"local-memory"), "{:?}", rules(&phases));
    // Its PTX has no local memory, and the machine code has.
    assert_eq!(rules(&kernel(&recording, "spilled"))[0], "local-memory");
}
