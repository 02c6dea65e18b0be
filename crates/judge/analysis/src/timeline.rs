//! What ran when in the trace runs: kernels, copies, and waiting of the host.
//!
//! It is what HSync and DT are computed from, as intervals in lanes, for pictures and
//! for trace viewers. Pure.

use std::collections::BTreeMap;

use propp_recording::Recording;
use propp_recording_wire::{Direction, Synchronisation};

use super::launches::trace_run;
use super::{Input, StepKind, Steps};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// The first start, in nanoseconds since 1970.
    pub start_ns: u64,
    pub end_ns: u64,
    /// Things that happen one after the other, mostly.
    pub lanes: Vec<Lane>,
    /// What spans refer to: mangled names of functions, names of ranges.
    pub names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    pub file: usize,
    /// Process id, or the process's place in its run where it said none.
    pub process: u32,
    pub kind: LaneKind,
    /// In the order of their starts.
    pub spans: Vec<Span>,
}

/// GPUs have the index of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LaneKind {
    /// The steps of the program, which the process launches.
    Steps,
    Kernels {
        device: u32,
        /// CUPTI's number for the stream.
        stream: u32,
    },
    /// Copies from the host.
    ToDevice {
        device: u32,
    },
    ToHost {
        device: u32,
    },
    /// Other copies, and memory that is set.
    Within {
        device: u32,
    },
    HostWaits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Start, in nanoseconds since 1970.
    pub start_ns: u64,
    /// End; never before the start.
    pub end_ns: u64,
    pub what: SpanKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanKind {
    /// Kind and number of a step, both from 1.
    Step { kind: usize, number: usize },
    Kernel {
        /// Place of the function's name, if it has one.
        name: Option<usize>,
        /// Place of the NVTX range's name.
        nvtx: Option<usize>,
        grid: [u32; 3],
        block: [u32; 3],
        correlation: u32,
    },
    Copy {
        bytes: u64,
        /// Whether host memory at either end was pageable.
        pageable: bool,
    },
    /// Memory set to a value.
    Set { bytes: u64 },
    /// `CUpti_ActivitySynchronizationType`.
    Wait { kind: u32 },
}

/// The first trace run of every recording, on one time line.
pub fn timeline(inputs: &[Input<'_>]) -> Timeline {
    let mut names = Vec::new();
    let mut lanes: BTreeMap<(usize, u32, LaneKind), Vec<Span>> = BTreeMap::new();
    for (file, input) in inputs.iter().enumerate() {
        if let Some(run) = trace_run(input.recording) {
            let first_name = names.len();
            names.extend(input.recording.names.iter().cloned());
            OneFile { file, run, recording: input.recording, first_name, lanes: &mut lanes }.take();
        }
    }
    let lanes: Vec<Lane> = lanes
        .into_iter()
        .map(|((file, process, kind), mut spans)| {
            spans.sort_by_key(|span| (span.start_ns, span.end_ns));
            Lane { file, process, kind, spans }
        })
        .collect();
    let all = || lanes.iter().flat_map(|lane| &lane.spans);
    Timeline {
        start_ns: all().map(|span| span.start_ns).min().unwrap_or(0),
        end_ns: all().map(|span| span.end_ns).max().unwrap_or(0),
        lanes,
        names,
    }
}

impl Timeline {
    /// With a lane for the steps of the only recording.
    pub fn with_steps(mut self, steps: Option<&Steps>) -> Self {
        let Some(steps) = steps else { return self };
        let first = steps.kinds[steps.main].begins_ns[0];
        let launches = |lane: &&Lane| {
            let is_kernels = matches!(lane.kind, LaneKind::Kernels { .. });
            is_kernels && lane.spans.iter().any(|span| span.start_ns == first)
        };
        let Some(lane) = self.lanes.iter().find(launches) else { return self };
        let of_kind = |(kind, of): (usize, &StepKind)| {
            let span = |step: usize| Span {
                start_ns: of.begins_ns[step],
                end_ns: of.ends_ns[step],
                what: SpanKind::Step { kind, number: step + 1 },
            };
            (0..of.count).map(span).collect::<Vec<Span>>()
        };
        let mut spans: Vec<Span> = (1..).zip(&steps.kinds).flat_map(of_kind).collect();
        spans.sort_by_key(|span| (span.start_ns, span.end_ns));
        let lane = Lane { file: lane.file, process: lane.process, kind: LaneKind::Steps, spans };
        self.lanes.insert(0, lane);
        self
    }
}

struct OneFile<'a> {
    file: usize,
    run: usize,
    recording: &'a Recording,
    first_name: usize,
    lanes: &'a mut BTreeMap<(usize, u32, LaneKind), Vec<Span>>,
}

impl OneFile<'_> {
    fn take(&mut self) {
        let recording = self.recording;
        for row in &recording.kernels {
            let Some((process, device, stream)) = self.place(row.stream) else { continue };
            let signature = &recording.signatures[row.signature];
            let what = SpanKind::Kernel {
                name: signature.function.map(|name| self.first_name + name),
                nvtx: row.nvtx.map(|name| self.first_name + name),
                grid: signature.grid,
                block: signature.block,
                correlation: row.correlation,
            };
            let lane = LaneKind::Kernels { device, stream };
            self.put(process, lane, [row.start_ns, row.end_ns], what);
        }
        for row in &recording.copies {
            let Some((process, device, _)) = self.place(row.stream) else { continue };
            let lane = match row.direction {
                Direction::HostToDevice => LaneKind::ToDevice { device },
                Direction::DeviceToHost => LaneKind::ToHost { device },
                _ => LaneKind::Within { device },
            };
            let what = SpanKind::Copy { bytes: row.bytes, pageable: row.pageable };
            self.put(process, lane, [row.start_ns, row.end_ns], what);
        }
        for row in &recording.sets {
            let Some((process, device, _)) = self.place(row.stream) else { continue };
            let what = SpanKind::Set { bytes: row.bytes };
            self.put(process, LaneKind::Within { device }, [row.start_ns, row.end_ns], what);
        }
        for row in &recording.syncs {
            let is_host = row.wait.kind != Synchronisation::STREAM_FOR_EVENT;
            if recording.processes[row.process].run == self.run && is_host {
                let what = SpanKind::Wait { kind: row.wait.kind };
                let times = [row.wait.start_ns, row.wait.end_ns];
                self.put(self.pid(row.process), LaneKind::HostWaits, times, what);
            }
        }
    }

    /// Process, GPU and stream of what the trace run has.
    fn place(&self, stream: usize) -> Option<(u32, u32, u32)> {
        let stream = &self.recording.streams[stream];
        let in_run = self.recording.processes[stream.process].run == self.run;
        in_run.then(|| (self.pid(stream.process), stream.device_index, stream.stream))
    }

    fn pid(&self, process: usize) -> u32 {
        let process = &self.recording.processes[process];
        process.hello.as_ref().map_or(process.ordinal, |hello| hello.pid)
    }

    /// Records that end before they start have no place on a time line.
    fn put(&mut self, process: u32, kind: LaneKind, [start_ns, end_ns]: [u64; 2], what: SpanKind) {
        if start_ns <= end_ns && start_ns > 0 {
            let lane = self.lanes.entry((self.file, process, kind)).or_default();
            lane.push(Span { start_ns, end_ns, what });
        }
    }
}
