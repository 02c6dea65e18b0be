//! The resolved options of `propp profile`.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use propp_base_names::KernelFilter;
use propp_collect_schedule::Replay;
use propp_recording_wire::{Job, RangePattern};

/// Which runs of the program are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// One run for times, one for counters.
    Both,
    Trace,
    /// Counters only; criteria that need times are unavailable.
    Count,
    /// One run for times and counters; HSync and DT are unavailable.
    One,
}

/// The part of the program that is profiled; by default the whole program.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Whether it lies between the program's `cudaProfilerStart` and `cudaProfilerStop`.
    pub by_program: bool,
    /// Of these ranges the first of each so many; 0 for all.
    pub every: u32,
    /// Seconds from the start of the program.
    pub delay: f64,
    /// Seconds; `None` for the rest of the program.
    pub duration: Option<f64>,
}

impl Window {
    /// Whether the clock has a part in it: no two runs have the same launches in it then.
    pub(super) fn is_timed(&self) -> bool {
        self.delay > 0.0 || self.duration.is_some()
    }

    /// Its options and their values, as the user types them; empty if not given.
    pub(super) fn recorded(&self) -> [(&'static str, String); 4] {
        let by_program = if self.by_program { "cuda-profiler-api" } else { "" };
        let every = if self.every > 0 { self.every.to_string() } else { String::new() };
        let given = |seconds: Option<f64>| seconds.map(|s| s.to_string()).unwrap_or_default();
        let delay = Some(self.delay).filter(|delay| *delay > 0.0);
        [
            ("capture-range", by_program.to_owned()),
            ("every", every),
            ("delay", given(delay)),
            ("duration", given(self.duration)),
        ]
    }

    /// The options that were given, as the user types them; empty for the whole program.
    pub(super) fn typed(&self) -> String {
        let given = self.recorded().into_iter().filter(|(_, value)| !value.is_empty());
        given.map(|(name, value)| format!("--{name} {value}")).collect::<Vec<_>>().join(" ")
    }
}

/// When the program of the count run is started beside the trace run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartEarly {
    /// When the first copy begins to use CUDA, if it seems safe by what that has done until then.
    Auto,
    /// Together with the first copy.
    Always,
    Never,
}

impl fmt::Display for StartEarly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        })
    }
}

/// The default of [`Options::attempts`].
pub const ATTEMPTS: u32 = 3;

/// A captured launch, as recordings name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayedLaunch {
    /// The file, as the user wrote it, and the options of the replay.
    pub words: Vec<String>,
    /// Which launch it has, such as `launch 5 of scale in app`.
    pub what: String,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub command: Vec<OsString>,
    /// The captured launch that the command replays, if it is such a command.
    pub replayed: Option<ReplayedLaunch>,
    /// Whether that runs already, and attaches itself ([`super::stand_by`]).
    pub attends: bool,
    pub output: PathBuf,
    /// Whether an existing recording may be replaced.
    pub force: bool,
    pub runs: Runs,
    pub kernels: Option<KernelFilter>,
    /// Kernels to trace but not measure: parts of their mangled names.
    pub uncounted: Vec<String>,
    /// The part of the program that is profiled.
    pub window: Window,
    /// NVTX ranges to measure in; empty for everywhere, and no ranges recorded.
    pub nvtx: Vec<RangePattern>,
    /// Whether the modules of PyTorch that launch kernels are recorded.
    pub modules: bool,
    /// Devices to measure on; empty for all.
    pub devices: Vec<u32>,
    pub launch_skip: u64,
    /// Launches to measure after the skipped ones; 0 for all.
    pub launch_count: u64,
    /// Launches to measure of each kind; 0 for all.
    pub per_signature: u64,
    /// Whether launches that are in no step of the program may be measured, too.
    pub outside_steps: bool,
    /// The name of the ranges that are the steps.
    pub step: Option<String>,
    pub replay: Replay,
    /// Seconds that measuring may add to the run.
    pub budget: Option<f64>,
    /// Whether to stop after planning what to measure.
    pub plan_only: bool,
    /// Whether to time the program without propp, too, to tell the overhead.
    pub overhead: bool,
    /// An earlier recording by which the count run is planned.
    pub like: Option<PathBuf>,
    /// Whether the first run is made without propp, for a program that uses CUPTI itself.
    pub yield_cupti: bool,
    /// Whether the program of the count run is started beside the trace run, and held until that
    /// has ended.
    pub start_early: StartEarly,
    /// Seconds beyond its own time after which a measured launch counts as hung.
    pub launch_timeout: f64,
    /// How often a run for counters may be made when it goes wrong, the first time included.
    pub attempts: u32,
    /// Whether the recording keeps the code of measured kernels.
    pub code: bool,
    /// Whether single instructions are counted in one more run.
    pub lines: bool,
    /// Whether one more run samples where warps wait.
    pub waits: bool,
    /// Whether to profile the program's child processes, too.
    pub children: bool,
    /// Whether to print problems only.
    pub quiet: bool,
    /// Whether to print everything, including the program's errors in the count run.
    pub verbose: bool,
}

impl Options {
    /// What recordings say that was run, a word each.
    pub(super) fn recorded_command(&self) -> Vec<String> {
        let words = self.command.iter().map(|word| word.to_string_lossy().into_owned());
        let replayed = self.replayed.as_ref();
        replayed.map_or_else(|| words.collect(), |launch| launch.words.clone())
    }

    /// Whether launches are measured in and out of NVTX ranges.
    pub(super) fn measures_everywhere(&self) -> bool {
        let all = |pattern: &RangePattern| matches!(pattern, RangePattern::All);
        self.nvtx.is_empty() || self.nvtx.iter().any(all)
    }

    /// Whether ranges are recorded in a run with this job: to tell launches apart in all runs, and
    /// as steps in the trace run.
    pub(super) fn wants_ranges(&self, job: Job) -> bool {
        !self.nvtx.is_empty() || (self.step.is_some() && job == Job::Trace)
    }

    /// The defaults of `propp profile`, but quiet.
    pub fn new(command: Vec<OsString>, output: PathBuf) -> Self {
        Self {
            command,
            replayed: None,
            attends: false,
            output,
            force: false,
            runs: Runs::Both,
            kernels: None,
            uncounted: Vec::new(),
            window: Window::default(),
            nvtx: Vec::new(),
            modules: false,
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            per_signature: 3,
            outside_steps: true,
            step: None,
            replay: Replay::Auto,
            budget: None,
            plan_only: false,
            overhead: false,
            like: None,
            yield_cupti: false,
            start_early: StartEarly::Never,
            launch_timeout: 60.0,
            attempts: ATTEMPTS,
            code: true,
            lines: false,
            waits: false,
            children: true,
            quiet: true,
            verbose: false,
        }
    }
}
