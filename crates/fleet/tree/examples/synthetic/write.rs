//! The recording of a rank.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use propp_recording::{Ending, Facts, Recording};
use propp_recording_store::Writer;
use propp_recording_wire::{
    CounterNames, Device, Frame, Goodbye, Kernel as Traced, Launch, Measured, Name,
};

use crate::job::Job;
use crate::kernels::Kernel;

/// When the first launch begins, 2026-11-24.
const START_NS: u64 = 1_795_500_000_000_000_000;

/// Between two kernels of a stream.
const GAP_NS: u64 = 2_000;

/// Numbers of the names of ranges.
const RANGES: u32 = 1 << 20;

pub(crate) fn rank(
    path: &Path,
    base: &Recording,
    job: &Job<'_>,
    rank: usize,
) -> Result<(), Box<dyn Error>> {
    let mut facts = Facts::now(&["python".to_owned(), "train.py".to_owned()]);
    facts.host = format!("node{:03}", rank / 8);
    let option = |name: &str, value: String| (format!("launcher.{name}"), value);
    facts.options = vec![
        option("rank", rank.to_string()),
        option("world", job.ranks.to_string()),
        option("job", format!("synthetic-{}", job.seed)),
    ];
    let mut writer = Writer::create(path, true, &facts)?;
    for kind in [propp_recording_wire::Job::Trace, propp_recording_wire::Job::Count] {
        let run = writer.begin_run(kind)?;
        let process = writer.process(run, 0)?;
        for frame in introduction(kind, base, job, rank)? {
            writer.frame(process, &frame)?;
        }
        let (mut seen, mut measured) = (0, 0);
        if kind == propp_recording_wire::Job::Trace {
            let launches = traced(base, job, rank);
            seen += launches.len();
            for some in launches.chunks(500) {
                writer.frame(process, &Frame::Kernels(some.to_vec()))?;
            }
        } else {
            for frame in counted(base, job, rank) {
                measured += u64::from(matches!(frame, Frame::Measured(_)));
                writer.frame(process, &frame)?;
            }
        }
        let goodbye = Goodbye { seen: seen as u64, measured, dropped: 0 };
        writer.frame(process, &Frame::Goodbye(goodbye))?;
        writer.end_run(run, Duration::from_secs(1), Ending::Exited(0))?;
    }
    writer.finish()?;
    Ok(())
}

fn introduction(
    kind: propp_recording_wire::Job,
    base: &Recording,
    job: &Job<'_>,
    rank: usize,
) -> Result<Vec<Frame>, String> {
    let hello = base.processes.iter().find_map(|process| process.hello.clone());
    let hello = hello.ok_or("no process of the recording said hello")?;
    let device = base.devices.first().ok_or("the recording has no GPU")?;
    let mut uuid = [0; 16];
    uuid[8..].copy_from_slice(&(rank as u64).to_be_bytes());
    let device = Device {
        index: 0,
        name: format!("{} (synthetic)", device.name),
        chip: device.chip.clone(),
        uuid,
        memory_bytes: device.memory_bytes,
        attributes: device.attributes.iter().map(|(&number, &value)| (number, value)).collect(),
    };
    let mut frames = vec![
        Frame::Hello(propp_recording_wire::Hello { job: kind, ..hello }),
        Frame::Device(device),
    ];
    for (id, kernel) in (1..).zip(job.kernels) {
        frames.push(Frame::Name(Name { id, text: kernel.name.clone() }));
        let range = kernel.nvtx.clone().map(|text| Name { id: RANGES + id, text });
        frames.extend(range.map(Frame::Name));
    }
    Ok(frames)
}

fn launch(base: &Recording, job: &Job<'_>, rank: usize, id: u32, kernel: &Kernel) -> Launch {
    let of = &base.signatures[kernel.signature];
    let [x, y, z] = of.grid;
    Launch {
        name: id,
        grid: [job.blocks(rank, x), y, z],
        block: of.block,
        cluster: of.cluster,
        registers: of.registers,
        static_shared_bytes: of.static_shared_bytes,
        dynamic_shared_bytes: of.dynamic_shared_bytes,
        local_bytes_per_thread: of.local_bytes_per_thread,
        device: 0,
        context: 1,
        stream: 7,
        correlation: 0,
        graph: 0,
        nvtx: kernel.nvtx.as_ref().map_or(0, |_| RANGES + id),
    }
}

fn traced(base: &Recording, job: &Job<'_>, rank: usize) -> Vec<Traced> {
    let launches: Vec<Launch> =
        (1..).zip(job.kernels).map(|(id, kernel)| launch(base, job, rank, id, kernel)).collect();
    let (mut now, mut correlation) = (START_NS, 0);
    let mut all = Vec::with_capacity(job.steps * launches.len());
    for step in job.of_rank(rank) {
        for (place, (launch, ns)) in launches.iter().zip(step.durations_ns).enumerate() {
            if place + 1 == launches.len() {
                now += step.delay_ns;
            }
            correlation += 1;
            let launch = Launch { correlation, ..*launch };
            all.push(Traced { launch, start_ns: now, end_ns: now + ns });
            now += ns + GAP_NS;
        }
    }
    all
}

/// Each kernel once with each set of counters; its counts grow with its blocks.
fn counted(base: &Recording, job: &Job<'_>, rank: usize) -> Vec<Frame> {
    let mut frames = Vec::new();
    let mut ordinal = 0;
    for (set, of) in base.counter_sets.iter().enumerate() {
        let counters = of.counters.iter().cloned().zip(of.passes.iter().copied()).collect();
        frames.push(Frame::CounterNames(CounterNames { device: 0, counters, runs: of.runs }));
        for (id, kernel) in (1..).zip(job.kernels) {
            let Some(values) = kernel.measured.get(&set) else { continue };
            let launch = launch(base, job, rank, id, kernel);
            let more = f64::from(launch.grid[0]) / f64::from(kernel.blocks_x);
            frames.push(Frame::Measured(Measured {
                launch,
                ordinal,
                ordinal_in_signature: 0,
                took_ns: 1_000_000,
                values: values.iter().map(|value| value * more).collect(),
            }));
            ordinal += 1;
        }
    }
    frames
}
