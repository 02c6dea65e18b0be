//! Routines of many instructions: divisions, powers, exponentials, sines.

use std::collections::BTreeMap;

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::{Cost, Family, Routine, What};
use propp_judge_cost::Work;

use super::super::Finding;
use super::{LEAST_SHARE, at};
use crate::change::{Context, Edit, Pair};
use crate::facts::{Facts, evidence};

/// The routines that ran, with how often.
pub(super) fn routines(sites: &[Ran]) -> impl Iterator<Item = (&'static Routine, &Ran)> {
    sites.iter().filter_map(|ran| match ran.site.what {
        What::Routine(routine) => Some((routine, ran)),
        _ => None,
    })
}

/// What is left of a routine where something cheaper stands in its place. Chosen with the pairs of
/// lab/hints.md in view.
fn cheaper(family: Family, now: Cost) -> Cost {
    let left = |instructions: f64, alu: f64, fma: f64, xu: f64| Cost {
        instructions,
        alu,
        fma,
        xu,
        issue_delays: 4.0 * instructions,
        other_waits: 20.0 * xu,
        fp64: 0.0,
    };
    match family {
        Family::Integer => left(8.0, 4.0, 4.0, 0.0),
        Family::Power => left(6.0, 0.0, 6.0, 0.0),
        Family::Exponential | Family::Angle => left(4.0, 1.0, 2.0, 1.0),
        Family::FarAngle => left(8.0, 2.0, 6.0, 0.0),
        Family::Remainder => left(6.0, 1.0, 3.0, 1.0),
        Family::Exact => left(2.0, 0.0, 1.0, 1.0),
        Family::Double => Cost { fp64: 1.0, ..left(1.0, 0.0, 0.0, 0.0) },
        Family::Special => Cost {
            instructions: 0.5 * now.instructions,
            alu: 0.5 * now.alu,
            fma: 0.5 * now.fma,
            fp64: 0.5 * now.fp64,
            xu: 0.5 * now.xu,
            issue_delays: 0.5 * now.issue_delays,
            other_waits: 0.5 * now.other_waits,
        },
    }
}

/// What to write instead of a routine.
fn instead(family: Family) -> &'static str {
    match family {
        Family::Integer => {
            "divide by a constant where you can (a template parameter: the compiler multiplies instead), \
             use a mask or a shift for a power of two, 32 bits where the values fit, a multiplication by \
             a reciprocal computed once, or count coordinates up instead of dividing an index (a grid of \
             two or three dimensions has them)"
        }
        Family::Power => {
            "write small whole powers as products (x * x * x), a power of one half as a root, and 2^x \
             as exp2f; compute what does not depend on the loop before it; __powf where its accuracy \
             is enough"
        }
        Family::Exponential => {
            "compute values that are used again once: before the loop, in a table, or on the host; \
             use __expf and __logf (or -use_fast_math) where their accuracy is enough"
        }
        Family::Angle => {
            "compute angles that are used again once: before the loop, in a table, or by a recurrence; \
             use __sinf and __cosf for small angles where their accuracy is enough, sinpif for \
             multiples of pi"
        }
        Family::FarAngle => {
            "keep the angle small: take off whole turns where it is computed (a phase between 0 and 1 \
             and sinpif), before it passes 105615"
        }
        Family::Remainder => "use x - y * truncf(x / y), or keep a running index that wraps around",
        Family::Special => "a table or a polynomial that is accurate enough for its range",
        Family::Exact => {
            "use rsqrtf, a multiplication by a reciprocal computed once, or __fdividef \
             (-prec-div=false, -prec-sqrt=false) where their accuracy is enough"
        }
        Family::Double => "multiply by a reciprocal computed once, or use single precision",
    }
}

/// Routines of many instructions have a share of what is executed.
pub(crate) fn expensive(facts: &Facts<'_>) -> Option<Finding> {
    let executed = facts.count(INST_EXECUTED)?.max(1.0);
    let mut of_calls: BTreeMap<&str, (Family, f64, f64)> = BTreeMap::new();
    let mut amounts = Vec::new();
    for (routine, ran) in routines(&facts.sites) {
        let instructions = ran.times * routine.cost.instructions;
        amounts.push((ran, instructions));
        let sum = of_calls.entry(routine.call).or_insert((routine.family, 0.0, 0.0));
        (sum.1, sum.2) = (sum.1 + ran.times, sum.2 + instructions);
    }
    let share = amounts.iter().map(|(_, amount)| amount).sum::<f64>() / executed;
    if share < LEAST_SHARE {
        return None;
    }
    let mut calls: Vec<(&str, (Family, f64, f64))> = of_calls.into_iter().collect();
    calls.sort_by(|a, b| b.1.2.total_cmp(&a.1.2));
    calls.retain(|(_, (.., instructions))| *instructions >= 0.1 * share * executed);
    let warps = facts.warps().max(1.0);
    let mut numbers = vec![evidence("share of all instructions", share.min(1.0), [INST_EXECUTED])];
    let mut causes = Vec::new();
    let mut remedies: Vec<&str> = Vec::new();
    for (call, (family, times, instructions)) in calls {
        numbers.push(evidence(format!("{call}, runs of a warp"), times / warps, [INST_EXECUTED]));
        causes.push(format!("{call} takes about {:.0} instructions", instructions / times));
        if !remedies.contains(&instead(family)) {
            remedies.push(instead(family));
        }
    }
    let mut finding = Finding::new(numbers, causes, remedies.join("; "));
    finding.at = at(facts, "instructions of such routines", &amounts);
    Some(finding)
}

/// Something cheaper stands in the place of each routine.
pub(crate) fn cheaper_routines(work: &Work, context: &Context<'_>) -> Pair {
    /// Something of a kernel is left.
    const MOST: f64 = 0.9;
    Pair::edited(work, |edit| {
        let all: f64 = routines(context.sites)
            .map(|(routine, ran)| ran.times * routine.cost.instructions)
            .sum();
        let part = (MOST * edit.get(INST_EXECUTED) / all.max(1.0)).min(1.0);
        for (routine, ran) in routines(context.sites) {
            let (now, then) = (routine.cost, cheaper(routine.family, routine.cost));
            save(edit, part * ran.times, now, then);
        }
    })
}

fn save(edit: &mut Edit, times: f64, now: Cost, then: Cost) {
    let instructions: &[&str] = &[INST_EXECUTED, INST_ISSUED];
    for (names, saved) in [
        (instructions, now.instructions - then.instructions),
        (&[PIPE_ALU] as &[&str], now.alu - then.alu),
        (&[PIPE_FMA], now.fma - then.fma),
        (&[PIPE_FP64], now.fp64 - then.fp64),
        (&[PIPE_XU], now.xu - then.xu),
        (&[CODE_ISSUE_DELAYS], now.issue_delays - then.issue_delays),
        (&[CODE_OTHER_WAITS], now.other_waits - then.other_waits),
    ] {
        edit.add(names, -times * saved.max(0.0));
    }
}
