//! The `propp` command: parse, run, exit code.

use std::process::ExitCode;

use propp::cli::{self, Cli};

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
