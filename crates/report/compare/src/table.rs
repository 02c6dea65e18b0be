//! The table for a terminal or a text file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use propp_base_names::{KernelName, labels};
use propp_base_text::{Page, duration, grouped, indented, launch, per_cent};

use super::align::How;
use super::comparison::{Against, Comparison, PairedKernels, Side};
use super::doubts::Doubt;
use super::explain::{Moved, Reasons};
use super::time::{Change, Verdict};
use super::whole_step;

/// Rows of a side; the other kernels are counted.
const MAX_ROWS: usize = 20;

/// The column where names begin.
const NAMES_AT: usize = 49;
const MIN_NAME_WIDTH: usize = 24;

pub fn table(comparison: &Comparison<'_>, page: Page) -> String {
    let names = Names::new(comparison, page.width.saturating_sub(NAMES_AT).max(MIN_NAME_WIDTH));
    // Where they do not fit beside the numbers, they stand below.
    let is_wide = page.width >= NAMES_AT + MIN_NAME_WIDTH;
    let names_at = if is_wide { NAMES_AT } else { 4 };
    let mut out = String::new();
    let mut put = |first: usize, rest: usize, text: &str| {
        let _ = writeln!(out, "{}", indented(text, page.width, first, rest));
    };
    put(0, 2, &format!("GPU: {}", comparison.gpus().join("; ")));
    if comparison.totals.iter().any(Option::is_some) {
        put(0, 0, "");
        put(0, 0, "    time in kernels    at least     at most   QM  launches  side");
        for (place, side) in comparison.order.iter().enumerate() {
            put(0, 4, &ranked(comparison, place, *side));
        }
        for line in of_steps(comparison) {
            put(0, 2, &line);
        }
    }
    for against in &comparison.against {
        put(0, 0, "");
        put(0, 2, &headline(against));
        whole_step::words(comparison, against).iter().for_each(|line| put(2, 4, line));
        for line in doubts(against) {
            put(2, 4, &line);
        }
        for line in mover(comparison, &names, against) {
            put(2, 4, &line);
        }
        put(0, 0, "");
        let only_order = is_only_ordered(against);
        put(2, 2, if only_order { ORDER_TITLES } else { TITLES });
        for row in against.rows.iter().take(MAX_ROWS) {
            if only_order {
                let unknown = if row.pair.a.is_some() && row.pair.b.is_some() { "?" } else { "-" };
                let verdict = row.predicted.map_or_else(|| unknown.to_owned(), |o| o.words());
                put(2, 4, &format!("{verdict:<13} {}", names.row(against, row)));
                row.without_order.iter().for_each(|why| put(16, 18, why));
                reasons(&row.reasons).iter().for_each(|line| put(16, 18, line));
            } else {
                put(2, names_at, &line(&names, against, row));
            }
        }
        if let Some(more @ 1..) = against.rows.len().checked_sub(MAX_ROWS) {
            put(2, 2, &format!("and {more} more kernels of less time; --format json has them"));
        }
    }
    put(0, 0, "");
    put(0, 0, legend(comparison));
    out
}

const TITLES: &str = "  before     after  speedup  at least to most  kernel";
const ORDER_TITLES: &str = "predicted     kernel";

/// Whether nothing was timed, so that counts give an order or none.
fn is_only_ordered(against: &Against<'_>) -> bool {
    let is_expected = || against.rows.iter().any(|row| row.expected.is_some());
    let is_unknown = || has_no_times(against) && !is_expected();
    against.change.is_none() && (has_order(against) || is_unknown())
}

fn has_order(against: &Against<'_>) -> bool {
    against.rows.iter().any(|row| row.predicted.is_some())
}

/// What the words and numbers mean.
pub(super) fn legend(comparison: &Comparison<'_>) -> &'static str {
    if comparison.against.iter().all(is_only_ordered) { ORDER_LEGEND } else { LEGEND }
}

const ORDER_LEGEND: &str = "Predicted: whether a launch should be faster or slower than before, by \
     prices of emulated counts (propp explain engine says how often that is right), and how certain \
     that is; cannot tell: below 90 %. Criteria are in hundredths.";

const LEGEND: &str = "Speedup: the median launch's time before, divided by its time after; above 1 the \
     second side is faster. = is a tie: the intervals overlap. An interval is the 95 % confidence \
     interval of the median (of fewer than six launches: least to greatest), widened by the usual \
     difference between runs of the same program. Predicted times have a certainty; cannot tell: \
     below 90 %. Criteria are in hundredths.";

/// How long a step takes on each side, and that the other times are of a step, too.
pub(super) fn of_steps(comparison: &Comparison<'_>) -> Vec<String> {
    let of_side = |side: &Side<'_>| {
        let steps = side.steps()?;
        let last = steps.first_reported + steps.reported - 1;
        Some(format!(
            "A step of {} takes {}, GPU busy {} % (steps {} to {last} of {}{})",
            side.name,
            in_words(steps.each_ns()),
            per_cent(steps.busy),
            steps.first_reported,
            steps.count,
            steps.origin().map(|origin| format!(", {origin}")).unwrap_or_default(),
        ))
    };
    let mut lines: Vec<String> = comparison.sides.iter().filter_map(of_side).collect();
    if !lines.is_empty() {
        lines.insert(
            0,
            "Times in kernels and launches are of a step (--step none: of the run).".into(),
        );
    }
    lines
}

