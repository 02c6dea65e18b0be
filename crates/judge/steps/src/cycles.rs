//! Steps inside what was found. A program that writes a result every so many steps repeats both, and so
//! does one that trains two models in turns: a *cycle* is the sequence that comes again and again inside a
//! round, with something else now and then.
//!
//! The layers of a model and the iterations of a solver are cycles and no steps. A cycle is a step if
//! the host says so, by changing the parameters of a model or by copying data to the GPU each time, or if the
//! program does something else after a fixed number of them, as it does by a schedule. A solver ends when it is
//! accurate enough, after a number of iterations that changes.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::fold::{Places, mixed};
use crate::stretch::{Bag, bag, within};
use crate::{FEWEST, Launch, Steps};

/// The layers of a model have fewer launches than a step.
const LONG: usize = 64;

/// A shorter cycle is a part of a method, such as a sweep over a grid.
const SHORT: usize = 5;

/// A cycle has so many different kernels at least.
const DIFFERENT: usize = 3;

/// Fewer cycles in a row by a schedule may be the stages of a method.
const STAGES: usize = 5;

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
const HAVE: f64 = 0.9;

/// Of all launches, those of cycles without what comes now and then.
const COVERED: f64 = 0.6;

/// Of the cycles or of what comes between them, those that are the usual.
const USUAL: f64 = 0.7;

/// The part of a cycle, as its inverse, after whose beginning the host may wait: two kinds of steps may end
/// with the same kernels.
const NEAR: usize = 8;

/// How much distances differ that are about the same.
const EVEN: f64 = 0.05;

/// What comes between cycles, as a share of one, or of all since the last time.
const ADDED: f64 = 0.6;
const ADDED_IN_ALL: f64 = 0.1;
const ADDED_TO_LAYERS: f64 = 0.05;

/// More cycles in a row by a schedule are steps, however much comes between.
const MANY: usize = 10;

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
struct Cycle {
    begins: Vec<usize>,
    end: usize,
    length: usize,
}

