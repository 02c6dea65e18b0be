//! What a report says.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use propp_base_model::{DeviceFacts, Fraction, GpuRates, Machine, Value, printable};
use propp_base_names::KernelName;
use propp_base_statistics::median::{Median, middle_two};
use propp_code_lines::KernelLines;
use propp_code_pace::Ran;
use propp_judge_cost::quality::{LeftOut, QualityMetric, Weights};
use propp_judge_cost::{Place, Predicted, Unknown, Work};
use propp_judge_criteria::{Aggregate, Assessment, Criterion};
use propp_judge_steps::Tuner;
use propp_recording_wire::{Range, Severity};
use schemars::JsonSchema;
use serde::Serialize;

use super::between::Between;
use super::floor::Floor;
use super::modules::ModuleTimes;
use super::source::Source;

/// Everything that one or several recordings of a program say.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub sources: Vec<Source>,
    /// The GPUs, in the order of their identifiers.
    pub devices: Vec<DeviceReport>,
    pub run: RunReport,
    /// How busy the GPU was over the run; `None` for several recordings, and without a trace run.
    pub busy: Option<Busy>,
    /// Its kernels, the one that took most time first.
    pub kernels: Vec<KernelReport>,
    /// What the criteria were weighed with.
    pub weights: Weights,
    /// Whose the launches of the trace run are, where the program said so.
    pub modules: ModuleTimes,
    /// What the reader should know besides, the worst first.
    pub notices: Vec<Notice>,
    /// Peaks of the GPU; `None` where the recordings do not describe it or name several.
    pub machine: Option<Machine>,
}

/// The share of time with a kernel running, from the first kernel of the trace run to the last; of GPUs the mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Busy {
    pub run_ns: u64,
    /// Of slices of the same length.
    pub shares: Vec<f64>,
}

/// A GPU and the run on it.
#[derive(Clone, Debug)]
pub struct DeviceReport {
    pub uuid: String,
    pub name: String,
    /// Chip, as CUPTI spells it.
    pub chip: String,
    pub memory_bytes: u64,
    /// What its prices follow, and how blocks fill it; `None` where the recording lacks attributes.
    pub known: Option<(GpuRates, DeviceFacts)>,
    /// CUDA version of the driver, 13000 for 13.0.
    pub driver_cuda_version: Option<i32>,
    /// CUPTI that was used, 130001 for 13.0.
    pub cupti_version: Option<u32>,
    pub host_sync: Assessment,
    pub data_transfer: Assessment,
}

/// The program as a whole.
#[derive(Clone, Debug)]
pub struct RunReport {
    /// The criteria: HSync and DT of the run, the others over its kernels.
    pub criteria: BTreeMap<Criterion, CriterionReport>,
    /// The kernels' quality, each counting by its unprofiled time.
    pub quality: Aggregate,
    /// Unprofiled durations of all kernels, added up.
    pub kernel_time_ns: u64,
    /// How long the runs took.
    pub wall: WallTimes,
    /// Launches in the trace run; `None` without one.
    pub seen: Option<u64>,
    /// Launches whose counters were read.
    pub measured: u64,
    pub traffic: Traffic,
    /// What lies between the kernels; `None` without a trace run.
    pub between: Option<Between>,
    /// The steps that the report is about, where the program repeats itself.
    pub steps: Option<Steps>,
    pub start: Option<Start>,
    /// Names of ranges with launches in them, of which steps may be, the most frequent first.
    pub ranges: Vec<String>,
}

/// The steps of a program that repeats itself, which the report is about.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StepsJson")]
pub struct Steps {
    /// All steps of this kind.
    pub count: usize,
    /// Launches of one step: the median.
    pub launches: usize,
    /// From the first kernel of a step to the first of the next: the median of all.
    pub median_ns: u64,
    /// The number of the first step that the report is about, from 1: the program has warmed up.
    pub first_reported: usize,
    /// How many steps the report is about; the last of all is not one, since its end is not seen.
    pub reported: usize,
    /// What these take together.
    pub whole_ns: u64,
    /// The share of this time with a kernel running.
    #[schemars(with = "f64")]
    pub busy: Fraction,
    /// The place of this kind of steps in the list of all kinds, from 0.
    pub main: usize,
    /// The name of the range that each step is (NVTX or cudaProfiler); null if propp found the steps itself.
    pub range: Option<String>,
    /// All kinds of steps, in the order in which they begin.
    pub kinds: Vec<StepKind>,
    /// The first kernel of the run and the end of the last, on the clock of the recording.
    pub run_ns: [u64; 2],
}

