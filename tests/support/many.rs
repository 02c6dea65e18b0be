//! Recordings with as many kernels and launches as asked for. Nothing was measured.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use propp_recording::{Ending, Facts, Recording};
use propp_recording_store::Writer;
use propp_recording_wire::{
    CounterNames, Device, Frame, Goodbye, Hello, Job, Kernel, Launch, Measured, Name,
    Synchronisation, VERSION,
};

/// When the first launch begins.
const START_NS: u64 = 1_795_169_913_000_000_000;

/// A kernel and how often, in what time, it is launched.
pub(crate) struct Made {
    pub(crate) name: String,
    pub(crate) nvtx: Option<&'static str>,
    pub(crate) launches: u64,
    pub(crate) ns: u64,
}

impl Made {
    pub(crate) fn new(name: &str, launches: u64, ns: u64) -> Self {
        Self { name: name.to_owned(), nvtx: None, launches, ns }
    }
}

/// What a real GPU counted of a launch, which all kernels then do.
pub(crate) struct Like {
    device: Device,
    counters: Vec<(String, u32)>,
    values: Vec<f64>,
    grid: [u32; 3],
    block: [u32; 3],
}

impl Like {
    /// The first measured launch of a recording.
    pub(crate) fn first_of(recording: &Recording) -> Self {
        let device = &recording.devices[0];
        let one = &recording.measurements[0];
        let set = &recording.counter_sets[one.counter_set];
        let signature = &recording.signatures[one.signature];
        Self {
            device: Device {
                index: 0,
                name: device.name.clone(),
                chip: device.chip.clone(),
                uuid: [1; 16],
                memory_bytes: device.memory_bytes,
                attributes: device.attributes.clone().into_iter().collect(),
            },
            counters: set.counters.iter().cloned().zip(set.passes.iter().copied()).collect(),
            values: one.values.iter().map(|value| value.unwrap_or(f64::NAN)).collect(),
            grid: signature.grid,
            block: signature.block,
        }
    }
}

/// Writes a recording of both runs in which each kernel does what was recorded of one.
pub(crate) fn write_like(path: &Path, kernels: &[Made], like: &Like) {
    write_runs(path, kernels, &[Job::Trace, Job::Count], Some(like));
}

/// Writes a recording with a trace run, and a count run in which each kernel is measured
/// once with a few counters. Durations vary by a hundredth from launch to launch.
pub(crate) fn write(path: &Path, kernels: &[Made]) {
    write_runs(path, kernels, &[Job::Trace, Job::Count], None);
}

/// Writes a recording without counters.
pub(crate) fn write_traced(path: &Path, kernels: &[Made]) {
    write_runs(path, kernels, &[Job::Trace], None);
}

/// Writes a recording in which the first launches of all kernels are a step, and so on; with a run
/// for counters or without.
pub(crate) fn write_steps(path: &Path, kernels: &[Made], counts: bool) {
    let jobs = [Job::Trace, Job::Count];
    write_in(path, kernels, &jobs[..=usize::from(counts)], None, &in_steps(kernels));
}

fn write_runs(path: &Path, kernels: &[Made], jobs: &[Job], like: Option<&Like>) {
    write_in(path, kernels, jobs, like, &traced(kernels, like));
}

fn write_in(path: &Path, kernels: &[Made], jobs: &[Job], like: Option<&Like>, rows: &[Kernel]) {
    let mut writer = Writer::create(path, true, &Facts::now(&["./app".to_owned()])).unwrap();
    for &job in jobs {
        let run = writer.begin_run(job).unwrap();
        let process = writer.process(run, 0).unwrap();
        for frame in introduction(job, kernels, like) {
            writer.frame(process, &frame).unwrap();
        }
        let launches: u64 = kernels.iter().map(|kernel| kernel.launches).sum();
        if job == Job::Trace {
            for frames in rows.chunks(500) {
                writer.frame(process, &Frame::Kernels(frames.to_vec())).unwrap();
            }
            let wait = Synchronisation {
                kind: 4,
                start_ns: START_NS + 10_000,
                end_ns: START_NS + 40_000,
                context: 1,
                stream: 7,
                correlation: 7,
            };
            writer.frame(process, &Frame::Synchronisations(vec![wait])).unwrap();
        } else {
            for frame in counted(kernels, like) {
                writer.frame(process, &frame).unwrap();
            }
        }
        let goodbye = Goodbye { seen: launches, measured: kernels.len() as u64, dropped: 0 };
        writer.frame(process, &Frame::Goodbye(goodbye)).unwrap();
        writer.end_run(run, Duration::from_secs(1), Ending::Exited(0)).unwrap();
    }
    writer.finish().unwrap();
}

