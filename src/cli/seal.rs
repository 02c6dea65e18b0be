//! `propp seal`.

use std::path::PathBuf;
use std::process::ExitCode;

use propp_store::seal;

use super::{Failure, say};

/// Arguments of `propp seal`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Recording of a layout without checksums
    file: PathBuf,
    /// Recording to write, compressed if FILE is
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace an existing file
    #[arg(short, long)]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Failure> {
    let layout = seal(&args.file, &args.output, args.force).map_err(Failure::usage)?;
    say(&format!(
        "propp: wrote {}: what {} holds now, with checksums. It was of layout {layout}, which \
         had none: damage done to it until now is sealed with the rest.",
        args.output.display(),
        args.file.display()
    ));
    Ok(ExitCode::SUCCESS)
}
