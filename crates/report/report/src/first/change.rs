//! What to change first, and what it brings over the run.

use std::collections::HashMap;

use propp_base_model::Fraction;
use propp_base_text::{count, duration, per_cent, printable, times};
use propp_judge_analysis::{Analysis, KernelReport, Steps};
use propp_judge_criteria::{Criterion, TraceNumber};
use propp_judge_hints::words::briefly;
use propp_judge_hints::{Advised, Expected, Hint, Rule};

use super::gain::gain_of;
use super::{gpus, whole_ns};

/// What gains less is not worth the first screen.
const LEAST_SHARE_OF_RUN: f64 = 0.005;

/// A change that is expected to save less of the run comes after one whose gain only has a bound.
const GOOD_PART: f64 = 0.05;

/// The first hint of the run, or of kernels: of one, of all those of a library whose calls want the same
/// change, or of all that are launched too often.
pub struct Change<'a> {
    /// The place in the listing of the kernel that takes most time; none for the run.
    pub place: Option<usize>,
    pub hint: &'a Hint,
    /// The numbers of all kernels that want the change.
    numbers: Vec<usize>,
    /// The time of the kernels, or of the run.
    total_ns: f64,
    saved_ns: f64,
    /// The part of the run that this is, without the run's start.
    share_of_run: Option<Fraction>,
    /// Whether the kernel is launched more than once, so that the gain of a launch is not all.
    is_repeated: bool,
    /// How many steps the report is about, and none if the program does not repeat itself.
    steps: Option<usize>,
    /// The part of the time in kernels, where that is not the run's.
    share_of_kernels: Option<Fraction>,
}

impl<'a> Change<'a> {
    pub(crate) fn of_kernel(place: usize, kernel: &KernelReport, hint: &'a Hint) -> Self {
        let total_ns = kernel.total_ns() as f64;
        let is_repeated = kernel.durations.is_some_and(|d| total_ns > 1.5 * d.median_ns as f64);
        let numbers = vec![kernel.number];
        Self { place: Some(place), numbers, is_repeated, ..Self::new(hint, total_ns) }
    }

    fn of_run(hint: &'a Hint, steps: Option<&Steps>) -> Self {
        let now_ns = match &hint.expected {
            Expected::Time { now_ns, .. } | Expected::AtMost { now_ns, .. } => *now_ns,
            Expected::Unpriced { .. } => 0.0,
        };
        // They are told of one step.
        Self::new(hint, now_ns * steps.map_or(1.0, |steps| steps.reported as f64))
    }

    fn new(hint: &'a Hint, total_ns: f64) -> Self {
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

    /// Library and remedy: where they are the same, one change of the user's program does both. What is
    /// launched too often is the host's to change, whatever kernels it launches.
    fn call(&self) -> Option<(&'a str, &'a str)> {
        let library = self.hint.library.as_deref();
        let own = Some("").filter(|_| self.hint.rule == Rule::LaunchBound);
        Some((library.or(own)?, &self.hint.remedy))
    }

    /// How many kernels want it.
    pub fn kernels(&self) -> usize {
        self.numbers.len()
    }

    /// The numbers of the kernels that want it.
    pub(crate) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    fn others(&self) -> usize {
        self.numbers.len().saturating_sub(1)
    }

    fn join(&mut self, other: &Self) {
        self.numbers.extend(&other.numbers);
        self.total_ns += other.total_ns;
        self.saved_ns += other.saved_ns;
    }

    /// What is changed: the run, or the kernel with this heading.
    pub fn subject(&self, headings: &[String]) -> String {
        self.subject_with(headings, |kernel| kernel)
    }

    /// The same with the kernel's number, by which `-k` knows it.
    pub fn numbered_subject(&self, headings: &[String]) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(usize::to_string).collect();
        let number = match numbers.as_slice() {
            [one] => format!(" (kernel {one})"),
            _ => String::new(),
        };
        let subject = self.subject_with(headings, |kernel| kernel + &number);
        if self.others() == 0 { subject } else { format!("{subject} ({})", numbers.join(", ")) }
    }

