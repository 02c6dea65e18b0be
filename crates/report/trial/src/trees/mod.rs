//! Two copies of the user's sources, built and run by a shell.

mod copy;
mod replay;
mod said;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use propp_judge_analysis::{Grouping, Input, analyse};
use propp_judge_cost::quality::Weights;
use propp_recording_store::atomic::replace_all;
use propp_recording_store::read;
use propp_report_advise::Source;
use tempfile::TempDir;

use crate::climb::{Bench, Edited, Rejected, Side, Step, in_turns, texts};
use crate::limited;
use copy::{MOST_BYTES, copy};
use replay::is_below;
use said::{last_line, succeeded, why_not_profiled};

pub(crate) use replay::LAUNCHES;
pub use replay::Replay;

/// A build and a run with an edit may take so many times what they took without, and at least so long.
const TIMES: u32 = 10;
const LEAST: Duration = Duration::from_secs(30);

/// What a run may take more while it is timed, for propp and for CUPTI to start.
const PROFILING: Duration = Duration::from_secs(10);

#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("cannot copy {path}: {error}")]
    Copy { path: PathBuf, error: io::Error },
    #[error("{0} has more than 256 MiB: name a folder with the sources alone")]
    Large(PathBuf),
    #[error(
        "the command has no `&&`: write `BUILD && RUN`; propp profiles the command after the \
         last &&"
    )]
    NoRun,
    #[error(
        "with a captured launch the command is `BUILD && FILE`: the file with the kernel's code that BUILD \
         makes, below the folder of the sources, such as `nvcc -O3 -lineinfo -o app app.cu && app`; {0} is \
         not below it"
    )]
    NotBelow(String),
    #[error("the sources as they are {0}; try the command in the folder of the sources")]
    Unusable(Rejected),
    #[error("the program could not be profiled: {0}")]
    Profile(String),
    #[error("{0} was changed while it was tried, and is left as it is")]
    Changed(PathBuf),
    #[error("cannot write {path}: {error}")]
    Write { path: PathBuf, error: io::Error },
}

/// The command's build, and what runs and checks.
/// Fails if there is no `&&`.
pub fn split(command: &str) -> Result<(&str, &str), TrialError> {
    let (build, run) = command.rsplit_once("&&").ok_or(TrialError::NoRun)?;
    match (build.trim(), run.trim()) {
        ("", _) | (_, "") => Err(TrialError::NoRun),
        parts => Ok(parts),
    }
}

#[derive(Debug)]
pub struct Trees {
    from: PathBuf,
    build: String,
    run: String,
    propp: PathBuf,
    folder: TempDir,
    weights: Weights,
    /// The launch that takes the place of a run; the run is then the file with its code.
    replay: Option<Replay>,
    /// Of a build and of a run with an edit.
    limits: [Option<Duration>; 2],
}

