//! `propp completions` and `propp man`.

use std::path::PathBuf;

use clap::Command;

use super::say::{Failure, Result, print};

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

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// Folder to write the pages of all commands into (propp.1, propp-show.1, …) [default: print the
    /// page of propp]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(super) fn man(args: &ManArgs, command: Command) -> Result<()> {
    if let Some(folder) = &args.dir {
        return clap_mangen::generate_to(command, folder).map_err(|error| {
            Failure::usage(format!(
                "cannot write manual pages into {}: {error}; name a folder that is there",
                folder.display()
            ))
        });
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}
