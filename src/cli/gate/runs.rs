//! `propp gate`.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use propp_base_text::Page;
use propp_gate_runs::calibrate::words;
use propp_gate_runs::report::Call;
use propp_gate_runs::{
    Allowed, GateResult, Policy, Profile, Rename, Shape, Verdict, compare, ratchet, report,
};
use propp_recording_wire::variables;

use super::read::{joined, profiles_of, share_kernels, text_of};
use crate::cli::common::Cuda;
use crate::cli::common::destination::{ReportFormat, by_ending, writable, write};
use crate::cli::common::weights::WeightsArg;
use crate::cli::profile::Recorded;
use crate::cli::say::{Failure, Result, no_json, page, print, refusal, say, terminal};

/// The policy of a project, in the directory where the gate runs.
const POLICY: &str = "propp.toml";

/// Runs of a captured launch: what the gate is calibrated for by default.
const RUNS: u32 = 3;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of the current program, one per run. Or a launch that `propp capture` wrote;
    /// propp profiles this launch 3 times. Or compiled files: executables, libraries, objects,
    /// cubins, and folders with such files
    #[arg(required_unless_present = "schema", value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Baseline to compare with: a file that `propp baseline` wrote; for compiled files also an
    /// earlier build (a compiled file or a folder)
    #[arg(short, long, required_unless_present = "schema", value_name = "BASELINE")]
    pub(super) baseline: Option<PathBuf>,
    /// With compiled files: recording of an earlier run, as the source of launch configurations
    /// and shares of the time, and for predictions; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) recording: Vec<PathBuf>,
    /// Policy file [default: propp.toml, if it exists]
    #[arg(long, value_name = "FILE", env = variables::POLICY)]
    pub(super) policy: Option<PathBuf>,
    /// Accepted probability that a run of the gate fails although nothing changed [default: the
    /// policy's, or 0.01]
    #[arg(long, value_name = "CHANCE", value_parser = chance)]
    pub(super) false_alarms: Option<f64>,
    /// Accept a baseline of another GPU, and compare only quantities that do not depend on the GPU
    #[arg(long)]
    pub(super) allow_device_change: bool,
    /// Accept a baseline of another driver or CUPTI version
    #[arg(long)]
    pub(super) allow_driver_change: bool,
    /// Compare the kernel OLD of the baseline with the kernel NEW of the current program, because
    /// the kernel was renamed; may be repeated
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub(super) renamed: Vec<String>,
    /// If nothing regressed, write a baseline with the improvements to FILE; without FILE, replace
    /// the file of --baseline
    #[arg(long, num_args = 0..=1, require_equals = true, value_name = "FILE")]
    pub(super) ratchet: Option<Option<PathBuf>>,
    /// Format of the printed report [default: table]
    #[arg(long, value_enum, default_value_t = Format::Table, hide_default_value = true)]
    format: Format,
    /// Also write the report to a file, in the format of its ending: .json, .md, .xml (JUnit),
    /// .txt; may be repeated
    #[arg(short, long, value_name = "OUT")]
    output: Vec<PathBuf>,
    /// Replace existing output files
    #[arg(short, long, requires = "output")]
    pub(super) force: bool,
    /// Also list the kernels that passed
    #[arg(long)]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) weights: WeightsArg,
    /// Print only the JSON Schema of --format json: for recordings (runs), or for compiled files
    /// (code) [default: runs]
    #[arg(long, conflicts_with = "output", num_args = 0..=1, require_equals = true)]
    #[arg(value_name = "OF", default_missing_value = "runs")]
    pub(super) schema: Option<Schema>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Schema {
    Runs,
    Code,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Table for people; on GitHub Actions with annotations
    #[value(alias = "txt")]
    Table,
    /// JSON for programs; see --schema
    Json,
    /// Markdown for pull requests
    Md,
    /// JUnit XML for test reports
    #[value(alias = "xml")]
    Junit,
    /// Annotations of GitHub Actions
    Github,
}

impl Args {
    /// The files to write in addition to the report, and their formats.
    pub(super) fn outputs(&self) -> Result<Vec<(Format, &Path)>> {
        let named = |path: &'_ PathBuf| by_ending(Some(path));
        let formats: Vec<Format> = self.output.iter().map(named).collect::<Result<_, _>>()?;
        let all: Vec<_> =
            formats.into_iter().zip(self.output.iter().map(PathBuf::as_path)).collect();
        let mut names = BTreeSet::new();
        match all.iter().find(|(_, path)| !names.insert(*path)) {
            Some((_, twice)) => Err(Failure::usage(format!(
                "{} is named twice; give each report a file of its own",
                twice.display()
            ))),
            None => Ok(all),
        }
    }
}

