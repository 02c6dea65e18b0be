//! The loops of a program's source, one in the other, and what their iterations do.

use std::cmp::Reverse;
use std::ops::Range;

use crate::Steps;
use crate::calls::{SourceLoop, source_loops};
use crate::cycles::Program;
use crate::sites::Sites;

/// Loops with less of the launches are no steps and have none.
const LEAST_SHARE: f64 = 0.01;

/// Of the iterations of a loop, nearly all are within those of the one around it.
const NEARLY_ALL: f64 = 0.9;

/// The loops of a program, one in the other.
pub(crate) struct Nest<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) sites: &'a Sites,
    pub(crate) all: Vec<Node>,
    pub(crate) outermost: Vec<usize>,
    /// The loops whose iterations were also found by the order of the kernels.
    pub(crate) by_kernels: Vec<usize>,
    /// The launches up to each place that update a model, those from within one, and those that try out code.
    updates: Vec<usize>,
    in_model: Vec<usize>,
    pub(crate) trials: Vec<usize>,
}

pub(crate) struct Node {
    pub(crate) loop_: SourceLoop,
    pub(crate) inner: Vec<usize>,
}

impl<'a> Nest<'a> {
    pub(crate) fn new(program: &'a Program<'a>, sites: &'a Sites) -> Self {
        let launches = program.launches;
        let mut nest = Self {
            program,
            sites,
            all: Vec::new(),
            outermost: Vec::new(),
            by_kernels: Vec::new(),
            updates: sums(launches.len(), |place| {
                program.is_update[place] || sites.is_in_optimizer(launches[place].site)
            }),
            in_model: sums(launches.len(), |place| sites.is_in_model(launches[place].site)),
            trials: sums(launches.len(), |place| sites.is_trial(launches[place].site)),
        };
        let least = (LEAST_SHARE * launches.len() as f64) as usize;
        let mut loops = source_loops(launches, sites, least);
        loops.sort_by_key(|one| (Reverse(one.iterations.launches()), one.iterations.count()));
        for one in loops {
            nest.put(one);
        }
        nest
    }

    /// Below the innermost loop that it is in.
    fn put(&mut self, loop_: SourceLoop) {
        let new = self.all.len();
        let mut around = None;
        loop {
            let beside = self.beside(around);
            let next = beside.iter().copied().find(|&other| is_in(&loop_, &self.all[other].loop_));
            let Some(next) = next else { break };
            around = Some(next);
        }
        let beside = self.beside(around).to_vec();
        let (inner, mut beside): (Vec<usize>, Vec<usize>) =
            beside.into_iter().partition(|&other| is_in(&self.all[other].loop_, &loop_));
        beside.push(new);
        match around {
            Some(around) => self.all[around].inner = beside,
            None => self.outermost = beside,
        }
        self.all.push(Node { loop_, inner });
    }

    fn beside(&self, around: Option<usize>) -> &[usize] {
        around.map_or(&self.outermost, |around| &self.all[around].inner)
    }

    pub(crate) fn iterations(&self, node: usize) -> &Steps {
        &self.all[node].loop_.iterations
    }

    /// The share of a loop's iterations of which this is true.
    pub(crate) fn share(&self, node: usize, is: impl Fn(Range<usize>) -> bool) -> f64 {
        let iterations = self.iterations(node);
        iterations.each().filter(|one| is(one.clone())).count() as f64 / iterations.count() as f64
    }

    pub(crate) fn updates(&self, part: &Range<usize>) -> bool {
        self.updates[part.end] > self.updates[part.start]
    }

    /// Whether the launch at this place changes a model.
    pub(crate) fn is_update(&self, place: usize) -> bool {
        self.updates(&(place..place + 1))
    }

    pub(crate) fn has_layers(&self, part: &Range<usize>) -> bool {
        self.program.is_layer[part.clone()].contains(&true)
    }

    pub(crate) fn calls_model(&self, part: &Range<usize>) -> bool {
        self.in_model[part.end] > self.in_model[part.start]
    }

    /// How many of its iterations update a model that they run, or may run in another thread.
    pub(crate) fn trains(&self, node: usize) -> f64 {
        self.share(node, |one| {
            self.updates(&one) && (self.calls_model(&one) || self.has_layers(&one))
        })
    }

    pub(crate) fn has_model(&self, node: usize) -> f64 {
        self.share(node, |one| self.calls_model(&one))
    }

    /// The parts of an iteration that are in none of these loops.
    pub(crate) fn rest(&self, iteration: Range<usize>, loops: &[usize]) -> Vec<Range<usize>> {
        let mut inside: Vec<Range<usize>> = Vec::new();
        for &node in loops {
            let steps = self.iterations(node);
            let from = steps.begins.partition_point(|&begin| begin < iteration.start);
            let to = steps.begins.partition_point(|&begin| begin < iteration.end);
            inside.extend((from..to).map(|at| steps.begins[at]..steps.ends[at]));
        }
        inside.sort_by_key(|part| part.start);
        let mut rest = Vec::new();
        let mut at = iteration.start;
        for part in inside {
            if part.start > at {
                rest.push(at..part.start);
            }
            at = at.max(part.end);
        }
        if at < iteration.end {
            rest.push(at..iteration.end);
        }
        rest
    }

    /// Of loops that overlap, those with most launches.
    pub(crate) fn largest(&self, mut nodes: Vec<usize>) -> Vec<usize> {
        nodes.sort_by_key(|&node| Reverse(self.iterations(node).launches()));
        self.disjoint(nodes)
    }

    /// Of loops that overlap, the first.
    pub(crate) fn disjoint(&self, nodes: Vec<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for node in nodes {
            let is_apart =
                |other: &usize| are_apart(self.iterations(node), self.iterations(*other));
            if kept.iter().all(is_apart) {
                kept.push(node);
            }
        }
        kept
    }
}

fn sums(launches: usize, is: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut sum = 0;
    let next = |place| {
        sum += usize::from(is(place));
        sum
    };
    std::iter::once(0).chain((0..launches).map(next)).collect()
}

/// Whether the iterations of a loop are within those of another.
fn is_in(one: &SourceLoop, other: &SourceLoop) -> bool {
    let (one, other) = (&one.iterations, &other.iterations);
    if (one.count(), other.launches()) <= (other.count(), one.launches()) {
        return false;
    }
    let is_within = |part: &Range<usize>| {
        let around = other.begins.partition_point(|&begin| begin <= part.start);
        around.checked_sub(1).is_some_and(|around| part.end <= other.ends[around])
    };
    one.each().filter(is_within).count() as f64 >= NEARLY_ALL * one.count() as f64
}

/// Whether no iteration of the one is in an iteration of the other.
pub(crate) fn are_apart(one: &Steps, other: &Steps) -> bool {
    one.each().all(|part| {
        let next = other.begins.partition_point(|&begin| begin < part.end);
        next == 0 || other.ends[next - 1] <= part.start
    })
}
