//! From the rows of recordings to what a report says.
//!
//! Pure. [`analyse`] joins the runs of one or several recordings (the ranks of
//! one program, say) into an [`Analysis`]: kernels with their times, criteria
//! and quality, the run's own criteria, and everything that is missing, with
//! the reason. The report formats print it; nothing is computed there.
//!
//! Launches of the trace run and of the count run are brought together by the
//! process's place in its run, the signature, and the launch's place in the
//! signature. Times come from the trace run alone, since reading counters
//! slows a kernel down; counters tell ratios.

mod activity;
mod between;
mod busy;
mod codes;
mod devices;
mod draft;
mod elsewhere;
mod evidence;
mod floor;
mod floors;
mod graphs;
mod identity;
mod judge;
mod kernels;
mod launches;
mod lines;
mod listing;
mod model;
pub mod modules;
mod notices;
mod order;
mod roofline;
mod samples;
mod selection;
mod source;
mod steps;
mod timeline;
mod work;

use std::collections::BTreeMap;

use propp_base_model::{Fraction, Machine};
use propp_judge_cost::quality::Weights;
use propp_judge_criteria::{Criterion, Sample, aggregate};
use propp_recording::Recording;
use propp_recording_wire::Job;

use activity::Activity;
use codes::codes_for;
use devices::Devices;
use draft::Basis;
use launches::Launches;
use lines::CountedLines;
use selection::View;

pub use between::{Between, GapCause, Gaps, HostCopies};
pub use devices::gpu;
pub use elsewhere::{KernelThere, OnTarget, Target, elsewhere};
pub use floor::{Floor, Needs, ProgramNeeds, REACHED};
pub use judge::Judge;
pub use listing::{Listing, Sort};
pub use model::{
    Analysis, Busy, Configuration, CriterionReport, DeviceReport, Durations, KernelReport,
    LargestOfStart, Notice, Ordered, RunReport, Scope, Start, StepKind, Steps, Traffic, Tuning,
    WallTimes, values,
};
pub use modules::{ModuleKernel, ModuleTime, ModuleTimes};
pub use roofline::{Point, Roofs};
pub use samples::{KernelSamples, RunSamples, StepSamples, samples};
pub use selection::Selection;
pub use source::{Source, program};
pub use steps::{NotInStep, Part, StepOfLaunch, StepOfLaunches, launch_of_step, step_of_launches};
pub use timeline::{Lane, LaneKind, Span, SpanKind, Timeline, timeline};

/// One recording and what to call it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The file's name, for the reader of the report.
    pub name: &'a str,
    pub recording: &'a Recording,
}

/// What makes one row of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// Launches of one function in one configuration.
    #[default]
    Signature,
    Function,
}

