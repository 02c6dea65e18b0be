//! What the cost model says of each kernel's time.

use std::fmt::Write as _;

use propp_base_text::{Page, duration, wrapped};
use propp_judge_analysis::{Analysis, KernelReport};
use propp_judge_cost::{CostModel, Part, Predicted, Resource};
use propp_judge_hints::{Advice, Advised};

use super::headings::headings;
use super::prices;

/// Parts of a time that are named; the rest is left to the reader.
const NAMED: usize = 3;

/// Characters of a name.
const NAME: usize = 40;

/// A part below this share is not named.
const LEAST_SHARE: f64 = 0.05;

/// The block below the kernels; empty without a cost model.
pub(super) fn block(advised: &Advised<'_>, page: Page) -> String {
    let listing = &advised.listing;
    let Some(model) = listing.analysis.weights.cost() else { return String::new() };
    let mut out = String::new();
    let accuracy = match model.unseen {
        Some(_) => "For programs that no fit has seen, 80 % of predictions are right within the \
                    factor given."
            .to_owned(),
        None => format!(
            "On held-out cases of the suite, 95 % of predictions are within a factor of {:.1}; for \
             single kernels, above all short ones, errors can be larger.",
            model.for_all(listing.kernels.iter().flat_map(|kernel| &kernel.work)).spread
        ),
    };
    let title = format!(
        "The time of a launch, as the cost model predicts it from counters with prices {}, and as \
         measured (of the launches whose counters were read). {accuracy} memory: measured share of \
         peak DRAM bandwidth.",
        prices::source(listing.analysis).unwrap_or_default(),
    );
    let _ = writeln!(out, "\n{}\n", wrapped(&title, page.width, 0));
    let titles = format!(
        "{:>9}{:>7}{:>10}{:>8}  kernel: what the predicted time is made of",
        "predicted", "within", "measured", "memory"
    );
    let _ = writeln!(out, "{}", wrapped(&titles, page.width, 36));
    for ((kernel, advice), name) in advised.kernels().zip(headings(&listing.kernels, NAME)) {
        let Some(cells) = PredictedCells::of(kernel, advice, model) else { continue };
        let PredictedCells { time, within, measured, memory, words } = cells;
        let line = format!("{time:>9}{within:>7}{measured:>10}{memory:>8}  {name}: {words}");
        let _ = writeln!(out, "{}", wrapped(&line, page.width, 36));
    }
    out
}

/// A sentence on the time of one kernel; none without a cost model.
pub(super) fn sentence(
    analysis: &Analysis,
    kernel: &KernelReport,
    advice: Option<&Advice>,
) -> Option<String> {
    let model = analysis.weights.cost()?;
    let PredictedCells { time, within, measured, memory, words } =
        PredictedCells::of(kernel, advice, model)?;
    let within = match within.as_str() {
        "" => String::new(),
        factor => format!(" (within {factor} for 80 % of programs that no fit has seen)"),
    };
    let memory = match memory.as_str() {
        "?" => String::new(),
        share => format!("; it moves {share} of what device memory can move"),
    };
    Some(format!("predicted {time}{within}, measured {measured}: {words}{memory}"))
}

/// The cells of a kernel.
struct PredictedCells {
    time: String,
    within: String,
    measured: String,
    memory: String,
    words: String,
}

impl PredictedCells {
    fn of(kernel: &KernelReport, advice: Option<&Advice>, model: &CostModel) -> Option<Self> {
        let known = kernel.measured_ns.or_else(|| Some(kernel.durations?.median_ns));
        let measured = known.map_or_else(|| "?".to_owned(), duration);
        let (time, words) = match kernel.predicted.as_ref()? {
            Ok(predicted) => (time(predicted), words(predicted)),
            Err(unknown) => ("?".to_owned(), unknown.to_string()),
        };
        let factor = kernel.priced().and_then(|predicted| {
            let unseen = model.for_all(&kernel.work).unseen.or(model.unseen)?;
            Some((predicted.ns, unseen.of(predicted.largest()).eighty))
        });
        let within = factor.map_or_else(String::new, |(_, factor)| format!("{factor:.1}×"));
        let odd =
            known.zip(factor).and_then(|(ns, (predicted, factor))| odd(ns, predicted, factor));
        let words = words + &odd.unwrap_or_default();
        let share = advice.and_then(|advice| advice.memory_share);
        let memory =
            share.map_or_else(|| "?".to_owned(), |share| format!("{:.0} %", share * 100.0));
        Some(Self { time, within, measured, memory, words })
    }
}

/// That a prediction is off by more than most.
fn odd(measured_ns: u64, predicted_ns: f64, factor: f64) -> Option<String> {
    let ratio = measured_ns as f64 / predicted_ns;
    let (times, direction) = if ratio > 1.0 { (ratio, "longer") } else { (1.0 / ratio, "shorter") };
    (times.is_finite() && times > factor).then(|| {
        format!(
            "; measured {times:.1}× {direction}, more than the prediction is mostly off, so trust its \
             gains less"
        )
    })
}

/// A prediction outside what was fitted is none.
fn time(predicted: &Predicted) -> String {
    match predicted.outside {
        Some(_) => "?".to_owned(),
        None => duration(predicted.ns.round() as u64),
    }
}

fn words(predicted: &Predicted) -> String {
    if let Some(term) = &predicted.outside {
        return format!(
            "outside the fitted range: it asks for far more {} than any launch that was fitted",
            spaced(term)
        );
    }
    let mut shares = Resource::ALL.map(|resource| (resource, of_resource(predicted, resource)));
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let parts: Vec<String> = shares
        .into_iter()
        .filter(|(_, share)| *share >= LEAST_SHARE)
        .take(NAMED)
        .map(|(resource, share)| {
            let largest = predicted.parts.iter().find(|part| part.resource == resource);
            let of = largest.map(|part| {
                let most = if part.share > share / 2.0 { "most of it" } else { "above all" };
                format!(" ({most} {})", spaced(part.term))
            });
            let own = of.filter(|_| resource != Resource::Launch).unwrap_or_default();
            format!("{:.0} % {resource}{own}", share * 100.0)
        })
        .collect();
    parts.join(", ")
}

fn of_resource(predicted: &Predicted, resource: Resource) -> f64 {
    let own = predicted.parts.iter().filter(|part: &&Part| part.resource == resource);
    own.map(|part| part.share).sum()
}

fn spaced(term: &str) -> String {
    term.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::odd;

    #[test]
    fn only_what_is_off_by_more_than_most_is_told() {
        assert_eq!(odd(1_400, 1_000.0, 1.5), None);
        assert!(odd(1_900, 1_000.0, 1.5).unwrap().starts_with("; measured 1.9× longer"));
        assert!(odd(500, 1_000.0, 1.5).unwrap().starts_with("; measured 2.0× shorter"));
    }
}
