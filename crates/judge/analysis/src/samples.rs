//! Launch by launch what a report shows in the mean: what a test of statistics needs.

use std::collections::BTreeMap;

use propp_base_model::Value;
use propp_base_model::counters::{INST_EXECUTED, MISCELLANEOUS};
use propp_base_names::demangle;
use propp_base_statistics::parallel;
use propp_judge_criteria::Criterion;
use propp_recording_wire::LaunchKey;

use super::activity::Activity;
use super::devices::Devices;
use super::evidence::{judge_launch, judge_unmeasured, replays};
use super::launches::{Launches, Observed, SameLaunches};
use super::notices;
use super::selection::View;
use super::steps::{self, Part};
use super::{DeviceReport, Input, Traffic};

/// One recording, launch by launch.
#[derive(Clone, Debug)]
pub struct RunSamples {
    /// The GPUs, in the order of their identifiers.
    pub devices: Vec<DeviceReport>,
    /// HSync and DT.
    pub of_run: BTreeMap<Criterion, Value>,
    pub traffic: Traffic,
    /// Whether there is a trace run, from which times are.
    pub traced: bool,
    pub has_copies: bool,
    /// How the program failed, such as `with exit code 1`; nothing if it did not.
    pub failures: Vec<String>,
    pub step: Option<StepSamples>,
    /// Its kernels, a signature each.
    pub kernels: Vec<KernelSamples>,
}

/// What a step of the program is, where it has steps.
#[derive(Clone, Debug)]
pub struct StepSamples {
    pub launches: usize,
    /// Of each step after the program has warmed up.
    pub durations_ns: Vec<u64>,
}

/// The launches of one signature.
#[derive(Clone, Debug)]
pub struct KernelSamples {
    pub key: LaunchKey<String, Option<String>>,
    /// The function as the programmer wrote it.
    pub name: String,
    /// Launches that were seen, measured or not.
    pub launches: u64,
    pub durations_ns: Vec<u64>,
    /// How long all launches took together, those without a time of their own taken as long as
    /// others of their kind. `None` if it ran, and nobody knows how long.
    pub total_ns: Option<u64>,
    /// Instructions that the warps of a launch executed, for each of the measured launches.
    pub instructions: Vec<f64>,
    /// Barriers, reads of special registers and instructions of no other class that one of
    /// its threads executed, for each of the measured launches.
    pub barriers_etc_a_thread: Vec<f64>,
    /// Each criterion of a launch, for each of the measured launches.
    pub criteria: BTreeMap<Criterion, Vec<Value>>,
}

/// Everything that a recording says of single launches.
pub fn samples(input: Input<'_>) -> RunSamples {
    let views = [View::whole(input.recording)];
    let devices = Devices::of(&views);
    let launches = Launches::of(&views, &devices);
    let activity = Activity::of(&views, &devices);
    let of_run = activity.criteria().into_iter();
    RunSamples {
        devices: activity.of_devices(&devices),
        of_run: of_run.map(|(criterion, report)| (criterion, report.aggregate.value)).collect(),
        traffic: activity.traffic(),
        traced: launches.traced,
        has_copies: activity.has_copies,
        failures: notices::failures(input.recording),
        step: steps::of(input.recording, &Part::Steps).map(|found| StepSamples {
            launches: found.steps.launches,
            durations_ns: found.steps.reported_ns().collect(),
        }),
        kernels: kernels(&launches, &devices),
    }
}

/// Kernels below which a thread of its own is not worth its while.
const A_THREADS_WORTH: usize = 500;

/// Its kernels, of which each thread takes a part.
fn kernels(launches: &Launches<'_>, devices: &Devices<'_>) -> Vec<KernelSamples> {
    let chunks: Vec<&[SameLaunches<'_>]> = launches.parts.chunks(A_THREADS_WORTH).collect();
    let of_chunk = |chunk: &&[SameLaunches<'_>]| -> Vec<KernelSamples> {
        chunk.iter().map(|part| kernel(part, launches, devices)).collect()
    };
    parallel::each(&chunks, of_chunk).into_iter().flatten().collect()
}

fn kernel(
    part: &SameLaunches<'_>,
    launches: &Launches<'_>,
    devices: &Devices<'_>,
) -> KernelSamples {
    let symbol = part.key.function.unwrap_or("(kernel without a name)");
    let mut criteria: BTreeMap<Criterion, Vec<Value>> = BTreeMap::new();
    let mut take = |assessments: Vec<propp_judge_criteria::Assessment>| {
        for assessment in assessments {
            criteria.entry(assessment.criterion).or_default().push(assessment.value);
        }
    };
    if part.observed.is_empty() {
        take(judge_unmeasured(part, devices));
    }
    for launch in replays(&part.observed) {
        take(judge_launch(part, &launch, devices));
    }
    let threads: f64 =
        part.key.grid.iter().chain(&part.key.block).copied().map(f64::from).product();
    KernelSamples {
        key: part.key.named(symbol.to_owned(), part.key.nvtx.map(str::to_owned)),
        name: demangle(symbol),
        launches: match launches.traced {
            true => part.traced(),
            false => part.seen_by_count.max(part.measured()),
        },
        durations_ns: part.durations.clone(),
        total_ns: part.usual.iter().all(|&ns| ns > 0).then(|| part.total_ns()),
        instructions: counted(part, INST_EXECUTED).collect(),
        barriers_etc_a_thread: counted(part, MISCELLANEOUS).map(|sum| sum / threads).collect(),
        criteria,
    }
}

/// What is counted beside the criteria, for each measured launch.
fn counted<'a>(part: &'a SameLaunches<'_>, counter: &'a str) -> impl Iterator<Item = f64> + 'a {
    let of = move |one: &Observed<'_>| {
        let place = one.set.counters.iter().position(|name| name == counter)?;
        *one.measurement.values.get(place)?
    };
    part.observed.iter().filter_map(of).filter(|count| count.is_finite() && *count >= 0.0)
}
