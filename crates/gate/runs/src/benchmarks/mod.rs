//! Results of NVBench and Google Benchmark as runs that the gate compares: each benchmark is a
//! kernel that has times and nothing else. A file is a run. Pure: who calls reads the files.

mod google;
mod nvbench;

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::certificate::Runner;
use crate::file::bare;
use crate::profile::{Ended, Gpu, Kernel, Key, Measures, Origin, Profile, Samples};
use crate::quantity::Quantity;

/// Why a file is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BenchmarkError {
    #[error("line {line}: {what}")]
    Json { line: usize, what: String },
    #[error("it has neither NVBench's states nor Google Benchmark's context")]
    Unknown,
    #[error("{benchmark}: {what}")]
    Value { benchmark: String, what: String },
    #[error("it holds no benchmark with a time")]
    Empty,
}

/// A benchmark with its times in nanoseconds.
struct Timed {
    name: String,
    ns: Vec<f64>,
}

/// What a file says besides its times.
#[derive(Default)]
struct Facts {
    gpus: Vec<Gpu>,
    command: Vec<String>,
    created: String,
}

/// Which tool wrote a file.
#[derive(Deserialize)]
struct Head {
    context: Option<serde_json::Value>,
    devices: Option<serde_json::Value>,
    meta: Option<serde_json::Value>,
    benchmarks: Option<serde_json::Value>,
}

/// The run that a file holds. `sidecar` reads a file by the name that the result gives it: NVBench
/// writes its samples beside the result (`--jsonbin`). Without them its mean counts.
/// Fails if it is no such result, or times in it are no numbers.
pub fn run(
    text: &str,
    sidecar: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Profile, BenchmarkError> {
    let text = without_infinities(text);
    let head: Head = serde_json::from_str(&text).map_err(located)?;
    let (facts, timed) = match head {
        Head { benchmarks: None, .. } => return Err(BenchmarkError::Unknown),
        Head { context: Some(_), .. } => google::read(&text)?,
        Head { devices: Some(_), .. } | Head { meta: Some(_), .. } => {
            nvbench::read(&text, sidecar)?
        }
        _ => return Err(BenchmarkError::Unknown),
    };
    profile(facts, timed)
}

/// Google Benchmark writes numbers that JSON lacks.
fn without_infinities(text: &str) -> std::borrow::Cow<'_, str> {
    const NONE: [&str; 3] = [": NaN", ": -Infinity", ": Infinity"];
    if !NONE.iter().any(|none| text.contains(none)) {
        return text.into();
    }
    NONE.iter().fold(text.to_owned(), |text, none| text.replace(none, ": null")).into()
}

fn located(error: serde_json::Error) -> BenchmarkError {
    BenchmarkError::Json { line: error.line(), what: bare(&error) }
}

fn profile(facts: Facts, timed: Vec<Timed>) -> Result<Profile, BenchmarkError> {
    let mut kernels: BTreeMap<Key, Kernel> = BTreeMap::new();
    for Timed { name, ns } in timed {
        if let Some(wrong) = ns.iter().find(|ns| !(ns.is_finite() && **ns >= 0.0)) {
            let what = format!("{wrong} ns is not a time");
            return Err(BenchmarkError::Value { benchmark: name, what });
        }
        let Some(times) = Samples::of_run(ns) else { continue };
        let key = Key {
            function: name.clone(),
            nvtx: None,
            grid: [0; 3],
            block: [0; 3],
            dynamic_shared_bytes: 0,
        };
        let measures = Measures::from([
            (Quantity::Time, times),
            // How many samples a tool takes is its own affair.
            (Quantity::Launches, Samples::one(1.0)),
        ]);
        let kernel = Kernel { key: key.clone(), name, measures, absent: BTreeMap::new() };
        if let Some(twice) = kernels.insert(key, kernel) {
            let what = "it is there twice".to_owned();
            return Err(BenchmarkError::Value { benchmark: twice.name, what });
        }
    }
    if kernels.is_empty() {
        return Err(BenchmarkError::Empty);
    }
    let total: f64 = kernels.values().map(Kernel::total_ns).sum();
    let application = Measures::from([
        (Quantity::Time, Samples::one(total)),
        (Quantity::Launches, Samples::one(kernels.len() as f64)),
    ]);
    let software = facts.gpus.iter().map(Gpu::words).collect();
    Ok(Profile {
        gpus: facts.gpus,
        weights: String::new(),
        origins: vec![Origin {
            command: facts.command,
            created_utc: facts.created,
            propp_version: env!("CARGO_PKG_VERSION").to_owned(),
            options: BTreeMap::new(),
            failed: Ended::Well,
        }],
        application,
        kernels: kernels.into_values().collect(),
        runner: Runner { gpus: Vec::new(), software },
        certificate: None,
    })
}

#[cfg(test)]
mod tests;
