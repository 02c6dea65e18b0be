//! NVBench's JSON, by what NVBench's own reader takes (`python/cuda/bench/results` of its
//! repository): benchmarks with states, and summaries by tag. Numbers are written as text.

use serde::Deserialize;
use serde_json::Value;

use super::{BenchmarkError, Facts, Timed, located};
use crate::profile::Gpu;

/// Names the file with all samples: 32-bit numbers, little-endian, in seconds.
const SAMPLES: &str = "nv/json/bin:nv/cold/sample_times";
/// Means in seconds, the first that there is.
const MEANS: [&str; 3] =
    ["nv/cold/time/gpu/mean", "nv/batch/time/gpu/mean", "nv/cold/time/cpu/mean"];

const NS: f64 = 1e9;

#[derive(Deserialize)]
struct File {
    meta: Option<Meta>,
    devices: Option<Vec<Device>>,
    benchmarks: Vec<Benchmark>,
}

#[derive(Deserialize)]
struct Meta {
    argv: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Device {
    name: String,
    sm_version: Option<Value>,
    global_memory_size: Option<Value>,
}

#[derive(Deserialize)]
struct Benchmark {
    name: String,
    states: Option<Vec<State>>,
}

#[derive(Deserialize)]
struct State {
    name: String,
    #[serde(default)]
    is_skipped: bool,
    summaries: Option<Vec<Summary>>,
}

#[derive(Deserialize)]
struct Summary {
    tag: String,
    data: Option<Vec<Datum>>,
}

#[derive(Deserialize)]
struct Datum {
    name: String,
    value: Value,
}

impl Summary {
    fn value(&self, name: &str) -> Option<&Value> {
        self.data.iter().flatten().find(|datum| datum.name == name).map(|datum| &datum.value)
    }
}

/// A number, written as one or as text.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok())
}

pub(super) fn read(
    text: &str,
    sidecar: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<(Facts, Vec<Timed>), BenchmarkError> {
    let file: File = serde_json::from_str(text).map_err(located)?;
    let mut timed = Vec::new();
    for Benchmark { name, states } in file.benchmarks {
        let states = states.into_iter().flatten().filter(|state| !state.is_skipped);
        for state in states {
            // `Device=0` is where it ran, and no axis.
            let axes: Vec<&str> =
                state.name.split(' ').filter(|part| !part.starts_with("Device=")).collect();
            let name = match axes.join(" ") {
                axes if axes.is_empty() => name.clone(),
                axes => format!("{name} {axes}"),
            };
            let ns = times(&state, sidecar)
                .map_err(|what| BenchmarkError::Value { benchmark: name.clone(), what })?;
            timed.push(Timed { name, ns });
        }
    }
    let gpu = |device: &Device| Gpu {
        name: device.name.clone(),
        chip: device
            .sm_version
            .as_ref()
            .and_then(number)
            .map_or_else(|| "unknown chip".to_owned(), |version| format!("sm_{}", version / 10.0)),
        memory_bytes: device.global_memory_size.as_ref().and_then(number).unwrap_or(0.0) as u64,
        ..Gpu::default()
    };
    let mut gpus: Vec<Gpu> = file.devices.iter().flatten().map(gpu).collect();
    gpus.sort();
    gpus.dedup();
    // Names of output files differ in each run.
    let command = file.meta.and_then(|meta| meta.argv).unwrap_or_default();
    let command = command.into_iter().take(1).collect();
    Ok((Facts { gpus, command, created: String::new() }, timed))
}

/// All samples of a state where they are there, else its mean.
fn times(state: &State, sidecar: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Vec<f64>, String> {
    let summaries = || state.summaries.iter().flatten();
    let samples = summaries().find(|summary| summary.tag == SAMPLES);
    if let Some(summary) = samples
        && let Some(file) = summary.value("filename").and_then(Value::as_str)
        && let Some(bytes) = sidecar(file)
    {
        let (words, rest) = bytes.as_chunks::<4>();
        let size = summary.value("size").and_then(number);
        if !rest.is_empty() || size.is_some_and(|size| size != words.len() as f64) {
            let size = size.map_or_else(|| "?".to_owned(), |size| size.to_string());
            return Err(format!("{file} has {} bytes, not {size} samples of 4", bytes.len()));
        }
        return Ok(words.iter().map(|word| f64::from(f32::from_le_bytes(*word)) * NS).collect());
    }
    let mean = MEANS.into_iter().find_map(|tag| {
        let summary = summaries().find(|summary| summary.tag == tag)?;
        summary.value("value").and_then(number)
    });
    Ok(mean.map(|seconds| seconds * NS).into_iter().collect())
}
