//! Weights files.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use propp_base_gpus::texts;
use propp_base_model::GpuRates;

use super::cost_file::CostFile;
use super::error::{SCHEMA, WeightsError};
use crate::{CostModel, PriceSource};
use propp_judge_criteria::Criterion;

const PAPER: &str = include_str!("../../../../../weights/paper.toml");

/// How the weights combine the criteria.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Model {
    /// The paper's weighted mean of the criteria (4.11).
    #[serde(rename = "criteria-linear")]
    CriteriaLinear,
    /// The weighted mean of the logarithms.
    #[serde(rename = "criteria-log")]
    CriteriaLog,
}

impl Model {
    const ALL: [Self; 2] = [Self::CriteriaLinear, Self::CriteriaLog];

    /// The name in the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CriteriaLinear => "criteria-linear",
            Self::CriteriaLog => "criteria-log",
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    pub source: String,
    /// The GPU or GPUs measured.
    pub gpu: String,
    pub date: String,
    /// The driver or toolkit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// The version of the primitive suite, for weights fitted by propp.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
}

/// Weights of the criteria. None is negative, and at least one is positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    model: Model,
    pub(super) provenance: Provenance,
    by_criterion: BTreeMap<Criterion, f64>,
    intervals: BTreeMap<Criterion, [f64; 2]>,
    draws: Vec<Draw>,
    pub(super) cost: Option<CostModel>,
    pub(super) order: Option<OrderPrices>,
    /// What prices of other GPUs of the chip follow; weights without prices have none.
    pub(super) rates: Option<GpuRates>,
    /// Where the prices come from.
    pub(super) prices_from: PriceSource,
}

/// Prices of emulated counts: they tell which of two is faster, and the times that they make are too
/// far off to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderPrices {
    pub model: CostModel,
    /// The file that they are of.
    pub from: Provenance,
}

/// The weights of one bootstrap round, in the order of [`Criterion::ALL`].
pub type Draw = [f64; Criterion::ALL.len()];

/// The file as written. Names are strings so that an unknown name gives an error that lists
/// the known ones.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: i64,
    model: String,
    /// Whether the prices are of emulated counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    emulated: bool,
    provenance: Provenance,
    /// Attributes of the GPU; weights without prices have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gpu: Option<GpuRates>,
    /// For prices by `propp calibrate`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calibration: Option<CalibrationFile>,
    weights: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    intervals: BTreeMap<String, [f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draws: Option<DrawsFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<CostFile>,
    /// The figures of the fit, for people.
    #[serde(default, skip_serializing, rename = "validation")]
    _validation: Vec<toml::Table>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CalibrationFile {
    /// Kernels that corrected the prices.
    cases: u64,
    /// Whether they confirm prices that were fitted on such a GPU.
    confirmed: bool,
}

/// Bootstrap draws of the weights; each row in the order of `criteria`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawsFile {
    criteria: Vec<String>,
    weights: Vec<Vec<f64>>,
}

impl DrawsFile {
    fn new(draws: &[Draw]) -> Option<Self> {
        let criteria = Criterion::ALL.map(|criterion| criterion.name().to_owned()).to_vec();
        let weights = draws.iter().map(|draw| draw.to_vec()).collect();
        (!draws.is_empty()).then_some(Self { criteria, weights })
    }

    /// Checks that the criteria are complete and in order, and that the weights are valid.
    fn into_draws(self) -> Result<Vec<Draw>, WeightsError> {
        let is_weight = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        let all = self.weights.into_iter().map(|row| {
            let draw = Draw::try_from(row).ok()?;
            let is_sane = draw.iter().all(is_weight) && draw.iter().any(|weight| *weight > 0.0);
            is_sane.then_some(draw)
        });
        let are_all = self.criteria == Criterion::ALL.map(Criterion::name);
        all.collect::<Option<_>>().filter(|_| are_all).ok_or(WeightsError::Draws)
    }
}

