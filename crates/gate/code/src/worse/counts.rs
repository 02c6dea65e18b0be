//! Counts of what costs more than an instruction: spills, local memory, barriers, divisions,
//! double precision.

use propp_base_text::count;

use super::{Change, multiple};
use crate::kernel::{Count, Counted, KernelCode};
use crate::limits::{Limits, Topic};

/// Whether either version has loops. Without any, all code counts.
fn has_loops(before: &KernelCode, now: &KernelCode) -> bool {
    before.loops().chain(now.loops()).next().is_some()
}

/// Those in loops, or all of a kernel without loops.
fn hot(of: &Counted, has_loops: bool) -> u32 {
    if has_loops { of.in_loops } else { of.all }
}

fn place(has_loops: bool) -> &'static str {
    if has_loops { " in a loop" } else { "" }
}

fn loads_and_stores(loads: u32, stores: u32) -> String {
    let loads = (loads > 0).then(|| count(loads.into(), "load", "loads"));
    let stores = (stores > 0).then(|| count(stores.into(), "store", "stores"));
    let words: Vec<String> = loads.into_iter().chain(stores).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Local memory of two sorts: accesses of which many are in loops, or bytes.
pub(super) fn spills(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    let [loads, stores] = [Count::SpillLoads, Count::SpillStores];
    let hot = |kernel: &KernelCode| kernel.count(loads).in_loops + kernel.count(stores).in_loops;
    let [old, new] = [before, now].map(|kernel| f64::from(hot(kernel)));
    let words = |kernel: &KernelCode| {
        loads_and_stores(kernel.count(loads).in_loops, kernel.count(stores).in_loops)
    };
    let in_loops = Change::of(Topic::Spills, [old, new], limits, || {
        format!("spills in a loop: {}, before {}", words(now), words(before))
    });
    let bytes = [before, now].map(|kernel| f64::from(kernel.spill_bytes));
    let change = in_loops.or_else(|| {
        Change::of(Topic::Spills, bytes, limits, || {
            format!("spills: {} B of loads and stores, before {} B", bytes[1], bytes[0])
        })
    })?;
    let line = now.count(loads).line.or_else(|| now.count(stores).line);
    Some(change.at(line))
}

pub(super) fn local(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    let has_loops = has_loops(before, now);
    let [loads, stores] = [Count::LocalLoads, Count::LocalStores];
    let both = |kernel: &KernelCode, hot: &dyn Fn(&Counted) -> u32| {
        [loads, stores].map(|what| hot(&kernel.count(what)))
    };
    let in_loops = |counted: &Counted| hot(counted, has_loops);
    let all = |counted: &Counted| counted.all;
    let told = |hot: &dyn Fn(&Counted) -> u32, place: &str| {
        let [old, new] = [before, now].map(|kernel| both(kernel, hot));
        let words = |[loads, stores]: [u32; 2]| loads_and_stores(loads, stores);
        // What was there before may be accessed more often because a loop is unrolled.
        let is_new = (old == [0, 0]) != (new == [0, 0]);
        let numbers = [old, new].map(|both| f64::from(both.iter().sum::<u32>()));
        Change::of(Topic::Local, numbers, limits, || {
            format!("array on the stack{place}: {}, before {}", words(new), words(old))
        })
        .filter(|_| is_new)
    };
    let change = told(&in_loops, if has_loops { ", used in a loop" } else { "" })
        .or_else(|| told(&all, ""))?;
    let line = now.count(loads).line.or_else(|| now.count(stores).line);
    Some(change.at(line))
}

/// The count of what is repeated, for the same work: a loop that is unrolled has all of it more
/// often, and runs less often.
fn for_the_same_work(
    before: &KernelCode,
    now: &KernelCode,
    of: impl Fn(&KernelCode) -> u32,
) -> [f64; 2] {
    let [old, new] = [before, now].map(|kernel| f64::from(of(kernel)));
    let multiple = multiple(before, now);
    match (old > 0.0, new > 0.0) {
        // Remainder loops have some of it, too, so the multiple is no exact one.
        (true, true) if new > old && multiple > 1.0 => {
            [old, if new <= (old * multiple).ceil() { old } else { new }]
        }
        (true, true) if new < old && multiple < 1.0 => {
            [old, if new >= (old * multiple).floor() { old } else { new }]
        }
        _ => [old, new],
    }
}

/// What is outside of loops counts from so many more on: of a loop that is unrolled as a whole.
const MANY: u32 = 4;
const MORE: f64 = 0.1;

/// How often something stands in loops, or else outside of them: the numbers, and where.
fn hottest(
    before: &KernelCode,
    now: &KernelCode,
    of: impl Fn(&KernelCode) -> Counted,
) -> ([u32; 2], [f64; 2], &'static str) {
    let has_loops = has_loops(before, now);
    let counts = [before, now].map(|kernel| hot(&of(kernel), has_loops));
    let outside = [before, now].map(|kernel| {
        let counted = of(kernel);
        counted.all.saturating_sub(counted.in_loops)
    });
    // What left a loop stands outside now.
    let is_same = has_loops && counts[0] == counts[1];
    let differs = outside[0].abs_diff(outside[1]);
    if is_same && differs >= MANY && f64::from(differs) > MORE * f64::from(outside[0]) {
        return (outside, outside.map(f64::from), " outside of loops");
    }
    let numbers = for_the_same_work(before, now, |kernel| hot(&of(kernel), has_loops));
    (counts, numbers, place(has_loops))
}

/// What is repeated, in words for one and for many.
fn repeated(
    [before, now]: [&KernelCode; 2],
    limits: &Limits,
    topic: Topic,
    (what, one, many): (Count, &str, &str),
) -> Option<Change> {
    let (counts, numbers, place) = hottest(before, now, |kernel| kernel.count(what));
    let change = Change::of(topic, numbers, limits, || {
        format!("{}{place}, before {}", count(counts[1].into(), one, many), counts[0])
    })?;
    Some(change.at(now.count(what).line))
}

pub(super) fn barriers(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    repeated([before, now], limits, Topic::Barriers, (Count::Barriers, "barrier", "barriers"))
}

pub(super) fn divisions(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    // One of 64 bits in place of one of 32 is worse, and the other way round better.
    let sorts = [
        (Count::LongDivisions, "64-bit integer division", "64-bit integer divisions"),
        (Count::Divisions, "integer division", "integer divisions"),
        (Count::SlowPaths, "floating-point division or root", "floating-point divisions or roots"),
    ];
    sorts.into_iter().find_map(|sort| repeated([before, now], limits, Topic::Divisions, sort))
}

/// A division by a value that stays the same in a loop: its first part stands before the loop, the
/// rest in it. So it counts where a loop became worse.
pub(super) fn split_division(
    before: &KernelCode,
    now: &KernelCode,
    limits: &Limits,
) -> Option<Change> {
    let of = |kernel: &KernelCode| {
        let outside = |counted: Counted| counted.all - counted.in_loops.min(counted.all);
        outside(kernel.count(Count::Divisions)) + outside(kernel.count(Count::LongDivisions))
    };
    let [old, new] = [of(before), of(now)];
    if new <= old {
        return None;
    }
    let change = Change::of(Topic::Divisions, [old, new].map(f64::from), limits, || {
        let words = count(new.into(), "integer division", "integer divisions");
        format!("{words} before loops, before {old}; some of them remain in a loop")
    })?;
    Some(change.at(now.count(Count::Divisions).line))
}

/// Double precision where there was none.
pub(super) fn double(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    let sorts = [
        (Count::Double, "operation in double precision", "operations in double precision"),
        (Count::ToDouble, "conversion to double precision", "conversions to double precision"),
    ];
    sorts.into_iter().find_map(|(what, one, many)| {
        let [old, new] = [before, now].map(|kernel| kernel.count(what));
        if (old.all > 0) == (new.all > 0) {
            return None;
        }
        let place = if new.in_loops > 0 { ", in a loop" } else { "" };
        let numbers = [old.all, new.all].map(f64::from);
        let change = Change::of(Topic::Double, numbers, limits, || {
            format!("{}{place}, before {}", count(new.all.into(), one, many), old.all)
        })?;
        Some(change.at(new.line))
    })
}

pub(super) fn stack(before: &KernelCode, now: &KernelCode, limits: &Limits) -> Option<Change> {
    let bytes = [before, now].map(|kernel| f64::from(kernel.stack_bytes));
    Change::of(Topic::Stack, bytes, limits, || {
        format!("{} B of stack of a thread, before {} B", bytes[1], bytes[0])
    })
}
