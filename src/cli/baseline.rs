//! `propp baseline`.

use std::path::PathBuf;

use propp_gate_runs::Profile;
use propp_gate_runs::noise::MANY_RUNS;

use super::common::Cuda;
use super::common::destination::write;
use super::common::weights::WeightsArg;
use super::gate::code;
use super::gate::read::{joined, profiles_of, share_kernels};
use super::profile::Recorded;
use super::say::{Failure, Result, print_data, say};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recordings of one program, one per run; or a launch that `propp capture` wrote, which is
    /// profiled 5 times; or compiled files: executables, libraries, objects, cubins, and folders with
    /// such files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Baseline to write [default: standard output]
    #[arg(short, long, value_name = "BASELINE.json")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(short, long, requires = "output")]
    force: bool,
    #[command(flatten)]
    weights: WeightsArg,
}

pub(super) fn run(args: &Args) -> Result<()> {
    if code::is_code(&args.files, None)? {
        return of_code(args);
    }
    let recorded = Recorded::of(&args.files, MANY_RUNS as u32, &Cuda::of_environment(), |_| {})?;
    let profiles = profiles_of(&recorded.files, &args.weights)?;
    are_runs_of_one_program(&recorded.files, &profiles)?;
    warn_of_failures(&recorded.files, &profiles);
    let profile = joined(&profiles)?;
    let text = profile.to_json();
    match &args.output {
        None => print_data(&text)?,
        Some(path) => {
            write(path, args.force, text.as_bytes())?;
            let kernels = propp_base_text::count(profile.kernels.len() as u64, "kernel", "kernels");
            let runs = propp_base_text::count(profile.origins.len() as u64, "run", "runs");
            say(&format!("propp: wrote {}: {kernels} of {runs}", path.display()));
        }
    }
    // What is emulated has no times, and its counts are no matter of chance.
    if profile.origins.len() < MANY_RUNS && !profile.is_emulated() {
        say(&format!(
            "propp: with fewer than {MANY_RUNS} runs in the baseline the gate also allows the \
             noise that was seen in other programs (propp explain gate)"
        ));
    }
    Ok(())
}

/// Some programs end with another code than 0 on purpose, such as tests, so this is no error.
fn warn_of_failures(files: &[PathBuf], profiles: &[Profile]) {
    for (file, profile) in files.iter().zip(profiles) {
        let Some(failed) = profile.origins.iter().find_map(|run| run.failed.failed()) else {
            continue;
        };
        let file = file.display();
        say(&format!(
            "propp: {file}: the program ended {failed}, so this run may have launched less than \
             it should; the gate compares it only with runs that end alike"
        ));
    }
}

/// The baseline of a build.
fn of_code(args: &Args) -> Result<()> {
    let build = code::build(&args.files)?;
    let text = build.to_json();
    let Some(path) = &args.output else {
        print_data(&text)?;
        return Ok(());
    };
    write(path, args.force, text.as_bytes())?;
    let kernels = propp_base_text::count(build.kernels.len() as u64, "kernel", "kernels");
    let architectures = build.architectures().join(", ");
    say(&format!("propp: wrote {}: {kernels} for {architectures}", path.display()));
    Ok(())
}

/// Nothing can be held against a run without kernels, nor against two programs at once.
fn are_runs_of_one_program(files: &[PathBuf], profiles: &[Profile]) -> Result<()> {
    let all = || files.iter().map(|file| file.display()).zip(profiles);
    if let Some((file, _)) = all().find(|(_, profile)| profile.kernels.is_empty()) {
        return Err(Failure::usage(format!(
            "{file} has no kernel, so it cannot be a baseline; `propp show {file}` shows its \
             contents"
        )));
    }
    share_kernels(files, profiles)?;
    let Some((first, one)) = all().next() else { return Ok(()) };
    let command = |profile: &Profile| {
        profile.origins.first().map(|o| o.command.join(" ")).unwrap_or_default()
    };
    for (file, profile) in all().filter(|(_, profile)| command(profile) != command(one)) {
        let (other, own) = (command(profile), command(one));
        say(&format!(
            "propp: {file} is a run of {other:?}, {first} of {own:?}: what differs between them \
             counts as noise"
        ));
    }
    Ok(())
}
