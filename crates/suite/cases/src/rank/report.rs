//! A ranking as table, JSON and CSV.

use std::fmt::Write;

use propp_base_columns::csv::no_formula;
use propp_base_model::Value;
use propp_base_text::escape;
use propp_base_text::{Page, cut, duration, indented, table as terminal};
use propp_judge_cost::certainty_words;
use propp_judge_criteria::Criterion;

use super::pick;
use super::ranking::{Order, Problem, Ranked, Ranking, Rate};
use super::why_text;

/// Titles in two lines keep the columns narrow.
fn titles() -> impl Iterator<Item = &'static str> {
    let own = [
        "\n#",
        "median\ntime",
        "95 %\n+-",
        "pre-\ndicted",
        "\nGB/s",
        "peak\n%",
        "x\nCPU",
        "\nQM",
        "\n+-",
    ];
    own.into_iter().chain(Criterion::ALL.map(Criterion::title))
}

/// How much of a ranking a table shows.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// All columns, in place of those that decide.
    pub all: bool,
    /// Implementations of each problem.
    pub most: usize,
}

pub fn table(ranking: &Ranking, extent: Extent, page: Page) -> String {
    let mut out = String::new();
    let gpu = ranking.gpu.as_deref().unwrap_or("an unknown GPU");
    let peak = ranking
        .peak_bytes_per_s
        .map_or_else(String::new, |peak| format!(" (peak DRAM bandwidth {:.0} GB/s)", peak / 1e9));
    let cpu = match extent.all {
        true => format!(", against one core of {}", ranking.cpu),
        false => String::new(),
    };
    let head = format!("{} on {gpu}{peak}{cpu}", ranking.primitive);
    let _ = writeln!(out, "{}", indented(&head, page.width, 0, 2));
    out.push_str(&missing(ranking, page));
    for problem in &ranking.problems {
        let shape = problem.shape.iter().map(|shape| format!(", {shape}")).collect::<String>();
        let head = format!("{}{shape}", pick::words(&problem.name));
        let _ = write!(out, "\n{}\n\n", indented(&head, page.width, 0, 2));
        if problem.ranked.is_empty() {
            out.push_str("No implementation was right.\n");
        } else {
            out.push_str(&match (extent.all, ranking.order) {
                (true, _) => lines(problem, extent, page),
                (false, Order::Predicted) => by_prediction(problem, extent, page),
                (false, Order::Time | Order::Quality) => short(problem, extent, page),
            });
            let more = problem.ranked.len().saturating_sub(extent.most);
            if more > 0 {
                let _ = writeln!(out, "{more} more: --top {}", problem.ranked.len());
            }
        }
        for one in &problem.left_out {
            let text = format!("{}: {} {}: {}", one.state, one.library, one.variant, one.reason);
            let _ = writeln!(out, "{}", indented(&text, page.width, 0, 2));
        }
    }
    for note in notes(ranking, extent) {
        let _ = write!(out, "\n{}\n", indented(&note, page.width, 0, 0));
    }
    out
}

/// Why these implementations take as long as they do, problem by problem.
pub fn why(ranking: &Ranking, names: &[String], page: Page) -> String {
    let gpu = ranking.gpu.as_deref().unwrap_or("an unknown GPU");
    let mut out = String::new();
    for problem in &ranking.problems {
        let head = format!("{} {} on {gpu}", ranking.primitive, pick::words(&problem.name));
        let mut asked: Vec<&Ranked> = Vec::new();
        for name in names {
            asked.extend(problem.ranked.iter().filter(|one| one.is_called(name)));
        }
        let _ = write!(
            out,
            "{}{}\n\n{}",
            if out.is_empty() { "" } else { "\n" },
            indented(&head, page.width, 0, 2),
            why_text::text(problem, &asked, page)
        );
    }
    let missing = missing(ranking, page);
    if !missing.is_empty() {
        let _ = write!(out, "\n{missing}");
    }
    let note = "Predicted: what the counts of work cost at the prices of the weights. It goes into \
                memory and L2 (bytes moved), L1 and shared memory (wavefronts), issue and pipes \
                (instructions), latency (warps that wait for loads, atomics and branches one after \
                the other) or launches (propp explain QM). Criteria: 100 is best, CI and DT describe \
                (propp explain criteria). The intervals are of repetitions on one GPU, on one day.";
    let _ = write!(out, "\n{}\n", indented(note, page.width, 0, 0));
    out
}

