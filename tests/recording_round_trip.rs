//! What processes send comes back from a recording as it was sent.

use std::collections::BTreeMap;

use propp_recording::{Ending, Facts, Recording};
use propp_recording_store::{Writer, read};
use propp_recording_wire::{
    Copy, CounterNames, Device, Direction, Frame, Goodbye, Hello, Job, Kernel, Launch, Measured,
    Memory, Name, Notice, Progress, Seen, Set, Severity, Synchronisation,
};
use proptest::collection::vec;
use proptest::prelude::*;

const NAMES: u32 = 4;
const COUNTERS: usize = 3;

/// Small numbers are as frequent as any, so that equal launches come up.
fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..4_u32, any::<u32>()]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9_ ]{0,12}", any::<String>()]
}

prop_compose! {
    fn launch()(
        name in 0..=NAMES, nvtx in 0..=NAMES,
        (grid, block, cluster) in (prop::array::uniform3(number()), prop::array::uniform3(number()),
            prop::array::uniform3(number())),
        registers in number(), static_shared_bytes in number(), dynamic_shared_bytes in number(),
        local_bytes_per_thread in number(), device in 0..2_u32, context in number(),
        stream in number(), correlation in any::<u32>(), graph in number(),
    ) -> Launch {
        Launch {
            name, grid, block, cluster, registers, static_shared_bytes, dynamic_shared_bytes,
            local_bytes_per_thread, device, context, stream, correlation, graph, nvtx,
        }
    }
}

prop_compose! {
    fn kernel()(launch in launch(), start_ns in any::<u64>(), end_ns in any::<u64>()) -> Kernel {
        Kernel { launch, start_ns, end_ns }
    }
}

prop_compose! {
    fn copy()(
        direction in prop::sample::select(vec![
            Direction::HostToDevice, Direction::DeviceToHost, Direction::DeviceToDevice,
            Direction::PeerToPeer, Direction::HostToHost, Direction::Other,
        ]),
        bytes in any::<u64>(), pageable in any::<bool>(), start_ns in any::<u64>(),
        end_ns in any::<u64>(), device in 0..2_u32, context in number(), stream in number(),
        correlation in any::<u32>(),
    ) -> Copy {
        Copy { direction, bytes, pageable, start_ns, end_ns, device, context, stream, correlation }
    }
}

prop_compose! {
    fn set()(
        bytes in any::<u64>(), start_ns in any::<u64>(), end_ns in any::<u64>(),
        device in 0..2_u32, context in number(), stream in number(), correlation in any::<u32>(),
    ) -> Set {
        Set { bytes, start_ns, end_ns, device, context, stream, correlation }
    }
}

prop_compose! {
    fn memory()(
        allocated in any::<bool>(), kind in number(), address in any::<u64>(),
        bytes in any::<u64>(), at_ns in any::<u64>(), device in 0..2_u32, context in number(),
    ) -> Memory {
        Memory { allocated, kind, address, bytes, at_ns, device, context }
    }
}

prop_compose! {
    fn wait()(
        kind in number(), start_ns in any::<u64>(), end_ns in any::<u64>(), context in number(),
        stream in number(), correlation in any::<u32>(),
    ) -> Synchronisation {
        Synchronisation { kind, start_ns, end_ns, context, stream, correlation }
    }
}

prop_compose! {
    fn measured()(
        launch in launch(), ordinal in any::<u64>(), ordinal_in_signature in any::<u64>(),
        took_ns in any::<u64>(),
        values in vec(prop_oneof![
            Just(f64::NAN), any::<f64>().prop_map(|value| value + 0.0), (0..1_u64 << 60).prop_map(|count| count as f64)
        ], COUNTERS),
    ) -> Measured {
        Measured { launch, ordinal, ordinal_in_signature, took_ns, values }
    }
}

prop_compose! {
    fn seen()(launch in launch(), launches in any::<u64>()) -> Seen {
        let launch = Launch { context: 0, stream: 0, correlation: 0, graph: 0, ..launch };
        Seen { launch, launches }
    }
}

