//! A comparison for programs.
//!
//! The structures in `format.rs`, with those of the comparison that they hold, are the format. Their JSON Schema is derived from them,
//! published by `propp compare --schema`, and kept in `docs/schema/compare-1.schema.json`.
//! Fields are added, never renamed; anything else makes `propp.compare/2`.

use propp_analysis::{KernelReport, Source};

use super::format::{AgainstJson, Document, KernelJson, RowJson, SCHEMA, SideJson};
use super::{Against, Comparison, Row};

/// The comparison as indented JSON.
///
/// # Errors
/// If it cannot be written as JSON, which nothing it holds can bring about.
pub fn json(comparison: &Comparison) -> Result<String, serde_json::Error> {
    let sides = comparison.sides.iter().enumerate();
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        gpus: comparison.gpus(),
        sides: sides
            .map(|(place, side)| SideJson {
                name: &side.name,
                recordings: side.analysis.sources.iter().map(file).collect(),
                time: comparison.totals[place],
                quality: comparison.quality(place),
                kernels: side.analysis.kernels.len(),
            })
            .collect(),
        ranking: comparison.order.iter().map(|&s| comparison.sides[s].name.as_str()).collect(),
        comparisons: comparison.against.iter().map(|one| against(comparison, one)).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The JSON Schema of the comparison.
///
/// # Errors
/// As for [`json`].
pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}

fn file(source: &Source) -> &str {
    &source.name
}

fn against<'a>(comparison: &'a Comparison, of: &'a Against) -> AgainstJson<'a> {
    AgainstJson {
        base: &comparison.sides[0].name,
        side: &comparison.sides[of.side].name,
        total: of.change,
        mover: of.mover,
        reasons: &of.reasons,
        kernels: of.rows.iter().map(|one| row(comparison, of.side, one)).collect(),
    }
}

fn row<'a>(comparison: &'a Comparison, side: usize, of: &'a Row) -> RowJson<'a> {
    let at = |side: usize, place: Option<usize>| {
        place.map(|place| kernel(&comparison.sides[side].analysis.kernels[place]))
    };
    RowJson {
        before: at(0, of.pair.a),
        after: at(side, of.pair.b),
        aligned_by: of.pair.how,
        change: of.change,
        reasons: &of.reasons,
    }
}

fn kernel(of: &KernelReport) -> KernelJson<'_> {
    KernelJson {
        name: &of.name.full,
        nvtx: of.nvtx.as_deref(),
        launches: of.seen,
        total_ns: of.total_ns(),
    }
}
