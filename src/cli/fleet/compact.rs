//! `propp fleet compact`.

use std::path::PathBuf;

use propp_base_text::count;
use propp_fleet_tree::{Tree, compact};

use crate::cli::say::{Failure, Result, say};

/// Arguments of `propp fleet compact`.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// Folder of the Parquet tree
    #[arg(value_name = "TREE")]
    tree: PathBuf,
}

pub(in crate::cli) fn run(args: &Args) -> Result<()> {
    let tree = Tree::existing(&args.tree).map_err(Failure::usage)?;
    let tell = &mut |text: &str| say(&format!("propp: {text}"));
    let done = compact(&tree, tell).map_err(Failure::usage)?;
    let after = count(done.after as u64, "file", "files");
    say(&format!("propp: {} has {after}; before it had {}", args.tree.display(), done.before));
    Ok(())
}
