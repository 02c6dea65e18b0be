//! Why a call has no answer.

use rmcp::model::CallToolResult;
use serde_json::{Value, json};

/// As the client is told; a refusal of the command itself is passed on.
#[derive(Debug)]
pub(super) struct Refused {
    pub(super) code: &'static str,
    pub(super) seen: String,
    pub(super) cure: Option<String>,
    /// What propp itself said, as JSON.
    pub(super) document: Option<Value>,
}

impl Refused {
    pub(super) fn new(code: &'static str, seen: &str, cure: Option<&str>) -> Self {
        Self { code, seen: seen.to_owned(), cure: cure.map(str::to_owned), document: None }
    }

    pub(super) fn wrong(seen: &str) -> Self {
        Self::new("wrong-call", seen, Some("see the tool's input schema"))
    }

    pub(super) fn into_result(self) -> CallToolResult {
        CallToolResult::structured_error(match self.document {
            Some(document) => document,
            None => json!({
                "schema": "propp.refusal/1",
                "code": self.code,
                "exit_code": 2,
                "seen": self.seen,
                "cure": self.cure,
                "seconds": null,
            }),
        })
    }
}
