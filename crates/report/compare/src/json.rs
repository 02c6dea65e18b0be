//! JSON. The structures here, with those of the comparison that they hold, are the
//! format. Their JSON Schema is derived from them and their comments, printed by
//! `propp compare --schema`, and kept in `docs/schema/compare-1.schema.json`. Fields are added
//! and never renamed; any other change makes `propp.compare/2`.

use propp_judge_analysis::{Source, Steps};
use schemars::JsonSchema;
use serde::Serialize;

use super::comparison::{Against, Comparison};
use super::time::Estimate;

const SCHEMA: &str = "propp.compare/1";

/// Runs or implementations of CUDA kernels held against the first of them by propp.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "propp compare")]
struct Document<'a> {
    /// Always `propp.compare/1`.
    schema: &'static str,
    /// The version of propp that wrote this document.
    propp_version: &'static str,
    /// Names of the GPUs, each once; with several, times compare those, too.
    gpus: Vec<String>,
    /// In the order in which they were named; the first is what others are compared with.
    sides: Vec<SideJson<'a>>,
    /// Names of the sides, the fastest first; those without times and unrelated programs last.
    ranking: Vec<&'a str>,
    /// Each side but the first against the first.
    comparisons: &'a [Against<'a>],
}

/// One of the things compared.
#[derive(Serialize, JsonSchema)]
struct SideJson<'a> {
    /// What the user calls it.
    name: &'a str,
    /// The files that it was read from.
    recordings: Vec<&'a str>,
    /// Time in kernels, of a step or of the run; null without a trace run.
    time: Option<Estimate>,
    /// The quality metric of its kernels, each counting by its time, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    quality: Option<f64>,
    /// How many kernels it has: functions by configuration.
    kernels: usize,
    /// The steps that all times are of, one of them; null where they are of the run.
    step: Option<StepJson>,
}

/// A step of the program, the mean of those that are compared.
#[derive(Serialize, JsonSchema)]
struct StepJson {
    /// All steps of this kind.
    count: usize,
    /// The number of the first that is compared, from 1.
    first: usize,
    /// How many are compared.
    compared: usize,
    /// The name of the range that each step is (NVTX); null if propp found the steps by their kernels.
    range: Option<String>,
    /// From the first kernel of a step to the first of the next, in nanoseconds.
    ns: f64,
    /// The share of this time with a kernel running, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    busy: f64,
}

impl StepJson {
    fn of(steps: &Steps) -> Self {
        Self {
            count: steps.count,
            first: steps.first_reported,
            compared: steps.reported,
            range: steps.range.clone(),
            ns: steps.each_ns(),
            busy: steps.busy.get(),
        }
    }
}

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
                step: side.steps().map(StepJson::of),
            })
            .collect(),
        ranking: comparison.order.iter().map(|&s| comparison.sides[s].name.as_str()).collect(),
        comparisons: &comparison.against,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

pub fn schema() -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(&schemars::schema_for!(Document<'static>))? + "\n")
}

fn file(source: &Source) -> &str {
    &source.name
}
