//! What a profile has brought so far.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use propp_schedule::Seen;
use propp_store::{ProcessId, Writer};
use propp_wire::{Notice, Severity};

use super::error::CollectError;

/// The recording, and what the user and the next run want to know of it.
pub(super) struct Harvest {
    pub(super) writer: Writer,
    /// How many launches were traced.
    pub(super) traced: u64,
    /// How many launches were measured.
    pub(super) measured: u64,
    /// What the trace run saw.
    pub(super) seen: Seen,
    /// Warnings and failures, each once.
    pub(super) notices: Vec<Notice>,
}

impl Harvest {
    pub(super) fn new(writer: Writer) -> Self {
        Self { writer, traced: 0, measured: 0, seen: Seen::default(), notices: Vec::new() }
    }

    /// Mangled names of the kernels of the trace run.
    pub(super) fn kernels(&self) -> BTreeSet<&str> {
        let alone = self.seen.kinds.iter().map(|kind| &kind.key.function);
        alone.chain(&self.seen.of_graphs).map(String::as_str).collect()
    }

    /// How long each kernel took at most, by mangled name.
    pub(super) fn longest(&self) -> HashMap<String, Duration> {
        let mut longest: HashMap<String, Duration> = HashMap::new();
        for kind in &self.seen.kinds {
            let of_kernel = longest.entry(kind.key.function.clone()).or_default();
            *of_kernel = (*of_kernel).max(Duration::from_nanos(kind.longest_ns));
        }
        longest
    }

    /// Notes that nothing, or no counters, can be collected.
    pub(super) fn fail(&mut self, code: &str, text: String) -> Result<(), CollectError> {
        self.note(None, Severity::Failure, code, text)
    }

    /// Notes that something is missing.
    pub(super) fn warn(&mut self, code: &str, text: String) -> Result<(), CollectError> {
        self.note(None, Severity::Warning, code, text)
    }

    /// Notes something about a process, or about all.
    pub(super) fn note(
        &mut self,
        process: Option<ProcessId>,
        severity: Severity,
        code: &str,
        text: String,
    ) -> Result<(), CollectError> {
        let notice = Notice { severity, code: code.to_owned(), status: 0, text };
        self.writer.notice(process, &notice)?;
        self.remember(notice);
        Ok(())
    }

    /// Keeps what the user must hear.
    pub(super) fn remember(&mut self, notice: Notice) {
        let known = self.notices.iter().any(|known| known.text == notice.text);
        if notice.severity != Severity::Info && !known {
            self.notices.push(notice);
        }
    }
}