fn frame() -> impl Strategy<Value = Frame> {
    let severity = prop::sample::select(vec![Severity::Info, Severity::Warning, Severity::Failure]);
    prop_oneof![
        vec(kernel(), 0..8).prop_map(Frame::Kernels),
        vec(copy(), 0..4).prop_map(Frame::Copies),
        vec(set(), 0..4).prop_map(Frame::Sets),
        vec(memory(), 0..4).prop_map(Frame::Memory),
        vec(wait(), 0..4).prop_map(Frame::Synchronisations),
        measured().prop_map(Frame::Measured),
        vec(seen(), 0..4).prop_map(Frame::Seen),
        (severity, text(), any::<u32>(), text()).prop_map(|(severity, code, status, text)| {
            Frame::Notice(Notice { severity, code, status, text })
        }),
        (any::<u64>(), any::<u64>())
            .prop_map(|(seen, measured)| Frame::Progress(Progress { seen, measured })),
    ]
}

/// What a process says before anything else.
fn introduction(job: Job, texts: &[String], attributes: &BTreeMap<u32, i32>) -> Vec<Frame> {
    let mut frames = vec![Frame::Hello(Hello {
        version: propp_recording_wire::VERSION,
        job,
        pid: 41,
        parent_pid: 40,
        command: texts.to_vec(),
        cupti_version: 130_001,
        cupti_path: texts[0].clone(),
        driver_cuda_version: 13_000,
        instance: 0,
    })];
    for index in 0..2 {
        frames.push(Frame::Device(Device {
            index,
            name: texts[1].clone(),
            chip: texts[2].clone(),
            uuid: [0xA0 + u8::try_from(index).unwrap(); 16],
            memory_bytes: u64::MAX - u64::from(index),
            attributes: attributes.iter().map(|(&number, &value)| (number, value)).collect(),
        }));
        frames.push(Frame::CounterNames(CounterNames {
            device: index,
            counters: (0..COUNTERS)
                .map(|n| (format!("{} {index} {n}", texts[3]), 1 + n as u32 / 2))
                .collect(),
            runs: 4,
        }));
    }
    // Two of the names may be the same text.
    frames.extend(
        (1..=NAMES).map(|id| {
            Frame::Name(Name { id, text: texts[(id as usize - 1) % texts.len()].clone() })
        }),
    );
    frames
}

/// A recording as the frames that it came from, as far as their order within
/// a kind goes, for one process.
fn frames_of(recording: &Recording, process: usize, names: &[String]) -> Vec<Frame> {
    let mut frames = Vec::new();
    let back = Back { recording, names };
    let own = |stream: usize| recording.streams[stream].process == process;
    let kernels = recording.kernels.iter().filter(|row| own(row.stream));
    frames.push(Frame::Kernels(
        kernels
            .map(|row| Kernel {
                launch: Launch {
                    correlation: row.correlation,
                    graph: row.graph,
                    nvtx: back.number(row.nvtx),
                    ..back.launch(row.stream, row.signature)
                },
                start_ns: row.start_ns,
                end_ns: row.end_ns,
            })
            .collect(),
    ));
    frames.push(Frame::Copies(
        (recording.copies.iter().filter(|row| own(row.stream)))
            .map(|row| Copy {
                direction: row.direction,
                bytes: row.bytes,
                pageable: row.pageable,
                start_ns: row.start_ns,
                end_ns: row.end_ns,
                device: recording.streams[row.stream].device_index,
                context: recording.streams[row.stream].context,
                stream: recording.streams[row.stream].stream,
                correlation: row.correlation,
            })
            .collect(),
    ));
    frames.push(Frame::Sets(
        (recording.sets.iter().filter(|row| own(row.stream)))
            .map(|row| Set {
                bytes: row.bytes,
                start_ns: row.start_ns,
                end_ns: row.end_ns,
                device: recording.streams[row.stream].device_index,
                context: recording.streams[row.stream].context,
                stream: recording.streams[row.stream].stream,
                correlation: row.correlation,
            })
            .collect(),
    ));
    let memory = recording.memory.iter().filter(|row| row.process == process);
    frames.push(Frame::Memory(memory.map(|row| row.event.clone()).collect()));
    let seen = recording.seen.iter().filter(|row| row.process == process);
    frames.push(Frame::Seen(
        seen.map(|row| Seen {
            launch: Launch {
                device: row.device_index,
                nvtx: back.number(row.nvtx),
                ..back.signature(row.signature)
            },
            launches: row.launches,
        })
        .collect(),
    ));
    let syncs = recording.syncs.iter().filter(|row| row.process == process);
    frames.push(Frame::Synchronisations(syncs.map(|row| row.wait.clone()).collect()));
    for row in recording.measurements.iter().filter(|row| own(row.stream)) {
        frames.push(Frame::Measured(Measured {
            launch: Launch {
                correlation: row.correlation,
                graph: row.graph,
                nvtx: back.number(row.nvtx),
                ..back.launch(row.stream, row.signature)
            },
            ordinal: row.ordinal,
            ordinal_in_signature: row.ordinal_in_signature,
            took_ns: row.took_ns,
            values: row.values.iter().map(|value| value.unwrap_or(f64::NAN)).collect(),
        }));
    }
    for row in recording.notices.iter().filter(|row| row.process == Some(process)) {
        frames.push(Frame::Notice(Notice {
            severity: row.severity,
            code: row.code.clone(),
            status: row.status,
            text: row.text.clone(),
        }));
    }
    frames.extend(recording.processes[process].progress.clone().map(Frame::Progress));
    frames
}

