//! Which loops of a program are its steps.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::anchors::by_copies;
use crate::boundaries::{Sequence, placed};
use crate::cycles::Program;
use crate::fold::folded;
use crate::nested::{Loop, end, innermost, loops};
use crate::regular::{accumulated, singly};
use crate::sites::Sites;
use crate::source::by_source;
use crate::stretch::{alike, bag, gap};
use crate::tuning::{benchmarks, tuning};
use crate::turns::in_turns;
use crate::{Before, FEWEST, HALF, Launch, MOST_KINDS, Steps, UNTIL_THE_END, names};

/// The launches of one kind of steps, of all launches that are not an autotuner's.
const LEAST_SHARE: f64 = 0.05;

/// How many times more launches are in the steps that are preferred.
const MORE: f64 = 1.2;

/// The share of launches that shorter steps cover as well.
const AS_MUCH: f64 = 0.9;

/// How many times more the shorter steps may be: a step that is a little different each time, and
/// not the layers of one.
const LEAST_FINER: f64 = 1.5;
const MOST_FINER: f64 = 6.0;

/// Steps that are compared with the one before.
const COMPARED: usize = 200;

/// The operations that shorter steps have in common.
const SAME: f64 = 0.9;

/// The kernels that steps have in common by name, and steps between copies.
const ALIKE: f64 = 0.8;

/// Less in common with a step of the kind: something else.
const UNLIKE: f64 = 0.5;

/// Without a wait or a gap between them, this many repetitions are steps: a model has fewer layers.
const SURELY: usize = 16;

/// The same of a loop with products of matrices, unless the program consists of it.
const MOST_LAYERS: usize = 64;
const NEARLY_ALL: f64 = 0.9;

/// Fewer steps of fewer launches may be layers of a model.
const FEW: usize = 8;
const LONG: usize = 64;

/// Steps with so few launches are very short.
const VERY_SHORT: usize = 3;

/// How many times longer the GPU waits between steps than within, in the middle.
const LONGER: f64 = 2.0;

pub(crate) fn find(launches: &[Launch], names: &[&str], sites: &Sites) -> Vec<Steps> {
    // What an autotuner launches may come in the middle of a step, and is no part of it.
    let is_tuning = tuning(launches, names);
    let kept: Vec<usize> = (0..launches.len()).filter(|&place| !is_tuning[place]).collect();
    let mut before = Before::default();
    let mut others = Vec::with_capacity(kept.len());
    for (launch, is_tuning) in launches.iter().zip(is_tuning) {
        before.waited |= launch.before.waited;
        before.copied_in |= launch.before.copied_in;
        if !is_tuning {
            others.push(Launch { before: std::mem::take(&mut before), ..*launch });
        }
    }
    let mut found = without_tuning(&others, names, sites);
    for steps in &mut found {
        steps.begins.iter_mut().for_each(|begin| *begin = kept[*begin]);
        steps.ends.iter_mut().for_each(|end| *end = kept[*end - 1] + 1);
    }
    found
}

