//! The structures that are the format.

use std::collections::BTreeMap;

use propp_judge_analysis::{
    Between, Configuration, Floor, ModuleTime, Notice, Scope, Source, Start, Steps,
};
use propp_judge_criteria::Criterion;
use schemars::JsonSchema;
use serde::Serialize;

use super::hints::AdviceJson;
use crate::brief::ChangeBrief;

pub(super) const SCHEMA: &str = "propp.show/1";

pub(super) type Criteria = BTreeMap<Criterion, CriterionJson>;

/// How good the kernels of a CUDA program are, as recorded by propp.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "propp show")]
pub(super) struct Document {
    /// Always `propp.show/1`.
    pub(super) schema: String,
    /// The version of propp that wrote this document.
    pub(super) propp_version: String,
    /// The recordings that were read; several are treated as one run.
    pub(super) recordings: Vec<Source>,
    /// The GPUs that the program used.
    pub(super) devices: Vec<DeviceJson>,
    /// What the criteria were weighed with.
    pub(super) weights: WeightsJson,
    /// Where prices in the hints are from; null without a profile of the GPU.
    pub(super) device_profile: Option<DeviceProfileJson>,
    /// How each criterion is computed.
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) formulas: BTreeMap<Criterion, &'static str>,
    /// The program as a whole.
    pub(super) run: RunJson,
    /// What to change, the change that saves most first.
    pub(super) changes: Vec<ChangeBrief>,
    /// Its kernels, in the order asked for.
    pub(super) kernels: Vec<KernelJson>,
    /// How many kernels a filter or limit left out of the list.
    pub(super) kernels_left_out: usize,
    /// The time of kernels by the module of PyTorch that launched them; empty where the program
    /// was not profiled with `--pytorch modules`.
    pub(super) modules: Vec<ModuleTime>,
    /// What is missing or odd, the worst first.
    pub(super) notices: Vec<Notice>,
    /// What to change in how the host drives the GPU.
    pub(super) advice: Option<AdviceJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DeviceJson {
    /// The driver's identifier.
    pub(super) uuid: String,
    /// Product name.
    pub(super) name: String,
    /// Chip, as CUPTI spells it.
    pub(super) chip: String,
    /// Device memory in bytes.
    pub(super) memory_bytes: u64,
    /// CUDA version of the driver, 13000 for 13.0.
    pub(super) driver_cuda_version: Option<i32>,
    /// Version of CUPTI, 130001 for 13.0.
    pub(super) cupti_version: Option<u32>,
    /// HSync and DT of this GPU.
    #[schemars(with = "BTreeMap<String, CriterionJson>")]
    pub(super) criteria: Criteria,
}

/// What `propp probe` measured of the GPU.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DeviceProfileJson {
    /// Product name of the GPU, which is that of the recorded one.
    pub(super) gpu: String,
    /// The driver at the time.
    pub(super) driver: String,
    /// The version of propp that measured.
    pub(super) propp: String,
    /// When, in UTC.
    pub(super) date: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct WeightsJson {
    /// Publication or data set.
    pub(super) source: String,
    /// The GPU or GPUs they were fitted on.
    pub(super) gpu: String,
    /// When.
    pub(super) date: String,
    /// How weights and criteria become a number.
    pub(super) model: String,
    /// Weight by criterion.
    #[schemars(with = "BTreeMap<String, f64>")]
    pub(super) weights: BTreeMap<Criterion, f64>,
    /// Where the prices of predicted times and gains come from; null without prices.
    pub(super) prices: Option<PricesJson>,
}

