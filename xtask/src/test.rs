//! `cargo xtask test`: setup, then every check that needs no GPU, step by step.

mod browser;
mod outcome;
mod programs;
mod python;
mod runners;
mod steps;
mod wheel;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;

use crate::error::Error;
use crate::paths::Paths;
use crate::{needs, nvcc};
use outcome::Outcome;
pub(crate) use programs::environment;
use runners::Totals;
use steps::{Beside, RUSTDOC, Run, STEPS, Step, Work};

/// Set where `xtask/compiled.txt` is to be written, after everything has passed.
const WRITE: &str = "PROPP_WRITE_DOCS";

/// Arguments of `cargo xtask test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Steps to run [default: all but rustdoc]
    #[arg(value_name = "STEP", value_parser = PossibleValuesParser::new(STEPS.iter().map(|step| step.name)))]
    steps: Vec<String>,
    /// Go on after a step that failed
    #[arg(long)]
    pub(crate) keep_going: bool,
}

/// The Chromium that an earlier `cargo xtask test` fetched.
pub(crate) fn chromium(paths: &Paths) -> Option<PathBuf> {
    browser::CHROMIUM.path(paths)
}

/// A step that was run.
struct Done {
    name: &'static str,
    result: Result<Outcome, Error>,
    took: Duration,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    let begun = Instant::now();
    needs::check()?;
    let is_wanted = |step: &&Step| match args.steps.as_slice() {
        [] => step.name != RUSTDOC,
        named => named.iter().any(|name| name == step.name),
    };
    let wanted: Vec<&Step> = STEPS.iter().filter(is_wanted).collect();
    let mut run = Run::new(paths, args.keep_going, &wanted);
    let done = perform_all(&wanted, &mut run);
    summarize(&wanted, &done, &run.tests, begun.elapsed());
    match wanted.len() - done.iter().filter(|step| step.result.is_ok()).count() {
        0 if args.steps.is_empty() && std::env::var_os(WRITE).is_some() => nvcc::record(paths),
        0 => Ok(()),
        lacking => Err(Error::Steps(lacking)),
    }
}

/// Performs steps in their order, and others beside them.
fn perform_all(wanted: &[&Step], run: &mut Run<'_>) -> Vec<Done> {
    let (paths, keep_going) = (run.paths, run.keep_going);
    let stop = &AtomicBool::new(false);
    let mut done = Vec::new();
    std::thread::scope(|scope| {
        let lane = |lane: Beside| {
            let steps: Vec<&Step> =
                wanted.iter().copied().filter(|s| s.lane() == Some(lane)).collect();
            scope.spawn(move || perform_lane(&steps, paths, keep_going, stop))
        };
        let mut lanes: Vec<_> = Beside::ALL.map(lane).into();
        let mut with_built = Vec::new();
        for step in wanted.iter().copied() {
            if matches!(step.work, Work::InOrder { after_all_lanes: true, .. } | Work::WithBuilt(_))
            {
                done.extend(lanes.drain(..).flat_map(|lane| lane.join().unwrap_or_default()));
            }
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match step.work {
                Work::InOrder { work, .. } => done.push(perform(step, || work(run))),
                Work::WithBuilt(work) => {
                    let shipped = run.built().map(|built| built.shipped.clone());
                    let begin = move || vec![perform(step, || work(paths, &shipped?))];
                    with_built.push(scope.spawn(begin));
                }
                Work::Beside(..) => {}
            }
            stop_after_failure(&done, keep_going, stop);
        }
        let left = lanes.into_iter().chain(with_built);
        done.extend(left.flat_map(|lane| lane.join().unwrap_or_default()));
    });
    done
}

/// Unless told to go on, whatever fails ends the steps beside it, too.
fn stop_after_failure(done: &[Done], keep_going: bool, stop: &AtomicBool) {
    if !keep_going && done.iter().any(|step| step.result.is_err()) {
        stop.store(true, Ordering::Relaxed);
    }
}

fn perform_lane(steps: &[&Step], paths: &Paths, keep_going: bool, stop: &AtomicBool) -> Vec<Done> {
    let mut done = Vec::new();
    for step in steps {
        let Work::Beside(_, work) = step.work else { continue };
        if stop.load(Ordering::Relaxed) {
            break;
        }
        done.push(perform(step, || work(paths, stop)));
        stop_after_failure(&done, keep_going, stop);
    }
    done
}

fn perform(step: &Step, work: impl FnOnce() -> Result<Outcome, Error>) -> Done {
    println!("\n== {}: {}", step.name, step.what);
    let start = Instant::now();
    let result = work();
    if let Err(error) = &result {
        println!("{}: {error}", step.name);
    }
    Done { name: step.name, result, took: start.elapsed() }
}

fn summarize(wanted: &[&Step], done: &[Done], tests: &Totals, took: Duration) {
    println!("\n== summary");
    for step in wanted {
        let Some(Done { name, result, took }) = done.iter().find(|done| done.name == step.name)
        else {
            println!("{:<10} not run", step.name);
            continue;
        };
        let (word, note) = match result {
            Ok(Outcome::Passed(note)) => ("ok", note.as_str()),
            Ok(Outcome::Skipped(why)) => ("skipped", why.as_str()),
            Err(_) => ("FAILED", ""),
        };
        let mark = if step.is_beside_others() { "*" } else { " " };
        let line = format!("{name:<10} {word:<8} {:>6.1} s{mark} {note}", took.as_secs_f64());
        println!("{}", line.trim_end());
    }
    println!("{:<10} {:<8} {:>6.1} s   * beside the others", "together", "", took.as_secs_f64());
    if tests.runners > 0 {
        // Each test program prints such a line; whoever reads only the end of the log
        // should see the sum.
        println!("\nthe {} test programs together:\n{tests}", tests.runners);
    }
}
