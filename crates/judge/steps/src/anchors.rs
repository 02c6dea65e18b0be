//! Steps by what the host does at their beginning: it copies data to the GPU, and the same kernels
//! follow. Where a step changes much from time to time, this tells more than what repeats.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::regular::accumulated;
use crate::stretch::{Bag, alike, bag, within};
use crate::{FEWEST, Launch, Steps};

/// How much of two stretches is the same kernels, for both to be steps of a kind.
const ALIKE: f64 = 0.8;

/// Less in common with a step of the kind: another kind.
const UNLIKE: f64 = 0.5;

/// Steps before and after that one is compared with.
const NEAR: usize = 8;

/// Of the steps, those that are like one near them.
const EXPLAINED: f64 = 0.9;

/// Of the steps, those that are like the one before, where several kinds begin with a copy.
const MOSTLY: f64 = 0.6;

/// Of all, steps at the start of the program that are like no other.
const AT_START: f64 = 0.25;

/// The first launches by which a beginning is known.
const OPENING: usize = 2;

/// Openings that are tried, the earliest first.
const MOST_OPENINGS: usize = 64;

/// How many times more steps there may be, to be the same ones with other boundaries.
const AS_MANY: f64 = 1.34;

/// So few steps may be of many each.
const FEW: usize = 8;
const MANY: usize = 16;

/// Of the launches that were in steps, those that still are.
const NEARLY_ALL: f64 = 0.95;

/// The steps that begin where the host copies, if they tell more than those `found`.
pub(crate) fn by_copies(
    found: Vec<Steps>,
    [exact, symbols]: [&[u32]; 2],
    launches: &[Launch],
    updates: &impl Fn(Range<usize>) -> bool,
) -> Vec<Steps> {
    let program = Program { exact, symbols, launches, updates };
    let better = program.by_openings(&found).or_else(|| program.by_all(&found));
    better.unwrap_or(found)
}

struct Program<'a, U> {
    exact: &'a [u32],
    symbols: &'a [u32],
    launches: &'a [Launch],
    updates: &'a U,
}

fn most(all: &[Steps]) -> usize {
    all.iter().map(Steps::count).max().unwrap_or(0)
}

fn covered(all: &[Steps]) -> f64 {
    all.iter().map(Steps::launches).sum::<usize>() as f64
}

/// How many times more steps there are.
fn times(kinds: &[Steps], found: &[Steps]) -> f64 {
    most(kinds) as f64 / most(found).max(1) as f64
}

