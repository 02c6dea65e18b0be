//! The result of a fit as tables and JSON.

use std::fmt::Write as _;

use propp_judge_cost::{CALLED, Certainty};
use propp_suite_cases::dataset::Dataset;
use serde_json::{Value, json};

use super::report_cost::{by_knowledge, cost_table};
use super::validate::{HeldOut, JudgedModel};
pub use super::weights_file::weights_file;
use super::words::{number, percent, time_error};
use super::{Figure, FitResult};

/// A public format: fields are added and never renamed.
pub fn json(dataset: &Dataset, result: &FitResult) -> Value {
    json!({
        "schema": "propp.fit/1",
        "gpu": dataset.gpu,
        "suite": dataset.suite,
        "recorded": dataset.recorded,
        "left_out": dataset.left_out,
        "fit": result,
    })
}

pub fn table(dataset: &Dataset, result: &FitResult) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{} implementations on {} problems, {}",
        result.samples, result.problems, dataset.gpu
    );
    for (reason, count) in &dataset.left_out {
        let _ = writeln!(out, "left out: {count} cases: {reason}");
    }
    let _ = writeln!(
        out,
        "the criteria models leave out {} cases with a criterion that was not measured,\nthe \
         cost model {} cases without the counters of their work",
        result.partial, result.without_work
    );
    if result.judged < result.samples {
        let _ = writeln!(
            out,
            "the figures below are of {} of them, whole problems that were drawn",
            result.judged
        );
    }
    if let Some(reason) = &result.no_cost {
        let _ = writeln!(out, "no cost model: {reason}");
    }
    let _ = writeln!(
        out,
        "\nPairs of implementations of a problem, more than 5 % apart, in the right order:\n\
         \n{:<24}{:>6}{:>8}{:>10}{:>7}{:>6}  {:>5}{:>6}{:>6}{:>13}",
        "", "pairs", "fitted", "primitive", "family", "size", "tau", "R2", "RMSE", "time error"
    );
    for model in &result.models {
        let _ = writeln!(out, "{}", row(model));
    }
    let _ = writeln!(
        out,
        "\nIn % of the pairs that a model can judge; \"fitted\" is in sample, the next three left out\n\
         one primitive, family of implementations or size at a time. tau, R2 and RMSE (of relative\n\
         speed) and the time error (median, 90th percentile, as a factor less 1) are of left-out\n\
         primitives. The norm whose orders are surest is kept."
    );
    by_knowledge(&mut out, result);
    by_primitive(&mut out, result);
    by_ratio(&mut out, result);
    certainty(&mut out, result);
    weights_table(&mut out, result);
    cost_table(&mut out, result);
    for sentence in &result.limits {
        let _ = writeln!(out, "{sentence}");
    }
    out
}

fn row(model: &JudgedModel) -> String {
    let figures = |held_out: HeldOut| model.figures.iter().find(|f| f.left_out == held_out);
    let share =
        |held_out| figures(held_out).map_or_else(String::new, |f| percent(f.ordering.total));
    let held_out = figures(HeldOut::Primitive);
    let error = held_out.and_then(time_error);
    format!(
        "{:<24}{:>6}{:>8}{:>10}{:>7}{:>6}  {:>5}{:>6}{:>6}{:>13}",
        model.name,
        figures(HeldOut::Nothing).map_or(0, |f| f.ordering.total.pairs),
        share(HeldOut::Nothing),
        share(HeldOut::Primitive),
        share(HeldOut::Family),
        share(HeldOut::Size),
        number(held_out.and_then(|f| f.tau), 2),
        number(held_out.and_then(|f| f.r_squared), 2),
        number(held_out.and_then(|f| f.rmse), 2),
        error.unwrap_or_else(|| "-".to_owned()),
    )
    .trim_end()
    .to_owned()
}

fn by_primitive(out: &mut String, result: &FitResult) {
    let find = |name: &str| result.models.iter().find(|model| model.name == name);
    let mut columns: Vec<&JudgedModel> =
        result.kept().into_iter().chain(find("criteria-linear")).chain(find("paper")).collect();
    columns.dedup_by(|a, b| a.name == b.name);
    let Some(groups) = columns.first().and_then(|m| m.figures.get(1)) else { return };
    let _ = write!(out, "\nBy primitive, each left out:\n\n{:<26}{:>6}", "", "pairs");
    for model in &columns {
        let name = model.name.split(',').next().unwrap_or_default();
        let _ = write!(out, "{name:>17}");
    }
    if !groups.median_errors.is_empty() {
        let _ = write!(out, "{:>17}", "its time error");
    }
    out.push('\n');
    for (primitive, score) in &groups.ordering.groups {
        if score.pairs == 0 {
            continue;
        }
        let _ = write!(out, "{primitive:<26}{:>6}", score.pairs);
        for model in &columns {
            let own = model.figures.get(1).and_then(|f| f.ordering.groups.get(primitive));
            let _ = write!(out, "{:>17}", own.map_or_else(String::new, |own| percent(*own)));
        }
        if let Some(error) = groups.median_errors.get(primitive) {
            let _ = write!(out, "{:>15.0} %", error * 100.0);
        }
        out.push('\n');
    }
}

