//! Steps inside what was found. A program that writes a result every so many steps repeats both, and so
//! does one that trains two models in turns: a *cycle* is the sequence that comes again and again inside a
//! round, with something else now and then.
//!
//! The layers of a model and the iterations of a solver are cycles and no steps. A cycle is a step if
//! the host says so, by changing the parameters of a model, by copying data to the GPU or by asking for a result
//! each time, if it has layers of its own, or if the program does something else after a fixed number of them, as
//! it does by a schedule. A solver ends when it is
//! accurate enough, after a number of iterations that changes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::fold::{Places, mixed};
use crate::stretch::{Bag, bag, within};
use crate::{FEWEST, Launch, Steps};

/// A shorter cycle may be a part of a method, such as a sweep over a grid.
pub(crate) const SHORT: usize = 5;

/// A cycle has so many different kernels at least.
pub(crate) const DIFFERENT: usize = 3;

/// Launches by which the distance to the next cycle is seen, and a beginning is known.
const OPENING: usize = 8;

/// Of the launches, those at such a distance from the same one.
const LEAST_AT: f64 = 0.05;

/// Distances that are tried, the most frequent first.
const TRIED: usize = 12;

/// How long a cycle is at least, of the distance.
const SHORTEST: f64 = 0.8;

/// Of the cycles, those that have all its kernels, and of the kernels, those that each has.
const WHOLE: f64 = 0.95;
pub(crate) const HAVE: f64 = 0.9;

/// Of all launches, those of cycles without what comes now and then.
const COVERED: f64 = 0.6;

/// Of the cycles or of what comes between them, those that are the usual.
pub(crate) const USUAL: f64 = 0.7;

/// The part of a cycle, as its inverse, after whose beginning the host may wait: two kinds of steps may end
/// with the same kernels.
const NEAR: usize = 8;

/// How much distances differ that are about the same.
const EVEN: f64 = 0.05;

/// Places of which the beginning is guessed.
const VOTES: usize = 64;

/// The program, and what is known of its kernels by name.
pub(crate) struct Program<'a> {
    pub symbols: &'a [u32],
    pub launches: &'a [Launch],
    /// Whether each launch changes the parameters of a model.
    pub is_update: &'a [bool],
    /// Whether it is of a product of matrices, a convolution or attention, as the layers of models have.
    pub is_layer: &'a [bool],
}

/// Something that repeats, with what comes now and then after it.
pub(crate) struct Cycle {
    pub begins: Vec<usize>,
    pub end: usize,
    pub length: usize,
}

impl Cycle {
    pub(crate) fn pieces(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.begins.iter().skip(1).copied().chain([self.end]);
        self.begins.iter().zip(ends).map(|(&from, to)| from..to)
    }
}

