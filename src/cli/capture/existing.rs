//! What is made from a launch that was captured already.

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use propp_code_lines::sources::Folders;
use propp_recording_launch::Launch;
use propp_suite_replay::{ExportError, export};

use super::Args;
use crate::cli::replay::read_launch;
use crate::cli::say::{Failure, Result, say};

/// `propp capture` with a file in the place of the program.
pub(super) fn run(args: &Args, file: &Path, rest: &[OsString]) -> Result<ExitCode> {
    let shown = file.display();
    if !rest.is_empty() {
        return Err(Failure::usage(format!("options come before {shown}, and nothing after it")));
    }
    if args.kernel.is_some() || args.stop {
        let text = format!(
            "{shown} is a launch that was captured already; -k and --stop are for programs"
        );
        return Err(Failure::usage(text));
    }
    if args.export.is_none() {
        return Err(Failure::usage(format!(
            "{shown} is a launch that was captured already; give --export DIR, or run it: propp replay \
             {shown}"
        )));
    }
    check(args)?;
    derive(args, file)?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses what could not be written in the end.
pub(super) fn check(args: &Args) -> Result<()> {
    Folders::new(&args.sources).map_err(Failure::usage)?;
    match &args.export {
        Some(to) if to.symlink_metadata().is_ok() => {
            Err(Failure::usage(ExportError::Exists(to.clone())))
        }
        _ => Ok(()),
    }
}

/// Makes what was asked for from a file with a launch.
pub(super) fn derive(args: &Args, file: &Path) -> Result<()> {
    let Some(to) = &args.export else { return Ok(()) };
    let launch = opened(file)?;
    let folders = Folders::new(&args.sources).map_err(Failure::usage)?;
    let exported = export(&launch, &folders, to).map_err(Failure::usage)?;
    if args.quiet {
        return Ok(());
    }
    let to = to.display();
    say(&format!(
        "propp: wrote {to}: `make -C {to} check` runs the launch without propp; the folder holds the \
         program's data"
    ));
    for copied in &exported.sources {
        say(&format!("propp: {to}/source/{} is {}", copied.name, copied.from.display()));
    }
    exported.doubts.iter().for_each(|why| say(&format!("propp: {why}")));
    Ok(())
}

fn opened(file: &Path) -> Result<Launch> {
    let cannot = |error: &dyn std::fmt::Display| {
        Failure::usage(format!("cannot read {}: {error}", file.display()))
    };
    let opened = File::open(file).map_err(|error| cannot(&error))?;
    read_launch(opened).map_err(|error| cannot(&error))
}
