//! How long the steps of a job take: the median of the ranks, their range, and the slowest ranks.

use std::collections::BTreeMap;

use maud::{Markup, html};
use propp_base_statistics::median::{median, sorted};
use propp_base_text::duration;
use propp_base_text::html::{Section, across, chart, coordinate, names, scrolling, upward};

use super::heat::rank;
use crate::Fleet;
use crate::ask::is_collective;

/// The drawing, and its border on the left, the right, above and below.
const SIZE: [f64; 2] = [900.0, 300.0];
const BORDER: [f64; 4] = [90.0, 15.0, 15.0, 45.0];

/// Ranks with lines of their own.
const SLOWEST: usize = 3;

const COLOURS: [&str; SLOWEST] = ["var(--s1)", "var(--s2)", "var(--s3)"];

/// The time of a run's kernels in each step, without collectives, which all ranks end together.
type Times = BTreeMap<u32, f64>;

pub(super) fn sections(fleet: &Fleet) -> Vec<Section> {
    let collectives: Vec<&str> = (fleet.kernels.iter())
        .filter(|kernel| is_collective((&kernel.function, "")))
        .map(|kernel| kernel.name.as_str())
        .collect();
    let mut jobs: BTreeMap<&str, BTreeMap<usize, Times>> = BTreeMap::new();
    for (_, cells) in fleet.cells.iter().filter(|(name, _)| !collectives.contains(&name.as_str())) {
        for cell in cells {
            let run = cell.run as usize;
            let of_job = jobs.entry(&fleet.runs[run].job).or_default();
            *of_job.entry(run).or_default().entry(cell.step).or_default() += cell.total_ns;
        }
    }
    let section = |(place, (job, runs)): (usize, (&str, BTreeMap<usize, Times>))| {
        let title = format!("Steps: {job}");
        let body = drawing(fleet, &format!("steps-{place}"), &runs)?;
        (runs.len() >= 2).then(|| Section::new(&format!("line-{place}"), &title, body))
    };
    jobs.into_iter().enumerate().filter_map(section).collect()
}

/// Least, median and most of the ranks in a step.
fn ranges(runs: &BTreeMap<usize, Times>) -> BTreeMap<u32, [f64; 3]> {
    let mut steps: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (&step, &ns) in runs.values().flatten() {
        steps.entry(step).or_default().push(ns);
    }
    let range = |times: &[f64]| {
        let times = sorted(times)?;
        Some([*times.first()?, median(&times)?, *times.last()?])
    };
    steps.into_iter().filter_map(|(step, times)| Some((step, range(&times)?))).collect()
}

/// The runs that are farthest above the median, in all steps together.
fn slowest(runs: &BTreeMap<usize, Times>, ranges: &BTreeMap<u32, [f64; 3]>) -> Vec<usize> {
    let above = |times: &Times| -> f64 {
        times.iter().filter_map(|(step, ns)| Some((ns - ranges.get(step)?[1]).max(0.0))).sum()
    };
    let mut all: Vec<(usize, f64)> = runs.iter().map(|(&run, times)| (run, above(times))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.into_iter().take(SLOWEST).map(|one| one.0).collect()
}

fn drawing(fleet: &Fleet, id: &str, runs: &BTreeMap<usize, Times>) -> Option<Markup> {
    let ranges = ranges(runs);
    let (first, last) = (*ranges.keys().next()?, *ranges.keys().next_back()?);
    let most = ranges.values().map(|range| range[2]).fold(0.0, f64::max);
    let [left, right, top, bottom] = BORDER;
    let (right, bottom) = (SIZE[0] - right, SIZE[1] - bottom);
    let x = |step: u32| {
        left + (right - left) * f64::from(step - first) / f64::from((last - first).max(1))
    };
    let y = |ns: f64| bottom - (bottom - top) * ns / most.max(1.0);
    let path = |points: &mut dyn Iterator<Item = (u32, f64)>| {
        let words =
            points.map(|(step, ns)| format!("{} {}", coordinate(x(step)), coordinate(y(ns))));
        format!("M{}", words.collect::<Vec<_>>().join("L"))
    };
    let upper = path(&mut ranges.iter().map(|(&step, range)| (step, range[2])));
    let lower = path(&mut ranges.iter().rev().map(|(&step, range)| (step, range[0])));
    let middle = path(&mut ranges.iter().map(|(&step, range)| (step, range[1])));
    let slowest = slowest(runs, &ranges);
    let lines = slowest.iter().zip(COLOURS);
    let lines = lines.map(|(run, colour)| {
        (path(&mut runs[run].iter().map(|(&step, &ns)| (step, ns))), colour, rank(fleet, *run))
    });
    let lines: Vec<(String, &str, String)> = lines.collect();
    let height = |quarter: u32| {
        let ns = most * f64::from(quarter) / 4.0;
        (y(ns), duration(ns as u64))
    };
    let place = |quarter: u32| {
        let step = first + (last - first) * quarter / 4;
        (x(step), step.to_string())
    };
    let content = html! {
        (across((0..=4).map(height), [left, right]))
        (upward((0..=4).map(place), [top, bottom], bottom + 16.0))
        (names(("step", [(left + right) / 2.0, SIZE[1] - 8.0]), ("kernel time", (top + bottom) / 2.0)))
        path d={ (upper) "L" (&lower[1..]) "Z" } fill="var(--line)" fill-opacity="0.6" {}
        @for (line, colour, name) in &lines {
            path d=(line) fill="none" stroke=(colour) stroke-width="1.5" { title { (name) } }
        }
        path d=(middle) fill="none" stroke="var(--fore)" stroke-width="2" { title { "median" } }
    };
    let title = "Time of the kernels of a step without collectives, by step";
    Some(html! {
        (scrolling(title, &chart(id, title, SIZE, &content)))
        ul.legend {
            li { "black or white: median of the ranks; grey: from the fastest to the slowest rank" }
            @for (_, colour, name) in &lines {
                li {
                    svg width="24" height="10" aria-hidden="true" {
                        path d="M0 5H24" stroke=(colour) stroke-width="3" {}
                    }
                    " rank " (name)
                }
            }
        }
    })
}
