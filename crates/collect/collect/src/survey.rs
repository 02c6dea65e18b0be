//! The counters of one chip: which of the catalogue it has and which passes read them, as
//! NVIDIA's host library says. [`survey`] is for `propp metrics`, [`wanted_counters`] for
//! the count run.

use std::collections::BTreeSet;

use cupti_sys::{Error, Host};
use propp_base_model::counters::CYCLES_ACTIVE_AVG;
use propp_base_model::counters::{COUNTERS, Source, counter};
use propp_judge_criteria::Criterion;
use propp_judge_criteria::counters::plan::{Pass, Plan, Reason};
use propp_judge_criteria::counters::plan_passes;
use propp_judge_criteria::counters::ratios::{NOT_REPLAYED, Purpose, RATIOS, Ratio};
use propp_judge_criteria::peak_metric;
use serde::Serialize;

/// The counters of one chip, ready to be printed. The JSON form is public:
/// fields are added, never renamed.
#[derive(Clone, Debug, Serialize)]
pub struct Survey {
    pub schema: &'static str,
    /// Chip name as CUPTI spells it.
    pub chip: String,
    /// Version of the CUPTI that answered, 130001 for 13.0.
    pub cupti_version: u32,
    /// The passes that read both halves of every ratio in one run of the kernel.
    pub passes: Vec<PassRow>,
    /// The number of passes if CUPTI packs all counters as it likes.
    pub passes_in_one_set: usize,
    pub criteria: Vec<CriterionRow>,
    pub work: Vec<RatioRow>,
    /// Counters of the catalogue that the chip lacks.
    pub missing: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
pub struct PassRow {
    pub source: Source,
    pub counters: Vec<CounterRow>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CounterRow {
    pub name: &'static str,
    pub meaning: &'static str,
    /// Whether kernel replay reads the counter, too; the other ways always do.
    pub replayed: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct CriterionRow {
    pub criterion: Criterion,
    pub source: &'static str,
    pub ratios: Vec<RatioRow>,
}

/// One ratio of a criterion, or one count of work.
#[derive(Clone, Debug, Serialize)]
pub struct RatioRow {
    pub quantity: &'static str,
    /// Counters for the ratio on this chip; empty if the chip has none.
    pub counters: Vec<&'static str>,
    /// The pass that reads them, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

/// Asks the host library for all that `propp metrics` prints about a chip.
pub fn survey(host: &Host<'_>, cupti_version: u32) -> Result<Survey, Error> {
    let names: Vec<&'static str> = COUNTERS.iter().map(|counter| counter.name).collect();
    let missing = host.missing(&names)?;
    let plan = plan_for(host)?;
    let all: Vec<&str> = plan.counters().into_iter().collect();
    Ok(Survey {
        schema: "propp.metrics/1",
        chip: host.chip().to_owned(),
        cupti_version,
        passes: plan.passes.iter().map(PassRow::from_pass).collect(),
        passes_in_one_set: host.config(&all)?.passes,
        criteria: Criterion::ALL.iter().map(|c| criterion_row(*c, &plan)).collect(),
        work: ratio_rows(Purpose::Work, &plan),
        missing,
    })
}

/// The counters to read in each planned pass, and the peak of each pipe, a constant of
/// the chip that costs nothing to read.
///
/// The pass of patched code comes first, since CUPTI always runs it first (seen on an
/// H200).
pub fn wanted_counters(host: &Host<'_>) -> Result<Vec<Vec<String>>, Error> {
    let plan = plan_for(host)?;
    let pipes: BTreeSet<&str> = plan
        .placed
        .iter()
        .filter(|placed| placed.ratio.purpose == Purpose::Criterion(Criterion::Ci))
        .flat_map(|placed| placed.counters.iter().copied())
        .filter(|name| *name != CYCLES_ACTIVE_AVG)
        .collect();
    let peaks: Vec<String> = pipes.iter().map(|name| peak_metric(name)).collect();
    let peaks: Vec<&str> = peaks.iter().map(String::as_str).collect();
    let missing = host.missing(&peaks)?;
    let (patched, hardware): (Vec<&Pass>, Vec<&Pass>) =
        plan.passes.iter().partition(|pass| pass.source == Source::Patched);
    let counters = |pass: &&Pass| {
        let peaks = pass.counters.iter().filter(|name| pipes.contains(*name));
        let peaks = peaks.map(|name| peak_metric(name));
        let peaks = peaks.filter(|name| !missing.contains(&name.as_str()));
        pass.counters.iter().map(|name| (*name).to_owned()).chain(peaks).collect()
    };
    Ok(patched.iter().chain(&hardware).map(counters).collect())
}

fn plan_for(host: &Host<'_>) -> Result<Plan, Error> {
    let names: Vec<&'static str> = COUNTERS.iter().map(|counter| counter.name).collect();
    let missing = host.missing(&names)?;
    let absent: BTreeSet<&str> = missing.iter().copied().collect();
    plan_passes(RATIOS, &absent, |set| {
        let names: Vec<&str> = set.iter().copied().collect();
        host.config(&names).map(|config| config.passes)
    })
}

impl PassRow {
    fn from_pass(pass: &Pass) -> Self {
        let counters = pass
            .counters
            .iter()
            .filter_map(|name| counter(name))
            .map(|counter| CounterRow {
                name: counter.name,
                meaning: counter.meaning,
                replayed: !NOT_REPLAYED.contains(&counter.name),
            })
            .collect();
        Self { source: pass.source, counters }
    }
}

fn criterion_row(criterion: Criterion, plan: &Plan) -> CriterionRow {
    let ratios = ratio_rows(Purpose::Criterion(criterion), plan);
    CriterionRow { criterion, source: criterion.source(), ratios }
}

fn ratio_rows(purpose: Purpose, plan: &Plan) -> Vec<RatioRow> {
    RATIOS.iter().filter(|r| r.purpose == purpose).map(|r| ratio_row(r, plan)).collect()
}

fn ratio_row(ratio: &'static Ratio, plan: &Plan) -> RatioRow {
    let placed = plan.placed.iter().find(|placed| std::ptr::eq(placed.ratio, ratio));
    let left_out = plan.left_out.iter().find(|left| std::ptr::eq(left.ratio, ratio));
    RatioRow {
        quantity: ratio.quantity,
        counters: placed.map(|p| p.counters.to_vec()).unwrap_or_default(),
        pass: placed.map(|p| p.pass + 1),
        left_out: left_out.map(|left| describe(&left.reason)),
    }
}

fn describe(reason: &Reason) -> String {
    match reason {
        Reason::Missing(names) => format!("this chip has no {}", names.join(", ")),
        Reason::NeverTogether { passes } => format!("needs {passes} passes on this chip"),
        Reason::CostsAPass => "would cost a pass of its own".to_owned(),
    }
}
