//! What compiled kernels need, in a bounded size.

use serde_json::{Value, json};

const MOST: usize = 20;
/// Findings of a kernel, and characters of a name.
const FINDINGS: usize = 5;
const NAME: usize = 120;

pub(super) fn schema() -> Value {
    let number = |about: &str| json!({ "type": ["number", "null"], "description": about });
    json!({
        "type": "object",
        "title": "Compiled kernels",
        "properties": {
            "schema": { "const": "propp.inspect-brief/1" },
            "kernels": {
                "type": "array",
                "description": "The conspicuous ones first.",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": { "type": "string" },
                        "architecture": { "type": "string" },
                        "registers": number("A thread."),
                        "stack_bytes": number("Of local memory, a thread."),
                        "static_shared_bytes": number("A block."),
                        "best_occupancy": number("Of the block sizes that were tried, from 0 to 1."),
                        "best_block": number("The threads of this block size."),
                        "findings": { "type": "array", "items": { "type": "string" } },
                    },
                    "required": ["name", "architecture", "findings"],
                },
            },
            "kernels_left_out": { "type": "integer" },
        },
        "required": ["schema", "kernels", "kernels_left_out"],
    })
}

/// The kernels of a whole report.
pub(super) fn brief(whole: &Value) -> Value {
    let kernels = whole["kernels"].as_array().map(Vec::as_slice).unwrap_or_default();
    json!({
        "schema": "propp.inspect-brief/1",
        "kernels": kernels.iter().take(MOST).map(kernel).collect::<Vec<_>>(),
        "kernels_left_out": kernels.len().saturating_sub(MOST),
    })
}

fn kernel(whole: &Value) -> Value {
    let name: String = whole["name"].as_str().unwrap_or_default().chars().take(NAME).collect();
    let resources = &whole["resources"];
    let tried = whole["occupancies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let occupancy = |one: &&Value| one["occupancy"].as_f64();
    let best = tried
        .iter()
        .filter(|one| occupancy(one).is_some())
        .reduce(|best, one| if occupancy(&one) > occupancy(&best) { one } else { best });
    let findings = whole["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let words = findings.iter().filter_map(|one| one["text"].as_str().or(one.as_str()));
    json!({
        "name": name,
        "architecture": whole["architecture"],
        "registers": resources["registers"],
        "stack_bytes": resources["stack_bytes"],
        "static_shared_bytes": resources["static_shared_bytes"],
        "best_occupancy": best.map(|one| one["occupancy"].clone()),
        "best_block": best.map(|one| one["block"].clone()),
        "findings": words.take(FINDINGS).collect::<Vec<_>>(),
    })
}