impl Program<'_> {
    /// With the steps that are inside those found, if each of those found consists of them.
    pub(crate) fn finer(&self, found: Vec<Steps>) -> Vec<Steps> {
        let ends: Vec<usize> = found.iter().map(Steps::end).collect();
        let begins: Vec<usize> = found.iter().map(|steps| steps.begins[0]).collect();
        let region = |number: usize| {
            let from = number.checked_sub(1).map_or(0, |before| ends[before]);
            from..begins.get(number + 1).copied().unwrap_or(self.launches.len())
        };
        let finer = |(number, steps)| self.inside(steps, region(number));
        found.into_iter().enumerate().flat_map(finer).collect()
    }

    /// The same for steps of one kind: the program does something else outside of this region.
    fn inside(&self, found: Steps, region: Range<usize>) -> Vec<Steps> {
        let mut best: Option<Vec<Steps>> = None;
        for distance in self.distances(region.clone()) {
            let Some(cycle) = self.cycle(region.clone(), distance) else { continue };
            let known = best.as_ref().map_or(0, |kinds| kinds[0].count() + 1);
            let Some(kinds) =
                self.steps(&cycle, found.count()).filter(|kinds| kinds[0].count() >= known)
            else {
                continue;
            };
            let is_finer = kinds[0].count() >= 2 * found.count();
            let is_same = kinds[0].count().abs_diff(found.count()) <= 1 && kinds.len() > 1;
            if is_finer || is_same {
                best = Some(kinds);
            }
        }
        best.unwrap_or_else(|| vec![found])
    }

    /// How many launches later the same ones come again, the most frequent first.
    fn distances(&self, region: Range<usize>) -> Vec<usize> {
        let symbols = &self.symbols[region];
        let mut last = Places::default();
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for (at, window) in symbols.windows(OPENING).enumerate() {
            let hash = window
                .iter()
                .fold(0, |hash: u64, &one| mixed(hash.rotate_left(7) ^ u64::from(one)));
            if let Some(before) = last.insert(hash, at) {
                *counts.entry(at - before).or_default() += 1;
            }
        }
        let least = (LEAST_AT * symbols.len() as f64) as usize;
        let mut all: Vec<(usize, usize)> = counts
            .into_iter()
            .filter(|&(distance, count)| distance >= DIFFERENT && count >= least)
            .collect();
        all.sort_by_key(|&(distance, count)| (Reverse(count), distance));
        all.into_iter().take(TRIED).map(|one| one.0).collect()
    }

    /// The stretches in which each launch comes again after that distance.
    fn stretches(&self, region: &Range<usize>, distance: usize) -> Vec<Range<usize>> {
        let mut all = Vec::new();
        let mut from = None;
        for at in region.start..region.end {
            let again = at + distance;
            let is_same = again < region.end && self.symbols[at] == self.symbols[again];
            match (is_same, from) {
                (true, None) => from = Some(at),
                (false, Some(begin)) => {
                    if at - begin >= distance {
                        all.push(begin..at + distance);
                    }
                    from = None;
                }
                _ => {}
            }
        }
        all
    }

    /// The cycle of that length, if the region consists of it.
    fn cycle(&self, region: Range<usize>, length: usize) -> Option<Cycle> {
        let stretches = self.stretches(&region, length);
        let from = self.beginning(&stretches, length)?;
        let body = &self.symbols[from..from + length];
        // Something may come in the middle of a short one.
        let is_once = !body[1..].contains(&body[0]);
        let least = if is_once && length < OPENING { 1 } else { 2 };
        let opening = &body[..OPENING.min(length.div_ceil(4).max(least))];
        let shortest = (SHORTEST * length as f64) as usize;
        let mut begins = Vec::new();
        let mut at = region.start;
        while at + shortest <= region.end {
            if self.symbols[at..region.end].starts_with(opening) {
                begins.push(at);
                at += shortest.max(1);
            } else {
                at += 1;
            }
        }
        let last = begins.last().copied()?;
        let cycle = Cycle { end: (last + length).min(region.end), begins, length };
        let like = bag(body);
        let have = |piece: &Range<usize>| within(&like, &self.bag(piece)) >= HAVE;
        let whole = cycle.pieces().filter(have).count();
        let count = cycle.begins.len();
        let is_whole = whole as f64 >= WHOLE * count as f64;
        let is_covered = (count * length) as f64 >= COVERED * region.len() as f64;
        (count >= FEWEST && is_whole && is_covered).then_some(cycle)
    }

    pub(crate) fn bag(&self, stretch: &Range<usize>) -> Bag {
        bag(&self.symbols[stretch.clone()])
    }

    /// A place where a cycle begins: as after what comes now and then, where the host may have waited.
    fn beginning(&self, stretches: &[Range<usize>], length: usize) -> Option<usize> {
        let longest =
            stretches.iter().max_by_key(|stretch| (stretch.len(), Reverse(stretch.start)))?;
        let body = &self.symbols[longest.start..longest.start + length];
        let twice: Vec<u32> = body.iter().chain(body).copied().collect();
        let is_marked = |at: &usize| {
            let before = self.launches[*at].before;
            before.waited || before.copied_in
        };
        let mut votes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for stretch in stretches.iter().skip(1).take(VOTES) {
            let mut near = stretch.start..(stretch.start + (length / NEAR).max(SHORT - 1));
            let begin = near.find(is_marked).unwrap_or(stretch.start);
            let opening = &self.symbols[begin..begin + length.min(OPENING)];
            let offset = (0..length).find(|&by| twice[by..].starts_with(opening))?;
            votes.entry(offset).or_default().push(begin / length);
        }
        // What comes by a schedule comes between cycles; what the data call for may come within one.
        let most = votes
            .into_iter()
            .max_by_key(|(by, places)| (are_even(places), places.len(), Reverse(*by)))?;
        Some(longest.start + most.0)
    }

    /// The steps that a cycle is, by kind, if it is one.
    fn steps(&self, cycle: &Cycle, found: usize) -> Option<Vec<Steps>> {
        let body = self.usual(cycle)?;
        let rests: Vec<Range<usize>> =
            cycle.pieces().filter_map(|piece| self.added(piece, &body)).collect();
        let updates = self.has_updates(&body);
        let is_step = updates
            || self.is_fed(cycle, &body)
            || self.is_asked(cycle, &body)
            || self.is_deep(cycle, &body, found)
            || self.is_scheduled(cycle, &body, &rests);
        if !is_step || self.is_part(cycle, &body, &rests) {
            return None;
        }
        let moved = (!updates).then(|| self.at_wait(cycle, &body)).flatten();
        let cycle = moved.as_ref().unwrap_or(cycle);
        let second = if updates { self.second(&rests, cycle.end) } else { None };
        let alone = |one: Range<usize>| one.start..(one.start + cycle.length).min(one.end);
        let own: Steps = match second {
            Some(_) => cycle.pieces().map(alone).collect(),
            None => Steps::until(self.prepared(cycle, &body), cycle.end),
        };
        Some([own].into_iter().chain(second).collect())
    }

    pub(crate) fn has_updates(&self, stretch: &Range<usize>) -> bool {
        self.is_update[stretch.clone()].contains(&true)
    }

    pub(crate) fn has_layers(&self, stretch: &Range<usize>) -> bool {
        self.is_layer[stretch.clone()].contains(&true)
    }

    /// Where the steps begin. The host reads a result after it was made, so what comes between two cycles
    /// without a wait since prepares the second.
    fn prepared(&self, cycle: &Cycle, body: &Range<usize>) -> Vec<usize> {
        let mut begins = cycle.begins.clone();
        for (piece, begin) in cycle.pieces().zip(begins.iter_mut().skip(1)) {
            let between = self.added(piece.clone(), body).map(|added| added.start);
            let Some(from) = between.filter(|from| *from == piece.start + body.len()) else {
                continue;
            };
            if !self.launches[from + 1..=*begin].iter().any(|launch| launch.before.waited) {
                *begin = from;
            }
        }
        begins
    }

    /// A cycle after which the next begins at once.
    fn usual(&self, cycle: &Cycle) -> Option<Range<usize>> {
        cycle.pieces().find(|piece| piece.len() == cycle.length)
    }

    /// What a cycle has besides the usual one.
    pub(crate) fn added(&self, piece: Range<usize>, body: &Range<usize>) -> Option<Range<usize>> {
        let added = piece.len().checked_sub(body.len()).filter(|added| *added > 0)?;
        let both = self.symbols[piece.clone()].iter().zip(&self.symbols[body.clone()]);
        let from = piece.start + both.take_while(|(a, b)| a == b).count();
        Some(from..from + added)
    }

    /// What comes after some of the cycles that train a model, and after the last at that place, if it
    /// trains another one.
    fn second(&self, rests: &[Range<usize>], end: usize) -> Option<Steps> {
        let usual = rests.get(rests.len() / 2)?;
        let like = self.bag(usual);
        let is_like = |rest: &&Range<usize>| within(&like, &self.bag(rest)) >= HAVE;
        let last = end..(end + usual.len()).min(self.symbols.len());
        let same: Vec<Range<usize>> =
            rests.iter().chain([&last]).filter(is_like).cloned().collect();
        let trains = self.has_updates(usual) && self.has_layers(usual);
        (same.len() >= FEWEST && trains).then(|| same.into_iter().collect())
    }
}

/// Whether the distances between these places are about the same.
fn are_even(places: &[usize]) -> bool {
    let mut distances: Vec<usize> = places.windows(2).map(|two| two[1] - two[0]).collect();
    distances.sort_unstable();
    let Some(&usual) = distances.get(distances.len() / 2) else { return false };
    let is_near = |distance: &&usize| distance.abs_diff(usual) as f64 <= EVEN * usual as f64;
    let near = distances.iter().filter(is_near).count();
    places.len() >= FEWEST && near as f64 >= USUAL * distances.len() as f64
}

#[cfg(test)]
#[path = "cycles_tests.rs"]
mod tests;
