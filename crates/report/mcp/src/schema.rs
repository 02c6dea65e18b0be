//! The JSON Schemas of what tools answer.

use std::sync::Arc;

use serde_json::{Map, Value, json};

/// The published schemas of the reports that tools pass on.
pub struct Schemas {
    pub brief: Value,
    pub drill: Value,
    pub verdict: Value,
}

impl Schemas {
    /// Of a run: what it wrote, and the packet of it.
    pub(super) fn run(&self) -> Value {
        let mut report = self.brief.clone();
        let parts = report.as_object_mut().and_then(|report| report.remove("$defs"));
        json!({
            "type": "object",
            "title": "A run",
            "properties": {
                "recording": { "type": "string", "description": "The recording, for the other tools." },
                "exit_code": { "type": "integer", "description": "Of the program." },
                "output": { "type": "string", "description": "The end of what the program printed." },
                "report": report,
            },
            "required": ["recording", "exit_code", "output", "report"],
            "$defs": parts.unwrap_or_else(|| json!({})),
        })
    }
}

/// As the protocol has it.
pub(super) fn object(schema: &Value) -> Arc<Map<String, Value>> {
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}
