//! The whole fit: every model is cross-validated, and the best is kept.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_solve::FitError;
use propp_base_solve::diagnose::diagnose;
use propp_base_solve::resample::resample;
use propp_base_statistics::summary::interval;
use propp_base_statistics::{Interval, Random};
use propp_judge_cost::CostModel;
use propp_judge_cost::quality::{Draw, Weights};
use propp_judge_criteria::Criterion;
use serde::Serialize;

use super::cost::{CostFigures, Samples, cost_models};
use super::options::Options;
use super::quality;
use super::quality::Kind;
use super::refusal::{NoFit, check, why_no_prices};
use super::validate::{Figures, HeldOut, JudgedModel, Model, Validated, validated};
use super::{CertaintyFigures, Sample};

/// The result keeps the weights of this many bootstrap rounds: enough for an interval, and
/// the file stays small.
const MAX_DRAWS: usize = 100;

/// Models are cross-validated on at least this many samples; of a larger dataset, whole
/// problems are drawn until there are as many. Each norm is fitted a hundred times for that,
/// and the figures of 2,000 samples are accurate to better than 1 %.
const MIN_JUDGED: usize = 2_000;

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Weight {
    pub criterion: Criterion,
    pub weight: f64,
    /// The 95 % bootstrap interval.
    pub interval: Interval,
}

#[derive(Clone, Debug, Serialize)]
pub struct FitResult {
    pub samples: usize,
    pub problems: usize,
    /// Samples that the models were cross-validated on.
    pub judged: usize,
    /// Samples that the fits of criteria leave out, because a criterion was not measured.
    pub partial: usize,
    /// Samples that the cost model leaves out, because their work is not known.
    pub without_work: usize,
    pub kind: Kind,
    pub weights: Vec<Weight>,
    /// The weights of the first bootstrap rounds, in the order of [`Criterion::ALL`].
    pub draws: Vec<Draw>,
    pub cost: Option<CostModel>,
    /// How good the kept cost models are: of the counts, and of the code.
    pub cost_figures: Vec<CostFigures>,
    /// Why there is no cost model although one was asked for.
    pub no_cost: Option<String>,
    /// The best held-out order first.
    pub models: Vec<JudgedModel>,
    /// Which coefficients the data cannot separate, in sentences.
    pub limits: Vec<String>,
}

impl FitResult {
    /// The model that predicts times; without one, the model with the best held-out order.
    pub(super) fn kept(&self) -> Option<&JudgedModel> {
        let kept = self.cost_figures.last().map(CostFigures::name);
        let named = self.models.iter().find(|model| Some(&model.name) == kept.as_ref());
        named.or(self.models.first())
    }

    /// How good the certainty of the order by the cost model is, a primitive left out.
    pub fn certainty(&self) -> Option<&CertaintyFigures> {
        self.cost_figures.last()?.primitive.certainty.as_ref()
    }
}

/// Fits all models to the samples and cross-validates them; `progress` gets each step's name.
/// Fails if there are too few samples, or their values cannot be fitted.
pub fn fit(
    samples: &[Sample],
    paper: &Weights,
    options: &Options,
    progress: &mut dyn FnMut(&str),
) -> Result<FitResult, NoFit> {
    let all_samples = samples.len();
    let measured: Vec<Sample> = samples.iter().filter(|s| !s.is_partial).cloned().collect();
    let with_work: Vec<Sample> = samples.iter().filter(|s| s.has_work()).cloned().collect();
    let no_cost = (!options.norms.is_empty()).then(|| why_no_prices(&with_work)).flatten();
    let with_code: Vec<Sample> =
        samples.iter().map(Sample::by_code).filter(Sample::has_work).collect();
    let samples = measured.as_slice();
    check(samples)?;
    let drawn = draw_problems(&measured, &with_work, options.seed);
    let only_drawn = |all: &[Sample]| -> Vec<Sample> {
        all.iter().filter(|sample| drawn.contains(&sample.case)).cloned().collect()
    };
    let (judged, judged_by_work) = (only_drawn(samples), only_drawn(&with_work));
    let judged_by_code = only_drawn(&with_code);
    let is_part = judged.len() < samples.len() || judged_by_work.len() < with_work.len();
    let mut models = Vec::new();
    let mut validate = |name: String, model: &Model| -> Result<Validated, FitError> {
        progress(&name);
        let all: Result<Vec<Validated>, FitError> =
            HeldOut::ALL.iter().map(|held_out| validated(&judged, model, *held_out)).collect();
        let mut all = all?;
        let figures = all.iter().map(|one| one.figures.clone()).collect();
        models.push(JudgedModel { name, figures });
        Ok(all.swap_remove(1))
    };
    let papers: Vec<f64> =
        Criterion::ALL.iter().map(|criterion| paper.weight(*criterion)).collect();
    validate("paper".to_owned(), &Model::Fixed(papers))?;
    for (place, criterion) in Criterion::ALL.iter().enumerate() {
        let alone = (0..Criterion::ALL.len()).map(|other| f64::from(u8::from(other == place)));
        validate(format!("{criterion} alone"), &Model::Fixed(alone.collect()))?;
    }
    let mut criteria =
        |name: &str, kind| validate(name.to_owned(), &Model::Criteria(kind, options.response));
    let linear = criteria("criteria-linear", Kind::CriteriaLinear)?;
    let log = criteria("criteria-log", Kind::CriteriaLog)?;
    let better = if share(&log.figures) > share(&linear.figures) {
        Kind::CriteriaLog
    } else {
        Kind::CriteriaLinear
    };
    let kind = options.kind.unwrap_or(better);
    let of_counts = Samples { all: &with_work, judged: &judged_by_work };
    let of_code = Samples { all: &with_code, judged: &judged_by_code };
    let (cost, cost_figures) = cost_models(of_counts, of_code, options, &mut models, progress)?;
    progress("intervals");
    let all: Vec<&Sample> = samples.iter().collect();
    let (weights, draws) = weights(&all, kind, options)?;
    models.sort_by(|a, b| share(&b.figures[1]).total_cmp(&share(&a.figures[1])));
    let cases: BTreeSet<usize> = samples.iter().map(|sample| sample.case).collect();
    Ok(FitResult {
        samples: all_samples,
        problems: cases.len(),
        judged: if is_part { judged.len().max(judged_by_work.len()) } else { all_samples },
        partial: all_samples - samples.len(),
        without_work: all_samples - with_work.len(),
        kind,
        weights,
        draws,
        cost,
        cost_figures,
        no_cost,
        models,
        limits: limits(&all, options)?,
    })
}

