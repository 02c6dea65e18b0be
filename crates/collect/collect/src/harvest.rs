//! What a profile has collected so far.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use propp_collect_schedule::TracedLaunches;
use propp_recording_store::{ProcessId, Writer};
use propp_recording_wire::{Notice, Severity};

use super::error::Result;
use super::lines::Counted;

/// The recording, and its summary for the user and for the next run.
pub(super) struct Harvest {
    pub(super) writer: Writer,
    pub(super) traced: u64,
    pub(super) measured: u64,
    /// Launches whose instructions were counted, and of which kinds.
    pub(super) lined: u64,
    pub(super) lined_kinds: BTreeSet<Counted>,
    pub(super) seen: TracedLaunches,
    /// Mangled names of the kernels whose code is in the recording.
    pub(super) coded: BTreeSet<String>,
    /// Those of measured kernels of which the user is told that it is not.
    pub(super) uncoded: BTreeSet<String>,
    pub(super) code_bytes: u64,
    pub(super) notices: Vec<Notice>,
    told: HashSet<String>,
}

impl Harvest {
    pub(super) fn new(writer: Writer) -> Self {
        Self {
            writer,
            traced: 0,
            measured: 0,
            lined: 0,
            lined_kinds: BTreeSet::new(),
            seen: TracedLaunches::default(),
            coded: BTreeSet::new(),
            uncoded: BTreeSet::new(),
            code_bytes: 0,
            notices: Vec::new(),
            told: HashSet::new(),
        }
    }

    /// Mangled names of the kernels of the trace run.
    pub(super) fn kernels(&self) -> BTreeSet<&str> {
        let alone = self.seen.kinds.iter().map(|kind| &kind.key.function);
        alone.chain(&self.seen.in_graphs).map(String::as_str).collect()
    }

    /// The longest time of each kernel, by mangled name.
    pub(super) fn longest(&self) -> HashMap<String, Duration> {
        let mut longest: HashMap<String, Duration> = HashMap::new();
        for kind in &self.seen.kinds {
            let of_kernel = longest.entry(kind.key.function.clone()).or_default();
            *of_kernel = (*of_kernel).max(Duration::from_nanos(kind.longest_ns));
        }
        longest
    }

    /// Notes a failure: nothing, or no counters, can be collected.
    pub(super) fn fail(&mut self, code: &str, text: String) -> Result<()> {
        self.note(None, Severity::Failure, code, text)
    }

    pub(super) fn warn(&mut self, code: &str, text: String) -> Result<()> {
        self.note(None, Severity::Warning, code, text)
    }

    /// Writes a notice about a process, or about all.
    pub(super) fn note(
        &mut self,
        process: Option<ProcessId>,
        severity: Severity,
        code: &str,
        text: String,
    ) -> Result<()> {
        let notice = Notice { severity, code: code.to_owned(), status: 0, text };
        self.writer.notice(process, &notice)?;
        self.remember(notice);
        Ok(())
    }

    /// Keeps a warning or failure for the user.
    pub(super) fn remember(&mut self, notice: Notice) {
        if notice.severity != Severity::Info && self.told.insert(notice.text.clone()) {
            self.notices.push(notice);
        }
    }
}
