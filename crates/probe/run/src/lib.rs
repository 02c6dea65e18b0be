//! `propp probe`: runs the experiments of [`propp_probe_experiments`] on a GPU, keeps their samples in a
//! recording, and reports the findings.
//!
//! The crate `propp-probe-experiments` defines the experiments and their analysis. This one adds the
//! clock, other users of the GPU, the file, and the report.

mod findings;
mod library;
mod neighbours;
mod progress;
mod recording;
pub mod report;
mod run;
mod warm;

use propp_probe_experiments::Experiment;

pub use findings::{Findings, Section};
pub use library::{ProbeError, Probes};
pub use neighbours::Neighbours;
pub use recording::{ProbeRecording, ProbeRecordingError, Subject};
pub use run::{RunError, RunSettings, RunSummary, run};
pub use warm::Pace;

use propp_collect_toolkit::compile::Sources;

/// The name of the library for [`propp_collect_toolkit::compile`].
pub const LIBRARY: &str = "probes";

pub const SOURCES: Sources = Sources {
    files: propp_collect_embedded::PROBES,
    sources_of: |_| {
        let sources = SOURCES.files.iter().map(|(name, _)| *name);
        sources.filter(|name| name.ends_with(".cu")).collect()
    },
    has_lines: |_| true,
};

/// All words that select experiments: `all`, the groups, and the names.
pub fn words() -> Vec<&'static str> {
    let mut words = vec!["all"];
    for experiment in propp_probe_experiments::ALL {
        if !words.contains(&experiment.group()) {
            words.push(experiment.group());
        }
    }
    words.extend(propp_probe_experiments::ALL.iter().map(|experiment| experiment.id));
    words
}

/// The experiments that words select, each once, in the order in which they run.
pub fn chosen(words: &[String]) -> Vec<&'static Experiment> {
    let is_meant = |one: &&Experiment| {
        words.iter().any(|word| word == "all" || word == one.group() || word == one.id)
    };
    propp_probe_experiments::ALL.iter().filter(is_meant).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_source_is_here_and_every_cuda_source_is_compiled() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../..")
            .join("crates/probe/experiments/cuda");
        let mut on_disk = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let (_, bytes) = SOURCES.files.iter().find(|(known, _)| *known == name).unwrap();
            assert_eq!(*bytes, fs::read(&path).unwrap(), "{name}");
            assert_eq!(
                (SOURCES.sources_of)(LIBRARY).contains(&name),
                name.ends_with(".cu"),
                "{name}"
            );
            on_disk += 1;
        }
        assert_eq!(on_disk, SOURCES.files.len());
    }

    #[test]
    fn each_word_names_experiments_and_each_experiment_is_chosen_once() {
        for word in words() {
            assert!(!chosen(&[word.to_owned()]).is_empty(), "{word}");
        }
        let twice = ["all".to_owned(), propp_probe_experiments::ALL[0].id.to_owned()];
        assert_eq!(chosen(&twice).len(), propp_probe_experiments::ALL.len());
        assert!(chosen(&["nothing".to_owned()]).is_empty());
    }
}