struct Back<'a> {
    recording: &'a Recording,
    names: &'a [String],
}

impl Back<'_> {
    /// The first number under which the process sent a text.
    fn number(&self, name: Option<usize>) -> u32 {
        name.map_or(0, |name| {
            let text = &self.recording.names[name];
            let place = self.names.iter().position(|sent| sent == text).unwrap();
            u32::try_from(place + 1).unwrap()
        })
    }

    fn launch(&self, stream: usize, signature: usize) -> Launch {
        let stream = &self.recording.streams[stream];
        Launch {
            device: stream.device_index,
            context: stream.context,
            stream: stream.stream,
            ..self.signature(signature)
        }
    }

    /// What a signature says of a launch; the rest is 0.
    fn signature(&self, signature: usize) -> Launch {
        let signature = &self.recording.signatures[signature];
        Launch {
            name: self.number(signature.function),
            grid: signature.grid,
            block: signature.block,
            cluster: signature.cluster,
            registers: signature.registers,
            static_shared_bytes: signature.static_shared_bytes,
            dynamic_shared_bytes: signature.dynamic_shared_bytes,
            local_bytes_per_thread: signature.local_bytes_per_thread,
            device: 0,
            context: 0,
            stream: 0,
            correlation: 0,
            graph: 0,
            nvtx: 0,
        }
    }
}

/// The same frames in the form that [`frames_of`] gives.
fn gathered(sent: &[Frame], names: &[String]) -> Vec<Frame> {
    let (mut kernels, mut copies, mut sets) = (vec![], vec![], vec![]);
    let (mut memory, mut waits, mut measured) = (vec![], vec![], vec![]);
    let mut seen = vec![];
    let (mut notices, mut progress) = (vec![], None);
    for frame in sent.iter().cloned() {
        match frame {
            Frame::Kernels(more) => kernels.extend(more),
            Frame::Copies(more) => copies.extend(more),
            Frame::Sets(more) => sets.extend(more),
            Frame::Memory(more) => memory.extend(more),
            Frame::Synchronisations(more) => waits.extend(more),
            Frame::Measured(_) => measured.push(frame),
            Frame::Seen(more) => seen.extend(more),
            Frame::Notice(_) => notices.push(frame),
            Frame::Progress(_) => progress = Some(frame),
            _ => {}
        }
    }
    // Names sent under two numbers are one text.
    let first = |number: u32| match number {
        0 => 0,
        _ => {
            let text = &names[number as usize - 1];
            u32::try_from(names.iter().position(|sent| sent == text).unwrap() + 1).unwrap()
        }
    };
    let canonical = |launch: &mut Launch| {
        launch.name = first(launch.name);
        launch.nvtx = first(launch.nvtx);
    };
    kernels.iter_mut().for_each(|kernel: &mut Kernel| canonical(&mut kernel.launch));
    seen.iter_mut().for_each(|kind: &mut Seen| canonical(&mut kind.launch));
    for frame in &mut measured {
        if let Frame::Measured(measured) = frame {
            canonical(&mut measured.launch);
        }
    }
    let mut all = vec![
        Frame::Kernels(kernels),
        Frame::Copies(copies),
        Frame::Sets(sets),
        Frame::Memory(memory),
        Frame::Seen(seen),
        Frame::Synchronisations(waits),
    ];
    all.extend(measured);
    all.extend(notices);
    all.extend(progress);
    all
}

