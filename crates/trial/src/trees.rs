//! Two copies of the user's sources, built and run by a shell.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use propp_advise::Source;
use propp_analysis::{Grouping, Input, analyse};
use propp_cost::quality::Weights;
use propp_store::atomic::replace_all;
use propp_store::read;
use tempfile::TempDir;

use crate::climb::{Bench, Edited, Rejected, Side, Step, texts};
use crate::limited::{self, Ended};

/// Larger folders are not copied.
const MOST_BYTES: u64 = 256 << 20;

/// A build and a run with an edit may take so many times what they took without, and at least so long.
const TIMES: u32 = 10;
const LEAST: Duration = Duration::from_secs(30);

/// What a run may take more while it is timed, for propp and for CUPTI to start.
const PROFILING: Duration = Duration::from_secs(10);

/// Folders that hold no sources.
const LEFT_OUT: [&str; 2] = [".git", "target"];

#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    #[error("cannot copy {path}: {error}")]
    Copy { path: PathBuf, error: io::Error },
    #[error("{0} has more than 256 MiB: name a folder with the sources alone")]
    Large(PathBuf),
    #[error(
        "the command has no `&&`: write `BUILD && RUN`, so that what is behind the last && is profiled"
    )]
    NoRun,
    #[error("the sources as they are {0}; try the command in the folder of the sources")]
    Unusable(String),
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

/// The copies.
#[derive(Debug)]
pub struct Trees {
    /// The user's folder.
    from: PathBuf,
    build: String,
    run: String,
    propp: PathBuf,
    folder: TempDir,
    weights: Weights,
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
    ) -> Result<Self, TrialError> {
        let (build, run) = split(command)?;
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| TrialError::Copy { path, error }
        };
        let from = source.canonicalize().map_err(failed(source))?;
        let from = if from.is_dir() { from } else { from.parent().unwrap_or(&from).to_owned() };
        limited::watch();
        let folder = propp_store::private::temporary();
        let folder = folder.map_err(failed(&from))?;
        let (build, run, limits) = (build.to_owned(), run.to_owned(), [None; 2]);
        let mut trees = Self { from, build, run, propp, folder, weights, limits };
        let copies = trees.folder.path().canonicalize().map_err(failed(&trees.from))?;
        let mut room = MOST_BYTES;
        for side in [Side::Best, Side::Candidate] {
            copy(&trees.from, &trees.root(side), &mut room, &copies)
                .map_err(failed(&trees.from))?
                .then_some(())
                .ok_or_else(|| TrialError::Large(trees.from.clone()))?;
            room = MOST_BYTES;
        }
        let took = trees.made(Side::Best);
        let took = took.map_err(|rejected| TrialError::Unusable(words(&rejected)))?;
        trees.limits = took.map(|took| Some(limit.unwrap_or((TIMES * took).max(LEAST))));
        Ok(trees)
    }

    /// The copy that is built.
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
        Ok([
            self.shell(side, &self.build, build).map_err(Rejected::DoesNotBuild)?,
            self.shell(side, &self.run, run).map_err(Rejected::FailsItsCheck)?,
        ])
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
            .args(["--", "sh", "-c", &self.run])
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

impl Step {
    pub fn is_kept(&self) -> bool {
        matches!(self.outcome, crate::Outcome::Timed { is_kept: true, .. })
    }
}

pub(crate) fn words(rejected: &Rejected) -> String {
    match rejected {
        Rejected::DoesNotBuild(said) => format!("do not build: {said}"),
        Rejected::FailsItsCheck(said) => format!("fail the program's own check: {said}"),
    }
}

/// Fails if it was stopped.
fn succeeded(ended: &Ended, limit: Option<Duration>) -> Result<bool, String> {
    let stopped = || {
        let seconds = limit.unwrap_or_default().as_secs_f64();
        format!("stopped after {seconds:.0} s (--time-limit)")
    };
    ended.status.map(|status| status.success()).ok_or_else(stopped)
}

/// The last line of what a command said.
fn last_line(ended: &Ended) -> String {
    let all = ended.errors.lines().rev().chain(ended.output.lines().rev());
    let line = all.into_iter().find(|line| !line.trim().is_empty());
    line.map_or_else(|| exit(ended), str::to_owned)
}

fn exit(ended: &Ended) -> String {
    ended.status.map_or_else(String::new, |status| status.to_string())
}

/// What propp says, if anything: else it is the program that failed.
fn why_not_profiled(ended: &Ended) -> String {
    let own: Vec<&str> =
        ended.errors.lines().filter_map(|line| line.strip_prefix("propp: ")).collect();
    if own.is_empty() {
        return format!(
            "under `propp profile` it ended with {}: {}",
            exit(ended),
            last_line(ended)
        );
    }
    own.join("; ")
}

