//! What was refused, for programs: one JSON object on standard output where a call asks for JSON.

use std::ffi::OsStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::{Failure, Result, no_json, print_data};

const SCHEMA: &str = "propp.refusal/1";

/// Why a call with --format json has no report. The same words stand on standard error.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "A refusal")]
pub(crate) struct Refusal {
    /// Always `propp.refusal/1`.
    schema: &'static str,
    /// A short fixed word.
    code: Code,
    /// The exit code.
    exit_code: u8,
    /// What was tried and what was found.
    seen: String,
    /// What to do; null where that is not known.
    cure: Option<String>,
    /// What the cure costs in seconds of a program's run; null where that is not known.
    seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "CodeJson")]
enum Code {
    /// The call is wrong.
    WrongCall,
    /// The call is right, and a file or the machine does not allow what it asks for.
    NotPossible,
    /// No verdict is possible.
    NoVerdict,
    /// No GPU, or no permission to read counters.
    NoGpu,
    /// Ctrl-C.
    Interrupted,
    /// propp itself failed, or could not start the program.
    Failed,
}

impl Refusal {
    /// Sentences of propp have what was seen, a semicolon, and the cure.
    fn new(code: Code, exit_code: u8, message: &str) -> Self {
        let (seen, cure) = match message.split_once("; ") {
            Some((seen, cure)) => (seen, Some(cure.to_owned())),
            None => (message, None),
        };
        Self { schema: SCHEMA, code, exit_code, seen: seen.to_owned(), cure, seconds: None }
    }

    fn of(failure: &Failure) -> Self {
        let code = match failure.code {
            2 => Code::NotPossible,
            3 => Code::NoVerdict,
            4 => Code::NoGpu,
            super::INTERRUPTED => Code::Interrupted,
            _ => Code::Failed,
        };
        Self::new(code, failure.code, &failure.message)
    }
}

/// The JSON Schema of refusals.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn schema() -> Result<String> {
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Refusal)).map_err(no_json)?;
    Ok(schema + "\n")
}

/// Whether the words of a call ask for JSON on standard output.
fn wants_json(words: &[impl AsRef<OsStr>]) -> bool {
    let words: Vec<&str> = (words.iter())
        .map(|word| word.as_ref().to_str().unwrap_or_default())
        .take_while(|word| *word != "--")
        .collect();
    let has_file = words.iter().any(|word| {
        word.starts_with("--output") || (word.starts_with("-o") && !word.starts_with("--"))
    });
    let asks = words.windows(2).any(|two| two == ["--format", "json"]);
    !has_file && (asks || words.contains(&"--format=json"))
}

/// A failure as data, for a file.
pub(crate) fn refusal(failure: &Failure) -> Result<String> {
    Ok(serde_json::to_string(&Refusal::of(failure)).map_err(no_json)? + "\n")
}

/// Tells a program of a failure, if this call is one of a program.
pub(super) fn tell(failure: &Failure) {
    put(&Refusal::of(failure));
}

/// The same of a wrong call, in the words for people.
pub(super) fn tell_wrong_call(text: &str, exit_code: u8) {
    let message = text.lines().next().unwrap_or_default();
    let mut refusal =
        Refusal::new(Code::WrongCall, exit_code, message.trim_start_matches("error: "));
    let rest: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
    refusal.cure = refusal.cure.or((!rest.is_empty()).then(|| rest.join("; ")));
    put(&refusal);
}

fn put(refusal: &Refusal) {
    let words: Vec<_> = std::env::args_os().collect();
    if wants_json(&words)
        && let Ok(text) = serde_json::to_string(refusal)
    {
        // There is nobody else to tell.
        let _ = print_data(&(text + "\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_wanted_where_the_call_says_so() {
        for (words, wanted) in [
            (&["show", "a", "--format", "json"][..], true),
            (&["show", "a", "--format=json"], true),
            (&["show", "a"], false),
            (&["show", "a", "--format", "json", "-o", "b"], false),
            (&["show", "a", "--format", "json", "--output=b"], false),
            (&["profile", "--", "app", "--format", "json"], false),
        ] {
            assert_eq!(wants_json(words), wanted, "{words:?}");
        }
    }

    #[test]
    fn the_cure_is_what_follows_the_semicolon() {
        let refusal = Refusal::of(&Failure::usage("cannot open a; name a recording; or make one"));
        assert_eq!(refusal.seen, "cannot open a");
        assert_eq!(refusal.cure.as_deref(), Some("name a recording; or make one"));
        assert_eq!(Refusal::of(&Failure::usage("no")).cure, None);
    }
}
