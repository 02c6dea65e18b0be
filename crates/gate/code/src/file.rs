//! The baseline file: JSON with a kernel in each line, in a fixed order, so that diffs can be
//! reviewed.

use propp_base_statistics::parallel;
use propp_code_inspect::Code;
use propp_gate_runs::{bare, json, other_schema};
use serde::{Deserialize, Serialize};

use crate::kernel::KernelCode;

pub const SCHEMA: &str = "propp.code-baseline/1";

/// The kernels of a build, for all architectures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Build {
    /// Names of the files that they are from.
    pub files: Vec<String>,
    /// By architecture and symbol.
    pub kernels: Vec<KernelCode>,
}

/// Why a text is no baseline of compiled code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    #[error("its schema is {found}; this propp reads {SCHEMA}")]
    Schema { found: String },
    #[error("line {line}: {what}")]
    Content { line: usize, what: String },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    schema: String,
    propp_version: String,
    files: Vec<String>,
    kernels: Vec<KernelCode>,
}

impl Build {
    pub fn of(code: &Code) -> Self {
        let mut kernels = parallel::each(&code.kernels, KernelCode::of);
        kernels.sort_by(|a, b| order(a).cmp(&order(b)));
        Self { files: code.files.iter().map(|file| file.name.clone()).collect(), kernels }
    }

    /// The architectures, the oldest first.
    pub fn architectures(&self) -> Vec<&str> {
        let mut all: Vec<&str> =
            self.kernels.iter().map(|kernel| kernel.architecture.as_str()).collect();
        all.sort_by_key(|name| (number(name), *name));
        all.dedup();
        all
    }

    pub fn to_json(&self) -> String {
        let text = |kernel: &KernelCode| json(kernel);
        let kernels = parallel::each(&self.kernels, text);
        let list = if kernels.is_empty() {
            "[]".to_owned()
        } else {
            format!("[\n    {}\n  ]", kernels.join(",\n    "))
        };
        format!(
            "{{\n  \"schema\": {},\n  \"propp_version\": {},\n  \"files\": {},\n  \"kernels\": {list}\n}}\n",
            json(SCHEMA),
            json(env!("CARGO_PKG_VERSION")),
            json(&self.files),
        )
    }

    /// Whether a text says of itself that it is such a file.
    pub fn is_one(text: &str) -> bool {
        const NAME: &str = "propp.code-baseline";
        let start: String = text.chars().take(200).collect();
        start.contains(NAME)
    }

    /// Fails if the text is no such baseline; the error names the line.
    pub fn from_json(text: &str) -> Result<Self, BaselineError> {
        if let Some(found) = other_schema(text, SCHEMA).map_err(located)? {
            return Err(BaselineError::Schema { found });
        }
        let File { files, mut kernels, .. } = serde_json::from_str(text).map_err(located)?;
        kernels.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(Self { files, kernels })
    }
}

fn order(kernel: &KernelCode) -> (u32, &str, &str, u64) {
    let architecture = kernel.architecture.as_str();
    (number(architecture), architecture, &kernel.symbol, kernel.content.hash)
}

/// 90 of `sm_90a`.
pub(crate) fn number(architecture: &str) -> u32 {
    let digits: String = architecture.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(0)
}

fn located(error: serde_json::Error) -> BaselineError {
    BaselineError::Content { line: error.line(), what: bare(&error) }
}
