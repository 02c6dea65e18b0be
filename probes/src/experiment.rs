//! What experiments there are.

use propp_model::Finding;
use propp_model::Sample;

use crate::bench::Bench;
use crate::experiments;
use crate::machine::MachineError;

/// A question to the GPU, and what follows from its answers.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Its name, the group before the point: `chase.l2`.
    pub id: &'static str,
    /// What it measures, in a few words.
    pub title: &'static str,
    /// Seconds that it takes on an H200; for telling how long is left.
    pub seconds: f64,
    /// Takes the samples.
    pub run: fn(&mut Bench<'_>) -> Result<(), MachineError>,
    /// What follows from them, and from what earlier experiments found.
    pub analyse: fn(&[Sample], &[Finding]) -> Vec<Finding>,
}

impl Experiment {
    /// The part of the name before the point.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(group, _)| group)
    }
}

/// Every experiment, in the order in which they are run: later ones use what earlier ones
/// found.
#[must_use]
pub const fn all() -> &'static [Experiment] {
    experiments::ALL
}

/// The experiments that a word names: `all`, a group, or one. Empty when it names none.
#[must_use]
pub fn named(word: &str) -> Vec<&'static Experiment> {
    all().iter().filter(|one| word == "all" || word == one.group() || word == one.id).collect()
}

/// What follows from samples: of every experiment that has any.
#[must_use]
pub fn analyse(samples: &[Sample]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for experiment in all() {
        if samples.iter().any(|sample| sample.experiment == experiment.id) {
            let found = (experiment.analyse)(samples, &findings);
            findings.extend(found);
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_has_its_own_name_in_a_group() {
        for (i, one) in all().iter().enumerate() {
            assert!(one.id.contains('.'), "{}", one.id);
            assert!(all()[..i].iter().all(|other| other.id != one.id), "{}", one.id);
            assert_eq!(named(one.id).len(), 1, "{}", one.id);
            assert!(!named(one.group()).is_empty());
        }
        assert_eq!(named("all").len(), all().len());
        assert!(named("nothing").is_empty());
    }
}
