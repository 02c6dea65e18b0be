//! For programs.
//!
//! The structures here are the format. Their JSON Schema is derived from them, published
//! by `propp gate --schema`, and kept in `docs/schema/gate-1.schema.json`. Fields are
//! added, never renamed; anything else makes `propp.gate/2`.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::verdict::{Finding, KernelOutcome, Outcome, Verdict};

const SCHEMA: &str = "propp.gate/1";

/// The outcome of `propp gate`.
#[derive(Serialize, JsonSchema)]
struct Document {
    /// Always `propp.gate/1`.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The propp that wrote it.
    propp_version: &'static str,
    /// What the gate comes to.
    verdict: Verdict,
    /// The exit code of `propp gate`: 0 passed, 1 regressed, 3 no verdict.
    exit_code: u8,
    /// Why nothing was compared, if nothing was.
    refusal: Option<String>,
    /// Runs in the baseline.
    runs_before: usize,
    /// Runs held against it.
    runs_now: usize,
    /// The chance of a false alarm of the whole gate.
    false_alarms: f64,
    /// Measures of cycles and times that were tested together.
    noisy_comparisons: usize,
    /// The run as a whole; null if nothing was compared.
    application: Option<Row>,
    /// The kernels, the worst first.
    kernels: Vec<Row>,
    /// What the reader should know besides.
    notes: Vec<String>,
}

/// A kernel, or the application.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Its name as the programmer wrote it.
    name: String,
    /// Grid, block and NVTX range in words.
    launched: String,
    /// What it comes to; never `excused`.
    verdict: Verdict,
    /// Why, in words.
    reason: String,
    /// What its launches take in a run, in ns.
    total_ns: f64,
    /// Of one that regressed: what else became worse, beyond noise though not beyond its
    /// limit, in words.
    with_it: Vec<String>,
    /// What was compared.
    quantities: Vec<QuantityJson>,
}

/// One quantity. Criteria and QM are from 0 to 1, time is in ns.
#[derive(Serialize, JsonSchema)]
struct QuantityJson {
    /// Its name in policies and baselines.
    name: String,
    /// What it comes to.
    verdict: Verdict,
    /// The baseline's value.
    before: f64,
    /// Today's; null if it was not measured.
    now: Option<f64>,
    /// How much worse it became; below 0 it is better.
    worse_by: f64,
    /// How much worse it might become.
    allowed: f64,
    /// The chance of such a change if nothing had changed, where a rank test told.
    chance: Option<f64>,
    /// The verdict in words.
    reason: String,
}

/// The outcome as indented JSON.
///
/// # Errors
/// If it cannot be written as JSON, which nothing it holds can bring about.
pub fn render(outcome: &Outcome) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        verdict: outcome.verdict,
        exit_code: outcome.exit_code(),
        refusal: outcome.refusal.clone(),
        runs_before: outcome.runs.0,
        runs_now: outcome.runs.1,
        false_alarms: outcome.false_alarms,
        noisy_comparisons: outcome.comparisons,
        application: outcome.application.as_ref().map(row),
        kernels: outcome.kernels.iter().map(row).collect(),
        notes: outcome.notes.clone(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the report.
///
/// # Errors
/// As for [`render`].
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document))? + "\n")
}

fn row(of: &KernelOutcome) -> Row {
    Row {
        name: of.name.clone(),
        launched: of.launched.clone(),
        verdict: of.verdict,
        reason: of.reason.clone(),
        total_ns: of.total_ns,
        with_it: of.with_it.clone(),
        quantities: of.findings.iter().map(quantity).collect(),
    }
}

fn quantity(of: &Finding) -> QuantityJson {
    QuantityJson {
        name: of.quantity.name().to_owned(),
        verdict: of.verdict,
        before: of.before,
        now: of.now,
        worse_by: of.worse_by,
        allowed: of.allowed,
        chance: of.chance,
        reason: of.reason.clone(),
    }
}