fn introduction(job: Job, kernels: &[Made], like: Option<&Like>) -> Vec<Frame> {
    let hello = Hello {
        version: VERSION,
        job,
        pid: 100,
        parent_pid: 99,
        command: vec!["./app".to_owned()],
        cupti_version: 130_001,
        cupti_path: "libcupti.so.13".to_owned(),
        driver_cuda_version: 13_000,
        instance: 0,
    };
    let device = Device {
        index: 0,
        name: "Synthetic GPU".to_owned(),
        chip: "GH100".to_owned(),
        uuid: [1; 16],
        memory_bytes: 1 << 30,
        attributes: vec![
            (12, 65_536),
            (13, 1_000_000),
            (16, 4),
            (36, 2_000_000),
            (37, 512),
            (39, 2048),
            (75, 9),
            (76, 0),
            (81, 233_472),
            (82, 65_536),
            (97, 232_448),
            (106, 32),
            (111, 1024),
        ],
    };
    let device = like.map_or(device, |like| like.device.clone());
    let mut frames = vec![Frame::Hello(hello), Frame::Device(device)];
    for (id, kernel) in (1..).zip(kernels) {
        frames.push(Frame::Name(Name { id, text: kernel.name.clone() }));
        let range = kernel.nvtx.map(|text| Name { id: RANGES + id, text: text.to_owned() });
        frames.extend(range.map(Frame::Name));
    }
    frames
}

/// Numbers of the names of ranges.
const RANGES: u32 = 1 << 20;

fn launch(id: u32, kernel: &Made, like: Option<&Like>) -> Launch {
    Launch {
        name: id,
        grid: like.map_or([64 * id, 1, 1], |like| like.grid),
        block: like.map_or([256, 1, 1], |like| like.block),
        registers: 32,
        context: 1,
        stream: 7 + id % 3,
        nvtx: kernel.nvtx.map_or(0, |_| RANGES + id),
        ..Launch::default()
    }
}

fn traced(kernels: &[Made], like: Option<&Like>) -> Vec<Kernel> {
    let (mut now, mut correlation) = (START_NS, 0);
    let mut all = Vec::new();
    for (id, kernel) in (1..).zip(kernels) {
        for place in 0..kernel.launches {
            correlation += 1;
            let ns = kernel.ns + kernel.ns * (place * 7 % 11) / 1000;
            let launch = Launch { correlation, ..launch(id, kernel, like) };
            all.push(Kernel { launch, start_ns: now, end_ns: now + ns });
            now += ns + 2_000;
        }
    }
    all
}

/// The same launches in turns. The GPU waits before each turn.
fn in_steps(kernels: &[Made]) -> Vec<Kernel> {
    let mut rows = traced(kernels, None);
    let mut turns: HashMap<u32, u64> = HashMap::new();
    rows.sort_by_cached_key(|row| {
        let turn = turns.entry(row.launch.name).or_default();
        *turn += 1;
        (*turn, row.launch.correlation)
    });
    let first = rows.first().map(|row| row.launch.name);
    let mut now = START_NS;
    for (row, correlation) in rows.iter_mut().zip(1..) {
        let ns = row.end_ns - row.start_ns;
        now += if Some(row.launch.name) == first { 50_000 } else { 2_000 };
        row.launch.correlation = correlation;
        (row.start_ns, row.end_ns) = (now, now + ns);
        now += ns;
    }
    rows
}

fn counted(kernels: &[Made], like: Option<&Like>) -> Vec<Frame> {
    let names = [
        "smsp__inst_executed.sum",
        "smsp__thread_inst_executed.sum",
        "dram__bytes_read.sum",
        "dram__bytes_write.sum",
        "sm__sass_data_bytes_mem_global.sum",
        "sm__sass_l1tex_tags_mem_global.sum",
    ];
    let counters = names.iter().map(|name| ((*name).to_owned(), 1)).collect();
    let counters = like.map_or(counters, |like| like.counters.clone());
    let mut frames = vec![Frame::CounterNames(CounterNames { device: 0, counters, runs: 1 })];
    for (ordinal, (id, kernel)) in (0..).zip((1..).zip(kernels)) {
        let instructions = 1000.0 * f64::from(id);
        let active = f64::from(id % 32 + 1);
        let lines = f64::from(id % 16 + 1);
        frames.push(Frame::Measured(Measured {
            launch: launch(id, kernel, like),
            ordinal,
            ordinal_in_signature: 0,
            took_ns: 1_000_000,
            values: like.map_or_else(
                || {
                    vec![
                        instructions,
                        instructions * active,
                        1e6 * f64::from(id % 7 + 1),
                        1e5,
                        128.0 * 1e4,
                        1e4 * lines,
                    ]
                },
                |like| like.values.clone(),
            ),
        }));
    }
    frames
}
