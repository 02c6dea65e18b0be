//! The ladder of steps for people.

use std::fmt::Write as _;

use propp_base_text::{Page, duration, indented, printable};

use crate::climb::{Outcome, Step, rounds};
use crate::trees::LAUNCHES;

/// Each edit with what came of it, then what the kept ones brought to each kernel.
pub fn text(steps: &[Step], is_replayed: bool, page: Page) -> String {
    let mut out = String::new();
    for (number, step) in (1..).zip(steps) {
        let edit = &step.edit;
        let file = edit.file.rsplit('/').next().unwrap_or(&edit.file);
        let line = format!(
            "{number}. {file}:{}: {} ({}): {}",
            edit.line,
            edit.kind.name(),
            step.kernel,
            outcome(&step.outcome)
        );
        let _ = writeln!(out, "{}", indented(&printable(&line), page.width, 0, 3));
    }
    let kept = steps.iter().filter(|step| step.is_kept()).count();
    let timed = match is_replayed {
        true => format!("{LAUNCHES} replays of the launch on either side"),
        false => format!("{} runs of either side", rounds(steps.len())),
    };
    let sentence = format!(
        "{kept} of {} edits kept; each was timed in {timed}, and is kept if a rank test proves it faster: \
         at most 1 % of such trials keep anything that is not",
        steps.len(),
    );
    let _ = writeln!(out, "{}", indented(&sentence, page.width, 0, 0));
    out
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Timed { before_ns, after_ns, p, is_kept } => {
            let time = |ns: f64| duration(ns.round() as u64);
            let verdict = if *is_kept { "kept" } else { "not kept" };
            format!(
                "{} -> {}, {:.2} times as fast, p = {p:.1e}: {verdict}",
                time(*before_ns),
                time(*after_ns),
                before_ns / after_ns
            )
        }
        Outcome::Rejected(rejected) => format!("the sources with it {rejected}"),
        Outcome::NotTimed(reason) => format!("not timed: {reason}"),
    }
}