/// Judges everything that one or several recordings of a program hold.
pub fn analyse(inputs: &[Input<'_>], weights: &Weights, grouping: Grouping) -> Analysis {
    analyse_part(inputs, weights, grouping, &Part::WholeRun)
}

/// Judges a part of the run.
pub fn analyse_part(
    inputs: &[Input<'_>],
    weights: &Weights,
    grouping: Grouping,
    part: &Part,
) -> Analysis {
    let recordings: Vec<&Recording> = inputs.iter().map(|input| input.recording).collect();
    let found = match recordings.as_slice() {
        [recording] => steps::of(recording, part),
        _ => None,
    };
    let view = |recording| match &found {
        Some(found) => View::steps(recording, &found.is_in, found.window, &found.between),
        None => View::whole(recording),
    };
    let views: Vec<View<'_>> = recordings.iter().map(|recording| view(recording)).collect();
    let devices = Devices::of(&views);
    let launches = Launches::of(&views, &devices);
    let activity = Activity::of(&views, &devices);
    let codes = codes_for(weights, recordings.iter().copied());
    let lines = CountedLines::in_recordings(recordings.iter().copied());
    let (launches, devices, lines) = (&launches, &devices, &lines);
    let codes = codes.as_ref();
    let basis = Basis { launches, devices, codes, lines, weights, grouping };
    let Judged { mut run, mut kernels } = judged(&basis, &views, &activity, wall_times(inputs));
    if let [recording] = recordings.as_slice() {
        run.ranges = steps::ranges(recording);
    }
    if let Some(found) = found.as_ref() {
        run.steps = Some(found.steps.clone());
        run.start = Some(found.start.clone());
    }
    let machine = machine(recordings.iter().copied());
    if recordings.iter().all(|recording| recording.emulated_gpu().is_some()) {
        kernels.iter_mut().for_each(|kernel| kernel.floor = Floor::emulated(&kernel.work, machine));
    }
    notices::mark_after_refusal(&mut kernels, &recordings);
    let mut notices = notices::collect(inputs, launches, &activity);
    notices.splice(0..0, notices::of_refusals(&kernels));
    notices.extend(machine.and_then(|machine| notices::of_memory(&kernels, machine)));
    Analysis {
        sources: inputs.iter().map(Source::of).collect(),
        devices: activity.of_devices(devices),
        run,
        busy: match recordings.as_slice() {
            [recording] if recording.replayed_launch().is_none() => Busy::of(recording),
            _ => None,
        },
        kernels,
        weights: weights.clone(),
        modules: ModuleTimes::of_part(
            &recordings,
            found.as_ref().map(|found| found.is_in.as_slice()),
        ),
        notices,
        machine,
    }
}

/// What launches come to: the kernels, and the run that they make.
#[derive(Clone, Debug)]
pub struct Judged {
    pub run: RunReport,
    pub kernels: Vec<KernelReport>,
}

fn judged(
    basis: &Basis<'_, '_>,
    views: &[View<'_>],
    activity: &Activity,
    wall: WallTimes,
) -> Judged {
    let of_run = activity.criteria();
    let kernels = kernels::report(basis, &of_run);
    let between = Between::of(views, basis.weights.cost());
    let run = run_report(&kernels, &of_run, activity.traffic(), between, wall);
    Judged { run, kernels }
}

/// Peaks of the GPU; `None` where the recordings do not describe it or name several.
fn machine<'a>(recordings: impl IntoIterator<Item = &'a Recording>) -> Option<Machine> {
    let mut devices = recordings.into_iter().flat_map(|recording| &recording.devices);
    let first = devices.next()?;
    let is_only = devices.all(|device| device.name == first.name);
    Machine::from_attributes(&first.attributes).filter(|_| is_only)
}

/// The run as a whole: each kernel counts by its unprofiled time.
fn run_report(
    kernels: &[KernelReport],
    of_run: &BTreeMap<Criterion, CriterionReport>,
    traffic: Traffic,
    between: Option<Between>,
    wall: WallTimes,
) -> RunReport {
    let kernel_time_ns = kernels.iter().map(KernelReport::total_ns).sum();
    let criteria = Criterion::ALL.into_iter().map(|criterion| {
        let report = match of_run.get(&criterion) {
            Some(report) => report.clone(),
            None => evidence::over_kernels(criterion, kernels),
        };
        (criterion, report)
    });
    let qualities: Vec<Sample> = kernels
        .iter()
        .map(|kernel| Sample {
            value: kernel.quality.value.clone(),
            unprofiled_ns: kernel.total_ns(),
        })
        .collect();
    RunReport {
        criteria: criteria.collect(),
        quality: aggregate(&qualities),
        kernel_time_ns,
        wall,
        seen: kernels.iter().map(|kernel| kernel.seen).try_fold(0, |sum, seen| Some(sum + seen?)),
        measured: kernels.iter().map(|kernel| kernel.measured).sum(),
        traffic,
        between,
        steps: None,
        start: None,
        ranges: Vec::new(),
    }
}

fn wall_times(inputs: &[Input<'_>]) -> WallTimes {
    let sum = |job: Job| {
        // The time of the only run is that of counting.
        let is_its_own = |input: &&Input<'_>| job != Job::Trace || !input.recording.is_one_run();
        let runs = inputs.iter().filter(is_its_own).flat_map(|input| &input.recording.runs);
        let times = runs.filter(|run| run.job == job).filter_map(|run| run.duration_ns);
        times.reduce(u64::saturating_add)
    };
    let alone = inputs.iter().filter_map(|input| input.recording.alone_ns());
    WallTimes {
        alone_ns: alone.reduce(u64::saturating_add),
        traced_ns: sum(Job::Trace),
        counted_ns: sum(Job::Count),
    }
}

/// A share of a whole that is not nothing.
fn share(part: u64, whole: u64) -> Option<Fraction> {
    Fraction::clamped(part as f64 / whole as f64)
}
