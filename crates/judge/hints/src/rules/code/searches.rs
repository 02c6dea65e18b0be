//! Threads that look through a table, entry by entry.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sass::Space;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::{LEAST_SHARE, at};
use crate::change::{Context, INSTRUCTIONS, Pair};
use crate::facts::{Facts, evidence};

/// Shorter searches have nothing to halve.
const LEAST_TURNS: f64 = 16.0;

/// A search, and how many entries the thread of a warp that searches longest looks at.
struct Search<'s> {
    ran: &'s Ran,
    space: Space,
    turns: f64,
}

impl Search<'_> {
    /// The part of its turns that halving would leave: a thread stops in the middle of the table, in the mean.
    fn left(&self) -> f64 {
        ((2.0 * self.turns).log2() + 1.0) / self.turns
    }
}

/// The searches of so many warps, each of which searches once at least, where the counts do not tell.
fn searches(sites: &[Ran], warps: f64) -> impl Iterator<Item = Search<'_>> {
    let all = sites.iter().filter_map(move |ran| match ran.site.what {
        What::Search { space } => {
            let entries = ran.entries.max(warps.min(ran.times)).max(1.0);
            Some(Search { ran, space, turns: ran.times / entries })
        }
        _ => None,
    });
    all.filter(|search| search.turns >= LEAST_TURNS)
}

/// A loop compares one entry of a table after the other with a value of the thread, until one fits.
pub(crate) fn search(facts: &Facts<'_>) -> Option<Finding> {
    let amounts: Vec<(&Ran, f64)> =
        searches(&facts.sites, facts.warps()).map(|one| (one.ran, one.ran.instructions)).collect();
    let in_loops: f64 = amounts.iter().map(|(_, amount)| amount).sum();
    let share = in_loops / facts.count(INST_EXECUTED)?.max(1.0);
    if share < LEAST_SHARE {
        return None;
    }
    let turns = searches(&facts.sites, facts.warps()).map(|one| one.turns).fold(0.0, f64::max);
    let mut finding = Finding::new(
        vec![
            evidence("entries that a warp looks at in a search", turns, [INST_EXECUTED]),
            evidence("these loops, share of all instructions", share.min(1.0), [INST_EXECUTED]),
        ],
        vec![
            "each thread compares the entries of a table with its own value, one after the other, until \
             one fits; a warp goes on as long as its slowest thread"
                .to_owned(),
        ],
        "if the table is sorted, or can be, use a binary search (thrust::lower_bound for a whole array), \
         or merge if the values are sorted too; if you look for an equal value, use an array of flags with \
         one for each value, or a hash table",
    );
    finding.at = at(facts, "instructions in searches", &amounts);
    Some(finding)
}

/// Each search halves what is left of its table.
pub(crate) fn halving(work: &Work, context: &Context<'_>) -> Pair {
    /// Lines that a warp asks for in a step: the threads look at the same entries at first. Chosen with
    /// three pairs (lab/hints.md).
    const LINES: f64 = 4.0;
    const GLOBAL: [&str; 4] = [GLOBAL_LOADS, GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTORS, GLOBAL_TAGS];
    const SPREAD: [&str; 3] = [GLOBAL_LOAD_SECTORS, GLOBAL_TAGS, DATA_WAVEFRONTS];
    const SPREAD_IN_SHARED: [&str; 2] = [EXACT_LOAD_WAVEFRONTS, DATA_WAVEFRONTS];
    let warps = work.shape.map_or(1.0, |shape| shape.warps);
    Pair::edited(work, |edit| {
        let (mut instructions, mut rounds) = (0.0, 0.0);
        for one in searches(context.sites, warps) {
            let gone = 1.0 - one.left();
            instructions += gone * one.ran.instructions;
            rounds += gone * one.ran.load_rounds;
            let (all, left) = (one.ran.times, one.left() * one.ran.times);
            let share = |of: f64| 1.0 - (gone * all / of.max(1.0)).min(0.95);
            let (of, accesses): (_, &[&str]) = match one.space {
                Space::Shared => (EXACT_SHARED_LOADS, &[EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS]),
                _ => (GLOBAL_LOADS, &GLOBAL),
            };
            edit.scale(accesses, share(edit.get(of)));
            edit.scale(&[DATA_WAVEFRONTS], share(edit.get(DATA_WAVEFRONTS)));
            let again = left * (LINES - 1.0);
            edit.add(if one.space == Space::Shared { &SPREAD_IN_SHARED } else { &SPREAD }, again);
        }
        let share = (instructions / edit.get(INST_EXECUTED).max(1.0)).min(0.98);
        edit.scale(&INSTRUCTIONS, 1.0 - share);
        edit.add(&[CODE_LOAD_ROUNDS], -rounds);
    })
}
