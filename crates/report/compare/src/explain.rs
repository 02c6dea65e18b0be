//! What explains a difference between the times of two kernels.

use propp_base_model::counters::{DRAM_READ, DRAM_WRITTEN, INST_EXECUTED, L2_SECTORS_FROM_L1};
use propp_judge_analysis::{KernelReport, Scope};
use propp_judge_criteria::Criterion;
use schemars::JsonSchema;
use serde::Serialize;

use super::expected::Expected;
use super::time::Verdict;

/// The smallest change of a criterion that counts.
const MIN_CHANGE: f64 = 0.05;

/// The smallest factor of a count of work that counts.
const MIN_FACTOR: f64 = 1.1;

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "MovedJson")]
pub struct Moved {
    /// The criterion, or the work in words.
    pub what: String,
    /// Null where there was none.
    pub before: Option<f64>,
    /// Null where there is none.
    pub after: Option<f64>,
}

/// What changed together with the time, which is no proof that it changed the time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReasonsJson")]
pub struct Reasons {
    /// Criteria that moved the way the time did, the furthest first.
    #[serde(rename = "explained_by")]
    pub by: Vec<Moved>,
    /// Criteria that moved the other way.
    #[serde(rename = "moved_the_other_way")]
    pub against: Vec<Moved>,
    /// Criteria that apply to one side alone.
    #[serde(rename = "on_one_side_alone")]
    pub one_sided: Vec<Moved>,
    /// Criteria that changed where nothing tells which side is faster.
    pub changed: Vec<Moved>,
    /// Counts of work that changed by a tenth or more.
    #[serde(rename = "work_of_a_launch")]
    pub work: Vec<Moved>,
    /// What the cost model expects; null where it covers not both.
    #[serde(rename = "predicted_speedup")]
    pub predicted: Option<f64>,
}

impl Reasons {
    /// The reasons why one of two paired kernels is faster; what changed if that is unknown.
    /// Ties have none.
    pub fn for_pair(
        a: &KernelReport,
        b: &KernelReport,
        verdict: Option<Verdict>,
        expected: Option<Expected>,
    ) -> Self {
        let sign = match verdict {
            Some(Verdict::Faster) => Some(1.0),
            Some(Verdict::Slower) => Some(-1.0),
            Some(Verdict::Tie) => return Self::default(),
            None => None,
        };
        let predicted = expected.map(|expected| expected.speedup);
        let mut reasons = Self { predicted, work: work(a, b), ..Self::default() };
        for criterion in Criterion::ALL {
            let moved = Moved {
                what: criterion.name().to_owned(),
                before: value(a, criterion),
                after: value(b, criterion),
            };
            match (moved.before, moved.after) {
                (Some(before), Some(after)) if (after - before).abs() < MIN_CHANGE => {}
                (Some(before), Some(after)) => match sign {
                    None => reasons.changed.push(moved),
                    Some(sign) if (after - before) * sign > 0.0 => reasons.by.push(moved),
                    Some(_) => reasons.against.push(moved),
                },
                (None, None) => {}
                _ => reasons.one_sided.push(moved),
            }
        }
        let far = |moved: &Moved| (moved.after.unwrap_or(0.0) - moved.before.unwrap_or(0.0)).abs();
        for moved in [&mut reasons.by, &mut reasons.against, &mut reasons.changed] {
            moved.sort_by(|x, y| far(y).total_cmp(&far(x)));
        }
        reasons
    }
}

/// A kernel's own criterion; criteria of the run explain no kernel.
fn value(kernel: &KernelReport, criterion: Criterion) -> Option<f64> {
    let report = kernel.criteria.get(&criterion).filter(|r| r.scope == Scope::Kernel)?;
    report.aggregate.value.measured().map(|value| value.get())
}

fn work(a: &KernelReport, b: &KernelReport) -> Vec<Moved> {
    let counts: [(&str, &[&str]); 3] = [
        ("bytes of device memory", &[DRAM_READ, DRAM_WRITTEN]),
        ("sectors from L2", &[L2_SECTORS_FROM_L1]),
        ("warp instructions", &[INST_EXECUTED]),
    ];
    let sum = |kernel: &KernelReport, names: &[&str]| -> Option<f64> {
        // The mean over several configurations is the work of no launch.
        let [work] = kernel.work.as_slice() else { return None };
        names.iter().map(|name| work.counts.get(*name).copied()).sum()
    };
    let moved = counts.into_iter().filter_map(|(what, names)| {
        let (before, after) = (sum(a, names)?, sum(b, names)?);
        let factor = before.max(after) / before.min(after).max(1.0);
        let what = what.to_owned();
        (factor >= MIN_FACTOR).then_some(Moved { what, before: Some(before), after: Some(after) })
    });
    moved.collect()
}