impl Steps {
    /// Which ranges or loop of the program they are, in words.
    pub fn origin(&self) -> Option<String> {
        Some(match self.range.as_deref() {
            Some(Range::PROFILER) => "cudaProfilerStart to cudaProfilerStop".to_owned(),
            Some(name) => format!("NVTX range `{}`", printable(name)),
            None => format!("loop at {}", printable(self.kinds[self.main].loop_at.as_ref()?)),
        })
    }

    /// A step: the mean of the reported ones.
    pub fn each_ns(&self) -> f64 {
        self.whole_ns as f64 / self.reported as f64
    }

    /// How long each of the reported ones took.
    pub fn reported_ns(&self) -> impl Iterator<Item = u64> + '_ {
        let kind = &self.kinds[self.main];
        let steps = kind.begins_ns.iter().zip(&kind.ends_ns);
        steps.skip(self.first_reported - 1).take(self.reported).map(|(begin, end)| end - begin)
    }
}

/// Steps of one kind: training, or the tokens of a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "StepKindJson")]
pub struct StepKind {
    pub count: usize,
    /// Launches of one step: the median.
    pub launches: usize,
    /// From the first kernel of a step to the first of the next: the median.
    pub median_ns: u64,
    /// The start of the first kernel of each step, on the clock of the recording.
    pub begins_ns: Vec<u64>,
    /// The end of each: the start of the next kernel, and for the last step the end of its kernels.
    pub ends_ns: Vec<u64>,
    /// File and line of the first call in the loop whose iterations they are: `train.py:42`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_at: Option<String>,
}

/// What the program did before its first step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// From the first kernel to the first step.
    pub ns: u64,
    pub launches: u64,
    /// The time of its kernels, added up.
    pub kernels_ns: u64,
    /// The kernels with the most time in it.
    pub largest: Vec<LargestOfStart>,
    /// The autotuners that ran in it.
    pub tuning: Vec<Tuning>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargestOfStart {
    pub name: KernelName,
    pub launches: u64,
    pub kernels_ns: u64,
}

/// The work of an autotuner, with the variants that it tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    pub tuner: Tuner,
    pub launches: u64,
    /// Its first launch and the end of its last.
    pub from_ns: u64,
    pub to_ns: u64,
}

/// How long the program took, start to end, in each kind of run; what profiling
/// cost is the difference. Several runs of a kind are added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallTimes {
    /// Without propp.
    pub alone_ns: Option<u64>,
    pub traced_ns: Option<u64>,
    pub counted_ns: Option<u64>,
}

/// What was copied and allocated in the trace run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    pub copies: u64,
    /// Bytes copied from host to device.
    pub to_device_bytes: u64,
    /// Bytes copied from device to host.
    pub to_host_bytes: u64,
    /// Durations of the copies between host and device, added up.
    pub host_copy_ns: u64,
    /// How many copies between host and device there are.
    pub host_copies: u64,
    /// From the first start to the last end of kernels and of copies between host and
    /// device.
    pub span_ns: u64,
    /// Bytes of device memory allocated, whether given back or not.
    pub allocated_bytes: u64,
    /// The most bytes that the data of kernels takes: what was allocated, where all of it was seen.
    /// `None` for a program that may have run before propp, and where more was copied to the device
    /// than was allocated (CUPTI does not tell of `cuMemMap`).
    pub footprint_bytes: Option<u64>,
    /// Copies whose direction CUPTI does not tell; they are in no criterion.
    pub copies_of_unknown_direction: u64,
}

