//! Values that a loop keeps in memory.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sass::Space;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::{LEAST_SHARE, at, of_kind};
use crate::change::{Context, Edit, Pair};
use crate::facts::{Facts, evidence};

/// A value that a loop keeps in memory: what its accesses add up to.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    stores: f64,
    loads: f64,
    shared_stores: f64,
    shared_loads: f64,
    /// How often a warp waited for a load in these loops.
    load_rounds: f64,
    /// Turns of the loop, of the store with most.
    turns: f64,
}

impl State {
    fn of(sites: &[Ran]) -> Self {
        let mut all = Self::default();
        let mut loops: Vec<&[usize]> = Vec::new();
        for ran in sites {
            let What::State { space, is_store } = ran.site.what else { continue };
            // Of each time that the loop runs, one store is needed.
            let in_vain = (ran.times - ran.entries).max(0.0);
            match (space == Space::Shared, is_store) {
                (false, true) => all.stores += in_vain,
                (false, false) => all.loads += in_vain,
                (true, true) => all.shared_stores += in_vain,
                (true, false) => all.shared_loads += in_vain,
            }
            all.turns = all.turns.max(ran.times / ran.entries.max(1.0));
            if space != Space::Shared && !loops.contains(&&*ran.site.body) {
                loops.push(&ran.site.body);
                all.load_rounds += ran.load_rounds;
            }
        }
        all
    }

    fn accesses(&self) -> f64 {
        self.stores + self.loads + self.shared_stores + self.shared_loads
    }
}

/// A loop stores to one address in each turn.
pub(crate) fn state_in_memory(facts: &Facts<'_>) -> Option<Finding> {
    /// Shorter loops have nothing to keep.
    const LEAST_TURNS: f64 = 3.0;
    let state = State::of(&facts.sites);
    let share = state.accesses() / facts.count(INST_EXECUTED)?.max(1.0);
    if share < LEAST_SHARE || state.turns < LEAST_TURNS {
        return None;
    }
    let amounts = of_kind(&facts.sites, |what| matches!(what, What::State { .. }));
    let is_shared = state.shared_stores > state.stores;
    let mut finding = Finding::new(
        vec![
            evidence("accesses to such places, share of all instructions", share, [INST_EXECUTED]),
            evidence("turns of the loop", state.turns, [INST_EXECUTED]),
        ],
        vec![format!(
            "a loop stores to the same address of {} memory in each turn: the compiler cannot keep the \
             value in a register, because other pointers might point there, or it is volatile; loads of \
             the next turn wait for the store",
            if is_shared { "shared" } else { "global" }
        )],
        "keep the value in a local variable: load it before the loop, store it once behind the loop; \
         or declare the pointers __restrict__",
    );
    finding.at = at(facts, "accesses to the same place in each turn of a loop", &amounts);
    Some(finding)
}

/// A register has the value, and loads of the next turns go out before it is there.
pub(crate) fn in_a_register(work: &Work, context: &Context<'_>) -> Pair {
    /// Turns whose loads go out together: the compiler unrolls loops by four.
    const TOGETHER: f64 = 4.0;
    /// Cycles that a warp waits for a load of shared memory.
    const SHARED_WAIT: f64 = 30.0;
    let state = State::of(context.sites);
    Pair::edited(work, |edit| {
        let share = |edit: &Edit, of: f64, name: &str| (of / edit.get(name).max(1.0)).min(0.95);
        let (stored, loaded) =
            (share(edit, state.stores, GLOBAL_STORES), share(edit, state.loads, GLOBAL_LOADS));
        let sectors = stored * edit.get(GLOBAL_STORE_SECTORS);
        let tags = (state.stores + state.loads)
            / (edit.get(GLOBAL_STORES) + edit.get(GLOBAL_LOADS)).max(1.0);
        let rounds = edit.get(CODE_LOAD_ROUNDS);
        edit.scale(&[GLOBAL_STORES, GLOBAL_STORE_SECTORS, GLOBAL_STORE_BYTES], 1.0 - stored);
        edit.scale(&[GLOBAL_LOADS, GLOBAL_LOAD_SECTORS, GLOBAL_LOAD_BYTES], 1.0 - loaded);
        edit.scale(&[GLOBAL_TAGS], 1.0 - tags.min(0.95));
        edit.add(&[L2_SECTORS_FROM_L1], -sectors);
        edit.add(&[L2_REQUESTS], -sectors / 4.0);
        let accesses = state.accesses();
        edit.add(&[INST_EXECUTED, INST_ISSUED, PIPE_LSU, DATA_WAVEFRONTS], -accesses);
        edit.set(CODE_LOAD_ROUNDS, rounds - state.load_rounds * (1.0 - 1.0 / TOGETHER));
        edit.add(&[EXACT_SHARED_STORES, EXACT_STORE_WAVEFRONTS], -state.shared_stores);
        edit.add(&[EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS], -state.shared_loads);
        edit.add(&[CODE_OTHER_WAITS], -SHARED_WAIT * state.shared_loads);
    })
}
