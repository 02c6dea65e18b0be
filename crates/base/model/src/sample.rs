//! Raw observations of an experiment.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One series of raw observations under one setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The experiment, such as `chase.l1`.
    pub experiment: String,
    /// The curve, such as `capacity`; an experiment may have several.
    pub series: String,
    /// The parameters of the experiment by name with unit, such as `bytes`.
    pub setting: BTreeMap<String, f64>,
    /// The number of the repetition, from 0.
    pub repeat: u32,
    /// The unit of the observations, such as `cycles`.
    pub unit: String,
    /// In the order of measurement.
    pub values: Vec<f64>,
    /// The clock of the SMs during the measurement; 0 if unknown.
    pub clock_mhz: f64,
    /// Whether repetitions agree. Unstable samples are shown and not used for findings.
    pub stable: bool,
}

impl Sample {
    /// A parameter of the setting.
    pub fn get(&self, name: &str) -> Option<f64> {
        self.setting.get(name).copied()
    }
}
