//! A recording of a trace run with as many launches as asked for. Nothing was measured.

use std::path::Path;
use std::time::Duration;

use propp_recording::{Ending, Facts};
use propp_recording_store::Writer;
use propp_recording_wire::{Frame, Job, Kernel, Launch, Name};

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
            registers: 32,
            static_shared_bytes: 4096,
            dynamic_shared_bytes: 49_152,
            context: 1,
            stream: 7 + kind % 4,
            correlation: (1000 + number * 3) as u32,
            ..Launch::default()
        },
        start_ns,
        end_ns: start_ns + 1_500 + number * 37 % 900_000,
    }
}

/// Writes the recording.
pub(crate) fn write(path: &Path, launches: u64) {
    let mut writer = Writer::create(path, false, &Facts::now(&["./app".to_owned()])).unwrap();
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, 0).unwrap();
    for id in 1..=40 {
        let text = format!("_ZN3cub6detail6reduce18DeviceReduceKernel{id}");
        writer.frame(process, &Frame::Name(Name { id, text })).unwrap();
    }
    let numbers: Vec<u64> = (0..launches).collect();
    for chunk in numbers.chunks(500) {
        let kernels = chunk.iter().map(|&number| kernel(number)).collect();
        writer.frame(process, &Frame::Kernels(kernels)).unwrap();
    }
    writer.end_run(run, Duration::from_secs(1), Ending::Exited(0)).unwrap();
    writer.finish().unwrap();
}