/// Shows a pull request why there is no verdict, too. With `-f`, reports of an earlier call give way to it;
/// without, the corrected call finds its files free.
pub(super) fn tell_failure(args: &Args, failure: &Failure) -> Result<()> {
    let message = failure.message.as_str();
    if message.is_empty() {
        return Ok(());
    }
    let ratchet_to = args.ratchet.iter().flatten();
    let read = args.files.iter().chain(&args.baseline).chain(&args.policy);
    let read: Vec<PathBuf> = read.chain(ratchet_to).chain(&args.recording).cloned().collect();
    let outputs = args.outputs().unwrap_or_default();
    let is_free = outputs.iter().all(|(_, path)| writable(Some(path), &read, true).is_ok());
    for (format, path) in outputs.into_iter().filter(|_| args.force && is_free) {
        let text = match format {
            Format::Table => format!("gate: no verdict: {message}\n"),
            Format::Json => refusal(failure)?,
            Format::Md => report::markdown::failed(message),
            Format::Junit => report::junit::failed(message),
            Format::Github => report::annotations::failed(message),
        };
        match write(path, true, text.as_bytes()) {
            Ok(()) => say(&format!("propp: wrote {}", path.display())),
            Err(other) => say(&format!("propp: {}", other.message)),
        }
    }
    if is_on_github() {
        print(&report::annotations::failed(message))?;
        summarise(&report::markdown::failed(message));
    }
    Ok(())
}

pub(super) fn judge(
    args: &Args,
    path: &PathBuf,
    policy: &Policy,
    policy_file: Option<&Path>,
) -> Result<ExitCode> {
    if !args.recording.is_empty() {
        let message =
            "--recording says what kernels of a build weigh; recordings know it themselves";
        return Err(Failure::usage(message));
    }
    // What cannot be written is told before anything is compared.
    let ratchet_to = args.ratchet.as_ref().map(|to| to.as_ref().unwrap_or(path));
    let read = args.files.iter().chain([path]).chain(&args.policy).chain(ratchet_to);
    let read: Vec<PathBuf> = read.cloned().collect();
    for (_, output) in args.outputs()? {
        writable(Some(output), &read, args.force)?;
    }
    if let Some(to) = ratchet_to {
        is_baseline_or_new(to)?;
        writable(Some(to), &args.files, true)?;
    }
    let recorded = Recorded::of(&args.files, RUNS, &Cuda::of_environment(), |_| {})?;
    let files = recorded.files.as_slice();
    let now = || {
        let now = profiles_of(files, &args.weights)?;
        share_kernels(files, &now).map(|()| now)
    };
    let (before, now) = rayon::join(|| baseline(path), now);
    let (mut before, now) = (before?, now?);
    for (file, _) in files.iter().zip(&now).filter(|(_, run)| before.holds(run)) {
        let file = file.display();
        say(&format!(
            "propp: {file} is one of the baseline's runs, so the gate compares it with itself"
        ));
    }
    let now = joined(&now)?;
    let own = args.renamed.chunks_exact(2);
    let own = own.map(|pair| Rename { old: pair[0].clone(), new: pair[1].clone() });
    let renames: Vec<Rename> = policy.renamed.iter().cloned().chain(own).collect();
    let renamed = before.rename(&now, &renames);
    let allowed = Allowed {
        device_change: args.allow_device_change,
        driver_change: args.allow_driver_change,
    };
    let kernels = before.kernels.iter().chain(&now.kernels);
    for told in policy.unknown(&kernels.map(|kernel| kernel.name.as_str()).collect()) {
        say(&format!("propp: {told}"));
    }
    let mut outcome = compare(&before, &now, policy, allowed);
    if let Some(refusal) = other_program(&before, &now) {
        outcome.verdict = Verdict::NoVerdict;
        outcome.refusal = Some(refusal);
        (outcome.application, outcome.comparisons) = (None, 0);
        outcome.kernels.clear();
    }
    outcome.notes.extend(renamed);
    outcome.notes.extend(certified(&before, &now, policy));
    let shown = |path: &Path| path.display().to_string();
    let call = Call {
        recordings: args.files.iter().map(|path| shown(path)).collect(),
        baseline: shown(path),
        policy: policy_file.map(shown),
        all: args.all,
    };
    publish(args, &outcome, &call)?;
    if let Some(to) = ratchet_to {
        match ratchet(&before, &now, &outcome) {
            Some(better) => {
                // The reports are written, and stay.
                if let Err(failure) = write(to, true, better.to_json().as_bytes()) {
                    say(&format!("propp: {}", failure.message));
                    return Ok(ExitCode::from(failure.code));
                }
                say(&format!("propp: wrote {} with what improved", to.display()));
            }
            None => say("propp: the baseline stays: nothing improved, or the gate did not pass"),
        }
    }
    Ok(ExitCode::from(outcome.exit_code()))
}

/// What is there and no baseline is somebody's, such as a recording that followed `--ratchet`.
fn is_baseline_or_new(path: &Path) -> Result<()> {
    if !path.exists() || baseline(path).is_ok() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} is not a baseline, so --ratchet leaves it unchanged; write --ratchet=FILE for \
         another file",
        path.display()
    )))
}