fn without_tuning(launches: &[Launch], names: &[&str], sites: &Sites) -> Vec<Steps> {
    let is_benchmark = benchmarks(launches, names);
    let of_benchmarks = names.len() as u32;
    let name = |(launch, is): (&Launch, &bool)| if *is { of_benchmarks } else { launch.name };
    let exact: Vec<u32> = launches.iter().zip(&is_benchmark).map(name).collect();
    // Libraries choose another kernel for another size: what is the same operation counts as equal.
    let operations = names::operations(names);
    let operation = |&name: &u32| operations.get(name as usize).copied().unwrap_or(name);
    let coarse: Vec<u32> = exact.iter().map(operation).collect();
    // Requests of few operations are told apart by the waits between them.
    let others = of_benchmarks + 1;
    let is_marked = |launch: &Launch| launch.before.waited || launch.before.copied_in;
    let marked = |(&symbol, launch): (&u32, &Launch)| {
        if is_marked(launch) { symbol + others } else { symbol }
    };
    let separated: Vec<u32> = coarse.iter().zip(launches).map(marked).collect();
    let of_launches = |is: &[bool]| -> Vec<bool> {
        launches.iter().map(|launch| is.get(launch.name as usize) == Some(&true)).collect()
    };
    let is_update: Vec<bool> = names.iter().map(|name| names::is_update(name)).collect();
    let is_update = of_launches(&is_update);
    let updates = |step: Range<usize>| is_update[step].contains(&true);
    let is_layer: Vec<bool> = names.iter().map(|name| names::is_layer(name)).collect();
    let program = Program {
        symbols: &exact,
        launches,
        is_update: &is_update,
        is_layer: &of_launches(&is_layer),
    };
    let steps = |symbols: &[u32]| attempt(symbols, &program, &updates, &is_benchmark);
    let mut best = steps(&exact);
    let others = [&coarse, &separated].into_iter().filter(|symbols| **symbols != exact);
    for symbols in others {
        let other = steps(symbols);
        if is_better(&other, &best, [&exact, &coarse], &updates) {
            best = other;
        }
    }
    let best = divided_in_turns(best, &coarse, launches, &updates);
    let best = by_copies(best, [&exact, &coarse], launches, &updates);
    let best = best.into_iter().map(|steps| singly(accumulated(steps, &exact, &updates), &exact));
    let is_pass: Vec<bool> = names.iter().map(|name| names::is_pass(name)).collect();
    let is_pass = of_launches(&is_pass);
    let passes = |step: Range<usize>| is_pass[step].iter().filter(|is| **is).count();
    let is_call = |steps: &Steps| {
        let asked = steps.begins.iter().filter(|&&begin| is_marked(&launches[begin])).count();
        let of_passes: usize = steps.each().map(passes).sum();
        2 * asked < steps.count() && 2 * of_passes > steps.launches()
    };
    let is_kept = |steps: &Steps| !is_call(steps) && !program.reads(steps);
    let best = best.filter(is_kept).collect();
    by_source(considerable(best, launches.len()), &program, sites)
}

/// The steps without those that may come again by chance: very short ones before longer ones prepare them,
/// and few in a small part of the program are a part of something else.
fn considerable(mut all: Vec<Steps>, launches: usize) -> Vec<Steps> {
    let share = |of: usize| of as f64 / launches as f64;
    let is_long = |steps: &Steps| steps.launches() > VERY_SHORT * steps.count();
    if let Some(long) = all.iter().position(is_long) {
        all.drain(..long);
    }
    let covered: usize = all.iter().map(Steps::launches).sum();
    let is_many = all.iter().any(|steps| steps.count() >= FEW);
    let is_long = all.iter().any(|steps| steps.count() > FEWEST || steps.launches() >= FEW * LONG);
    let is_enough = share(covered) >= HALF && (is_long || all.len() == 1);
    if is_many || is_enough { all } else { Vec::new() }
}

/// With another kind of steps between those of a kind.
fn divided_in_turns(
    kinds: Vec<Steps>,
    symbols: &[u32],
    launches: &[Launch],
    updates: &impl Fn(Range<usize>) -> bool,
) -> Vec<Steps> {
    if kinds.windows(2).any(|two| two[1].begins[0] < two[0].end()) {
        return kinds;
    }
    let nexts = kinds.iter().skip(1).map(|next| next.begins[0]).chain([launches.len()]);
    let ends = [0].into_iter().chain(kinds.iter().map(Steps::end));
    let regions: Vec<Range<usize>> = ends.zip(nexts).map(|(from, to)| from..to).collect();
    let divided = |(kind, region): (Steps, Range<usize>)| match in_turns(
        &kind, symbols, launches, region, updates,
    ) {
        Some(two) => two.to_vec(),
        None => vec![kind],
    };
    let mut all: Vec<Steps> = kinds.into_iter().zip(regions).flat_map(divided).collect();
    all.sort_by_key(|steps| steps.begins[0]);
    all
}

