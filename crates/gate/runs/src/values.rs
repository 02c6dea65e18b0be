//! Values in a baseline file, checked during parsing so that an error names its line.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::profile::{Measures, Samples};
use super::quantity::Quantity;

pub(super) struct MeasuresFile(BTreeMap<Quantity, SamplesFile>);

impl MeasuresFile {
    /// A single number in the file is the value of each of the `runs`.
    pub(super) fn into_measures(self, runs: usize) -> Measures {
        let expanded = |(quantity, file): (_, SamplesFile)| (quantity, file.into_samples(runs));
        self.0.into_iter().map(expanded).collect()
    }
}

/// One number for all runs, one number per run, or for each run a list of its launches.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number, a list of numbers, or a list of such lists")]
enum SamplesFile {
    Same(f64),
    Runs(Vec<f64>),
    Launches(Vec<Vec<f64>>),
}

impl SamplesFile {
    fn into_samples(self, runs: usize) -> Samples {
        match self {
            Self::Same(value) => Samples(vec![vec![value]; runs]),
            Self::Runs(values) => Samples(values.into_iter().map(|value| vec![value]).collect()),
            Self::Launches(runs) => Samples(runs),
        }
    }

    fn values(&self) -> Vec<f64> {
        match self {
            Self::Same(value) => vec![*value],
            Self::Runs(values) => values.clone(),
            Self::Launches(runs) if runs.iter().any(Vec::is_empty) => Vec::new(),
            Self::Launches(runs) => runs.concat(),
        }
    }
}

impl<'de> Deserialize<'de> for MeasuresFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Quantities)
    }
}

struct Quantities;

impl<'de> Visitor<'de> for Quantities {
    type Value = MeasuresFile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("quantities by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MeasuresFile, A::Error> {
        let mut measures = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            let quantity = Quantity::named(&name).map_err(A::Error::custom)?;
            let samples = map.next_value::<SamplesFile>()?;
            check(quantity, &samples).map_err(A::Error::custom)?;
            if measures.insert(quantity, samples).is_some() {
                return Err(A::Error::custom(format!("{quantity} is there twice")));
            }
        }
        Ok(MeasuresFile(measures))
    }
}

fn check(quantity: Quantity, samples: &SamplesFile) -> Result<(), String> {
    let most = if quantity.more_is_better() { 1.0 } else { f64::MAX };
    let values = samples.values();
    if values.is_empty() {
        return Err(format!("{quantity} has no value"));
    }
    match values.iter().find(|value| !(0.0..=most).contains(*value)) {
        Some(value) if quantity.more_is_better() => {
            Err(format!("{quantity} is from 0 to 1, and not {value}"))
        }
        Some(value) => Err(format!("{quantity} cannot be {value}")),
        None => Ok(()),
    }
}
