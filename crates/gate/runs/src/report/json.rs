//! JSON. The structures here and in `verdict.rs` are the format. Their JSON Schema is derived
//! from them and their comments, printed by `propp gate --schema`, and kept in
//! `docs/schema/gate-1.schema.json`. Fields are added and never renamed; any other change
//! makes `propp.gate/2`.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::verdict::{GateResult, KernelOutcome, Verdict};
use super::Call;

const SCHEMA: &str = "propp.gate/1";

/// The outcome of `propp gate`.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
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
    refusal: Option<&'a str>,
    /// Runs in the baseline.
    runs_before: usize,
    /// Runs held against it.
    runs_now: usize,
    /// The file of the policy; null where the default limits hold.
    policy: Option<&'a str>,
    /// The chance of a false alarm of the whole gate.
    false_alarms: f64,
    /// Measures of cycles and times that were tested together.
    noisy_comparisons: usize,
    /// The run as a whole; null if nothing was compared.
    application: Option<&'a KernelOutcome>,
    /// The kernels, the worst first.
    kernels: &'a [KernelOutcome],
    /// What the reader should know besides.
    notes: &'a [String],
}

pub fn render(result: &GateResult, call: &Call) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        verdict: result.verdict,
        exit_code: result.exit_code(),
        refusal: result.refusal.as_deref(),
        runs_before: result.runs.0,
        runs_now: result.runs.1,
        policy: call.policy.as_deref(),
        false_alarms: result.false_alarms,
        noisy_comparisons: result.comparisons,
        application: result.application.as_ref(),
        kernels: &result.kernels,
        notes: &result.notes,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}