/// Whether more launches are in steps, or as many in shorter steps that are alike.
fn is_better(
    new: &[Steps],
    old: &[Steps],
    [names, operations]: [&[u32]; 2],
    updates: &impl Fn(Range<usize>) -> bool,
) -> bool {
    let covered = |all: &[Steps]| all.iter().map(Steps::launches).sum::<usize>() as f64;
    let count = |all: &[Steps]| all.iter().map(Steps::count).sum::<usize>() as f64;
    let (of_new, of_old) = (covered(new), covered(old));
    let is_finer = || {
        let alike = new.iter().flat_map(|steps| similarities(steps, operations)).collect();
        let middle = middle(alike).unwrap_or(0.0);
        let by_name = new.iter().flat_map(|steps| similarities(steps, names)).collect();
        let by_name = self::middle(by_name).unwrap_or(0.0);
        let times = count(new) / count(old);
        let all_update = |all: &[Steps]| all.iter().flat_map(Steps::each).all(updates);
        (LEAST_FINER..=MOST_FINER).contains(&times)
            && of_new >= AS_MUCH * of_old
            && middle >= SAME
            && by_name >= SAME
            && (!all_update(old) || all_update(new))
    };
    of_new > MORE * of_old || is_finer()
}

/// How much each step is like the one before.
fn similarities(steps: &Steps, symbols: &[u32]) -> Vec<f64> {
    // The middle of them is asked for, so some of many are enough.
    let every = steps.count().div_ceil(COMPARED);
    let some = steps.each().enumerate().filter(|(number, _)| number / 2 % every == 0);
    let bags: Vec<_> = some.map(|(_, step)| bag(&symbols[step])).collect();
    bags.windows(2).map(|two| alike(&two[0], &two[1])).collect()
}

