//! The program's file: whether it exists, and why it did not start.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::error::{CollectError, Result};

/// Finds the program, before propp writes any file. It may still fail to start.
pub(super) fn find(command: &[OsString]) -> Result<PathBuf> {
    let program = name(command);
    if let Some(cure) = cure_of_source(program) {
        return Err(CollectError::Source { program: program.display().to_string(), cure });
    }
    let named_by_path = program.components().count() > 1;
    let search = std::env::var_os("PATH").unwrap_or_default();
    let found = if named_by_path {
        program.exists().then(|| program.to_owned())
    } else {
        std::env::split_paths(&search).map(|dir| dir.join(program)).find(|path| path.exists())
    };
    found.ok_or_else(|| CollectError::NotFound { program: program.display().to_string() })
}

/// What to do with a file that is no program yet.
fn cure_of_source(file: &Path) -> Option<String> {
    const ANY_MAY_RUN: u32 = 0o111;
    let is_program = std::fs::metadata(file).is_ok_and(|about| about.mode() & ANY_MAY_RUN != 0);
    let name = file.display();
    match file.extension().and_then(|extension| extension.to_str()) {
        _ if is_program || !file.is_file() => None,
        Some("cu") => Some(format!(
            "is CUDA source: compile it, such as `nvcc -arch=sm_90 -cudart shared -o app {name}`, and give ./app"
        )),
        Some("py") => Some(format!("is a Python script: give `python3 {name}`")),
        _ => None,
    }
}

/// Explains why the program could not be started.
pub(super) fn explain(command: &[OsString], error: io::Error) -> CollectError {
    let program = name(command).display().to_string();
    match error.kind() {
        io::ErrorKind::NotFound => match find(command) {
            // The system's error is the same for a missing program and interpreter.
            Ok(path) => no_interpreter(program, &path),
            Err(not_found) => not_found,
        },
        io::ErrorKind::PermissionDenied | io::ErrorKind::IsADirectory => {
            CollectError::CannotRun { program, source: error }
        }
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            CollectError::CannotRun { program, source: error }
        }
        _ => CollectError::Io(error),
    }
}

/// Whether the program runs with the rights of another user or group than ours. The loader and the
/// driver then take no library from the environment.
pub(super) fn has_other_rights(file: &Path) -> bool {
    const SET_USER: u32 = 0o4000;
    const SET_GROUP: u32 = 0o2000;
    std::fs::metadata(file).is_ok_and(|about| {
        let user = about.uid() != rustix::process::geteuid().as_raw();
        let group = about.gid() != rustix::process::getegid().as_raw();
        about.mode() & SET_USER != 0 && user || about.mode() & SET_GROUP != 0 && group
    })
}

fn name(command: &[OsString]) -> &Path {
    command.first().map_or(Path::new(""), Path::new)
}

fn no_interpreter(program: String, path: &Path) -> CollectError {
    match script_interpreter(path) {
        // Quoted, to show a carriage return of a Windows editor.
        Some(interpreter) => CollectError::NoInterpreter {
            program,
            interpreter: format!("its interpreter {interpreter:?}"),
            cure: "mend the script's first line",
        },
        None => CollectError::NoInterpreter {
            program,
            interpreter: "the loader that it names (`readelf -l` says which)".to_owned(),
            cure: "build the program for this system",
        },
    }
}

/// The interpreter in the first line of a script.
fn script_interpreter(path: &Path) -> Option<String> {
    // The kernel reads this much (BINPRM_BUF_SIZE).
    let mut start = Vec::new();
    File::open(path).ok()?.take(256).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    line.trim_start_matches([' ', '\t']).split([' ', '\t']).next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interpreter_of_a_script_is_named_as_the_kernel_reads_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("script");
        for (text, interpreter) in [
            ("#!/nowhere/python\n", Some("/nowhere/python")),
            ("#! /nowhere/python -u\nprint()", Some("/nowhere/python")),
            ("#!/bin/sh\r\necho", Some("/bin/sh\r")),
            ("\u{7f}ELF", None),
            ("", None),
        ] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(script_interpreter(&path).as_deref(), interpreter, "{text:?}");
        }
    }
}
