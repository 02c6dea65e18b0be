//! `propp completions` and `propp man`.

use clap::Command;

use super::say::{Result, print};

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// Shell to write the script for
    shell: clap_complete::Shell,
}

pub(super) fn completions(args: &CompletionsArgs, mut command: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "propp", &mut script);
    print(&String::from_utf8_lossy(&script))
}

pub(super) fn man(command: Command) -> Result<()> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}
