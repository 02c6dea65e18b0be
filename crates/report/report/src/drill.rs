//! The packet's second page: all of one change, or of one kernel, in a bounded size.

mod text;

use std::collections::BTreeMap;

use propp_base_text::{cut, cut_words, printable};
use propp_code_lines::Sources;
use propp_judge_analysis::{Analysis, Configuration, KernelReport, Needs};
use propp_judge_hints::{Advice, Advised, Evidence, SHOWN};
use schemars::JsonSchema;
use serde::Serialize;

use super::brief::{ChangeBrief, FILE, TEXT, is_emulated, names, typed};
use super::first::{Change, Roof, Roofs, changes};
use super::lines::{LineRow, Shares, hottest, rows};

const SCHEMA: &str = "propp.drill/1";

/// Lines of a kernel unless another number is asked for, and at most.
pub const LINES: usize = 5;
pub const MOST_LINES: usize = 15;
const EVIDENCE: usize = 6;
const CAUSES: usize = 3;
const KERNELS: usize = 8;
// Characters.
const REMEDY: usize = 900;
const SOURCE: usize = 80;

/// One change or one kernel of a recording, in at most 1,500 tokens.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show --change, and --brief -k")]
pub struct Drill {
    /// Always `propp.drill/1`.
    schema: &'static str,
    /// The change that was asked for; null where it was a kernel.
    change: Option<WholeChange>,
    /// The kernel, or the one of the change's that takes most time; null for a change of the run.
    kernel: Option<KernelBrief>,
    /// The kernel's hottest lines in the order of the source, or its instructions where the code has no
    /// lines; empty unless a line run counted them.
    lines: Vec<LineBrief>,
    /// Lines that ran and are not in this list.
    lines_left_out: usize,
    /// What to type next.
    next: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WholeChangeJson")]
struct WholeChange {
    #[serde(flatten)]
    brief: ChangeBrief,
    /// Why it is so, the likeliest first.
    causes: Vec<String>,
    /// The numbers that it rests on.
    evidence: Vec<EvidenceBrief>,
    /// The kernels that want it, the one with most time first.
    all_kernels: Vec<NamedKernel>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "EvidenceBriefJson")]
struct EvidenceBrief {
    what: String,
    /// Null where the words have the number.
    value: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "NamedKernelJson")]
struct NamedKernel {
    kernel_id: String,
    kernel: String,
    total_ns: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KernelBriefJson")]
struct KernelBrief {
    kernel_id: String,
    kernel: String,
    /// Of its launches; several where they are merged.
    configurations: Vec<Configuration>,
    /// Null where no run was traced, as in emulation.
    launches: Option<u64>,
    /// The median launch; null without times.
    launch_ns: Option<u64>,
    /// All launches; null without times.
    total_ns: Option<u64>,
    /// Of the time of all kernels.
    time_share: Option<f64>,
    /// The criteria from 0 to 1 that have a value.
    criteria: BTreeMap<&'static str, f64>,
    /// Of an emulated kernel: what a launch asks the caches for.
    asked: Option<AskedBrief>,
    /// Shares of what the GPU can do.
    roofs: Vec<RoofBrief>,
    /// All that was found, by what it should bring.
    changes: Vec<ChangeBrief>,
    /// Why nothing is worth changing, where nothing is.
    nothing: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AskedBriefJson")]
struct AskedBrief {
    /// Bytes of the different sectors of 32 bytes that a launch reads and writes.
    needed_bytes: f64,
    /// The sectors that its accesses touch, over the different ones.
    l1_times: f64,
    /// The sectors that pass between L1 and L2, over the different ones.
    l2_times: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RoofBriefJson")]
struct RoofBrief {
    roof: String,
    share: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LineBriefJson")]
struct LineBrief {
    /// File and line, or the instruction.
    at: String,
    /// The text of the line; null if the file was not found.
    text: Option<String>,
    /// Of the kernel's time: sampled where warps were sampled, else predicted.
    time_share: Option<f64>,
    /// Instructions that warps executed there.
    executed: u64,
    /// 32-byte sectors of global memory.
    sectors: u64,
    /// How many times what the threads asked for.
    sectors_times: Option<f64>,
    /// Wavefronts of shared memory.
    wavefronts: u64,
    /// Rules that are about this line.
    rules: Vec<String>,
}

/// Which of a recording's changes: its number in the packet, or its id.
pub fn find<'a>(all: &'a [ChangeBrief], asked: &str) -> Result<usize, Unfound<'a>> {
    let number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let place = number.or_else(|| all.iter().position(|change| change.id == asked));
    place.filter(|place| *place < all.len()).ok_or(Unfound { all })
}

/// The changes that there are, where the one asked for is not among them.
#[derive(Debug)]
pub struct Unfound<'a> {
    all: &'a [ChangeBrief],
}

impl std::fmt::Display for Unfound<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ids: Vec<&str> =
            self.all.iter().map(|change| change.id.as_str()).take(KERNELS).collect();
        match ids.as_slice() {
            [] => f.write_str("no change was found in this recording"),
            [one] => write!(f, "the only change is 1 ({one})"),
            ids => write!(f, "there are 1 to {}: {}", self.all.len(), ids.join(", ")),
        }
    }
}

