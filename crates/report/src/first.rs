//! What a report says first: how busy the GPU was, what to change first, and of each kernel
//! how near it comes to what the GPU can do.

use propp_analysis::{Analysis, KernelReport, Steps};
use propp_criteria::{Criterion, Note, TraceNumber};
use propp_hints::{Advice, Advised, Expected, Hint, Rule};
use propp_model::Fraction;
use propp_model::counters::{INST_EXECUTED, L2_SECTORS_FROM_L1};
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
        let span = report.evidence.of_trace(TraceNumber::SpanNs)?;
        let of_trace = |number| report.evidence.of_trace(number);
        if let Some(steps) = &run.steps {
            return Some(format!(
                "GPU busy {} % of {}; {} steps of {} launches, {} each, GPU busy {} % of it: ",
                per_cent(busy),
                duration(span as u64),
                steps.count,
                steps.launches,
                duration(steps.median_ns),
                per_cent(steps.busy)
            ));
        }
        let start = of_trace(TraceNumber::StartupNs).and_then(|start| {
            let busy = of_trace(TraceNumber::BusyNs)? - of_trace(TraceNumber::StartupBusyNs)?;
            let rest = span - start;
            let busy = Fraction::clamped(busy / rest).map(per_cent)?;
            let [start, rest] = [start, rest].map(|ns| duration(ns as u64));
            Some(format!(" (start of the run {start}; then {busy} % of {rest})"))
        });
        let start = start.unwrap_or_default();
        Some(format!("GPU busy {} % of {}{start}: ", per_cent(busy), duration(span as u64)))
    });
    let time = match run.kernel_time_ns {
        0 => "times unknown".to_owned(),
        ns => format!("{} in kernels", duration(ns)),
    };
    format!("{}{kernels}, {launches}, {time}", busy.unwrap_or_default())
}

/// The first hint of the run, or of kernels: of one, or of all those of a library whose calls
/// want the same change.
pub(super) struct Change<'a> {
    /// The place in the analysis of the kernel that takes most time; none for the run.
    pub(super) place: Option<usize>,
    pub(super) hint: &'a Hint,
    /// The numbers of all kernels that want the change.
    numbers: Vec<usize>,
    /// The time of the kernels, or of the run.
    total_ns: f64,
    saved_ns: f64,
    /// The part of the run that this is, without the run's start.
    share_of_run: Option<Fraction>,
    /// Whether the kernel is launched more than once, so that the gain of a launch is not all.
    is_repeated: bool,
    /// How many steps the program has, and none if it does not repeat itself.
    steps: Option<usize>,
    /// The part of the time in kernels, where that is not the run's.
    share_of_kernels: Option<Fraction>,
}

impl<'a> Change<'a> {
    fn of_kernel(place: usize, kernel: &KernelReport, hint: &'a Hint) -> Self {
        let total_ns = kernel.total_ns() as f64;
        let is_repeated = kernel.durations.is_some_and(|d| total_ns > 1.5 * d.median_ns as f64);
        let saved_ns = total_ns * saved_share(hint);
        Self {
            place: Some(place),
            hint,
            numbers: vec![kernel.number],
            total_ns,
            saved_ns,
            share_of_run: None,
            is_repeated,
            steps: None,
            share_of_kernels: None,
        }
    }

    fn of_run(hint: &'a Hint, steps: Option<Steps>) -> Self {
        let now_ns = match &hint.expected {
            Expected::Time { now_ns, .. } => *now_ns,
            Expected::Unpriced { .. } => 0.0,
        };
        // Gaps are told of one step.
        let steps = steps.filter(|_| hint.rule == Rule::HostGaps);
        let total_ns = now_ns * steps.map_or(1.0, |steps| steps.count as f64);
        Self {
            place: None,
            hint,
            numbers: Vec::new(),
            total_ns,
            saved_ns: total_ns * saved_share(hint),
            share_of_run: None,
            is_repeated: false,
            steps: None,
            share_of_kernels: None,
        }
    }

    /// Whether one change of the user's program does both.
    fn is_same_call(&self, other: &Self) -> bool {
        let [own, others] = [self.hint, other.hint];
        own.library.is_some() && own.library == others.library && own.remedy == others.remedy
    }

    fn others(&self) -> usize {
        self.numbers.len().saturating_sub(1)
    }

    fn join(&mut self, other: &Self) {
        self.numbers.extend(&other.numbers);
        self.numbers.sort_unstable();
        self.total_ns += other.total_ns;
        self.saved_ns += other.saved_ns;
    }

