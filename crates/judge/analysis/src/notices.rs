//! Everything that is missing or odd, said once.

use std::collections::HashMap;

use propp_base_model::Machine;
use propp_recording::{Ending, Process, Recording, Run};
use propp_recording_wire::{AFTER_REFUSAL, Job, PROGRAM_FAILED, Severity, split_after_refusal};

use super::activity::Activity;
use super::launches::Launches;
use super::{Input, KernelReport, Notice, Point};

/// What the processes said and what the recordings show, the worst first.
pub(super) fn collect(
    inputs: &[Input<'_>],
    launches: &Launches<'_>,
    activity: &Activity,
) -> Vec<Notice> {
    let mut list = List::default();
    for input in inputs {
        list.of_recording(input);
        // Kernels after a refused launch are named together.
        let notices = input.recording.notices.iter();
        for notice in notices.filter(|notice| notice.code != AFTER_REFUSAL) {
            let processes = usize::from(notice.process.is_some());
            list.add(notice.severity, &notice.code, notice.status, notice.text.clone(), processes);
        }
    }
    list.of_launches(launches);
    let odd = activity.traffic().copies_of_unknown_direction;
    if odd > 0 {
        let copies =
            counted(odd, "copy of unknown direction is", "copies of unknown direction are");
        let text = format!("{copies} in no criterion");
        list.info("copies-of-unknown-direction", text);
    }
    list.notices.sort_by_key(|notice| match notice.severity {
        Severity::Failure => 0,
        Severity::Warning => 1,
        Severity::Info => 2,
    });
    list.notices
}

/// Which kernels cannot have moved the bytes of device memory that were counted in the time that they
/// took: predicted times of these are too long.
pub(super) fn of_memory(kernels: &[KernelReport], machine: Machine) -> Option<Notice> {
    /// Of the peak: counts and times are of different launches.
    const POSSIBLE: f64 = 1.1;
    let peak = machine.peak_bytes_per_s?;
    let is_odd = |kernel: &&KernelReport| {
        let share = Point::of(kernel).map(|point| point.bytes_per_s() / peak);
        share.is_some_and(|share| share > POSSIBLE)
    };
    let (these, of) = numbers(kernels.iter().filter(is_odd))?;
    let text = format!(
        "{these}: the bytes of device memory that were counted do not fit {of} time: launches differ \
         much, or a launch that is repeated for its counters finds less in L2 than in the program; \
         {of} predicted time may be too long"
    );
    let code = "memory-does-not-fit".to_owned();
    Some(Notice { severity: Severity::Info, code, status: 0, text, processes: 0 })
}

/// A count with the words for one and for several.
fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Kernels by their numbers, and the word for what is theirs.
fn numbers<'a>(kernels: impl Iterator<Item = &'a KernelReport>) -> Option<(String, &'static str)> {
    const LISTED: usize = 5;
    let all: Vec<String> = kernels.map(|kernel| kernel.number.to_string()).collect();
    Some(match all.as_slice() {
        [] => return None,
        [one] => (format!("kernel {one}"), "its"),
        [first @ .., last] if first.len() < LISTED => {
            (format!("kernels {} and {last}", first.join(", ")), "their")
        }
        many => {
            let (first, rest) = (&many[..LISTED], many.len() - LISTED);
            (format!("kernels {} and {rest} more", first.join(", ")), "their")
        }
    })
}

/// Marks the kernels that used what a refused launch should have written.
pub(super) fn mark_after_refusal(kernels: &mut [KernelReport], recordings: &[&Recording]) {
    let notices = recordings.iter().flat_map(|recording| &recording.notices);
    let marks = notices.filter(|notice| notice.code == AFTER_REFUSAL);
    let marks: HashMap<&str, &str> =
        marks.filter_map(|notice| split_after_refusal(&notice.text)).collect();
    for kernel in kernels {
        let reason = marks.get(kernel.name.symbol.as_str());
        kernel.after_refusal = reason.map(|reason| (*reason).to_owned());
    }
}

/// Which kernels used what a refused launch should have written.
pub(super) fn of_refusals(kernels: &[KernelReport]) -> Option<Notice> {
    let marked = || kernels.iter().filter(|kernel| kernel.after_refusal.is_some());
    let (these, of) = numbers(marked())?;
    let reason = marked().find_map(|kernel| kernel.after_refusal.clone())?;
    let text = format!(
        "do not trust {these}: propp could not emulate a launch before, and {of} data may be missing \
         ({reason}); {of} counts, results and place are of such data, and there are no hints"
    );
    let code = AFTER_REFUSAL.to_owned();
    Some(Notice { severity: Severity::Failure, code, status: 0, text, processes: 0 })
}

