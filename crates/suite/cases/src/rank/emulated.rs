//! The order of implementations that were emulated and not timed, by prices of emulated counts.

use std::fmt::Write;

use propp_base_text::{Page, indented, table as terminal};
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{Composition, First, Place, certainty_words, places};
use propp_recording::{Recording, SuiteCase, SuiteState};
use serde::Serialize;

use super::order::predicted;
use super::pick::{self, Filter, NotRanked, Question};
use super::ranking::Name;
use super::split::Cases;

/// The predicted order of the implementations of a primitive. It has no times: those of emulated
/// counts are too far off.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedOrder {
    pub schema: &'static str,
    pub primitive: String,
    pub gpu: String,
    /// The source of the prices.
    pub prices: String,
    pub problems: Vec<PredictedProblem>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedProblem {
    #[serde(flatten)]
    pub name: Name,
    /// The one predicted to be the fastest first.
    pub ranked: Vec<PredictedPlace>,
    /// Implementations without a prediction: work without a price, or a wrong result.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PredictedPlace {
    #[serde(flatten)]
    pub place: Place,
    pub library: String,
    pub variant: String,
}

/// The order of the implementations of a primitive in an emulated recording.
/// Fails if the recording has no such primitive or problem.
pub fn predicted_order(
    recording: &Recording,
    weights: &Weights,
    question: &Question,
) -> Result<PredictedOrder, NotRanked> {
    let is_usual = question.elements == Filter::Usual;
    let elements = if is_usual { Filter::All } else { question.elements.clone() };
    let picked = pick::pick(recording, &Question { elements, ..question.clone() })?;
    let cases = Cases::new(recording, weights);
    let all = picked.problems.into_iter().map(|(name, all)| problem(name, &all, &cases, weights));
    let mut problems: Vec<PredictedProblem> = all.collect();
    if is_usual {
        // The usual type is told by times, which there are none of.
        let best = problems.into_iter().rev().max_by_key(|problem| problem.ranked.len());
        problems = best.into_iter().collect();
    }
    Ok(PredictedOrder {
        schema: "propp.order/1",
        primitive: picked.primitive,
        gpu: recording.gpu().unwrap_or("an unknown GPU").to_owned(),
        prices: weights.order().map(|order| order.from.source.clone()).unwrap_or_default(),
        problems,
    })
}

fn problem(
    name: Name,
    all: &[&SuiteCase],
    cases: &Cases<'_>,
    weights: &Weights,
) -> PredictedProblem {
    let (mut known, mut left_out, mut works) = (Vec::new(), Vec::new(), Vec::new());
    for case in all {
        let time = case.marker.filter(|_| case.state == SuiteState::Ok).and_then(|marker| {
            let of_case = cases.judge(marker)?;
            let time = predicted(&of_case, &cases.host_work(marker), weights)?;
            works.extend(of_case.kernels.into_iter().flat_map(|kernel| kernel.work));
            Some(time)
        });
        match time {
            Some(time) => known.push((*case, time)),
            None => left_out.push(format!("{} {}", case.library, case.variant)),
        }
    }
    known.sort_by(|(_, a), (_, b): &(_, Composition)| a.ns().total_cmp(&b.ns()));
    let (ordered, times): (Vec<&SuiteCase>, Vec<_>) =
        known.into_iter().map(|(case, time)| (case, Some(time))).unzip();
    let certainty = weights.prices().and_then(|model| model.for_all(&works).certainty);
    let places = places(&times, certainty, First::Fastest);
    let ranked = ordered.iter().zip(places).map(|(case, place)| {
        let (library, variant) = (case.library.clone(), case.variant.clone());
        PredictedPlace { place, library, variant }
    });
    PredictedProblem { name, ranked: ranked.collect(), left_out }
}

impl PredictedOrder {
    /// The order as a table.
    pub fn table(&self, page: Page) -> String {
        let head =
            format!("{} on {}: predicted order, nothing was timed", self.primitive, self.gpu);
        let mut out = format!("{}\n", indented(&head, page.width, 0, 2));
        for problem in &self.problems {
            let _ = write!(out, "\n{}\n\n", pick::words(&problem.name));
            let titles = ["#", "certainty", "implementation"];
            let mut table = terminal::dense(titles, |column| column < titles.len() - 1, page);
            for one in &problem.ranked {
                let Place { place, tied, certainty } = one.place;
                let tie = if tied { "=" } else { " " };
                table.add_row([
                    format!("{place}{tie}"),
                    certainty.map_or_else(|| "-".to_owned(), certainty_words),
                    format!("{} {}", one.library, one.variant),
                ]);
            }
            out.push_str(&terminal::text(&table));
            if !problem.left_out.is_empty() {
                let names = problem.left_out.join(", ");
                let text =
                    format!("no prediction (work without a price, or a wrong result): {names}");
                let _ = writeln!(out, "{}", indented(&text, page.width, 0, 2));
            }
        }
        let note = "By counts of an emulated run, at prices that were fitted to times of the GPU \
                    (propp explain engine says how often such an order is right). Certainty: that \
                    the first is faster. =: the order with another one is less than 90 % certain.";
        let _ = write!(out, "\n{}\n", indented(note, page.width, 0, 0));
        out
    }
}
