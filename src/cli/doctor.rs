//! `propp doctor`.

use std::fmt::Write;
use std::process::ExitCode;

use super::{Failure, print, print_json};
use crate::doctor::{Check, Diagnosis, State, diagnose, gather};
use crate::toolkit::Surroundings;

/// Exit code for a machine that cannot profile.
const CANNOT_PROFILE: u8 = 4;

/// Arguments of `propp doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, surroundings: &Surroundings) -> Result<ExitCode, Failure> {
    let diagnosis = diagnose(&gather(surroundings));
    if args.json {
        print_json(&diagnosis)?
    } else {
        print(&text(&diagnosis))?
    }
    Ok(if diagnosis.can_profile { ExitCode::SUCCESS } else { ExitCode::from(CANNOT_PROFILE) })
}

fn text(diagnosis: &Diagnosis) -> String {
    let mut out = String::new();
    for check in &diagnosis.checks {
        line(&mut out, check);
    }
    let count = |state| diagnosis.checks.iter().filter(|check| check.state == state).count();
    let verdict = match (count(State::Problem), count(State::Warning)) {
        (0, 0) => "Everything is ok: this machine can profile.".to_owned(),
        (0, 1) => "This machine can profile, with one warning.".to_owned(),
        (0, warnings) => format!("This machine can profile, with {warnings} warnings."),
        (1, _) => "This machine cannot profile: one problem.".to_owned(),
        (problems, _) => format!("This machine cannot profile: {problems} problems."),
    };
    let _ = writeln!(out, "\n{verdict}");
    out
}

fn line(out: &mut String, check: &Check) {
    let (word, colour) = match check.state {
        State::Ok => ("ok", "\u{1b}[32m"),
        State::Warning => ("warning", "\u{1b}[33m"),
        State::Problem => ("PROBLEM", "\u{1b}[31m"),
    };
    let _ = writeln!(out, "{colour}{word:<8}\u{1b}[0m {:<16} {}", check.name, check.finding);
    if let Some(cure) = &check.cure {
        let _ = writeln!(out, "{:<25} -> {cure}", "");
    }
}
