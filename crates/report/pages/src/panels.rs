//! A panel for each kernel: what is known of it, on one screen. A link to it shows it; no script is
//! needed.

use std::collections::HashMap;

use maud::{Markup, html};
use propp_base_text::html::{chart, coordinate};
use propp_base_text::{count, cut, duration, per_cent};
use propp_judge_analysis::{Durations, KernelReport, SpanKind, Timeline};
use propp_judge_hints::words::HintWords;
use propp_judge_hints::{Advice, Advised};
use propp_report::first::Roofs;
use propp_report::lines::{LineRow, Shares, rows};
use propp_report::words::configuration;

use super::links::{self, Links};
use super::roofs::bars;

/// Kernels with a panel: the first ones.
pub(super) const MOST: usize = 100;
const FULL_NAME: usize = 400;
/// Lines with the most time.
const LINES: usize = 4;
const LEAST: f64 = 0.01;
/// Hints that are said in full words.
const HINTS: usize = 2;

const BINS: usize = 32;
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 60.0;
/// Fewer launches are no distribution.
const FEWEST: usize = 8;

type Kind = (usize, Option<usize>, [u32; 3], [u32; 3]);

/// Durations of launches by what the timeline knows of their kernel.
struct Launches<'a> {
    places: HashMap<&'a str, Vec<usize>>,
    kinds: HashMap<Kind, Vec<u64>>,
}

impl<'a> Launches<'a> {
    fn new(timeline: &'a Timeline) -> Self {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, name) in timeline.names.iter().enumerate() {
            places.entry(name).or_default().push(place);
        }
        let mut kinds: HashMap<Kind, Vec<u64>> = HashMap::new();
        for span in timeline.lanes.iter().flat_map(|lane| &lane.spans) {
            if let SpanKind::Kernel { name: Some(name), nvtx, grid, block, .. } = span.what {
                let kind = kinds.entry((name, nvtx, grid, block)).or_default();
                kind.push(span.end_ns - span.start_ns);
            }
        }
        Self { places, kinds }
    }

    /// Of one kernel, in no order.
    fn of(&self, kernel: &KernelReport) -> Vec<u64> {
        let of = |name: &str| self.places.get(name).map_or(&[][..], Vec::as_slice);
        let ranges: Vec<Option<usize>> = match &kernel.nvtx {
            Some(range) => of(range).iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let mut all = Vec::new();
        for name in of(&kernel.name.symbol) {
            for range in &ranges {
                for one in &kernel.configurations {
                    let kind = (*name, *range, one.grid, one.block);
                    all.extend(self.kinds.get(&kind).into_iter().flatten());
                }
            }
        }
        all
    }
}

/// The panels of the kernels that have a row.
pub(super) fn section(
    advised: &Advised<'_>,
    labels: &[String],
    links: &Links,
    timeline: &Timeline,
    has_lines: impl Fn(usize) -> bool,
) -> Markup {
    let launches = Launches::new(timeline);
    let panels = advised.kernels().zip(labels).take(links.panels).enumerate();
    html! {
        @for (place, ((kernel, advice), label)) in panels {
            @let lines = has_lines(place).then(|| format!("#{}", links::lines(place)));
            (panel(advised, (kernel, advice), label, place, links, &launches.of(kernel), lines))
        }
    }
}

fn panel(
    advised: &Advised<'_>,
    (kernel, advice): (&KernelReport, Option<&Advice>),
    label: &str,
    place: usize,
    links: &Links,
    launches: &[u64],
    lines: Option<String>,
) -> Markup {
    let id = links::panel(place);
    html! {
        section.panel id=(id) aria-labelledby={ (id) "-heading" } tabindex="-1" {
            p.controls {
                a href={ "#" (links::row(place)) } { "Close" }
                @if place > 0 { a href={ "#" (links::panel(place - 1)) } { "Previous" } }
                @if place + 1 < links.panels { a href={ "#" (links::panel(place + 1)) } { "Next" } }
            }
            h3 id={ (id) "-heading" } { (kernel.number) ". " (label) }
            @if kernel.name.full != label { p { code { (cut(&kernel.name.full, FULL_NAME)) } } }
            p { (facts(kernel)) }
            @if let Some(durations) = kernel.durations { (spread(place, durations, launches)) }
            @let roofs = Roofs::new(advised, kernel, advice);
            @if roofs.nearest().is_some() { h4 { "Roofs" } (bars(&roofs)) }
            @if let Some(advice) = advice { (hints(advice, links.to_hints(place))) }
            @if let Some(shares) = Shares::of(kernel, advice) { (hottest(&shares, lines)) }
            (links.elsewhere(place))
        }
        "\n"
    }
}

