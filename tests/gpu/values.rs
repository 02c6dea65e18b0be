//! Values that follow from a program's source.

use propp_judge_criteria::Criterion;
use serde::Deserialize;

use super::predictions::{compare, read_predictions};
use super::programs::{Profile, keep};
use crate::support::same;

/// OCC in this many configurations at least.
const CONFIGURATIONS: usize = 200;

pub(crate) fn closed_forms_hold() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let lines = folder.path().join("predictions.jsonl");
    let arguments = ["--out", lines.to_str().ok_or("a path that is no UTF-8")?];
    let profiled = Profile::of(&["--all"], "closed_forms", &arguments)?.expect(0, b"")?;
    let lines = std::fs::read_to_string(&lines).map_err(|error| error.to_string())?;
    let comparison = compare(&read_predictions(&lines)?, &profiled.recording)?;
    println!("closed forms: {}", comparison.summary());
    let bytes = std::fs::read(&profiled.file).map_err(|error| error.to_string())?;
    keep("h200_closed_forms.propp", &bytes)?;
    keep("h200_closed_forms.jsonl", lines.as_bytes())?;
    keep("closed_forms.txt", format!("{}\n", comparison.table()).as_bytes())?;
    comparison.verdict()
}

pub(crate) fn occupancy_equals_the_drivers_answer() -> Result<(), String> {
    let profiled = Profile::of(&["--runs", "trace"], "occupancy_sweep", &[])?.expect(0, b"")?;
    let predictions = read_predictions(&profiled.ran.text())?;
    let comparison = compare(&predictions, &profiled.recording)?;
    println!("occupancy: {}", comparison.summary());
    keep("occupancy.txt", format!("{}\n", comparison.table()).as_bytes())?;
    same(comparison.kernels >= CONFIGURATIONS, true, "enough configurations")?;
    comparison.verdict()
}

/// What a program says of its run as a whole.
#[derive(Deserialize)]
struct OfRun {
    criterion: Criterion,
    predicted: f64,
}

fn of_run_holds(program: &str, arguments: &[&str], tolerance: f64) -> Result<(), String> {
    let profiled = Profile::of(&["--runs", "trace"], program, arguments)?.expect(0, b"")?;
    let said = profiled.ran.text();
    let of_run: OfRun = serde_json::from_str(&said).map_err(|e| format!("{e} in {said}"))?;
    let report = profiled.analysis.run.criteria.get(&of_run.criterion);
    let value = report.and_then(|report| report.aggregate.value.measured());
    let Some(got) = value.map(f64::from) else {
        return Err(format!("{} was not measured: {report:?}", of_run.criterion));
    };
    let line = format!(
        "{program} {}: {} is {got:.4}, predicted {:.4}",
        arguments.join(" "),
        of_run.criterion,
        of_run.predicted
    );
    println!("{line}");
    same(profiled.ran.err_of_program(), "", "the program complains")?;
    if (got - of_run.predicted).abs() <= tolerance { Ok(()) } else { Err(line) }
}

pub(crate) fn host_sync_follows_from_the_pauses() -> Result<(), String> {
    of_run_holds("host_sync", &[], 0.02)?;
    of_run_holds("host_sync", &["40", "0", "5"], 0.02)
}

pub(crate) fn data_transfer_follows_from_the_bytes() -> Result<(), String> {
    for mode in ["serial", "half", "overlap"] {
        of_run_holds("transfers", &[mode], 0.005)?;
    }
    Ok(())
}
