//! Steps inside what was found: a program that writes a result every so many steps repeats both.

use std::ops::Range;

use crate::{FEWEST, Steps};

/// The layers of a model have fewer launches than a step.
const LEAST: usize = 64;

/// First kernels by which a beginning is known.
const OPENING: usize = 8;

/// The launches of what was found that come again after a period.
const SAME: f64 = 0.95;

/// Periods that are tried, the shortest first.
const TRIED: usize = 64;

/// How long a step is at least, of a period.
const SHORTEST: f64 = 0.8;

/// With the steps that are inside those found, if each of those found consists of them.
pub(crate) fn finer(
    found: Steps,
    symbols: &[u32],
    updates: &impl Fn(Range<usize>) -> bool,
) -> Steps {
    let mut all: Vec<Range<usize>> = found.each().collect();
    all.sort_by_key(Range::len);
    let usual = &symbols[all[all.len() / 2].clone()];
    let Some(period) = period(usual) else { return found };
    let opening = &usual[..OPENING];
    let begins = found.each().flat_map(|step| begins(step, symbols, opening, period));
    let finer: Steps = Steps::until(begins.collect(), found.end());
    let all_update = |steps: &Steps| steps.each().all(updates);
    let is_even = all_update(&finer) || !updates(found.begins[0]..found.end());
    let is_many = finer.count() >= FEWEST * found.count();
    if is_even && is_many { finer } else { found }
}

/// After how many launches nearly all of a stretch comes again.
fn period(symbols: &[u32]) -> Option<usize> {
    let opening = symbols.get(..OPENING)?;
    let again = (1..=symbols.len() / FEWEST).filter(|&at| symbols[at..].starts_with(opening));
    let is_period = |at: &usize| {
        let rest = symbols.len() - at;
        let same = symbols.iter().zip(&symbols[*at..]).filter(|(a, b)| a == b).count();
        same as f64 >= SAME * rest as f64
    };
    again.take(TRIED).find(is_period).filter(|period| *period >= LEAST)
}

/// Where the periods in a stretch begin.
fn begins(stretch: Range<usize>, symbols: &[u32], opening: &[u32], period: usize) -> Vec<usize> {
    let shortest = (SHORTEST * period as f64) as usize;
    let mut begins = vec![stretch.start];
    let mut at = stretch.start + shortest;
    while at + shortest <= stretch.end {
        if symbols[at..stretch.end].starts_with(opening) {
            begins.push(at);
            at += shortest;
        } else {
            at += 1;
        }
    }
    begins
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four rounds of twenty times so many kernels, and two more.
    fn rounds(length: u32) -> (Steps, Vec<u32>) {
        let round = (0..20).flat_map(|_| 0..length).chain([1000, 1001]);
        let symbols: Vec<u32> = std::iter::repeat_n(round, 4).flatten().collect();
        let each = symbols.len() / 4;
        (Steps::until((0..4).map(|round| round * each).collect(), symbols.len()), symbols)
    }

    #[test]
    fn a_result_every_twenty_steps_makes_no_round_a_step() {
        let (found, symbols) = rounds(70);
        let steps = finer(found, &symbols, &|_| false);
        assert_eq!(steps.count(), 80);
        assert_eq!(steps.each().map(|step| step.len()).collect::<Vec<_>>()[18..21], [70, 72, 70]);
    }

    #[test]
    fn layers_and_micro_batches_are_no_steps() {
        let (found, symbols) = rounds(14);
        assert_eq!(finer(found.clone(), &symbols, &|_| false), found);
        let (found, symbols) = rounds(70);
        let updates = |step: Range<usize>| symbols[step].contains(&1001);
        assert_eq!(finer(found.clone(), &symbols, &updates), found);
    }
}
