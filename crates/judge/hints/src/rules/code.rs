//! What stands in the code of a kernel: routines of many instructions, values that a loop keeps in memory,
//! locks, constants with an index of each thread, conversions to double precision.

use std::collections::BTreeMap;

use propp_base_model::counters::*;
use propp_code_lines::Place;
use propp_code_pace::Ran;
use propp_code_sass::Space;
use propp_code_sites::{Cost, Family, What};
use propp_judge_cost::Work;

use super::Finding;
use crate::At;
use crate::change::{Context, Edit, INSTRUCTIONS, Pair};
use crate::facts::{Facts, LANES, evidence};

/// Sites with a smaller share of the executed instructions are not worth a hint.
const LEAST_SHARE: f64 = 0.03;

/// The line that has most of what sites are about, by how much each has.
fn at(facts: &Facts<'_>, of: &'static str, amounts: &[(&Ran, f64)]) -> Option<At> {
    let all: f64 = amounts.iter().map(|(_, amount)| amount).sum();
    let mut of_lines: BTreeMap<_, Vec<(&Ran, f64)>> = BTreeMap::new();
    for (ran, amount) in amounts {
        let place = ran.site.line.as_ref();
        let offset = if place.is_none() { ran.site.offset } else { 0 };
        of_lines.entry((place, offset)).or_default().push((ran, *amount));
    }
    let sum = |line: &[(&Ran, f64)]| line.iter().map(|(_, amount)| amount).sum::<f64>();
    let line = of_lines.into_values().reduce(|a, b| if sum(&b) > sum(&a) { b } else { a })?;
    let share = sum(&line) / all;
    let (most, _) = line.into_iter().reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    let place = most.site.line.as_ref();
    Some(At {
        place: place.map(|line| Place { file: line.file.clone(), line: line.number }),
        function: facts.kernel.name.symbol.clone(),
        offset: u32::try_from(most.site.offset).ok()?,
        opcode: most.site.opcode.to_owned(),
        of,
        share,
        times: None,
        time_share: None,
    })
}

/// The routines that ran, with how often.
fn routines(sites: &[Ran]) -> impl Iterator<Item = (&'static propp_code_sites::Routine, &Ran)> {
    sites.iter().filter_map(|ran| match ran.site.what {
        What::Routine(routine) => Some((routine, ran)),
        _ => None,
    })
}

/// What is left of a routine where something cheaper stands in its place.
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
        Family::Integer => left(4.0, 2.0, 2.0, 0.0),
        Family::Power => left(3.0, 0.0, 3.0, 0.0),
        Family::Exponential | Family::Angle => left(3.0, 0.0, 2.0, 1.0),
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