    /// What is changed: the run, or the kernel with this heading.
    pub(super) fn subject(&self, headings: &[String]) -> String {
        self.subject_with(headings, |kernel| kernel)
    }

    /// The same with the kernel's number, by which `-k` knows it.
    pub(super) fn numbered_subject(&self, headings: &[String]) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(usize::to_string).collect();
        let number = match numbers.as_slice() {
            [one] => format!(" (kernel {one})"),
            _ => String::new(),
        };
        let subject = self.subject_with(headings, |kernel| kernel + &number);
        if self.others() == 0 { subject } else { format!("{subject} ({})", numbers.join(", ")) }
    }

    fn subject_with(&self, headings: &[String], marked: impl Fn(String) -> String) -> String {
        let kernel = self.place.and_then(|place| headings.get(place)).cloned();
        let is_of_steps = self.steps.is_some() && self.hint.rule == Rule::HostGaps;
        let run = if is_of_steps { "every step" } else { "the run" };
        let kernel = kernel.map_or_else(|| run.to_owned(), marked);
        match (self.others(), &self.hint.library) {
            (0, _) | (_, None) => kernel,
            (more, Some(library)) => {
                let kernels = count(more as u64, "more kernel", "more kernels");
                format!("{kernel} and {kernels} of {library}")
            }
        }
    }

    /// What it should bring, for a launch and over the run.
    pub(super) fn expected(&self) -> String {
        let saved = self.saved().filter(|_| self.is_repeated || self.others() > 0);
        let saved = saved.map_or_else(String::new, |saved| format!("; saves about {saved}"));
        format!("{}{saved}", self.of_launch())
    }

    /// What it should bring for a launch; where it is for many kernels, for all of theirs.
    pub(super) fn of_launch(&self) -> String {
        match self.likely().filter(|_| self.others() > 0) {
            Some(likely) => {
                let (each, unit) = match self.steps {
                    Some(steps) => (steps as f64, " a step"),
                    None => (1.0, ""),
                };
                let time = |ns: f64| duration((ns / each).round() as u64);
                format!(
                    "these kernels about {} faster: {} → {}{unit}, an unchecked estimate",
                    times(likely),
                    time(self.total_ns),
                    time(self.total_ns - self.saved_ns)
                )
            }
            None => expected(self.hint),
        }
    }

    /// How many times faster what is changed is likely to become.
    fn likely(&self) -> Option<f64> {
        let rest = self.total_ns - self.saved_ns;
        (self.is_priced() && rest > 0.0).then(|| self.total_ns / rest)
    }

    /// `19× (2.4 to 55)`.
    pub(super) fn gain(&self) -> String {
        match self.likely().filter(|_| self.others() > 0) {
            Some(likely) => times(likely),
            None => gain_of(Some(self.hint), true).unwrap_or_default(),
        }
    }

    fn is_priced(&self) -> bool {
        matches!(self.hint.expected, Expected::Time { .. })
    }

    /// The time that it saves over the run, where it has a price; of a program that repeats
    /// itself, in a step.
    pub(super) fn saved(&self) -> Option<String> {
        let times = |ns: f64| duration(ns.round() as u64);
        let saved = match self.steps {
            Some(steps) => format!("{} a step", times(self.saved_ns / steps as f64)),
            None => times(self.saved_ns),
        };
        let whole = if self.steps.is_some() { "of it" } else { "of the run" };
        let share = self.share_of_run.map(|share| format!(", {} % {whole}", per_cent(share)));
        let kernels = self.share_of_kernels.map(per_cent);
        let kernels = kernels.map(|share| format!(", {share} % of the time in kernels"));
        let words = [Some(saved), share, kernels].into_iter().flatten().collect::<String>();
        self.is_priced().then_some(words)
    }
}

