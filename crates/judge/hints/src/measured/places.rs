//! What shared, constant and local memory cost beside each other.

use propp_base_model::counters::*;

use super::number::{Number, Unit};
use super::{Measured, said};
use crate::Evidence;
use crate::facts::Facts;
use crate::rules::{Conflict, conflict};

/// The trips that conflicts add to an access. Where the counts do not tell how wide the
/// accesses are, what all widths that they allow cost.
pub(crate) fn conflicts(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let Some(Conflict { side, readings }) = conflict(facts) else { return Vec::new() };
    let added = || {
        let id = |needed: f64| format!("shared.conflict_{:.0}.cycles_per_way", 4.0 * needed);
        let cost =
            |&(trips, needed): &(f64, f64)| Some(measured.get(&id(needed))?.times(trips - needed));
        let costs: Vec<Number> = readings.iter().map(cost).collect::<Option<_>>()?;
        let number = Number::spanning(&costs).filter(|number| number.value > 0.0)?;
        let mut ids: Vec<String> = readings.iter().map(|&(_, needed)| id(needed)).collect();
        ids.sort_unstable();
        ids.dedup();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let trips = |reading: &(f64, f64)| reading.0 - reading.1;
        let least = readings.iter().map(trips).fold(f64::INFINITY, f64::min);
        let most = readings.iter().map(trips).fold(0.0, f64::max);
        let trips = if most - least < 0.05 {
            format!("{least:.1}")
        } else {
            format!("{least:.1} to {most:.1}")
        };
        // The probes' conflicts are those of loads.
        let take = if side == "loads" { "take" } else { "in a load take" };
        let words = number.words(Unit::Cycles);
        let sentence =
            format!("conflicts add {trips} wavefronts to an access ({side}), which {take} {words}");
        let counters = [
            EXACT_LOAD_WAVEFRONTS,
            EXACT_SHARED_LOADS,
            EXACT_STORE_WAVEFRONTS,
            EXACT_SHARED_STORES,
        ];
        Some(said(sentence, (number, Unit::Cycles), &ids, counters))
    };
    let Some(added) = added() else { return Vec::new() };
    let hit = plain(measured, "shared.hit", "a load without a conflict takes");
    std::iter::once(added).chain(hit).collect()
}

/// Loads of the same words, if constant memory served them. A sector has eight words at
/// most, and a request asks for one at least.
pub(crate) fn as_constants(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    const WORDS_OF_A_SECTOR: f64 = 8.0;
    let sentences = || {
        let loads = facts.count(GLOBAL_LOADS).filter(|loads| *loads > 0.0)?;
        let sectors = facts.count(GLOBAL_LOAD_SECTORS)? / loads;
        let most = (WORDS_OF_A_SECTOR * sectors).clamp(1.0, 32.0);
        let id = "warp.constant.distinct_words.cycles_per_more";
        let each = measured.get(id)?;
        // Where in the range it is, no counter says.
        let number = Number::between(0.0, each.times(most - 1.0).high);
        let words = "from constant memory, one word for all threads takes";
        let one = plain(measured, "latency.constant_l1", words)?;
        let (each, all) = (each.words(Unit::Cycles), number.words(Unit::Cycles));
        let sentence = format!(
            "each further word adds {each}; these loads access up to {most:.0} words, which would \
             add {all}"
        );
        let counters = [GLOBAL_LOAD_SECTORS, GLOBAL_LOADS];
        Some(vec![one, said(sentence, (number, Unit::Cycles), &[id], counters)])
    };
    sentences().unwrap_or_default()
}

/// What a load takes at each place.
pub(super) fn nearer(measured: &Measured<'_>) -> Vec<Evidence> {
    [
        ("latency.l2_near", "a load from the near part of L2 takes"),
        ("latency.l2_far", "a load from the far part of L2 takes"),
        ("latency.shared", "a load from shared memory takes"),
    ]
    .into_iter()
    .filter_map(|(id, words)| plain(measured, id, words))
    .collect()
}

/// What local accesses take, and what the probes' arrays lost by lying there.
pub(crate) fn local(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    const L1: &str = "latency.l1";
    let waits = || {
        // Four bytes are counted for each instruction of a warp (`docs/criteria.md`).
        let accesses = facts.count(LOCAL_BYTES)? / 4.0 / facts.warps().max(1.0);
        let number = measured.get(L1)?.times(accesses);
        let words = number.words(Unit::Cycles);
        let sentence = format!(
            "the {accesses:.1} local accesses of a warp take {words} from L1, if each waits for the \
             previous one"
        );
        Some(said(sentence, (number, Unit::Cycles), &[L1], [LOCAL_BYTES]))
    };
    let patterns = ["vectors", "product", "sort"];
    let of_patterns = |what: &str| -> (Vec<Number>, Vec<String>) {
        let ids = patterns.map(|name| format!("local.{name}.{what}"));
        ids.into_iter().filter_map(|id| Some((measured.get(&id)?, id))).unzip()
    };
    let told = |sentence: String, number: (Number, Unit), ids: &[String]| {
        said(sentence, number, &ids.iter().map(String::as_str).collect::<Vec<_>>(), [])
    };
    let slower = || {
        let (numbers, ids) = of_patterns("cost");
        // Of several patterns the worst size of each: smaller arrays cost less.
        let worst = |number: &Number| Number::between(number.value, number.value);
        let number = match numbers.as_slice() {
            [one] => *one,
            several => Number::spanning(&several.iter().map(worst).collect::<Vec<_>>())?,
        };
        let sentence = format!(
            "probes took {} as long with the same private array in local memory instead of \
             registers",
            number.words(Unit::Times)
        );
        Some(told(sentence, (number, Unit::Times), &ids))
    };
    let largest = || {
        let (numbers, ids) = of_patterns("words_in_registers");
        let number = Number::spanning(&numbers)?;
        let sentence = format!(
            "the largest array of a probe that the compiler kept in registers had {}",
            number.words(Unit::Words)
        );
        Some(told(sentence, (number, Unit::Words), &ids))
    };
    [waits(), slower(), largest()].into_iter().flatten().collect()
}

/// A finding in cycles as it is.
fn plain(measured: &Measured<'_>, id: &str, words: &str) -> Option<Evidence> {
    let number = measured.get(id)?;
    let sentence = format!("{words} {}", number.words(Unit::Cycles));
    Some(said(sentence, (number, Unit::Cycles), &[id], []))
}
