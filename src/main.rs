//! The `propp` command: parse, run, exit code.

use std::process::ExitCode;

use clap::Parser;
use propp::cli::{self, Cli};

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli::run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            anstream::eprintln!("propp: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}
