//! Why one implementation takes longer than another: what both ask of the GPU, side by side,
//! and what to change.

use std::fmt::Write as _;

use propp_criteria::Criterion;
use propp_text::{Page, duration, indented, table};

use super::ranking::{Problem, Ranked};
use super::why::Work;

/// Each of the named implementations beside another one, and its hints.
#[must_use]
pub(super) fn text(problem: &Problem, names: &[&Ranked], page: Page) -> String {
    let mut out = String::new();
    let fastest = problem.ranked.iter().min_by_key(|one| one.time.median_ns);
    for (place, one) in names.iter().enumerate() {
        let best = fastest.map_or(one.time.median_ns, |best| best.time.median_ns).max(1);
        let line = format!(
            "{}: {}, place {} of {}, {:.2} times the fastest",
            one.name(),
            duration(one.time.median_ns),
            one.place,
            problem.ranked.len(),
            one.time.median_ns as f64 / best as f64
        );
        let _ = writeln!(
            out,
            "{}{}",
            if place == 0 { "" } else { "\n" },
            indented(&line, page.width, 0, 2)
        );
        if place == 0 {
            let next = || problem.ranked.iter().find(|other| other.name() != one.name());
            let other = names.get(1).copied();
            let other = other.or(fastest.filter(|best| best.name() != one.name())).or_else(next);
            if let Some(other) = other {
                let _ = write!(out, "\n{}", beside(one, other, page));
            }
        }
        out.push_str(&hints(one, page));
    }
    out
}

fn beside(one: &Ranked, other: &Ranked, page: Page) -> String {
    let names = [one, other].map(Ranked::name);
    let titles = ["", &names[0], &names[1], "factor"];
    let mut rows: Vec<[String; 4]> = Vec::new();
    let mut row = |what: &str, [a, b]: [Option<f64>; 2], words: &dyn Fn(f64) -> String| {
        let cell = |value: Option<f64>| value.map_or_else(|| "?".to_owned(), words);
        let factor = a.zip(b).filter(|(_, b)| *b > 0.0).map(|(a, b)| format!("{:.2}", a / b));
        if a.is_some() || b.is_some() {
            rows.push([what.to_owned(), cell(a), cell(b), factor.unwrap_or_default()]);
        }
    };
    let time = |ns: f64| duration(ns.round() as u64);
    let both = [one, other];
    row("time", both.map(|of| Some(of.time.median_ns as f64)), &time);
    row("predicted", both.map(|of| of.predicted_ns.map(|ns| ns as f64)), &time);
    for work in Work::ALL {
        row(work.name(), both.map(|of| of.why.work.get(&work).copied()), &|v| work.words(v));
    }
    for criterion in Criterion::ALL.into_iter().filter(|criterion| !criterion.is_of_run()) {
        let value = |of: &Ranked| Some(100.0 * of.criteria.get(&criterion)?.measured()?.get());
        let [a, b] = both.map(value);
        if let (Some(a), Some(b)) = (a, b)
            && (a - b).abs() >= 5.0
        {
            rows.push([
                criterion.name().to_owned(),
                format!("{a:.0}"),
                format!("{b:.0}"),
                String::new(),
            ]);
        }
    }
    if let [Some(a), Some(b)] = both.map(|of| of.why.mostly()) {
        rows.insert(2, ["  mostly".to_owned(), a, b, String::new()]);
    }
    let mut shown = table::dense(titles, |column| column > 0, page);
    for row in rows {
        shown.add_row(row);
    }
    table::text(&shown)
}

fn hints(one: &Ranked, page: Page) -> String {
    match &one.why.advice {
        Some(advice) => {
            let kernel = format!("\nHints on its kernel {}:", one.why.kernel);
            format!(
                "{}\n{}",
                indented(&kernel, page.width, 0, 2),
                propp_report::advice(advice, page)
            )
        }
        None => "\nThe recording has no counters of it.\n".to_owned(),
    }
}
