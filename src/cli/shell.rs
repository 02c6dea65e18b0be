//! `propp completions` and `propp man`.

use std::process::ExitCode;

use clap::Command;

use super::say::{Failure, print};

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell to write for
    shell: clap_complete::Shell,
}

pub(super) fn completions(
    args: &CompletionsArgs,
    mut command: Command,
) -> Result<ExitCode, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "propp", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn man(command: Command) -> Result<ExitCode, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(ExitCode::SUCCESS)
}
