//! `propp gate calibrate`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use propp_collect::Options;
use propp_gate_runs::calibrate::{Plan, calibrate, words};
use propp_gate_runs::{Profile, Shape};
use propp_recording_wire::variables;

use super::read::{joined, profiles_of, share_kernels};
use super::runs::policy;
use crate::cli::common::destination::{writable, write};
use crate::cli::common::weights::WeightsArg;
use crate::cli::common::{Cuda, launches};
use crate::cli::profile::recorded_whole;
use crate::cli::say::{Failure, Result, page, print, say};

/// Arguments of `propp gate calibrate`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of the unchanged program on this runner, one per run
    #[arg(required_unless_present = "command", conflicts_with = "command", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of times to profile COMMAND
    #[arg(long, value_name = "N", default_value_t = 20, requires = "command")]
    #[arg(value_parser = clap::value_parser!(u32).range(2..))]
    runs: u32,
    /// Number of runs in the baseline that `propp gate` will use
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    baseline_runs: u32,
    /// Number of runs that you will give to each call of `propp gate`
    #[arg(long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    gate_runs: u32,
    /// Baseline to write, from the first --baseline-runs runs; it contains the certificate (the
    /// estimated false-alarm rate and smallest changes) [default: print the certificate only]
    #[arg(short, long, value_name = "BASELINE.json")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    /// Policy file [default: propp.toml, if it exists]
    #[arg(long, value_name = "FILE", env = variables::POLICY)]
    policy: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsArg,
    #[command(flatten)]
    cuda: Cuda,
    /// Program to profile and its arguments, after --
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let (policy, _) = policy(args.policy.as_ref(), None)?;
    writable(args.output.as_deref(), &args.files, args.force)?;
    let profiles = if args.command.is_empty() {
        let profiles = profiles_of(&args.files, &args.weights)?;
        share_kernels(&args.files, &profiles)?;
        profiles
    } else {
        recorded(args)?
    };
    let shape = Shape { baseline: args.baseline_runs as usize, gate: args.gate_runs as usize };
    let plan = Plan { shape, ..Plan::default() };
    let certificate = calibrate(&profiles, &policy, plan).map_err(Failure::usage)?;
    print(&words::render(&certificate, &policy, page(&io::stdout())))?;
    if let Some(path) = &args.output {
        let mut baseline = joined(&profiles[..shape.baseline])?;
        baseline.certificate = Some(certificate);
        write(path, args.force, baseline.to_json().as_bytes())?;
        say(&format!("propp: wrote {} with the certificate", path.display()));
    }
    Ok(())
}

/// Profiles the command again and again.
fn recorded(args: &Args) -> Result<Vec<Profile>> {
    let folder = propp_recording_store::private::temporary()?;
    let mut profiles = Vec::new();
    for number in 1..=args.runs {
        let name = format!("run {number} of {}", args.runs);
        say(&format!("propp: profiling {name}"));
        let path = folder.path().join(format!("{number}.propp"));
        let mut options = Options::new(args.command.clone(), path.clone());
        options.quiet = true;
        launches::prepare(&mut options, &args.cuda)?;
        recorded_whole(&name, &options, &args.cuda)?;
        profiles.extend(profiles_of(std::slice::from_ref(&path), &args.weights)?);
        std::fs::remove_file(&path)?;
    }
    Ok(profiles)
}
