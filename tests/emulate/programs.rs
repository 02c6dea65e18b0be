//! What of a program nvcc compiles to more than loads, stores and arithmetic; and a program that
//! is interrupted.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use propp_recording_store::read;

use super::{LONG, compiled, counters, emulate, words, written};
use crate::support::propp::{assert_interruptible, here};

/// Products by tensor cores, pipelines of asynchronous copies, and bulk copies, which check their
/// results.
#[test]
fn tensor_cores_and_copies_beside_the_threads_give_the_right_results() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/beside.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let said = "products: right\npipeline: right\npieces: right\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), said, "{}", words(&output));
    let counted = counters(&read(&recording).unwrap());
    let of = |launch: usize, name: &str| counted[launch][name];
    // Of the pipeline: 8 warps of 16 blocks copy 4 times. Of the pieces: 16 blocks copy 4 KiB in,
    // and out again.
    assert_eq!(of(1, "sm__sass_inst_executed_op_ldgsts.sum"), 16.0 * 8.0 * 4.0);
    assert_eq!(of(2, "sm__sass_inst_executed_op_tma.sum"), 32.0);
    assert_eq!(of(2, "l1tex__m_xbar2l1tex_read_sectors_pipe_tma.sum"), 16.0 * 128.0);
    assert_eq!(of(2, "l1tex__m_l1tex2xbar_write_sectors_pipe_tma.sum"), 16.0 * 128.0);
}

/// Loads and stores of matrices, with and without conflicts, as an H200 counted them; and
/// asynchronous copies, of which it counts all bytes where no instruction has an offset.
#[test]
fn matrices_in_shared_memory_are_counted_as_on_a_gpu() {
    let folder = tempfile::tempdir().unwrap();
    let source = "tests/emulate/shared_bytes.cu";
    let Some(program) = compiled(source, folder.path(), "shared") else { return };
    let (output, recording) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    let counted = counters(&read(&recording).unwrap());
    let table = include_str!("../fixtures/criteria/h200_shared.tsv");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let mut compared = 0;
    for (launch, line) in lines.enumerate() {
        let counts = columns.iter().zip(line.split('\t')).filter(|(name, _)| name.contains("__"));
        for (name, count) in counts {
            let in_part = launch < 3 && name.ends_with("data_bytes_mem_shared.sum");
            if !in_part {
                let count: f64 = count.parse().unwrap();
                assert_eq!(counted[launch][*name], count, "{name} in {line}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 11 * 17 - 3);
}

#[test]
fn an_interrupted_program_leaves_what_had_ended() {
    assert_interruptible();
    let folder = tempfile::tempdir().unwrap();
    let Some(program) = written("interrupted", LONG, folder.path()) else { return };
    let recording = folder.path().join("interrupted.propp");
    let mut command = here();
    command.args(["emulate", "-o"]).arg(&recording).arg(&program);
    command.env("XDG_CACHE_HOME", folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "slow\n");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", words(&output));
    assert_eq!(read(&recording).unwrap().measurements.len(), 1, "{}", words(&output));
}

/// Pools, functions of the host in a stream, and hints.
#[test]
fn memory_comes_from_pools_and_the_host_has_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let code = "#include <cstdio>\n__global__ void add(int* a, int x) { a[threadIdx.x] += x; }\n\
        static void say(void* sum) { *static_cast<int*>(sum) += 5; }\n\
        static void called(cudaStream_t, cudaError_t error, void* sum) {\n  \
        *static_cast<int*>(sum) += 100 + error;\n}\nint main() {\n  \
        cudaMemPoolProps properties{};\n  cudaMemPool_t pool, own;\n  cudaStream_t stream;\n  \
        int error = cudaMemPoolCreate(&pool, &properties) | cudaStreamCreate(&stream);\n  \
        unsigned long long kept = 4096, got = 0;\n  \
        error |= cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);\n  \
        error |= cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &got);\n  \
        error |= cudaDeviceGetDefaultMemPool(&own, 0);\n  int *a, *b, sum = 0, last = 0;\n  \
        error |= cudaMallocFromPoolAsync(&a, 128, pool, stream);\n  \
        error |= cudaMallocManaged(&b, 128);\n  cudaMemset(a, 0, 128);\n  \
        error |= cudaMemPrefetchAsync(b, 128, {cudaMemLocationTypeDevice, 0}, 0, stream);\n  \
        add<<<1, 32, 0, stream>>>(a, 3);\n  \
        error |= cudaLaunchHostFunc(stream, say, &sum);\n  \
        error |= cudaStreamAddCallback(stream, called, &sum, 0);\n  \
        cudaMemcpy(&last, a + 31, 4, cudaMemcpyDeviceToHost);\n  \
        error |= cudaFreeAsync(a, stream) | cudaMemPoolDestroy(pool);\n  \
        const int gone = cudaMallocFromPoolAsync(&a, 128, pool, stream);\n  \
        std::printf(\"%d %llu %d %d %d %d\\n\", error, got, sum, last, own != pool, gone);\n}\n";
    let Some(program) = written("pools", code, folder.path()) else { return };
    let (output, _) = emulate(&program, &[]);
    assert!(output.status.success(), "{}", words(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0 4096 105 3 1 1\n");
}
