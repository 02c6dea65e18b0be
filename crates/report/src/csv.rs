//! The report for spreadsheets: one line a kernel, with full names.
//!
//! Quoted as RFC 4180 has it; lines end as text files' do here, without a
//! carriage return. Fields that have no value are empty.

use propp_analysis::{Analysis, Configuration, CriterionReport, KernelReport};
use propp_criteria::Criterion;
use propp_criteria::Spread;
use propp_model::{Fraction, Value};
use propp_text::escape;

const COLUMNS: [&str; 22] = [
    "kernel",
    "symbol",
    "nvtx",
    "configurations",
    "grid_x",
    "grid_y",
    "grid_z",
    "block_x",
    "block_y",
    "block_z",
    "registers",
    "static_shared_bytes",
    "dynamic_shared_bytes",
    "launches_seen",
    "launches_measured",
    "total_ns",
    "min_ns",
    "median_ns",
    "max_ns",
    "time_share",
    "QM",
    "QM_weight_covered",
];

/// What follows each criterion's name in its columns.
const OF_CRITERION: [&str; 5] = ["", "_state", "_min", "_median", "_max"];

/// The last columns: what the cost model says a launch takes, and how sure QM is.
const LAST: [&str; 3] = ["predicted_ns", "QM_low", "QM_high"];

/// The kernels as CSV, the first line naming the columns.
#[must_use]
pub fn render(analysis: &Analysis) -> String {
    let mut out = String::new();
    let of_criteria = Criterion::ALL
        .iter()
        .flat_map(|criterion| OF_CRITERION.map(|suffix| format!("{criterion}{suffix}")));
    let titles = COLUMNS.iter().map(ToString::to_string).chain(of_criteria);
    line(&mut out, titles.chain(LAST.map(str::to_owned)));
    for kernel in &analysis.kernels {
        let criteria = Criterion::ALL.iter().flat_map(|c| of_criterion(kernel.criteria.get(c)));
        line(&mut out, own(kernel).into_iter().chain(criteria).chain(last(kernel)));
    }
    out
}

fn own(kernel: &KernelReport) -> Vec<String> {
    let mut fields = vec![
        kernel.name.full.clone(),
        kernel.name.symbol.clone(),
        kernel.nvtx.clone().unwrap_or_default(),
        kernel.configurations.len().to_string(),
    ];
    fields.extend(launch(&kernel.configurations));
    fields.push(kernel.seen.map(|seen| seen.to_string()).unwrap_or_default());
    fields.push(kernel.measured.to_string());
    let durations = kernel.durations.map(|d| [d.total_ns, d.min_ns, d.median_ns, d.max_ns]);
    fields.extend(durations.map_or([const { String::new() }; 4], |d| d.map(|ns| ns.to_string())));
    fields.push(kernel.time_share.map(number).unwrap_or_default());
    fields.push(kernel.quality.value.measured().map(number).unwrap_or_default());
    fields.push(number(kernel.quality.weight_covered));
    fields
}

fn last(kernel: &KernelReport) -> [String; 3] {
    let interval = kernel.quality.interval.map(|interval| interval.map(|end| end.to_string()));
    let [low, high] = interval.unwrap_or_default();
    [predicted(kernel), low, high]
}

/// Empty without a prediction.
fn predicted(kernel: &KernelReport) -> String {
    let predicted = kernel.predicted.as_ref().and_then(|of| of.as_ref().ok());
    let predicted = predicted.filter(|of| of.outside.is_none());
    predicted.map(|of| of.ns.to_string()).unwrap_or_default()
}

/// Empty where merged configurations differ.
fn launch(configurations: &[Configuration]) -> [String; 9] {
    let of = |c: &Configuration| {
        let ([gx, gy, gz], [bx, by, bz]) = (c.grid, c.block);
        [gx, gy, gz, bx, by, bz, c.registers, c.static_shared_bytes, c.dynamic_shared_bytes]
    };
    std::array::from_fn(|field| {
        let mut values = configurations.iter().map(|c| of(c)[field]);
        let first = values.next();
        let same = first.filter(|first| values.all(|value| value == *first));
        same.map(|value| value.to_string()).unwrap_or_default()
    })
}

fn of_criterion(report: Option<&CriterionReport>) -> [String; 5] {
    let Some(report) = report else { return [const { String::new() }; 5] };
    let value = &report.aggregate.value;
    let state = match value {
        Value::Measured { .. } => "measured",
        Value::NotApplicable { .. } => "not_applicable",
        Value::Unavailable { .. } => "unavailable",
    };
    let of_spread = |of: fn(Spread) -> Fraction| {
        report.aggregate.spread.map(of).map(number).unwrap_or_default()
    };
    [
        value.measured().map(number).unwrap_or_default(),
        state.to_owned(),
        of_spread(|spread| spread.min),
        of_spread(|spread| spread.median),
        of_spread(|spread| spread.max),
    ]
}

fn number(value: Fraction) -> String {
    value.get().to_string()
}

fn line(out: &mut String, fields: impl Iterator<Item = String>) {
    for (place, field) in fields.enumerate() {
        if place > 0 {
            out.push(',');
        }
        out.push_str(&escape::csv(&field));
    }
    out.push('\n');
}
