//! The processes of an emulated program, as they report.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use propp_base_names::{demangle, own_name};
use propp_base_text::progress::Progress;
use propp_code_sass::{Cubin, kernels};
use propp_recording_store::{ProcessId, RecordingError, RunId};
use propp_recording_wire::{Frame, Goodbye, Job, Launch, LaunchKey, Seen, Severity};

use super::super::connections::Event;
use super::super::error::Result;
use super::super::harvest::Harvest;
use super::super::listener::{UNHEARD, still_running};
use super::super::rows::Rows;
use super::super::run::{Flow, GRACE, RunResult};
use super::board::Board;

/// Writes what the processes of one run send.
pub(super) struct Processes<'h> {
    harvest: &'h mut Harvest,
    rows: Rows,
    board: &'h Board,
    shown: Progress,
    /// By the number of the first connection of each.
    known: BTreeMap<u32, Process>,
    /// Connections that go on with an earlier one, which the program had closed.
    later: HashMap<u32, u32>,
    /// The first connection of each process and program in it.
    first: HashMap<(u32, u64), u32>,
}

#[derive(Default)]
struct Process {
    names: HashMap<u32, String>,
    kinds: HashMap<LaunchKey<u32>, Seen>,
    launches: u64,
    /// The launch that has begun, and not ended.
    inside: Option<Launch>,
    /// Where the kernel was, as far as it has said so.
    place: String,
}

/// What was found in all.
pub(super) struct Found {
    /// The last process that has reported.
    pub(super) last: Option<ProcessId>,
    pub(super) launches: u64,
}

impl<'h> Processes<'h> {
    pub(super) fn new(
        harvest: &'h mut Harvest,
        run: RunId,
        board: &'h Board,
        shown: Progress,
    ) -> Self {
        Self {
            harvest,
            rows: Rows::new(run, Job::Count),
            board,
            shown,
            known: BTreeMap::new(),
            later: HashMap::new(),
            first: HashMap::new(),
        }
    }

    /// Nothing that a process sends ends the program.
    pub(super) fn handle(&mut self, event: Event) -> Result<Flow> {
        match event {
            Event::Tick => self.harvest.writer.commit_if_due()?,
            Event::Ended => self.board.is_over(),
            Event::Unheard => self.harvest.warn("unheard", UNHEARD.to_owned())?,
            Event::Closed { .. } => {}
            Event::Frame { process, frame } => self.frame(process, frame)?,
            Event::WrongVersion { process } => {
                let text = format!("process {process} runs an emulated runtime of another version");
                self.harvest.warn("wrong-version", text)?;
            }
            Event::Broken { process, reason } => {
                let text = format!("process {process} sent an invalid frame: {reason}");
                self.harvest.warn("broken-connection", text)?;
            }
        }
        Ok(Flow::Continue)
    }

    fn frame(&mut self, connection: u32, frame: Frame) -> Result<()> {
        if let Frame::Hello(hello) = &frame {
            let first = self.first.entry((hello.pid, hello.instance)).or_insert(connection);
            if *first != connection {
                self.later.insert(connection, *first);
                return Ok(());
            }
        }
        let connection = self.later.get(&connection).copied().unwrap_or(connection);
        let process = self.known.entry(connection).or_default();
        match self.rows.frame(&mut self.harvest.writer, connection, &frame) {
            // The process contradicts itself, which leaves the others alone.
            Err(error @ RecordingError::Frame { .. }) => {
                return self.harvest.warn("frame-left-out", error.to_string());
            }
            written => written?,
        }
        if !matches!(frame, Frame::Blocks(_)) {
            process.inside = None;
            process.place.clear();
        }
        match frame {
            Frame::Name(name) => {
                process.names.insert(name.id, name.text);
            }
            Frame::Begins(begins) => process.inside = Some(begins.launch),
            Frame::Blocks(blocks) => {
                if !blocks.place.is_empty() {
                    process.place = blocks.place;
                }
                let kernel = process.inside.as_ref().map(|launch| process.kernel(launch));
                self.shown.show(|| progress_words(blocks.done, blocks.of, kernel.as_deref()));
            }
            Frame::Measured(measured) => {
                process.count(measured.launch);
                self.shown.clear();
            }
            Frame::Module(module) => self.keep_code(connection, &module.cubin.0)?,
            Frame::Notice(notice) => self.harvest.remember(notice),
            _ => {}
        }
        Ok(())
    }

