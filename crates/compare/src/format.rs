//! The structures that are the format `propp.compare/1`.

use schemars::JsonSchema;
use serde::Serialize;

use super::How;

/// The format of the document.
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
    pub(super) time: Option<EstimateJson>,
    /// The quality metric of its kernels, each counting by its time, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub(super) quality: Option<f64>,
    /// How many kernels it has: functions by configuration.
    pub(super) kernels: usize,
}

/// A time and how sure it is.
#[derive(Serialize, JsonSchema)]
pub(super) struct EstimateJson {
    /// The median launch, or the sum of all launches for a side.
    pub(super) ns: f64,
    /// At least.
    pub(super) low_ns: f64,
    /// At most.
    pub(super) high_ns: f64,
    /// Launches that it rests on.
    pub(super) launches: u64,
}

/// Which of two is faster.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum VerdictJson {
    /// The second one.
    Faster,
    /// The intervals overlap.
    Tie,
    /// The first one.
    Slower,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ChangeJson {
    pub(super) verdict: VerdictJson,
    /// The time before by the time after.
    pub(super) speedup: f64,
    /// At least.
    pub(super) low: f64,
    /// At most.
    pub(super) high: f64,
    pub(super) before: EstimateJson,
    pub(super) after: EstimateJson,
}

/// A side against the first.
#[derive(Serialize, JsonSchema)]
pub(super) struct AgainstJson<'a> {
    /// Name of the first side.
    pub(super) base: &'a str,
    /// Name of this side.
    pub(super) side: &'a str,
    /// All kernels together; null where one of both has no times.
    pub(super) total: Option<ChangeJson>,
    /// Place of the kernel whose total time changed most, among `kernels`.
    pub(super) mover: Option<usize>,
    /// What explains the difference in that kernel.
    pub(super) reasons: ReasonsJson<'a>,
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
    pub(super) change: Option<ChangeJson>,
    pub(super) reasons: ReasonsJson<'a>,
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

/// What changed together with the time, which is no proof that it changed the time.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReasonsJson<'a> {
    /// Criteria that moved the way the time did, the furthest first.
    pub(super) explained_by: Vec<MovedJson<'a>>,
    /// Criteria that moved the other way.
    pub(super) moved_the_other_way: Vec<MovedJson<'a>>,
    /// Criteria that apply to one side alone.
    pub(super) on_one_side_alone: Vec<MovedJson<'a>>,
    /// Counts of work that changed by a tenth or more.
    pub(super) work_of_a_launch: Vec<MovedJson<'a>>,
    /// What the cost model expects; null where it covers not both.
    pub(super) predicted_speedup: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct MovedJson<'a> {
    /// The criterion, or the work in words.
    pub(super) what: &'a str,
    /// Null where there was none.
    pub(super) before: Option<f64>,
    /// Null where there is none.
    pub(super) after: Option<f64>,
}
