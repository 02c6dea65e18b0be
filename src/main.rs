//! The `propp` command: parse, run, exit code.
//!
//! `ARCHITECTURE.md` in the repository is the map of the crates.

mod cli;

use std::process::ExitCode;

use cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::read().unwrap_or_else(|error| error.exit());
    match cli::run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            cli::say_failure(&failure);
            ExitCode::from(failure.code)
        }
    }
}