    /// What is wrong, and in which line where that is known.
    pub fn title(&self) -> String {
        let place = self.hint.at.as_ref().and_then(|at| at.place.as_ref());
        let place = place.filter(|_| self.others() == 0).map_or_else(String::new, |place| {
            format!(" in {}:{}", printable(place.file_name()), place.line)
        });
        format!("{}{place}", self.hint.rule.title())
    }

    fn subject_with(&self, headings: &[String], marked: impl Fn(String) -> String) -> String {
        let kernel = self.place.and_then(|place| headings.get(place)).cloned();
        let run = match self.hint.rule {
            _ if self.steps.is_some() => "every step",
            _ => "the run",
        };
        let kernel = kernel.map_or_else(|| run.to_owned(), marked);
        let others = self.others();
        if others == 0 {
            return kernel;
        }
        let of =
            self.hint.library.as_ref().map_or_else(String::new, |library| format!(" of {library}"));
        format!("{kernel} and {}{of}", count(others as u64, "more kernel", "more kernels"))
    }

    /// What it should bring, for a launch and over the run.
    pub fn expected(&self) -> String {
        let saved = self.saved().filter(|_| self.is_repeated || self.others() > 0);
        let saved = saved.map_or_else(String::new, |saved| format!("; saves about {saved}"));
        format!("{}{saved}", self.of_launch())
    }

    /// What it should bring for a launch; where it is for many kernels, for all of theirs.
    pub fn of_launch(&self) -> String {
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
            None => briefly(self.hint),
        }
    }

    /// How many times faster what is changed is likely to become.
    fn likely(&self) -> Option<f64> {
        let rest = self.total_ns - self.saved_ns;
        (self.is_priced() && rest > 0.0).then(|| self.total_ns / rest)
    }

    /// `19× (2.4 to 55)`.
    pub fn gain(&self) -> String {
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
    pub fn saved(&self) -> Option<String> {
        let times = |ns: f64| duration(ns.round() as u64);
        let saved = match self.steps {
            Some(steps) => format!("{} a step", times(self.saved_ns / steps as f64)),
            None => times(self.saved_ns),
        };
        let whole = if self.steps.is_some() { "the step" } else { "the run" };
        let share = self.share_of_run.map(|share| format!("{} % of {whole}", per_cent(share)));
        let kernels = self.share_of_kernels.map(per_cent);
        let kernels = kernels.map(|share| format!("{share} % of the time in kernels"));
        let shares: Vec<String> = share.into_iter().chain(kernels).collect();
        let shares = match shares.as_slice() {
            [] => String::new(),
            shares => format!(" ({})", shares.join(", ")),
        };
        self.is_priced().then(|| saved + &shares)
    }
}

