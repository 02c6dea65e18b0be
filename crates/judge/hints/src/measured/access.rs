//! What sectors, bytes and narrow types cost.

use propp_base_model::counters::*;

use super::number::{Number, Unit, size};
use super::{Measured, said};
use crate::Evidence;
use crate::facts::{Facts, LANES};
use crate::rules::sectors_in_vain;

/// What the sectors that a load does not need add to it. The price is that of a sector in a
/// line of its own; how many of them share a line no counter tells, so that where the price
/// of the line is known it is a range. Words apart meet in banks as well, which costs extra.
/// The probes load and do not store: of stores nothing is known.
pub(crate) fn sectors(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let Some(more) = sectors_in_vain(facts) else { return Vec::new() };
    let cost = |series: &str, place: &str| {
        let ids = ["cycles_per_sector", "cycles_per_line"].map(|n| format!("warp.{series}.{n}"));
        let apart = measured.get(&ids[0])?;
        let (number, known) = match measured.get(&ids[1]) {
            Some(line) => {
                let together = (apart.low - line.high).max(0.0);
                (Number::between(together, apart.high).times(more), 2)
            }
            None => (apart.times(more), 1),
        };
        let way = format!("warp.{series}.cycles_per_way");
        let conflicts = measured.get(&way);
        let mut ids: Vec<&str> = ids.iter().map(String::as_str).take(known).collect();
        ids.extend(conflicts.map(|_| way.as_str()));
        let conflicts = conflicts.map_or_else(String::new, |way| {
            let cycles = Number::between(way.value, way.value).words(Unit::Cycles);
            format!(", and {cycles} for each further word of one bank")
        });
        let words = match known {
            // Nothing at the lower end: sectors of a line that is there come with it.
            2 if number.low < 0.1 * number.high => {
                format!("up to {}", Number::between(number.high, number.high).words(Unit::Cycles))
            }
            _ => number.words(Unit::Cycles),
        };
        let sentence =
            format!("{more:.1} unnecessary sectors add {words} to a load from {place}{conflicts}");
        let counters = [GLOBAL_LOAD_SECTORS, GLOBAL_LOADS, GLOBAL_LOAD_BYTES];
        Some(said(sentence, (number, Unit::Cycles), &ids, counters))
    };
    [cost("cached", "L1"), cost("l2", "L2")].into_iter().flatten().collect()
}

/// What a miss brings, beside the bytes of it that a load takes.
pub(super) fn fetched(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let used = || {
        sectors_in_vain(facts)?;
        Some(facts.count(GLOBAL_LOAD_BYTES)? / facts.count(GLOBAL_LOAD_SECTORS)?.max(1.0))
    };
    let Some(used) = used() else { return Vec::new() };
    let brought = |id: &str, place: &str| {
        let number = measured.get(id).filter(|number| number.value > used)?;
        let words = number.words(Unit::Bytes);
        let sentence = format!(
            "a load uses {used:.1} bytes of a sector, and a miss loads {words} into {place}"
        );
        let counters = [GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTORS];
        Some(said(sentence, (number, Unit::Bytes), &[id], counters))
    };
    [brought("fetch.into_l1", "L1"), brought("fetch.into_l2", "L2")].into_iter().flatten().collect()
}

/// The time that memory takes for bytes that nobody asked for. Where launches that did not
/// all do the same stand behind counts and time, nothing.
pub(super) fn moved_in_vain(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    // These move bytes that no load or store asked for.
    let others =
        [ASYNC_COPIES, BULK_COPIES, LOCAL_BYTES, GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS];
    let is_asked_for = others.iter().all(|name| facts.or_0(name) == 0.0);
    if !is_asked_for || facts.kernel.work.len() > 1 || facts.memory_share().is_none() {
        return Vec::new();
    }
    let cost = |moved: &'static str, asked: &'static str, id: &str, [more_is, than]: [&str; 2]| {
        let (bytes, wanted) = (facts.count(moved)?, facts.count(asked)?);
        let more = bytes - wanted;
        // Below a tenth of them it may be anything.
        if more < 0.1 * wanted || more <= 0.0 {
            return None;
        }
        // A GB/s is a byte a nanosecond.
        let number = measured.get(id)?.of(more);
        let words = number.words(Unit::Nanoseconds);
        let more = size(more);
        let sentence = format!(
            "memory {more_is} {more} more than the kernel {than}, which takes {words} at its best rate"
        );
        Some(said(sentence, (number, Unit::Nanoseconds), &[id], [moved, asked]))
    };
    [
        cost(DRAM_READ, GLOBAL_LOAD_BYTES, "bandwidth.read", ["delivers", "loads"]),
        cost(DRAM_WRITTEN, GLOBAL_STORE_BYTES, "bandwidth.write", ["is sent", "stores"]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What elements of the kernel's size reach, and those of 16 bytes. Where the size is
/// none of those that were measured, as with loads and stores of different widths, nothing.
pub(crate) fn types(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    const SIZES: [(f64, &str); 4] = [(1.0, "char"), (2.0, "short"), (4.0, "int"), (16.0, "int4")];
    let both = [(GLOBAL_LOADS, GLOBAL_LOAD_BYTES), (GLOBAL_STORES, GLOBAL_STORE_BYTES)];
    let widths = both.map(|(requests, bytes)| {
        let requests = facts.count(requests).filter(|requests| *requests > 0.0)?;
        Some(facts.count(bytes)? / requests / LANES)
    });
    let (kind, width) = match widths {
        [Some(load), Some(store)] if (load / store - 1.0).abs() < 0.1 => ("copy", load),
        [Some(load), None] => ("read", load),
        [None, Some(store)] => ("write", store),
        _ => return Vec::new(),
    };
    let own = SIZES.iter().find(|(bytes, _)| (width / bytes - 1.0).abs() < 0.1);
    let Some(own) = own.filter(|(bytes, _)| *bytes < 16.0) else { return Vec::new() };
    let rate = |(bytes, name): &(f64, &str), suffix: &str, how: &str| {
        let id = format!("types.{kind}.{name}{suffix}");
        let number: Number = measured.get(&id)?;
        let words = number.words(Unit::Share);
        let verb = match kind {
            "read" => "reading",
            "write" => "writing",
            _ => "copying",
        };
        let sentence = format!(
            "{verb} {bytes} bytes per thread at a time{how} reaches {words} of the driver's copy rate"
        );
        let counters = [GLOBAL_LOADS, GLOBAL_LOAD_BYTES, GLOBAL_STORES, GLOBAL_STORE_BYTES];
        Some(said(sentence, (number, Unit::Share), &[&id], counters))
    };
    let several = ", with up to eight in flight,";
    let (one, more) = (rate(own, "", ""), rate(own, ".unrolled", several));
    // Where several bring nothing, once is enough.
    let more = more.filter(|more| one.as_ref().is_none_or(|one| more.value > 1.02 * one.value));
    [one, more, rate(&SIZES[3], ".unrolled", several)].into_iter().flatten().collect()
}
