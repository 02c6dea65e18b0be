//! Where warps wait, in words.

use std::collections::BTreeMap;

use propp_base_model::Fraction;
use propp_base_text::{grouped, per_cent};
use propp_code_lines::{Instruction, KernelLines, Place, Reason};

/// Reasons and places with less of the samples are not worth a word.
const LEAST: f64 = 0.05;

/// So many places are told, those with most samples.
const MOST_PLACES: usize = 3;

/// What the warps of a kernel were doing in all samples; `None` if it was not sampled.
pub fn of_kernel(lines: &KernelLines) -> Option<String> {
    let samples = lines.total.samples;
    let all = samples.total();
    if all == 0 {
        return None;
    }
    let share = |samples: u64| samples as f64 / all as f64;
    let told = samples.by_frequency().into_iter().filter(|(_, samples)| share(*samples) >= LEAST);
    let told: Vec<String> = told
        .map(|(reason, samples)| format!("{} {}", percent(share(samples)), doing(reason)))
        .collect();
    Some(format!("warps in {} samples: {}", grouped(all as f64), told.join(", ")))
}

fn doing(reason: Reason) -> String {
    match reason {
        Reason::ISSUES => "issue an instruction".to_owned(),
        waiting => format!("wait for {}", waiting.words()),
    }
}

fn percent(share: f64) -> String {
    let text = Fraction::clamped(share).map(per_cent).unwrap_or_default();
    format!("{text} %")
}

/// The instructions at which most warps wait for a result, and those that give it.
pub fn most_waited_for(lines: &KernelLines) -> Vec<String> {
    let all = lines.total.samples.total().max(1) as f64;
    let waiting = |one: &Instruction| {
        let samples = &one.counts.samples;
        samples.of(Reason::LONG_SCOREBOARD).saturating_add(samples.of(Reason::SHORT_SCOREBOARD))
    };
    let mut places: Vec<&Instruction> = lines.instructions.iter().collect();
    places.sort_by_key(|one| (std::cmp::Reverse(waiting(one)), one.offset));
    places.truncate(MOST_PLACES);
    places.retain(|one| waiting(one) as f64 >= LEAST * all && !one.waits_for.is_empty());
    let told = places.into_iter().map(|one| {
        let producers = lines.instructions.iter().filter(|other| {
            other.function == one.function && one.waits_for.contains(&other.offset)
        });
        let producers: Vec<&Instruction> = producers.collect();
        // Of several that set one scoreboard, those that can take as long as that.
        let samples = &one.counts.samples;
        let is_long = samples.of(Reason::LONG_SCOREBOARD) > samples.of(Reason::SHORT_SCOREBOARD);
        let (likely, others): (Vec<&Instruction>, Vec<&Instruction>) =
            producers.into_iter().partition(|other| is_of_memory(&other.opcode) == is_long);
        let producers = if likely.is_empty() { others } else { likely };
        let share = percent(waiting(one) as f64 / all);
        format!("{share} at {} wait for {}", named(one), all_named(&producers))
    });
    told.collect()
}

/// One for each line, with how many more there are of it.
fn all_named(producers: &[&Instruction]) -> String {
    let mut by_line: BTreeMap<Option<&Place>, Vec<&Instruction>> = BTreeMap::new();
    for one in producers {
        by_line.entry(one.own_place()).or_default().push(one);
    }
    let of_line = |of: &Vec<&Instruction>| match of.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            format!("{} and {} more of it", named(first), rest.len())
        }
        of => of.iter().map(|one| named(one)).collect(),
    };
    by_line.values().map(of_line).collect::<Vec<String>>().join(", ")
}

/// Whether its result comes from global, local or texture memory.
fn is_of_memory(opcode: &str) -> bool {
    const OTHERS: [&str; 2] = ["LDC", "LDS"];
    ["LD", "TEX", "TLD", "TMML", "TXD", "SULD", "ATOM"].iter().any(|name| opcode.starts_with(name))
        && !OTHERS.iter().any(|name| opcode.starts_with(name) && !opcode.starts_with("LDSM"))
        && !opcode.starts_with("LDSM")
        && !opcode.starts_with("ATOMS")
}

/// The line, and the instruction in it.
fn named(one: &Instruction) -> String {
    let at = format!("{} at {:04x}", one.opcode, one.offset);
    match one.own_place() {
        Some(place) => format!("line {} ({at})", place.line),
        None => at,
    }
}