/// Copies ordinary files; whether there was room for all. The copies go when a signal asks for the end.
fn copy(from: &Path, to: &Path, room: &mut u64, copies: &Path) -> io::Result<bool> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        limited::heed(copies);
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        // The temporary folder may be one of the sources'.
        let is_own = entry.path() == copies;
        if kind.is_dir() && !is_own && !LEFT_OUT.iter().any(|out| name == *out) {
            if !copy(&entry.path(), &to.join(&name), room, copies)? {
                return Ok(false);
            }
        } else if kind.is_file() {
            let Some(rest) = room.checked_sub(entry.metadata()?.len()) else { return Ok(false) };
            *room = rest;
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use propp_advise::{Edit, Kind};
    use rustix::process::{Pid, Signal, kill_process};

    use super::*;
    use crate::Outcome;

    #[test]
    fn a_command_is_a_build_and_a_run() {
        assert_eq!(
            split("cd a && nvcc x.cu && ./a.out").unwrap(),
            ("cd a && nvcc x.cu", "./a.out")
        );
        assert!(split("./a.out").is_err() && split("&& ./a.out").is_err());
    }

    /// Trees whose program is a text: its build copies it and its check looks for a word.
    fn trees(folder: &Path) -> Result<Trees, TrialError> {
        fs::write(folder.join("a.cu"), "good text\n").unwrap();
        let command = "cp a.cu app && grep -q good app";
        of(folder, command, "false", None)
    }

    fn of(
        folder: &Path,
        command: &str,
        propp: &str,
        limit: Option<Duration>,
    ) -> Result<Trees, TrialError> {
        let weights = Weights::bundled("paper").unwrap();
        Trees::new(&folder.join("a.cu"), command, PathBuf::from(propp), weights, limit)
    }

    #[test]
    fn copies_are_built_and_checked_and_the_users_file_is_written_only_when_asked() {
        let folder = tempfile::tempdir().unwrap();
        let mut trees = trees(folder.path()).unwrap();
        let path = trees.root(Side::Best).join("a.cu").display().to_string();
        assert!(trees.holds(&path) && !trees.holds("/usr/include/x.h"));
        // Such a path would be one of the user's other files.
        let up = trees.root(Side::Best).join("../b.cu").display().to_string();
        assert!(!trees.holds(&up));
        let with = |text: &str| Edited::from([(path.clone(), text.to_owned())]);
        assert_eq!(trees.build(Side::Candidate, &with("good and new\n")), Ok(()));
        assert!(matches!(
            trees.build(Side::Candidate, &with("bad\n")),
            Err(Rejected::FailsItsCheck(_))
        ));
        let users = || fs::read_to_string(folder.path().join("a.cu")).unwrap();
        assert_eq!(users(), "good text\n");

        let sources = BTreeMap::from([(path.clone(), Source::new("good text\n".to_owned()))]);
        let edit = Edit {
            kind: Kind::Padding,
            file: path.clone(),
            line: 1,
            range: 5..9,
            text: "words".to_owned(),
            why: String::new(),
        };
        let timed = |is_kept| Outcome::Timed { before_ns: 2.0, after_ns: 1.0, p: 0.001, is_kept };
        let step =
            |is_kept| Step { kernel: "k".to_owned(), edit: edit.clone(), outcome: timed(is_kept) };
        assert_eq!(trees.write(&[step(false)], &sources).unwrap(), Vec::<PathBuf>::new());
        assert_eq!(trees.write(&[step(true)], &sources).unwrap().len(), 1);
        assert_eq!(users(), "good words\n");
        // It is not what was copied any more.
        assert!(matches!(trees.write(&[step(true)], &sources), Err(TrialError::Changed(_))));
    }

    /// Says to a process of a test that it is one, and in which folder.
    const INSIDE: &str = "PROPP_TRIAL_TEST";

    /// This test in a process of its own.
    fn again(test: &str, folder: &Path) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", &format!("trees::tests::{test}")]).env(INSIDE, folder);
        command.env("TMPDIR", folder.join("temporary"));
        command
    }

    fn entries(folder: &Path) -> Vec<std::ffi::OsString> {
        let mut names: Vec<_> =
            folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    /// What a full disk does: no file may have more than 8 KiB.
    #[test]
    fn sources_are_written_all_or_none() {
        if let Some(folder) = std::env::var_os(INSIDE).map(PathBuf::from) {
            let trees = of(&folder.join("sources"), "true && true", "false", None).unwrap();
            let path = |name: &str| trees.root(Side::Best).join(name).display().to_string();
            let old = || Source::new("x".repeat(5000));
            let sources = BTreeMap::from([(path("a.cu"), old()), (path("b.cu"), old())]);
            let step = |name: &str, bytes| {
                let (file, text) = (path(name), "y".repeat(bytes));
                let (kind, why) = (Kind::Padding, String::new());
                let edit = Edit { kind, file, line: 1, range: 0..0, text, why };
                let outcome =
                    Outcome::Timed { before_ns: 2.0, after_ns: 1.0, p: 0.001, is_kept: true };
                Step { kernel: "k".to_owned(), edit, outcome }
            };
            let is_over = std::sync::Arc::default();
            signal_hook::flag::register(signal_hook::consts::SIGXFSZ, is_over).unwrap();
            let limit = rustix::process::Rlimit { current: Some(8192), maximum: None };
            rustix::process::setrlimit(rustix::process::Resource::Fsize, limit).unwrap();
            let written = trees.write(&[step("a.cu", 100), step("b.cu", 6000)], &sources);
            assert!(matches!(written, Err(TrialError::Write { .. })), "{written:?}");
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let sources = folder.path().join("sources");
        for name in ["sources", "temporary"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for name in ["a.cu", "b.cu"] {
            fs::write(sources.join(name), "x".repeat(5000)).unwrap();
        }
        let status = again("sources_are_written_all_or_none", folder.path()).status().unwrap();
        assert!(status.success());
        for name in ["a.cu", "b.cu"] {
            assert_eq!(fs::read_to_string(sources.join(name)).unwrap(), "x".repeat(5000), "{name}");
        }
        assert_eq!(entries(&sources), ["a.cu", "b.cu"]);
    }

    #[test]
    fn the_copies_go_when_a_signal_ends_the_trial() {
        use std::os::unix::process::ExitStatusExt;

        if let Some(folder) = std::env::var_os(INSIDE).map(PathBuf::from) {
            of(&folder, "true && touch runs && sleep 60", "false", None).unwrap();
            return;
        }
        for signal in [Signal::HUP, Signal::INT, Signal::TERM] {
            let folder = tempfile::tempdir().unwrap();
            let temporary = folder.path().join("temporary");
            fs::create_dir(&temporary).unwrap();
            fs::write(folder.path().join("a.cu"), "").unwrap();
            let test = "the_copies_go_when_a_signal_ends_the_trial";
            let mut child = again(test, folder.path()).spawn().unwrap();
            let runs = || {
                let copies = entries(&temporary);
                copies.iter().any(|copy| temporary.join(copy).join("best/runs").exists())
            };
            while !runs() {
                assert!(child.try_wait().unwrap().is_none());
                std::thread::sleep(Duration::from_millis(10));
            }
            kill_process(Pid::from_child(&child), signal).unwrap();
            assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
            assert!(entries(&temporary).is_empty(), "{signal:?}: {:?}", entries(&temporary));
        }
    }

    #[test]
    fn sources_that_fail_as_they_are_end_the_trial() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.cu"), "bad\n").unwrap();
        let command = "cp a.cu app && grep -q good app";
        assert!(matches!(of(folder.path(), command, "false", None), Err(TrialError::Unusable(_))));
    }

    #[test]
    fn an_edit_that_hangs_is_stopped() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.cu"), "good\n").unwrap();
        let command = "cp a.cu app && if grep -q hang app; then sleep 60; fi";
        let trees = of(folder.path(), command, "false", None).unwrap();
        assert_eq!(trees.limits, [Some(LEAST); 2]);
        let mut trees = of(folder.path(), command, "false", Some(Duration::from_secs(1))).unwrap();
        let path = trees.root(Side::Best).join("a.cu").display().to_string();
        let hanging = Edited::from([(path, "hang\n".to_owned())]);
        let said = "stopped after 1 s (--time-limit)".to_owned();
        assert_eq!(trees.build(Side::Candidate, &hanging), Err(Rejected::FailsItsCheck(said)));
    }

    #[test]
    fn why_a_program_could_not_be_profiled_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.cu"), "good\n").unwrap();
        let propp = folder.path().join("propp");
        let says = |script: &str| {
            // By another process: what is open for writing cannot be started.
            let made = Command::new("sh")
                .args(["-c", r#"printf '#!/bin/sh\n%s\n' "$1" > "$0" && chmod +x "$0""#])
                .arg(&propp)
                .arg(script)
                .status();
            assert!(made.unwrap().success());
            let trees = of(folder.path(), "true && true", &propp.display().to_string(), None);
            trees.unwrap().record().unwrap_err().to_string()
        };
        let program = "echo 'correct' >&2; echo 'result 17'";
        assert_eq!(
            says(&format!("echo 'propp: problem: no driver' >&2; {program}; exit 4")),
            "the program could not be profiled: problem: no driver"
        );
        assert_eq!(
            says(&format!("{program}; exit 3")),
            "the program could not be profiled: under `propp profile` it ended with exit status: 3: correct"
        );
    }
}