/// Compares with NaN equal to NaN.
fn same(got: &[Frame], want: &[Frame]) -> Result<(), TestCaseError> {
    prop_assert_eq!(format!("{got:?}"), format!("{want:?}"));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn frames_come_back(
        texts in vec(text(), 4),
        attributes in prop::collection::btree_map(number(), any::<i32>(), 0..5),
        sent in vec(vec(frame(), 0..12), 1..4),
        totals in prop::option::of((any::<u64>(), any::<u64>(), any::<u64>())),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let command = [texts[0].clone(), texts[1].clone()];
        let mut facts = Facts::now(&command);
        facts.options = vec![("replay".to_owned(), texts[2].clone())];
        let mut writer = Writer::create(&path, false, &facts).unwrap();
        let run = writer.begin_run(Job::Count).unwrap();
        let intro = introduction(Job::Count, &texts, &attributes);
        for (ordinal, frames) in (0..).zip(&sent) {
            let process = writer.process(run, ordinal).unwrap();
            for frame in intro.iter().chain(frames) {
                writer.frame(process, frame).unwrap();
            }
            if let Some((seen, measured, dropped)) = totals {
                let goodbye = Goodbye { seen, measured, dropped };
                writer.frame(process, &Frame::Goodbye(goodbye)).unwrap();
            }
        }
        writer.end_run(run, std::time::Duration::from_nanos(77), Ending::Killed(9)).unwrap();
        writer.finish().unwrap();

        let recording = read(&path).unwrap();
        prop_assert!(recording.is_finished());
        prop_assert_eq!(recording.command(), command);
        prop_assert_eq!(&recording.meta["option.replay"], &texts[2]);
        prop_assert_eq!(recording.runs.len(), 1);
        prop_assert_eq!(recording.runs[0].duration_ns, Some(77));
        prop_assert_eq!(recording.runs[0].ending, Some(Ending::Killed(9)));
        for (process, frames) in sent.iter().enumerate() {
            same(&frames_of(&recording, process, &texts), &gathered(frames, &texts))?;
            let row = &recording.processes[process];
            prop_assert_eq!(row.hello.clone().map(Frame::Hello), Some(intro[0].clone()));
            prop_assert_eq!(row.totals.is_some(), totals.is_some());
        }
        prop_assert_eq!(recording.devices.len(), 2 * sent.len());
        prop_assert_eq!(&recording.devices[1].attributes, &attributes);
        prop_assert_eq!(recording.devices[1].memory_bytes, u64::MAX - 1);
        prop_assert_eq!(&recording.devices[1].uuid, "GPU-a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1");
        // Everything is in the one file.
        prop_assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}

#[test]
fn a_device_and_a_counter_set_sent_again_are_not_stored_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
    let run = writer.begin_run(Job::Count).unwrap();
    let process = writer.process(run, 0).unwrap();
    let texts = ["a", "b", "c", "d"].map(str::to_owned);
    for _ in 0..3 {
        for frame in introduction(Job::Count, &texts, &BTreeMap::from([(16, 132)])) {
            writer.frame(process, &frame).unwrap();
        }
    }
    writer.finish().unwrap();
    let recording = read(&path).unwrap();
    assert_eq!((recording.devices.len(), recording.counter_sets.len()), (2, 2));
    assert_eq!(recording.names, texts);
    let set = &recording.counter_sets[0];
    assert_eq!((set.runs, set.passes.as_slice()), (4, [1, 1, 2].as_slice()));
}
