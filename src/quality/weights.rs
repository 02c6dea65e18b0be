//! Weights files.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cost::{CostModel, HOST_TERMS, Price, TERMS};
use crate::criteria::Criterion;

use super::WeightsError;

/// The version of the file format that this program reads and writes.
pub(super) const SCHEMA: i64 = 1;

/// The weights files inside the program, by the name one asks for.
const BUNDLED: &[(&str, &str)] = &[("paper", include_str!("../../weights/paper.toml"))];

/// How the weights turn criteria into a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Model {
    /// The paper's weighted mean of the criteria (4.11).
    #[serde(rename = "criteria-linear")]
    CriteriaLinear,
    /// The weighted mean of their logarithms.
    #[serde(rename = "criteria-log")]
    CriteriaLog,
}

impl Model {
    const ALL: [Self; 2] = [Self::CriteriaLinear, Self::CriteriaLog];

    /// As in the file.
    #[must_use]
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

/// Where weights are from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Publication or data set.
    pub source: String,
    /// The GPU or GPUs measured.
    pub gpu: String,
    /// When, as precisely as it is known.
    pub date: String,
    /// The driver or toolkit at the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
    /// The version of the primitive suite, for weights fitted by propp.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
}

/// Weights of the criteria. None is negative, and one at least is positive.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    model: Model,
    provenance: Provenance,
    by_criterion: BTreeMap<Criterion, f64>,
    intervals: BTreeMap<Criterion, [f64; 2]>,
    cost: Option<CostModel>,
}

/// The file as written. Weights stay under the names in the file until each
/// name was checked, so that a wrong one is reported with those there are.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: i64,
    model: String,
    provenance: Provenance,
    weights: BTreeMap<String, f64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    intervals: BTreeMap<String, [f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost: Option<CostFile>,
    /// How good the models were; for people.
    #[serde(default, skip_serializing, rename = "validation")]
    _validation: Vec<toml::Table>,
}

/// The cost model as written: prices by the name of their term.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CostFile {
    norm: f64,
    spread: f64,
    kernel: BTreeMap<String, PriceFile>,
    host: BTreeMap<String, PriceFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    ns: f64,
    low: f64,
    high: f64,
    most: f64,
}

/// What is read first, whatever else a later schema may hold.
#[derive(Deserialize)]
struct Head {
    schema: Option<toml::Value>,
}

impl Weights {
    /// Checks weights that were fitted.
    ///
    /// # Errors
    /// If a criterion lacks a weight, a weight is negative or no number, or
    /// all are 0.
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
        Ok(Self { model, provenance, by_criterion, intervals: BTreeMap::new(), cost: None })
    }

    /// Reads the text of a weights file.
    ///
    /// # Errors
    /// If it is not a weights file of this schema; see [`WeightsError`].
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
        weights.cost = file.cost.map(CostFile::model).transpose()?;
        Ok(weights)
    }

    /// The text of the weights file that holds these.
    ///
    /// # Errors
    /// If TOML cannot express them, which no accepted weights can bring about.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(&File {
            schema: SCHEMA,
            model: self.model.name().to_owned(),
            provenance: self.provenance.clone(),
            weights: self.by_criterion.iter().map(|(c, &w)| (c.name().to_owned(), w)).collect(),
            intervals: self.intervals.iter().map(|(c, &i)| (c.name().to_owned(), i)).collect(),
            cost: self.cost.as_ref().map(CostFile::of),
            _validation: Vec::new(),
        })
    }

    /// The weights of a file that is part of the program.
    ///
    /// # Errors
    /// If there is none of that name.
    pub fn bundled(name: &str) -> Result<Self, WeightsError> {
        let (_, text) = *BUNDLED.iter().find(|(bundled, _)| *bundled == name).ok_or_else(|| {
            let known = Self::bundled_names().collect::<Vec<_>>().join(", ");
            WeightsError::NotBundled { asked: name.to_owned(), known }
        })?;
        Self::from_toml(text)
    }

    /// The bundled weights that were fitted on a GPU of this name, if there are any.
    #[must_use]
    pub fn of_gpu(gpu: &str) -> Option<Self> {
        let all = BUNDLED.iter().filter_map(|(_, text)| Self::from_toml(text).ok());
        all.into_iter().find(|weights: &Self| weights.provenance.gpu == gpu)
    }

    /// The names that [`Self::bundled`] knows.
    pub fn bundled_names() -> impl Iterator<Item = &'static str> {
        BUNDLED.iter().map(|(name, _)| *name)
    }

    /// How they turn criteria into a score.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// Where they are from.
    #[must_use]
    pub const fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The 95 % interval of a criterion's weight, where it was fitted by propp.
    #[must_use]
    pub fn interval(&self, criterion: Criterion) -> Option<[f64; 2]> {
        self.intervals.get(&criterion).copied()
    }

    /// The prices that were fitted beside the weights.
    #[must_use]
    pub const fn cost(&self) -> Option<&CostModel> {
        self.cost.as_ref()
    }

    /// The weight of a criterion.
    #[must_use]
    pub fn of(&self, criterion: Criterion) -> f64 {
        self.by_criterion.get(&criterion).copied().unwrap_or(0.0)
    }
}