/// Draws problems at random until they have [`MIN_JUDGED`] samples, or takes all.
fn draw_problems(measured: &[Sample], with_work: &[Sample], seed: u64) -> BTreeSet<usize> {
    let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
    for list in [measured, with_work] {
        let mut own: BTreeMap<usize, usize> = BTreeMap::new();
        list.iter().for_each(|sample| *own.entry(sample.case).or_default() += 1);
        for (case, count) in own {
            rows.entry(case).and_modify(|most| *most = count.max(*most)).or_insert(count);
        }
    }
    // A stream that no bootstrap round uses.
    let mut random = Random::new(seed, u64::MAX);
    let mut cases: Vec<(f64, usize, usize)> =
        rows.into_iter().map(|(case, count)| (random.unit(), case, count)).collect();
    cases.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut drawn = 0;
    let enough = cases.into_iter().take_while(|(_, _, count)| {
        let is_needed = drawn < MIN_JUDGED;
        drawn += count;
        is_needed
    });
    enough.map(|(_, case, _)| case).collect()
}

fn share(figures: &Figures) -> f64 {
    figures.ordering.total.share().unwrap_or(0.0)
}

fn weights(
    all: &[&Sample],
    kind: Kind,
    options: &Options,
) -> Result<(Vec<Weight>, Vec<Draw>), FitError> {
    let (a, b) = quality::system(kind, options.response, all);
    let cases: Vec<usize> = all.iter().map(|sample| sample.case).collect();
    let x = quality::weights(kind, options.response, all)?;
    let sampled = resample(&a, &b, &cases, &options.bootstrap())?;
    let scaled = sampled.row_iter().map(|row| {
        let scale = match kind {
            Kind::CriteriaLinear => 100.0 / row.max().max(f64::MIN_POSITIVE),
            Kind::CriteriaLog => 1.0,
        };
        std::array::from_fn(|column| row[column] * scale)
    });
    let mut draws: Vec<Draw> = scaled.collect();
    let weights = Criterion::ALL.into_iter().zip(x).enumerate().map(|(place, (criterion, x))| {
        let rounds: Vec<f64> = draws.iter().map(|draw| draw[place]).collect();
        let interval = interval(&rounds, 0.95).unwrap_or(Interval { low: x, high: x });
        Weight { criterion, weight: x, interval }
    });
    let weights = weights.collect();
    draws.retain(|draw| draw.iter().any(|weight| *weight > 0.0));
    draws.truncate(MAX_DRAWS);
    Ok((weights, draws))
}

/// Which criteria are collinear in the samples.
fn limits(all: &[&Sample], options: &Options) -> Result<Vec<String>, FitError> {
    let (a, _) = quality::system(Kind::CriteriaLog, options.response, all);
    let names: Vec<&str> = Criterion::ALL.iter().map(|criterion| criterion.name()).collect();
    Ok(diagnose(&a, &names)?.sentences())
}
