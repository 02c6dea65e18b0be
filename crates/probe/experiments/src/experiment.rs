//! What an experiment is.

use propp_base_model::{Finding, Sample};

use crate::bench::Bench;
use crate::machine::MachineError;

/// Measures samples on a GPU and derives findings from them.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Group and name, such as `chase.l2`.
    pub id: &'static str,
    /// What it measures, in a few words.
    pub title: &'static str,
    /// The time on an H200, for the progress line.
    pub seconds: f64,
    /// Measures the samples.
    pub run: fn(&mut Bench<'_>) -> Result<(), MachineError>,
    /// Derives findings from the samples and the findings of earlier experiments.
    pub analyse: fn(&[Sample], &[Finding]) -> Vec<Finding>,
}

impl Experiment {
    /// The part of the id before the point.
    pub fn group(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(group, _)| group)
    }
}

/// The number of an earlier finding.
pub(crate) fn known(findings: &[Finding], id: &str) -> Option<f64> {
    findings.iter().find(|finding| finding.id == id)?.value.number()
}