fn by_criterion<T>(named: BTreeMap<String, T>) -> Result<BTreeMap<Criterion, T>, WeightsError> {
    let known = |(name, value): (String, T)| {
        let criterion = one_of(&Criterion::ALL, Criterion::name, &name)
            .map_err(|known| WeightsError::Criterion { found: name, known })?;
        Ok((criterion, value))
    };
    named.into_iter().map(known).collect()
}

impl PriceFile {
    /// No price of a GPU is larger: a second for one of anything.
    const MOST_NS: f64 = 1e9;

    fn fault(&self) -> Option<&'static str> {
        let prices = [self.low, self.ns, self.high];
        if prices.iter().any(|price| !(0.0..=Self::MOST_NS).contains(price)) {
            Some("is negative, no number or absurd")
        } else if !prices.is_sorted() {
            Some("is not within its interval")
        } else if !(self.most.is_finite() && self.most >= 0.0) {
            Some("has no range")
        } else {
            None
        }
    }
}

impl CostFile {
    fn of(model: &CostModel) -> Self {
        let named = |prices: &[Price]| {
            let of = |p: &Price| PriceFile { ns: p.ns, low: p.low, high: p.high, most: p.most };
            prices.iter().map(|price| (price.term.clone(), of(price))).collect()
        };
        let (kernel, host) = (named(&model.prices), named(&model.host));
        Self { norm: model.norm, spread: model.spread, kernel, host }
    }

    fn model(self) -> Result<CostModel, WeightsError> {
        let bad = |what: String| Err(WeightsError::Cost { what });
        let is_factor = |number: f64| (1.0..1e6).contains(&number);
        if !(is_factor(self.norm) && is_factor(self.spread)) {
            return bad(format!("norm {} and spread {} must be 1 or more", self.norm, self.spread));
        }
        let of_kernels: Vec<&str> = TERMS.iter().map(|term| term.name).collect();
        let of_host: Vec<&str> = HOST_TERMS.iter().map(|term| term.name).collect();
        for (prices, terms) in [(&self.kernel, of_kernels), (&self.host, of_host)] {
            if let Some(missing) = terms.iter().find(|term| !prices.contains_key(**term)) {
                return bad(format!("the price of {missing} is missing"));
            }
            for (name, price) in prices {
                if !terms.contains(&name.as_str()) {
                    return bad(format!("there is no term {name}"));
                }
                if let Some(what) = price.fault() {
                    return bad(format!("the price of {name} {what}"));
                }
            }
        }
        let listed = |named: BTreeMap<String, PriceFile>| {
            let of = |(term, p): (String, PriceFile)| Price {
                term,
                ns: p.ns,
                low: p.low,
                high: p.high,
                most: p.most,
            };
            named.into_iter().map(of).collect()
        };
        Ok(CostModel {
            norm: self.norm,
            spread: self.spread,
            prices: listed(self.kernel),
            host: listed(self.host),
        })
    }
}

