//! What commands said of their end.

use std::time::Duration;

use crate::limited::Ended;

/// Whether a command succeeded. Fails if it was stopped.
pub(super) fn succeeded(ended: &Ended, limit: Option<Duration>) -> Result<bool, String> {
    let stopped = || {
        let seconds = limit.unwrap_or_default().as_secs_f64();
        format!("stopped after {seconds:.0} s (--time-limit)")
    };
    ended.status.map(|status| status.success()).ok_or_else(stopped)
}

/// The last line of what a command said.
pub(super) fn last_line(ended: &Ended) -> String {
    let all = ended.errors.lines().rev().chain(ended.output.lines().rev());
    let line = all.into_iter().find(|line| !line.trim().is_empty());
    line.map_or_else(|| exit(ended), str::to_owned)
}

fn exit(ended: &Ended) -> String {
    ended.status.map_or_else(String::new, |status| status.to_string())
}

/// What propp says, if anything: else it is the program that failed.
pub(super) fn why_not_profiled(ended: &Ended) -> String {
    let own: Vec<&str> =
        ended.errors.lines().filter_map(|line| line.strip_prefix("propp: ")).collect();
    if own.is_empty() {
        return format!(
            "under `propp profile` it ended with {}: {}",
            exit(ended),
            last_line(ended)
        );
    }
    own.join("; ")
}