/// Two programs without a kernel in common are no better or worse than each other.
fn other_program(before: &Profile, now: &Profile) -> Option<String> {
    if before.kernels.is_empty() || now.kernels.is_empty() || before.shares_kernels(now) {
        return None;
    }
    let renames: Vec<String> = before.perhaps_renamed(now).iter().map(Rename::to_string).collect();
    let cure = if renames.is_empty() {
        "make a new baseline".to_owned()
    } else {
        format!("if they were only renamed, give {}; else make a new baseline", renames.join(" "))
    };
    Some(format!(
        "the baseline and the recording have no kernel in common: they are of different programs, or \
         all kernels have new names; {cure}"
    ))
}

/// What the certificate of the baseline says of this gate, and why it need not hold.
fn certified(before: &Profile, now: &Profile, policy: &Policy) -> Vec<String> {
    let Some(certificate) = &before.certificate else { return Vec::new() };
    let shape = Shape { baseline: before.origins.len(), gate: now.origins.len() };
    let doubts = certificate.doubts(&now.runner, shape, policy.false_alarms);
    let rate = words::rate(certificate);
    let doubts = doubts.into_iter().map(|doubt| format!("the certificate need not hold: {doubt}"));
    std::iter::once(format!("certificate: {rate}")).chain(doubts).collect()
}

/// Writes what was asked for: data as it is, and for people the result that can be printed
/// safely.
fn publish(args: &Args, data: &GateResult, call: &Call) -> Result<()> {
    let outcome = &data.clone().printable();
    write_reports(args, &|format, page| {
        Ok(match format {
            Format::Table => report::table::render(outcome, call, page),
            Format::Json => report::json::render(data, call).map_err(no_json)?,
            Format::Md => report::markdown::render(outcome, call),
            Format::Junit => report::junit::render(outcome),
            Format::Github => report::annotations::render(outcome),
        })
    })
}

/// Makes a report in a format.
pub(super) type Renderer<'a> = dyn Fn(Format, Page) -> Result<String> + 'a;

/// Prints a result and writes it to all files that were asked for.
pub(super) fn write_reports(args: &Args, text: &Renderer<'_>) -> Result<()> {
    terminal::write(&text(args.format, page(&io::stdout()))?, args.format.output())?;
    if args.format == Format::Table && makes_annotations(args) {
        print(&text(Format::Github, Page::PLAIN)?)?;
    }
    for (format, path) in args.outputs()? {
        let text = text(format, Page::PLAIN)?;
        write(path, args.force, text.as_bytes())?;
        say(&format!("propp: wrote {}", path.display()));
    }
    summarise(&text(Format::Md, Page::PLAIN)?);
    Ok(())
}

/// Whether annotations are among the reports.
pub(super) fn makes_annotations(args: &Args) -> bool {
    args.format == Format::Github || args.format == Format::Table && is_on_github()
}

fn is_on_github() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Appends to the file that GitHub shows on the page of the run.
fn summarise(text: &str) {
    let path = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty());
    let Some(path) = path.map(PathBuf::from) else { return };
    let opened = OpenOptions::new().append(true).create(true).open(&path);
    // The verdict stands whether or not it can be shown there.
    if let Err(error) = opened.and_then(|mut file| file.write_all(text.as_bytes())) {
        say(&format!("propp: cannot write GITHUB_STEP_SUMMARY {}: {error}", path.display()));
    }
}

/// The policy and its file, if there is one.
pub(super) fn policy(
    file: Option<&PathBuf>,
    false_alarms: Option<f64>,
) -> Result<(Policy, Option<PathBuf>)> {
    let path = match file {
        Some(path) => Some(path.clone()),
        None => Some(PathBuf::from(POLICY)).filter(|path| path.exists()),
    };
    let mut policy = match &path {
        None => Policy::default(),
        Some(path) => {
            let failed = |what: String| {
                let cure = "`propp explain policy` has one as an example";
                Failure::usage(format!("cannot use the policy {}: {what}; {cure}", path.display()))
            };
            let text = text_of(path).map_err(failed)?;
            Policy::from_toml(&text).map_err(|error| failed(error.to_string()))?
        }
    };
    policy.false_alarms = false_alarms.unwrap_or(policy.false_alarms);
    Ok((policy, path))
}

fn baseline(path: &Path) -> Result<Profile> {
    let failed = |what: String| {
        let cure = "`propp baseline RECORDING -o FILE` makes one";
        Failure::usage(format!("cannot use the baseline {}: {what}; {cure}", path.display()))
    };
    let text = text_of(path).map_err(failed)?;
    Profile::from_json(&text).map_err(|error| failed(error.to_string()))
}

fn chance(text: &str) -> Result<f64, String> {
    let chance: f64 = text.parse().map_err(|_| format!("{text} is not a number"))?;
    let is_chance = chance > 0.0 && chance < 1.0;
    is_chance
        .then_some(chance)
        .ok_or_else(|| format!("{text} is not a probability between 0 and 1"))
}