/// The one with the wanted name, or the names there are.
fn one_of<T: Copy>(all: &[T], name: fn(T) -> &'static str, wanted: &str) -> Result<T, String> {
    all.iter()
        .copied()
        .find(|&one| name(one) == wanted)
        .ok_or_else(|| all.iter().map(|&one| name(one)).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: &str = include_str!("../../weights/paper.toml");

    fn error(from: &str, to: &str) -> String {
        assert!(PAPER.contains(from), "{from}");
        Weights::from_toml(&PAPER.replacen(from, to, 1)).unwrap_err().to_string()
    }

    #[test]
    fn the_papers_weights_are_those_of_table_3() {
        let paper = Weights::bundled("paper").unwrap();
        let weights = Criterion::ALL.map(|c| (c.name(), paper.of(c)));
        assert_eq!(
            weights,
            [
                ("OCC", 30.0),
                ("HSync", 40.0),
                ("DSync", 15.0),
                ("TDiv", 40.0),
                ("LB_W", 50.0),
                ("LB_SM", 30.0),
                ("Gran_L1", 100.0),
                ("Gran_L2", 100.0),
                ("SMem_eff", 30.0),
                ("CI", 100.0),
                ("DT", 50.0)
            ]
        );
    }

    #[test]
    fn every_bundled_file_is_valid_and_survives_writing() {
        for name in Weights::bundled_names() {
            let weights = Weights::bundled(name).unwrap();
            assert_eq!(Weights::from_toml(&weights.to_toml().unwrap()).unwrap(), weights);
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_that_lists_what_exists() {
        assert_eq!(
            Weights::bundled("h900").unwrap_err().to_string(),
            "there are no bundled weights named \"h900\"; there are: paper"
        );
        assert_eq!(
            error("TDiv =", "TDivergence ="),
            "the weights file weighs \"TDivergence\"; the criteria are: OCC, HSync, DSync, TDiv, \
             LB_W, LB_SM, Gran_L1, Gran_L2, SMem_eff, CI, DT"
        );
        assert_eq!(
            error("criteria-linear", "cost"),
            "the weights file asks for the model \"cost\"; there are: criteria-linear, \
             criteria-log"
        );
    }

    #[test]
    fn another_schema_is_refused_before_anything_else_is_read() {
        let says = |found: &str| {
            format!("the weights file says schema {found}, and this propp reads schema 1 only")
        };
        assert_eq!(error("schema = 1", "schema = 2\nprices = [1.0]"), says("2"));
        assert_eq!(error("schema = 1", "schema = \"1\""), says("\"1\""));
        assert_eq!(error("schema = 1", ""), says("nothing"));
    }

    #[test]
    fn a_weight_is_finite_and_not_negative() {
        let says = |weight: &str| {
            format!("the weight of CI is {weight}; weights are finite and not negative")
        };
        for (written, shown) in [("-1", "-1"), ("nan", "NaN"), ("inf", "inf"), ("-inf", "-inf")] {
            assert_eq!(error("CI = 100", &format!("CI = {written}")), says(shown));
        }
        assert!(error("CI = 100", "CI = \"much\"").contains("expected f64"));
    }

    #[test]
    fn a_criterion_left_out_is_an_error_and_so_is_a_file_of_zeros() {
        assert_eq!(
            error("CI = 100", ""),
            "no weight for CI; a criterion that shall not count gets weight 0"
        );
        let provenance = Weights::bundled("paper").unwrap().provenance().clone();
        let zeros = Criterion::ALL.into_iter().map(|c| (c, 0.0)).collect();
        let zeros = Weights::new(Model::CriteriaLinear, provenance, zeros);
        assert!(matches!(zeros, Err(WeightsError::AllZero)));
    }

    #[test]
    fn a_field_that_is_not_there_is_refused() {
        assert!(error("schema = 1", "schema = 1\nshcema = 2").contains("unknown field"));
        assert!(error("gpu =", "gpus =").contains("unknown field"));
    }
}