impl<U: Fn(Range<usize>) -> bool> Program<'_, U> {
    /// Where the same kernels follow: what else the host copies in a step comes after its beginning.
    fn by_openings(&self, found: &[Steps]) -> Option<Vec<Steps>> {
        let openings = openings(self.exact, self.launches).into_iter();
        let openings = openings.filter(|begins| begins.len() >= most(found).max(FEWEST));
        let divisions =
            openings.take(MOST_OPENINGS).filter_map(|begins| divided(begins, self.symbols));
        divisions.map(|steps| self.kinds(&steps)).find(|kinds| self.tells_more(kinds, found))
    }

    /// Wherever it copies, as libraries choose another first kernel for another size of the data.
    fn by_all(&self, found: &[Steps]) -> Option<Vec<Steps>> {
        let is_copied = |&place: &usize| self.launches[place].before.copied_in;
        let begins: Vec<usize> = (0..self.launches.len()).filter(is_copied).collect();
        if found.is_empty() || begins.len() < FEWEST {
            return None;
        }
        let steps = divided(begins, self.symbols)?;
        let kinds = self.kinds(&steps);
        let is_same = are_in_rows(&steps, self.symbols) && times(&kinds, found) <= AS_MANY;
        (is_same && self.tells_more(&kinds, found)).then_some(kinds)
    }

    fn kinds(&self, steps: &Steps) -> Vec<Steps> {
        let (training, others) = trained(steps, self.updates);
        [training, others].iter().flat_map(|steps| kinds(steps, self.symbols)).collect()
    }

    fn tells_more(&self, kinds: &[Steps], found: &[Steps]) -> bool {
        if found.is_empty() {
            return self.is_surely(kinds);
        }
        let times = times(kinds, found);
        let is_finer = most(found) < FEW && most(kinds) >= MANY;
        let trains = (self.updates)(0..self.launches.len());
        let are_even = kinds.iter().all(|steps| self.is_even(steps));
        // A micro-batch is no step of training; the same number of them before each update is one.
        let accumulated = |steps: &Steps| accumulated(steps.clone(), self.exact, self.updates);
        let may_be = are_even || kinds.iter().map(accumulated).all(|steps| self.is_even(&steps));
        let are_more = is_finer || times > 1.0 && !trains && self.is_surely(kinds);
        ((1.0..=AS_MANY).contains(&times) && may_be || are_more && are_even)
            && kinds.len() >= found.len()
            && covered(kinds) >= NEARLY_ALL * covered(found)
    }

    /// Whether all of the steps update a model, or none.
    fn is_even(&self, steps: &Steps) -> bool {
        let all = steps.each().filter(|step| (self.updates)(step.clone())).count();
        all == 0 || all == steps.count()
    }

    /// Where nothing repeats, many steps that are nearly all of the program and all alike are still steps.
    fn is_surely(&self, kinds: &[Steps]) -> bool {
        let all = self.launches.len();
        let from = all - kinds.iter().map(|steps| steps.begins[0]).min().unwrap_or(0);
        most(kinds) >= MANY
            && covered(kinds) >= NEARLY_ALL * from as f64
            && 2 * from > all
            && kinds.iter().all(|steps| self.is_even(steps))
    }
}

/// The steps that update a model and those that do not, where several of the first come in a row: else the others
/// are micro-batches.
fn trained(steps: &Steps, updates: &impl Fn(Range<usize>) -> bool) -> (Steps, Steps) {
    let is_update: Vec<bool> = steps.each().map(updates).collect();
    let all = is_update.iter().filter(|is| **is).count();
    let in_row = is_update.windows(2).filter(|two| two[0] && two[1]).count();
    if 2 * in_row < all {
        return (steps.clone(), std::iter::empty().collect());
    }
    let (training, others): (Vec<_>, Vec<_>) = steps.each().zip(is_update).partition(|(_, is)| *is);
    let steps = |all: Vec<(Range<usize>, bool)>| all.into_iter().map(|one| one.0).collect();
    (steps(training), steps(others))
}

/// Whether most steps are like the one before: those of a kind come in a row.
fn are_in_rows(steps: &Steps, symbols: &[u32]) -> bool {
    let bags: Vec<Bag> = steps.each().map(|step| bag(&symbols[step])).collect();
    let same = bags.windows(2).filter(|two| alike(&two[0], &two[1]) >= ALIKE).count();
    same as f64 >= MOSTLY * (bags.len() - 1) as f64
}

/// Where the host copies data and the same kernels follow, for each opening.
fn openings(symbols: &[u32], launches: &[Launch]) -> Vec<Vec<usize>> {
    let mut of_opening: BTreeMap<&[u32], Vec<usize>> = BTreeMap::new();
    for place in (0..launches.len()).filter(|&place| launches[place].before.copied_in) {
        for length in 1..=OPENING {
            let opening = &symbols[place..(place + length).min(symbols.len())];
            of_opening.entry(opening).or_default().push(place);
        }
    }
    let mut all: Vec<Vec<usize>> = of_opening.into_values().collect();
    all.sort();
    all.dedup();
    all
}

