//! `propp gate`: of recordings, of compiled code, and its certificate.

mod calibrate;
pub(crate) mod code;
pub(crate) mod read;
mod runs;

use std::process::ExitCode;

use propp_gate_runs::report;

use self::runs::{Schema, policy};
use super::say::{Failure, Result, no_json, print_data};

/// Arguments of `propp gate`, and the command below it.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct GateArgs {
    #[command(subcommand)]
    below: Option<Below>,
    #[command(flatten)]
    gate: runs::Args,
}

#[derive(Debug, clap::Subcommand)]
enum Below {
    /// Estimate the gate's false-alarm rate on this runner, and the smallest change that it
    /// detects, from runs of the unchanged program
    Calibrate(Box<calibrate::Args>),
}

pub(super) fn run(args: &GateArgs) -> Result<ExitCode> {
    if let Some(Below::Calibrate(args)) = &args.below {
        return calibrate::run(args).map(|()| ExitCode::SUCCESS);
    }
    let judged = judge(&args.gate);
    if let Err(failure) = &judged {
        runs::tell_failure(&args.gate, failure)?;
    }
    judged
}

fn judge(args: &runs::Args) -> Result<ExitCode> {
    if let Some(of) = args.schema {
        let schema = match of {
            Schema::Runs => report::json::schema(),
            Schema::Code => propp_gate_code::report::json::schema(),
        };
        print_data(&schema.map_err(no_json)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (policy, policy_file) = policy(args.policy.as_ref(), args.false_alarms)?;
    let Some(path) = &args.baseline else { return Err(Failure::usage("--baseline is missing")) };
    if code::is_code(&args.files, Some(path))? {
        code::judge(args, path, &policy, policy_file.as_deref())
    } else {
        runs::judge(args, path, &policy, policy_file.as_deref())
    }
}