/// The part of the file that every schema version has.
#[derive(Deserialize)]
struct Head {
    schema: Option<toml::Value>,
}

impl Weights {
    /// Fails if a criterion has no weight, a weight is negative or not finite, or all are 0.
    pub fn new(
        model: Model,
        provenance: Provenance,
        by_criterion: BTreeMap<Criterion, f64>,
    ) -> Result<Self, WeightsError> {
        let missing = Criterion::ALL.into_iter().filter(|c| !by_criterion.contains_key(c));
        let missing: Vec<&str> = missing.map(Criterion::name).collect();
        if !missing.is_empty() {
            return Err(WeightsError::Missing { missing: missing.join(", ") });
        }
        let bad = by_criterion.iter().find(|(_, weight)| !weight.is_finite() || **weight < 0.0);
        if let Some((&criterion, &weight)) = bad {
            return Err(WeightsError::BadWeight { criterion, weight });
        }
        if by_criterion.values().all(|&weight| weight == 0.0) {
            return Err(WeightsError::AllZero);
        }
        Ok(Self {
            model,
            provenance,
            by_criterion,
            intervals: BTreeMap::new(),
            draws: Vec::new(),
            cost: None,
            order: None,
            rates: None,
            prices_from: PriceSource::Fitted,
        })
    }

