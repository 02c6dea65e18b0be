//! `propp baseline` and `propp gate` of a build: compiled code in place of recordings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_code_lines::sources::in_checkout;
use propp_gate_code::report::{self, Call};
use propp_gate_code::{Build, Earlier, Limits, Recorded, Rules, compare, predict};
use propp_gate_runs::{Policy, measure};

use super::read::{recordings_of, text_of};
use super::runs::{Args, Format, makes_annotations, write_reports};
use crate::cli::common::destination::writable;
use crate::cli::inspect::files;
use crate::cli::say::terminal::Output;
use crate::cli::say::{Failure, Result, no_json};

/// Whether these are files of a build. All are, or none.
pub(crate) fn is_code(files: &[PathBuf], baseline: Option<&Path>) -> Result<bool> {
    let is_one = |path: &Path| path.is_dir() || files::may_have_code(path);
    let code = files.iter().find(|path| is_one(path));
    let other = files.iter().find(|path| !is_one(path));
    let is_code_baseline = |path: &&Path| is_one(path) || is_code_baseline(path);
    let baseline = baseline.map(|path| (path, is_code_baseline(&path)));
    let shown = |path: &Path| path.display().to_string();
    let mixed = |build: String, other: String| {
        Err(Failure::usage(format!(
            "{build} is compiled code, and {other} is not: compare builds with builds, and \
             recordings with recordings"
        )))
    };
    match (code, other, baseline) {
        // What is no file at all is told by who reads it.
        (Some(code), Some(other), _) if other.exists() => mixed(shown(code), shown(other)),
        (Some(code), None, Some((path, false))) if path.exists() => mixed(shown(code), shown(path)),
        (None, Some(other), Some((path, true))) if other.exists() => {
            mixed(shown(path), shown(other))
        }
        (code, _, baseline) => Ok(code.is_some() || baseline.is_some_and(|(_, is_one)| is_one)),
    }
}

fn is_code_baseline(path: &Path) -> bool {
    text_of(path).is_ok_and(|text| Build::is_one(&text))
}

/// The kernels of the files of a build.
pub(crate) fn build(files: &[PathBuf]) -> Result<Build> {
    Ok(Build::of(&files::read(files, Output::Data)?))
}

pub(super) fn judge(
    args: &Args,
    path: &Path,
    policy: &Policy,
    policy_file: Option<&Path>,
) -> Result<ExitCode> {
    for (is_given, option) in [
        (args.false_alarms.is_some(), "--false-alarms"),
        (args.allow_device_change, "--allow-device-change"),
        (args.allow_driver_change, "--allow-driver-change"),
        (args.ratchet.is_some(), "--ratchet"),
    ] {
        if is_given {
            return Err(Failure::usage(format!(
                "{option} is for recordings; compiled code is not measured"
            )));
        }
    }
    if !args.renamed.is_empty() {
        let text = "--renamed is for recordings; a renamed kernel of a build is found by its code";
        return Err(Failure::usage(text));
    }
    let limits = Limits::from_table(&policy.code).map_err(|what| {
        let file = policy_file.map_or_else(String::new, |file| file.display().to_string());
        Failure::usage(format!("cannot use the policy {file}: {what}"))
    })?;
    let inputs: Vec<PathBuf> =
        args.files.iter().chain(&args.recording).cloned().chain([path.to_owned()]).collect();
    for (_, output) in args.outputs()? {
        writable(Some(output), &inputs, args.force)?;
    }
    let is_file = !path.is_dir() && !files::may_have_code(path);
    let before = if is_file { baseline(path)? } else { build(&[path.to_owned()])? };
    let code = files::read(&args.files, Output::Data)?;
    let (mut earlier, mut recorded) = (Earlier::default(), None);
    if !args.recording.is_empty() {
        let (recordings, weights) = recordings_of(&args.recording, &args.weights)?;
        let runs = recordings.iter().map(|recording| measure(recording, &weights));
        earlier = Earlier::of(&runs.collect::<Vec<_>>());
        recorded = Some(Recorded::of(&recordings, &weights));
    }
    let rules = Rules { policy, limits: &limits, earlier: &earlier };
    let mut data = compare(&before, &Build::of(&code), &rules);
    if let Some(recorded) = &recorded {
        predict::add(&mut data, &code, recorded);
    }
    let outcome = data.clone().printable();
    let shown = |path: &Path| path.display().to_string();
    let call = Call {
        files: args.files.iter().map(|path| shown(path)).collect(),
        baseline: is_file.then(|| shown(path)),
        policy: policy_file.map(shown),
        all: args.all,
        // Annotations alone name them.
        sources: if makes_annotations(args) { in_checkout() } else { BTreeMap::new() },
    };
    write_reports(args, &|format, page| {
        Ok(match format {
            Format::Table => report::table::render(&outcome, &call, page),
            Format::Json => report::json::render(&data, &call).map_err(no_json)?,
            Format::Md => report::markdown::render(&outcome, &call),
            Format::Junit => report::junit::render(&outcome),
            Format::Github => report::annotations::render(&outcome, &call),
        })
    })?;
    Ok(ExitCode::from(data.exit_code()))
}

fn baseline(path: &Path) -> Result<Build> {
    let failed = |what: String| {
        let cure = "`propp baseline BUILD -o FILE` makes one";
        Failure::usage(format!("cannot use the baseline {}: {what}; {cure}", path.display()))
    };
    let text = text_of(path).map_err(failed)?;
    Build::from_json(&text).map_err(|error| failed(error.to_string()))
}
