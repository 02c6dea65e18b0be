//! The `propp` command: parse, run, exit code.

use std::io::Write;
use std::process::ExitCode;

use propp::cli::{self, Cli};

fn main() -> ExitCode {
    let cli = Cli::read().unwrap_or_else(|error| error.exit());
    match cli::run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            // A standard error that has gone is no reason to panic.
            let _ = writeln!(anstream::stderr(), "propp: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}
