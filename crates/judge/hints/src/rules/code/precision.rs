//! Single precision that is computed in double.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::routines::routines;
use super::{LEAST_SHARE, at, of_kind, times};
use crate::change::{Context, Pair};
use crate::facts::{Facts, evidence};

/// Conversions to double precision and back.
fn conversions(sites: &[Ran]) -> [f64; 2] {
    let to = of_kind(sites, |what| what == What::Conversion { to_double: true });
    let from = of_kind(sites, |what| what == What::Conversion { to_double: false });
    [times(&to), times(&from)]
}

/// Single precision becomes double, is computed with, and becomes single again.
pub(crate) fn double_between(facts: &Facts<'_>) -> Option<Finding> {
    let [to, from] = conversions(&facts.sites);
    let double = facts.count(PIPE_FP64)?;
    let share = (double + to + from) / facts.count(INST_EXECUTED)?.max(1.0);
    // A few conversions are of a kernel that needs double precision.
    const LEAST_CONVERTED: f64 = 0.005;
    if to.min(from) <= LEAST_CONVERTED * double || share < LEAST_SHARE {
        return None;
    }
    let amounts = of_kind(&facts.sites, |what| matches!(what, What::Conversion { .. }));
    let warps = facts.warps().max(1.0);
    let mut finding = Finding::new(
        vec![
            evidence("double precision and conversions, share of all instructions", share, [PIPE_FP64]),
            evidence("conversions to double of a warp", to / warps, [INST_EXECUTED]),
            evidence("conversions to single of a warp", from / warps, [INST_EXECUTED]),
        ],
        vec![
            "values of type float become double, are computed with, and become float again: a literal \
             without f (0.5 instead of 0.5f), a function for double (pow, sqrt, exp instead of powf, \
             sqrtf, expf), or a variable of type double"
                .to_owned(),
        ],
        "write literals with f, call the functions for float, and keep variables float where single \
         precision is enough",
    );
    finding.at = at(facts, "conversions between float and double", &amounts);
    Some(finding)
}

/// Single precision throughout: no conversions, and routines take about half as many instructions.
pub(crate) fn single_throughout(work: &Work, context: &Context<'_>) -> Pair {
    /// Instructions of a routine for float over those of the same for double.
    const FEWER: f64 = 0.5;
    /// Cycles that a warp waits for a conversion, and between operations that depend on each other: a
    /// double takes so many more.
    const CONVERSION_WAIT: f64 = 25.0;
    const LONGER: f64 = 3.0;
    Pair::edited(work, |edit| {
        let [to, from] = conversions(context.sites);
        let conversions = to + from;
        edit.add(&[PIPE_XU, INST_EXECUTED, INST_ISSUED], -conversions);
        edit.add(&[CODE_OTHER_WAITS], -CONVERSION_WAIT * conversions);
        for (routine, ran) in routines(context.sites) {
            let now = routine.cost;
            if now.fp64 >= 1.0 {
                let times = ran.times;
                edit.add(&[INST_EXECUTED, INST_ISSUED], -times * (1.0 - FEWER) * now.instructions);
                edit.add(&[CODE_ISSUE_DELAYS], -times * (1.0 - FEWER) * now.issue_delays);
                edit.add(&[PIPE_FP64], -times * (1.0 - FEWER) * now.fp64);
            }
        }
        let double = edit.get(PIPE_FP64);
        edit.add(&[PIPE_FMA], double);
        edit.set(PIPE_FP64, 0.0);
        edit.add(&[CODE_ISSUE_DELAYS], -LONGER * double);
    })
}
