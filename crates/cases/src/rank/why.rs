//! Why one implementation takes longer than another: what both ask of the GPU, side by side,
//! and the hints on the kernel that takes most of the time.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use propp_analysis::{Judged, KernelReport};
use propp_criteria::Criterion;
use propp_criteria::cost::Resource;
use propp_criteria::quality::Weights;
use propp_hints::{Advice, Rule, advise_kernel};
use propp_model::Machine;
use propp_model::counters::{DRAM_READ, DRAM_WRITTEN, INST_EXECUTED, L2_SECTORS_FROM_L1};
use propp_names::shorten;
use propp_text::{Page, bytes, duration, grouped, indented, table};
use serde::Serialize;

use super::ranking::{Problem, Ranked};

/// Characters of a kernel's name.
const NAME: usize = 60;

/// What the counters of an implementation say of its time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Why {
    /// The kernel that takes most of the time.
    pub kernel: String,
    /// Its hints.
    pub advice: Option<Advice>,
    /// The predicted time by what it goes into, over all kernels and launches; empty where it
    /// is not known.
    pub resources: BTreeMap<Resource, f64>,
    /// Sums over all kernels and launches.
    pub work: BTreeMap<Work, f64>,
}

/// The defect that costs most.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Defect {
    pub rule: Rule,
    pub title: &'static str,
    pub kernel: String,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    DeviceMemory,
    L2,
    Instructions,
    Launches,
}

impl Work {
    const ALL: [Self; 4] = [Self::DeviceMemory, Self::L2, Self::Instructions, Self::Launches];

    const fn name(self) -> &'static str {
        match self {
            Self::DeviceMemory => "device memory",
            Self::L2 => "from L2",
            Self::Instructions => "warp instructions",
            Self::Launches => "launches",
        }
    }

    /// A launch's.
    fn of(self, counts: &BTreeMap<String, f64>) -> Option<f64> {
        const SECTOR: f64 = 32.0;
        let count = |name: &str| counts.get(name).copied();
        match self {
            Self::DeviceMemory => Some(count(DRAM_READ)? + count(DRAM_WRITTEN)?),
            Self::L2 => Some(SECTOR * count(L2_SECTORS_FROM_L1)?),
            Self::Instructions => count(INST_EXECUTED),
            Self::Launches => Some(1.0),
        }
    }

    fn words(self, value: f64) -> String {
        match self {
            Self::DeviceMemory | Self::L2 => bytes(value.round() as u64),
            Self::Instructions | Self::Launches => grouped(value),
        }
    }
}

impl Why {
    pub(super) fn of(judged: &Judged, weights: &Weights, machine: Option<Machine>) -> Self {
        let longest = judged.kernels.iter().max_by_key(|kernel| kernel.total_ns());
        let Some(longest) = longest else { return Self::default() };
        let advice = machine.map(|machine| advise_kernel(longest, weights, machine, None));
        let work = Work::ALL.into_iter().filter_map(|work| Some((work, total(judged, work)?)));
        Self {
            kernel: shorten(&longest.name.bare, NAME),
            advice,
            resources: resources(&judged.kernels).unwrap_or_default(),
            work: work.collect(),
        }
    }

    /// What most of the predicted time goes into.
    fn mostly(&self) -> Option<String> {
        let all: f64 = self.resources.values().sum();
        let (resource, ns) = self.resources.iter().max_by(|a, b| a.1.total_cmp(b.1))?;
        (all > 0.0).then(|| format!("{:.0} % {resource}", 100.0 * ns / all))
    }

    /// The first hint, in short.
    pub(super) fn defect(&self) -> Option<Defect> {
        let hint = self.advice.as_ref()?.hints.first()?;
        let kernel = self.kernel.clone();
        Some(Defect { rule: hint.rule, title: hint.rule.title(), kernel })
    }
}

fn total(judged: &Judged, work: Work) -> Option<f64> {
    let all = judged.kernels.iter().flat_map(|kernel| &kernel.work);
    all.map(|of| Some(work.of(&of.counts)? * of.launches as f64)).sum()
}

/// `None` where the model does not cover a kernel.
fn resources(kernels: &[KernelReport]) -> Option<BTreeMap<Resource, f64>> {
    let mut all = BTreeMap::new();
    for kernel in kernels {
        let predicted = kernel.predicted.as_ref()?.as_ref().ok()?;
        let launches: u64 = kernel.work.iter().map(|work| work.launches).sum();
        for part in &predicted.parts {
            *all.entry(part.resource).or_insert(0.0) += part.share * predicted.ns * launches as f64;
        }
    }
    Some(all)
}

/// Each of the named implementations beside another one, and its hints.
#[must_use]
pub fn text(problem: &Problem, names: &[&Ranked], page: Page) -> String {
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
