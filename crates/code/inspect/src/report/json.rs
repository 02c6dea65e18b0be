//! JSON. The structures here, with those of the inspection that they hold, are the format
//! `propp.inspect/1`. Their JSON Schema is derived from them, printed by `propp inspect --schema`, and kept
//! in `docs/schema/inspect-1.schema.json`. Fields are added and never renamed; any other change
//! makes `propp.inspect/2`.

use propp_code_pace::{GLOBAL_LATENCY, NEAR_LATENCY, OTHER_LATENCY, READ_LATENCY};
use schemars::JsonSchema;
use serde::Serialize;

use crate::code::Code;
use crate::files::File;
use crate::findings::Finding;
use crate::inspection::{Inspected, Inspection};
use crate::kernel::Place;
use crate::occupancy::Occupancy;
use crate::resources::Resources;

const SCHEMA: &str = "propp.inspect/1";

/// Compiled kernels, read by propp from files without running them.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "propp inspect")]
struct Document<'a> {
    /// Always `propp.inspect/1`.
    schema: &'static str,
    /// The version of propp that wrote this document.
    propp_version: &'static str,
    files: &'a [File],
    prices: PricesJson,
    /// One for each architecture, in the order that was asked for.
    kernels: Vec<KernelJson<'a>>,
}

/// What the static prices assume, in cycles.
#[derive(Serialize, JsonSchema)]
struct PricesJson {
    global_latency: u32,
    shared_latency: u32,
    other_latency: u32,
    read_latency: u32,
}

/// A kernel for one architecture.
#[derive(Serialize, JsonSchema)]
struct KernelJson<'a> {
    /// With template arguments and parameters.
    name: &'a str,
    symbol: &'a str,
    /// Such as `sm_90a`.
    architecture: String,
    /// Version of the compiler, where the cubin says it.
    compiler: Option<&'a str>,
    /// False for code that is still to be linked (`-dc`): what it calls in other files is
    /// missing.
    is_linked: bool,
    /// Several if files, or members of an archive, hold the same code.
    places: &'a [Place],
    resources: &'a Resources,
    occupancies: &'a [Occupancy],
    /// The most conspicuous first.
    findings: &'a [Finding],
    code: &'a Code,
}

pub fn render(inspection: &Inspection, most: usize) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        files: &inspection.files,
        prices: PricesJson {
            global_latency: GLOBAL_LATENCY,
            shared_latency: NEAR_LATENCY,
            other_latency: OTHER_LATENCY,
            read_latency: READ_LATENCY,
        },
        kernels: inspection.kernels.iter().take(most).map(kernel).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}

fn kernel(inspected: &Inspected) -> KernelJson<'_> {
    let kernel = &inspected.kernel;
    KernelJson {
        name: &kernel.name.full,
        symbol: &kernel.name.symbol,
        architecture: kernel.target.to_string(),
        compiler: kernel.compiler.as_deref(),
        is_linked: kernel.is_linked,
        places: &kernel.places,
        resources: &kernel.resources,
        occupancies: &inspected.occupancies,
        findings: &inspected.findings,
        code: &kernel.code,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_published_schema_is_of_these_structures() {
        let published = include_str!("../../../../../docs/schema/inspect-1.schema.json");
        assert_eq!(super::schema().unwrap(), published);
    }
}
