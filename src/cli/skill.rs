//! `propp skill`.

use std::fs;
use std::path::PathBuf;

use super::common::destination::write;
use super::say::{Failure, Result, print, say};

/// The instructions, of which a test checks the format.
pub(super) const SKILL: &str = include_str!("../../docs/skill/propp/SKILL.md");

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Write the skill to DIR/propp/SKILL.md instead, where DIR is the folder of your tool's skills
    #[arg(long, value_name = "DIR")]
    install: Option<PathBuf>,
    /// Replace a skill that differs
    #[arg(short, long, requires = "install")]
    force: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let Some(folder) = &args.install else { return print(SKILL) };
    let folder = folder.join("propp");
    let path = folder.join("SKILL.md");
    match fs::read(&path) {
        Ok(known) if known == SKILL.as_bytes() => {
            say(&format!("propp: {} is this skill already", path.display()));
            return Ok(());
        }
        Ok(_) if !args.force => {
            return Err(Failure::usage(format!(
                "{} differs from this propp's skill; --force replaces it",
                path.display()
            )));
        }
        _ => {}
    }
    say(&format!("propp: writing {} ({} bytes)", path.display(), SKILL.len()));
    let failed = |error| Failure::usage(format!("cannot write {}: {error}", path.display()));
    fs::create_dir_all(&folder).map_err(failed)?;
    write(&path, true, SKILL.as_bytes())
}
