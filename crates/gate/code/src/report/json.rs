//! JSON. The structures here, in `result.rs`, and in `worse` are the format. Their JSON Schema is
//! derived from them, printed by `propp gate --schema=code`, and kept in
//! `docs/schema/code-gate-1.schema.json`. Fields are added and never renamed; any other change
//! makes `propp.code-gate/2`.

use propp_gate_runs::Verdict;
use schemars::JsonSchema;
use serde::Serialize;

use super::Call;
use crate::result::{CodeResult, KernelOutcome};

const SCHEMA: &str = "propp.code-gate/1";

/// The outcome of `propp gate` for compiled code.
#[derive(Serialize, JsonSchema)]
struct Document<'a> {
    /// Always `propp.code-gate/1`.
    #[schemars(extend("const" = SCHEMA))]
    schema: &'static str,
    /// The propp that wrote it.
    propp_version: &'static str,
    verdict: Verdict,
    /// The exit code of `propp gate`: 0 passed, 1 worse, 3 no verdict.
    exit_code: u8,
    /// Why nothing was compared, if nothing was.
    refusal: Option<&'a str>,
    /// The file of the policy; null where the default limits hold.
    policy: Option<&'a str>,
    /// Architectures that both builds have code for.
    architectures: &'a [String],
    /// The kernels of both builds, the worst first.
    kernels: &'a [KernelOutcome],
    /// Kernels without a counterpart in the baseline.
    new: &'a [String],
    /// Kernels of the baseline without a counterpart.
    gone: &'a [String],
    /// What the reader should know besides.
    notes: &'a [String],
}

pub fn render(result: &CodeResult, call: &Call) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        verdict: result.verdict,
        exit_code: result.exit_code(),
        refusal: result.refusal.as_deref(),
        policy: call.policy.as_deref(),
        architectures: &result.architectures,
        kernels: &result.kernels,
        new: &result.new,
        gone: &result.gone,
        notes: &result.notes,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}