fn facts(kernel: &KernelReport) -> String {
    let mut facts = Vec::new();
    facts.extend(kernel.time_share.map(|share| format!("{} % of the time", per_cent(share))));
    if let Some(durations) = kernel.durations {
        facts.push(count(durations.launches, "launch", "launches"));
        facts.push(format!("{} each in the median", duration(durations.median_ns)));
    }
    match kernel.configurations.as_slice() {
        [only] => facts.push(configuration(only)),
        several => facts.push(format!("{} configurations", several.len())),
    }
    facts.extend(kernel.nvtx.iter().map(|range| format!("in range {}", cut(range, 80))));
    format!("{}.", facts.join(", "))
}

fn spread(place: usize, durations: Durations, launches: &[u64]) -> Markup {
    let Durations { min_ns, median_ns, max_ns, .. } = durations;
    let words = format!(
        "From {} to {}, the median {}.",
        duration(min_ns),
        duration(max_ns),
        duration(median_ns)
    );
    let (Some(least), Some(most)) = (launches.iter().min(), launches.iter().max()) else {
        return html! { h4 { "Times of launches" } p { (words) } };
    };
    if launches.len() < FEWEST || least == most {
        return html! { h4 { "Times of launches" } p { (words) } };
    }
    let mut bins = [0_u64; BINS];
    let whole = (most - least) as f64;
    for ns in launches {
        let bin = (BINS as f64 * (ns - least) as f64 / whole) as usize;
        bins[bin.min(BINS - 1)] += 1;
    }
    let highest = bins.into_iter().max().unwrap_or(1) as f64;
    let step = WIDTH / BINS as f64;
    let bar = |(bin, number): (usize, &u64)| {
        let height = if *number == 0 { 0.0 } else { (HEIGHT * *number as f64 / highest).max(1.0) };
        let [x, y, width, height] =
            [step * bin as f64, HEIGHT - height, step - 1.0, height].map(coordinate);
        html! { rect.s0 x=(x) y=(y) width=(width) height=(height) {} }
    };
    let picture = html! {
        @for one in bins.iter().enumerate() { (bar(one)) }
        text x="0" y=(coordinate(HEIGHT + 14.0)) { (duration(*least)) }
        text x=(coordinate(WIDTH)) y=(coordinate(HEIGHT + 14.0)) text-anchor="end" { (duration(*most)) }
    };
    let title = format!("Number of launches by their time. {words}");
    html! {
        h4 { "Times of launches" }
        (chart(&format!("spread-{}", place + 1), &title, [WIDTH, HEIGHT + 18.0], &picture))
        p { (words) }
    }
}

fn hints(advice: &Advice, all: Option<String>) -> Markup {
    html! {
        h4 { "What to change" }
        @if let Some(nothing) = &advice.nothing { p { (nothing.to_string()) } }
        @if !advice.hints.is_empty() {
            ol {
                @for hint in advice.shown().iter().take(HINTS) {
                    @let HintWords { title, expected, .. } = HintWords::of(hint);
                    li { strong { (title) } ": " (expected) ". " (hint.remedy) "." }
                }
            }
        }
        @if let Some(address) = all { p { a href=(address) { "Why, and how" } } }
    }
}

fn place_of(row: &LineRow<'_>) -> String {
    row.place
        .map_or_else(|| row.label.clone(), |place| format!("{}:{}", place.file_name(), place.line))
}

/// The lines with the most time.
fn hottest(shares: &Shares<'_>, all: Option<String>) -> Markup {
    let mut rows: Vec<LineRow<'_>> = rows(shares);
    rows.retain(|row| row.heat().is_some_and(|heat| heat >= LEAST));
    rows.sort_by(|a, b| b.heat().partial_cmp(&a.heat()).unwrap_or(std::cmp::Ordering::Equal));
    rows.truncate(LINES);
    html! {
        @if !rows.is_empty() {
            h4 { "Lines with the most time" }
            ul {
                @for row in &rows {
                    @let share = 100.0 * row.heat().unwrap_or_default();
                    li { (format!("{share:.0} %")) " " code { (place_of(row)) } }
                }
            }
            @if let Some(address) = all { p { a href=(address) { "All lines" } } }
        }
    }
}
