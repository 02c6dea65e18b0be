//! Rows and results, as they are in files.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
struct File {
    row: Vec<Row>,
}

/// A program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// What the program does, in a line.
    pub(crate) what: String,
    pub(crate) group: String,
    /// Its words. A first word that names a source stands for the program compiled from it.
    pub(crate) command: Vec<String>,
    /// For the compiler.
    #[serde(default)]
    pub(crate) flags: Vec<String>,
    #[serde(default)]
    pub(crate) environment: BTreeMap<String, String>,
    /// Of `propp profile`, besides the defaults.
    #[serde(default)]
    pub(crate) options: Vec<String>,
    /// GPUs that it needs.
    #[serde(default = "one")]
    pub(crate) gpus: usize,
    /// Python modules that it needs.
    #[serde(default)]
    pub(crate) modules: Vec<String>,
    /// Whether it takes less than two seconds alone; `gpu-test` runs these.
    #[serde(default)]
    pub(crate) quick: bool,
}

fn one() -> usize {
    1
}

/// A round of a row: once alone and once under propp.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Outcome {
    pub(crate) row: String,
    /// The day, UTC.
    pub(crate) date: String,
    pub(crate) gpu: String,
    pub(crate) driver: String,
    pub(crate) alone_s: f64,
    pub(crate) propp_s: f64,
    pub(crate) alone_code: i32,
    pub(crate) propp_code: i32,
    pub(crate) same_output: bool,
    /// Whether there is a recording that can be read.
    pub(crate) has_recording: bool,
    /// GPUs in the recording.
    pub(crate) devices: usize,
    /// Launches in the trace run, and those whose counters were read.
    pub(crate) seen: u64,
    pub(crate) measured: u64,
    /// Part of the kernels' time that belongs to kernels with counters.
    pub(crate) covered: Option<f64>,
    /// Notices of what was left out, each once.
    pub(crate) notices: Vec<String>,
    /// Kernels without counters and their part of the time in percent, the longest first.
    pub(crate) without: Vec<(String, f64)>,
    /// What the program under propp said, where it was harmed.
    #[serde(skip)]
    pub(crate) words: String,
}

impl Outcome {
    pub(crate) fn is_harmed(&self) -> bool {
        self.alone_code != self.propp_code || !self.same_output || !self.has_recording
    }
}

/// The rows of the folder `tests/programs`.
pub(crate) fn rows(folder: &Path) -> Result<Vec<Row>, String> {
    let path = folder.join("matrix.toml");
    let file: File =
        toml::from_str(&text(&path)?).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(file.row)
}

pub(super) fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}