/// What to change, the change first that saves most time over the run.
pub(super) fn changes<'a>(advised: &'a Advised<'_>) -> Vec<Change<'a>> {
    let mut all: Vec<Change<'a>> = Vec::new();
    for (place, (kernel, advice)) in advised.kernels().enumerate() {
        let Some(hint) = advice.and_then(|advice| advice.hints.first()) else { continue };
        let change = Change::of_kernel(place, kernel, hint);
        match all.iter_mut().find(|other| other.is_same_call(&change)) {
            Some(other) if other.total_ns >= change.total_ns => other.join(&change),
            Some(other) => {
                let smaller = std::mem::replace(other, change);
                other.join(&smaller);
            }
            None => all.push(change),
        }
    }
    let least = LEAST_SHARE_OF_RUN * advised.analysis.run.kernel_time_ns as f64;
    all.retain(|change| change.saved_ns >= least);
    all.extend(
        advised
            .run_advice
            .hints
            .first()
            .map(|hint| Change::of_run(hint, advised.analysis.run.steps)),
    );
    all.sort_by(|a, b| b.saved_ns.total_cmp(&a.saved_ns));
    let run = &advised.analysis.run;
    let span = span_without_start(advised.analysis);
    // Of a GPU that mostly waits, the part of the run says little of a kernel.
    let kernels_ns = run.kernel_time_ns as f64;
    let mostly_waits = span.is_some_and(|span| kernels_ns < span / 2.0);
    for change in &mut all {
        change.steps = run.steps.map(|steps| steps.count);
        let of_kernels = Fraction::clamped(change.saved_ns / kernels_ns.max(1.0));
        change.share_of_kernels = of_kernels.filter(|_| mostly_waits && change.place.is_some());
        change.share_of_run = span.and_then(|span| {
            Fraction::clamped(change.saved_ns / span).filter(|_| change.saved_ns <= span)
        });
    }
    all
}

/// How long the run takes from its first kernel to its last, its start left out; of a program
/// that repeats itself its steps.
fn span_without_start(analysis: &Analysis) -> Option<f64> {
    if let Some(steps) = &analysis.run.steps {
        return Some(steps.total_ns());
    }
    let evidence = &analysis.run.criteria.get(&Criterion::HSync)?.evidence;
    let start = evidence.of_trace(TraceNumber::StartupNs).unwrap_or(0.0);
    Some(evidence.of_trace(TraceNumber::SpanNs)? - start).filter(|span| *span > 0.0)
}

/// The share of the time that a change may save. Where it has no price, what the criterion
/// lacks stands for it.
fn saved_share(hint: &Hint) -> f64 {
    match &hint.expected {
        Expected::Time { gain, .. } => 1.0 - 1.0 / gain.likely.max(1.0),
        Expected::Unpriced { deficit, .. } => deficit / 2.0,
    }
}

/// A respect in which the GPU can do only so much, and the measured share of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Roof {
    pub(super) name: String,
    pub(super) share: f64,
}

/// The roofs over a kernel that are known.
#[derive(Debug, Default)]
pub(super) struct Roofs {
    memory: Option<Roof>,
    l2: Option<Roof>,
    pipe: Option<Roof>,
    issue: Option<Roof>,
}

impl Roofs {
    pub(super) fn new(
        advised: &Advised<'_>,
        kernel: &KernelReport,
        advice: Option<&Advice>,
    ) -> Self {
        let analysis = advised.analysis;
        let named = |name: &str, share| Roof { name: name.to_owned(), share };
        let notes = kernel.criteria.get(&Criterion::Ci).map(|report| &report.evidence.notes);
        let pipe = notes.into_iter().flatten().find_map(|note| match note {
            Note::BusiestPipe { pipe, share } => Some(named(&format!("{pipe} pipe"), share.get())),
            _ => None,
        });
        Self {
            memory: advice
                .and_then(|advice| advice.memory_share)
                .map(|share| named("memory", share)),
            l2: l2(advised, kernel).map(|share| named("L2", share)),
            pipe,
            issue: issue(analysis, kernel).map(|share| named("issue", share)),
        }
    }

    /// Of moving bytes, the one that is nearer; not known without that of device memory.
    pub(super) fn memory(&self) -> Option<&Roof> {
        nearer(Some(self.memory.as_ref()?), self.l2.as_ref())
    }

    /// Of executing instructions, the one that is nearer.
    pub(super) fn compute(&self) -> Option<&Roof> {
        nearer(self.pipe.as_ref(), self.issue.as_ref())
    }

    /// The one that the kernel comes nearest to. Without the roof that most kernels are under
    /// it is not known.
    pub(super) fn nearest(&self) -> Option<&Roof> {
        nearer(Some(self.memory()?), self.compute())
    }
}

fn nearer<'a>(one: Option<&'a Roof>, other: Option<&'a Roof>) -> Option<&'a Roof> {
    [one, other].into_iter().flatten().max_by(|a, b| a.share.total_cmp(&b.share))
}

