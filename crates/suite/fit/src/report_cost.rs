//! The cost models in the tables of a fit: how good they are, and their prices.

use std::fmt::Write as _;

use propp_base_text::duration;
use propp_judge_cost::{CostModel, HOST_TERMS, Price, Resource, TERMS};

use super::across_report::errors_row;
use super::words::{number, percent, time_error};
use super::{Figure, FitResult, UnseenFigures, Worst};

/// How good the kept cost models are where nothing was learned of a primitive, and nothing of its
/// relatives.
pub(super) fn by_knowledge(out: &mut String, result: &FitResult) {
    if result.cost_figures.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\nThe kept cost models, of counts alone and with what the code tells. A primitive is left\n\
         out, or all its relatives with it (scans, sorts, gathers and scatters, ...). In % of the\n\
         pairs more than 5 % apart:\n\n{:<28}{:<11}{:>6}{:>7}{:>13}{:>8}{:>16}",
        "", "left out", "pairs", "right", "time error", "called", "right of these"
    );
    for figures in &result.cost_figures {
        let name = figures.name();
        for (left_out, of) in [("primitive", &figures.primitive), ("relatives", &figures.relatives)]
        {
            let calls = of.certainty.as_ref().map(|certainty| certainty.apart);
            let value = |figure: Option<Figure>| number(figure.map(|one| 100.0 * one.value), 1);
            let _ = writeln!(
                out,
                "{name:<28}{left_out:<11}{:>6}{:>7}{:>13}{:>8}{:>16}",
                of.figures.ordering.total.pairs,
                percent(of.figures.ordering.total),
                time_error(&of.figures).unwrap_or_else(|| "-".to_owned()),
                value(calls.and_then(|calls| calls.called_share)),
                value(calls.and_then(|calls| calls.right_share)),
            );
        }
    }
    let last = result.cost_figures.last().and_then(|figures| figures.unseen.as_ref());
    if let Some(unseen) = last {
        unseen_table(out, unseen);
    }
}

/// Programs that no fit has seen.
fn unseen_table(out: &mut String, unseen: &UnseenFigures) {
    let _ = writeln!(
        out,
        "\nKernels of programs that no fit has seen are right within these factors, by what takes most\n\
         of their time:\n\n{:<28}{:>8}{:>8}",
        "", "80 %", "95 %"
    );
    for (resource, within) in Resource::ALL.iter().zip(unseen.factors.by_resource) {
        let _ = writeln!(
            out,
            "{:<28}{:>8.2}{:>8.2}",
            resource.name(),
            within.eighty,
            within.ninety_five
        );
    }
    if let Some(all) = unseen.all_errors {
        let rows = Resource::ALL.iter().zip(unseen.errors);
        let rows = rows.filter_map(|(resource, errors)| Some((resource.name(), errors?)));
        let _ = writeln!(
            out,
            "\n{:<34}{:>8}{:>8}{:>10}{:>8}{:>8}",
            "kernels of programs, mostly", "number", "bias", "median", "p90", "p95"
        );
        for (name, errors) in rows.chain([("all", all)]) {
            let _ = writeln!(out, "{}", errors_row(name, &errors));
        }
        if let Some(ends) = unseen.sure {
            let [bias, median, ninety] = ends.map(|of| format!("{:.2} to {:.2}", of.low, of.high));
            let _ = writeln!(
                out,
                "With other programs, in 95 % of draws: bias {bias}, median {median}, p90 {ninety}."
            );
        }
        out.push('\n');
    }
    let groups =
        [("families left out whole", Some(unseen.families)), ("programs", unseen.programs)];
    for (name, held) in groups {
        if let Some(held) = held {
            let _ = writeln!(
                out,
                "They hold {:.0} % and {:.0} % of {} kernels of {name}, each left out of the factors.",
                100.0 * held.eighty,
                100.0 * held.ninety_five,
                held.kernels
            );
        }
    }
    worst_table(out, unseen);
}

/// The kernels of programs that are off most.
fn worst_table(out: &mut String, unseen: &UnseenFigures) {
    if unseen.worst.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\nThe kernels of programs that are off most, by predicted over measured time, and the term that \
         has most of\nthe predicted time:\n\n{:>8}{:>10}  {:<34}kernel",
        "ratio", "measured", "term"
    );
    for Worst { program, kernel, ns, ratio, term, share } in &unseen.worst {
        let (time, term) = (duration(*ns as u64), format!("{:.0} % {term}", 100.0 * share));
        let _ = writeln!(out, "{ratio:>8.2}{time:>10}  {term:<34}{program}: {kernel}");
    }
}

pub(super) fn cost_table(out: &mut String, result: &FitResult) {
    let Some(cost) = &result.cost else { return };
    prices(out, cost, if cost.coarse.is_some() { " with what the code tells" } else { "" });
    if let Some(coarse) = &cost.coarse {
        prices(out, coarse, " for launches whose code is not known");
    }
    out.push('\n');
}

fn prices(out: &mut String, cost: &CostModel, of: &str) {
    let _ = writeln!(
        out,
        "\nPrices{of}, and 95 % intervals (norm {}; a predicted time is right within a factor of {:.2}\n\
         in 95 % of left-out cases):\n",
        cost.norm, cost.spread
    );
    let mut line = |price: &Price, group: &str, unit: &str| {
        if price.ns > 0.0 {
            let _ = writeln!(
                out,
                "{:<25}{:>11.4e}  {:.1e} to {:.1e}  ns per {unit} ({group})",
                price.term, price.ns, price.low, price.high
            );
        }
    };
    for resource in Resource::ALL {
        for (term, price) in TERMS.iter().zip(&cost.prices) {
            if term.resource == resource {
                line(price, resource.name(), term.unit);
            }
        }
    }
    for (term, price) in HOST_TERMS.iter().zip(&cost.host) {
        line(price, "host", term.unit);
    }
}
