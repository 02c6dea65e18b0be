//! What a report says first: how busy the GPU was, what to change first, and of each kernel
//! how near it comes to what the GPU can do.

use propp_analysis::{Analysis, KernelReport};
use propp_criteria::{Criterion, Note};
use propp_hints::{Advice, Advised, Expected, Hint};
use propp_model::counters::INST_EXECUTED;
use propp_text::{count, duration, per_cent};

use super::hints::{expected, short, times};

/// What gains less is not worth the first screen.
const LEAST_SHARE_OF_RUN: f64 = 0.005;

/// `GPU busy 1 % of 211 ms: 4 kernels, 20 launches, 2.02 ms.`
pub(super) fn verdict(analysis: &Analysis) -> String {
    let run = &analysis.run;
    let kernels = count((analysis.kernels.len() + analysis.left_out) as u64, "kernel", "kernels");
    let launches = run.seen.unwrap_or(run.measured);
    let launches = count(launches, "launch", "launches");
    let busy = run.criteria.get(&Criterion::HSync).and_then(|report| {
        let busy = report.aggregate.value.measured()?;
        let span = report.evidence.of_trace(propp_criteria::TraceNumber::SpanNs)?;
        Some(format!("GPU busy {} % of {}: ", per_cent(busy), duration(span as u64)))
    });
    let time = match run.kernel_time_ns {
        0 => "times unknown".to_owned(),
        ns => format!("{} in kernels", duration(ns)),
    };
    format!("{}{kernels}, {launches}, {time}", busy.unwrap_or_default())
}

/// The first hint of a kernel or of the run.
pub(super) struct Change<'a> {
    /// The kernel's place in the analysis; none for the run.
    pub(super) place: Option<usize>,
    pub(super) hint: &'a Hint,
    saved_ns: f64,
    /// Whether the kernel is launched more than once, so that the gain of a launch is not all.
    is_repeated: bool,
}

impl<'a> Change<'a> {
    fn of_kernel(place: usize, kernel: &KernelReport, hint: &'a Hint) -> Self {
        let total_ns = kernel.total_ns() as f64;
        let is_repeated = kernel.durations.is_some_and(|d| total_ns > 1.5 * d.median_ns as f64);
        Self { place: Some(place), hint, saved_ns: total_ns * saved_share(hint), is_repeated }
    }

    fn of_run(hint: &'a Hint) -> Self {
        let now_ns = match &hint.expected {
            Expected::Time { now_ns, .. } => *now_ns,
            Expected::Unpriced { .. } => 0.0,
        };
        let saved_ns = now_ns * saved_share(hint);
        Self { place: None, hint, saved_ns, is_repeated: false }
    }

    /// What is changed: the run, or the kernel with this heading.
    pub(super) fn subject(&self, headings: &[String]) -> String {
        let kernel = self.place.and_then(|place| headings.get(place));
        kernel.map_or_else(|| "the run".to_owned(), Clone::clone)
    }

    /// What it should bring, for a launch and over the run.
    pub(super) fn expected(&self) -> String {
        let saved = match self.hint.expected {
            Expected::Time { .. } if self.is_repeated => {
                format!("; saves about {} in all", duration(self.saved_ns.round() as u64))
            }
            _ => String::new(),
        };
        format!("{}{saved}", expected(self.hint))
    }
}

/// What to change, the change first that saves most time over the run.
pub(super) fn changes<'a>(advised: &'a Advised<'_>) -> Vec<Change<'a>> {
    let least = LEAST_SHARE_OF_RUN * advised.analysis.run.kernel_time_ns as f64;
    let of_kernels = advised.kernels().enumerate().filter_map(|(place, (kernel, advice))| {
        Some(Change::of_kernel(place, kernel, advice?.hints.first()?))
    });
    let of_run = advised.run_advice.hints.first().map(Change::of_run);
    let mut all: Vec<Change<'a>> =
        of_kernels.filter(|change| change.saved_ns >= least).chain(of_run).collect();
    all.sort_by(|a, b| b.saved_ns.total_cmp(&a.saved_ns));
    all
}

/// The share of the time that a change may save. Where it has no price, what the criterion
/// lacks stands for it.
fn saved_share(hint: &Hint) -> f64 {
    match &hint.expected {
        Expected::Time { gain, .. } => 1.0 - 1.0 / gain.likely.max(1.0),
        Expected::Unpriced { deficit, .. } => deficit / 2.0,
    }
}

/// The roof that a kernel comes nearest to, and how near.
pub(super) fn roof(
    analysis: &Analysis,
    kernel: &KernelReport,
    advice: Option<&Advice>,
) -> Option<(String, f64)> {
    // Without the roof that most kernels are under, the nearest is not known.
    let memory = ("memory".to_owned(), advice?.memory_share?);
    let notes = kernel.criteria.get(&Criterion::Ci).map(|report| &report.evidence.notes);
    let pipe = notes.into_iter().flatten().find_map(|note| match note {
        Note::BusiestPipe { pipe, share } => Some((format!("{pipe} pipe"), share.get())),
        _ => None,
    });
    let issue = issue(analysis, kernel).map(|share| ("issue".to_owned(), share));
    let all = [Some(memory), pipe, issue];
    all.into_iter().flatten().max_by(|a, b| a.1.total_cmp(&b.1))
}

/// Warp instructions of what the SMs can issue.
fn issue(analysis: &Analysis, kernel: &KernelReport) -> Option<f64> {
    let [work] = kernel.work.as_slice() else { return None };
    let seconds = kernel.durations?.median_ns.max(1) as f64 * 1e-9;
    let rate = work.counts.get(INST_EXECUTED)? / seconds;
    let share = rate / analysis.machine?.instructions_per_s?;
    // More than there can be is of launches that did not all do the same.
    (share <= 1.02).then_some(share)
}

/// What the first hint is likely to bring.
pub(super) fn gain(advice: Option<&Advice>, is_wide: bool) -> String {
    let Some(advice) = advice else { return "?".to_owned() };
    match advice.hints.first().map(|hint| &hint.expected) {
        Some(Expected::Time { gain, .. }) if is_wide => {
            format!("{} ({} to {})", times(gain.likely), short(gain.low), short(gain.high))
        }
        Some(Expected::Time { gain, .. }) => times(gain.likely),
        Some(Expected::Unpriced { .. }) => "not priced".to_owned(),
        None if advice.nothing.as_ref().is_some_and(|nothing| nothing.is_unknown()) => {
            "?".to_owned()
        }
        None => "-".to_owned(),
    }
}

/// The kernel's own criterion that is farthest from 100.
pub(super) fn weakest(kernel: &KernelReport) -> String {
    let own = kernel.criteria.iter().filter(|(criterion, _)| !criterion.is_of_run());
    let measured = own.filter_map(|(criterion, report)| {
        Some((criterion, report.aggregate.value.measured()?.get()))
    });
    // What a kernel has to compute is no fault.
    let weakest = measured.filter(|(c, _)| **c != Criterion::Ci).min_by(|a, b| a.1.total_cmp(&b.1));
    weakest.map_or_else(
        || "?".to_owned(),
        |(criterion, value)| format!("{criterion} {:.0}", 100.0 * value),
    )
}
