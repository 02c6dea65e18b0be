//! The packet: a report of bounded size for programs that tune kernels, above all language models.

use std::fmt::Write as _;

use propp_base_names::labels;
use propp_base_text::{cut, cut_words, duration, per_cent, printable};
use propp_judge_analysis::{Analysis, KernelReport};
use propp_judge_hints::words::ONLY_A_BOUND;
use propp_judge_hints::{Advised, Expected, Hint};
use propp_recording_wire::Severity;
use schemars::JsonSchema;
use serde::Serialize;

use super::cures;
use super::first::{Change, Roofs, beside_steps, changes, together, verdict};

const SCHEMA: &str = "propp.brief/1";

const CHANGES: usize = 5;
const NEAR_ROOF: usize = 5;
const NOTICES: usize = 3;
const ALSO: usize = 3;
/// Of the peak: a kernel that has this share has little to gain by itself.
const NEAR: f64 = 0.75;
// Characters.
const NAME: usize = 60;
const REMEDY: usize = 320;
pub(super) const TEXT: usize = 200;
pub(super) const FILE: usize = 80;

/// What to know of a program's kernels before changing anything, in at most 1,500 tokens.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show --brief")]
pub struct Brief {
    /// Always `propp.brief/1`.
    schema: &'static str,
    /// How busy the GPU was, and what a step or the run takes.
    verdict: String,
    /// What came before the steps; empty for most programs.
    beside: Vec<String>,
    /// What to change, the change that saves most first.
    changes: Vec<ChangeBrief>,
    /// More changes that are not in this list.
    changes_left_out: usize,
    /// What all of them bring together; null if that is not known.
    together: Option<String>,
    /// Kernels that are near what the GPU can do and in which no rule found a defect: leave them alone.
    near_roof: Vec<NearRoof>,
    /// What could not be judged, and what cures it.
    not_judged: Vec<NotJudged>,
    /// What to type next, and what has the rest.
    next: Vec<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChangeJson")]
pub struct ChangeBrief {
    /// The same in all recordings of a program: the rule, and the kernel that takes most time or `run`.
    pub id: String,
    /// The rule that found it (`propp explain RULE`).
    pub rule: String,
    /// What is wrong.
    pub title: String,
    /// The kernel that takes most of the time; null for a change of the run.
    pub kernel: Option<String>,
    /// That kernel's id, for `propp show FILE -k ID`.
    pub kernel_id: Option<String>,
    /// How many kernels want the same change.
    pub kernels: usize,
    /// Nanoseconds of a launch now, or of the run or a step; null without a price.
    pub now_ns: Option<f64>,
    /// The likely gain as a factor, and the range of past gains; null without a price.
    pub gain: Option<[f64; 3]>,
    /// The factor that no change can pass, where that is all that is known of the gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// What it saves over the run, or a step, in words.
    pub saves: Option<String>,
    /// The source line; null if it is not known.
    pub at: Option<String>,
    /// What to change.
    pub change: String,
    /// What else was found in the kernel, and where.
    pub also: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NearRoofJson")]
struct NearRoof {
    kernel: String,
    kernel_id: String,
    /// The resource, and the share of its peak that the kernel has.
    roof: String,
    share: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NotJudgedJson")]
struct NotJudged {
    /// A short fixed word.
    code: String,
    /// What was seen.
    seen: String,
    /// What to do, where that is one thing.
    cure: Option<String>,
    /// What the cure costs, by what the runs of this recording took; null where no run is needed.
    seconds: Option<f64>,
}

impl NotJudged {
    fn new(code: &str, seen: String, analysis: &Analysis) -> Self {
        let cure = cures::of(code);
        Self {
            code: code.to_owned(),
            seen,
            seconds: cure.as_ref().and_then(|cure| cure.seconds(analysis)),
            cure: cure.map(|cure| cure.words.to_owned()),
        }
    }
}

impl Brief {
    /// Of a whole recording, which is this file.
    pub fn of(advised: &Advised<'_>, file: &str) -> Self {
        let listing = &advised.listing;
        let analysis = listing.analysis;
        let labels = names(advised);
        let all = changes(advised);
        let shown = &all[..all.len().min(CHANGES)];
        let file = typed(file);
        let briefs: Vec<ChangeBrief> =
            shown.iter().map(|change| ChangeBrief::of(change, advised, &labels)).collect();
        let next = next(analysis, briefs.first(), file);
        Self {
            schema: SCHEMA,
            verdict: verdict(analysis),
            beside: beside_steps(analysis).iter().map(|line| cut(line, TEXT)).collect(),
            changes_left_out: all.len() - shown.len(),
            together: together(analysis, shown),
            changes: briefs,
            near_roof: near_roof(advised, &labels),
            not_judged: not_judged(analysis),
            next,
        }
    }

    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    pub fn schema() -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(&schemars::schema_for!(Self))? + "\n")
    }