    /// Stores the machine code of kernels, which says what instructions the counts of PTX stand
    /// for.
    fn keep_code(&mut self, connection: u32, cubin: &[u8]) -> Result<()> {
        let Some(id) = self.rows.known(connection) else { return Ok(()) };
        // A cubin that cannot be read has no kernel.
        let architecture = Cubin::parse(cubin).ok().map(|cubin| cubin.architecture().number());
        for kernel in kernels(cubin).unwrap_or_default() {
            self.harvest.writer.code(id, kernel, architecture, cubin)?;
        }
        Ok(())
    }

    /// Ends the run; its connected processes still run.
    pub(super) fn end(mut self, ended: &RunResult) -> Result<Found> {
        self.shown.clear();
        let of = |connection: &u32| *self.later.get(connection).unwrap_or(connection);
        let running: BTreeSet<u32> = ended.connected.iter().map(of).collect();
        if ended.others_run {
            let text = format!(
                "processes that the program started still run, {} s after its end, and have \
                 launched nothing yet; what they launch from now on is not recorded",
                GRACE.as_secs()
            );
            self.harvest.warn("others-run", text)?;
        }
        let mut found = Found { last: None, launches: 0 };
        for (connection, process) in &self.known {
            let Some(id) = self.rows.known(*connection) else { continue };
            found.last = Some(id);
            found.launches += process.launches;
            if running.contains(connection) {
                let text = still_running(*connection, "emulated");
                self.harvest.note(Some(id), Severity::Warning, "still-running", text)?;
                continue;
            }
            if let Some(launch) = &process.inside {
                let text = format!(
                    "process {connection} ended within a launch of {}{}, which is not counted",
                    process.kernel(launch),
                    process.place_words()
                );
                self.harvest.note(Some(id), Severity::Warning, "launch-cut", text)?;
            }
            // What has ended is counted, however the process ended.
            let (seen, measured) = (process.launches, process.launches);
            let kinds: Vec<Seen> = process.kinds.values().cloned().collect();
            for frame in
                [Frame::Seen(kinds), Frame::Goodbye(Goodbye { seen, measured, dropped: 0 })]
            {
                self.harvest.writer.frame(id, &frame)?;
            }
        }
        let lost = self.board.lost();
        if lost > 0 {
            let lost = propp_base_text::count(
                lost,
                "message of the program is",
                "messages of the program are",
            );
            let text = format!(
                "{lost} missing, and with them counts: a process had \
                 closed its connection to propp, and could not open another (does it change its \
                 root folder or its user?)"
            );
            self.harvest.warn("frames-lost", text)?;
        }
        Ok(found)
    }
}

impl Process {
    fn count(&mut self, launch: Launch) {
        self.launches += 1;
        let kind = self.kinds.entry(launch.key());
        let launch = Launch { correlation: 0, stream: 0, context: 0, ..launch };
        kind.or_insert(Seen { launch, launches: 0 }).launches += 1;
    }

    fn place_words(&self) -> String {
        if self.place.is_empty() { String::new() } else { format!(" (in {})", self.place) }
    }

    fn kernel(&self, launch: &Launch) -> String {
        let name = self.names.get(&launch.name).map_or("a kernel", String::as_str);
        own_name(&demangle(name)).to_owned()
    }
}

fn progress_words(done: u64, of: u64, kernel: Option<&str>) -> String {
    let [done, of] = [done, of].map(|blocks| propp_base_text::grouped(blocks as f64));
    let kernel = kernel.unwrap_or("a kernel");
    format!("propp: emulating {kernel}: {done} of {of} blocks done")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let words = progress_words(1200, 4096, Some("copy"));
        assert_eq!(words, "propp: emulating copy: 1,200 of 4,096 blocks done");
    }
}