    /// Reads the text of a weights file.
    /// Fails if it is not a weights file of this schema; see [`WeightsError`].
    pub fn from_toml(text: &str) -> Result<Self, WeightsError> {
        let head: Head = toml::from_str(text)?;
        match head.schema {
            Some(toml::Value::Integer(SCHEMA)) => {}
            other => {
                let found = other.map_or("nothing".to_owned(), |schema| schema.to_string());
                return Err(WeightsError::Schema { found });
            }
        }
        let file: File = toml::from_str(text)?;
        let model = one_of(&Model::ALL, Model::name, &file.model)
            .map_err(|known| WeightsError::Model { found: file.model.clone(), known })?;
        let mut weights = Self::new(model, file.provenance, by_criterion(file.weights)?)?;
        weights.intervals = by_criterion(file.intervals)?;
        weights.draws = file.draws.map(DrawsFile::into_draws).transpose()?.unwrap_or_default();
        weights.rates = file.gpu;
        if let Some(CalibrationFile { cases, confirmed }) = file.calibration {
            weights.prices_from = PriceSource::Calibrated { cases, confirmed };
        }
        if weights.rates.as_ref().is_some_and(|rates| !rates.are_sane()) {
            let what = "the rates of its GPU ([gpu]) are not positive numbers".to_owned();
            return Err(WeightsError::Cost { what });
        }
        let cost = file.cost.map(CostFile::into_model).transpose()?;
        let from = weights.provenance.clone();
        match cost {
            Some(model) if file.emulated => {
                weights.order = Some(OrderPrices { model, from });
            }
            cost => weights.cost = cost,
        }
        Ok(weights)
    }

    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(&File {
            schema: SCHEMA,
            model: self.model.name().to_owned(),
            emulated: self.order.is_some(),
            provenance: self.provenance.clone(),
            gpu: self.rates.clone(),
            calibration: match self.prices_from {
                PriceSource::Calibrated { cases, confirmed } => {
                    Some(CalibrationFile { cases, confirmed })
                }
                _ => None,
            },
            weights: self.by_criterion.iter().map(|(c, &w)| (c.name().to_owned(), w)).collect(),
            intervals: self.intervals.iter().map(|(c, &i)| (c.name().to_owned(), i)).collect(),
            draws: DrawsFile::new(&self.draws),
            cost: self.prices().map(CostFile::from_model),
            _validation: Vec::new(),
        })
    }

    /// Weights that are part of the program.
    /// Fails if none have this name.
    pub fn bundled(name: &str) -> Result<Self, WeightsError> {
        let (_, text) = texts().find(|(bundled, _)| bundled == name).ok_or_else(|| {
            let known = Self::bundled_names().collect::<Vec<_>>().join(", ");
            WeightsError::NotBundled { asked: name.to_owned(), known }
        })?;
        Self::from_toml(text)
    }

    pub fn bundled_names() -> impl Iterator<Item = String> {
        texts().map(|(name, _)| name)
    }

    /// The weights of all GPUs that are part of the program, also of emulated ones.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        texts().filter_map(|(_, text)| Self::from_toml(text).ok())
    }

    /// Whether bundled prices were fitted on a GPU with this chip.
    pub fn are_of_chip(chip: &str) -> bool {
        Self::all().any(|own| own.cost.is_some() && own.rates.is_some_and(|own| own.chip == chip))
    }

    pub const fn model(&self) -> Model {
        self.model
    }

    pub const fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The 95 % interval of a fitted weight.
    pub fn interval(&self, criterion: Criterion) -> Option<[f64; 2]> {
        self.intervals.get(&criterion).copied()
    }

    /// The bootstrap draws of fitted weights.
    pub fn draws(&self) -> &[Draw] {
        &self.draws
    }

    /// The prices that were fitted with the weights.
    pub const fn cost(&self) -> Option<&CostModel> {
        self.cost.as_ref()
    }

    /// The same, of another origin.
    #[must_use]
    pub fn of(self, provenance: Provenance, rates: Option<GpuRates>) -> Self {
        Self { provenance, rates, ..self }
    }

    /// The same with other prices.
    #[must_use]
    pub fn with_prices(self, cost: CostModel) -> Self {
        Self { cost: Some(cost), ..self }
    }

    /// The same with prices that kernels corrected on the GPU.
    #[must_use]
    pub fn calibrated(self, cost: CostModel, prices_from: PriceSource) -> Self {
        Self { cost: Some(cost), prices_from, ..self }
    }

    /// Where the prices come from.
    pub const fn prices_from(&self) -> &PriceSource {
        &self.prices_from
    }

    /// The attributes of the GPU that the prices were fitted on.
    pub const fn rates(&self) -> Option<&GpuRates> {
        self.rates.as_ref()
    }

    /// The prices that tell an order and no times.
    pub const fn order(&self) -> Option<&OrderPrices> {
        self.order.as_ref()
    }

    /// The prices, whether they make times or an order.
    pub fn prices(&self) -> Option<&CostModel> {
        self.cost.as_ref().or(self.order.as_ref().map(|order| &order.model))
    }

    pub fn weight(&self, criterion: Criterion) -> f64 {
        self.by_criterion.get(&criterion).copied().unwrap_or(0.0)
    }
}

/// The weights files inside the program, by name.
fn texts() -> impl Iterator<Item = (String, &'static str)> {
    let of_gpus = texts::WEIGHTS.iter().map(|(gpu, text)| ((*gpu).to_owned(), *text));
    let emulated = texts::EMULATED.iter().map(|(gpu, text)| (format!("{gpu}_emulated"), *text));
    std::iter::once(("paper".to_owned(), PAPER)).chain(of_gpus).chain(emulated)
}

fn by_criterion<T>(named: BTreeMap<String, T>) -> Result<BTreeMap<Criterion, T>, WeightsError> {
    let known = |(name, value): (String, T)| {
        let criterion = one_of(&Criterion::ALL, Criterion::name, &name)
            .map_err(|known| WeightsError::Criterion { found: name, known })?;
        Ok((criterion, value))
    };
    named.into_iter().map(known).collect()
}

/// The item with the wanted name, or the list of all names.
fn one_of<T: Copy>(all: &[T], name: fn(T) -> &'static str, wanted: &str) -> Result<T, String> {
    all.iter()
        .copied()
        .find(|&one| name(one) == wanted)
        .ok_or_else(|| all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
#[path = "weights_tests.rs"]
mod tests;
