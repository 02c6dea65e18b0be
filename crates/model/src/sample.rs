//! What was measured, as it was measured.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One series of raw observations under one setting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The experiment, such as `chase.l1`.
    pub experiment: String,
    /// The curve that it belongs to, such as `capacity`; an experiment may have several.
    pub series: String,
    /// The numbers that the experiment varies, by name with the unit, such as `bytes`.
    pub setting: BTreeMap<String, f64>,
    /// Which repetition, from 0.
    pub repeat: u32,
    /// Unit of the observations, such as `cycles`.
    pub unit: String,
    /// The observations, in the order in which they were made.
    pub values: Vec<f64>,
    /// Clock of the SMs meanwhile, in MHz; 0 where it is not known.
    pub clock_mhz: f64,
    /// Whether it came out alike when it was repeated. What is not is shown as such and
    /// is not taken for a value.
    pub stable: bool,
}

impl Sample {
    /// A setting, if the sample has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.setting.get(name).copied()
    }
}