/// Which libraries the ranking is without, because the first place says nothing of them, and the
/// command that measures them.
fn missing(ranking: &Ranking, page: Page) -> String {
    let Ranking { primitive, libraries_missing: missing, .. } = ranking;
    let (have, them) = match missing.as_slice() {
        [] => return String::new(),
        [_] => ("has", "it"),
        _ => ("have", "them"),
    };
    let text = format!(
        "Without {}, which {have} {primitive} too and may be faster. On a GPU, this measures {them} with the others:",
        missing.join(" and ")
    );
    // A command stays on one line.
    let command = format!("propp suite run --primitive {primitive} -o FILE");
    format!("{}\n  {command}\n", indented(&text, page.width, 0, 2))
}

/// Characters of the other columns, in a narrow table.
const OTHERS: usize = 37;

/// Below this width the table says nothing of how sure times are.
const WIDE: usize = 70;

/// Below this width it says nothing of hints.
const WIDEST: usize = 90;

/// What products are computed in, and the share of the peak of the units for that.
const PRECISION: &str = "math";
const PIPE: &str = "pipe %";

fn short(problem: &Problem, extent: Extent, page: Page) -> String {
    let rate = problem.ranked.iter().find_map(|one| one.rate.as_ref());
    let has_precision = rate.is_some_and(|rate| rate.precision.is_some());
    let is_shown = |title: &str| match title {
        "±%" => page.width >= WIDE,
        "first hint" => page.width >= WIDEST,
        "peak %" => rate.is_none(),
        PRECISION | PIPE => has_precision,
        "" => false,
        _ => true,
    };
    let unit = rate.map_or("", |rate| rate.unit);
    let titles = [
        "#",
        "time",
        "±%",
        "vs best",
        "peak %",
        unit,
        PIPE,
        PRECISION,
        "weakest",
        "first hint",
        "implementation",
    ];
    let shown: Vec<&str> = titles.into_iter().filter(|title| is_shown(title)).collect();
    let numbers = shown.iter().take_while(|title| !["weakest", PRECISION].contains(title)).count();
    let mut table = terminal::dense(shown, |column| column < numbers, page);
    let best = problem.ranked.iter().map(|one| one.time.median_ns).min().unwrap_or(1).max(1);
    for one in problem.ranked.iter().take(extent.most) {
        let cells = cells(one);
        let row = [
            cells[0].clone(),
            cells[1].clone(),
            cells[2].clone(),
            format!("{:.2}", one.time.median_ns as f64 / best as f64),
            cells[5].clone(),
            one.rate.as_ref().map_or_else(String::new, |rate| three_digits(rate.value)),
            share(one.rate.as_ref().and_then(|rate| rate.of_peak)),
            one.rate.as_ref().and_then(|rate| rate.precision).unwrap_or_default().to_owned(),
            weakest(one),
            one.defect.as_ref().map_or_else(|| "-".to_owned(), |defect| defect.rule.to_string()),
            cut(&one.name(), page.width.saturating_sub(OTHERS)),
        ];
        let row = titles.into_iter().zip(row).filter(|(title, _)| is_shown(title));
        table.add_row(row.map(|(_, cell)| cell));
    }
    terminal::text(&table)
}

/// What the prediction says, and the measured time beside it.
fn by_prediction(problem: &Problem, extent: Extent, page: Page) -> String {
    let titles = ["#", "predicted", "certainty", "time", "implementation"];
    let mut table = terminal::dense(titles, |column| column < titles.len() - 1, page);
    for one in problem.ranked.iter().take(extent.most) {
        let [place, time, _, predicted, ..] = &cells(one)[..] else { continue };
        table.add_row([
            place.clone(),
            predicted.clone(),
            one.certainty.map_or_else(|| "-".to_owned(), certainty_words),
            time.clone(),
            cut(&one.name(), page.width.saturating_sub(OTHERS)),
        ]);
    }
    terminal::text(&table)
}

