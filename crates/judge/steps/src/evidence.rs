//! What says that a cycle is a step: what the host does, and what is in it and around it.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::cycles::{Cycle, DIFFERENT, HAVE, Program, SHORT, USUAL};
use crate::fold::{Token, folded};
use crate::{FEWEST, Steps};

/// The layers of a model have fewer launches than a step.
const LONG: usize = 64;

/// Fewer cycles in a row by a schedule may be the stages of a method.
const STAGES: usize = 5;

/// What comes between cycles, as a share of one, or of all since the last time.
const ADDED: f64 = 0.6;
const ADDED_IN_ALL: f64 = 0.1;
const ADDED_TO_LAYERS: f64 = 0.05;

/// How often the host asks for results in a pass of a model; a solver asks in each of its iterations.
const MOST_ASKED: usize = 3;

/// More cycles in a row by a schedule are steps, however much comes between and however short they are.
const MANY: usize = 10;

/// Launches with data of their own, one after the other, and how often they come where nothing is a step.
const IN_A_ROW: usize = 3;
const MOST_READS: usize = 5;

impl Program<'_> {
    /// Whether the cycle is a part of a step of training: the optimizer, a micro-batch, or an epoch over
    /// data that were made before.
    pub(crate) fn is_part(
        &self,
        cycle: &Cycle,
        body: &Range<usize>,
        rests: &[Range<usize>],
    ) -> bool {
        let (training, others): (Vec<_>, Vec<_>) =
            rests.iter().partition(|rest| self.has_updates(rest));
        let updates = self.is_update[body.clone()].iter().filter(|is| **is).count();
        if updates > 0 {
            let longest = others.iter().map(|rest| rest.len()).max();
            return 2 * updates > body.len() || longest > Some(cycle.length);
        }
        // An agent acts, its result is asked for, and then it learns: that takes longer than to act.
        let is_asked = |piece: &Range<usize>| self.is_waited(piece);
        let asked = cycle.pieces().filter(is_asked).count() as f64;
        let is_pass = |rest: &&&Range<usize>| self.has_layers(rest) && rest.len() >= body.len();
        let passes = training.iter().filter(is_pass).count();
        let acts = asked >= HAVE * cycle.begins.len() as f64 && 2 * passes >= training.len();
        !training.is_empty() && !acts
    }

    /// Whether the host copies data to the GPU for each pass of a model.
    pub(crate) fn is_fed(&self, cycle: &Cycle, body: &Range<usize>) -> bool {
        let later = &cycle.begins[1..];
        let fed = later.iter().filter(|&&at| self.launches[at].before.copied_in).count();
        self.has_layers(body) && fed as f64 >= HAVE * later.len() as f64
    }

    /// Whether the host asks for the result of each pass of a model, as of a word before the next: layers are not
    /// asked for.
    pub(crate) fn is_asked(&self, cycle: &Cycle, body: &Range<usize>) -> bool {
        let is_asked = |piece: &Range<usize>| (1..=MOST_ASKED).contains(&self.waits(piece).count());
        let asked = cycle.pieces().filter(is_asked).count();
        body.len() >= LONG
            && self.has_layers(body)
            && asked as f64 >= HAVE * cycle.begins.len() as f64
    }

    /// Whether many passes of a whole model come in each round: a layer has no layers of its own.
    pub(crate) fn is_deep(&self, cycle: &Cycle, body: &Range<usize>, rounds: usize) -> bool {
        let count = cycle.begins.len();
        let usual = cycle.pieces().filter(|piece| piece.len() == cycle.length).count() as f64;
        body.len() >= LONG
            && count >= MANY * rounds
            && usual >= USUAL * count as f64
            && self.waits(body).count() <= MOST_ASKED
            && self.holds_layers(body)
    }

    /// Whether half of the stretch are layers that repeat: then it is a pass of a whole model.
    pub(crate) fn holds_layers(&self, body: &Range<usize>) -> bool {
        let loops = folded(&self.symbols[body.clone()]);
        let is_loop = |token: &&Token| {
            let own = token.from + body.start..token.to + body.start;
            token.iterations.len() >= FEWEST && self.has_layers(&own)
        };
        let inside: usize = loops.iter().filter(is_loop).map(|token| token.to - token.from).sum();
        2 * inside >= body.len()
    }

    /// Whether data is read again and again, one after the other, and no model is run: weights are converted.
    pub(crate) fn reads(&self, steps: &Steps) -> bool {
        let all = steps.begins[0]..steps.end();
        let row =
            self.launches[all.clone()].chunk_by(|a, b| a.before.copied_in == b.before.copied_in);
        let reads = row.filter(|row| row[0].before.copied_in && row.len() >= IN_A_ROW).count();
        reads >= MOST_READS && !self.has_layers(&all) && !self.has_updates(&all)
    }

    pub(crate) fn is_waited(&self, stretch: &Range<usize>) -> bool {
        self.waits(stretch).next().is_some()
    }

    fn waits(&self, stretch: &Range<usize>) -> impl Iterator<Item = usize> + '_ {
        stretch.clone().filter(|&at| self.launches[at].before.waited)
    }

    /// The same cycles, where the host waits before the same kernel a little before each: a first pass that
    /// differs looks as if they began later.
    pub(crate) fn at_wait(&self, cycle: &Cycle, body: &Range<usize>) -> Option<Cycle> {
        let waits: Vec<usize> = self.waits(body).collect();
        let before = waits.iter().skip(waits.len().saturating_sub(1)).chain(&waits);
        let since = |(&wait, &before): (&usize, &usize)| {
            let since = if wait > before { wait - before } else { wait + cycle.length - before };
            (since, wait)
        };
        // What is asked for at once is asked for together.
        let (_, wait) = waits.iter().zip(before).map(since).max()?;
        let earlier = body.start + cycle.length - wait;
        let begins: Option<Vec<usize>> =
            cycle.begins.iter().map(|begin| begin.checked_sub(earlier)).collect();
        let symbol = self.symbols[wait];
        let is_same = |&at: &usize| self.launches[at].before.waited && self.symbols[at] == symbol;
        let begins = begins.filter(|begins| begins.iter().all(is_same))?;
        let last = begins.last()? + cycle.length;
        Some(Cycle { end: last.min(self.symbols.len()), begins, length: cycle.length })
    }

    /// Whether something little comes after a fixed number of cycles.
    pub(crate) fn is_scheduled(
        &self,
        cycle: &Cycle,
        body: &Range<usize>,
        rests: &[Range<usize>],
    ) -> bool {
        let Some((every, added)) = self.scheduled(cycle, body) else { return false };
        let added = added as f64 / cycle.length as f64;
        let is_little = |most: f64| {
            added <= most * every as f64
                && (added <= ADDED || every >= MANY)
                && every >= if cycle.length < SHORT { MANY } else { STAGES }
        };
        if self.has_layers(body) {
            let trains = self.has_updates(body) || !rests.iter().any(|rest| self.has_updates(rest));
            trains && body.len() >= LONG && is_little(ADDED_TO_LAYERS)
        } else {
            self.bag(body).len() >= DIFFERENT && is_little(ADDED_IN_ALL)
        }
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
}

/// After how many the next of these numbers comes, if it is nearly always the same.
fn every(numbers: &[usize]) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    numbers.windows(2).for_each(|two| *counts.entry(two[1] - two[0]).or_default() += 1);
    let all = numbers.len().saturating_sub(1);
    let (every, count) = counts.into_iter().max_by_key(|one| one.1)?;
    (all + 1 >= FEWEST && count as f64 >= USUAL * all as f64).then_some(every)
}
