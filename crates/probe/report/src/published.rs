//! What papers measured on earlier GPUs, beside what is found of this one.
//!
//! The values are facts as printed, in our units; where arithmetic was needed, the row
//! says which. A value that a paper shows in a figure without a number is not here.
//! Each paper is a file in `published/`.

use std::collections::BTreeMap;

use propp_base_model::{DeviceProfile, Finding};
use serde::Deserialize;

/// The papers in the order in which they are shown.
const FILES: [(&str, &str); 4] = [
    ("mei_chu.toml", include_str!("published/mei_chu.toml")),
    ("npc.toml", include_str!("published/npc.toml")),
    ("lashgar.toml", include_str!("published/lashgar.toml")),
    ("fang.toml", include_str!("published/fang.toml")),
];

/// The GPUs of the papers and their generations, the oldest first.
pub const GPUS: [(&str, &str); 7] = [
    ("GTX280", "Tesla"),
    ("GTX560Ti", "Fermi"),
    ("M2070", "Fermi"),
    ("GTX780", "Kepler"),
    ("K20", "Kepler"),
    ("K20c", "Kepler"),
    ("GTX980", "Maxwell"),
];

/// A bundled file of published values is not as it should be.
#[derive(Debug, thiserror::Error)]
#[error("cannot read the bundled values of {file}: {source}; build propp from sources as they are")]
pub struct PublishedError {
    file: &'static str,
    source: toml::de::Error,
}

/// A paper that values are taken from.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Who wrote it, and what it is called.
    pub title: String,
    pub rows: Vec<Row>,
}

/// A property, on the GPUs of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Where in the paper: the table, figure or section.
    pub place: String,
    pub property: String,
    /// The unit of its numbers, as findings name units.
    #[serde(default)]
    pub unit: String,
    /// The findings that mean the same.
    #[serde(default)]
    pub findings: Vec<String>,
    pub no_finding: Option<String>,
    /// What the paper says, by GPU.
    pub values: BTreeMap<String, Said>,
    /// How it differs from ours, or what was calculated.
    #[serde(default)]
    pub note: String,
}

/// What a paper says of a GPU.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Said {
    /// A number, in the row's unit.
    Number(f64),
    Word(String),
    List(Vec<f64>),
    /// One of these, as the GPU is set up; or a range's ends.
    Either {
        either: Vec<f64>,
    },
}

pub fn papers() -> Result<Vec<Paper>, PublishedError> {
    let read =
        |(file, text)| toml::from_str(text).map_err(|source| PublishedError { file, source });
    FILES.into_iter().map(read).collect()
}

impl Row {
    /// The findings of this GPU that mean the same.
    pub fn here<'a>(&self, profile: &'a DeviceProfile) -> Vec<&'a Finding> {
        self.findings.iter().filter_map(|id| profile.finding(id)).collect()
    }
}
