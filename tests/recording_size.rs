//! What a launch costs in a recording. `PROPP_TEST_LAUNCHES=1000000 cargo test
//! --release --test recording_size -- --nocapture` prints times as well.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail loudly")]

use std::process::Command;
use std::time::{Duration, Instant};

use propp::recording::{Ending, Facts, Writer, read};
use propp_wire::{Frame, Job, Kernel, Launch, Name};

const BYTES_PER_LAUNCH: u64 = 50;

/// Like the trace of a training loop: a few dozen signatures, some streams,
/// times of today.
fn kernel(number: u64) -> Kernel {
    let kind = u32::try_from(number % 60).unwrap();
    let start_ns = 1_795_169_913_264_505_663 + number * 9_000;
    Kernel {
        launch: Launch {
            name: 1 + kind % 40,
            grid: [1024 * (kind + 1), 1, 1],
            block: [256, 1, 1],
            cluster: [0; 3],
            registers: 32,
            static_shared_bytes: 4096,
            dynamic_shared_bytes: 49_152,
            local_bytes_per_thread: 0,
            device: 0,
            context: 1,
            stream: 7 + kind % 4,
            correlation: u32::try_from(1000 + number * 3).unwrap(),
            graph: 0,
            nvtx: 0,
        },
        start_ns,
        end_ns: start_ns + 1_500 + number * 37 % 900_000,
    }
}

#[test]
fn a_launch_takes_fifty_bytes_at_most() {
    let launches: u64 =
        std::env::var("PROPP_TEST_LAUNCHES").map_or(60_000, |number| number.parse().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    let mut writer = Writer::create(&path, false, &Facts::now(&["./app".to_owned()])).unwrap();
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, 0).unwrap();
    for id in 1..=40 {
        let text = format!("_ZN3cub6detail6reduce18DeviceReduceKernel{id}");
        writer.frame(process, &Frame::Name(Name { id, text })).unwrap();
    }
    let numbers: Vec<u64> = (0..launches).collect();
    let frames: Vec<Frame> = numbers
        .chunks(500)
        .map(|chunk| Frame::Kernels(chunk.iter().map(|&number| kernel(number)).collect()))
        .collect();
    let begun = Instant::now();
    for frame in &frames {
        writer.frame(process, frame).unwrap();
    }
    writer.end_run(run, Duration::from_secs(1), Ending::Exited(0)).unwrap();
    writer.finish().unwrap();
    let written = begun.elapsed();
    let begun = Instant::now();
    let recording = read(&path).unwrap();
    let loaded = begun.elapsed();
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!("{launches} launches: {bytes} bytes, written in {written:?}, read in {loaded:?}");
    assert_eq!(recording.kernels.len(), numbers.len());
    let begun = Instant::now();
    let shown = Command::new(env!("CARGO_BIN_EXE_propp")).arg("show").arg(&path).output().unwrap();
    let took = begun.elapsed();
    println!("propp show: {took:?}");
    assert!(shown.status.success());
    // An unoptimised build proves nothing, and more launches may take longer.
    if !cfg!(debug_assertions) && launches <= 1_000_000 {
        assert!(took < Duration::from_secs(1), "propp show took {took:?}");
    }
    // The rest of the file is the same for every recording.
    let rest = 250_000;
    assert!(bytes < launches * BYTES_PER_LAUNCH + rest, "{bytes} bytes for {launches} launches");
}
