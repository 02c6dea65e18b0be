//! The structures that are the format `propp.inspect/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::code::Code;
use crate::files::File;
use crate::findings::Finding;
use crate::kernel::Place;
use crate::occupancy::Occupancy;
use crate::resources::Resources;

pub(super) const SCHEMA: &str = "propp.inspect/1";

/// Compiled kernels, read by propp from files without running them.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "propp inspect")]
pub(super) struct Document<'a> {
    /// Always `propp.inspect/1`.
    pub(super) schema: &'static str,
    /// The version of propp that wrote this document.
    pub(super) propp_version: &'static str,
    pub(super) files: &'a [File],
    pub(super) prices: PricesJson,
    /// One for each architecture, in the order that was asked for.
    pub(super) kernels: Vec<KernelJson<'a>>,
}

/// What the static prices assume, in cycles.
#[derive(Serialize, JsonSchema)]
pub(super) struct PricesJson {
    pub(super) global_latency: u32,
    pub(super) shared_latency: u32,
    pub(super) other_latency: u32,
    pub(super) read_latency: u32,
}

/// A kernel for one architecture.
#[derive(Serialize, JsonSchema)]
pub(super) struct KernelJson<'a> {
    /// With template arguments and parameters.
    pub(super) name: &'a str,
    pub(super) symbol: &'a str,
    /// Such as `sm_90a`.
    pub(super) architecture: String,
    /// Version of the compiler, where the cubin says it.
    pub(super) compiler: Option<&'a str>,
    /// False for code that is still to be linked (`-dc`): what it calls in other files is
    /// missing.
    pub(super) is_linked: bool,
    /// Several if files, or members of an archive, hold the same code.
    pub(super) places: &'a [Place],
    pub(super) resources: &'a Resources,
    pub(super) occupancies: &'a [Occupancy],
    /// The most conspicuous first.
    pub(super) findings: &'a [Finding],
    pub(super) code: &'a Code,
}