/// A kernel: one row of the report.
#[derive(Clone, Debug)]
pub struct KernelReport {
    /// Its place by time among all kernels, from 1, whatever the report's order.
    pub number: usize,
    pub name: KernelName,
    /// The NVTX range around its launches, where ranges were asked for.
    pub nvtx: Option<String>,
    /// How it was launched; several where configurations are merged.
    pub configurations: Vec<Configuration>,
    /// Launches in the trace run; `None` without one.
    pub seen: Option<u64>,
    /// Launches whose counters were read.
    pub measured: u64,
    /// Unprofiled durations; `None` for a kernel the trace run did not see.
    pub durations: Option<Durations>,
    /// The median of those whose counters were read.
    pub measured_ns: Option<u64>,
    /// Its part in the time of all kernels.
    pub time_share: Option<Fraction>,
    pub criteria: BTreeMap<Criterion, CriterionReport>,
    /// The criteria as one number.
    pub quality: QualityMetric,
    /// What a launch does, for each of the configurations.
    pub work: Vec<Work>,
    /// Places in the code that may cost more than they need, and how often they ran, for each of the
    /// configurations; `None` where the code is not known, or pace was not computed of it.
    pub sites: Vec<Option<Vec<Ran>>>,
    /// What the cost model says a launch takes, in the mean; `None` without prices.
    pub predicted: Option<Result<Predicted, Unknown>>,
    /// Of emulated counts, whose prices tell an order and no time.
    pub order: Option<Ordered>,
    /// The least that a launch takes, where an emulated run says what it needs.
    pub floor: Option<Floor>,
    /// Why its counts may be wrong: of an emulated run, it used what a refused launch should have
    /// written.
    pub after_refusal: Option<String>,
    /// What its single instructions asked for in one launch, where a line run counted it.
    pub lines: Option<Arc<KernelLines>>,
}

impl KernelReport {
    /// Unprofiled durations added up, 0 where none is known.
    pub fn total_ns(&self) -> u64 {
        self.durations.map_or(0, |durations| durations.total_ns)
    }

    /// What a launch should take by the weights' prices, of times or of an order; `None` without
    /// prices, or outside the fitted range.
    pub fn priced(&self) -> Option<&Predicted> {
        let timed = self.predicted.as_ref().and_then(|predicted| predicted.as_ref().ok());
        let priced = timed.or(self.order.as_ref().map(|order| &order.launch));
        priced.filter(|predicted| predicted.outside.is_none())
    }

    /// Whether its quality lacks criteria that should be in it. What does not
    /// apply is no lack.
    pub fn is_partial(&self) -> bool {
        let lacking = |left: &LeftOut| matches!(left.because, Value::Unavailable { .. });
        self.quality.left_out.iter().any(lacking)
    }
}

/// What the prices of emulated counts say of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Ordered {
    /// A launch, in the mean: for comparisons, and too far off to be shown as a time. Extrapolated
    /// where it asks for more than the launches that the prices were fitted to.
    pub launch: Predicted,
    /// All launches among the kernels of the program, of which the longest is the first.
    pub place: Place,
}

// How a kernel was launched, as JSON has it; the comments are part of the published schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ConfigurationJson")]
pub struct Configuration {
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Blocks of a cluster along x, y, z; null without clusters.
    pub cluster: Option<[u32; 3]>,
    /// Registers a thread.
    pub registers: u32,
    /// Shared memory that the kernel declares, a block.
    pub static_shared_bytes: u32,
    /// Shared memory asked for at launch, a block.
    pub dynamic_shared_bytes: u32,
}

/// What tells a kernel from all others: its name, its range, and how it was launched.
type Identity<'a> = (&'a KernelName, &'a Option<String>, &'a [Configuration]);

pub(super) fn by_name((a, of_a, own): Identity<'_>, (b, of_b, others): Identity<'_>) -> Ordering {
    let key = |of: &Configuration| {
        let shared = (of.dynamic_shared_bytes, of.static_shared_bytes);
        (of.grid, of.block, of.cluster, shared, of.registers)
    };
    let names = (&a.full, &a.symbol, of_a).cmp(&(&b.full, &b.symbol, of_b));
    names.then_with(|| own.iter().map(key).cmp(others.iter().map(key)))
}

