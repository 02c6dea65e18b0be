//! Which loops of the program's source are its steps.
//!
//! The loops say exactly where an iteration begins. Which of the loops in each other is the step, they do not:
//! a loop over epochs holds one over batches, a loop over prompts one over tokens. That is chosen by what the
//! iterations do, and checked by what the order of the kernels says.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use crate::cycles::Program;
use crate::nest::{Nest, are_apart};
use crate::sites::Sites;
use crate::stretch::{alike, bag};
use crate::{FEWEST, HALF, MOST_KINDS, Steps, UNTIL_THE_END};

/// Outermost loops with less of the launches are no steps.
const LEAST_OF_STEPS: f64 = 0.05;

/// Of the iterations, nearly all, most and some.
const NEARLY_ALL: f64 = 0.9;
const MOST: f64 = 0.5;
const SOME: f64 = 0.1;

/// The part of an iteration that an inner loop has where its iterations are the steps: in the same function, or
/// in one that is called for it; and if a model is called.
const INNER: f64 = 0.75;
const CALLED: f64 = 0.97;
const CALLED_WITH_MODEL: f64 = 0.6;

/// Below this part the outer loop is the step if its iterations were found by their kernels, and not the inner one's.
const CLEARLY: f64 = 0.95;

/// How many times more the inner iterations are; and if a model is also called beside them.
const MORE: usize = 3;
const MUCH_MORE: usize = 8;

/// The launches of a step beside training, of those of the steps that train: less is a sample or a statistic.
const SMALL: f64 = 0.1;

/// Steps of a loop that neither trains nor calls a model are so many at least, and like each other.
const MANY: usize = 8;
const ALIKE: f64 = 0.8;

/// Of these, one in so many follows another one at once.
const ROWS: usize = 3;

/// How far from the beginning of a loop's iteration a step was found to begin, of its length.
const NEAR: f64 = 0.25;

/// The steps that an iteration of a loop begins with, and the iterations that begin with a step.
const AGREE: f64 = 0.8;

/// Of the launches, those whose site is known where steps are only believed if a loop has them.
const KNOWN: f64 = 0.6;

/// The steps by the loops of the source, where they are known; else as they were found by the kernels.
pub(crate) fn by_source(found: Vec<Steps>, program: &Program<'_>, sites: &Sites) -> Vec<Steps> {
    if sites.is_empty() {
        return found;
    }
    let mut nest = Nest::new(program, sites);
    nest.by_kernels = found.iter().filter_map(|steps| nest.like(steps)).collect();
    let chosen = nest.steps();
    if !chosen.is_empty() {
        return nest.with_others(chosen);
    }
    let kept = |steps: Steps| match nest.like(&steps) {
        Some(node) => Some(nest.all[node].loop_.iterations.clone()),
        None => (!nest.is_known(&steps) || nest.is_of_one_call(&steps)).then_some(steps),
    };
    let kept: Vec<Steps> = found.into_iter().filter_map(kept).collect();
    if nest.are_enough(&kept) { kept } else { Vec::new() }
}