    pub fn text(&self) -> String {
        let mut out = format!("{}\n", self.verdict);
        for line in &self.beside {
            let _ = writeln!(out, "{line}");
        }
        if self.changes.is_empty() {
            out.push_str("\nNo rule found a change that is worth something.\n");
        }
        for (number, change) in (1..).zip(&self.changes) {
            let _ = write!(out, "\n{number}. {}", change.text());
            // A reader of the beginning knows what to type.
            if let (1, Some(next)) = (number, self.next.first()) {
                let _ = writeln!(out, "   next: {next}");
            }
        }
        if self.changes_left_out > 0 {
            let _ = writeln!(out, "\n{} more changes: --all", self.changes_left_out);
        }
        if let Some(together) = &self.together {
            let _ = writeln!(out, "\n{together}.");
        }
        if !self.near_roof.is_empty() {
            out.push_str("\nNear the GPU's limit, leave alone:\n");
            for one in &self.near_roof {
                let share = 100.0 * one.share;
                let _ = writeln!(
                    out,
                    "- {} [{}]: {share:.0} % of {}",
                    one.kernel, one.kernel_id, one.roof
                );
            }
        }
        if !self.not_judged.is_empty() {
            out.push_str("\nNot judged:\n");
            for one in &self.not_judged {
                let cure = one.cure.as_ref().map_or_else(String::new, |cure| format!("; {cure}"));
                let price = one.seconds.map_or_else(String::new, |s| format!(" (about {s:.1} s)"));
                let _ = writeln!(out, "- {}: {}{cure}{price}", one.code, one.seen);
            }
        }
        out.push_str("\nNext:\n");
        for line in &self.next {
            let _ = writeln!(out, "- {line}");
        }
        out
    }
}

impl ChangeBrief {
    pub fn of(change: &Change<'_>, advised: &Advised<'_>, labels: &[String]) -> Self {
        let hint = change.hint;
        let kernel = change.place.and_then(|place| advised.listing.kernels.get(place));
        let kernel_id = kernel.map(|kernel| kernel.id());
        let (now_ns, gain, at_most) = match &hint.expected {
            Expected::Time { now_ns, gain, .. } => {
                (Some(*now_ns), Some([gain.likely, gain.low, gain.high]), None)
            }
            Expected::AtMost { now_ns, most } => (Some(*now_ns), None, Some(*most)),
            Expected::Unpriced { .. } => (None, None, None),
        };
        Self {
            id: format!("{}@{}", hint.rule, kernel_id.as_deref().unwrap_or("run")),
            rule: hint.rule.to_string(),
            title: hint.rule.title().to_owned(),
            kernel: change.place.and_then(|place| labels.get(place)).cloned(),
            kernel_id,
            kernels: change.kernels().max(usize::from(kernel.is_some())),
            now_ns,
            gain,
            at_most,
            saves: change.saved(),
            at: at(hint),
            change: cut_words(&hint.remedy, REMEDY),
            also: change.place.map_or_else(Vec::new, |place| also(advised, place, hint)),
        }
    }

