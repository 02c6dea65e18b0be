use propp_recording::Facts;
use propp_recording_store::Writer;
use propp_recording_wire::{Bytes, CounterNames, Goodbye, Kernel, Launch, Measured, Module, Name};

use super::*;

fn name(id: u32, text: &str) -> Frame {
    Frame::Name(Name { id, text: text.to_owned() })
}

/// A launch of the kernel with this name.
pub(crate) fn launch_of(name: u32, nvtx: u32) -> Launch {
    Launch {
        name,
        grid: [1; 3],
        block: [1; 3],
        registers: 8,
        context: 1,
        stream: 7,
        correlation: 1,
        nvtx,
        ..Launch::default()
    }
}

fn launch(name: u32, nvtx: u32) -> Frame {
    let launch = launch_of(name, nvtx);
    Frame::Kernels(vec![Kernel { launch, start_ns: 1, end_ns: 2 }])
}

/// The harvest of a run with these frames, and with these connections open at its
/// end.
fn harvest(frames: Vec<(u32, Frame)>, connected: &[u32]) -> Harvest {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    let mut harvest = Harvest::new(Writer::create(&path, false, &Facts::now(&[])).unwrap());
    let run = harvest.writer.begin_run(Job::Trace).unwrap();
    let mut listener =
        Listener::new(&mut harvest, Job::Trace, run, true, Duration::MAX, Duration::MAX, None);
    for (process, frame) in frames {
        listener.handle(Event::Frame { process, frame }).unwrap();
    }
    listener.end(&connected.iter().copied().collect()).unwrap();
    harvest
}

/// What a propp leaves that is killed when a measurement was committed.
#[test]
fn a_measurement_is_committed_with_its_code() {
    use std::io::Read;
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../code/sass/tests/fixtures/plain.sm_90.cubin.gz");
    let mut cubin = Vec::new();
    let file = std::fs::File::open(file).unwrap();
    flate2::read::GzDecoder::new(file).read_to_end(&mut cubin).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    let mut harvest = Harvest::new(Writer::create(&path, false, &Facts::now(&[])).unwrap());
    let run = harvest.writer.begin_run(Job::Count).unwrap();
    let wanted = CodeWanted { is_wanted: true, ..CodeWanted::nothing() };
    let (job, most) = (Job::Count, Duration::MAX);
    let mut listener =
        Listener::new(&mut harvest, job, run, true, most, most, None).with_code(wanted);
    let mut send = |frame| listener.handle(Event::Frame { process: 0, frame }).unwrap();
    send(name(1, "_Z6nestedPKfPfii"));
    send(name(2, "without"));
    let cubin = Bytes(cubin);
    send(Frame::Module(Module { context: 1, module: 1, hash: 1, crc: 0, cubin }));
    let Frame::Kernels(kernels) = launch(1, 0) else { unreachable!() };
    let mut launch = kernels[0].launch.clone();
    launch.registers = 0;
    for name in [1, 2] {
        // What waits is committed with the counters.
        let counters = CounterNames { device: 0, counters: Vec::new(), runs: 1 };
        send(Frame::CounterNames(counters));
        std::thread::sleep(Duration::from_millis(260));
        let launch = Launch { name, ..launch.clone() };
        let (ordinal, values) = (u64::from(name), Vec::new());
        let measured = Measured { launch, ordinal, ordinal_in_signature: 0, took_ns: 1, values };
        send(Frame::Measured(measured));
    }
    let recording = propp_recording_store::read(&path).unwrap();
    assert_eq!((recording.measurements.len(), recording.code.len()), (2, 1));
    let told = |notice: &propp_recording::NoticeRow| notice.text.contains("of without is");
    assert!(recording.notices.iter().any(told), "{:?}", recording.notices);
}

#[test]
fn names_of_ranges_are_not_those_of_kernels() {
    let frames = vec![
        (0, name(1, "vadd")),
        (0, name(2, "range")),
        (1, name(1, "other range")),
        (1, name(2, "vmul")),
        (0, launch(1, 2)),
        (1, launch(2, 1)),
        (0, launch(1, 0)),
    ];
    let harvest = harvest(frames, &[]);
    assert_eq!(harvest.kernels().into_iter().collect::<Vec<_>>(), ["vadd", "vmul"]);
    assert_eq!(harvest.traced, 3);
}

#[test]
fn only_processes_that_have_not_said_goodbye_are_still_running() {
    let goodbye = Frame::Goodbye(Goodbye { seen: 0, measured: 0, dropped: 0 });
    let frames = vec![(0, name(1, "a")), (1, name(1, "a")), (1, goodbye)];
    let notices = harvest(frames, &[0, 1]).notices;
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].text.starts_with("process 0 of the trace run was still running"));
}