/// Unprofiled durations of a kernel's launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Durations {
    pub total_ns: u64,
    pub min_ns: u64,
    /// The middle one; of two, the mean.
    pub median_ns: u64,
    pub max_ns: u64,
    pub launches: u64,
    /// Between these the median lies with 95 %; `None` of fewer than six, and between
    /// launches that influence each other it is too narrow.
    pub interval_ns: Option<[u64; 2]>,
    pub deviation_ns: u64,
}

impl Durations {
    /// Of launches that were timed, and the usual durations of others, which count where none was;
    /// `None` if nothing is known.
    pub(super) fn of(timed: Vec<u64>, usual: Vec<u64>) -> Option<Self> {
        let others: u64 = usual.iter().fold(0, |sum, &ns| sum.saturating_add(ns));
        if timed.is_empty() {
            return Self::of_list(usual.into_iter().filter(|&ns| ns > 0).collect());
        }
        let timed = Self::of_list(timed)?;
        Some(Self { total_ns: timed.total_ns.saturating_add(others), ..timed })
    }

    /// Of a list; `None` of an empty one.
    fn of_list(mut list: Vec<u64>) -> Option<Self> {
        list.sort_unstable();
        let [low, high] = middle_two(&list)?;
        let count = list.len() as f64;
        let mean = list.iter().map(|&ns| ns as f64).sum::<f64>() / count;
        let squares: f64 = list.iter().map(|&ns| (ns as f64 - mean).powi(2)).sum();
        Some(Self {
            launches: list.len() as u64,
            interval_ns: Median::of_sorted(&list).map(|median| [median.low, median.high]),
            deviation_ns: (squares / (count - 1.0).max(1.0)).sqrt().round() as u64,
            total_ns: list.iter().fold(0, |sum, &ns| sum.saturating_add(ns)),
            min_ns: *list.first()?,
            median_ns: low.midpoint(high),
            max_ns: *list.last()?,
        })
    }
}

/// Whose value it is: the kernel's own, or the run's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ScopeJson")]
pub enum Scope {
    Kernel,
    Run,
}

/// A criterion of a kernel or of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct CriterionReport {
    /// Value and spread over launches (of a kernel) or kernels (of the run).
    pub aggregate: Aggregate,
    /// How the value came about, on the measured launch that ran longest.
    pub evidence: Assessment,
    pub scope: Scope,
}

/// The values of criteria without their reports.
pub fn values(of: &BTreeMap<Criterion, CriterionReport>) -> BTreeMap<Criterion, Value> {
    of.iter().map(|(&criterion, report)| (criterion, report.aggregate.value.clone())).collect()
}

impl CriterionReport {
    /// A criterion of the run, or of a GPU in it.
    pub fn of_run(assessment: Assessment) -> Self {
        let value = assessment.value.clone();
        let is = |kind: bool| usize::from(kind);
        let aggregate = Aggregate {
            spread: None,
            measured: is(matches!(value, Value::Measured { .. })),
            not_applicable: is(matches!(value, Value::NotApplicable { .. })),
            unavailable: is(matches!(value, Value::Unavailable { .. })),
            time_covered: None,
            value,
        };
        Self { aggregate, evidence: assessment, scope: Scope::Run }
    }
}

// Something the reader should know, as JSON has it; the comments are part of the published schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "NoticeJson")]
pub struct Notice {
    #[serde(serialize_with = "SeverityJson::serialize")]
    #[schemars(with = "SeverityJson")]
    pub severity: Severity,
    /// A short fixed word for it.
    pub code: String,
    /// CUPTI's status, or 0.
    pub status: u32,
    /// What happened and what to do.
    pub text: String,
    /// How many processes said so; 0 where it is propp's own word.
    pub processes: usize,
}

#[derive(Serialize, JsonSchema)]
#[serde(remote = "Severity", rename_all = "snake_case")]
#[schemars(rename = "SeverityJson")]
enum SeverityJson {
    /// Nothing could be collected any more.
    Failure,
    /// Something is missing.
    Warning,
    /// For the record.
    Info,
}
