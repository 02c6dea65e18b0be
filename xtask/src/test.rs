//! `cargo xtask test`: setup, then every check that needs no GPU, step by step.

mod browser;
mod python;
mod runners;
mod steps;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::error::Error;
use crate::paths::Paths;
use runners::Totals;
use steps::{Outcome, Run, STEPS, Step};

/// Arguments of `cargo xtask test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Go on after a step that failed
    #[arg(long)]
    pub(crate) keep_going: bool,
}

/// The Chromium that an earlier `cargo xtask test` fetched.
pub(crate) fn chromium(paths: &Paths) -> Option<PathBuf> {
    browser::path(paths)
}

/// A step that was run.
struct Done {
    name: &'static str,
    result: Result<Outcome, Error>,
    took: Duration,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    let mut run = Run { paths, keep_going: args.keep_going, tests: Totals::default() };
    let mut done: Vec<Done> = Vec::new();
    for step in STEPS {
        let step = perform(step, &mut run);
        let stop = step.result.is_err() && !args.keep_going;
        done.push(step);
        if stop {
            break;
        }
    }
    summarize(&done, &run.tests);
    match done.iter().filter(|step| step.result.is_err()).count() {
        0 => Ok(()),
        failed => Err(Error::Steps(failed)),
    }
}

fn perform(step: &Step, run: &mut Run<'_>) -> Done {
    println!("\n== {}: {}", step.name, step.what);
    let start = Instant::now();
    let result = (step.run)(run);
    if let Err(error) = &result {
        println!("{error}");
    }
    Done { name: step.name, result, took: start.elapsed() }
}

fn summarize(done: &[Done], tests: &Totals) {
    println!("\n== summary");
    for Done { name, result, took } in done {
        let (word, note) = match result {
            Ok(Outcome::Passed(note)) => ("ok", note.as_str()),
            Ok(Outcome::Skipped(why)) => ("skipped", why.as_str()),
            Err(_) => ("FAILED", ""),
        };
        let line = format!("{name:<10} {word:<8} {:>6.1} s  {note}", took.as_secs_f64());
        println!("{}", line.trim_end());
    }
    for Step { name, .. } in &STEPS[done.len()..] {
        println!("{name:<10} not run");
    }
    if tests.runners > 0 {
        // cargo prints one such line per test binary and none for all of them;
        // whoever reads only the end of the log should see the sum.
        println!("\nthe {} test binaries together:\n{tests}", tests.runners);
    }
}
