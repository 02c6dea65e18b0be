//! From the samples of a recording to what follows from them, experiment by experiment.

use std::collections::BTreeMap;

use propp_model::{DeviceProfile, profile_schema};
use propp_model::{Finding, Sample};
use propp_probes::{Experiment, all};
use propp_recording::{NoticeRow, Recording};
use propp_store::noticed_experiment;

/// What follows from a recording's samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Everything for programs, whole.
    pub profile: DeviceProfile,
    /// The experiments that were asked for, and for which there is something to say.
    pub sections: Vec<Section>,
}

/// What follows from an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its name.
    pub experiment: &'static str,
    /// What it measures.
    pub title: &'static str,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Repetitions that were taken.
    pub samples: usize,
    /// How many of them were not stable.
    pub unstable: usize,
    /// What is missing or doubtful, and why.
    pub notices: Vec<String>,
}

impl Findings {
    /// Of the experiments `wanted`; those that use what others found get it all the same.
    /// `None` where there are neither samples nor notices of probes.
    #[must_use]
    pub fn of(recording: &Recording, wanted: &[&Experiment]) -> Option<Self> {
        let mut findings: Vec<Finding> = Vec::new();
        let mut sections = Vec::new();
        for experiment in all() {
            let samples = of_experiment(&recording.probes, experiment.id);
            let notices = about(&recording.notices, experiment.id);
            if samples.is_empty() && notices.is_empty() {
                continue;
            }
            let found = if samples.is_empty() {
                Vec::new()
            } else {
                (experiment.analyse)(&recording.probes, &findings)
            };
            findings.extend(found.iter().cloned());
            if wanted.iter().any(|one| one.id == experiment.id) {
                sections.push(Section {
                    experiment: experiment.id,
                    title: experiment.title,
                    findings: found,
                    samples: samples.len(),
                    unstable: unstable(&samples),
                    notices,
                });
            }
        }
        let is_any = recording.meta.contains_key("probe.gpu") || !recording.probes.is_empty();
        is_any.then(|| Self { profile: profile(recording, findings), sections })
    }
}

fn profile(recording: &Recording, findings: Vec<Finding>) -> DeviceProfile {
    let fact = |key: &str| recording.meta.get(key).cloned().unwrap_or_default();
    let finished: &BTreeMap<String, String> = &recording.meta;
    let date = finished.get("finished_utc").or_else(|| finished.get("created_utc"));
    DeviceProfile {
        schema: profile_schema(),
        gpu: fact("probe.gpu"),
        compute_capability: fact("probe.compute_capability"),
        driver: fact("probe.driver"),
        compiler: fact("probe.compiler"),
        propp: fact("propp_version"),
        date: date.cloned().unwrap_or_default(),
        samples: recording.probes.len() as u64,
        unstable: recording.probes.iter().filter(|sample| !sample.stable).count() as u64,
        findings,
    }
}

fn of_experiment<'a>(samples: &'a [Sample], id: &str) -> Vec<&'a Sample> {
    samples.iter().filter(|sample| sample.experiment == id).collect()
}

fn unstable(samples: &[&Sample]) -> usize {
    samples.iter().filter(|sample| !sample.stable).count()
}

/// What was said of an experiment; its name, with which the texts begin, is said already.
fn about(notices: &[NoticeRow], id: &str) -> Vec<String> {
    let own = notices.iter().filter(|notice| noticed_experiment(&notice.code) == Some(id));
    let text = |text: &str| text.strip_prefix(&format!("{id}: ")).unwrap_or(text).to_owned();
    own.map(|notice| text(&notice.text)).collect()
}
