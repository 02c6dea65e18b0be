//! Google Benchmark's JSON (`--benchmark_out_format=json`, `--benchmark_repetitions`): a time for
//! each repetition.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{BenchmarkError, Facts, Timed, located};

#[derive(Deserialize)]
struct File {
    context: Context,
    benchmarks: Vec<Row>,
}

#[derive(Deserialize)]
struct Context {
    executable: Option<String>,
    date: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    run_name: Option<String>,
    /// Means and medians are `aggregate`.
    run_type: Option<String>,
    aggregate_name: Option<String>,
    #[serde(default)]
    error_occurred: bool,
    real_time: Option<f64>,
    time_unit: Option<String>,
}

pub(super) fn read(text: &str) -> Result<(Facts, Vec<Timed>), BenchmarkError> {
    let file: File = serde_json::from_str(text).map_err(located)?;
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    // A file with aggregates alone has a mean.
    let is_single = |row: &&Row| row.run_type.as_deref() != Some("aggregate");
    let is_mean = |row: &&Row| row.aggregate_name.as_deref() == Some("mean");
    let has_single = file.benchmarks.iter().any(|row| is_single(&row));
    let rows = file.benchmarks.iter().filter(|row| !row.error_occurred);
    for row in rows.filter(|row| if has_single { is_single(row) } else { is_mean(row) }) {
        let name = row.run_name.clone().unwrap_or_else(|| row.name.clone());
        let Some(time) = row.real_time else { continue };
        let unit = match row.time_unit.as_deref() {
            Some("ns") | None => 1.0,
            Some("us") => 1e3,
            Some("ms") => 1e6,
            Some("s") => 1e9,
            Some(other) => {
                let what = format!("its unit of time is {other}; ns, us, ms and s are known");
                return Err(BenchmarkError::Value { benchmark: name, what });
            }
        };
        times.entry(name).or_default().push(time * unit);
    }
    let timed = times.into_iter().map(|(name, ns)| Timed { name, ns }).collect();
    let Context { executable, date } = file.context;
    let facts = Facts {
        gpus: Vec::new(),
        command: executable.into_iter().collect(),
        created: date.unwrap_or_default(),
    };
    Ok((facts, timed))
}
