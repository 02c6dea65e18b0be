//! The results of pairs as Markdown, and as the file of margins.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use propp_judge_hints::{Margin, Rule};

use super::margins::margin;
use super::order::{Kept, planted};
use super::{DEFECT, PairResult, Summary, by_domain, by_rule, of_all, of_unfitted};

/// Four tables: by rule, by domain, what came first in place of the defect, and by pair.
pub fn markdown(outcomes: &[PairResult]) -> String {
    let mut out = String::new();
    let whole = [of_all(outcomes), of_unfitted(outcomes)];
    summaries(&mut out, "rule", by_rule(outcomes).into_iter().chain(whole.into_iter().flatten()));
    out.push('\n');
    let domains = by_domain(outcomes);
    let shares = domains.iter().filter(|one| one.found > 0);
    let shares: Vec<f64> = shares.map(|one| one.within as f64 / one.found as f64).collect();
    summaries(&mut out, "domain", domains.into_iter());
    let mean = 100.0 * shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    let _ = writeln!(out, "\nEach domain counted once, {mean:.0} % are within the range.");
    confusions(&mut out, outcomes);
    out.push_str(
        "\n| rule | pair | problems found | first hints | likely gain | range | realised gain |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for own in outcomes.chunk_by(|one, other| one.pair == other.pair) {
        pair_line(&mut out, own);
    }
    out
}

fn summaries(out: &mut String, kind: &str, all: impl Iterator<Item = Summary>) {
    let _ = write!(
        out,
        "| {kind} | pairs | domains | outcomes | found | first | within range | median factor off | \
         median width of range |\n|---|---|---|---|---|---|---|---|---|\n"
    );
    let number = |value: Option<f64>| value.map_or_else(String::new, |v| format!("{v:.2}"));
    let share = |part: usize, whole: usize| match whole {
        0 => String::new(),
        _ => format!("{part} of {whole} ({:.0} %)", 100.0 * part as f64 / whole as f64),
    };
    for of in all {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            of.name,
            of.pairs,
            of.domains,
            of.outcomes,
            of.found,
            share(of.first[0], of.first[1]),
            share(of.within, of.found),
            number(of.error),
            number(of.width)
        );
    }
}

/// Which hint came first where none of the planted defects did, most often first.
fn confusions(out: &mut String, outcomes: &[PairResult]) {
    let mut all: BTreeMap<(Option<Rule>, &str), [usize; 2]> = BTreeMap::new();
    let costly = outcomes.iter().filter(|one| one.realised >= DEFECT);
    for one in costly {
        if !one.first.is_some_and(|first| planted(one, outcomes).contains(&first)) {
            let [number, unfitted] = all.entry((one.pair.rule, name(one.first))).or_default();
            *number += 1;
            *unfitted += usize::from(!one.pair.is_fitted());
        }
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|((rule, first), numbers)| (Reverse(*numbers), *rule, *first));
    out.push_str("\n| defect | first hint | outcomes | not in the fit |\n|---|---|---|---|\n");
    for ((rule, first), [number, unfitted]) in all {
        let _ = writeln!(out, "| {} | {first} | {number} | {unfitted} |", name(rule));
    }
}

fn name(rule: Option<Rule>) -> &'static str {
    rule.map_or("none", Rule::name)
}

/// The first hints of a pair's problems, each with their number.
fn first_hints(own: &[PairResult]) -> String {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for one in own {
        *numbers.entry(name(one.first)).or_default() += 1;
    }
    let all = numbers.into_iter().map(|(name, number)| match own.len() {
        1 => name.to_owned(),
        _ => format!("{name} {number}"),
    });
    all.collect::<Vec<_>>().join(", ")
}

/// The minimum and maximum over a pair's problems.
fn pair_line(out: &mut String, own: &[PairResult]) {
    let Some(PairResult { pair, .. }) = own.first() else { return };
    let found: Vec<[f64; 3]> = own.iter().filter_map(|one| one.expected).collect();
    let span = |values: Vec<f64>| {
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        match values.len() {
            0 => String::new(),
            1 => format!("{least:.2}"),
            _ => format!("{least:.2} to {most:.2}"),
        }
    };
    let _ = writeln!(
        out,
        "| {} | {} | {} of {} | {} | {} | {} | {} |",
        name(pair.rule),
        pair.words(),
        found.len(),
        own.len(),
        first_hints(own),
        span(found.iter().map(|[_, likely, _]| *likely).collect()),
        span(found.iter().flat_map(|[low, _, high]| [*low, *high]).collect()),
        span(own.iter().map(|one| one.realised).collect())
    );
}

pub fn margins(outcomes: &[PairResult]) -> String {
    let all: Vec<&PairResult> = outcomes.iter().collect();
    let kept = Kept::new(&all, outcomes);
    let mut out = String::from(
        "# How far realised gains are from priced ones, by rule: written by `propp hints calibrate \
         --margins`\n# (lab/hints.md).\n",
    );
    let mut row = |name: String, margin: Option<Margin>| {
        if let Some(Margin { low, likely, high, kept, .. }) = margin {
            let _ = write!(
                out,
                "\n[{name}]\nlow = {low:.3}\nlikely = {likely:.3}\nhigh = {high:.3}\nkept = {kept:.2}\n"
            );
        }
    };
    row("pooled".to_owned(), margin(None, &all, &kept));
    for rule in Rule::ALL {
        let own = margin(Some(rule), &all, &kept).filter(|margin| margin.calibrated);
        row(format!("rules.{rule}"), own);
    }
    out
}
