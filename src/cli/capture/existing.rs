//! What is made from a launch that was captured already.

use std::ffi::OsString;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_base_text::bytes;
use propp_code_lines::sources::Folders;
use propp_collect::{EmulateOptions, emulate};
use propp_recording::Ending;
use propp_recording_launch::Launch;
use propp_recording_store::{RecordingError, private};
use propp_suite_replay::{ExportError, export};
use tempfile::{NamedTempFile, PersistError};

use super::Args;
use crate::cli::common::numbers;
use crate::cli::emulate_launch::{Comparing, prepare};
use crate::cli::profile::{OWN_FAILURE, failure};
use crate::cli::replay::{Type, read_launch};
use crate::cli::say::{Failure, Result, say};

/// The GPU that is emulated: which memory a launch touches does not depend on it.
const GPU: &str = "h200";

/// How the emulation of --touched compares results.
#[derive(Debug, clap::Args)]
pub(super) struct Emulated {
    /// Of --touched: take the kernel's PTX from this program, library, fatbin or .ptx
    #[arg(long, value_name = "FILE", requires = "touched")]
    ptx: Option<PathBuf>,
    /// Of --touched: largest accepted relative difference between the results of the GPU and of the
    /// emulation [default: 0, every bit counts]
    #[arg(long, value_name = "PART", value_parser = numbers::positive, requires = "touched")]
    tolerance: Option<f64>,
    /// Of --touched: largest accepted absolute difference
    #[arg(long, value_name = "SIZE", value_parser = numbers::positive, requires = "touched")]
    absolute: Option<f64>,
    /// Of --touched: type of the numbers in memory [default: f32]
    #[arg(long, value_enum, requires = "touched")]
    r#type: Option<Type>,
}

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
    if args.export.is_none() && !args.touched {
        return Err(Failure::usage(format!(
            "{shown} is a launch that was captured already; give --export DIR or --touched, or run it: \
             propp replay {shown}"
        )));
    }
    check(args)?;
    if args.touched {
        if !args.force && args.output.symlink_metadata().is_ok() {
            return Err(Failure::usage(RecordingError::Exists { path: args.output.clone() }));
        }
        shrink(args, file)?;
        exported(args, &args.output)?;
    } else {
        exported(args, file)?;
    }
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

/// Makes what was asked for from the launch that was captured.
pub(super) fn derive(args: &Args) -> Result<()> {
    if args.touched {
        shrink(args, &args.output)?;
    }
    exported(args, &args.output)
}

/// Writes the launch of a file without the memory that it does not touch.
fn shrink(args: &Args, file: &Path) -> Result<()> {
    let to = &args.output;
    let cannot =
        |error: std::io::Error| Failure::usage(format!("cannot write {}: {error}", to.display()));
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let part = NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(cannot)?;
    // Of a launch that was just captured, the file is replaced; of another, there must be none meanwhile.
    let is_own = file == to;
    let captured = identity(file).map_err(cannot)?;
    let recording = private::temporary().map_err(cannot)?;
    let mut options = EmulateOptions {
        command: Vec::new(),
        named: None,
        output: recording.path().join("touched.propp"),
        force: false,
        gpu: GPU.to_owned(),
        threads: None,
        budget: None,
        races: false,
        strict: false,
        quiet: args.quiet,
    };
    let Emulated { ptx, tolerance, absolute, r#type } = &args.emulated;
    let comparing =
        Comparing { ptx: ptx.clone(), tolerance: *tolerance, absolute: *absolute, r#type: *r#type };
    prepare(&mut options, file, &[], &comparing, Some(part.path()))?;
    let summary = emulate(&options).map_err(failure)?;
    let (code, why) = match summary.ending {
        Ending::Exited(0) => {
            let before = file.metadata().map_or(0, |file| file.len());
            let may_replace = args.force || is_own && identity(to).is_ok_and(|now| now == captured);
            put(part, to, may_replace).map_err(cannot)?;
            if !args.quiet {
                let now = to.metadata().map_or(0, |file| file.len());
                say(&format!(
                    "propp: wrote {} with what the launch touches: {}, before {}",
                    to.display(),
                    bytes(now),
                    bytes(before)
                ));
            }
            return Ok(());
        }
        Ending::Exited(1) => (
            1,
            "the emulation left other results than the GPU; give --tolerance if they may differ"
                .to_owned(),
        ),
        _ => {
            let why = summary.notices.first().map_or("the emulation failed", |first| &first.text);
            (OWN_FAILURE, why.to_owned())
        }
    };
    let message =
        format!("cannot find out which memory the launch of {} touches: {why}", file.display());
    Err(Failure { message, code })
}

/// What tells a file from another one that has its name.
fn identity(file: &Path) -> std::io::Result<(u64, u64)> {
    file.metadata().map(|file| (file.dev(), file.ino()))
}

/// Gives a file its name. If somebody else's file has the name and may not be replaced, it stays under
/// another name, which the error says.
fn put(part: NamedTempFile, to: &Path, may_replace: bool) -> std::io::Result<()> {
    let put = if may_replace { part.persist(to) } else { part.persist_noclobber(to) };
    let Err(PersistError { error, file }) = put else { return Ok(()) };
    let kept = file.keep().map(|(_, path)| format!("; the launch is in {}", path.display()));
    Err(std::io::Error::new(error.kind(), format!("{error}{}", kept.unwrap_or_default())))
}

/// Writes the folder of --export.
fn exported(args: &Args, file: &Path) -> Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_made_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("k.launch");
        let part = |text: &str| {
            let part = NamedTempFile::new_in(folder.path()).unwrap();
            std::fs::write(part.path(), text).unwrap();
            part
        };
        let text = |path: &Path| std::fs::read_to_string(path).unwrap();
        put(part("first"), &to, false).unwrap();
        let first = identity(&to).unwrap();
        let error = put(part("second"), &to, false).unwrap_err().to_string();
        let (_, kept) = error.split_once("; the launch is in ").unwrap();
        assert_eq!((text(&to).as_str(), text(Path::new(kept)).as_str()), ("first", "second"));
        put(part("third"), &to, true).unwrap();
        assert_eq!(text(&to), "third");
        assert_ne!(identity(&to).unwrap(), first);
    }
}
