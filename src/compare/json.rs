//! A comparison for programs: `propp.compare/1`.

use serde::Serialize;

use crate::analysis::{KernelReport, Source};

use super::{Against, Change, Comparison, Estimate, How, Moved, Reasons, Row, Verdict};

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    propp_version: &'static str,
    gpus: Vec<String>,
    /// In the order in which they were named; the first is what others are compared with.
    sides: Vec<SideJson<'a>>,
    /// Names of the sides, the fastest first.
    ranking: Vec<&'a str>,
    comparisons: Vec<AgainstJson<'a>>,
}

#[derive(Serialize)]
struct SideJson<'a> {
    name: &'a str,
    recordings: Vec<&'a str>,
    time: Option<EstimateJson>,
    quality: Option<f64>,
    kernels: usize,
}

#[derive(Serialize)]
struct EstimateJson {
    ns: f64,
    low_ns: f64,
    high_ns: f64,
    launches: u64,
}

#[derive(Serialize)]
struct ChangeJson {
    verdict: &'static str,
    speedup: f64,
    low: f64,
    high: f64,
    before: EstimateJson,
    after: EstimateJson,
}

#[derive(Serialize)]
struct AgainstJson<'a> {
    base: &'a str,
    side: &'a str,
    /// All kernels together.
    total: Option<ChangeJson>,
    /// Place of the kernel whose total time changed most, among `kernels`.
    mover: Option<usize>,
    /// What explains the difference in that kernel.
    reasons: ReasonsJson<'a>,
    kernels: Vec<RowJson<'a>>,
}

#[derive(Serialize)]
struct RowJson<'a> {
    before: Option<KernelJson<'a>>,
    after: Option<KernelJson<'a>>,
    aligned_by: How,
    /// Of a launch.
    change: Option<ChangeJson>,
    reasons: ReasonsJson<'a>,
}

#[derive(Serialize)]
struct KernelJson<'a> {
    name: &'a str,
    nvtx: Option<&'a str>,
    launches: Option<u64>,
    total_ns: u64,
}

#[derive(Serialize)]
struct ReasonsJson<'a> {
    explained_by: Vec<MovedJson<'a>>,
    moved_the_other_way: Vec<MovedJson<'a>>,
    on_one_side_alone: Vec<MovedJson<'a>>,
    work_of_a_launch: Vec<MovedJson<'a>>,
    predicted_speedup: Option<f64>,
}

#[derive(Serialize)]
struct MovedJson<'a> {
    what: &'a str,
    before: Option<f64>,
    after: Option<f64>,
}

/// The comparison as indented JSON.
///
/// # Errors
/// If it cannot be written as JSON, which nothing it holds can bring about.
pub fn json(comparison: &Comparison) -> Result<String, serde_json::Error> {
    let sides = comparison.sides.iter().enumerate();
    let document = Document {
        schema: "propp.compare/1",
        propp_version: env!("CARGO_PKG_VERSION"),
        gpus: comparison.gpus(),
        sides: sides
            .map(|(place, side)| SideJson {
                name: &side.name,
                recordings: side.analysis.sources.iter().map(file).collect(),
                time: comparison.totals[place].map(estimate),
                quality: comparison.quality(place),
                kernels: side.analysis.kernels.len(),
            })
            .collect(),
        ranking: comparison.order.iter().map(|&s| comparison.sides[s].name.as_str()).collect(),
        comparisons: comparison.against.iter().map(|one| against(comparison, one)).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn file(source: &Source) -> &str {
    &source.name
}

fn estimate(of: Estimate) -> EstimateJson {
    let Estimate { ns, low_ns, high_ns, launches } = of;
    EstimateJson { ns, low_ns, high_ns, launches }
}

fn change(of: Change) -> ChangeJson {
    ChangeJson {
        verdict: match of.verdict {
            Verdict::Faster => "faster",
            Verdict::Tie => "tie",
            Verdict::Slower => "slower",
        },
        speedup: of.speedup,
        low: of.low,
        high: of.high,
        before: estimate(of.before),
        after: estimate(of.after),
    }
}

fn against<'a>(comparison: &'a Comparison, of: &'a Against) -> AgainstJson<'a> {
    AgainstJson {
        base: &comparison.sides[0].name,
        side: &comparison.sides[of.side].name,
        total: of.change.map(change),
        mover: of.mover,
        reasons: reasons(&of.reasons),
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
        change: of.change.map(change),
        reasons: reasons(&of.reasons),
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

fn reasons(of: &Reasons) -> ReasonsJson<'_> {
    ReasonsJson {
        explained_by: moved(&of.by),
        moved_the_other_way: moved(&of.against),
        on_one_side_alone: moved(&of.one_sided),
        work_of_a_launch: moved(&of.work),
        predicted_speedup: of.predicted,
    }
}

fn moved(of: &[Moved]) -> Vec<MovedJson<'_>> {
    of.iter()
        .map(|one| MovedJson { what: &one.what, before: one.before, after: one.after })
        .collect()
}
