//! Why one implementation takes longer than another: what they ask of the GPU, side by side,
//! and what to change.

use std::fmt::Write as _;
use std::iter;

use propp_base_text::{Page, duration, indented, table};
use propp_judge_criteria::Criterion;

use super::ranking::{Problem, Ranked};
use super::why::CountedWork;

/// CountedWork of less than this factor explains no difference.
const LEAST_FACTOR: f64 = 1.2;

/// Criteria that differ by less, in hundredths, are not listed.
const LEAST_DIFFERENCE: f64 = 5.0;

/// The named implementations side by side, one alone beside the fastest; what explains the
/// difference; and the hints on each that was named.
pub(super) fn text(problem: &Problem, names: &[&Ranked], page: Page) -> String {
    let mut sides = names.to_vec();
    if let [one] = names {
        let others = || problem.ranked.iter().filter(|other| other.name() != one.name());
        sides.extend(others().min_by_key(|other| other.time.median_ns));
    }
    let mut out = beside(&sides, page);
    if let [one, other] = sides.as_slice() {
        let (slow, fast) =
            if one.time.median_ns >= other.time.median_ns { (one, other) } else { (other, one) };
        let _ = write!(out, "\n{}\n", indented(&difference(slow, fast), page.width, 0, 2));
    }
    for one in names {
        let faster = sides.iter().filter(|other| other.time.median_ns < one.time.median_ns);
        out.push_str(&hints(one, faster.min_by_key(|other| other.time.median_ns), page));
    }
    out
}

fn beside(sides: &[&Ranked], page: Page) -> String {
    let names: Vec<String> = sides.iter().map(|one| one.name()).collect();
    // A line for the library and one for the implementation.
    let title = |one: &&Ranked| format!("{}\n{}", one.library, one.variant);
    let mut shown = Table::new(sides.iter().map(title).collect());
    if sides.len() == 2 {
        shown.titles.push("first /\nsecond".to_owned());
    }
    let mut row =
        |what: &str, has_factor, values: Vec<Option<f64>>, words: &dyn Fn(f64) -> String| {
            if values.iter().all(Option::is_none) {
                return;
            }
            let cell = |value: &Option<f64>| value.map_or_else(|| "?".to_owned(), words);
            let factor = match values.as_slice() {
                [Some(a), Some(b)] if *b > 0.0 && has_factor => Some(format!("{:.2}", a / b)),
                [_, _] => Some(String::new()),
                _ => None,
            };
            let cells = values.iter().map(cell).chain(factor).collect();
            shown.rows.push((what.to_owned(), cells));
        };
    let of = |value: &dyn Fn(&Ranked) -> Option<f64>| -> Vec<Option<f64>> {
        sides.iter().map(|one| value(one)).collect()
    };
    let time = |ns: f64| duration(ns.round() as u64);
    row("time", true, of(&|one| Some(one.time.median_ns as f64)), &time);
    row("  half its 95 % interval", false, of(&|one| Some(one.time.relative_half())), &|share| {
        format!("{:.1} %", 100.0 * share)
    });
    row("  beside its kernels", true, of(&waits_ns), &time);
    row("predicted", true, of(&|one| one.predicted_ns.map(|ns| ns as f64)), &time);
    for work in CountedWork::ALL {
        row(work.name(), true, of(&|one| one.why.work.get(&work).copied()), &|v| work.words(v));
    }
    for criterion in Criterion::ALL {
        let value = |one: &Ranked| Some(100.0 * one.criteria.get(&criterion)?.measured()?.get());
        let values = of(&value);
        let known = values.iter().flatten();
        let (low, high) =
            known.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
        if high - low >= LEAST_DIFFERENCE {
            row(criterion.name(), false, values, &|value| format!("{value:.0}"));
        }
    }
    let mostly: Vec<Option<String>> = sides.iter().map(|one| one.why.mostly()).collect();
    let mut out = shown.text(page);
    if mostly.iter().any(Option::is_some) {
        let words = names
            .iter()
            .zip(mostly)
            .filter_map(|(name, mostly)| Some(format!("{name} {}", mostly?)));
        let line = format!(
            "Most of the predicted time goes into: {}.",
            words.collect::<Vec<_>>().join(", ")
        );
        let _ = write!(out, "\n{}\n", indented(&line, page.width, 0, 2));
    }
    out
}

