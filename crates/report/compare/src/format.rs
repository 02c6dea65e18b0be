//! The structures that are the format `propp.compare/1`.

use schemars::JsonSchema;
use serde::Serialize;

use super::align::How;
use super::expected::Expected;
use super::explain::Reasons;
use super::predicted::Predicted;
use super::shares::Shares;
use super::time::{Change, Estimate};

pub(super) const SCHEMA: &str = "propp.compare/1";

/// Runs or implementations of CUDA kernels held against the first of them by propp.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "propp compare")]
pub(super) struct Document<'a> {
    /// Always `propp.compare/1`.
    pub(super) schema: &'static str,
    /// The version of propp that wrote this document.
    pub(super) propp_version: &'static str,
    /// Names of the GPUs, each once; with several, times compare those, too.
    pub(super) gpus: Vec<String>,
    /// In the order in which they were named; the first is what others are compared with.
    pub(super) sides: Vec<SideJson<'a>>,
    /// Names of the sides, the fastest first; those without times last.
    pub(super) ranking: Vec<&'a str>,
    /// Each side but the first against the first.
    pub(super) comparisons: Vec<AgainstJson<'a>>,
}

/// One of the things compared.
#[derive(Serialize, JsonSchema)]
pub(super) struct SideJson<'a> {
    /// What the user calls it.
    pub(super) name: &'a str,
    /// The files that it was read from.
    pub(super) recordings: Vec<&'a str>,
    /// Time in kernels; null without a trace run.
    pub(super) time: Option<Estimate>,
    /// The quality metric of its kernels, each counting by its time, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub(super) quality: Option<f64>,
    /// How many kernels it has: functions by configuration.
    pub(super) kernels: usize,
}

/// A side against the first.
#[derive(Serialize, JsonSchema)]
pub(super) struct AgainstJson<'a> {
    /// Name of the first side.
    pub(super) base: &'a str,
    /// Name of this side.
    pub(super) side: &'a str,
    /// All kernels together; null where one of both has no times.
    pub(super) total: Option<Change>,
    /// All kernels together; only of two emulated programs, and null where a kernel has no prediction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) predicted: Option<Predicted>,
    /// What of the change is the GPU's; only of sides that ran on different GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shares: Option<Shares>,
    /// Place of the kernel whose total time changed most, among `kernels`; null without times.
    pub(super) mover: Option<usize>,
    /// What explains the difference in that kernel.
    pub(super) reasons: &'a Reasons,
    /// Kernel by kernel, those of most time first.
    pub(super) kernels: Vec<RowJson<'a>>,
}

/// A kernel of the first side and the one in its place.
#[derive(Serialize, JsonSchema)]
pub(super) struct RowJson<'a> {
    /// The first side's; null for one that is new.
    pub(super) before: Option<KernelJson<'a>>,
    /// The other's; null for one that is gone.
    pub(super) after: Option<KernelJson<'a>>,
    /// Why they belong together.
    pub(super) aligned_by: How,
    /// Of a launch; null without times of both.
    pub(super) change: Option<Change>,
    /// By the cost model, without times; null where it covers not both.
    pub(super) expected: Option<Expected>,
    /// Of a launch, and only of kernels that both were emulated: which should be faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) predicted: Option<Predicted>,
    /// What of the change is the GPU's; only of sides that ran on different GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) shares: Option<Shares>,
    pub(super) reasons: &'a Reasons,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct KernelJson<'a> {
    /// The full name as the programmer wrote it.
    pub(super) name: &'a str,
    /// The NVTX range around the launches, where ranges were asked for.
    pub(super) nvtx: Option<&'a str>,
    /// Launches in the trace run; null without one.
    pub(super) launches: Option<u64>,
    /// All of them, in nanoseconds.
    pub(super) total_ns: u64,
}
