//! With which kernel of a loop a step begins.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::boundaries::Places;
use crate::cycles::Program;
use crate::stretch::gap;
use crate::{Launch, Steps};

/// Iterations before which the host did the same, of all.
const MARKED: f64 = 0.7;

/// A first step that is as much like the others is surely one.
const SURELY_ALIKE: f64 = 0.9;

/// By how much a gap is longer than another, to say where steps begin.
const CLEAR: f64 = 2.0;

/// How many times longer than all others a gap is that tells where steps begin.
const IDLE: f64 = 3.0;

/// Shorter gaps are between any two kernels, in ns.
const LEAST_GAP: u64 = 1_000;

/// Less difference between two phases is none, in steps.
const NEARLY: f64 = 0.05;

/// The part of the steps that may be less like the others, where copies tell the beginning.
const FEW: f64 = 0.05;

/// Waits or copies a step, where they tell its beginning.
const MOST_MARKS: usize = 2;

/// Steps that are judged at either end.
const JUDGED: usize = 32;

/// Phases that are judged, those with the longest gaps.
const MOST_JUDGED: usize = 16;
impl Places<'_> {
    /// With which token of an iteration a step begins: so that most steps are whole, that the host
    /// did the same before each, or that the GPU waited longest.
    pub(crate) fn rotation(&self) -> usize {
        let by = self.likely_rotation();
        let copied = self.marked(|launch| launch.before.copied_in);
        let is_copied = copied.contains(&by);
        if let Some(by) = self.after_update(by).filter(|_| !is_copied) {
            return by;
        }
        let waited = self.marked(|launch| launch.before.waited);
        // Most of a step before the first one is one.
        let [row, next] = [&self.rows[0], &self.rows[1]];
        let is_part = 2 * (row[by] - row[0]) > next[0] - row[0];
        let is_told = is_copied || waited.contains(&by) || self.idle().contains(&by);
        let is_behind = is_told && !is_part && self.usual_gap(by) > self.usual_gap(0);
        let is_joined = self.shared > 0 && !waited.contains(&0);
        // A solver asks in the middle of an iteration whether it is the last one.
        let is_asked = is_part && !is_copied && waited.contains(&by) && self.is_as_often(by);
        let is_first = !is_joined && !is_behind && (is_asked || self.is_guessed(by));
        if is_first { 0 } else { by }
    }

    /// Whether no more steps begin with this token than with the first.
    fn is_as_often(&self, by: usize) -> bool {
        let count = |by: usize| {
            let mut begins = self.begins(by);
            self.end(by, &mut begins).map_or(0, |_| begins.len())
        };
        count(0) >= count(by)
    }

    /// The token after the update of a model, where its layers come before any in the iteration that begins
    /// with `by`, and where something else came before the first step.
    fn after_update(&self, by: usize) -> Option<usize> {
        let [_, row, next, ..] = &self.rows[..] else { return None };
        let Program { is_update, is_layer, .. } = self.program;
        let is_known = |at: &usize| is_update[*at] || is_layer[*at];
        let is_after = |by: &usize| {
            let mut step = row[*by]..next[*by];
            let last = step.clone().rev().find(is_known);
            step.find(is_known).is_some_and(|at| !is_update[at])
                && last.is_some_and(|at| is_update[at])
        };
        if is_after(&by) {
            return None;
        }
        let after = (0..row.len()).filter(is_after).take(MOST_JUDGED);
        after.into_iter().find(|&by| self.is_clean(by))
    }

    /// Whether something else comes before the first step than before the second.
    fn is_clean(&self, by: usize) -> bool {
        let mut begins = self.begins(by);
        let Some(end) = self.end(by, &mut begins) else { return false };
        let steps = self.extended(Steps::until(begins, end));
        let [first, second, ..] = steps.begins[..] else { return false };
        first == 0 || self.symbols[first - 1] != self.symbols[second - 1]
    }

    /// Whether the steps are as many as from the first token only with a first one that is unlike
    /// the others: then the loop begins where the kernels began to repeat.
    fn is_guessed(&self, by: usize) -> bool {
        let steps = |by: usize| {
            let mut begins = self.begins(by);
            self.end(by, &mut begins).map(|end| Steps::until(begins, end))
        };
        let Some((first, other)) = steps(0).zip(steps(by)) else { return false };
        let added = self.extended(other.clone());
        let Some(like) = other.each().nth(other.count() / 2) else { return false };
        let is_like = |step: Range<usize>| self.alike(step, &like) >= SURELY_ALIKE;
        let mut more = added.each().take_while(|step| step.start < other.begins[0]);
        let is_later = added.begins[0] > self.rows[0][0];
        let may_be = self.is_inner[by] && is_later || !more.any(is_like);
        first.count() > other.count() && may_be
    }

    fn likely_rotation(&self) -> usize {
        let copied = self.marked(|launch| launch.before.copied_in);
        let waited = self.marked(|launch| launch.before.waited);
        if let Some(by) = self.copied_each() {
            return by;
        }
        // To judge all would take long.
        let mut some: Vec<usize> = (0..self.rows[0].len()).collect();
        some.sort_by_key(|&by| Reverse(self.usual_gap(by)));
        some.truncate(MOST_JUDGED);
        let idle = self.idle();
        some.extend(copied.iter().chain(&waited).chain(&idle));
        some.extend([0, self.after.len()].into_iter().filter(|&by| by < self.rows[0].len()));
        let scores: BTreeMap<usize, (f64, usize)> =
            some.into_iter().map(|by| (by, self.score(by))).collect();
        let most = scores.values().map(|score| score.0).fold(0.0, f64::max);
        let near = |by: usize, less: f64| scores[&by].0 > most - less;
        let best: Vec<usize> = scores.keys().copied().filter(|&by| near(by, NEARLY)).collect();
        let within = |mut some: Vec<usize>, less: f64| {
            some.retain(|&by| near(by, less));
            some
        };
        // Data for a step is copied before it; a wait may be in the middle of one.
        let far = 0.5 + FEW * self.rows.len().min(2 * JUDGED) as f64;
        // What comes now and then comes between steps, and not after the longest gap within them.
        let most_whole = best.iter().map(|&by| self.whole(by)).max().unwrap_or(0);
        let idle = within(idle, far).into_iter().filter(|&by| self.whole(by) >= most_whole);
        let by_host = [within(copied, far), within(waited, NEARLY), idle.collect()];
        let by_host = by_host.into_iter().find(|some| !some.is_empty());
        let longest = |some: &[usize]| {
            some.iter().copied().max_by_key(|&by| (self.usual_gap(by), Reverse(by)))
        };
        if let Some(by) = by_host.as_deref().and_then(longest) {
            return by;
        }
        // What else may begin with the first kernels of a step comes after it, as a rule.
        let first = best.iter().copied().min_by_key(|by| (scores[by].1, *by)).unwrap_or(0);
        let longest = longest(&best).unwrap_or(first);
        let gap = self.usual_gap(first).max(LEAST_GAP);
        let is_clear = self.usual_gap(longest) as f64 >= CLEAR * gap as f64;
        if is_clear { longest } else { first }
    }

    /// The token before which the GPU waits much longer than before all others, if there is one.
    fn idle(&self) -> Vec<usize> {
        let mut gaps: Vec<(u64, usize)> =
            (0..self.rows[0].len()).map(|by| (self.usual_gap(by), self.rows[1][by])).collect();
        gaps.sort_unstable_by_key(|&(gap, place)| (Reverse(gap), place));
        gaps.dedup();
        let [(longest, place), (next, _), ..] = gaps[..] else { return Vec::new() };
        let is_clear = longest as f64 >= IDLE * next.max(LEAST_GAP) as f64;
        (0..self.rows[0].len()).filter(|&by| is_clear && self.rows[1][by] == place).collect()
    }

    /// The only token before which the host copies data to the GPU, if it does in each iteration.
    fn copied_each(&self) -> Option<usize> {
        let is = |launch: &Launch| launch.before.copied_in;
        let by = (0..self.rows[0].len())
            .find(|&by| self.rows.iter().skip(1).all(|row| is(&self.launches[row[by]])))?;
        let only = |two: &[Vec<usize>]| {
            self.launches[two[0][by]..two[1][by]].iter().skip(1).all(|launch| !is(launch))
        };
        self.rows.windows(2).all(only).then_some(by)
    }

    /// The tokens before which the host did something in most steps, and seldom within them.
    fn marked(&self, is: fn(&Launch) -> bool) -> Vec<usize> {
        let mut marks: Vec<usize> = (self.rows.windows(2))
            .map(|two| self.launches[two[0][0]..two[1][0]].iter().filter(|one| is(one)).count())
            .collect();
        marks.sort_unstable();
        if marks.get(marks.len() / 2).is_none_or(|&usual| usual > MOST_MARKS) {
            return Vec::new();
        }
        let share = |by: usize| {
            let later = self.rows.iter().skip(1).map(|row| &self.launches[row[by]]);
            let count = later.len().max(1) as f64;
            later.filter(|launch| is(launch)).count() as f64 / count
        };
        (0..self.rows[0].len()).filter(|&by| share(by) >= MARKED).collect()
    }

    /// How many steps there are if they begin with this token, and where the first begins; one that
    /// is unlike the others counts less.
    fn score(&self, by: usize) -> (f64, usize) {
        let mut begins = self.begins(by);
        let Some(end) = self.end(by, &mut begins) else { return (0.0, usize::MAX) };
        let steps = self.extended(Steps::until(begins, end));
        let Some(like) = steps.each().nth(steps.count() / 2) else { return (0.0, usize::MAX) };
        // Of many, the first and the last tell.
        let is_judged = |number: &usize| *number < JUDGED || number + JUDGED >= steps.count();
        let judged = steps.each().enumerate().filter(|(number, _)| is_judged(number));
        let all = judged.map(|(_, step)| 2.0 * self.alike(step, &like) - 1.0).sum();
        (all, steps.begins[0])
    }

    /// How many of the steps that are followed by something else are whole, so that it comes after
    /// them and not within.
    fn whole(&self, by: usize) -> usize {
        let middle = self.rows.len() / 2;
        let next = self.rows.get(middle + 1).map_or(self.end, |row| row[by]);
        let like = &self.symbols[self.rows[middle][by]..next];
        let followed = self.followed.iter().map(|&row| &self.symbols[self.rows[row][by]..]);
        followed.filter(|rest| rest.starts_with(like)).count()
    }

    /// How long no kernel ran before this token, in the middle of all iterations.
    fn usual_gap(&self, by: usize) -> u64 {
        let later = self.rows.iter().skip(1);
        let mut gaps: Vec<u64> = later.map(|row| gap(row[by], self.launches)).collect();
        gaps.sort_unstable();
        gaps.get(gaps.len() / 2).copied().unwrap_or(0)
    }
}