/// Cells by what they say and of whom. Columns for which a line has no room stand below.
struct Table {
    titles: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    fn new(titles: Vec<String>) -> Self {
        Self { titles, rows: Vec::new() }
    }

    fn text(&self, page: Page) -> String {
        let first = self.rows.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
        let mut parts: Vec<Vec<usize>> = Vec::new();
        let mut room = 0;
        for column in 0..self.titles.len() {
            let width = self.width(column) + 1;
            match parts.last_mut().filter(|_| width <= room) {
                Some(part) => part.push(column),
                None => {
                    room = page.width.saturating_sub(first);
                    parts.push(vec![column]);
                }
            }
            room = room.saturating_sub(width);
        }
        let part = |columns: &Vec<usize>| {
            let titles = columns.iter().map(|column| self.titles[*column].as_str());
            let mut shown = table::dense(iter::once("").chain(titles), |place| place > 0, page);
            for (what, cells) in &self.rows {
                let cells = columns.iter().map(|column| &cells[*column]);
                shown.add_row(iter::once(what).chain(cells));
            }
            table::text(&shown)
        };
        parts.iter().map(part).collect::<Vec<_>>().join("\n")
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|(_, cells)| cells[column].as_str());
        let lines = cells.chain(self.titles[column].lines());
        lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }
}

/// What is left of a run beside its kernels: launches, waits, copies.
fn waits_ns(one: &Ranked) -> Option<f64> {
    let kernels = Some(one.why.kernels_ns).filter(|ns| *ns > 0.0)?;
    Some((one.time.median_ns as f64 - kernels).max(0.0))
}

/// What the slower one does more or worse.
fn difference(slow: &Ranked, fast: &Ranked) -> String {
    let times = slow.time.median_ns as f64 / fast.time.median_ns.max(1) as f64;
    let lead = format!("{} takes {times:.2} times as long as {}", slow.name(), fast.name());
    if slow.time.overlaps(&fast.time) {
        return format!(
            "{} and {} are a tie: the 95 % intervals of their times overlap.",
            slow.name(),
            fast.name()
        );
    }
    if let Some(unknown) = [slow, fast].into_iter().find(|one| one.why.kernels_ns <= 0.0) {
        return format!(
            "{lead}. The recording has no kernels of {}, so why is not known.",
            unknown.name()
        );
    }
    let mut reasons = more_work(slow, fast);
    reasons.extend(worse(slow, fast));
    let more_ns = slow.time.median_ns.saturating_sub(fast.time.median_ns) as f64;
    reasons.extend(parts(slow, fast, more_ns));
    let mut text = if reasons.is_empty() {
        format!(
            "{lead}, with about the same work: how it is spread over the GPU and how long warps wait \
             make the difference (hints below)."
        )
    } else {
        format!("{lead}: {}.", reasons.join("; "))
    };
    let contradicts = slow.predicted_ns.zip(fast.predicted_ns).is_some_and(|(a, b)| a < b);
    if contradicts {
        text += " The cost model predicts the other order, so what it says the time goes into does \
                 not explain this difference.";
    }
    text
}

/// What the difference adds up from, where it is not all in the kernel that takes most: that kernel, the
/// others, and what is between them. Kernels have their times from another run than the whole.
fn parts(slow: &Ranked, fast: &Ranked, more_ns: f64) -> Vec<String> {
    const WORTH_A_WORD: f64 = 0.1;
    let main = |one: &Ranked| one.why.kernels_ns - one.why.others_ns;
    let all = [
        main(slow) - main(fast),
        slow.why.others_ns - fast.why.others_ns,
        waits_ns(slow).unwrap_or(0.0) - waits_ns(fast).unwrap_or(0.0),
    ];
    let is_told = |ns: f64| ns.abs() >= WORTH_A_WORD * more_ns;
    if !all[1..].iter().copied().any(is_told) {
        return Vec::new();
    }
    let kernel = match slow.why.kernel == fast.why.kernel {
        true => format!("in {}", slow.why.kernel),
        false => format!("in {} than in {} there", slow.why.kernel, fast.why.kernel),
    };
    let launches = |one: &Ranked| one.why.work.get(&CountedWork::Launches).copied();
    let launches = launches(slow).zip(launches(fast)).filter(|(a, b)| a != b);
    let launches =
        launches.map_or_else(String::new, |(a, b)| format!(" ({a:.0} launches for {b:.0})"));
    let places =
        [kernel, "in its other kernels".to_owned(), format!("outside of its kernels{launches}")];
    let amount = |ns: f64| {
        let word = if ns > 0.0 { "more" } else { "less" };
        format!("{} {word}", duration(ns.abs().round() as u64))
    };
    let told = all.into_iter().zip(places).filter(|(ns, _)| is_told(*ns));
    let mut told: Vec<String> = told.map(|(ns, place)| format!("{} {place}", amount(ns))).collect();
    let rest = more_ns - all.iter().sum::<f64>();
    if is_told(rest) {
        told.push(format!("{} that the run of single kernels did not show", amount(rest)));
    }
    told
}

