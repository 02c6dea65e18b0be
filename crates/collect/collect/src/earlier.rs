//! An earlier recording of the program, by which the count run is planned in place of a trace
//! run (`--like`).

use std::path::{Path, PathBuf};
use std::time::Duration;

use propp_collect_schedule::TracedLaunches;
use propp_recording::{Copied, Ending, KernelRow, KernelTimes, Recording};
use propp_recording_store::read;
use propp_recording_wire::{Copy, Job, Kernel, Launch, Range};

use super::error::{CollectError, Result};
use super::options::Options;

/// What a trace run would have told.
pub(super) struct Earlier {
    pub(super) seen: TracedLaunches,
    pub(super) duration: Option<Duration>,
    pub(super) ending: Option<Ending>,
    path: PathBuf,
    created_utc: String,
    command: Vec<String>,
}

impl Earlier {
    /// Fails if the recording cannot be read, has no traced kernels, or those of another window.
    pub(super) fn read(path: &Path, options: &Options) -> Result<Self> {
        let recording = read(path)?;
        let window = &options.window;
        let option = |name: &str| recording.meta.get(&format!("option.{name}")).cloned();
        let differs = |(name, now): &(&str, String)| option(name).unwrap_or_default() != *now;
        if let Some((name, _)) = window.recorded().into_iter().find(differs) {
            let (file, name) = (path.display().to_string(), name.to_owned());
            return Err(CollectError::OtherWindow { file, name });
        }
        // Ranges are a part of what makes launches the same.
        let had_ranges = option("nvtx-include").is_some_and(|ranges| !ranges.is_empty());
        if had_ranges == options.nvtx.is_empty() {
            let (file, name) = (path.display().to_string(), "nvtx-include".to_owned());
            return Err(CollectError::OtherWindow { file, name });
        }
        let seen = traced(&recording);
        if seen.kinds.is_empty() && seen.in_graphs.is_empty() {
            return Err(CollectError::NothingTraced { file: path.display().to_string() });
        }
        let run = recording.runs.iter().find(|run| run.job == Job::Trace);
        Ok(Self {
            seen,
            duration: run.and_then(|run| run.duration_ns).map(Duration::from_nanos),
            ending: run.and_then(|run| run.ending),
            path: path.to_owned(),
            created_utc: recording.meta.get("created_utc").cloned().unwrap_or_default(),
            command: recording.command(),
        })
    }

    /// What the user should know. `command` is what runs now.
    pub(super) fn text(&self, command: &[String]) -> String {
        let other = match self.command == command {
            true => String::new(),
            false => format!(", of another command ({})", self.command.join(" ")),
        };
        let file = self.path.display();
        format!(
            "the measurements were planned from {file} of {}{other} (--like); only that \
             recording has times, and `propp show` shows both together",
            self.created_utc
        )
    }
}

fn traced(recording: &Recording) -> TracedLaunches {
    let mut seen = TracedLaunches::default();
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    // Number 0 is no name.
    let text = |id: u32| recording.names.get((id as usize).checked_sub(1)?).map(String::as_str);
    let times = KernelTimes::of(recording);
    for row in &recording.kernels {
        let process = number(recording.streams[row.stream].process);
        seen.add(process, &[kernel(recording, row, times.usual(row))], text);
    }
    for row in &recording.copies {
        let process = number(recording.streams[row.stream].process);
        let Copied { direction, bytes, pageable, start_ns, end_ns, correlation, .. } = *row;
        let (device, context, stream) = (0, 0, 0);
        let copy = Copy {
            direction,
            bytes,
            pageable,
            start_ns,
            end_ns,
            device,
            context,
            stream,
            correlation,
        };
        seen.add_copies(process, &[copy]);
    }
    for row in &recording.syncs {
        seen.add_waits(number(row.process), std::slice::from_ref(&row.wait));
    }
    for row in &recording.ranges {
        let name = number(row.name).saturating_add(1);
        let range = Range { name, first: row.first, last: row.last.unwrap_or(Range::OPEN) };
        seen.add_ranges(number(row.process), &[range], text);
    }
    for row in &recording.memory {
        seen.add_memory(number(row.process), std::slice::from_ref(&row.event));
    }
    seen
}

fn kernel(recording: &Recording, row: &KernelRow, took_ns: u64) -> Kernel {
    let (signature, stream) =
        (&recording.signatures[row.signature], &recording.streams[row.stream]);
    let name = |index: Option<usize>| index.map_or(0, |i| u32::try_from(i + 1).unwrap_or(0));
    let launch = Launch {
        name: name(signature.function),
        grid: signature.grid,
        block: signature.block,
        cluster: signature.cluster,
        registers: signature.registers,
        static_shared_bytes: signature.static_shared_bytes,
        dynamic_shared_bytes: signature.dynamic_shared_bytes,
        local_bytes_per_thread: signature.local_bytes_per_thread,
        device: stream.device_index,
        context: stream.context,
        stream: stream.stream,
        correlation: row.correlation,
        graph: row.graph,
        nvtx: name(row.nvtx),
    };
    Kernel { launch, start_ns: row.start_ns, end_ns: row.start_ns.saturating_add(took_ns) }
}