/// The steps that begin there, if nearly each is like another one near it.
fn divided(begins: Vec<usize>, symbols: &[u32]) -> Option<Steps> {
    let whole = Steps::until(begins, symbols.len());
    let mut bags: Vec<Bag> = whole.each().map(|step| bag(&symbols[step])).collect();
    let mut lengths: Vec<usize> = whole.each().map(|step| step.len()).collect();
    lengths.sort_unstable();
    let last = bags.len() - 1;
    let mut end = symbols.len();
    let is_explained = |at: usize, bags: &[Bag]| {
        let mut near = at.saturating_sub(NEAR)..(at + NEAR + 1).min(bags.len());
        near.any(|other| other != at && alike(&bags[at], &bags[other]) >= ALIKE)
    };
    if !is_explained(last, &bags) {
        // Something else follows the last step.
        end = (whole.begins[last] + lengths[lengths.len() / 2]).min(end);
        bags[last] = bag(&symbols[whole.begins[last]..end]);
    }
    let explained: Vec<bool> = (0..bags.len()).map(|at| is_explained(at, &bags)).collect();
    // The start of the program may begin like a step, and a first step may try out kernels.
    let like = explained.iter().position(|is| *is)?;
    let has_all = |at: &usize| bags[like].keys().all(|symbol| bags[*at].contains_key(symbol));
    let first = (0..like).rev().take_while(has_all).last().unwrap_or(like);
    let mut begins = whole.begins[first..].to_vec();
    if !explained[last] {
        end = begins.pop()?;
    }
    let count = explained[first..].iter().filter(|is| **is).count();
    let is_early = first as f64 <= (AT_START * bags.len() as f64).max(1.0);
    let is_sure = count as f64 >= EXPLAINED * begins.len() as f64;
    (is_early && is_sure && begins.len() >= FEWEST).then(|| Steps::until(begins, end))
}

/// By kind, where steps of more than one come in any order.
fn kinds(steps: &Steps, symbols: &[u32]) -> Vec<Steps> {
    let mut kinds: Vec<(Bag, Vec<Range<usize>>)> = Vec::new();
    for step in steps.each() {
        let own = bag(&symbols[step.clone()]);
        match kinds.iter_mut().find(|(like, _)| alike(like, &own) >= UNLIKE) {
            Some((_, steps)) => steps.push(step),
            None => kinds.push((own, vec![step])),
        }
    }
    let (mut kinds, others): (Vec<_>, Vec<_>) =
        kinds.into_iter().partition(|(_, steps)| steps.len() >= FEWEST);
    // A first step that tries out kernels besides has all that the others have.
    for (own, steps) in others {
        if let Some((_, all)) = kinds.iter_mut().find(|(like, _)| within(like, &own) >= ALIKE) {
            all.extend(steps);
            all.sort_by_key(|step| step.start);
        }
    }
    let is_work = |steps: &Steps| 2 * steps.launches() > 3 * steps.count();
    let kinds = kinds.into_iter().map(|(_, steps)| steps.into_iter().collect::<Steps>());
    let mut kinds: Vec<Steps> = kinds.filter(is_work).collect();
    kinds.sort_by_key(|steps| steps.begins[0]);
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Before;

    /// Letters are launches, and `,` is a copy to the GPU.
    fn found(text: &str) -> Vec<usize> {
        let copied = Before { copied_in: true, ..Before::default() };
        let (mut launches, mut before) = (Vec::new(), Before::default());
        for byte in text.bytes() {
            if byte == b',' {
                before = copied;
            } else {
                let name = u32::from(byte);
                launches.push(Launch {
                    name,
                    before: std::mem::take(&mut before),
                    ..Launch::default()
                });
            }
        }
        let symbols: Vec<u32> = launches.iter().map(|launch| launch.name).collect();
        let updates = |step: Range<usize>| symbols[step].contains(&u32::from(b'U'));
        let steps = Steps::until((0..8).map(|step| 10 * step).collect(), symbols.len());
        let kinds = by_copies(vec![steps], [&symbols, &symbols], &launches, &updates);
        kinds.iter().map(Steps::count).collect()
    }

    #[test]
    fn a_batch_of_another_size_may_begin_with_another_kernel() {
        let epoch = format!("{},bcdefghiVU", ",abcdefghiU".repeat(4));
        assert_eq!(found(&format!("{epoch}{}{epoch}", ",zbcdefgh".repeat(3))), [10, 3]);
    }
}