/// The kernels' own criterion that is farthest from 100.
fn weakest(one: &Ranked) -> String {
    let own = one.criteria.iter().filter(|(c, _)| !c.is_of_run() && **c != Criterion::Ci);
    let measured = own.filter_map(|(c, value)| Some((c, value.measured()?.get())));
    let weakest = measured.min_by(|a, b| a.1.total_cmp(&b.1));
    weakest.map_or_else(|| "?".to_owned(), |(c, value)| format!("{c} {:.0}", 100.0 * value))
}

fn lines(problem: &Problem, extent: Extent, page: Page) -> String {
    let all = titles().chain(["\nimplementation"]);
    let mut table = terminal::dense(all, |column| column < titles().count(), page);
    for one in problem.ranked.iter().take(extent.most) {
        table.add_row(cells(one));
    }
    terminal::text(&table)
}

fn cells(one: &Ranked) -> Vec<String> {
    let time = &one.time;
    let tie = if one.tied { "=" } else { "" };
    let mut cells = vec![
        format!("{}{tie}", one.place),
        duration(time.median_ns),
        format!("{:.1}", 100.0 * time.relative_half()),
        one.predicted_ns.map_or_else(|| "?".to_owned(), duration),
        format!("{:.0}", one.bytes_per_s / 1e9),
        share(one.of_peak),
        speedup(one.cpu_speedup),
        hundredths(&one.quality.value),
        one.quality.reach().map_or_else(|| "?".to_owned(), |reach| format!("{:.0}", 100.0 * reach)),
    ];
    let value = |c: &Criterion| one.criteria.get(c).map_or_else(|| "?".to_owned(), hundredths);
    cells.extend(Criterion::ALL.iter().map(value));
    cells.push(format!("{} {}", one.library, one.variant));
    cells
}

fn share(of: Option<f64>) -> String {
    of.map_or_else(|| "?".to_owned(), |share| format!("{:.0}", 100.0 * share))
}