/// How often the kept model orders a pair correctly, by the ratio of the two times.
fn by_ratio(out: &mut String, result: &FitResult) {
    let Some(model) = result.kept() else { return };
    let Some(figures) = model.figures.get(1).filter(|figures| !figures.apart.is_empty()) else {
        return;
    };
    let _ = write!(
        out,
        "\nBy how many times as long the slower one takes, each primitive left out ({}):\n\n\
         {:<26}{:>17}{:>17}\n{:<26}{:>8}{:>9}{:>8}{:>9}\n",
        model.name, "", "as measured", "as predicted", "", "pairs", "right", "pairs", "right"
    );
    for bin in &figures.apart {
        let range = bin.to.map_or_else(
            || format!("more than {}", bin.from),
            |to| format!("{} to {to}", bin.from),
        );
        let _ = write!(out, "{range:<26}");
        for score in [bin.measured, bin.predicted] {
            let _ = write!(out, "{:>8}{:>9}", score.pairs, percent(score));
        }
        out.push('\n');
    }
}

/// How many pairs the cost model calls, how many of those are right, and whether it is as sure
/// as it should be.
fn certainty(out: &mut String, result: &FitResult) {
    let (Some(figures), Some(cost)) = (result.certainty(), &result.cost) else { return };
    let Some(Certainty { scale, growth, .. }) = cost.certainty else { return };
    let _ = writeln!(
        out,
        "\nHow sure the order by predicted times is, each primitive left out ({}, norm {}). The\n\
         certainty is 1 / (1 + r^(-1 / s)), where r is the longer predicted time over the shorter\n\
         one, s is {scale:.3} (1 + {growth} d), and d is the difference of what the two times\n\
         are made of, from 0 to 1; a pair is judged by the numbers of the other primitives. A pair is\n\
         called from {:.0} % on. In %, with the 95 % interval of resampled primitives:\n\n\
         {:<26}{:>8}{:>24}{:>24}{:>10}",
        result.cost_figures.last().map_or("cost", |kept| kept.knowledge.name()),
        cost.norm,
        100.0 * CALLED,
        "",
        "pairs",
        "called",
        "right of these",
        "log loss"
    );
    for (name, calls) in [("more than 5 % apart", figures.apart), ("all", figures.all)] {
        let _ = writeln!(
            out,
            "{name:<26}{:>8}{:>24}{:>24}{:>10}",
            calls.pairs,
            share(calls.called_share),
            share(calls.right_share),
            number(calls.log_loss.map(|loss| loss.value), 3)
        );
    }
    let _ = writeln!(
        out,
        "\nOf all pairs, by certainty:\n\n{:<26}{:>8}{:>24}{:>24}",
        "", "pairs", "mean certainty", "right"
    );
    for bin in &figures.bins {
        let _ = writeln!(
            out,
            "{:<26}{:>8}{:>24}{:>24}",
            format!("{:.0} to {:.0} %", 100.0 * bin.from, 100.0 * bin.to),
            bin.pairs,
            number(bin.certainty.map(|mean| 100.0 * mean), 1),
            share(bin.right)
        );
    }
}

/// In %, with its interval.
fn share(figure: Option<Figure>) -> String {
    figure.map_or_else(
        || "-".to_owned(),
        |Figure { value, interval }| {
            let [value, low, high] = [value, interval.low, interval.high].map(|v| 100.0 * v);
            format!("{value:.1} ({low:.1} to {high:.1})")
        },
    )
}

fn weights_table(out: &mut String, result: &FitResult) {
    let _ = writeln!(out, "\nWeights of the criteria, and 95 % intervals:\n");
    for weight in &result.weights {
        let _ = writeln!(
            out,
            "{:<10}{:>7.1}  {:.1} to {:.1}",
            weight.criterion.name(),
            weight.weight,
            weight.interval.low,
            weight.interval.high
        );
    }
}