    pub(super) fn text(&self) -> String {
        let subject = self.kernel.clone().unwrap_or_else(|| "the run".to_owned());
        let more = match self.kernels {
            0 | 1 => String::new(),
            all => format!(" and {} more kernels", all - 1),
        };
        let at = self.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
        let mut out = format!("[{}] {subject}{more}: {}{at}\n", self.id, self.title);
        let gain = match (self.gain, self.now_ns) {
            (Some([likely, low, high]), Some(now)) => {
                let time = duration(now.round() as u64);
                format!("now {time}; likely {likely:.2}× faster ({low:.2} to {high:.2})")
            }
            _ => match (self.at_most, self.now_ns) {
                (Some(most), Some(now)) => {
                    let time = duration(now.round() as u64);
                    format!("now {time}; at most {most:.2}× faster, {ONLY_A_BOUND}")
                }
                _ => "gain unknown".to_owned(),
            },
        };
        let saves =
            self.saves.as_ref().map_or_else(String::new, |saves| format!("; saves {saves}"));
        let _ = writeln!(out, "   {gain}{saves}");
        let _ = writeln!(out, "   change: {}", self.change);
        if !self.also.is_empty() {
            let _ = writeln!(out, "   also: {}", self.also.join("; "));
        }
        out
    }
}

/// The line that a hint is about.
fn at(hint: &Hint) -> Option<String> {
    let place = hint.at.as_ref().and_then(|at| at.place.as_ref())?;
    Some(cut(&format!("{}:{}", printable(place.file_name()), place.line), FILE))
}

/// The other hints of a kernel: without prices the first need not be the one that matters.
fn also(advised: &Advised<'_>, place: usize, but: &Hint) -> Vec<String> {
    let hints = advised.kernel_advice[place].iter().flat_map(|advice| &advice.hints);
    let others = hints.filter(|hint| hint.rule != but.rule).take(ALSO);
    let words = |hint: &Hint| match at(hint) {
        Some(at) => format!("[{}] {} at {at}", hint.rule, hint.rule.title()),
        None => format!("[{}] {}", hint.rule, hint.rule.title()),
    };
    others.map(words).collect()
}

fn near_roof(advised: &Advised<'_>, labels: &[String]) -> Vec<NearRoof> {
    // What uses a resource up by waste has a hint, and room.
    let all = advised.all_kernels().zip(labels);
    let all = all.filter(|((_, advice), _)| advice.is_none_or(|advice| advice.hints.is_empty()));
    let near = all.filter_map(|((kernel, advice), label)| {
        let roofs = Roofs::new(advised, kernel, advice);
        let roof = roofs.nearest().filter(|roof| roof.share >= NEAR)?;
        let (kernel, kernel_id) = (label.clone(), kernel.id());
        Some(NearRoof { kernel, kernel_id, roof: roof.name.clone(), share: roof.share })
    });
    near.take(NEAR_ROOF).collect()
}

fn not_judged(analysis: &Analysis) -> Vec<NotJudged> {
    let mut all = Vec::new();
    let without: Vec<&KernelReport> =
        analysis.kernels.iter().filter(|kernel| kernel.measured == 0).collect();
    if !without.is_empty() && analysis.run.measured > 0 {
        let share: f64 = without.iter().filter_map(|kernel| kernel.time_share).map(f64::from).sum();
        let seen = format!(
            "{} of {} kernels have no counters, {} % of the time",
            without.len(),
            analysis.kernels.len(),
            per_cent(share)
        );
        all.push(NotJudged::new("no-counters", seen, analysis));
    }
    let severe = analysis.notices.iter().filter(|notice| notice.severity != Severity::Info);
    let severe = severe.take(NOTICES);
    all.extend(
        severe.map(|notice| NotJudged::new(&notice.code, cut_words(&notice.text, TEXT), analysis)),
    );
    all
}

/// What a packet calls the kernels of a listing.
pub(super) fn names(advised: &Advised<'_>) -> Vec<String> {
    let names: Vec<_> = advised.listing.kernels.iter().map(|kernel| &kernel.name).collect();
    labels(&names, NAME)
}

/// A file in a command: one that is cut could not be typed.
pub(super) fn typed(file: &str) -> &str {
    if file.chars().count() > FILE { "FILE" } else { file }
}

/// Whether no GPU ran it, so that there are no lines to count.
pub(super) fn is_emulated(analysis: &Analysis) -> bool {
    analysis.notices.iter().any(|notice| notice.code == "emulated")
}

/// Commands, the first for the first change.
fn next(analysis: &Analysis, first: Option<&ChangeBrief>, file: &str) -> Vec<String> {
    let has_lines = analysis.kernels.iter().any(|kernel| kernel.lines.is_some());
    let mut next = Vec::new();
    if first.is_some() {
        let what = if has_lines { "causes, evidence, lines" } else { "causes, evidence" };
        next.push(format!("propp show {file} --change 1 ({what})"));
    }
    if !has_lines && !is_emulated(analysis) {
        next.push("propp profile --lines APP (source lines of the defects)".to_owned());
    }
    next.push(format!("propp compare {file} AFTER.propp --verdict (after the change)"));
    next.push(format!("propp show {file} --all (everything; --format json for programs)"));
    next
}
