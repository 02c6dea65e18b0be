//! JSON. The structures in `format.rs`, with those of the comparison that they hold, are the
//! format. Their JSON Schema is derived from them and their comments, printed by
//! `propp compare --schema`, and kept in `docs/schema/compare-1.schema.json`. Fields are added
//! and never renamed; any other change makes `propp.compare/2`.

use propp_judge_analysis::{KernelReport, Source};

use super::comparison::{Against, Comparison, PairedKernels};
use super::format::{AgainstJson, Document, KernelJson, RowJson, SCHEMA, SideJson};

pub fn json(comparison: &Comparison<'_>) -> Result<String, serde_json::Error> {
    let sides = comparison.sides.iter().enumerate();
    let document = Document {
        schema: SCHEMA,
        propp_version: env!("CARGO_PKG_VERSION"),
        gpus: comparison.gpus(),
        sides: sides
            .map(|(place, side)| SideJson {
                name: &side.name,
                recordings: side.listing.analysis.sources.iter().map(file).collect(),
                time: comparison.totals[place],
                quality: comparison.quality(place),
                kernels: side.kernels().len(),
            })
            .collect(),
        ranking: comparison.order.iter().map(|&s| comparison.sides[s].name.as_str()).collect(),
        comparisons: comparison.against.iter().map(|one| against(comparison, one)).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}

fn file(source: &Source) -> &str {
    &source.name
}

fn against<'a>(comparison: &'a Comparison<'a>, against: &'a Against) -> AgainstJson<'a> {
    AgainstJson {
        base: &comparison.sides[0].name,
        side: &comparison.sides[against.side].name,
        total: against.change,
        predicted: against.predicted,
        shares: against.shares,
        mover: against.mover,
        reasons: &against.reasons,
        kernels: against.rows.iter().map(|one| row(comparison, against.side, one)).collect(),
    }
}

fn row<'a>(comparison: &'a Comparison<'a>, side: usize, paired: &'a PairedKernels) -> RowJson<'a> {
    let at = |side: usize, place: Option<usize>| {
        place.map(|place| kernel(comparison.sides[side].kernels()[place]))
    };
    RowJson {
        before: at(0, paired.pair.a),
        after: at(side, paired.pair.b),
        aligned_by: paired.pair.how,
        change: paired.change,
        expected: paired.expected,
        predicted: paired.predicted,
        shares: paired.shares,
        reasons: &paired.reasons,
    }
}

fn kernel(report: &KernelReport) -> KernelJson<'_> {
    KernelJson {
        name: &report.name.full,
        nvtx: report.nvtx.as_deref(),
        launches: report.seen,
        total_ns: report.total_ns(),
    }
}