impl Nest<'_> {
    fn steps(&self) -> Vec<Steps> {
        let launches = self.program.launches.len();
        let is_large = |steps: &Steps| steps.launches() as f64 >= LEAST_OF_STEPS * launches as f64;
        let large = self.outermost.iter().copied();
        let large = self.largest(large.filter(|&node| is_large(self.iterations(node))).collect());
        let mut kinds: Vec<Steps> = large.iter().flat_map(|&node| self.within(node)).collect();
        kinds.sort_by_key(|steps| steps.begins[0]);
        let kinds = self.with_other_calls(kinds);
        let mut without_model = kinds.iter().filter(|steps| !self.have_model(steps));
        let are_evident = without_model.next().is_none_or(|steps| self.is_evident(steps))
            && without_model.next().is_none();
        let are_steps = kinds.len() <= MOST_KINDS
            && are_evident
            && self.are_enough(&kinds)
            && !kinds.iter().any(|steps| self.program.reads(steps));
        if are_steps { kinds } else { Vec::new() }
    }

    /// The kinds, and with them the iterations of the same loop of the source where it was called from another
    /// place and does the same, such as an evaluation at the end.
    fn with_other_calls(&self, kinds: Vec<Steps>) -> Vec<Steps> {
        let source = |steps: &Steps| {
            let node = self.all.iter().find(|node| node.loop_.iterations == *steps)?;
            self.sites.get(node.loop_.head).map(|site| (&site.function, site.position))
        };
        let is_other = |steps: &&Steps| kinds.iter().all(|kind| are_apart(kind, steps));
        let others = self.all.iter().map(|node| &node.loop_.iterations).filter(is_other);
        let others = others.map(|steps| (false, steps.clone())).collect::<Vec<_>>();
        let mut all: Vec<(Option<(&String, u32)>, Steps)> = Vec::new();
        for (is_kind, steps) in kinds.into_iter().map(|kind| (true, kind)).chain(others) {
            let source = source(&steps);
            let same = all.iter_mut().find(|(other, kind)| {
                source.is_some()
                    && *other == source
                    && are_apart(kind, &steps)
                    && self.do_the_same(kind, &steps)
            });
            match same {
                Some((_, kind)) => *kind = kind.with(&steps),
                None if is_kind => all.push((source, steps)),
                None => {}
            }
        }
        all.into_iter().map(|(_, steps)| steps).collect()
    }

    /// Whether the steps in the middle of both are alike.
    fn do_the_same(&self, one: &Steps, other: &Steps) -> bool {
        let [one, other] = [one, other].map(|steps| {
            let middle = steps.each().nth(steps.count() / 2);
            middle.map(|step| bag(&self.program.symbols[step])).unwrap_or_default()
        });
        alike(&one, &other) >= ALIKE
    }

    /// The steps, and the loops beside them in their functions, such as one over batches to evaluate after one that
    /// trains: those that were also found by their kernels, and those whose iterations are alike and in rows.
    fn with_others(&self, mut kinds: Vec<Steps>) -> Vec<Steps> {
        // A kind may have the iterations of a loop that is called from several places.
        let is_of = |kind: &Steps, one: &Steps| {
            one.begins.iter().zip(&one.ends).all(|(begin, end)| {
                kind.begins.binary_search(begin).is_ok_and(|place| kind.ends[place] == *end)
            })
        };
        let of_kinds = self.all.iter().map(|node| &node.loop_);
        let functions: Vec<u32> = of_kinds
            .filter(|one| kinds.iter().any(|kind| is_of(kind, &one.iterations)))
            .map(|one| one.function)
            .collect();
        let usual = |steps: &Steps| steps.launches() as f64 / steps.count() as f64;
        let longest = kinds.iter().map(usual).fold(0.0, f64::max);
        let first = kinds.iter().map(|steps| steps.begins[0]).min().unwrap_or(0);
        // What repeats before the steps prepares them.
        let is_in_rows = |steps: &Steps| {
            let follow = steps.begins.iter().skip(1).zip(&steps.ends);
            let follow = follow.filter(|(begin, end)| begin == end).count();
            let is_long = usual(steps) >= SMALL / 2.0 * longest;
            steps.begins[0] >= first && ROWS * follow >= steps.count() && is_long
        };
        let others = (0..self.all.len()).filter(|node| !self.by_kernels.contains(node));
        for node in self.by_kernels.iter().copied().chain(others) {
            let other = self.iterations(node);
            let by_kernels = self.by_kernels.contains(&node);
            let is_kind = functions.contains(&self.all[node].loop_.function)
                && (by_kernels || is_in_rows(other))
                && kinds.iter().all(|steps| are_apart(steps, other))
                && (by_kernels && self.have_model(other) || self.is_evident(other))
                && !self.program.reads(other);
            if is_kind && kinds.len() < MOST_KINDS {
                kinds.push(other.clone());
            }
        }
        kinds.sort_by_key(|steps| steps.begins[0]);
        kinds
    }

    /// Whether most launches are in these steps, and nearly all from the first step on.
    fn are_enough(&self, kinds: &[Steps]) -> bool {
        let first = kinds.iter().map(|steps| steps.begins[0]).min().unwrap_or(0);
        let all = self.program.launches.len();
        let own = |from: usize| all - from - (self.trials[all] - self.trials[from]);
        let steps = kinds.iter().flat_map(Steps::each);
        let covered: usize =
            steps.map(|one| one.len() - (self.trials[one.end] - self.trials[one.start])).sum();
        let share = |of: usize| covered as f64 / of as f64;
        share(own(0)) >= HALF && share(own(first)) >= UNTIL_THE_END
    }

    /// The steps in a loop: its iterations, or those of loops in it.
    fn within(&self, node: usize) -> Vec<Steps> {
        let trains = self.trains(node) >= SOME;
        let chosen = if trains { self.training(node) } else { self.apart(node) };
        if chosen.is_empty() {
            return if trains {
                self.with_evaluation(node)
            } else {
                vec![self.iterations(node).clone()]
            };
        }
        let mut kinds: Vec<Steps> = chosen.iter().flat_map(|&inner| self.within(inner)).collect();
        let others = if trains { Vec::new() } else { self.others_with_model(node, &chosen) };
        if others.is_empty() {
            kinds.extend(self.beside_steps(node, &chosen));
        }
        kinds.extend(others.iter().map(|&other| self.iterations(other).clone()));
        let usual = |steps: &Steps| steps.launches() as f64 / steps.count() as f64;
        let longest = kinds.iter().map(usual).fold(0.0, f64::max);
        if trains {
            let are_passes = |steps: &Steps| steps.count() >= MANY && self.have_model(steps);
            kinds.retain(|steps| usual(steps) >= SMALL * longest || are_passes(steps));
        }
        kinds
    }

    /// The iterations of a loop that trains, and what runs the model in them after the last update.
    fn with_evaluation(&self, node: usize) -> Vec<Steps> {
        let depth = self.sites.path(self.all[node].loop_.function).len();
        let call = |place: usize| self.sites.path(self.program.launches[place].site).get(depth);
        let evaluation = |one: Range<usize>| {
            let updated = one.clone().rev().find(|&place| self.is_update(place))?;
            let next = (updated + 1..one.end)
                .find(|&place| call(place).is_some_and(|next| Some(next) != call(updated)))?;
            let part = next..one.end;
            let is_pass = part.len() as f64 >= SMALL * one.len() as f64 && self.calls_model(&part);
            is_pass.then_some(part)
        };
        let all = self.iterations(node).clone();
        let by_call = |part| self.divided_by_call(part, depth);
        let evaluations: Steps = all.each().filter_map(evaluation).flat_map(by_call).collect();
        if evaluations.count() < FEWEST {
            return vec![all];
        }
        let end = |one: Range<usize>| evaluation(one.clone()).map_or(one.end, |part| part.start);
        let training = all.each().map(|one| one.start..end(one)).collect();
        let training = Steps { site: all.site, ..training };
        vec![training, evaluations]
    }

    /// What functions that are called there evaluate, each by itself, such as one set of data and another.
    fn divided_by_call(&self, part: Range<usize>, depth: usize) -> Vec<Range<usize>> {
        let call = |place: usize| self.sites.path(self.program.launches[place].site).get(depth);
        let known = part.clone().filter_map(|place| Some((place, *call(place)?)));
        let known: Vec<(usize, u32)> = known.collect();
        let begins = known.windows(2).filter(|two| two[0].1 != two[1].1).map(|two| two[1]);
        let is_function = |&(place, call): &(usize, u32)| {
            self.program.launches[place].site != call && !self.sites.is_in_model(call)
        };
        let begins = begins.filter(is_function);
        let begins: Vec<usize> = begins.map(|(place, _)| place).collect();
        let mut all: Vec<Range<usize>> = Vec::new();
        let mut from = part.start;
        for to in begins.into_iter().chain([part.end]) {
            match all.last_mut() {
                Some(last) if !self.calls_model(&(from..to)) || !self.calls_model(last) => {
                    last.end = to;
                }
                _ => all.push(from..to),
            }
            from = to;
        }
        all
    }

    /// The loops in a loop that train, and those that call a model beside them; none if it also trains by itself.
    fn training(&self, node: usize) -> Vec<usize> {
        let head = |node: usize| self.all[node].loop_.head;
        let trains = |node: &usize| self.trains(*node) >= NEARLY_ALL;
        let count = |node: usize| self.iterations(node).count();
        let mut inner = self.all[node].inner.clone();
        // One that trains in some iterations has those that do.
        while let Some(place) =
            inner.iter().position(|&one| !trains(&one) && self.trains(one) > 0.0)
        {
            let some = inner.swap_remove(place);
            inner.extend(&self.all[some].inner);
        }
        inner.retain(|&inner| count(inner) > count(node));
        let training: Vec<usize> = inner.iter().copied().filter(trains).collect();
        let trains_beside =
            self.share(node, |one| self.rest(one, &training).iter().any(|part| self.updates(part)));
        // What comes at the end of some steps may change a model, too, such as an average of its weights.
        let has_same_head = training.iter().any(|&inner| head(inner) == head(node));
        if training.is_empty() || (trains_beside >= MOST && !has_same_head) {
            return Vec::new();
        }
        let has_model = |node: &usize| self.has_model(*node) >= NEARLY_ALL;
        let mut chosen: Vec<usize> =
            inner.into_iter().filter(|node| trains(node) || has_model(node)).collect();
        chosen.sort_by_key(|&node| Reverse((trains(&node), count(node))));
        self.disjoint(chosen)
    }

    /// The loops in one that does not train whose iterations are its steps.
    fn apart(&self, node: usize) -> Vec<usize> {
        let inner = self.all[node].inner.iter().copied();
        self.largest(inner.filter(|&inner| self.are_steps_of(inner, node)).collect())
    }

    /// Whether the iterations of an inner loop are the steps of a loop that does not train.
    fn are_steps_of(&self, inner: usize, node: usize) -> bool {
        let (of_inner, of_node) = (self.iterations(inner), self.iterations(node));
        let part = of_inner.launches() as f64 / of_node.launches() as f64;
        let is_called = self.all[inner].loop_.function != self.all[node].loop_.function;
        if is_called && self.has_model(inner) >= NEARLY_ALL {
            return part >= CALLED_WITH_MODEL;
        }
        let by_kernels = [node, inner].map(|one| self.by_kernels.contains(&one));
        if by_kernels == [true, false] && part < CLEARLY {
            return false;
        }
        if is_called {
            return part >= if by_kernels == [false, true] { INNER } else { CALLED };
        }
        let model_beside = self
            .share(node, |one| self.rest(one, &[inner]).iter().any(|part| self.calls_model(part)));
        let has_same_head = self.all[inner].loop_.head == self.all[node].loop_.head;
        let more = match (model_beside >= MOST, has_same_head) {
            (true, _) => MUCH_MORE,
            // What comes after some iterations, such as a log.
            (false, true) => 1,
            (false, false) => MORE,
        };
        part >= INNER && of_inner.count() >= more * of_node.count()
    }

    /// The loops beside those chosen that have what else calls a model, such as prompts in an engine that takes new
    /// ones while it answers others.
    fn others_with_model(&self, node: usize, chosen: &[usize]) -> Vec<usize> {
        let is_apart = |&other: &usize| {
            let mut steps = chosen.iter().map(|&one| self.iterations(one));
            !chosen.contains(&other) && steps.all(|one| are_apart(one, self.iterations(other)))
        };
        let with_model = |&other: &usize| self.has_model(other) >= NEARLY_ALL;
        let inner = self.all[node].inner.iter().copied();
        let others = self.largest(inner.filter(is_apart).filter(with_model).collect());
        let all = [chosen, &others].concat();
        let model_beside =
            self.share(node, |one| self.rest(one, &all).iter().any(|part| self.calls_model(part)));
        if model_beside <= SOME { others } else { Vec::new() }
    }

    /// What calls a model once in each iteration beside the steps in it, such as the prompt before tokens.
    fn beside_steps(&self, node: usize, chosen: &[usize]) -> Option<Steps> {
        let function = |node: usize| self.all[node].loop_.function;
        let is_called = chosen.iter().any(|&inner| function(inner) != function(node));
        let rest = |one: Range<usize>| {
            let parts = self.rest(one, chosen).into_iter().filter(|part| self.calls_model(part));
            let part = parts.max_by_key(Range::len)?;
            // What a function prepares before it calls the model is not part of a pass.
            let is_in_model = |place: &usize| !is_called || self.calls_model(&(*place..place + 1));
            Some(part.clone().find(is_in_model)?..part.end)
        };
        let iterations = self.iterations(node);
        let beside: Steps = iterations.each().filter_map(rest).collect();
        let is_each = beside.count() as f64 >= NEARLY_ALL * iterations.count() as f64;
        (is_each && beside.count() >= FEWEST).then_some(beside)
    }

    /// Whether nearly each of these steps trains or calls a model.
    fn have_model(&self, steps: &Steps) -> bool {
        let with_model = steps.each().filter(|one| self.updates(one) || self.calls_model(one));
        with_model.count() as f64 >= NEARLY_ALL * steps.count() as f64
    }

    /// Whether these steps, without a model, are many and alike.
    fn is_evident(&self, steps: &Steps) -> bool {
        steps.count() >= MANY && self.are_alike(steps)
    }

    fn are_alike(&self, steps: &Steps) -> bool {
        let bags: Vec<_> = steps.each().map(|step| bag(&self.program.symbols[step])).collect();
        let has_several = bags.iter().filter(|bag| bag.len() > 1).count();
        let mut likeness: Vec<f64> = bags.windows(2).map(|two| alike(&two[0], &two[1])).collect();
        likeness.sort_by(f64::total_cmp);
        let middle = likeness.get(likeness.len() / 2).copied().unwrap_or(0.0);
        middle >= ALIKE && 2 * has_several > bags.len()
    }

    /// The loop whose iterations begin where these steps were found to.
    fn like(&self, steps: &Steps) -> Option<usize> {
        let near = (NEAR * steps.launches() as f64 / steps.count() as f64) as usize;
        let begins = |of: &[usize], by: &[usize]| {
            let is_near = |&&begin: &&usize| {
                let next = by.partition_point(|&other| other < begin);
                let around = by[next.saturating_sub(1)..by.len().min(next + 1)].iter();
                around.map(|other| other.abs_diff(begin)).min().is_some_and(|far| far <= near)
            };
            of.iter().filter(is_near).count() as f64 / of.len() as f64
        };
        let agreement = |node: &usize| {
            let other = &self.iterations(*node).begins;
            begins(&steps.begins, other).min(begins(other, &steps.begins))
        };
        let best = (0..self.all.len()).max_by(|a, b| agreement(a).total_cmp(&agreement(b)));
        best.filter(|node| agreement(node) >= AGREE)
    }

    /// Whether the program is one call, and what it calls is in code that nobody sees. Of other programs such a
    /// call may as well be a library's, as of eigenvalues.
    fn is_of_one_call(&self, steps: &Steps) -> bool {
        if (steps.launches() as f64) < NEARLY_ALL * self.program.launches.len() as f64 {
            return false;
        }
        let all = &self.program.launches[steps.begins[0]..steps.end()];
        let mut counts = HashMap::new();
        for launch in all.iter().filter(|launch| launch.site != 0) {
            *counts.entry(launch.site).or_insert(0_usize) += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        most as f64 >= NEARLY_ALL * counts.values().sum::<usize>() as f64
    }

    /// Whether the sites of most launches in these steps are known.
    fn is_known(&self, steps: &Steps) -> bool {
        let all = &self.program.launches[steps.begins[0]..steps.end()];
        let known = all.iter().filter(|launch| launch.site != 0).count();
        known as f64 >= KNOWN * all.len() as f64
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