/// Criteria of the slower one that are far lower, the most first.
fn worse(slow: &Ranked, fast: &Ranked) -> Vec<String> {
    const FAR: f64 = 20.0;
    let value =
        |one: &Ranked, criterion| Some(100.0 * one.criteria.get(&criterion)?.measured()?.get());
    let own = Criterion::ALL.into_iter().filter(|c| !c.is_of_run() && *c != Criterion::Ci);
    let both = own.filter_map(|c| Some((c, value(slow, c)?, value(fast, c)?)));
    let mut far: Vec<_> = both.filter(|(_, a, b)| b - a >= FAR).collect();
    far.sort_by(|x, y| (y.2 - y.1).total_cmp(&(x.2 - x.1)));
    far.iter().map(|(criterion, a, b)| format!("{criterion} {a:.0} for {b:.0}")).collect()
}

/// Such as `10.9 times the warp instructions`, the most first.
fn more_work(slow: &Ranked, fast: &Ranked) -> Vec<String> {
    // Launches count by the time that they take, beside the kernels.
    let counted = CountedWork::ALL.into_iter().filter(|work| *work != CountedWork::Launches);
    let factor = |work: CountedWork| {
        let [a, b] = [slow, fast].map(|one| one.why.work.get(&work).copied());
        a.zip(b).filter(|(_, b)| *b > 0.0).map(|(a, b)| (a / b, work))
    };
    let mut all: Vec<(f64, CountedWork)> = counted.filter_map(factor).collect();
    all.retain(|(factor, _)| *factor >= LEAST_FACTOR);
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.iter().map(|(factor, work)| format!("{factor:.1} times the {}", work.noun())).collect()
}

/// The hints on the kernel that takes most of the time.
fn hints(one: &Ranked, faster: Option<&&Ranked>, page: Page) -> String {
    if one.why.is_closed {
        let text = format!(
            "{}: the kernels come compiled with {}; only how it is called can change.",
            one.name(),
            one.library
        );
        return format!("\n{}\n", indented(&text, page.width, 0, 2));
    }
    let Some(advice) = &one.why.advice else {
        let text = format!("{}: the recording has no counters of it.", one.name());
        return format!("\n{}\n", indented(&text, page.width, 0, 2));
    };
    let name = one.name();
    // Who calls a library does not edit it.
    let whose = match one.library.as_str() {
        library @ ("cub" | "thrust") => format!(
            "{name} is code of {library}: choose another implementation. For who changes a copy of it, hints"
        ),
        _ => format!("{name}, hints"),
    };
    let title = format!("{whose} on its kernel {}:", one.why.kernel);
    let mut out = format!("\n{}\n", indented(&title, page.width, 0, 2));
    let work = faster.map(|faster| (faster.name(), more_work(one, faster)));
    match work {
        // What is done well may still be too much.
        Some((name, more)) if advice.hints.is_empty() && !more.is_empty() => {
            let text = format!(
                "no rule found a defect in how it works; it does more than {name} ({}): the remedy is \
                 its algorithm",
                more.join(", ")
            );
            let _ = writeln!(out, "{}", indented(&text, page.width, 2, 2));
        }
        _ => out.push_str(&propp_judge_hints::words::text(advice, page)),
    }
    out
}
