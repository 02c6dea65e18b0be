//! `propp compare --verdict`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use propp_collect::{Options, Runs as Made};
use propp_judge_analysis::{Analysis, Grouping, Part};
use propp_recording::Ending;
use propp_report_compare::{Comparison, Runs, Side, compare, decide};

use super::{Args, alike, analysis_of, command, named, only_wanted, options};
use crate::cli::common::destination::TableJsonOrMd;
use crate::cli::profile::{check_whole, recorded};
use crate::cli::say::{Failure, Result, no_json, say};
use crate::cli::show::{put_floors, without_repeats};

/// The verdict as text, and the exit code that says it.
pub(super) fn of(
    args: &Args,
    files: &[String],
    format: TableJsonOrMd,
) -> Result<(String, ExitCode)> {
    let folder = propp_recording_store::private::temporary()?;
    let sides = sides(args, files, folder.path())?;
    let [(first, before), (second, after)] = sides.as_slice() else {
        return Err(Failure::usage(format!(
            "--verdict is on two sides, and here are {}: name the runs of a side alike, as in old=A.propp \
             old=B.propp new=C.propp new=D.propp",
            sides.len()
        )));
    };
    let runs: Vec<(String, Vec<PathBuf>)> = [(first, before), (second, after)]
        .into_iter()
        .flat_map(|(name, files)| files.iter().map(|run| (args.shown(name), vec![run.clone()])))
        .collect();
    let mut all = alike(args, runs)?;
    let failed = [0, before.len()].map(|place| failed(&all[place].1));
    if let Some(emulated) = args.floor.first() {
        let weights = all[0].1.weights.clone();
        put_floors(&mut all[0].1, emulated, &weights, Grouping::Signature)?;
    }
    let emulated = emulated(args)?;
    let work = match emulated.as_slice() {
        [_, _] => Some(compare(whole(&emulated))),
        _ => None,
    };
    let wanted = only_wanted(args, &all)?;
    if let Some(empty) = wanted.iter().find(|side| side.listing.kernels.is_empty()) {
        return Err(Failure::usage(format!("{}: there is no kernel in it", empty.name)));
    }
    let (before, after) = wanted.split_at(before.len());
    let comparison: Comparison<'_> = compare(vec![before[0].clone(), after[0].clone()]);
    let [before_failed, after_failed] = failed;
    let decision = decide(
        &comparison,
        &Runs { sides: before, failed: before_failed },
        &Runs { sides: after, failed: after_failed },
        work.as_ref(),
    );
    let text = match format {
        TableJsonOrMd::Table => decision.text(),
        TableJsonOrMd::Json => decision.json().map_err(no_json)?,
        TableJsonOrMd::Md => {
            return Err(Failure::usage("--verdict is text or JSON (--format json)"));
        }
    };
    Ok((text, ExitCode::from(decision.verdict.exit_code())))
}

type Named = (String, Vec<PathBuf>);

/// The recordings of each side, those that are named alike together; ranks of one run count as one.
fn sides(args: &Args, files: &[String], folder: &Path) -> Result<Vec<Named>> {
    let mut sides: Vec<Named> = Vec::new();
    for file in files {
        let (name, paths) = named(file);
        let [run] = paths.as_slice() else {
            let text =
                "--verdict takes one recording for each run, and FILE,FILE is the ranks of one";
            return Err(Failure::usage(text));
        };
        // What has no name of its own is a side of its own.
        let is_named = name != *file;
        put(&mut sides, name, run.clone(), is_named);
    }
    for (_, runs) in &mut sides {
        *runs = without_repeats(runs).into_iter().map(Path::to_owned).collect();
    }
    let commands = args.run.iter().map(|run| command(run)).collect::<Result<Vec<_>, _>>()?;
    if !commands.is_empty() {
        super::needs_gpu()?;
    }
    // In turns: what drifts on the machine drifts for both.
    for turn in 0..args.runs.unwrap_or(1) {
        for (place, (name, command)) in commands.iter().enumerate() {
            let path = folder.join(format!("{place}.{turn}.propp"));
            say(&format!("propp: profiling {name}, run {}: {command}", turn + 1));
            let times = Options { runs: Made::Trace, ..options(args, command, path.clone())? };
            let outcome = recorded(name, &times, &args.cuda)?;
            // The reference has to work; of the other side it is a verdict.
            if place == 0 || outcome.ending == Ending::Exited(0) {
                check_whole(name, &outcome)?;
            }
            put(&mut sides, (*name).to_owned(), path, true);
        }
    }
    Ok(sides)
}

fn put(sides: &mut Vec<Named>, name: String, run: PathBuf, is_named: bool) {
    match sides.iter_mut().find(|(other, _)| is_named && *other == name) {
        Some((_, runs)) => runs.push(run),
        None => sides.push((name, vec![run])),
    }
}

/// How the program failed, if it did, in the run whose times count.
fn failed(analysis: &Analysis) -> Option<String> {
    let ending = analysis.sources.iter().find_map(|source| *source.runs.first()?);
    match ending? {
        Ending::Exited(0) => None,
        Ending::Exited(code) => Some(format!("ended with exit code {code}")),
        Ending::Killed(signal) => Some(format!("was ended by signal {signal}")),
    }
}

/// The emulated runs of --floor, where there is one of each side.
fn emulated(args: &Args) -> Result<Vec<(String, Analysis)>> {
    match args.floor.as_slice() {
        [] | [_] => Ok(Vec::new()),
        [before, after] => [before, after]
            .into_iter()
            .map(|path| {
                let name = args.shown(&path.display().to_string());
                Ok((name, analysis_of(args, std::slice::from_ref(path), &Part::WholeRun)?))
            })
            .collect(),
        more => Err(Failure::usage(format!(
            "--floor is for the first side and for the second, and here are {}",
            more.len()
        ))),
    }
}

fn whole(all: &[(String, Analysis)]) -> Vec<Side<'_>> {
    all.iter().map(|(name, analysis)| Side::new(name.clone(), analysis, |_, _| true)).collect()
}