/// Warp instructions of what the SMs can issue.
fn issue(analysis: &Analysis, kernel: &KernelReport) -> Option<f64> {
    possible(per_s(kernel, INST_EXECUTED)? / analysis.machine?.instructions_per_s?)
}

/// Bytes between SMs and L2 of what a copy moves there, as the device profile has it.
fn l2(advised: &Advised<'_>, kernel: &KernelReport) -> Option<f64> {
    const SECTOR: f64 = 32.0;
    let bandwidth = advised.device_profile?.number("bandwidth.l2_copy")?.0 * 1e9;
    possible(SECTOR * per_s(kernel, L2_SECTORS_FROM_L1)? / bandwidth)
}

fn per_s(kernel: &KernelReport, counter: &str) -> Option<f64> {
    let [work] = kernel.work.as_slice() else { return None };
    let seconds = kernel.durations?.median_ns.max(1) as f64 * 1e-9;
    Some(work.counts.get(counter)? / seconds)
}

/// More than there can be is of launches that did not all do the same.
fn possible(share: f64) -> Option<f64> {
    (share <= 1.02).then_some(share)
}

/// What the first hint is likely to bring.
pub(super) fn gain(advice: Option<&Advice>, is_wide: bool) -> String {
    let Some(advice) = advice else { return "?".to_owned() };
    gain_of(advice.hints.first(), is_wide).unwrap_or_else(|| {
        let is_unknown = advice.nothing.as_ref().is_some_and(|nothing| nothing.is_unknown());
        if is_unknown { "?" } else { "-" }.to_owned()
    })
}

fn gain_of(hint: Option<&Hint>, is_wide: bool) -> Option<String> {
    Some(match &hint?.expected {
        Expected::Time { gain, .. } if is_wide => {
            format!("{} ({} to {})", times(gain.likely), short(gain.low), short(gain.high))
        }
        Expected::Time { gain, .. } => times(gain.likely),
        Expected::Unpriced { .. } => "not priced".to_owned(),
    })
}

/// How many times faster the first hint is likely to make it.
pub(super) fn likely(advice: Option<&Advice>) -> Option<f64> {
    match advice?.hints.first()?.expected {
        Expected::Time { gain, .. } => Some(gain.likely),
        Expected::Unpriced { .. } => None,
    }
}

/// The kernel's own criterion that is farthest from 100.
pub(super) fn weakest(kernel: &KernelReport) -> Option<(Criterion, f64)> {
    let own = kernel.criteria.iter().filter(|(criterion, _)| !criterion.is_of_run());
    let measured = own.filter_map(|(criterion, report)| {
        Some((*criterion, report.aggregate.value.measured()?.get()))
    });
    // What a kernel has to compute is no fault.
    measured.filter(|(c, _)| *c != Criterion::Ci).min_by(|a, b| a.1.total_cmp(&b.1))
}

/// `OCC 4`.
pub(super) fn weakest_words(kernel: &KernelReport) -> String {
    weakest(kernel).map_or_else(
        || "?".to_owned(),
        |(criterion, value)| format!("{criterion} {:.0}", 100.0 * value),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roof(name: &str, share: f64) -> Option<Roof> {
        Some(Roof { name: name.to_owned(), share })
    }

    #[test]
    fn the_nearest_roof_is_the_largest_share_of_both_sides() {
        let mut roofs = Roofs {
            memory: roof("memory", 0.3),
            pipe: roof("fma", 0.2),
            issue: roof("issue", 0.5),
            ..Roofs::default()
        };
        assert_eq!(roofs.compute(), roof("issue", 0.5).as_ref());
        assert_eq!(roofs.nearest(), roof("issue", 0.5).as_ref());
        roofs.issue = None;
        assert_eq!(roofs.compute(), roof("fma", 0.2).as_ref());
        assert_eq!(roofs.nearest(), roof("memory", 0.3).as_ref());
        roofs.l2 = roof("L2", 0.4);
        assert_eq!(roofs.nearest(), roof("L2", 0.4).as_ref());
        roofs.memory = None;
        assert_eq!(roofs.nearest(), None);
    }

    #[test]
    fn without_the_memory_share_no_roof_is_nearest() {
        let roofs = Roofs { issue: roof("issue", 0.5), ..Roofs::default() };
        assert_eq!((roofs.memory(), roofs.nearest()), (None, None));
        assert_eq!(roofs.compute(), roof("issue", 0.5).as_ref());
    }
}