fn three_digits(value: f64) -> String {
    match value {
        ..10.0 => format!("{value:.2}"),
        10.0..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

pub(super) fn speedup(times: f64) -> String {
    if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") }
}

pub(super) fn hundredths(value: &Value) -> String {
    match value {
        Value::Measured { value } => format!("{:.0}", value.get() * 100.0),
        Value::NotApplicable { .. } => "-".to_owned(),
        Value::Unavailable { .. } => "?".to_owned(),
    }
}

fn notes(ranking: &Ranking, extent: Extent) -> Vec<String> {
    let all = || ranking.problems.iter().flat_map(|problem| &problem.ranked);
    let mut notes = vec![format!(
        "What an implementation does: propp suite list {}. What its time includes: propp explain \
         suite.",
        ranking.primitive
    )];
    if all().any(|one| one.tied) {
        notes.push(
            match ranking.order {
                Order::Time => "= tie: the 95 % intervals of the medians overlap.",
                Order::Quality => "= tie: fewer than 95 % of the bootstrap draws of the weights agree on the order.",
                Order::Predicted => {
                    "= tie: the predicted times do not separate it from another with 90 % \
                     certainty."
                }
            }
            .to_owned(),
        );
    }
    if extent.all {
        notes.push(format!(
            "QM by the weights of {}; +- is the 95 % bootstrap interval; predicted times by their \
             prices; ? means outside the fitted range.",
            ranking.weights
        ));
        let unknown = all().flat_map(|one| one.criteria.values()).find_map(|value| match value {
            Value::Unavailable { reason } => Some(reason),
            _ => None,
        });
        notes.extend(unknown.map(|reason| format!("? could not be measured: {reason}.")));
    } else if ranking.order == Order::Predicted {
        notes.push(format!(
            "predicted: by the prices of {}; ? means outside the fitted range. certainty: how sure \
             it is by the predicted times that the first one is faster, calibrated on pairs of \
             primitives that the prices had not seen; cannot tell: below 90 %.",
            ranking.weights
        ));
    } else {
        let rate = all().find_map(|one| one.rate.as_ref());
        let of_rate = match rate {
            None => "peak %: of peak DRAM bandwidth".to_owned(),
            Some(Rate { unit, precision: None, .. }) => {
                format!("{unit}: what the problem has of them, over the time")
            }
            Some(Rate { unit, .. }) => format!(
                "{unit}: the sums and products of the matrices over the time; {PIPE}: of the peak of the \
                 units for that precision (FP32 or FP64 units, tensor cores) at the driver's clock; {PRECISION}: \
                 what products are computed in"
            ),
        };
        notes.push(format!(
            "time: the median; ±%: half of its 95 % interval; vs best: the time divided by the \
             fastest; {of_rate}; weakest: the criterion that is farthest from 100 (propp explain \
             criteria); first hint: the defect to remove first (propp explain hints). Why one is slower, and what to change: -k NAME, or -k NAME -k OTHER. All \
             criteria, QM and predicted times: --all."
        ));
    }
    notes.extend(others(ranking));
    notes
}

/// What else the recording has.
fn others(ranking: &Ranking) -> Vec<String> {
    let mut notes = Vec::new();
    if !ranking.others.is_empty() {
        let others: Vec<String> = ranking.others.iter().map(pick::words).collect();
        notes.push(format!(
            "The recording also has {}; see --type, --size and --distribution.",
            others.join(", ")
        ));
    }
    if !ranking.relatives.is_empty() {
        notes.push(format!("Of the same family: {}.", ranking.relatives.join(", ")));
    }
    notes
}

fn quoted(field: &str) -> String {
    escape::csv(&no_formula(field))
}

/// One line per implementation and problem.
pub fn csv(ranking: &Ranking) -> String {
    const COLUMNS: &str = "primitive,element,n,distribution,place,tied,library,library_version,variant,\
        state,reason,median_ns,low_ns,high_ns,samples,predicted_ns,certainty,throttled,relative_speed,bytes_per_s,of_peak,\
        cpu_speedup,temp_bytes,QM,QM_low,QM_high";
    let mut out = COLUMNS.to_owned();
    for criterion in Criterion::ALL {
        let _ = write!(out, ",{criterion}");
    }
    out.push('\n');
    for problem in &ranking.problems {
        let name = &problem.name;
        let head = format!(
            "{},{},{},{}",
            quoted(&ranking.primitive),
            name.element,
            name.n,
            name.distribution
        );
        for one in &problem.ranked {
            let predicted = one.predicted_ns.map(|ns| ns.to_string()).unwrap_or_default();
            let certainty = one.certainty.map(|sure| sure.to_string()).unwrap_or_default();
            let [low, high] =
                one.quality.interval.map_or([const { String::new() }; 2], |interval| {
                    interval.map(|end| end.to_string())
                });
            let of_peak = one.of_peak.map(|share| share.to_string()).unwrap_or_default();
            let _ = write!(
                out,
                "{head},{},{},{},{},{},ok,,{},{},{},{},{predicted},{certainty},{},{},{},{of_peak},{},{},{},{low},{high}",
                one.place,
                one.tied,
                quoted(&one.library),
                quoted(&one.library_version),
                quoted(&one.variant),
                one.time.median_ns,
                one.time.low_ns,
                one.time.high_ns,
                one.time.samples,
                one.throttled,
                one.relative_speed,
                one.bytes_per_s,
                one.cpu_speedup,
                one.temp_bytes,
                number(Some(&one.quality.value)),
            );
            for criterion in Criterion::ALL {
                let _ = write!(out, ",{}", number(one.criteria.get(&criterion)));
            }
            out.push('\n');
        }
        for one in &problem.left_out {
            let fields = [&one.library, "", &one.variant, one.state, &one.reason].map(quoted);
            let empty = ",".repeat(15 + Criterion::ALL.len());
            let _ = writeln!(out, "{head},,,{}{empty}", fields.join(","));
        }
    }
    out
}

fn number(value: Option<&Value>) -> String {
    value.and_then(Value::measured).map(|value| value.get().to_string()).unwrap_or_default()
}
