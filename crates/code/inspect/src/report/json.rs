//! JSON. The structures in `format.rs`, with those of the inspection that they hold, are the
//! format. Their JSON Schema is derived from them, printed by `propp inspect --schema`, and kept
//! in `docs/schema/inspect-1.schema.json`. Fields are added and never renamed; any other change
//! makes `propp.inspect/2`.

use super::format::{Document, KernelJson, PricesJson, SCHEMA};
use crate::inspection::{Inspected, Inspection};
use propp_code_pace::{GLOBAL_LATENCY, NEAR_LATENCY, OTHER_LATENCY, READ_LATENCY};

/// The first `most` kernels.
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
