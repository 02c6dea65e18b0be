//! A captured launch that is replayed in the place of the program: with the code that a copy was built
//! to.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;

use super::{PROFILING, Side, Trees};
use crate::limited;
use crate::trees::said::{last_line, succeeded};

/// Timed launches of each side: as `propp replay` makes by default.
pub(crate) const LAUNCHES: u32 = 20;

/// A launch to try edits on.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The file that `propp capture` wrote.
    pub file: PathBuf,
    /// Options of `propp replay`, such as a tolerance.
    pub options: Vec<OsString>,
}

/// What `propp replay --format json` reports, as far as it is needed.
#[derive(Debug, Deserialize)]
struct Report {
    captured: Ran,
    other: Option<Ran>,
}

#[derive(Debug, Deserialize)]
struct Ran {
    right: bool,
    varies: bool,
    wrong: u64,
    compared: u64,
    times_ns: Vec<f64>,
}

impl Ran {
    fn problem(&self) -> Option<String> {
        let varies = if self.varies { ", which vary from run to run" } else { "" };
        let text = format!("{} of {} numbers in memory{varies}", self.wrong, self.compared);
        (!self.right).then_some(text)
    }
}

/// Whether a path stays below the folder that it is joined to.
pub(super) fn is_below(path: &str) -> bool {
    let is_fine = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    Path::new(path).components().all(is_fine)
}

impl Trees {
    /// The file with the kernel that a copy was built to.
    fn code(&self, side: Side) -> PathBuf {
        self.root(side).join(&self.run)
    }

    /// The words after `propp profile`, or nothing if the program itself runs.
    pub(super) fn replay_words(&self, side: Side) -> Option<Vec<OsString>> {
        let replay = self.replay.as_ref()?;
        let with = ["--with".into(), self.code(side).into()];
        Some(
            [replay.file.clone().into()]
                .into_iter()
                .chain(with)
                .chain(replay.options.clone())
                .collect(),
        )
    }

    /// Runs the launch once with the code of a copy; how long that took.
    pub(super) fn check(
        &self,
        replay: &Replay,
        side: Side,
        limit: Option<Duration>,
    ) -> Result<Duration, String> {
        let words = ["--rounds".into(), "0".into(), "--with".into(), self.code(side).into()];
        let (report, took) = self.replayed(replay, &words, limit)?;
        if report.captured.problem().is_some() {
            return Err(
                "the captured kernel itself gives other results here; if it sums by atomics, give \
                        --tolerance"
                    .to_owned(),
            );
        }
        match report.other.as_ref().map(Ran::problem) {
            Some(None) => Ok(took),
            Some(Some(problem)) => Err(problem),
            None => Err("propp replay reported no results".to_owned()),
        }
    }

    /// Times of both copies, in turns.
    pub(super) fn replayed_times(&self, replay: &Replay) -> Result<[Vec<f64>; 2], String> {
        let rounds = LAUNCHES.to_string();
        let words = [
            "--rounds".into(),
            rounds.into(),
            "--against".into(),
            self.code(Side::Best).into(),
            "--with".into(),
            self.code(Side::Candidate).into(),
        ];
        let limit = self.limits[1].map(|limit| limit + PROFILING);
        let (report, _) = self.replayed(replay, &words, limit)?;
        let other = report.other.ok_or("propp replay reported no times")?;
        // What was right once may be wrong now: a race.
        if let Some(problem) = other.problem().or_else(|| report.captured.problem()) {
            return Err(problem);
        }
        Ok([report.captured.times_ns, other.times_ns])
    }

    fn replayed(
        &self,
        replay: &Replay,
        words: &[OsString],
        limit: Option<Duration>,
    ) -> Result<(Report, Duration), String> {
        let mut command = Command::new(&self.propp);
        command.args(["replay", "--quiet", "--format", "json"]).arg(&replay.file);
        command.args(words).args(&replay.options).current_dir(self.root(Side::Best));
        let ended = limited::run(&mut command, limit, self.folder.path())
            .map_err(|error| format!("{} does not start: {error}", self.propp.display()))?;
        // Wrong results give a report, too.
        let is_right = succeeded(&ended, limit)?;
        match serde_json::from_str(&ended.output) {
            Ok(report) => Ok((report, ended.took)),
            Err(error) if is_right => Err(format!("propp replay printed no report: {error}")),
            Err(_) => Err(last_line(&ended)),
        }
    }
}
