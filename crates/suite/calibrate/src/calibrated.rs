//! Weights with prices that the kernels of a calibration corrected.

use std::collections::BTreeMap;

use propp_base_statistics::median::{Between, quantile};
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{CostModel, Price, PriceSource, Resource, TERMS, Unknown, Work};

use super::ridge::{Known, corrections, variance};

/// A kernel that ran on the GPU.
#[derive(Clone, Debug)]
pub struct Measured {
    /// For messages.
    pub name: String,
    pub work: Work,
    pub ns: f64,
    /// How many times as long as predicted it takes on the GPU of the reference prices, by these: what
    /// the model does not know of it, which is much the same on another GPU.
    pub bias: f64,
}

/// What a calibration came to.
#[derive(Clone, Debug)]
pub struct Calibrated {
    pub weights: Weights,
    /// How far the prices before were off for the kernels that judge, and how far they are now: the
    /// median and the largest factor.
    pub before: Judged,
    pub after: Judged,
    /// How much prices were allowed to change: 1 is freely.
    pub strength: f64,
}

/// Errors of predicted times, as factors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    pub kernels: usize,
    pub median: f64,
    pub most: f64,
    /// The root mean square of the logarithms, as a factor.
    pub usual: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCalibration {
    #[error("the weights to begin with have no prices")]
    NoPrices,
    #[error("the work of {0} is unknown: {1}")]
    Work(String, Unknown),
    #[error("{found} of {wanted} kernels were measured")]
    Few { found: usize, wanted: usize },
}

/// Kernels that fitted prices predict this well, by the root mean square, confirm them: two runs on one
/// GPU differ by as much.
const AGREED: f64 = 1.05;

/// No fewer kernels tell prices.
const FEWEST: usize = 10;

/// Corrects the prices of `weights` by kernels that ran on the GPU, and judges them by others.
/// Fails if the weights have no prices, a kernel's work is unknown, or there are too few.
pub fn calibrated(
    weights: Weights,
    fitted: &[Measured],
    judging: &[Measured],
) -> Result<Calibrated, NoCalibration> {
    let model = weights.cost().ok_or(NoCalibration::NoPrices)?;
    if fitted.len() < FEWEST || judging.is_empty() {
        return Err(NoCalibration::Few { found: fitted.len(), wanted: FEWEST });
    }
    let alone = model.of_kernels();
    let known = |all: &[Measured]| -> Result<Vec<Known>, NoCalibration> {
        let one = |one: &Measured| {
            let demands = one.work.demands(&alone.without);
            let demands = demands.map_err(|why| NoCalibration::Work(one.name.clone(), why))?;
            Ok(Known { demands, ns: one.ns / one.bias, variance: variance(one.bias) })
        };
        all.iter().map(one).collect()
    };
    let (known, others) = (known(fitted)?, known(judging)?);
    let found = corrections(&alone.in_order(), alone.norm, &known)
        .ok_or(NoCalibration::Few { found: 0, wanted: FEWEST })?;
    let factors: BTreeMap<&str, f64> =
        TERMS.iter().zip(&found.factors).map(|(term, factor)| (term.name, *factor)).collect();
    let new = corrected(model, &factors);
    let (before, after) = (judged(&alone, &others), judged(&new.of_kernels(), &others));
    let confirmed = *weights.prices_from() == PriceSource::Fitted && before.usual <= AGREED;
    let source = PriceSource::Calibrated { cases: fitted.len() as u64, confirmed };
    // What was doubted before is measured now.
    let doubts = weights.prices_from();
    let base = if confirmed { model.clone() } else { new };
    let base = base.doubted(1.0 / doubts.widening(), 1.0 / doubts.flattening());
    let widening = (2.0 * after.usual.ln() / base.spread.ln().max(1e-3)).max(1.0);
    let cost = base.doubted(if confirmed { 1.0 } else { widening }, source.flattening());
    let weights = weights.calibrated(cost, source);
    Ok(Calibrated { weights, before, after, strength: found.strength })
}

/// The model with the prices of kernels multiplied. A term that the kernels say nothing of, since the
/// code tells it better, follows the others of its resource.
fn corrected(model: &CostModel, factors: &BTreeMap<&str, f64>) -> CostModel {
    let of_resource = |resource: Resource| {
        let own = TERMS
            .iter()
            .filter(|term| term.resource == resource && !model.without.contains(&term.name));
        let logs: Vec<f64> = own.map(|term| factors[term.name].ln()).collect();
        if logs.is_empty() { 1.0 } else { (logs.iter().sum::<f64>() / logs.len() as f64).exp() }
    };
    let factor = |price: &Price, of: &CostModel| {
        let term = TERMS.iter().find(|term| term.name == price.term);
        term.map_or(1.0, |term| {
            if of.without.contains(&term.name) || !model.without.contains(&term.name) {
                factors[term.name]
            } else {
                of_resource(term.resource)
            }
        })
    };
    let correct = |of: &CostModel| {
        let mut prices = of.prices.clone();
        for price in &mut prices {
            let between = if is_launch(price) { of.between_ns } else { 0.0 };
            multiply(price, factor(price, of), between);
        }
        prices
    };
    let coarse = model.coarse.as_ref();
    let coarse = coarse.map(|of| Box::new(CostModel { prices: correct(of), ..(**of).clone() }));
    CostModel { prices: correct(model), coarse, ..model.clone() }
}

fn is_launch(price: &Price) -> bool {
    TERMS.iter().any(|term| term.name == price.term && term.resource == Resource::Launch)
}

/// What passes between launches stays.
fn multiply(price: &mut Price, factor: f64, between: f64) {
    for ns in [&mut price.low, &mut price.ns, &mut price.high] {
        *ns = (*ns - between).max(0.0) * factor + between.min(*ns);
    }
}

fn judged(alone: &CostModel, others: &[Known]) -> Judged {
    let prices = alone.in_order();
    let log = |kernel: &Known| (alone.ns(&kernel.demands, &prices) / kernel.ns).ln().abs();
    let logs: Vec<f64> = others.iter().map(log).collect();
    let squares: f64 = logs.iter().map(|log| log * log).sum();
    Judged {
        kernels: logs.len(),
        median: quantile(&logs, 0.5, Between::Line).unwrap_or(0.0).exp(),
        most: logs.iter().copied().fold(0.0, f64::max).exp(),
        usual: (squares / logs.len().max(1) as f64).sqrt().exp(),
    }
}
