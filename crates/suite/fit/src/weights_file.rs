//! Writes the result of a fit as a file for `--weights`.

use std::fmt::Write as _;

use propp_base_text::cuda_version;
use propp_judge_cost::{CostModel, HOST_TERMS, Resource, TERMS};
use propp_judge_criteria::Criterion;
use propp_suite_cases::dataset::Dataset;

use super::quality::Kind;
use super::{FitResult, Options};

/// The text of the weights file. The same result gives the same bytes.
pub fn weights_file(dataset: &Dataset, result: &FitResult, options: &Options) -> String {
    let mut out = String::new();
    let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let _ = writeln!(
        out,
        "# Weights of the criteria and prices of the cost model, fitted by `propp fit`.\n\
         # docs/quality-metric.md says how, and what the figures mean.\n\
         schema = 1\n\
         model = {}{}\n\n[provenance]\nsource = {}\ngpu = {}\ndate = {}",
        text(match result.kind {
            Kind::CriteriaLinear => "criteria-linear",
            Kind::CriteriaLog => "criteria-log",
        }),
        if dataset.is_emulated { "\nemulated = true" } else { "" },
        text(&format!(
            "propp fit, {}: {} implementations on {} problems; --response {} --rounds {} --seed {}",
            dataset.gpu,
            result.samples,
            result.problems,
            options.response.name(),
            options.rounds,
            options.seed,
        )),
        text(&dataset.gpu),
        text(&dataset.recorded),
    );
    if let Some(version) = dataset.driver {
        let driver = format!("CUDA {}", cuda_version(version));
        let _ = writeln!(out, "driver = {}", text(&driver));
    }
    let _ = writeln!(out, "suite = {}", text(&dataset.suite));
    if let Some(rates) = &dataset.rates {
        let _ = writeln!(
            out,
            "\n# What prices of other GPUs follow.\n[gpu]\nchip = {}\nsms = {:?}\nsm_clock_khz = {:?}\n\
             memory_clock_khz = {:?}\nmemory_bus_bits = {:?}\nl2_bytes = {:?}",
            text(&rates.chip),
            rates.sms,
            rates.sm_clock_khz,
            rates.memory_clock_khz,
            rates.memory_bus_bits,
            rates.l2_bytes
        );
    }
    let _ = writeln!(out, "\n[weights]");
    for weight in &result.weights {
        let _ = writeln!(out, "{} = {:?}", weight.criterion.name(), round(weight.weight));
    }
    let _ =
        writeln!(out, "\n# 95 % intervals of the weights, by resampling problems.\n[intervals]");
    for weight in &result.weights {
        let (low, high) = (round(weight.interval.low), round(weight.interval.high));
        let _ = writeln!(out, "{} = [{low:?}, {high:?}]", weight.criterion.name());
    }
    draws(&mut out, result);
    if let Some(model) = &result.cost {
        cost(&mut out, model, "cost");
    }
    validation(&mut out, result);
    out
}

