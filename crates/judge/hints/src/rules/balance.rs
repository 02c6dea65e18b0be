//! Work that lies unevenly.

use propp_base_model::counters::*;
use propp_judge_cost::{TERMS, Work};
use propp_judge_criteria::Criterion;

use super::Finding;
use super::warps::has_empty_lanes;
use crate::change::{Context, Pair};
use crate::facts::{Facts, evidence};

/// Quarters of an SM, which count instructions each for itself.
const QUARTERS: f64 = 4.0;

/// Instructions of the busiest quarter of an SM over those of the mean one.
fn instructions_max_over_mean(work: &Work, sms: f64) -> Option<f64> {
    let (all, most) = (work.counts.get(INST_EXECUTED)?, work.counts.get(INST_EXECUTED_MAX)?);
    (*all > 0.0).then(|| most * sms * QUARTERS / all)
}

/// SMs are not busy equally long, though each has a block.
pub(crate) fn uneven_sms(facts: &Facts<'_>) -> Option<Finding> {
    let balance = facts.criterion(Criterion::LbSm)?;
    if balance >= 0.9 || facts.blocks() < facts.machine.sms {
        return None;
    }
    let shape = facts.work.shape?;
    let uneven = instructions_max_over_mean(facts.work, facts.machine.sms);
    let cycles = [CYCLES_ACTIVE_AVG, CYCLES_ACTIVE_MAX];
    let instructions = [INST_EXECUTED_MAX, INST_EXECUTED];
    let mut numbers =
        vec![evidence("LB_SM: active cycles, mean SM over busiest SM", balance, cycles)];
    numbers.extend(uneven.map(|ratio| {
        evidence("instructions, busiest SM quarter over the mean", ratio, instructions)
    }));
    numbers.push(evidence("waves of blocks", shape.waves, ["grid", "block"]));
    let mut causes = Vec::new();
    if uneven.is_some_and(|ratio| ratio >= 1.5) {
        causes.push(
            "some blocks have far more work than others: the busiest SM executes many times \
             the instructions of the mean SM"
                .to_owned(),
        );
    } else {
        if shape.waves <= 4.0 {
            causes.push(format!(
                "the grid has {} wave{} of blocks, and the last wave does not fill the GPU",
                shape.waves,
                if shape.waves > 1.0 { "s" } else { "" }
            ));
        }
        causes.push("some blocks wait longer than others, for memory or for each other".to_owned());
    }
    Some(Finding::new(
        numbers,
        causes,
        "give every block the same work: split heavy blocks, let blocks take the next \
         piece from a counter (atomicAdd) until none is left, start the longest \
         pieces first; use a grid that is a multiple of the resident blocks of the \
         GPU",
    ))
}

/// The counts do not tell where the work lies, so the defect is put into the launch
/// that has it: as if so many SMs fewer were busy.
pub(crate) fn even_sms(work: &Work, context: &Context<'_>) -> Pair {
    let by_counts = instructions_max_over_mean(work, context.machine.sms).unwrap_or(f64::MAX);
    let uneven = (1.0 / context.lb_sm.max(1e-3)).min(by_counts).max(1.0);
    let mut pair = Pair::edited(work, |edit| edit.is_even = true);
    let model_knows = TERMS.iter().any(|term| term.counters.contains(&INST_EXECUTED_MAX));
    if let Some(shape) = pair.with.shape.as_mut().filter(|_| !model_knows) {
        shape.busy_sms = (shape.busy_sms / uneven).max(1.0);
        shape.resident_warps = (shape.resident_warps / uneven).max(1.0);
    }
    pair
}

/// Fewer warps are resident than fit and are there.
pub(crate) fn uneven_warps(facts: &Facts<'_>) -> Option<Finding> {
    let balance = facts.criterion(Criterion::LbW)?;
    if balance >= 0.7 || has_empty_lanes(facts) {
        return None;
    }
    let shape = facts.work.shape?;
    let each = facts.count(INST_EXECUTED)? / shape.warps.max(1.0);
    let is_short = shape.waves >= 2.0 && each < 200.0;
    // Of blocks of a warp `occupancy` tells.
    if is_short && facts.threads_per_block() <= 32.0 {
        return None;
    }
    // Between the two, mended pairs of the suite were no faster (lab/hints.md).
    if !is_short && balance >= 0.5 {
        return None;
    }
    let cause = if is_short {
        format!(
            "blocks are short: {each:.0} instructions per warp, so they end before their SM \
             is full again; the grid has {} waves",
            shape.waves
        )
    } else if facts.threads_per_block() >= 64.0 {
        "some warps of a block work far longer than the others, and the block occupies its \
         resources until its last warp ends"
            .to_owned()
    } else {
        "the last blocks run alone".to_owned()
    };
    let cycles = [WARPS_ACTIVE, CYCLES_ACTIVE_AVG];
    let remedy = if is_short {
        "let each thread process several elements: use a grid that just fills the GPU, and a \
         loop that steps by the number of all threads (grid-stride loop)"
    } else {
        "give the warps of a block equal work, or use smaller blocks, so that a slow warp \
         occupies fewer resources; sort the work by length"
    };
    Some(Finding::new(
        vec![
            evidence("LB_W: resident warps over possible warps", balance, cycles),
            evidence("instructions per warp", each, [INST_EXECUTED]),
            evidence("waves of blocks", shape.waves, ["grid", "block"]),
        ],
        vec![cause],
        remedy,
    ))
}

/// As many warps as fit, all the time; for short blocks, launched once.
pub(crate) fn full_sms(work: &Work, context: &Context<'_>) -> Pair {
    let mut pair = Pair::edited(work, |edit| {
        let each = work.shape.map_or(0.0, |shape| edit.get(INST_EXECUTED) / shape.warps.max(1.0));
        edit.shape(|shape| {
            if shape.waves >= 2.0 && each < 200.0 {
                shape.blocks = (shape.blocks / shape.waves).max(1.0);
                shape.warps = (shape.warps / shape.waves).max(shape.resident_warps);
                shape.waves = 1.0;
            }
        });
    });
    if let Some(shape) = &mut pair.with.shape {
        shape.resident_warps = (shape.resident_warps * context.lb_w).max(1.0);
    }
    pair
}