fn ranked(comparison: &Comparison<'_>, place: usize, side: usize) -> String {
    let name = &comparison.sides[side].name;
    let of = &comparison.sides[side];
    let launches: u64 = of.kernels().iter().map(|k| k.seen.unwrap_or(0)).sum();
    let launches = (launches as f64 / of.parts()).round();
    let [time, low, high, quality] = figures(comparison, side);
    let place =
        if comparison.is_ordered(side) { format!("{:>2}.", place + 1) } else { "   ".to_owned() };
    format!("{place} {time:>15} {low:>11} {high:>11} {quality:>4} {launches:>9}  {name}")
}

/// The time of a side in kernels, at least, at most, and its quality.
pub(super) fn figures(comparison: &Comparison<'_>, side: usize) -> [String; 4] {
    let time =
        comparison.totals[side].map(|total| [total.ns, total.low_ns, total.high_ns].map(in_words));
    let [time, low, high] = time.unwrap_or_else(|| ["?"; 3].map(str::to_owned));
    let quality = comparison.quality(side).map_or("?".to_owned(), |q| format!("{:.0}", q * 100.0));
    [time, low, high, quality]
}

pub(super) fn in_words(ns: f64) -> String {
    duration(ns.round() as u64)
}

pub(super) fn headline(against: &Against<'_>) -> String {
    let Against { side: other, base, .. } = against;
    match against.change {
        None if against.unrelated => format!(
            "{other} and {base} are different programs without a common kernel (a library's aside): their times are of \
             different work and not ordered; -k NAME, once for each, compares kernels that do the same"
        ),
        None if against.rows.iter().any(|row| row.expected.is_some()) => {
            format!("{other} against {base}: one of them has no times; ~ is predicted")
        }
        None if has_order(against) => {
            let all = against.predicted.map(|order| order.words());
            let all = all.map_or_else(String::new, |all| format!("; all kernels together: {all}"));
            format!("{other} against {base}: predicted from counts, nothing was timed{all}")
        }
        None if has_no_times(against) => {
            format!("{other} against {base}: neither has times, and no prices tell an order")
        }
        None => format!("{other} against {base}: one of them has no times"),
        Some(change) => format!("{other} against {base}, time in kernels: {}", verdict(&change)),
    }
}

fn has_no_times(against: &Against<'_>) -> bool {
    let kernels = against.rows.iter().flat_map(|row| [&row.before, &row.after]).flatten();
    kernels.map(|kernel| kernel.total_ns).all(|total| total == 0)
}

/// Why the second side may not do the work of the first.
pub(super) fn doubts(against: &Against<'_>) -> Vec<String> {
    let words =
        |doubt: &Doubt| format!("not the same work? {}", doubt.words(&against.base, &against.side));
    against.doubts.iter().map(words).collect()
}

fn verdict(change: &Change) -> String {
    let Change { speedup, low, high, .. } = change;
    match change.verdict {
        Verdict::Tie => {
            format!("a tie ({speedup:.2} times as fast, {low:.2} to {high:.2})")
        }
        Verdict::Faster => format!("{speedup:.2} times as fast ({low:.2} to {high:.2})"),
        Verdict::Slower => format!(
            "slower, it takes {:.2} times as long ({:.2} to {:.2})",
            1.0 / speedup,
            1.0 / high,
            1.0 / low
        ),
    }
}

/// The kernel that made most of the difference, and the reasons.
pub(super) fn mover(
    comparison: &Comparison<'_>,
    names: &Names,
    against: &Against<'_>,
) -> Vec<String> {
    let Some(row) = against.mover.map(|place| &against.rows[place]) else { return Vec::new() };
    let launches = |side: usize, place: Option<usize>| {
        let side = &comparison.sides[side];
        side.launches(side.kernels().get(place?)?)
    };
    let (before, after) = (launches(0, row.pair.a), launches(against.place, row.pair.b));
    let more = match (before, after) {
        (Some(before), Some(after)) if before != after => {
            format!(", launched {after} times, before {before}")
        }
        _ => String::new(),
    };
    let mut lines = Vec::new();
    lines.extend(against.shares.map(|shares| shares.words()));
    if against.rows.len() > 1 || !more.is_empty() {
        lines.push(format!("most of the difference: {}{more}", names.row(against, row)));
    }
    lines.extend(reasons(&against.reasons));
    if let (Some(speedup), Some(expected)) = (against.reasons.predicted, row.expected) {
        let verdict = expected.verdict();
        let verdict = if verdict.is_empty() { verdict } else { format!(" ({verdict})") };
        lines.push(format!("the cost model expects a speedup of {speedup:.2}{verdict}"));
    }
    lines
}