/// All changes of a recording as the packet has them, without its limit.
pub fn all_changes(advised: &Advised<'_>) -> Vec<ChangeBrief> {
    let labels = names(advised);
    changes(advised).iter().map(|change| ChangeBrief::of(change, advised, &labels)).collect()
}

impl Drill {
    /// The change of this place among [`all_changes`].
    pub fn of_change(advised: &Advised<'_>, place: usize, with: &With<'_>) -> Self {
        let labels = names(advised);
        let all = changes(advised);
        let change = &all[place];
        let hint = change.hint;
        let evidence = hint.evidence.iter().take(EVIDENCE).map(|one| {
            let Evidence { what, value, measured, .. } = one;
            let value = measured.is_none().then_some(*value);
            EvidenceBrief { what: cut(&printable(what), TEXT), value }
        });
        let whole = WholeChange {
            brief: ChangeBrief {
                change: cut_words(&hint.remedy, REMEDY),
                ..ChangeBrief::of(change, advised, &labels)
            },
            causes: hint.causes.iter().take(CAUSES).map(|text| cut(text, TEXT)).collect(),
            evidence: evidence.collect(),
            all_kernels: wanting(change, advised, &labels),
        };
        let id = whole.brief.id.clone();
        let of_kernel = change.place.map(|place| kernel(advised, place, &labels, with));
        Self::new(advised.listing.analysis, Some(whole), of_kernel, with, &id)
    }

    /// The kernel of this place in the listing.
    pub fn of_kernel(advised: &Advised<'_>, place: usize, with: &With<'_>) -> Self {
        let found = kernel(advised, place, &names(advised), with);
        let id = found.0.changes.first().map(|change| change.rule.clone()).unwrap_or_default();
        Self::new(advised.listing.analysis, None, Some(found), with, &id)
    }

    fn new(
        analysis: &Analysis,
        change: Option<WholeChange>,
        of_kernel: Option<(KernelBrief, Vec<LineBrief>, usize)>,
        with: &With<'_>,
        id: &str,
    ) -> Self {
        let (kernel, lines, lines_left_out) = of_kernel
            .map_or((None, Vec::new(), 0), |(kernel, lines, left)| (Some(kernel), lines, left));
        let file = typed(with.file);
        let mut next = Vec::new();
        if let Some(kernel) = &kernel {
            let id = &kernel.kernel_id;
            next.extend(match (lines.is_empty(), is_emulated(analysis)) {
                (true, true) => None,
                (true, false) => {
                    Some("propp profile --lines APP (source lines of the defects)".to_owned())
                }
                (false, _) => Some(format!("propp advise {file} -k {id} (arrays, and patches)")),
            });
        }
        let rule = id.split('@').next().unwrap_or_default();
        if !rule.is_empty() {
            next.push(format!("propp explain {rule} (what the rule looks at)"));
        }
        next.push(format!("propp compare {file} AFTER.propp --verdict (after the change)"));
        Self { schema: SCHEMA, change, kernel, lines, lines_left_out, next }
    }

    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    pub fn schema() -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(&schemars::schema_for!(Self))? + "\n")
    }
}

/// What a drill needs beside the advice.
pub struct With<'a> {
    pub file: &'a str,
    pub sources: &'a Sources,
    pub lines: usize,
}

