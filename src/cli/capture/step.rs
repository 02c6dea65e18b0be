//! Which launch a step has, from the recording of an earlier run.

use std::path::Path;

use propp_base_text::count;
use propp_collect::is_meant;
use propp_judge_analysis::{NotInStep, launch_of_step};
use propp_recording_store::read;

use super::Args;
use crate::cli::say::{Failure, Result, say};

pub(super) fn launch(args: &Args, kernel: &str, step: u64, like: &Path) -> Result<u64> {
    let recording = read(like)
        .map_err(|error| Failure::usage(format!("cannot read {}: {error}", like.display())))?;
    let number = usize::try_from(step).unwrap_or(usize::MAX);
    let found = launch_of_step(&recording, is_meant(kernel), number, args.launch);
    let launch = found.map_err(|why| {
        let shown = like.display();
        Failure::usage(match why {
            NotInStep::NoSteps => format!(
                "--step {step}: {shown} shows no steps; record the program with propp profile, or give \
                 --launch without --step"
            ),
            NotInStep::Steps(all) => {
                let steps = count(all as u64, "step", "steps");
                format!("--step {step}: {shown} has {steps}; give one of them")
            }
            NotInStep::Launches(0) => format!(
                "--step {step}: this step of {shown} has no launch of a kernel whose name has '{kernel}' \
                 outside of CUDA graphs; give another -k"
            ),
            NotInStep::Launches(all) => format!(
                "--launch {}: step {step} of {shown} has {} of such kernels; give one of them",
                args.launch,
                count(all, "launch", "launches")
            ),
        })
    })?;
    if !args.quiet {
        say(&format!(
            "propp: launch {} of step {step} is launch {launch} of such kernels",
            args.launch
        ));
    }
    Ok(launch)
}
