//! Running other programs, with errors that name the command and the cure.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::error::Error;

/// Runs a command whose output the user sees; a failure is an error.
pub(crate) fn run(command: &mut Command, cure: &'static str) -> Result<(), Error> {
    let status = command.status().map_err(|source| start_error(command, source, cure))?;
    ended(command, status, cure)
}

/// Runs a command, hands each line of its standard output to `each`, and lets
/// its standard error through.
pub(crate) fn run_lines(
    command: &mut Command,
    cure: &'static str,
    mut each: impl FnMut(&str),
) -> Result<(), Error> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|source| start_error(command, source, cure))?;
    if let Some(output) = child.stdout.take() {
        // Output that is no UTF-8 (a test may print anything) must not end the run.
        for bytes in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            each(&String::from_utf8_lossy(&bytes));
        }
    }
    let status = child.wait().map_err(|source| start_error(command, source, cure))?;
    ended(command, status, cure)
}

fn ended(command: &Command, status: ExitStatus, cure: &'static str) -> Result<(), Error> {
    if status.success() {
        Ok(())
    } else {
        Err(Error::Failed { command: line(command), status, cure })
    }
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command, cure: &'static str) -> Result<String, Error> {
    let mut text = String::new();
    run_lines(command, cure, |line| {
        text.push_str(line);
        text.push('\n');
    })?;
    Ok(text)
}

/// The command as one would type it: the program without its folder.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn start_error(command: &Command, source: std::io::Error, cure: &'static str) -> Error {
    Error::Start { command: line(command), source, cure }
}
