//! Steps by what the host does at their beginning: it copies data to the GPU, and the same kernels
//! follow. Where a step changes much from time to time, this tells more than what repeats.

use std::collections::BTreeMap;
use std::ops::Range;

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
    let most = |all: &[Steps]| all.iter().map(Steps::count).max().unwrap_or(0);
    let covered = |all: &[Steps]| all.iter().map(Steps::launches).sum::<usize>() as f64;
    // A micro-batch is no step of training.
    let is_even = |steps: &Steps| {
        let all = steps.each().filter(|step| updates(step.clone())).count();
        all == 0 || all == steps.count()
    };
    // Where nothing repeats, many steps that are nearly all of the program and all alike are still steps.
    let is_surely = |kinds: &[Steps]| {
        let first = kinds.iter().map(|steps| steps.begins[0]).min().unwrap_or(0);
        most(kinds) >= MANY
            && covered(kinds) >= NEARLY_ALL * (launches.len() - first) as f64
            && 2 * (launches.len() - first) > launches.len()
            && kinds.iter().all(is_even)
    };
    let tells_more = |kinds: &Vec<Steps>| {
        let times = most(kinds) as f64 / most(&found).max(1) as f64;
        let is_finer = most(&found) < FEW && most(kinds) >= MANY;
        if found.is_empty() {
            return is_surely(kinds);
        }
        let trains = updates(0..launches.len());
        ((1.0..=AS_MANY).contains(&times) || is_finer || times > 1.0 && !trains && is_surely(kinds))
            && kinds.len() >= found.len()
            && covered(kinds) >= NEARLY_ALL * covered(&found)
            && kinds.iter().all(is_even)
    };
    // What else the host copies in a step comes after its beginning.
    let openings = openings(exact, launches).into_iter();
    let openings = openings.filter(|begins| begins.len() >= most(&found).max(FEWEST));
    let divisions = openings.take(MOST_OPENINGS).filter_map(|begins| divided(begins, symbols));
    let better = divisions.map(|steps| kinds(&steps, symbols)).find(tells_more);
    better.unwrap_or(found)
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