/// Where prices come from, and so how far they can be trusted.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PricesJson {
    /// `fitted` on such a GPU, `calibrated` on this one, `scaled` from a GPU with the same chip, or
    /// scaled from one with an `other_chip`.
    pub(super) kind: String,
    /// The same in words.
    pub(super) source: String,
    /// The GPU that scaled prices were fitted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<String>,
    /// Kernels that calibrated them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cases: Option<u64>,
    /// Whether somebody measured how far such prices are off.
    pub(super) validated: bool,
    /// How many times as wide as with fitted prices the ranges of gains are, in the logarithm.
    pub(super) widening: f64,
    /// How many times as far apart two times must be for the same certainty of their order.
    pub(super) flattening: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RunJson {
    /// The kernels' quality, each counting by its unprofiled time.
    pub(super) quality: QualityJson,
    /// HSync and DT of the run; of the others the mean over its kernels.
    #[schemars(with = "BTreeMap<String, CriterionJson>")]
    pub(super) criteria: Criteria,
    /// Unprofiled durations of all kernels, added up.
    pub(super) kernel_time_ns: u64,
    /// How long the program took without propp; null unless that was asked for.
    pub(super) alone_ns: Option<u64>,
    /// How long it took while it was traced.
    pub(super) traced_ns: Option<u64>,
    /// How long it took while counters were read, all runs of the kind together.
    pub(super) counted_ns: Option<u64>,
    /// Launches in the trace run, or without one those that the count run saw.
    pub(super) launches_seen: Option<u64>,
    /// Launches whose counters were read.
    pub(super) launches_measured: u64,
    /// Copies of any direction.
    pub(super) copies: u64,
    /// Bytes copied from host to device.
    pub(super) to_device_bytes: u64,
    /// Bytes copied from device to host.
    pub(super) to_host_bytes: u64,
    /// Bytes of device memory allocated.
    pub(super) allocated_bytes: u64,
    /// What lies between the kernels, by cause; null without a trace run.
    pub(super) between: Option<Between>,
    /// The steps that the report is about; null for a program that does not repeat itself, and in
    /// a report on the whole run.
    pub(super) steps: Option<Steps>,
    /// What came before the first of these steps.
    pub(super) start: Option<StartJson>,
}

/// What a program did before its first step.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct StartJson {
    /// From the first kernel to the first step.
    ns: u64,
    launches: u64,
    /// The time of its kernels, added up.
    kernels_ns: u64,
    /// Autotuners that ran in it.
    tuning: Vec<TuningJson>,
}

/// The work of an autotuner, with the variants that it tried.
#[derive(Debug, Serialize, JsonSchema)]
struct TuningJson {
    tuner: &'static str,
    /// From its first launch to the end of its last.
    ns: u64,
    launches: u64,
    /// How later runs go without it.
    cure: &'static str,
}

