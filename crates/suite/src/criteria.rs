//! The second half of a suite: one profile in which every right case is run
//! once, between markers that tell the cases apart.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use propp_collect::{Replay, Runs};
use propp_problems::MARKER;
use propp_problems::cases::Planned;
use propp_problems::{Case, Distribution, Element};
use propp_recording::{SuiteCase, SuiteState};
use propp_toolkit::Surroundings;
use propp_wire::Severity;

use super::keep::Keep;
use super::replay::{Marked, Part, Script};
use super::run::{Options, SuiteError};
use super::survey::Opened;

/// Seconds that one launch may take while its counters are read.
const LAUNCH_TIMEOUT: f64 = 60.0;

/// What came of the profile.
pub(super) struct Profiled {
    pub(super) problems: Vec<String>,
    pub(super) measured: u64,
}

/// Profiles the right cases into the file beside the recording, and numbers them.
pub(super) fn profile(
    options: &Options,
    opened: &[Opened],
    keep: &mut Keep,
    surroundings: &Surroundings,
    stop: &AtomicBool,
) -> Result<Profiled, SuiteError> {
    let script = script(options, opened, &mut keep.cases);
    let folder = tempfile::Builder::new().prefix("propp-").tempdir()?;
    let path = folder.path().join("script.json");
    std::fs::write(&path, serde_json::to_vec(&script).map_err(io::Error::other)?)?;
    let output = keep.profile_path();
    if !options.quiet {
        let right: usize = script.parts.iter().map(|part| part.cases.len()).sum();
        let _ = writeln!(io::stderr(), "propp: reading counters of {right} cases");
    }
    let outcome = propp_collect::profile(
        &propp_collect::Options {
            command: vec![options.propp.clone().into(), "suite-replay".into(), path.into()],
            output: output.clone(),
            force: output.exists(),
            runs: Runs::Both,
            kernels: None,
            uncounted: vec![MARKER.to_owned()],
            nvtx: Vec::new(),
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            per_signature: 0,
            // A worker does the same each time, and a run for each pass costs less than
            // to replay every launch with all the memory that a worker holds.
            replay: Replay::Application,
            budget: None,
            plan_only: false,
            overhead: false,
            launch_timeout: LAUNCH_TIMEOUT,
            children: true,
            quiet: options.quiet,
            verbose: false,
        },
        surroundings,
    )?;
    let worst = outcome.failures.iter().filter(|notice| notice.severity != Severity::Info);
    let mut problems: Vec<String> = worst.map(|notice| notice.text.clone()).collect();
    if outcome.processes == 0 && !stop.load(std::sync::atomic::Ordering::Relaxed) {
        problems.push("no worker of the profile used CUDA".to_owned());
    }
    Ok(Profiled { problems, measured: outcome.measured })
}

/// What the profiled program does; gives the cases their markers.
fn script(options: &Options, opened: &[Opened], cases: &mut [SuiteCase]) -> Script {
    let mut parts: Vec<Part> = opened
        .iter()
        .map(|library| Part { path: library.path.clone(), cases: Vec::new() })
        .collect();
    let places: HashMap<&str, usize> =
        opened.iter().enumerate().map(|(place, l)| (l.facts.name.as_str(), place)).collect();
    let mut marker = 0;
    for case in cases {
        case.marker = None;
        let right = (case.state == SuiteState::Ok).then(|| planned(case, &places)).flatten();
        if let Some(planned) = right {
            marker += 1;
            case.marker = Some(marker);
            let case = Case { id: u64::from(marker), ..planned.case };
            parts[planned.library].cases.push(Marked { case, marker });
        }
    }
    parts.retain(|part| !part.cases.is_empty());
    let flush_l2 = options.limits.flush_l2;
    Script { worker: words(options), device: options.device, flush_l2, parts }
}

/// A case as it was ordered, from its row.
fn planned(case: &SuiteCase, places: &HashMap<&str, usize>) -> Option<Planned> {
    let element: Element = case.element.parse().ok()?;
    let distribution: Distribution = case.distribution.parse().ok()?;
    Some(Planned {
        library: *places.get(case.library.as_str())?,
        case: Case {
            id: 0,
            primitive: case.primitive.clone(),
            variant: case.variant.clone(),
            element,
            n: case.n,
            distribution,
            seed: case.seed,
        },
    })
}

fn words(options: &Options) -> Vec<String> {
    options.worker.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
