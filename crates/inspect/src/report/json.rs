//! JSON. The structures in `format.rs`, with those of the inspection that they hold, are the
//! format. Their JSON Schema is derived from them, printed by `propp inspect --schema`, and kept
//! in `docs/schema/inspect-1.schema.json`. Fields are added and never renamed; any other change
//! makes `propp.inspect/2`.

use super::format::{Document, EntryJson, FileJson, KernelJson, PlaceJson, PricesJson, SCHEMA};
use crate::files::{File, Part};
use crate::inspection::{Inspected, Inspection};
use propp_pace::{GLOBAL_LATENCY, NEAR_LATENCY, OTHER_LATENCY, READ_LATENCY};

/// The first `most` kernels.
pub fn render(inspection: &Inspection, most: usize) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        files: inspection.files.iter().map(file).collect(),
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

fn file(file: &File) -> FileJson<'_> {
    let entries = file.entries.iter().map(entry).collect();
    FileJson { name: &file.name, bytes: file.bytes, entries, skipped: &file.skipped }
}

fn entry(part: &Part) -> EntryJson {
    EntryJson {
        kind: part.kind.to_string(),
        architecture: part.target.map(|target| target.to_string()),
        ptx_version: part.ptx_version.map(|(major, minor)| format!("{major}.{minor}")),
        kernels: part.kernels,
        is_unlinked: part.is_unlinked,
    }
}

fn kernel(inspected: &Inspected) -> KernelJson<'_> {
    let kernel = &inspected.kernel;
    let places = kernel.places.iter().map(|place| PlaceJson {
        file: place.file,
        member: place.member.as_deref(),
        offset: place.offset,
    });
    KernelJson {
        name: &kernel.name.full,
        symbol: &kernel.name.symbol,
        architecture: kernel.target.to_string(),
        compiler: kernel.compiler.as_deref(),
        is_linked: kernel.is_linked,
        places: places.collect(),
        resources: &kernel.resources,
        occupancies: &inspected.occupancies,
        findings: &inspected.findings,
        code: &kernel.code,
    }
}
