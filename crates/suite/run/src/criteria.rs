//! The second half of a suite: one profile that runs every right case once, between
//! markers that tell the cases apart.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use propp_collect::{EmulateOptions, Replay};
use propp_collect_toolkit::Surroundings;
use propp_recording::{SuiteCase, SuiteState};
use propp_recording_wire::Severity;
use propp_suite_problems::{Case, MARKER};

use super::error::SuiteError;
use super::options::Options;
use super::recording::SuiteRecording;
use super::replay::{LibraryScript, MarkedCase, Script};
use super::survey::OpenedLibrary;

/// Seconds after which a measured launch counts as hung.
const LAUNCH_TIMEOUT: f64 = 60.0;

pub(super) struct CriteriaResult {
    pub(super) problems: Vec<String>,
    pub(super) measured: u64,
}

/// Profiles the right cases into a file beside the recording, and numbers them.
pub(super) fn profile(
    options: &Options,
    opened: &[OpenedLibrary],
    recording: &mut SuiteRecording,
    surroundings: &Surroundings,
    stop: &AtomicBool,
) -> Result<CriteriaResult, SuiteError> {
    let script = script(options, opened, &mut recording.cases);
    let folder = propp_recording_store::private::temporary()?;
    let path = folder.path().join("script.json");
    std::fs::write(&path, serde_json::to_vec(&script).map_err(io::Error::other)?)?;
    let output = recording.profile_path();
    if !options.quiet {
        let doing = match options.emulate {
            Some(_) => "counting what is asked of memory in",
            None => "reading counters of",
        };
        let right: usize = script.parts.iter().map(|part| part.cases.len()).sum();
        let _ = writeln!(io::stderr(), "propp: {} {right} cases", doing);
    }
    let command = vec![options.propp.clone().into(), "suite-replay".into(), path.into()];
    if let Some(gpu) = &options.emulate {
        return emulated(options, gpu, command, output);
    }
    let summary = propp_collect::profile(
        &propp_collect::Options {
            force: output.exists(),
            uncounted: vec![MARKER.to_owned()],
            per_signature: 0,
            // Workers are deterministic. A run for each pass costs less than kernel replay,
            // which saves and restores all of a worker's memory.
            replay: Replay::Application,
            launch_timeout: LAUNCH_TIMEOUT,
            code: true,
            quiet: options.quiet,
            ..propp_collect::Options::new(command, output.clone())
        },
        surroundings,
    )?;
    let worst = summary.failures.iter().filter(|notice| notice.severity != Severity::Info);
    let mut problems: Vec<String> = worst.map(|notice| notice.text.clone()).collect();
    if summary.processes == 0 && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        problems.push("no worker of the profile used CUDA".to_owned());
    }
    Ok(CriteriaResult { problems, measured: summary.measured })
}

/// The same without a GPU: every launch is counted.
fn emulated(
    options: &Options,
    gpu: &str,
    command: Vec<OsString>,
    output: PathBuf,
) -> Result<CriteriaResult, SuiteError> {
    let summary = propp_collect::emulate(&EmulateOptions {
        command,
        named: None,
        force: output.exists(),
        output,
        gpu: gpu.to_owned(),
        threads: options.threads,
        budget: None,
        races: false,
        strict: false,
        quiet: options.quiet,
    })?;
    let worst = summary.notices.iter().filter(|notice| notice.severity == Severity::Failure);
    let problems = worst.map(|notice| notice.text.clone()).collect();
    Ok(CriteriaResult { problems, measured: summary.launches })
}

/// The script of the profiled program. Gives the cases their markers.
fn script(options: &Options, opened: &[OpenedLibrary], cases: &mut [SuiteCase]) -> Script {
    let mut parts: Vec<LibraryScript> = opened
        .iter()
        .map(|library| LibraryScript { path: library.path.clone(), cases: Vec::new() })
        .collect();
    let mut marker = 0;
    for case in cases {
        case.marker = None;
        let place = opened.iter().position(|library| library.facts.name == case.library);
        let place = place.filter(|_| case.state == SuiteState::Ok);
        if let Some((place, replayed)) = place.zip(replayed(case, marker + 1)) {
            marker += 1;
            case.marker = Some(marker);
            parts[place].cases.push(MarkedCase { case: replayed, marker });
        }
    }
    parts.retain(|part| !part.cases.is_empty());
    let flush_l2 = options.limits.flush_l2;
    Script { worker: worker_command(options), device: options.device, flush_l2, parts }
}

/// A recorded case, numbered by its marker.
fn replayed(case: &SuiteCase, marker: u32) -> Option<Case> {
    Some(Case {
        id: u64::from(marker),
        primitive: case.primitive.clone(),
        variant: case.variant.clone(),
        element: case.element.parse().ok()?,
        n: case.n,
        distribution: case.distribution.parse().ok()?,
        seed: case.seed,
    })
}

fn worker_command(options: &Options) -> Vec<String> {
    options.worker.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