pub(super) fn reasons(reasons: &Reasons) -> Vec<String> {
    let list = |moved: &[Moved], number: &dyn Fn(Option<f64>) -> String| {
        let each = moved.iter().map(|moved| {
            format!("{} {} to {}", moved.what, number(moved.before), number(moved.after))
        });
        each.collect::<Vec<_>>().join(", ")
    };
    let hundredths =
        |value: Option<f64>| value.map_or("none".to_owned(), |v| format!("{:.0}", 100.0 * v));
    let count = |value: Option<f64>| value.map_or("?".to_owned(), |v| grouped(v.round()));
    let mut lines = Vec::new();
    for (word, moved) in [
        ("explained by", &reasons.by),
        ("moved the other way", &reasons.against),
        ("changed", &reasons.changed),
        ("on one side alone", &reasons.one_sided),
    ] {
        if !moved.is_empty() {
            lines.push(format!("{word}: {}", list(moved, &hundredths)));
        }
    }
    if !reasons.work.is_empty() {
        lines.push(format!("work of a launch: {}", list(&reasons.work, &count)));
    }
    lines
}

fn line(names: &Names<'_>, against: &Against<'_>, row: &PairedKernels<'_>) -> String {
    let name = names.row(against, row);
    let name = match row.shares {
        Some(shares) => format!("{name} (the GPU alone {:.2})", shares.gpu),
        None => name,
    };
    match (row.change, row.expected) {
        (Some(change), _) => {
            let sign = if change.verdict == Verdict::Tie { "=" } else { " " };
            format!(
                "{:>8}  {:>8} {sign}{:>7.2}  {:>7.2} to {:<6.2}  {name}",
                in_words(change.before.ns),
                in_words(change.after.ns),
                change.speedup,
                change.low,
                change.high,
            )
        }
        (None, Some(expected)) => {
            let time = |ns: f64| format!("~{}", in_words(ns));
            format!(
                "{:>8}  {:>8} ~{:>7.2}  {:<17}  {name}",
                time(expected.before_ns),
                time(expected.after_ns),
                expected.speedup,
                expected.verdict(),
            )
        }
        (None, None) => {
            let time = |side: usize, place: Option<usize>| {
                let kernel = place.map(|place| names.comparison.sides[side].kernels()[place]);
                let durations = kernel.and_then(|kernel| kernel.durations);
                durations.map_or("-".to_owned(), |d| duration(d.median_ns))
            };
            let (before, after) = (time(0, row.pair.a), time(against.place, row.pair.b));
            format!("{before:>8}  {after:>8} {:27}  {name}", "")
        }
    }
}

/// Labels of the kernels, distinct within each side.
pub(super) struct Names<'a> {
    comparison: &'a Comparison<'a>,
    labels: Vec<Vec<String>>,
}

impl<'a> Names<'a> {
    pub(super) fn new(comparison: &'a Comparison<'a>, width: usize) -> Self {
        let side_labels = |side: &Side<'_>| -> Vec<String> {
            let kernels = side.kernels();
            let names: Vec<&KernelName> = kernels.iter().map(|k| &k.name).collect();
            let mut uses: BTreeMap<&KernelName, usize> = BTreeMap::new();
            names.iter().for_each(|name| *uses.entry(name).or_default() += 1);
            let all = kernels.iter().zip(labels(&names, width));
            all.map(|(kernel, label)| match kernel.configurations.first() {
                Some(own) if uses[&kernel.name] > 1 => {
                    format!("{label} {}", launch(own.grid, own.block, own.dynamic_shared_bytes))
                }
                _ => label,
            })
            .collect()
        };
        Self { comparison, labels: comparison.sides.iter().map(side_labels).collect() }
    }

    /// One name, or both names with how they were paired.
    pub(super) fn row(&self, against: &Against<'_>, row: &PairedKernels<'_>) -> String {
        let name = |side: usize, place: usize| self.labels[side][place].as_str();
        let sides = &self.comparison.sides;
        // The time of a launch says little where there are more or fewer of them.
        let launches = |a: usize, b: usize| {
            let seen =
                |side: usize, place: usize| sides[side].launches(sides[side].kernels()[place]);
            match (seen(0, a), seen(against.place, b)) {
                (Some(before), Some(after)) if before != after => {
                    format!(", launches {} -> {}", grouped(before as f64), grouped(after as f64))
                }
                _ => String::new(),
            }
        };
        match (row.pair.a, row.pair.b, row.pair.how) {
            (Some(a), Some(b), How::Signature) => format!("{}{}", name(0, a), launches(a, b)),
            (Some(a), Some(b), How::Name) => {
                format!("{} (other grid, block or resources){}", name(0, a), launches(a, b))
            }
            (Some(a), Some(b), how) => {
                let how = if how == How::Function { "same function" } else { "alike" };
                format!("{} -> {} ({how}){}", name(0, a), name(against.place, b), launches(a, b))
            }
            (Some(a), None, _) => format!("{} (gone)", name(0, a)),
            (None, Some(b), _) => format!("{} (new)", name(against.place, b)),
            (None, None, _) => String::new(),
        }
    }
}