fn middle(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// The steps by symbols for launches.
fn attempt(
    symbols: &[u32],
    program: &Program<'_>,
    updates: &impl Fn(Range<usize>) -> bool,
    is_benchmark: &[bool],
) -> Vec<Steps> {
    let launches = program.launches;
    let tokens = folded(symbols);
    let others = is_benchmark.iter().filter(|is_benchmark| !**is_benchmark).count();
    let least = (LEAST_SHARE * others as f64) as usize;
    let update = |from, to| updates(from..to);
    let loops = loops(&tokens).into_iter().map(|one| innermost(one, &tokens, &update));
    let mut loops: Vec<Loop> = loops
        .filter(|one| one.iterations.len() >= FEWEST && one.launches() >= least)
        .filter(|one| !is_benchmark[one.from()..one.to()].contains(&true))
        .filter(|one| kernels_of(one, launches).len() > 1)
        .collect();
    // What trains a model comes before what tries out its kernels.
    loops.sort_by_key(|one| Reverse((update(one.from(), one.to()), one.launches())));
    let mut steps: Vec<Steps> = Vec::new();
    for one in &loops {
        let before = steps.iter().map(Steps::end).filter(|end| *end <= one.from());
        let floor = before.max().unwrap_or(0);
        let placed =
            placed(&one.iterations, &tokens, Sequence { symbols, launches, program, floor });
        let placed = placed.filter(|one| one.count() >= FEWEST);
        let is_apart = |a: &Steps, b: &Steps| a.end() <= b.begins[0] || b.end() <= a.begins[0];
        steps.extend(placed.filter(|new| steps.iter().all(|old| is_apart(new, old))));
    }
    steps.sort_by_key(|steps| steps.begins[0]);
    for steps in &mut steps {
        *steps = split(steps, symbols, launches, &update);
    }
    steps = program.finer(steps);
    steps.retain(|steps| usual(steps, symbols).count() >= FEWEST);
    steps.retain(|steps| are_separate(&usual(steps, symbols), program));
    // What repeats before a model is trained prepares it.
    let trains = |steps: &Steps| update(steps.begins[0], steps.end());
    if let Some(from) = steps.iter().find(|steps| trains(steps)).map(|steps| steps.begins[0]) {
        steps.retain(|steps| steps.begins[0] >= from);
    }
    let usual: Vec<Steps> = steps.iter().map(|steps| usual(steps, symbols)).collect();
    let Some(first) = usual.first().map(|steps| steps.begins[0]) else { return steps };
    let covered: usize = usual.iter().map(Steps::launches).sum();
    let is_until_the_end = covered as f64 >= UNTIL_THE_END * (launches.len() - first) as f64;
    if steps.len() > MOST_KINDS || !is_until_the_end {
        return Vec::new();
    }
    steps
}

/// The steps that are like the one of middle length.
fn usual(steps: &Steps, symbols: &[u32]) -> Steps {
    let mut all: Vec<Range<usize>> = steps.each().collect();
    all.sort_by_key(Range::len);
    let like = bag(&symbols[all[all.len() / 2].clone()]);
    let is_like = |step: &Range<usize>| alike(&bag(&symbols[step.clone()]), &like) >= UNLIKE;
    steps.each().filter(is_like).collect()
}

/// The different kernels in an iteration.
fn kernels_of(one: &Loop, launches: &[Launch]) -> BTreeSet<u32> {
    let (from, to) = (one.from(), end(one.iterations.first()));
    launches[from..to].iter().map(|launch| launch.name).collect()
}

/// Several steps that differ a little each time, such as nine and a tenth that writes a log, may
/// repeat as one: divided where data is copied to the GPU, they are alike.
fn split(
    steps: &Steps,
    symbols: &[u32],
    launches: &[Launch],
    updates: &impl Fn(usize, usize) -> bool,
) -> Steps {
    let is_copied = |place: &usize| launches[*place].before.copied_in;
    if !steps.begins.iter().skip(1).all(&is_copied) {
        return steps.clone();
    }
    let within = steps.begins[0] + 1..steps.end();
    let begins = std::iter::once(steps.begins[0]).chain(within.filter(is_copied)).collect();
    let finer = Steps::until(begins, steps.end());
    let all_update = |steps: &Steps| steps.each().all(|step| updates(step.start, step.end));
    let alike = middle(similarities(&finer, symbols)).unwrap_or(0.0);
    let is_same = alike >= ALIKE && all_update(&finer) == all_update(steps);
    if is_same { finer } else { steps.clone() }
}

/// Whether steps are told from the layers of a model: by what the host does between them, by a
/// gap, or because there are many.
fn are_separate(steps: &Steps, program: &Program<'_>) -> bool {
    let launches = program.launches;
    let later = || steps.begins.iter().skip(1).map(|&place| &launches[place]);
    let is_marked = |launch: &&Launch| launch.before.waited || launch.before.copied_in;
    let marked = later().filter(is_marked).count();
    let gap = |place: usize| gap(place, launches) as f64;
    let mut between: Vec<f64> = steps.begins.iter().skip(1).map(|&place| gap(place)).collect();
    between.sort_by(f64::total_cmp);
    // Of a few short ones, which may be layers, a kernel that is loaded late may make the gap.
    let is_short = steps.launches() < FEW * LONG;
    let at = if is_short { between.len() / 4 } else { between.len() / 2 };
    let between = between.get(at).copied();
    let all = middle((steps.begins[0] + 1..steps.end()).map(gap).collect());
    let is_longer = between.zip(all).is_some_and(|(between, all)| between >= LONGER * all.max(1.0));
    let is_all = steps.launches() as f64 >= NEARLY_ALL * launches.len() as f64;
    let has_layers = program.has_layers(&(steps.begins[0]..steps.end()));
    // A whole model, unless the host would tell passes of it apart.
    let is_pass = || {
        let second = steps.each().nth(1);
        second.is_some_and(|step| !program.is_waited(&step) && program.holds_layers(&step))
    };
    let surely = if has_layers && !is_all && !is_pass() { MOST_LAYERS } else { SURELY };
    steps.count() >= surely || 2 * marked > steps.count() || is_longer
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of each kind, separated by `|`. Launches are letters, and `.` is a wait.
    fn shown(text: &str) -> Vec<String> {
        let mut launches = Vec::new();
        let mut before = Before::default();
        for byte in text.bytes() {
            if byte == b'.' {
                before.waited = true;
                continue;
            }
            let start_ns = 100 * launches.len() as u64;
            launches.push(Launch {
                name: byte.into(),
                start_ns,
                end_ns: start_ns + 10,
                before,
                site: 0,
            });
            before.waited = false;
        }
        let text = text.replace('.', "");
        let words = |steps: &Steps| {
            let words: Vec<&str> = steps.each().map(|places| &text[places]).collect();
            words.join("|")
        };
        let names: Vec<String> = (0..128).map(|byte: u8| char::from(byte).into()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        find(&launches, &names, &Sites::default()).iter().map(words).collect()
    }

    #[test]
    fn what_repeats_is_a_step() {
        assert_eq!(shown("xxyz.abc.abc.abc.abc.abcu"), ["abc|abc|abc|abc|abc"]);
        // A solver whose iterations change.
        assert_eq!(shown("x.spqpqe.spqpqpqe.spqpqe.spqpqez"), ["spqpqe|spqpqpqe|spqpqe|spqpqe"]);
        // Two phases.
        assert_eq!(shown("x.fbo.fbo.fbo.fbo.vl.vl.vl.vlz"), ["fbo|fbo|fbo|fbo", "vl|vl|vl|vl"]);
    }

    #[test]
    fn the_first_step_may_differ() {
        assert_eq!(shown("x.fghbio.fghbo.fghbo.fghbo"), ["fghbio|fghbo|fghbo|fghbo"]);
    }

    #[test]
    fn a_step_may_begin_with_the_kernel_that_ends_it() {
        assert_eq!(shown("x.zabcz.zabcz.zabcz.zabcz"), ["zabcz|zabcz|zabcz|zabcz"]);
    }

    /// The place of the longest gap is the first of a loop, and once the first of its last iteration.
    #[test]
    fn a_step_may_begin_with_a_loop_that_runs_once() {
        let mut launches = Vec::new();
        let mut now = 0;
        for count in [3, 1, 4, 2, 3, 1, 2, 5] {
            now += 1_000_000;
            let tail = (b'c'..=b'z').collect::<Vec<u8>>();
            for byte in b"ab".repeat(count).into_iter().chain(tail) {
                let before = Before::default();
                launches.push(Launch {
                    name: byte.into(),
                    start_ns: now,
                    end_ns: now + 10,
                    before,
                    site: 0,
                });
                now += 100;
            }
        }
        let found = find(&launches, &[], &Sites::default());
        assert_eq!(found.iter().map(Steps::count).collect::<Vec<_>>(), [8]);
    }

    #[test]
    fn layers_are_no_steps() {
        assert_eq!(shown("xabcabcabcabcabcabcabcabcu"), [""; 0]);
        let many = format!("x{}u", "abc".repeat(20));
        assert_eq!(shown(&many), [vec!["abc"; 20].join("|")]);
    }

    #[test]
    fn what_repeats_in_the_middle_is_no_step() {
        assert_eq!(shown("x.abc.abc.abc.abc.defghijklmnopq"), [""; 0]);
    }

    #[test]
    fn what_does_not_repeat_has_no_steps() {
        assert_eq!(shown("aaaaabbbbbccccc"), [""; 0], "each kernel in a loop of its own");
        assert_eq!(shown("aaaaaaaaaaaaaaa"), [""; 0], "one kernel over and over");
        assert_eq!(shown(".ab.ab"), [""; 0], "too few");
        assert_eq!(shown("abcdefghijk"), [""; 0]);
        assert_eq!(shown(""), [""; 0]);
    }
}
