//! Long text on a terminal, a page at a time.

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use propp_recording_wire::variables;
use rustix::termios::tcgetwinsize;

use super::Result;
use super::terminal::{Output, write};

/// Writes text to standard output, through a pager where it is longer than the
/// terminal. `PROPP_PAGER`, then `PAGER`, name the pager; `cat` or nothing is none.
pub(crate) fn page(text: &str, output: Output, is_wanted: bool) -> Result<()> {
    let fits = match tcgetwinsize(io::stdout()) {
        Ok(size) => text.lines().count() < usize::from(size.ws_row) || size.ws_row == 0,
        // No terminal.
        Err(_) => true,
    };
    match pager() {
        Some(pager) if is_wanted && !fits => through(&pager, text, output),
        _ => write(text, output),
    }
}

fn pager() -> Option<OsString> {
    let own = std::env::var_os(variables::PAGER).or_else(|| std::env::var_os("PAGER"));
    let pager = own.unwrap_or_else(|| "less".into());
    (!pager.is_empty() && pager != "cat").then_some(pager)
}

/// A pager that cannot be started, or is left early, is no failure.
fn through(pager: &OsString, text: &str, output: Output) -> Result<()> {
    let mut shell = Command::new("sh");
    // The shell splits `less -S` into its words.
    shell.arg("-c").arg("exec $0").arg(pager).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours as they are, and no screen of its own for what fits after all.
        shell.env("LESS", "FRX");
    }
    let Ok(mut child) = shell.spawn() else { return write(text, output) };
    let safe = output.on_terminal(text);
    let written = child.stdin.take().map(|mut input| input.write_all(safe.as_bytes()));
    const NOT_FOUND: i32 = 127;
    match child.wait().map(|status| status.code()) {
        Ok(Some(NOT_FOUND)) => write(text, output),
        _ => match written {
            Some(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        },
    }
}
