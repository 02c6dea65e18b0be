//! Programs that read through textures and write through surfaces.

use propp_recording_store::read;

use super::{compiled, counters, emulate, words, written};

/// Of `textures.cu`: differences from its reference, and values that follow from the definitions
/// of weights (thirds are 85/256), layers, gathers and levels.
const TEXTURES: &str = "1d: 0 of 2240 differ\n2d: 0 of 2240 differ\n3d: 0 of 2240 differ\n\
    formats: 0 differ\nhalves: 0 differ\n\
    cudaErrorInvalidFilterSetting cudaErrorInvalidFilterSetting\n0 85 128 128 256 769 \n\
    linear memory: 0 differ\npitched memory: 0 differ\n4 4 12 20 20 1.5 1.5 9.5 17.5 17.5 \n\
    cubes: 0 differ\n5 6 2 1, 105 106 102 101, 100 100 100 100, 14 15 11 10\n\
    10 20 25 80 20 40 10 10 1 8 8 4 2 \n1 1 3 1\ncudaErrorInvalidValue\n\
    cudaErrorLaunchFailure\n";

#[test]
fn fetches_equal_the_programming_guides_formulas() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/textures.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, _) = emulate(&program, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), TEXTURES, "{}", words(&output));
    assert!(words(&output).contains("which no texture object has"), "{}", words(&output));
}

const SURFACES: &str = "geometries: 0 differ\nbounds: 0 differ\nreductions: 497 2, 8 by 6\n\
    chains: 0 differ\ncudaErrorInvalidValue\ncopies: 0 differ, cudaErrorInvalidValue\n\
    8 8 0 1, 6 0 2, 3\n32 32 0, cudaErrorInvalidChannelDescriptor cudaErrorInvalidValue \
    cudaErrorInvalidValue\n\
    driver: 0.1 0.3 0.7 0.5, 4 2 1 1, 51 102 255, 1\n3 4 5\ncudaErrorLaunchFailure\n";

#[test]
fn surfaces_are_written_and_read_and_arrays_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/surfaces.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, _) = emulate(&program, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), SURFACES, "{}", words(&output));
    let beyond = "a surface store beyond its bounds, at byte 0 of row 6 of slice 0";
    assert!(words(&output).contains(beyond), "{}", words(&output));
}

/// A plane of 512 × 64 floats: read once through a texture, read as often again by neighbours of the
/// same block, and doubled through a surface.
const COUNTED: &str = "#include <cstdio>\n#include <vector>\n\
    __global__ void once(cudaTextureObject_t t, float* out) {\n  \
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\n  \
    out[y * 512 + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);\n}\n\
    __global__ void often(cudaTextureObject_t t, float* out) {\n  \
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\n  \
    float sum = 0;\n  for (int i = 0; i < 8; i++) sum += \
    tex2D<float>(t, blockIdx.x * 32 + (threadIdx.x + i) % 32 + 0.5f, \
    blockIdx.y * 8 + (threadIdx.y + i) % 8 + 0.5f);\n  out[y * 512 + x] = sum;\n}\n\
    __global__ void twice(cudaSurfaceObject_t s) {\n  \
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;\n  \
    surf2Dwrite(2 * surf2Dread<float>(s, x * 4, y), s, x * 4, y);\n}\n\
    int main() {\n  std::vector<float> data(512 * 64), back(512 * 64);\n  \
    for (int i = 0; i < 512 * 64; i++) data[i] = i;\n  \
    cudaArray_t array;\n  const auto floats = cudaCreateChannelDesc<float>();\n  \
    cudaMallocArray(&array, &floats, 512, 64, cudaArraySurfaceLoadStore);\n  \
    cudaMemcpy2DToArray(array, 0, 0, data.data(), 2048, 2048, 64, cudaMemcpyHostToDevice);\n  \
    cudaResourceDesc from{};\n  from.resType = cudaResourceTypeArray;\n  \
    from.res.array.array = array;\n  cudaTextureDesc how{};\n  \
    cudaTextureObject_t t;\n  cudaSurfaceObject_t s;\n  \
    cudaCreateTextureObject(&t, &from, &how, nullptr);\n  cudaCreateSurfaceObject(&s, &from);\n  \
    float* out;\n  cudaMallocManaged(&out, 512 * 64 * 4);\n  const dim3 grid(16, 8), block(32, 8);\n  \
    once<<<grid, block>>>(t, out);\n  cudaDeviceSynchronize();\n  int differ = 0;\n  \
    for (int i = 0; i < 512 * 64; i++) differ += out[i] != i;\n  often<<<grid, block>>>(t, out);\n  \
    twice<<<grid, block>>>(s);\n  \
    cudaMemcpy2DFromArray(back.data(), 2048, array, 0, 0, 2048, 64, cudaMemcpyDeviceToHost);\n  \
    for (int i = 0; i < 512 * 64; i++) differ += back[i] != 2 * i;\n  \
    std::printf(\"%d differ\\n\", differ);\n}\n";

#[test]
fn fetches_ask_l2_for_sectors_and_are_no_global_loads() {
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("counted", COUNTED, folder.path()) else { return };
    // Sectors of the plane, and so of the output.
    let plane = 512.0 * 64.0 * 4.0 / 32.0;
    let counted = ["1", "2"].map(|threads| {
        let recording = folder.path().join(format!("{threads}.propp"));
        let mut command = crate::support::propp::here();
        let command = command.args(["emulate", "--force", "--threads", threads, "-o"]);
        let output = command.arg(&recording).arg(&program).output().unwrap();
        assert_eq!(output.stdout, b"0 differ\n", "{}", words(&output));
        counters(&read(&recording).unwrap())
    });
    assert_eq!(counted[0], counted[1]);
    let [once, often, twice] = counted[0].as_slice() else { panic!("not three launches") };
    for kernel in [once, often] {
        // Of each block's part L1 has what a neighbour has read.
        assert_eq!(kernel["lts__t_sectors_srcunit_tex.sum"], 2.0 * plane);
        assert_eq!(kernel["sm__sass_inst_executed_op_global_ld.sum"], 0.0);
        assert_eq!(kernel["sm__sass_inst_executed_op_global_st.sum"], 512.0 * 64.0 / 32.0);
        assert_eq!(kernel["sm__sass_data_bytes_mem_global.sum"], 32.0 * plane);
    }
    // Each warp stores its row, which is the half of its sectors.
    assert_eq!(twice["lts__t_sectors_srcunit_tex.sum"], plane + 2.0 * plane);
    assert_eq!(twice["sm__sass_data_bytes_mem_global.sum"], 0.0);
}
