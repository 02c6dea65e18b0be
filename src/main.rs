//! The `propp` command: parse, run, exit code.

use std::process::ExitCode;

use propp::cli::{self, Cli};

fn main() -> ExitCode {
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(error) => return cli::say_wrong_call(&error),
    };
    match cli::run(&cli) {
        Ok(code) => code,
        Err(failure) => {
            cli::say_failure(&failure);
            ExitCode::from(failure.code)
        }
    }
}
