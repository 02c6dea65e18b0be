//! What the gate costs for ten thousand kernels: reading the baseline and comparing;
//! comparing where many kernels moved, so that exact rank tests are needed; and the two
//! commands from beginning to end, on recordings of so many kernels with all counters.
//!
//!     cargo bench --bench gate

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use propp_gate_runs::{Allowed, Policy, Profile, compare};
use propp_recording::{Ending, Facts, Measurement, Recording};
use propp_recording_store::{Writer, read};
use propp_recording_wire::{
    CounterNames, Device, Frame, Goodbye, Hello, Job, Kernel, Launch, Measured, Name, VERSION,
};

#[path = "../crates/gate/runs/tests/gate/large.rs"]
mod large;
#[path = "../tests/gate/recordings.rs"]
#[allow(clippy::unwrap_used, reason = "a test module")]
mod recordings;
#[path = "../crates/gate/runs/tests/gate/runs.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test module, of which the tests use more"
)]
mod runs;

use large::{KERNELS, large};
use runs::{all, repeated};

/// The best of so many.
const TIMES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let runs = repeated("train");
    let text = large(&runs[..4]).to_json();
    let now = large(&runs[4..]);
    let begun = Instant::now();
    let before = Profile::from_json(&text)?;
    let read = begun.elapsed();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    println!(
        "{} kernels: {} MB read in {read:.2?}, read and compared in {:.2?}",
        outcome.kernels.len(),
        text.len() / 1_000_000,
        begun.elapsed()
    );
    let before = large(&repeated("planted_none")[..5]);
    let now = large(&[&all()["planted_barrier1"]]);
    let begun = Instant::now();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    println!("{} kernels, many moved: compared in {:.2?}", outcome.kernels.len(), begun.elapsed());
    commands()
}

/// The commands as a user runs them.
fn commands() -> Result<(), Box<dyn Error>> {
    let recorded = recordings::recordings();
    let dir = recorded.path();
    for name in ["none_1", "none_2", "none_3"] {
        let like = read(&dir.join(format!("{name}.propp")))?;
        write(&dir.join(format!("many_{name}.propp")), &like)?;
    }
    timed(dir, "baseline -f many_none_1.propp many_none_2.propp -o baseline.json")?;
    timed(dir, "gate --baseline baseline.json many_none_3.propp")
}

fn timed(dir: &Path, words: &str) -> Result<(), Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..TIMES {
        let begun = Instant::now();
        let mut command = Command::new(env!("CARGO_BIN_EXE_propp"));
        let output = command.current_dir(dir).args(words.split(' ')).output()?;
        best = best.min(begun.elapsed());
        if !output.status.success() {
            return Err(String::from_utf8(output.stderr)?.into());
        }
    }
    println!("propp {words}: {best:.2?}, the best of {TIMES}");
    Ok(())
}

/// A recording of ten thousand kernels, each with the launch and the counters of one of
/// another's, under another name.
fn write(path: &Path, like: &Recording) -> Result<(), Box<dyn Error>> {
    let hello = like.processes.iter().find_map(|process| process.hello.clone());
    let hello = hello.ok_or("no process said hello")?;
    let device = like.devices.first().ok_or("no GPU")?;
    let device = Device {
        index: 0,
        name: device.name.clone(),
        chip: device.chip.clone(),
        uuid: [1; 16],
        memory_bytes: device.memory_bytes,
        attributes: device.attributes.iter().map(|(number, value)| (*number, *value)).collect(),
    };
    let mut writer = Writer::create(path, true, &Facts::now(&["./app".to_owned()]))?;
    for job in [Job::Trace, Job::Count] {
        let run = writer.begin_run(job)?;
        let process = writer.process(run, 0)?;
        let hello =
            Hello { version: VERSION, job, command: vec!["./app".to_owned()], ..hello.clone() };
        writer.frame(process, &Frame::Hello(hello))?;
        writer.frame(process, &Frame::Device(device.clone()))?;
        for id in 0..KERNELS as u32 {
            let text = format!("kernel_{id:05}");
            writer.frame(process, &Frame::Name(Name { id: id + 1, text }))?;
        }
        match job {
            Job::Trace => {
                for frames in traced(like).chunks(500) {
                    writer.frame(process, &Frame::Kernels(frames.to_vec()))?;
                }
            }
            Job::Count | Job::Lines | Job::Waits | Job::Capture => {
                for (place, set) in like.counter_sets.iter().enumerate() {
                    let counters = set.counters.iter().cloned().zip(set.passes.iter().copied());
                    let (counters, runs) = (counters.collect(), set.runs);
                    let names = CounterNames { device: 0, counters, runs };
                    writer.frame(process, &Frame::CounterNames(names))?;
                    for frame in measured(like, place) {
                        writer.frame(process, &frame)?;
                    }
                }
            }
        }
        let seen = KERNELS as u64;
        let goodbye = Goodbye { seen, measured: seen, dropped: 0 };
        writer.frame(process, &Frame::Goodbye(goodbye))?;
        writer.end_run(run, Duration::from_secs(1), Ending::Exited(0))?;
    }
    writer.finish()?;
    Ok(())
}

fn launch(like: &Recording, signature: usize, id: usize) -> Launch {
    let of = &like.signatures[signature];
    Launch {
        name: id as u32 + 1,
        grid: of.grid,
        block: of.block,
        cluster: of.cluster,
        registers: of.registers,
        static_shared_bytes: of.static_shared_bytes,
        dynamic_shared_bytes: of.dynamic_shared_bytes,
        local_bytes_per_thread: of.local_bytes_per_thread,
        device: 0,
        context: 1,
        stream: 7,
        correlation: id as u32 + 1,
        graph: 0,
        nvtx: 0,
    }
}

/// What the kernel of this number is like: a signature that was measured.
fn model(like: &Recording, id: usize) -> usize {
    let mut all: Vec<usize> = like.measurements.iter().map(|of| of.signature).collect();
    all.sort_unstable();
    all.dedup();
    all[id % all.len()]
}

fn traced(like: &Recording) -> Vec<Kernel> {
    let mut now = like.kernels.first().map_or(0, |kernel| kernel.start_ns);
    let mut all = Vec::new();
    for id in 0..KERNELS {
        let signature = model(like, id);
        let same = like.kernels.iter().find(|kernel| kernel.signature == signature);
        let ns = same.map_or(1_000, |kernel| kernel.end_ns - kernel.start_ns);
        all.push(Kernel { launch: launch(like, signature, id), start_ns: now, end_ns: now + ns });
        now += ns + 2_000;
    }
    all
}

/// Each kernel's launch for the counters of a set.
fn measured(like: &Recording, set: usize) -> Vec<Frame> {
    let of = |id: usize| {
        let signature = model(like, id);
        let is_like = |of: &&Measurement| of.signature == signature && of.counter_set == set;
        let model = like.measurements.iter().find(is_like)?;
        Some(Frame::Measured(Measured {
            launch: launch(like, signature, id),
            ordinal: id as u64,
            ordinal_in_signature: model.ordinal_in_signature,
            took_ns: model.took_ns,
            values: model.values.iter().map(|value| value.unwrap_or(f64::NAN)).collect(),
        }))
    };
    (0..KERNELS).filter_map(of).collect()
}