impl StartJson {
    pub(super) fn of(start: &Start) -> Self {
        let tuning = start.tuning.iter().map(|tuning| TuningJson {
            tuner: tuning.tuner.title(),
            ns: tuning.to_ns.saturating_sub(tuning.from_ns),
            launches: tuning.launches,
            cure: tuning.tuner.cure(),
        });
        Self {
            ns: start.ns,
            launches: start.launches,
            kernels_ns: start.kernels_ns,
            tuning: tuning.collect(),
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct KernelJson {
    /// The same in all recordings of the program: a hash of function, range and launch.
    pub(super) id: String,
    /// The full name as the programmer wrote it.
    pub(super) name: String,
    /// The name as the driver knows it.
    pub(super) symbol: String,
    /// The name without template arguments' insides, 80 characters at most;
    /// not unique.
    pub(super) short_name: String,
    /// The operators of PyTorch that a kernel of torch.compile fuses, from its name; empty for
    /// other kernels.
    pub(super) fuses: Vec<String>,
    /// The NVTX range around the launches, where ranges were asked for.
    pub(super) nvtx: Option<String>,
    /// How it was launched; several where configurations are merged.
    pub(super) configurations: Vec<Configuration>,
    /// Launches in the trace run; null without one.
    pub(super) launches_seen: Option<u64>,
    /// Launches whose counters were read.
    pub(super) launches_measured: u64,
    /// Unprofiled durations; null for a kernel that the trace run did not see.
    pub(super) durations: Option<DurationsJson>,
    /// Its part in the time of all kernels, from 0 to 1.
    pub(super) time_share: Option<f64>,
    /// The criteria as one number.
    pub(super) quality: QualityJson,
    /// What the cost model says a launch takes, in the mean; null when the weights
    /// have no prices.
    pub(super) predicted: Option<PredictedJson>,
    /// Its place by the time that all its launches should take. Only of emulated counts, which have
    /// no times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) predicted_order: Option<PlaceJson>,
    /// The least that a launch takes; only where an emulated run says what it needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) floor: Option<Floor>,
    /// Why its counts may be wrong: the emulated kernel used what a refused launch should have
    /// written. Absent for other kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after_refusal: Option<String>,
    /// The eleven criteria.
    #[schemars(with = "BTreeMap<String, CriterionJson>")]
    pub(super) criteria: Criteria,
    /// What to change in the kernel; null where the GPU is not described.
    pub(super) advice: Option<AdviceJson>,
}

/// A place among the kernels of a program.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PlaceJson {
    /// 1 plus the number of kernels that take longer with 90 % certainty.
    pub(super) place: usize,
    /// Whether the order with another kernel is less certain than that.
    pub(super) tied: bool,
    /// The probability that the first kernel takes longer; null for that one, and where a place is
    /// extrapolated.
    pub(super) certainty: Option<f64>,
}

/// A predicted time: made of counts of work, not of times.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PredictedJson {
    /// Nanoseconds; null where there is none.
    pub(super) ns: Option<f64>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The factors within which it is right in 80 and 95 % of cases, for programs that no fit has
    /// seen; null where that was not calibrated.
    pub(super) within: Option<[f64; 2]>,
    /// What it is made of, the largest share first.
    pub(super) parts: Vec<PartJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PartJson {
    /// The term of the cost model.
    pub(super) term: String,
    /// What it keeps busy.
    pub(super) resource: String,
    /// Its share; shares add up to 1.
    pub(super) share: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DurationsJson {
    pub(super) total_ns: u64,
    pub(super) min_ns: u64,
    pub(super) median_ns: u64,
    pub(super) max_ns: u64,
    /// The median of the launches whose counters were read, which a predicted time is of; null
    /// where none is known.
    pub(super) measured_ns: Option<u64>,
}

/// Whether there is a number.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StateJson {
    /// There is.
    Measured,
    /// The question does not arise.
    NotApplicable,
    /// The question arises, and the answer could not be had.
    Unavailable,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct QualityJson {
    pub(super) state: StateJson,
    /// From 0 to 1, 1 is best.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub(super) value: Option<f64>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The lower end of its 95 % interval, where the weights were fitted (of a kernel).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) low: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) high: Option<f64>,
    /// The weight of the criteria that went in over that of all (of a kernel).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) weight_covered: Option<f64>,
    /// Criteria that have a weight and no value (of a kernel).
    #[schemars(with = "Vec<String>")]
    pub(super) left_out: Vec<Criterion>,
    /// Over kernels (of the run).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) spread: Option<SpreadJson>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct SpreadJson {
    pub(super) min: f64,
    pub(super) median: f64,
    pub(super) max: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CriterionJson {
    pub(super) state: StateJson,
    /// From 0 to 1, 1 is best; the mean by unprofiled time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub(super) value: Option<f64>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    pub(super) scope: Scope,
    /// Over measured launches, of the run over kernels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) spread: Option<SpreadJson>,
    /// How many launches (of the run: kernels) have a value.
    pub(super) measured: usize,
    /// To how many the criterion does not apply.
    pub(super) not_applicable: usize,
    /// For how many it could not be measured.
    pub(super) unavailable: usize,
    /// Time that those with a value stand for, over all to which it applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_covered: Option<f64>,
    /// What went in, on the measured launch that ran longest.
    pub(super) inputs: Vec<InputJson>,
    /// What else to know about that launch.
    pub(super) notes: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InputJson {
    /// A counter's full name, or what the number is.
    pub(super) name: String,
    pub(super) number: f64,
    pub(super) source: SourceJson,
}

/// Where a number is from.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum SourceJson {
    /// A hardware or patched counter.
    Counter,
    /// The launch: grid, block, registers, shared memory.
    Launch,
    /// The GPU.
    Device,
    /// The trace run.
    Trace,
    /// Computed from the inputs above it.
    Derived,
}
