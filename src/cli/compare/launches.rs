//! Captured launches among what is compared, and another implementation of one.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use propp_collect::{Options, Runs};

use super::{Args, named};
use crate::cli::common::launches::is_one;
use crate::cli::profile::Recorded;
use crate::cli::say::{Failure, Result, say};

/// Runs of each launch for a verdict, in turns.
const RUNS: usize = 5;

/// The files to compare, with recordings in the place of captured launches.
pub(super) struct Profiled {
    pub(super) files: Vec<String>,
    /// What a replay says of the other implementation, and whether it is right.
    pub(super) replay: Option<(String, bool)>,
    _recorded: Recorded,
}

/// Profiles each captured launch, and the other implementation.
pub(super) fn profiled(args: &Args) -> Result<Profiled> {
    let mut recorded = Recorded::of(&[], 1, &args.cuda, |_| {})?;
    let (mut files, mut replay) = (Vec::new(), None);
    let mut sides: Vec<(String, Vec<OsString>)> = Vec::new();
    // The first is the reference, so each recording of a launch takes the launch's place.
    let mut places = Vec::new();
    for (place, file) in args.files.iter().enumerate() {
        let (name, paths) = named(file);
        if is_single(&paths) {
            sides.push((name, vec![paths[0].clone().into_os_string()]));
            places.push(place);
        }
        files.push(file.clone());
    }
    if args.other.is_given() {
        let is_alone = files.len() == sides.len() && args.run.is_empty();
        let ([(_, words)], Some(other), true) = (sides.as_slice(), args.other.file(), is_alone)
        else {
            let text = "--with and --source are another implementation of one captured launch: propp \
                        compare FILE.launch --source OTHER.cu";
            return Err(Failure::usage(text));
        };
        let mut words = words.clone();
        words.extend(args.other.words());
        for kernel in &args.kernel {
            words.extend(["-k".into(), kernel.to_string().into()]);
        }
        let said = replayed(&words)?;
        let is_right = said.1;
        replay = Some(said);
        if !is_right {
            return Ok(Profiled { files, replay, _recorded: recorded });
        }
        sides[0].0 = "captured".to_owned();
        sides.push((other.display().to_string(), words));
    }
    let runs = if args.verdict { RUNS } else { 1 };
    for run in 1..=if sides.is_empty() { 0 } else { runs } {
        for (side, (name, words)) in sides.iter().enumerate() {
            let of = if runs > 1 { format!(", run {run} of {runs}") } else { String::new() };
            say(&format!("propp: profiling {name}{of}"));
            let ask = |options: &mut Options| {
                if args.verdict {
                    options.runs = Runs::Trace;
                }
            };
            let path = recorded.add(words, &args.cuda, ask)?;
            let file = format!("{name}={}", path.display());
            match places.get(side).filter(|_| run == 1) {
                Some(place) => files[*place] = file,
                None => files.push(file),
            }
        }
    }
    Ok(Profiled { files, replay, _recorded: recorded })
}

fn is_single(paths: &[std::path::PathBuf]) -> bool {
    matches!(paths, [path] if is_one(path))
}

/// What a replay says of the other implementation, in a process of its own: a kernel that fails must not
/// take this one with it.
fn replayed(words: &[OsString]) -> Result<(String, bool)> {
    let propp = std::env::current_exe().map_err(Failure::usage)?;
    say(&format!("propp: replaying {}", Path::new(&words[0]).display()));
    let output = Command::new(propp).args(["replay", "--quiet"]).args(words).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    match output.status.code() {
        Some(code @ (0 | 1)) => Ok((text(&output.stdout), code == 0)),
        code => {
            let told = text(&output.stderr);
            let message = told.strip_prefix("propp: ").unwrap_or(&told).to_owned();
            Err(Failure { message, code: code.and_then(|code| code.try_into().ok()).unwrap_or(3) })
        }
    }
}
