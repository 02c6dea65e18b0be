//! The cost models: of the norms the one that predicts best, with intervals and certainty.

use propp_base_solve::FitError;
use propp_base_solve::resample::resample;
use propp_base_statistics::Interval;
use propp_base_statistics::summary::interval;
use propp_judge_cost::{CostModel, GUESSED, HOST_TERMS, OF_THE_CODE, Price, TERMS};
use serde::Serialize;

use super::certainty::log_loss;
use super::options::Options;
use super::refusal::why_no_prices;
use super::samples::{largest, most_asked};
use super::unseen::{UnseenFigures, unseen};
use super::validate::{Figures, HeldOut, JudgedModel, Model, Validated, predictions, validated};
use super::{CertaintyFigures, Prices, Sample, calibrate};

/// What a cost model knows of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Knowledge {
    Counts,
    /// The same, and what the code says.
    Code,
}

impl Knowledge {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "cost",
            Self::Code => "cost with code",
        }
    }

    /// The name of a model with this norm.
    fn named(self, norm: f64) -> String {
        format!("{}, norm {norm}", self.name())
    }

    /// The terms that it does without.
    pub const fn without(self) -> &'static [&'static str] {
        match self {
            Self::Counts => OF_THE_CODE,
            Self::Code => GUESSED,
        }
    }
}

/// How good the kept model of some knowledge is where a primitive is left out, and where its
/// relatives are, too.
#[derive(Clone, Debug, Serialize)]
pub struct CostFigures {
    pub knowledge: Knowledge,
    pub norm: f64,
    pub primitive: LeftOutFigures,
    pub relatives: LeftOutFigures,
    /// How far kernels are off that no fit has seen.
    pub unseen: Option<UnseenFigures>,
}

impl CostFigures {
    pub fn name(&self) -> String {
        self.knowledge.named(self.norm)
    }
}

/// The figures of predictions of what was left out.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOutFigures {
    pub figures: Figures,
    /// How good the certainty of the order is.
    pub certainty: Option<CertaintyFigures>,
}

/// Samples whose work is known, and those of them that models are judged by.
#[derive(Clone, Copy)]
pub(super) struct Samples<'s> {
    pub(super) all: &'s [Sample],
    pub(super) judged: &'s [Sample],
}

/// A fitted cost model and its figures.
struct Priced {
    model: CostModel,
    figures: CostFigures,
}

/// The model that predicts, by the code where samples have code, with the coarse prices for
/// launches without; and how good the two are.
pub(super) fn cost_models(
    of_counts: Samples<'_>,
    of_code: Samples<'_>,
    options: &Options,
    models: &mut Vec<JudgedModel>,
    progress: &mut dyn FnMut(&str),
) -> Result<(Option<CostModel>, Vec<CostFigures>), FitError> {
    let mut best = |knowledge, samples: Samples<'_>, norms: &[f64]| {
        let norms = if why_no_prices(samples.all).is_some() { &[] } else { norms };
        priced(knowledge, samples, norms, options, models, progress)
    };
    let by_code = best(Knowledge::Code, of_code, &options.norms)?;
    // Times by both sets of prices stand side by side, so their resources overlap alike.
    let coarse = match &by_code {
        Some(found) => best(Knowledge::Counts, of_counts, &[found.model.norm])?,
        None => best(Knowledge::Counts, of_counts, &options.norms)?,
    };
    let split = |one: Priced| (one.model, one.figures);
    let (coarse, figures_of_counts) = coarse.map(split).unzip();
    let (by_code, figures_of_code) = by_code.map(split).unzip();
    let figures = figures_of_counts.into_iter().chain(figures_of_code).collect();
    let model = match (by_code, coarse) {
        (Some(model), coarse) => Some(CostModel { coarse: coarse.map(Box::new), ..model }),
        (None, coarse) => coarse,
    };
    Ok((model, figures))
}