/// The prices of a model, and those for launches without code, in tables that begin with `name`.
fn cost(out: &mut String, model: &CostModel, name: &str) {
    let _ = writeln!(
        out,
        "\n# Resources work side by side: a norm of 1 adds their times up, a large one takes\n\
         # the largest. A predicted time is right within the spread in 95 % of left-out cases.\n\
         [{name}]\nnorm = {:?}\nspread = {:?}",
        model.norm,
        round(model.spread)
    );
    if !model.without.is_empty() {
        let _ = writeln!(
            out,
            "# Not priced: a counter was not recorded, or other terms say the same.\nwithout = {:?}",
            model.without
        );
    }
    let _ = writeln!(
        out,
        "# Nanoseconds of the price of a launch that pass between kernels: in a run's time, and in no\n\
         # kernel's.\nbetween_ns = {:?}",
        round(model.between_ns)
    );
    if let Some(certainty) = model.certainty {
        let _ = writeln!(
            out,
            "\n# The probability that the one predicted faster is faster is 1 / (1 + r^(-1 / s)), where\n\
             # r is the longer predicted time over the shorter one, s is scale (1 + growth d),\n\
             # and d is the difference of what the two are made of: half the sum of the differences of\n\
             # the terms' shares. Calibrated on pairs of implementations of a problem, predicted by a\n\
             # fit without their primitive.\n\
             [{name}.certainty]\nscale = {:?}\ngrowth = {:?}\npairs = {}\nprimitives = {}",
            round(certainty.scale),
            certainty.growth,
            certainty.pairs,
            certainty.primitives
        );
    }
    if let Some(unseen) = &model.unseen {
        let _ = writeln!(
            out,
            "\n# Kernels of programs that no fit has seen are right within these factors in 80 and 95 % of\n\
             # cases, by the resource with the largest part of their time.\n\
             [{name}.unseen]\nkernels = {}\n\n[{name}.unseen.by_resource]",
            unseen.kernels
        );
        for (resource, within) in Resource::ALL.iter().zip(unseen.by_resource) {
            let key = serde_json::to_value(resource).ok();
            let key = key.as_ref().and_then(serde_json::Value::as_str).unwrap_or_default();
            let _ = writeln!(
                out,
                "{key} = {{ eighty = {:?}, ninety_five = {:?} }}",
                round(within.eighty),
                round(within.ninety_five)
            );
        }
    }
    let unit = |term: &str| {
        let kernel = TERMS.iter().map(|term| (term.name, term.unit));
        let mut all = kernel.chain(HOST_TERMS.iter().map(|term| (term.name, term.unit)));
        all.find(|(name, _)| *name == term).map_or("", |(_, unit)| unit)
    };
    for (part, prices) in [("kernel", &model.prices), ("host", &model.host)] {
        let _ = writeln!(
            out,
            "\n# Nanoseconds for a unit, 95 % interval, and the most of it that was seen.\n[{name}.{part}]"
        );
        for price in prices.iter().filter(|one| !model.without.contains(&one.term.as_str())) {
            let _ = writeln!(
                out,
                "{} = {{ ns = {:?}, low = {:?}, high = {:?}, most = {:?} }} # {}",
                price.term,
                round(price.ns),
                round(price.low),
                round(price.high),
                round(price.most),
                one(unit(&price.term))
            );
        }
    }
    if let Some(coarse) = &model.coarse {
        out.push_str("\n# For launches whose code is not recorded.");
        cost(out, coarse, &format!("{name}.coarse"));
    }
}

/// A unit with its article, such as `an atomic of a warp`; `128 bytes of a warp` has none.
fn one(unit: &str) -> String {
    match unit.chars().next() {
        Some('a' | 'e' | 'i' | 'o') => format!("an {unit}"),
        Some(first) if first.is_ascii_digit() => unit.to_owned(),
        _ => format!("a {unit}"),
    }
}

/// Rounded to three digits; bootstrap draws are noisy.
fn draws(out: &mut String, result: &FitResult) {
    if result.draws.is_empty() {
        return;
    }
    let names = Criterion::ALL.map(Criterion::name);
    let _ = writeln!(
        out,
        "\n# Weights as they might have come out: rounds of resampling problems.\n[draws]\n\
         criteria = {names:?}\nweights = ["
    );
    for draw in &result.draws {
        let numbers = draw.map(|weight| format!("{weight:.2e}").parse().unwrap_or(weight));
        let _ = writeln!(out, "{numbers:?},");
    }
    out.push_str("]\n");
}

fn validation(out: &mut String, result: &FitResult) {
    for model in &result.models {
        for figures in &model.figures {
            let _ = write!(
                out,
                "\n[[validation]]\nmodel = {:?}\nleft_out = {:?}\npairs = {}\nright = {:?}\n",
                model.name,
                figures.left_out.name(),
                figures.ordering.total.pairs,
                figures.ordering.total.right
            );
            let numbers = [
                ("tau", figures.tau),
                ("r_squared", figures.r_squared),
                ("rmse", figures.rmse),
                ("median_error", figures.median_error),
                ("p90_error", figures.p90_error),
            ];
            for (name, value) in numbers {
                if let Some(value) = value {
                    let _ = writeln!(out, "{name} = {:?}", round(value));
                }
            }
        }
    }
}

/// Rounds to six digits, more than any of the numbers is accurate to.
fn round(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}