impl Cycle {
    fn pieces(&self) -> impl Iterator<Item = Range<usize>> + '_ {
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
            let Some(kinds) = self.steps(&cycle).filter(|kinds| kinds[0].count() >= known) else {
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
            .filter(|&(distance, count)| distance >= SHORT && count >= least)
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
        let opening = &body[..OPENING.min(length.div_ceil(4).max(2))];
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

    fn bag(&self, stretch: &Range<usize>) -> Bag {
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
    fn steps(&self, cycle: &Cycle) -> Option<Vec<Steps>> {
        let body = self.usual(cycle)?;
        let rests: Vec<Range<usize>> =
            cycle.pieces().filter_map(|piece| self.added(piece, &body)).collect();
        let updates = self.has_updates(&body);
        let is_step =
            updates || self.is_fed(cycle, &body) || self.is_scheduled(cycle, &body, &rests);
        if !is_step || self.is_part(cycle, &body, &rests) {
            return None;
        }
        let second = if updates { self.second(&rests, cycle.end) } else { None };
        let alone = |one: Range<usize>| one.start..(one.start + cycle.length).min(one.end);
        let own: Steps = match second {
            Some(_) => cycle.pieces().map(alone).collect(),
            None => Steps::until(self.prepared(cycle, &body), cycle.end),
        };
        Some([own].into_iter().chain(second).collect())
    }

    fn has_updates(&self, stretch: &Range<usize>) -> bool {
        self.is_update[stretch.clone()].contains(&true)
    }

    pub(crate) fn has_layers(&self, stretch: &Range<usize>) -> bool {
        self.is_layer[stretch.clone()].contains(&true)
    }

    /// Whether the cycle is a part of a step of training: the optimizer, a micro-batch, or an epoch over
    /// data that were made before.
    fn is_part(&self, cycle: &Cycle, body: &Range<usize>, rests: &[Range<usize>]) -> bool {
        let (training, others): (Vec<_>, Vec<_>) =
            rests.iter().partition(|rest| self.has_updates(rest));
        let updates = self.is_update[body.clone()].iter().filter(|is| **is).count();
        if updates > 0 {
            let longest = others.iter().map(|rest| rest.len()).max();
            return 2 * updates > body.len() || longest > Some(cycle.length);
        }
        // An agent acts, its result is asked for, and then it learns: that takes longer than to act.
        let is_waited = |launch: &Launch| launch.before.waited;
        let is_asked = |piece: &Range<usize>| self.launches[piece.clone()].iter().any(is_waited);
        let asked = cycle.pieces().filter(is_asked).count() as f64;
        let is_pass = |rest: &&&Range<usize>| self.has_layers(rest) && rest.len() >= body.len();
        let passes = training.iter().filter(is_pass).count();
        let acts = asked >= HAVE * cycle.begins.len() as f64 && 2 * passes >= training.len();
        !training.is_empty() && !acts
    }

    /// Whether the host copies data to the GPU for each pass of a model.
    fn is_fed(&self, cycle: &Cycle, body: &Range<usize>) -> bool {
        let later = &cycle.begins[1..];
        let fed = later.iter().filter(|&&at| self.launches[at].before.copied_in).count();
        self.has_layers(body) && fed as f64 >= HAVE * later.len() as f64
    }

    /// Whether something little comes after a fixed number of cycles.
    fn is_scheduled(&self, cycle: &Cycle, body: &Range<usize>, rests: &[Range<usize>]) -> bool {
        let Some((every, added)) = self.scheduled(cycle, body) else { return false };
        let added = added as f64 / cycle.length as f64;
        let is_little = |most: f64| {
            added <= most * every as f64 && (added <= ADDED || every >= MANY) && every >= STAGES
        };
        if self.has_layers(body) {
            let trains = self.has_updates(body) || !rests.iter().any(|rest| self.has_updates(rest));
            trains && body.len() >= LONG && is_little(ADDED_TO_LAYERS)
        } else {
            self.bag(body).len() >= DIFFERENT && is_little(ADDED_IN_ALL)
        }
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
    fn added(&self, piece: Range<usize>, body: &Range<usize>) -> Option<Range<usize>> {
        let added = piece.len().checked_sub(body.len()).filter(|added| *added > 0)?;
        let both = self.symbols[piece.clone()].iter().zip(&self.symbols[body.clone()]);
        let from = piece.start + both.take_while(|(a, b)| a == b).count();
        Some(from..from + added)
    }

    /// After how many cycles something else comes, if it is a fixed number, and how many launches it has.
    fn scheduled(&self, cycle: &Cycle, body: &Range<usize>) -> Option<(usize, usize)> {
        let mut of_other: BTreeMap<(usize, u32), (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for (number, piece) in cycle.pieces().enumerate() {
            let Some(added) = self.added(piece.clone(), body) else { continue };
            let place = added.start - piece.start;
            let (numbers, lengths) =
                of_other.entry((place, self.symbols[added.start])).or_default();
            numbers.push(number);
            lengths.push(added.len());
        }
        let scheduled = |(numbers, mut lengths): (Vec<usize>, Vec<usize>)| {
            lengths.sort_unstable();
            Some((every(&numbers)?, lengths[lengths.len() / 2]))
        };
        of_other.into_values().filter_map(scheduled).max()
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

/// After how many the next of these numbers comes, if it is nearly always the same.
fn every(numbers: &[usize]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.windows(2).for_each(|two| *counts.entry(two[1] - two[0]).or_default() += 1);
    let all = numbers.len().saturating_sub(1);
    let (every, count) = counts.into_iter().max_by_key(|one| one.1)?;
    (all + 1 >= FEWEST && count as f64 >= USUAL * all as f64).then_some(every)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kernels are letters: `A` to `L` are layers, `U` to `Z` update a model. `.` is a wait, `,` a copy.
    fn inside(text: &str, rounds: &[usize]) -> Vec<Vec<String>> {
        let (mut symbols, mut launches) = (Vec::new(), Vec::new());
        let mut launch = Launch::default();
        for byte in text.bytes() {
            match byte {
                b'.' => launch.before.waited = true,
                b',' => launch.before.copied_in = true,
                _ => {
                    symbols.push(u32::from(byte));
                    launches.push(std::mem::take(&mut launch));
                }
            }
        }
        let is = |letters: Range<u8>| -> Vec<bool> {
            symbols.iter().map(|one| letters.contains(&u8::try_from(*one).unwrap_or(0))).collect()
        };
        let (is_layer, is_update) = (is(b'A'..b'M'), is(b'U'..b'['));
        let program = Program {
            symbols: &symbols,
            launches: &launches,
            is_update: &is_update,
            is_layer: &is_layer,
        };
        let text = text.replace(['.', ','], "");
        let found = program.finer(vec![Steps::until(rounds.to_vec(), text.len())]);
        let words = |steps: &Steps| steps.each().map(|step| text[step].to_owned()).collect();
        found.iter().map(words).collect()
    }

    /// Where `count` rounds of that text begin.
    fn rounds(round: &str, count: usize) -> Vec<usize> {
        let length = round.replace(['.', ','], "").len();
        (0..count).map(|number| number * length).collect()
    }

    fn counts(round: &str, count: usize) -> Vec<usize> {
        inside(&round.repeat(count), &rounds(round, count)).iter().map(Vec::len).collect()
    }

    #[test]
    fn a_result_by_a_schedule_makes_no_round_a_step() {
        let round = format!("{}vw", ".abcdefghijkl".repeat(10));
        assert_eq!(counts(&round, 4), [40]);
        // A solver needs another number of iterations each time.
        let round = |count: usize| format!("{}vw", ".abcdefghijkl".repeat(count));
        let all: Vec<String> = [10, 14, 9, 12].into_iter().map(round).collect();
        let mut begins = vec![0];
        begins.extend(all[..3].iter().scan(0, |at, one| {
            *at += one.replace('.', "").len();
            Some(*at)
        }));
        assert_eq!(inside(&all.concat(), &begins)[0].len(), 4);
    }

    #[test]
    fn layers_and_stages_are_no_steps() {
        assert_eq!(counts(&format!("{}mnop", "aBcDefGhabCd".repeat(10)), 6), [6]);
        assert_eq!(counts(&format!("{}vwxyz", "abcdefghijkl".repeat(4)), 6), [6]);
    }

    #[test]
    fn what_a_result_is_made_of_ends_a_step_and_what_prepares_one_begins_it() {
        let steps = "abcdefghijkl".repeat(10);
        let read = inside(&format!("{steps}vw.").repeat(4), &rounds(&format!("{steps}vw"), 4));
        assert_eq!([&read[0][9], &read[0][10]], ["abcdefghijklvw", "abcdefghijkl"]);
        let kept = inside(&format!("{steps}vw").repeat(4), &rounds(&format!("{steps}vw"), 4));
        assert_eq!([&kept[0][9], &kept[0][10]], ["abcdefghijkl", "vwabcdefghijkl"]);
    }

    #[test]
    fn two_models_that_are_trained_in_turns_have_a_kind_of_steps_each() {
        let round = format!("{}wAxBgUstC", ",aAbBcCdDeeffU".repeat(5));
        assert_eq!(counts(&round, 8), [40, 8]);
    }

    #[test]
    fn micro_batches_are_no_steps_and_actions_are() {
        let micro = format!("{}UVWX", ",aAbBcCdDeeff".repeat(5));
        assert_eq!(counts(&micro, 8), [8]);
        let acts = format!("{}gAhBkCmDnEoFpGqHUV", ",aAbBcC.dDee".repeat(8));
        assert_eq!(counts(&acts, 8), [64]);
    }
}