#[derive(Default)]
struct List {
    notices: Vec<Notice>,
    /// Where each is, by all that makes it the same: severity, code, status and text.
    places: HashMap<(u8, String, u32, String), usize>,
}

impl List {
    /// Adds a notice, or counts one that is there already.
    fn add(&mut self, severity: Severity, code: &str, status: u32, text: String, processes: usize) {
        let new = Notice { severity, code: code.to_owned(), status, text, processes };
        let key = (severity as u8, new.code.clone(), status, new.text.clone());
        let next = self.notices.len();
        let place = *self.places.entry(key).or_insert(next);
        match self.notices.get_mut(place) {
            Some(old) => old.processes += processes,
            None => self.notices.push(new),
        }
    }

    fn warn(&mut self, code: &str, text: String) {
        self.add(Severity::Warning, code, 0, text, 0);
    }

    fn info(&mut self, code: &str, text: String) {
        self.add(Severity::Info, code, 0, text, 0);
    }

    fn of_recording(&mut self, input: &Input<'_>) {
        let (file, recording) = (input.name, input.recording);
        if !recording.is_finished() {
            let text = format!(
                "{file} was not finished: propp was ended while the program ran, and the last \
                 moment is missing"
            );
            self.warn("recording-unfinished", text);
        }
        for (job, code, missing) in [
            (Job::Trace, "no-trace-run", "durations, HSync and DT are unavailable"),
            (
                Job::Count,
                "no-count-run",
                "no counter was read, and of the criteria of kernels only OCC is known",
            ),
        ] {
            // What is emulated has one run, and says so.
            let is_known = job == Job::Trace && recording.emulated_gpu().is_some();
            if !is_known && !recording.runs.iter().any(|run| run.job == job) {
                self.warn(code, format!("{file} has no {} run: {missing}", job_name(job)));
            }
        }
        let facts = Facts::of(recording);
        let is_one_run = recording.is_one_run();
        for (run, processes) in recording.runs.iter().zip(&facts.processes) {
            // The count says the same of the same run.
            if is_one_run && run.job == Job::Trace {
                continue;
            }
            for &process in processes {
                self.of_process(&facts, run, process, &recording.processes[process]);
            }
        }
        for end in facts.failures(recording) {
            self.warn(PROGRAM_FAILED, format!("{file}: the program ended {end}"));
        }
        self.of_process_counts(file, recording);
    }

    fn of_process(&mut self, facts: &Facts, run: &Run, index: usize, process: &Process) {
        let who = who(run, process);
        let Some(totals) = &process.totals else {
            if !facts.outlived_propp[index] && !facts.was_ended_by_propp(run) {
                let text = format!(
                    "{who} did not end in an orderly way (killed, _exit or crash), or closed its \
                     connection to propp: what it did after its last records is missing"
                );
                self.warn("process-ended-early", text);
            }
            return;
        };
        if totals.dropped > 0 {
            let text = format!(
                "{who}: CUPTI dropped {} records because its buffers were full; times and DT are \
                 too low by what they held",
                totals.dropped
            );
            self.warn("records-dropped", text);
        }
        let stored = facts.measured[index];
        // A graph launch is one launch to the process and many to CUPTI.
        if run.job == Job::Count && stored < totals.measured {
            let text = format!(
                "{who} measured {} launches and {stored} of them are in the recording",
                totals.measured
            );
            self.warn("measurements-missing", text);
        }
    }

    /// Processes are matched by their order, which holds only if there are as
    /// many.
    fn of_process_counts(&mut self, file: &str, recording: &Recording) {
        let count = |job| {
            // A run that was made again because a kernel hung counts last.
            let run = recording.runs.iter().rposition(|run| run.job == job)?;
            Some(recording.processes.iter().filter(|process| process.run == run).count())
        };
        let (Some(traced), Some(counted)) = (count(Job::Trace), count(Job::Count)) else { return };
        if traced != counted {
            let traced = self::counted(traced as u64, "process", "processes");
            let text = format!(
                "{file}: {traced} used CUDA in the trace run and {counted} in the count run; they are \
                 matched in the order in which they started"
            );
            self.warn("processes-differ", text);
        }
    }