/// The kernels that want a change, those with most time.
fn wanting(change: &Change<'_>, advised: &Advised<'_>, labels: &[String]) -> Vec<NamedKernel> {
    let all = advised.listing.kernels.iter().zip(labels);
    let mut all: Vec<NamedKernel> = all
        .filter(|(kernel, _)| change.numbers().contains(&kernel.number))
        .map(|(kernel, label)| NamedKernel {
            kernel_id: kernel.id(),
            kernel: label.clone(),
            total_ns: kernel.total_ns(),
        })
        .collect();
    all.sort_by_key(|kernel| std::cmp::Reverse(kernel.total_ns));
    all.truncate(KERNELS);
    all
}

fn kernel(
    advised: &Advised<'_>,
    place: usize,
    labels: &[String],
    with: &With<'_>,
) -> (KernelBrief, Vec<LineBrief>, usize) {
    let kernel: &KernelReport = advised.listing.kernels[place];
    let advice = advised.kernel_advice[place].as_ref();
    let (lines, left_out) = lines(kernel, advice, with);
    (brief(advised, kernel, advice, labels, place), lines, left_out)
}

fn brief(
    advised: &Advised<'_>,
    kernel: &KernelReport,
    advice: Option<&Advice>,
    labels: &[String],
    place: usize,
) -> KernelBrief {
    let roofs = Roofs::new(advised, kernel, advice);
    let roof = |roof: &Roof| RoofBrief { roof: roof.name.clone(), share: roof.share };
    let criteria = kernel.criteria.iter().filter_map(|(criterion, report)| {
        Some((criterion.name(), report.aggregate.value.measured()?.get()))
    });
    let hints = advice.map(|advice| advice.hints.as_slice()).unwrap_or_default();
    KernelBrief {
        kernel_id: kernel.id(),
        kernel: labels[place].clone(),
        configurations: kernel.configurations.iter().take(SHOWN).copied().collect(),
        launches: kernel.seen,
        launch_ns: kernel.durations.map(|durations| durations.median_ns),
        total_ns: kernel.durations.map(|durations| durations.total_ns),
        time_share: kernel.time_share.map(f64::from),
        criteria: criteria.collect(),
        asked: asked(kernel),
        roofs: [roofs.memory(), roofs.compute()].into_iter().flatten().map(roof).collect(),
        changes: hints
            .iter()
            .take(SHOWN)
            .map(|hint| ChangeBrief::of(&Change::of_kernel(place, kernel, hint), advised, labels))
            .collect(),
        nothing: advice.and_then(|advice| advice.nothing.as_ref()).map(ToString::to_string),
    }
}

fn asked(kernel: &KernelReport) -> Option<AskedBrief> {
    let [work] = kernel.work.as_slice() else { return None };
    let Needs { read_bytes, written_bytes, .. } = Needs::of(work)?;
    let [l1_times, l2_times] = Needs::asked_times(work)?;
    Some(AskedBrief { needed_bytes: read_bytes + written_bytes, l1_times, l2_times })
}

fn lines(
    kernel: &KernelReport,
    advice: Option<&Advice>,
    with: &With<'_>,
) -> (Vec<LineBrief>, usize) {
    let Some(shares) = Shares::of(kernel, advice) else { return (Vec::new(), 0) };
    let mut rows = rows(&shares);
    let left_out = hottest(&mut rows, with.lines.min(MOST_LINES));
    (rows.iter().map(|row| LineBrief::of(row, with.sources)).collect(), left_out)
}

impl LineBrief {
    fn of(row: &LineRow<'_>, sources: &Sources) -> Self {
        let counts = &row.counts;
        let at = row.place.map_or_else(
            || row.label.clone(),
            |place| format!("{}:{}", printable(place.file_name()), place.line),
        );
        let text = row.place.and_then(|place| sources.text(place));
        Self {
            at: cut(&at, FILE),
            text: text.map(|text| cut(&printable(text.trim()), SOURCE)),
            time_share: row.heat(),
            executed: counts.executed,
            sectors: counts.sectors,
            sectors_times: (counts.ideal_sectors > 0)
                .then(|| counts.sectors as f64 / counts.ideal_sectors as f64),
            wavefronts: counts.wavefronts,
            rules: row.hints.iter().map(|hint| hint.rule.name().to_owned()).collect(),
        }
    }
}
