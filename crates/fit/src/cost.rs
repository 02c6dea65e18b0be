//! The cost models: of the norms the one that predicts best, with intervals and certainty.

use propp_criteria::cost::{CostModel, GUESSED, HOST_TERMS, OF_THE_CODE, Price, TERMS};
use propp_numbers::FitError;
use propp_numbers::resample::resample;
use serde::Serialize;

use super::fit::{Options, bootstrap};
use super::validate::{Figures, HeldOut, Model, Validated, predictions, validated};
use super::{CertaintyFigures, JudgedModel, Prices, Sample, calibrate};

/// What a cost model knows of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Knowledge {
    /// What counters say.
    Counts,
    /// The same, and what the code says.
    Code,
}

impl Knowledge {
    /// The name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counts => "cost",
            Self::Code => "cost with code",
        }
    }

    /// The terms that it does without.
    #[must_use]
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
}

/// The figures of predictions of what was left out.
#[derive(Clone, Debug, Serialize)]
pub struct LeftOutFigures {
    pub figures: Figures,
    /// How good the certainty of the order is.
    pub certainty: Option<CertaintyFigures>,
}

/// A fitted cost model and its figures.
pub(super) struct Priced {
    pub(super) model: CostModel,
    pub(super) figures: CostFigures,
}

/// Cross-validates the norms on `judged`, and fits the best to `all`. Norms are compared by the
/// error of predicted times: they differ too little in the order that follows from the times.
pub(super) fn priced(
    knowledge: Knowledge,
    (all, judged): (&[Sample], &[Sample]),
    options: &Options,
    models: &mut Vec<JudgedModel>,
    progress: &mut dyn FnMut(&str),
) -> Result<Option<Priced>, FitError> {
    let mut best: Option<(f64, f64, Vec<Validated>)> = None;
    for &norm in options.norms {
        let name = format!("{}, norm {norm}", knowledge.name());
        progress(&name);
        let held_out = HeldOut::ALL.iter().map(|out| validated(judged, &Model::Cost(norm), *out));
        let own = held_out.collect::<Result<Vec<_>, FitError>>()?;
        models.push(JudgedModel { name, figures: own.iter().map(|o| o.figures.clone()).collect() });
        let error = own[PRIMITIVE].figures.median_error.unwrap_or(f64::INFINITY);
        if best.as_ref().is_none_or(|(least, ..)| error < *least) {
            best = Some((error, norm, own));
        }
    }
    let Some((_, norm, own)) = best else { return Ok(None) };
    let all: Vec<&Sample> = all.iter().collect();
    let mut model = cost_model(&all, norm, &own[PRIMITIVE].figures, options)?;
    model.without = knowledge.without().to_vec();
    let left_out = |place: usize| {
        let held_out = predictions(judged, &own[place].predicted, HeldOut::ALL[place]);
        let (scale, certainty) = calibrate(&held_out, &bootstrap(options)).unzip();
        (scale, LeftOutFigures { figures: own[place].figures.clone(), certainty })
    };
    let ((scale, primitive), (_, relatives)) = (left_out(PRIMITIVE), left_out(RELATIVES));
    model.certainty = scale;
    Ok(Some(Priced { model, figures: CostFigures { knowledge, norm, primitive, relatives } }))
}

/// Places in [`HeldOut::ALL`].
const PRIMITIVE: usize = 1;
const RELATIVES: usize = 4;

fn cost_model(
    all: &[&Sample],
    norm: f64,
    held_out: &Figures,
    options: &Options,
) -> Result<CostModel, FitError> {
    let prices = Prices::fit(all, norm, None)?;
    let linear = prices.linearised(all)?;
    let known = all.iter().filter(|sample| sample.has_work());
    let cases: Vec<usize> = known.clone().map(|sample| sample.case).collect();
    let sampled = resample(&linear.a, &linear.b, &cases, &bootstrap(options))?;
    let intervals = sampled.intervals(0.95).unwrap_or_default();
    let price = |column: usize, term: &str, ns: f64, most: f64| {
        let scale = linear.scale[column];
        let (low, high) =
            intervals.get(column).map_or((ns, ns), |i| (i.low * scale, i.high * scale));
        Price { term: term.to_owned(), ns, low: low.min(ns), high: high.max(ns), most }
    };
    let mut most = vec![0.0_f64; TERMS.len()];
    let mut most_of_host = vec![0.0_f64; HOST_TERMS.len()];
    for sample in known {
        for (_, demands) in sample.kernels.iter().flatten() {
            most.iter_mut().zip(demands).for_each(|(most, demand)| *most = most.max(*demand));
        }
        most_of_host.iter_mut().zip(&sample.host).for_each(|(most, own)| *most = most.max(*own));
    }
    let kernel = TERMS.iter().zip(&prices.kernel).zip(most).enumerate();
    let host = HOST_TERMS.iter().zip(&prices.host).zip(most_of_host).enumerate();
    Ok(CostModel {
        norm,
        spread: held_out.spread.unwrap_or(f64::INFINITY),
        prices: kernel.map(|(i, ((term, ns), most))| price(i, term.name, *ns, most)).collect(),
        host: host
            .map(|(i, ((term, ns), most))| price(TERMS.len() + i, term.name, *ns, most))
            .collect(),
        without: Vec::new(),
        certainty: None,
        coarse: None,
    })
}
