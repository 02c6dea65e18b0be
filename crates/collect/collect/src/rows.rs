//! The processes of a run, and what they send, on their way into the recording.
//!
//! A run that records and counts at once (`--runs one`) is two runs in the recording: a trace
//! with the records, and a count with the counters.

use std::collections::HashMap;

use propp_recording_store::{ProcessId, RecordingError, RunId, Writer};
use propp_recording_wire::{Frame, Goodbye, Hello, Job};

/// A run of the program, as one run of the recording or as two.
pub(super) struct Rows {
    /// The one that notices are of comes first.
    runs: Vec<Row>,
    /// Records of kernels, by connection, where there are two.
    kernels: HashMap<u32, u64>,
}

/// A run of the recording.
struct Row {
    run: RunId,
    job: Job,
    /// By connection; `None` until a process has said hello.
    processes: Vec<Option<ProcessId>>,
}

impl Rows {
    pub(super) fn new(run: RunId, job: Job) -> Self {
        Self { runs: vec![Row { run, job, processes: Vec::new() }], kernels: HashMap::new() }
    }

    /// The same, with the records in a run of their own.
    pub(super) fn with_records_in(mut self, run: Option<RunId>) -> Self {
        let row = run.map(|run| Row { run, job: Job::Trace, processes: Vec::new() });
        self.runs.extend(row);
        self
    }

    /// The recording's process of a connection, if it has sent anything.
    pub(super) fn known(&self, connection: u32) -> Option<ProcessId> {
        self.runs.first()?.processes.get(connection as usize).copied().flatten()
    }

    /// The same, added with its first frame.
    pub(super) fn process(
        &mut self,
        writer: &mut Writer,
        connection: u32,
    ) -> Result<Option<ProcessId>, RecordingError> {
        for row in &mut self.runs {
            row.process(writer, connection)?;
        }
        Ok(self.known(connection))
    }

    /// Stores what a process sent.
    pub(super) fn frame(
        &mut self,
        writer: &mut Writer,
        connection: u32,
        frame: &Frame,
    ) -> Result<(), RecordingError> {
        let [row] = self.runs.as_mut_slice() else {
            return self.split(writer, connection, frame);
        };
        let process = row.process(writer, connection)?;
        writer.frame(process, frame)
    }

    fn split(
        &mut self,
        writer: &mut Writer,
        connection: u32,
        frame: &Frame,
    ) -> Result<(), RecordingError> {
        if let Frame::Kernels(kernels) = frame {
            *self.kernels.entry(connection).or_default() += kernels.len() as u64;
        }
        let recorded = self.kernels.get(&connection).copied().unwrap_or(0);
        for row in &mut self.runs {
            if let Some(frame) = part(row.job, frame, recorded) {
                let process = row.process(writer, connection)?;
                writer.frame(process, &frame)?;
            }
        }
        Ok(())
    }
}

impl Row {
    fn process(
        &mut self,
        writer: &mut Writer,
        connection: u32,
    ) -> Result<ProcessId, RecordingError> {
        let index = connection as usize;
        if self.processes.len() <= index {
            self.processes.resize(index + 1, None);
        }
        if let Some(id) = self.processes[index] {
            return Ok(id);
        }
        let ordinal = self.processes.iter().flatten().count();
        let id = writer.process(self.run, u32::try_from(ordinal).unwrap_or(u32::MAX))?;
        self.processes[index] = Some(id);
        Ok(id)
    }
}

/// What of a frame belongs into the run with this job. `recorded` are the kernels that the
/// process's records told of so far.
fn part(job: Job, frame: &Frame, recorded: u64) -> Option<Frame> {
    let is_trace = job == Job::Trace;
    match frame {
        Frame::Hello(hello) => Some(Frame::Hello(Hello { job, ..hello.clone() })),
        Frame::Device(_) | Frame::Name(_) => Some(frame.clone()),
        Frame::Goodbye(totals) => Some(Frame::Goodbye(match is_trace {
            true => Goodbye { seen: recorded + totals.dropped, measured: 0, ..totals.clone() },
            false => totals.clone(),
        })),
        Frame::Kernels(_)
        | Frame::Copies(_)
        | Frame::Sets(_)
        | Frame::Memory(_)
        | Frame::Synchronisations(_)
        | Frame::Owners(_)
        | Frame::Ranges(_)
        | Frame::Sites(_)
        | Frame::LaunchedFrom(_) => is_trace.then(|| frame.clone()),
        _ => (!is_trace).then(|| frame.clone()),
    }
}

#[cfg(test)]
mod tests {
    use propp_recording::Facts;
    use propp_recording_wire::{Kernel, Measured, Name};

    use super::*;
    use crate::listener::tests::launch_of;

    #[test]
    fn records_and_counters_of_one_run_are_two_runs_of_the_recording() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut writer = Writer::create(&path, false, &Facts::now(&[])).unwrap();
        let trace = writer.begin_run(Job::Trace).unwrap();
        let count = writer.begin_run(Job::Count).unwrap();
        let mut rows = Rows::new(count, Job::Count).with_records_in(Some(trace));
        let launch = launch_of(1, 0);
        let kernel = Kernel { launch: launch.clone(), start_ns: 5, end_ns: 9 };
        let counters =
            propp_recording_wire::CounterNames { device: 0, counters: Vec::new(), runs: 1 };
        let measured =
            Measured { launch, ordinal: 0, ordinal_in_signature: 0, took_ns: 1, values: vec![] };
        for frame in [
            Frame::Name(Name { id: 1, text: "vadd".to_owned() }),
            Frame::Kernels(vec![kernel.clone(), kernel]),
            Frame::CounterNames(counters),
            Frame::Measured(measured),
            Frame::Goodbye(Goodbye { seen: 3, measured: 1, dropped: 1 }),
        ] {
            rows.frame(&mut writer, 0, &frame).unwrap();
        }
        writer.finish().unwrap();
        let recording = propp_recording_store::read(&path).unwrap();
        assert_eq!((recording.kernels.len(), recording.measurements.len()), (2, 1));
        let totals: Vec<_> =
            recording.processes.iter().map(|p| p.totals.clone().unwrap()).collect();
        let of = |job: Job| {
            let run = recording.runs.iter().position(|run| run.job == job).unwrap();
            let place = recording.processes.iter().position(|p| p.run == run).unwrap();
            (totals[place].seen, totals[place].measured, totals[place].dropped)
        };
        assert_eq!((of(Job::Trace), of(Job::Count)), ((3, 0, 1), (3, 1, 1)));
    }
}