/// Routines of many instructions.
pub(crate) fn expensive(facts: &Facts<'_>) -> Option<Finding> {
    let executed = facts.count(INST_EXECUTED)?.max(1.0);
    let mut of_calls: BTreeMap<&str, (Family, f64, f64)> = BTreeMap::new();
    let mut amounts = Vec::new();
    for (routine, ran) in routines(facts.sites) {
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
    let mut numbers =
        vec![evidence("share of all instructions", share.min(1.0), [INST_EXECUTED])];
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
    Pair::edited(work, |edit| {
        for (routine, ran) in routines(context.sites) {
            let (now, then) = (routine.cost, cheaper(routine.family, routine.cost));
            save(edit, ran.times, now, then);
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
            if space != Space::Shared && !loops.contains(&ran.site.body.as_slice()) {
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
    let state = State::of(facts.sites);
    let share = state.accesses() / facts.count(INST_EXECUTED)?.max(1.0);
    if share < LEAST_SHARE || state.turns < LEAST_TURNS {
        return None;
    }
    let is_state = |ran: &&Ran| matches!(ran.site.what, What::State { .. });
    let amounts: Vec<(&Ran, f64)> =
        facts.sites.iter().filter(is_state).map(|ran| (ran, ran.times)).collect();
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
        let tags = (state.stores + state.loads) / (edit.get(GLOBAL_STORES) + edit.get(GLOBAL_LOADS)).max(1.0);
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

/// Tries to take locks, and how often a warp comes to one: once, where the counts do not tell.
fn locks(sites: &[Ran], warps: f64) -> Option<[f64; 2]> {
    let locks = sites.iter().filter(|ran| ran.site.what == What::Lock);
    let sums = locks.fold([0.0; 2], |[tries, entries], ran| {
        let least = warps.min(ran.times);
        [tries + ran.times, entries + ran.entries.clamp(least, ran.times)]
    });
    (sums[0] > 0.0).then_some(sums)
}

/// Threads wait for each other at a lock.
pub(crate) fn lock(facts: &Facts<'_>) -> Option<Finding> {
    let [tries, entries] = locks(facts.sites, facts.warps())?;
    let is_lock = |ran: &&Ran| ran.site.what == What::Lock;
    let amounts: Vec<(&Ran, f64)> =
        facts.sites.iter().filter(is_lock).map(|ran| (ran, ran.times)).collect();
    let counters = [GLOBAL_ATOMICS, INST_EXECUTED];
    let mut finding = Finding::new(
        vec![evidence("tries of a warp to take it", tries / entries.max(1.0), counters)],
        vec![
            "threads wait in a loop until they take a lock: of a warp one thread after the other runs \
             what it guards, and threads of other warps wait as long"
                .to_owned(),
        ],
        "do without the lock: one atomic on what it guards (atomicAdd, atomicMin; two values packed into \
         64 bits; a compare-and-swap of the value itself), or combine in the warp or the block first \
         (sort, reduce by key), so that one thread writes each place",
    );
    finding.at = at(facts, "tries to take a lock", &amounts);
    Some(finding)
}

/// The threads of a warp run together what the lock guarded, with one atomic each that returns nothing.
pub(crate) fn without_lock(work: &Work, context: &Context<'_>) -> Pair {
    const ACCESSES: [&str; 7] = [
        DATA_WAVEFRONTS,
        GLOBAL_LOADS,
        GLOBAL_STORES,
        EXACT_SHARED_LOADS,
        EXACT_SHARED_STORES,
        LOCAL_BYTES,
        CODE_LOAD_ROUNDS,
    ];
    const ATOMICS: [&str; 5] = [
        GLOBAL_ATOMICS,
        L2_ATOMICS,
        L2_ATOMIC_REQUESTS,
        L2_ATOMIC_REQUESTS_MAX,
        GLOBAL_ATOMIC_SECTORS,
    ];
    const OF_THREADS: [&str; 3] = [L2_REDUCTIONS, L2_REDUCTION_REQUESTS, GLOBAL_REDUCTION_SECTORS];
    let warps = work.shape.map_or(1.0, |shape| shape.warps);
    let Some([_, entries]) = locks(context.sites, warps) else { return Pair::edited(work, |_| {}) };
    Pair::edited(work, |edit| {
        edit.scale(&INSTRUCTIONS, context.t_div);
        edit.scale(&ACCESSES, context.t_div);
        let tries = edit.get(L2_ATOMIC_REQUESTS).max(edit.get(GLOBAL_ATOMIC_SECTORS));
        edit.add(&[L2_REQUESTS, L2_SECTORS_FROM_L1], LANES * entries - tries);
        edit.scale(&ATOMICS, 0.0);
        edit.add(&[GLOBAL_REDUCTIONS], entries);
        edit.add(&OF_THREADS, LANES * entries);
    })
}

/// Constants whose index differs between threads, and how often a warp loads them.
fn indexed(sites: &[Ran]) -> f64 {
    let indexed = sites.iter().filter(|ran| ran.site.what == What::IndexedConstant);
    indexed.map(|ran| ran.times).sum()
}

/// Cycles that an SM takes for each distinct word of a load of constant memory: 2.0 on an H100.
const CYCLES_A_WORD: f64 = 2.0;

/// The most time that loads of constants take which the counts do not show: as if each thread asked for
/// another word.
pub(crate) fn most_of_constants(facts: &Facts<'_>) -> Option<f64> {
    let busy = facts.work.shape?.busy_sms.max(1.0);
    let cycles = indexed(facts.sites) / busy * CYCLES_A_WORD * LANES;
    let cycles_a_ns = facts.count(CYCLES_ELAPSED)? / facts.machine.sms / facts.now_ns()?;
    Some(cycles / cycles_a_ns)
}

/// Threads of a warp load different constants.
pub(crate) fn indexed_constants(facts: &Facts<'_>) -> Option<Finding> {
    let loads = indexed(facts.sites);
    let most = most_of_constants(facts).filter(|_| loads > 0.0)?;
    let now = facts.now_ns()?;
    if most < 0.1 * now {
        return None;
    }
    let is_it = |ran: &&Ran| ran.site.what == What::IndexedConstant;
    let amounts: Vec<(&Ran, f64)> =
        facts.sites.iter().filter(is_it).map(|ran| (ran, ran.times)).collect();
    let mut finding = Finding::new(
        vec![
            evidence("loads of a warp", loads / facts.warps().max(1.0), [INST_EXECUTED]),
            evidence("measured time, ns", now, ["trace"]),
            evidence("of this at most for these loads, ns", most.min(now), [CYCLES_ELAPSED]),
        ],
        vec![
            "constant memory serves one address of a warp after the other, and here the index depends on \
             the thread"
                .to_owned(),
        ],
        "put the table into shared memory (each block copies it once), or read it from global memory \
         through const __restrict__ pointers; constant memory pays where all threads of a warp read the \
         same word",
    );
    finding.at = at(facts, "constants loaded by an index of the thread", &amounts);
    Some(finding)
}

/// Nothing but what the counts show.
pub(crate) fn as_counted(work: &Work, _: &Context<'_>) -> Pair {
    Pair::edited(work, |_| {})
}

/// Conversions to double precision and back.
fn conversions(sites: &[Ran]) -> [f64; 2] {
    let times = |wanted: bool| {
        let is_it = |ran: &&Ran| ran.site.what == What::Conversion { to_double: wanted };
        sites.iter().filter(is_it).map(|ran| ran.times).sum()
    };
    [times(true), times(false)]
}

/// Single precision becomes double, is computed with, and becomes single again.
pub(crate) fn double_between(facts: &Facts<'_>) -> Option<Finding> {
    let [to, from] = conversions(facts.sites);
    let double = facts.count(PIPE_FP64)?;
    let share = (double + to + from) / facts.count(INST_EXECUTED)?.max(1.0);
    if to.min(from) <= 0.0 || share < LEAST_SHARE {
        return None;
    }
    let is_it = |ran: &&Ran| matches!(ran.site.what, What::Conversion { .. });
    let amounts: Vec<(&Ran, f64)> =
        facts.sites.iter().filter(is_it).map(|ran| (ran, ran.times)).collect();
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
