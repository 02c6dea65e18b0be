//! Writes the frames of a run into the recording, and sums them up for the progress
//! line and the next run.

mod code;

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use propp_code_sass::CubinError;
use propp_recording_store::{RecordingError, RunId};
use propp_recording_wire::{CodeWanted, Frame, Job, Severity};

use super::attempts::{Harm, Launched};
use super::code::LoadedCode;
use super::connections::Event;
use super::error::Result;
use super::harvest::Harvest;
use super::progress::Progress;
use super::pulse::Pulse;
use super::rows::Rows;
use super::run::{Flow, GRACE};
use super::watch::Watch;

/// Handles the events of one run.
pub(super) struct Listener<'h> {
    harvest: &'h mut Harvest,
    job: Job,
    rows: Rows,
    progress: Progress,
    /// Connections whose process has said goodbye.
    said_goodbye: BTreeSet<u32>,
    /// Names of kernels and NVTX ranges, by connection and number.
    texts: HashMap<(u32, u32), String>,
    code: LoadedCode,
    wanted_code: CodeWanted,
    /// Whether a graph was measured.
    has_graphs: bool,
    watch: Watch,
}

impl<'h> Listener<'h> {
    pub(super) fn new(
        harvest: &'h mut Harvest,
        job: Job,
        run: RunId,
        quiet: bool,
        patience: Duration,
        limit: Duration,
        pulse: Option<Pulse>,
    ) -> Self {
        let title = match job {
            Job::Trace => "tracing",
            Job::Count => "counting",
            Job::Lines => "counting lines",
            Job::Waits => "sampling",
            Job::Capture => "capturing",
        };
        let longest = harvest.longest();
        Self {
            harvest,
            job,
            rows: Rows::new(run, job),
            progress: Progress::new(title, quiet),
            said_goodbye: BTreeSet::new(),
            texts: HashMap::new(),
            code: LoadedCode::default(),
            wanted_code: CodeWanted::nothing(),
            has_graphs: false,
            watch: Watch::new(patience, limit, longest, pulse),
        }
    }

    /// Says that the run records, too, and which run of the recording that is.
    pub(super) fn with_records_in(mut self, run: Option<RunId>) -> Self {
        self.rows = self.rows.with_records_in(run);
        self
    }

    /// Says which code the processes send.
    pub(super) fn with_code(mut self, wanted: CodeWanted) -> Self {
        self.wanted_code = wanted;
        self
    }

    /// Handles an event, and says whether the program may run on.
    pub(super) fn handle(&mut self, event: Event) -> Result<Flow> {
        self.progress.show();
        self.dispatch(event)?;
        Ok(if self.watch.harm().is_some() { Flow::Kill } else { Flow::Continue })
    }

    /// Why propp has ended the run, if it has.
    pub(super) fn harm(&mut self) -> Option<Harm> {
        self.watch.harm().cloned()
    }

    /// Whether launches were measured, and what propp did when a process ended or counters
    /// failed.
    pub(super) fn during(&self) -> (bool, Option<Launched>) {
        let watch = &self.watch;
        let code = watch.reads_code().then_some(Launched::Code);
        let during = code.or_else(|| watch.died.clone()).or_else(|| watch.failed.clone());
        (watch.has_begun, during)
    }

    fn dispatch(&mut self, event: Event) -> Result<()> {
        match event {
            Event::Tick => {
                self.watch.looks();
                Ok(self.harvest.writer.commit_if_due()?)
            }
            Event::Frame { process, frame } => self.frame(process, frame),
            Event::Ended => Ok(()),
            Event::Unheard => self.harvest.warn("unheard", UNHEARD.to_owned()),
            Event::Closed { process } => {
                self.watch.ends(process);
                self.code.end(process);
                Ok(())
            }
            Event::WrongVersion { process } => {
                let text = format!(
                    "process {process} has an injected library of another version; unset \
                     PROPP_INJECT_LIB"
                );
                self.harvest.warn("wrong-version", text)
            }
            Event::Broken { process, reason } => {
                let text = format!("process {process} sent an invalid frame: {reason}");
                self.harvest.warn("broken-connection", text)
            }
        }
    }

