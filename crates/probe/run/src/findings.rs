//! The findings of a recording's samples, for each experiment.

use std::collections::BTreeMap;

use propp_base_model::{DeviceProfile, PROFILE_SCHEMA};
use propp_base_model::{Finding, Sample};
use propp_probe_experiments::{ALL, Experiment};
use propp_recording::{NoticeRow, Recording};
use propp_recording_store::noticed_experiment;

#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    pub profile: DeviceProfile,
    /// The wanted experiments that have samples or notices.
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub experiment: &'static str,
    pub title: &'static str,
    pub findings: Vec<Finding>,
    pub samples: usize,
    pub unstable: usize,
    /// What is missing or doubtful, and why.
    pub notices: Vec<String>,
}

impl Findings {
    /// Analyses the `wanted` experiments, and others whose findings they use. `None` if the
    /// recording has no probes.
    pub fn from_recording(recording: &Recording, wanted: &[&Experiment]) -> Option<Self> {
        let mut findings: Vec<Finding> = Vec::new();
        let mut sections = Vec::new();
        for experiment in ALL {
            let samples = samples_of(&recording.probes, experiment.id);
            let notices = notices_about(&recording.notices, experiment.id);
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
        schema: PROFILE_SCHEMA.to_owned(),
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

fn samples_of<'a>(samples: &'a [Sample], id: &str) -> Vec<&'a Sample> {
    samples.iter().filter(|sample| sample.experiment == id).collect()
}

fn unstable(samples: &[&Sample]) -> usize {
    samples.iter().filter(|sample| !sample.stable).count()
}

/// The notices about an experiment, without its name in front.
fn notices_about(notices: &[NoticeRow], id: &str) -> Vec<String> {
    let own = notices.iter().filter(|notice| noticed_experiment(notice) == Some(id));
    let text = |text: &str| text.strip_prefix(&format!("{id}: ")).unwrap_or(text).to_owned();
    own.map(|notice| text(&notice.text)).collect()
}