/// What to change, the change first that saves most time over the run. What only has a bound comes
/// after the changes that are expected to save a good part of the run, and before those that are not.
pub fn changes<'a>(advised: &'a Advised<'_>) -> Vec<Change<'a>> {
    let mut all: Vec<Change<'a>> = Vec::new();
    let mut of_call: HashMap<(&str, &str), usize> = HashMap::new();
    for (place, (kernel, advice)) in advised.all_kernels().enumerate() {
        let Some(hint) = advice.and_then(|advice| advice.hints.first()) else { continue };
        let change = Change::of_kernel(place, kernel, hint);
        let next = all.len();
        let known = change.call().map_or(next, |call| *of_call.entry(call).or_insert(next));
        match all.get_mut(known) {
            Some(other) if other.total_ns >= change.total_ns => other.join(&change),
            Some(other) => {
                let smaller = std::mem::replace(other, change);
                other.join(&smaller);
            }
            None => all.push(change),
        }
    }
    let least = LEAST_SHARE_OF_RUN * advised.listing.analysis.run.kernel_time_ns as f64;
    all.retain(|change| change.saved_ns >= least);
    let run = &advised.listing.analysis.run;
    let of_run = advised.run_advice.hints.first();
    all.extend(of_run.map(|hint| Change::of_run(hint, run.steps.as_ref())));
    let span = whole_ns(advised.listing.analysis);
    let expected_ns = |change: &Change<'_>| match change.hint.expected {
        Expected::AtMost { .. } => GOOD_PART * span.unwrap_or(0.0),
        Expected::Time { .. } | Expected::Unpriced { .. } => change.saved_ns,
    };
    all.sort_by(|a, b| expected_ns(b).total_cmp(&expected_ns(a)));
    all.iter_mut().for_each(|change| change.numbers.sort_unstable());
    // Of a GPU that mostly waits, the part of the run says little of a kernel.
    let kernels_ns = run.kernel_time_ns as f64;
    let mostly_waits = span.is_some_and(|span| kernels_ns < span / 2.0);
    for change in &mut all {
        change.steps = run.steps.as_ref().map(|steps| steps.reported);
        let of_kernels = Fraction::clamped(change.saved_ns / kernels_ns.max(1.0));
        change.share_of_kernels = of_kernels.filter(|_| mostly_waits && change.place.is_some());
        change.share_of_run = span.and_then(|whole| {
            Fraction::clamped(change.saved_ns / whole).filter(|_| change.saved_ns <= whole)
        });
    }
    all
}

/// What changes bring together, where several have a price and it is a hundredth at least: each alone
/// is priced for the run as it was recorded. `None` where kernels run side by side, so that their times do not add up.
pub fn together(analysis: &Analysis, changes: &[Change<'_>]) -> Option<String> {
    const SIDE_BY_SIDE: f64 = 1.02;
    const WORTH_A_WORD: f64 = 1.01;
    let run = &analysis.run;
    let busy = run.criteria.get(&Criterion::HSync)?.evidence.of_trace(TraceNumber::BusyNs)?;
    let priced = || changes.iter().filter(|change| change.is_priced());
    if priced().count() < 2 || run.kernel_time_ns as f64 > SIDE_BY_SIDE * busy {
        return None;
    }
    let span = whole_ns(analysis)?;
    let rest = span - priced().map(|change| change.saved_ns).sum::<f64>();
    let steps = run.steps.as_ref();
    let (each, unit) = steps.map_or((1.0, ""), |steps| (steps.reported as f64, " a step"));
    let each = each * gpus(analysis);
    let time = |ns: f64| duration((ns / each).round() as u64);
    let unpriced = without_unpriced(changes);
    let faster = match span / rest {
        // `1.0×` says nothing.
        small if small < 1.1 => format!("{:.0} %", 100.0 * (small - 1.0)),
        large => times(large),
    };
    (rest > 0.0 && span > WORTH_A_WORD * rest).then(|| {
        format!(
            "Together about {faster} faster: {} → {}{unit}{unpriced}; each gain above assumes that it is the only change",
            time(span),
            time(rest)
        )
    })
}

/// Which changes, by their numbers on the screen, are not in what all bring together.
fn without_unpriced(changes: &[Change<'_>]) -> String {
    let numbers = (1_usize..).zip(changes).filter(|(_, change)| !change.is_priced());
    let numbers: Vec<String> = numbers.map(|(number, _)| number.to_string()).collect();
    match numbers.as_slice() {
        [] => String::new(),
        [one] => format!(", without change {one}, whose likely gain is unknown"),
        many => format!(", without changes {}, whose likely gains are unknown", many.join(" and ")),
    }
}

/// The share of the time that a change may save. Where it has no price, what the criterion
/// lacks stands for it.
fn saved_share(hint: &Hint) -> f64 {
    match &hint.expected {
        Expected::Time { gain, .. } => 1.0 - 1.0 / gain.likely.max(1.0),
        Expected::AtMost { most, .. } => 1.0 - 1.0 / most.max(1.0),
        Expected::Unpriced { deficit, .. } => deficit / 2.0,
    }
}