    /// Ends the run; the `connected` processes still run.
    pub(super) fn end(mut self, connected: &BTreeSet<u32>) -> Result<()> {
        self.progress.clear();
        self.tell_uncoded_graphs()?;
        let job = match self.job {
            Job::Trace => "trace",
            Job::Count => "count",
            Job::Lines => "line",
            Job::Waits => "wait",
            Job::Capture => "capture",
        };
        for process in connected.difference(&self.said_goodbye) {
            let text = still_running(*process, job);
            let id = self.rows.known(*process);
            self.harvest.note(id, Severity::Warning, "still-running", text)?;
        }
        Ok(())
    }

    fn frame(&mut self, process: u32, frame: Frame) -> Result<()> {
        let Some(id) = self.rows.process(&mut self.harvest.writer, process)? else { return Ok(()) };
        // Before the counters: what is committed of them has its code.
        if let Frame::Measured(measured) = &frame {
            self.keep_code(process, id, &measured.launch)?;
        }
        let written = match &frame {
            Frame::Instructions(counted) => self.keep_instructions(process, id, counted),
            _ => self.rows.frame(&mut self.harvest.writer, process, &frame),
        };
        if let Some(reason) = self.observe(process, frame) {
            let text = format!("code of the program is missing in the recording: {reason}");
            self.harvest.note(Some(id), Severity::Warning, "code-unreadable", text)?;
        }
        match written {
            Err(error @ RecordingError::Frame { .. }) => {
                self.harvest.warn("frame-left-out", error.to_string())
            }
            other => Ok(other?),
        }
    }

    /// Collects what the user and the next run need. Gives the reason if code cannot be read.
    fn observe(&mut self, process: u32, frame: Frame) -> Option<CubinError> {
        self.watch.note(process, &frame, |name| self.texts.get(&(process, name)).cloned());
        match frame {
            Frame::Name(name) => {
                self.texts.insert((process, name.id), name.text);
            }
            Frame::Kernels(kernels) => {
                self.progress.seen += kernels.len() as u64;
                self.harvest.traced += kernels.len() as u64;
                let text = |id| self.texts.get(&(process, id)).map(String::as_str);
                self.harvest.seen.add(process, &kernels, text);
            }
            Frame::Progress(progress) => self.progress.seen = progress.seen,
            Frame::CounterNames(counters) => self.progress.passes = counters.runs,
            Frame::Measured(_) => {
                self.progress.measured += 1;
                self.harvest.measured += 1;
            }
            Frame::Instructions(counted) => {
                self.progress.measured += 1;
                self.harvest.lined += 1;
                let launch = counted.launch;
                if let Some(name) = self.texts.get(&(process, launch.name)) {
                    self.harvest.lined_kinds.insert((name.clone(), launch.grid, launch.block));
                }
            }
            Frame::Notice(notice) => self.harvest.remember(notice),
            Frame::Copies(copies) => self.harvest.seen.add_copies(process, &copies),
            Frame::Synchronisations(waits) => self.harvest.seen.add_waits(process, &waits),
            Frame::Ranges(ranges) => {
                let text = |id| self.texts.get(&(process, id)).map(String::as_str);
                self.harvest.seen.add_ranges(process, &ranges, text);
            }
            Frame::Sites(sites) => {
                let text = |id| self.texts.get(&(process, id)).map(String::as_str);
                self.harvest.seen.add_sites(process, &sites, text);
            }
            Frame::LaunchedFrom(launches) => {
                self.harvest.seen.add_launched_from(process, &launches);
            }
            Frame::Memory(events) => self.harvest.seen.add_memory(process, &events),
            Frame::Goodbye(_) => {
                self.said_goodbye.insert(process);
            }
            Frame::Module(module) => return self.code.load(process, module).err(),
            Frame::ModuleEnds(module) => self.code.unload(process, &module),
            _ => {}
        }
        None
    }
}

/// What the user is told of a process for which there is no room.
pub(super) const UNHEARD: &str = "a process could not be listened to, and what it did is missing: \
                                  propp had no file or thread left for it (ulimit -n, ulimit -u)";

pub(super) fn still_running(process: u32, job: &str) -> String {
    format!(
        "process {process} of the {job} run was still running when propp stopped listening, {} s \
         after the program had ended; what it did from then on is missing",
        GRACE.as_secs()
    )
}

#[cfg(test)]
#[path = "listener_tests.rs"]
pub(crate) mod tests;