impl Trees {
    /// Copies a folder, or the folder of a file, builds it and runs it. What builds and runs with an
    /// edit is stopped behind the limit, or after ten times what it took without one.
    pub fn new(
        source: &Path,
        command: &str,
        propp: PathBuf,
        weights: Weights,
        limit: Option<Duration>,
        replay: Option<Replay>,
    ) -> Result<Self, TrialError> {
        let (build, run) = split(command)?;
        if replay.is_some() && !is_below(run) {
            return Err(TrialError::NotBelow(run.to_owned()));
        }
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| TrialError::Copy { path, error }
        };
        let from = source.canonicalize().map_err(failed(source))?;
        let from = if from.is_dir() { from } else { from.parent().unwrap_or(&from).to_owned() };
        limited::watch();
        let folder = propp_recording_store::private::temporary();
        let folder = folder.map_err(failed(&from))?;
        let (build, run, limits) = (build.to_owned(), run.to_owned(), [None; 2]);
        let mut trees = Self { from, build, run, propp, folder, weights, replay, limits };
        let copies = trees.folder.path().canonicalize().map_err(failed(&trees.from))?;
        for side in [Side::Best, Side::Candidate] {
            let (to, mut room) = (trees.root(side), MOST_BYTES);
            if !copy(&trees.from, &to, &mut room, &copies).map_err(failed(&trees.from))? {
                return Err(TrialError::Large(trees.from));
            }
        }
        let took = trees.made(Side::Best).map_err(TrialError::Unusable)?;
        trees.limits = took.map(|took| Some(limit.unwrap_or((TIMES * took).max(LEAST))));
        Ok(trees)
    }

    pub fn root(&self, side: Side) -> PathBuf {
        self.folder.path().join(if side == Side::Best { "best" } else { "candidate" })
    }

    /// Profiles the program as it is, with the counts of its lines.
    pub fn record(&self) -> Result<PathBuf, TrialError> {
        self.profiled(Side::Best, &["--lines"], None).map_err(TrialError::Profile)
    }

    /// Writes the kept edits into the user's files: all of them, or none if one was changed meanwhile
    /// or cannot be written.
    pub fn write(
        &self,
        steps: &[Step],
        sources: &BTreeMap<String, Source>,
    ) -> Result<Vec<PathBuf>, TrialError> {
        let kept: Vec<_> =
            steps.iter().filter(|step| step.is_kept()).map(|step| step.edit.clone()).collect();
        let mut wanted = Vec::new();
        for (path, text) in texts(sources, &kept) {
            let old = &sources[&path].text;
            let Some(own) = self.relative(&path).filter(|_| text != *old) else { continue };
            let own = self.from.join(own);
            if fs::read_to_string(&own).ok().as_ref() != Some(old) {
                return Err(TrialError::Changed(own));
            }
            wanted.push((own, text));
        }
        limited::heed(self.folder.path());
        let files: Vec<_> = wanted
            .iter()
            .map(|(path, text): &(_, String)| (path.clone(), text.as_bytes()))
            .collect();
        replace_all(&files).map_err(|(path, error)| TrialError::Write { path, error })?;
        Ok(wanted.into_iter().map(|(path, _)| path).collect())
    }

    /// A path of the code within the copies; `None` for files elsewhere.
    fn relative(&self, path: &str) -> Option<PathBuf> {
        let root = self.root(Side::Best);
        let path = Path::new(path);
        let canonical = root.canonicalize().ok();
        let below = path.strip_prefix(&root).ok();
        let below = below.or_else(|| path.strip_prefix(canonical.as_ref()?).ok())?;
        // `..` would lead out of the user's folder.
        let is_own = below.components().all(|part| matches!(part, Component::Normal(_)));
        is_own.then(|| below.to_owned())
    }

    /// Whether an edit of this file can be tried.
    pub fn holds(&self, path: &str) -> bool {
        self.relative(path).is_some()
    }

    /// How long the build and the run took.
    fn made(&self, side: Side) -> Result<[Duration; 2], Rejected> {
        let [build, run] = self.limits;
        let built = self.shell(side, &self.build, build).map_err(Rejected::DoesNotBuild)?;
        let ran = match &self.replay {
            None => self.shell(side, &self.run, run).map_err(Rejected::FailsItsCheck),
            Some(replay) => self.check(replay, side, run).map_err(Rejected::GivesOtherResults),
        };
        Ok([built, ran?])
    }

    fn shell(&self, side: Side, script: &str, limit: Option<Duration>) -> Result<Duration, String> {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(self.root(side));
        let ended = limited::run(&mut command, limit, self.folder.path())
            .map_err(|error| format!("sh does not start: {error}"))?;
        let is_success = succeeded(&ended, limit)?;
        if is_success { Ok(ended.took) } else { Err(last_line(&ended)) }
    }

    fn profiled(
        &self,
        side: Side,
        options: &[&str],
        limit: Option<Duration>,
    ) -> Result<PathBuf, String> {
        let file = self.folder.path().join("trial.propp");
        let mut command = Command::new(&self.propp);
        command
            .args(["profile", "--quiet", "--force", "--output"])
            .arg(&file)
            .args(options)
            .arg("--")
            .args(
                self.replay_words(side)
                    .unwrap_or_else(|| ["sh", "-c", &self.run].map(OsString::from).to_vec()),
            )
            .current_dir(self.root(side));
        let ended = limited::run(&mut command, limit, self.folder.path())
            .map_err(|error| format!("{} does not start: {error}", self.propp.display()))?;
        if succeeded(&ended, limit)? { Ok(file) } else { Err(why_not_profiled(&ended)) }
    }
}

impl Bench for Trees {
    fn build(&mut self, side: Side, texts: &Edited) -> Result<(), Rejected> {
        for (path, text) in texts {
            let Some(own) = self.relative(path) else { continue };
            let own = self.root(side).join(own);
            // What is unchanged keeps its time, for `make`.
            if fs::read_to_string(&own).ok().as_ref() != Some(text) {
                fs::write(&own, text).map_err(|error| Rejected::DoesNotBuild(error.to_string()))?;
            }
        }
        self.made(side).map(drop)
    }

    fn times(&mut self, kernel: &str, rounds: u32) -> Result<[Vec<f64>; 2], String> {
        match self.replay.clone() {
            Some(replay) => self.replayed_times(&replay),
            None => in_turns(self, kernel, rounds),
        }
    }

    fn time(&mut self, side: Side, kernel: &str) -> Result<f64, String> {
        let limit = self.limits[1].map(|limit| limit + PROFILING);
        let file = self.profiled(side, &["--runs", "trace"], limit)?;
        let recording = read(&file).map_err(|error| error.to_string())?;
        let input = Input { name: "trial", recording: &recording };
        let analysis = analyse(&[input], &self.weights, Grouping::Function);
        let own = analysis.kernels.iter().find(|own| own.name.full == kernel);
        let time = own.and_then(|own| own.durations).map(|durations| durations.median_ns as f64);
        time.ok_or_else(|| format!("{kernel} was not launched"))
    }
}

#[cfg(test)]
mod tests;