/// Cross-validates the norms on `judged`, and fits the best to `all`: the one whose orders are
/// surest, by the log loss of pairs whose primitive was left out.
fn priced(
    knowledge: Knowledge,
    Samples { all, judged }: Samples<'_>,
    norms: &[f64],
    options: &Options,
    models: &mut Vec<JudgedModel>,
    progress: &mut dyn FnMut(&str),
) -> Result<Option<Priced>, FitError> {
    let mut best: Option<(f64, f64, Vec<Validated>)> = None;
    for &norm in norms {
        let name = knowledge.named(norm);
        progress(&name);
        let held_out = HeldOut::ALL
            .iter()
            .map(|out| validated(judged, &Model::Cost(options.form(norm)), *out));
        let own = held_out.collect::<Result<Vec<_>, FitError>>()?;
        models.push(JudgedModel { name, figures: own.iter().map(|o| o.figures.clone()).collect() });
        let held_out = predictions(judged, &own[PRIMITIVE].predicted, HeldOut::Primitive);
        let loss = log_loss(&held_out).unwrap_or(f64::INFINITY);
        if best.as_ref().is_none_or(|(least, ..)| loss < *least) {
            best = Some((loss, norm, own));
        }
    }
    let Some((_, norm, own)) = best else { return Ok(None) };
    let all: Vec<&Sample> = all.iter().collect();
    // Coarse prices of a launch stand for more than launching.
    let empty_ns = options.empty_ns.filter(|_| knowledge == Knowledge::Code);
    let mut model = cost_model(&all, norm, &own[PRIMITIVE].figures, (options, empty_ns))?;
    model.without = knowledge.without().to_vec();
    let left_out = |place: usize| {
        let held_out = predictions(judged, &own[place].predicted, HeldOut::ALL[place]);
        let (scale, certainty) = calibrate(&held_out, &options.bootstrap()).unzip();
        (scale, LeftOutFigures { figures: own[place].figures.clone(), certainty })
    };
    let ((scale, primitive), (_, relatives)) = (left_out(PRIMITIVE), left_out(RELATIVES));
    model.certainty = scale;
    let outside = options.outside.as_ref().map(|(outside, own)| (outside, own));
    let samples: Vec<Sample> = all.iter().map(|sample| (*sample).clone()).collect();
    let unseen = unseen(&samples, &model, options.form(norm), outside)?;
    model.unseen = unseen.as_ref().map(|figures| figures.factors);
    Ok(Some(Priced {
        model,
        figures: CostFigures { knowledge, norm, primitive, relatives, unseen },
    }))
}

/// Places in [`HeldOut::ALL`].
const PRIMITIVE: usize = 1;
const RELATIVES: usize = 4;
const _: () = assert!(matches!(
    (HeldOut::ALL[PRIMITIVE], HeldOut::ALL[RELATIVES]),
    (HeldOut::Primitive, HeldOut::Relatives)
));

fn cost_model(
    all: &[&Sample],
    norm: f64,
    held_out: &Figures,
    (options, empty_ns): (&Options, Option<f64>),
) -> Result<CostModel, FitError> {
    let prices = Prices::fit(all, options.form(norm), None)?;
    let linear = prices.linearised(all)?;
    let known = all.iter().filter(|sample| sample.has_work());
    let cases: Vec<usize> = known.clone().map(|sample| sample.case).collect();
    let sampled = resample(&linear.a, &linear.b, &cases, &options.bootstrap())?;
    let intervals: Option<Vec<Interval>> =
        sampled.column_iter().map(|column| interval(column.as_slice(), 0.95)).collect();
    let intervals = intervals.unwrap_or_default();
    let price = |column: usize, term: &str, ns: f64, most: f64| {
        let scale = linear.scale[column];
        let least = linear.least[column];
        let (low, high) = intervals
            .get(column)
            .map_or((ns, ns), |i| (i.low * scale + least, i.high * scale + least));
        Price { term: term.to_owned(), ns, low: low.min(ns), high: high.max(ns), most }
    };
    let most_of_host = largest(HOST_TERMS.len(), known.map(|sample| &sample.host));
    let kernel = TERMS.iter().zip(&prices.kernel).zip(most_asked(all)).enumerate();
    let host = HOST_TERMS.iter().zip(&prices.host).zip(most_of_host).enumerate();
    Ok(CostModel {
        norm,
        spread: held_out.spread.unwrap_or(f64::INFINITY),
        unseen: None,
        prices: kernel.map(|(i, ((term, ns), most))| price(i, term.name, *ns, most)).collect(),
        host: host
            .map(|(i, ((term, ns), most))| price(TERMS.len() + i, term.name, *ns, most))
            .collect(),
        without: Vec::new(),
        between_ns: prices.between(all, empty_ns),
        certainty: None,
        coarse: None,
    })
}
