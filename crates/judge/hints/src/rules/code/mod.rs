//! What stands in the code of a kernel: routines of many instructions, values that a loop keeps in memory,
//! atomics that are tried again, searches, calls of `malloc`, constants with an index of each thread,
//! conversions to double precision, fences, and loops of one thread.

pub(crate) mod heap;
pub(crate) mod precision;
pub(crate) mod retries;
pub(crate) mod routines;
pub(crate) mod searches;
pub(crate) mod state;
pub(crate) mod waits;

use std::collections::BTreeMap;

use propp_code_lines::Place;
use propp_code_pace::Ran;
use propp_code_sites::What;

use crate::At;
use crate::facts::Facts;

/// Sites with a smaller share of the executed instructions are not worth a hint.
pub(super) const LEAST_SHARE: f64 = 0.03;

/// The sites of a kind, each with how often it ran.
pub(super) fn of_kind(sites: &[Ran], is_it: fn(What) -> bool) -> Vec<(&Ran, f64)> {
    sites.iter().filter(|ran| is_it(ran.site.what)).map(|ran| (ran, ran.times)).collect()
}

/// How often sites ran, all together.
pub(crate) fn times(sites: &[(&Ran, f64)]) -> f64 {
    sites.iter().map(|(_, times)| times).sum()
}

/// The line that has most of what sites are about, by how much each has.
pub(crate) fn at(facts: &Facts<'_>, of: &'static str, amounts: &[(&Ran, f64)]) -> Option<At> {
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