    fn of_launches(&mut self, launches: &Launches<'_>) {
        if launches.without_trace > 0 {
            let text = format!(
                "{} not in the trace run: the program did not do the same in both runs, and times of \
                 such launches are not known",
                counted(launches.without_trace, "measured launch is", "measured launches are")
            );
            self.warn("launches-differ", text);
        }
        let untimed = launches.parts.iter().filter(|part| part.is_untimed()).count();
        if untimed > 0 {
            let kernels = counted(untimed as u64, "kernel has", "kernels have");
            let text = format!(
                "{kernels} no time: all launches were measured in the only run (--runs one)"
            );
            self.info("times-missing", text);
        }
        let by_counter = launches.parts.iter().filter(|part| part.is_timed_by_counter()).count();
        if by_counter > 0 {
            let kernels = counted(by_counter as u64, "kernel", "kernels");
            let text = format!(
                "the times of {kernels} come from measured launches (--runs one), because all launches \
                 were measured"
            );
            self.info("times-of-measured", text);
        }
        if launches.unplaced > 0 {
            let text = format!(
                "counters of {} are left out: the trace run has other kernels there, or several at \
                 once, so that it is not known whose they are",
                counted(launches.unplaced, "kernel of a graph", "kernels of graphs")
            );
            self.warn("graph-kernels-unknown", text);
        }
    }
}

/// How the program of a recording failed, such as `with exit code 1`; nothing if it did not.
pub(super) fn failures(recording: &Recording) -> Vec<String> {
    Facts::of(recording).failures(recording)
}

/// What notices ask of a recording again and again.
struct Facts {
    /// The processes of each run.
    processes: Vec<Vec<usize>>,
    /// Of each process, the launches whose counters are in the recording.
    measured: Vec<u64>,
    /// Of each process, whether propp has said that it ran on.
    outlived_propp: Vec<bool>,
    /// Whether propp has said that a kernel hung while it was measured.
    has_hung: bool,
}

impl Facts {
    fn of(recording: &Recording) -> Self {
        let mut facts = Self {
            processes: vec![Vec::new(); recording.runs.len()],
            measured: vec![0; recording.processes.len()],
            outlived_propp: vec![false; recording.processes.len()],
            has_hung: recording.notices.iter().any(|notice| notice.code == "launch-hung"),
        };
        for (place, process) in recording.processes.iter().enumerate() {
            facts.processes[process.run].push(place);
        }
        for measurement in &recording.measurements {
            facts.measured[recording.streams[measurement.stream].process] += 1;
        }
        let ran_on = recording.notices.iter().filter(|notice| notice.code == "still-running");
        for process in ran_on.filter_map(|notice| notice.process) {
            facts.outlived_propp[process] = true;
        }
        facts
    }

    /// How the program failed, such as `with exit code 1`: in a run, or in all of them alike.
    fn failures(&self, recording: &Recording) -> Vec<String> {
        // The count says the same of the same run.
        let is_said = |run: &&Run| recording.is_one_run() && run.job == Job::Trace;
        let ended = recording.runs.iter().filter(|run| !is_said(run));
        let runs: Vec<&Run> = ended.filter(|run| !self.was_ended_by_propp(run)).collect();
        let is_alike = runs.windows(2).all(|two| two[0].ending == two[1].ending);
        let said = runs.iter().take(if is_alike { 1 } else { runs.len() });
        let words = said.filter_map(|run| {
            let end = match run.ending? {
                Ending::Exited(0) => return None,
                Ending::Exited(code) => format!("with exit code {code}"),
                Ending::Killed(signal) => format!("by signal {signal}"),
            };
            let which = format!(" in the {} run", job_name(run.job));
            Some(end + if is_alike { "" } else { &which })
        });
        words.collect()
    }

    /// Whether propp ended a run because a kernel hung, and said so.
    fn was_ended_by_propp(&self, run: &Run) -> bool {
        /// SIGKILL.
        const KILL: i32 = 9;
        self.has_hung && run.job != Job::Trace && run.ending == Some(Ending::Killed(KILL))
    }
}

fn who(run: &Run, process: &Process) -> String {
    let pid = process.hello.as_ref().map_or(String::new(), |hello| format!(", pid {}", hello.pid));
    format!("process {} of the {} run{pid}", process.ordinal, job_name(run.job))
}

const fn job_name(job: Job) -> &'static str {
    match job {
        Job::Trace => "trace",
        Job::Count => "count",
        Job::Lines => "line",
        Job::Waits => "wait",
        Job::Capture => "capture",
    }
}
