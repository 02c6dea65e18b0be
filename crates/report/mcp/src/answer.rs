//! What a client is told of a call that has ended.

use std::time::Duration;

use serde_json::{Value, json};

use super::Config;
use super::inspected;
use super::refused::Refused;
use super::run::{self, Done};
use super::tools::{Answer, Call, REPORT_SECONDS};

/// Characters of a program's output that are passed on.
const OUTPUT: usize = 2_000;

/// The answer, or why there is none.
pub(super) async fn of(call: &Call, done: &Done, config: &Config) -> Result<Value, Refused> {
    let document = || serde_json::from_str::<Value>(&done.output).ok();
    match (&call.recording, document()) {
        (Some(recording), _) => of_run(recording, done, config).await,
        (None, Some(found)) if found["schema"] == "propp.refusal/1" => {
            Err(Refused { document: Some(found), ..Refused::new("", "", None) })
        }
        (None, Some(found)) if call.answer == Answer::Inspected => Ok(inspected::brief(&found)),
        (None, Some(found)) => Ok(found),
        (None, None) => Err(failed(done)),
    }
}

async fn of_run(name: &str, done: &Done, config: &Config) -> Result<Value, Refused> {
    let path = config.root.path().join(name);
    // Without one, propp said why.
    if !path.is_file() {
        return Err(failed(done));
    }
    let show = Call {
        answer: Answer::Brief,
        arguments: ["show", name, "--brief", "--format", "json"].map(str::to_owned).to_vec(),
        limit: Duration::from_secs(REPORT_SECONDS),
        recording: None,
    };
    let shown = run::run(config, &show, std::future::pending()).await?;
    let report: Option<Value> = serde_json::from_str(&shown.output).ok();
    let report = report.filter(|report| report["schema"] == "propp.brief/1");
    let report = report.ok_or_else(|| failed(&shown))?;
    let said = format!("{}{}", done.output, done.errors);
    let begin = said.char_indices().rev().nth(OUTPUT).map_or(0, |(at, _)| at);
    Ok(json!({
        "recording": name,
        "exit_code": done.code.unwrap_or(-1),
        "output": said[begin..],
        "report": report,
    }))
}

/// What propp said on standard error, with the cure that it names.
fn failed(done: &Done) -> Refused {
    let lines: Vec<&str> = done.errors.lines().filter(|line| !line.trim().is_empty()).collect();
    let said = lines[lines.len().saturating_sub(4)..].join(" ");
    let said = said.trim_start_matches("propp: ");
    match said.split_once("; ") {
        Some((seen, cure)) => Refused::new("failed", seen, Some(cure)),
        None => Refused::new("failed", said, None),
    }
}
