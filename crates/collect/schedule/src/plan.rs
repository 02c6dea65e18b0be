//! The schedule.

use std::collections::HashMap;
use std::fmt;

use propp_recording_wire::{Planned, Stage};

use super::cost::{Prices, Seconds};
use super::layout::{Layout, Places, count_thinned, index, thinned};
use super::rotation;
use super::rotation::Rotation;
use super::steps::{self, Within};
use super::traced::{TracedKind, TracedLaunches};

/// How the counters of a launch are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// A launch is run again for every pass.
    Kernel,
    /// Every kind one pass at a time, in one run of the program.
    Rotate,
    /// Every kind one pass at a time, with a run of the program for each pass.
    Application,
    /// The cheapest way that gives every kind all its counters.
    Auto,
}

impl fmt::Display for Replay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kernel => "kernel",
            Self::Rotate => "rotate",
            Self::Application => "application",
            Self::Auto => "auto",
        })
    }
}

#[derive(Clone, Debug)]
pub struct Request {
    pub replay: Replay,
    /// Passes that all counters need together.
    pub passes: usize,
    /// Launches of a kind at most; 0 for all.
    pub most: u64,
    /// Seconds that measuring may take.
    pub budget: Option<Seconds>,
    pub prices: Prices,
    /// Whether launches that are in no step may be measured, too.
    pub outside_steps: bool,
    /// The name of the ranges that are the steps, if the user has given one.
    pub step: Option<String>,
    /// Whether graphs are wanted, whose kernels have no names.
    pub graphs: bool,
}

/// How a kind is measured, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    /// The number of launches by kernel replay.
    Replayed(u64),
    /// The number of launches for each pass.
    Rotated(u64),
    /// It has too few launches to read one pass after the other.
    TooSeldom,
    /// It did not fit into the budget.
    OverBudget,
    NotSelected,
    /// It runs only before the steps of the program, or after them.
    OutsideSteps,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    pub stages: Vec<Stage>,
    /// Every selected kind. A kind without launches here is not measured.
    pub planned: Vec<Planned>,
    /// In the order of [`TracedLaunches::kinds`].
    pub measuring: Vec<Measuring>,
    pub cost: Seconds,
}

/// Plans how to measure the `selected` kinds: in the steps of the program, if some of them run there.
pub fn schedule(traced: &TracedLaunches, selected: &[bool], request: &Request) -> Schedule {
    let within = || steps::within(traced, request.step.as_deref());
    let within = (!request.outside_steps).then(within).flatten();
    let runs = |within: &Within, kind: usize| within.traced.kinds[kind].launches > 0;
    let is_any = |within: &Within| (0..selected.len()).any(|k| selected[k] && runs(within, k));
    let is_measured = |within: &Within| (within.has_graphs && request.graphs) || is_any(within);
    let Some(within) = within.filter(is_measured) else { return of_all(traced, selected, request) };
    let inside: Vec<bool> = (0..selected.len()).map(|k| selected[k] && runs(&within, k)).collect();
    let mut plan = of_all(&within.traced, &inside, request);
    let planner = Planner::new(traced, selected, request);
    let keys = traced.kinds.iter().map(|kind| (kind.device, kind.key.as_deref()));
    let numbers: HashMap<_, Vec<u64>> = keys.zip(within.numbers).collect();
    for planned in &mut plan.planned {
        let mut launches = std::mem::take(&mut planned.launches);
        if let Some(numbers) = numbers.get(&(planned.device, planned.key())) {
            let real = |number: u64| numbers.get(index(number)).copied().unwrap_or(number);
            launches.iter_mut().for_each(|(number, _)| *number = real(*number));
        }
        planned.launches = launches;
    }
    for kind in (0..selected.len()).filter(|&kind| selected[kind] && !inside[kind]) {
        plan.measuring[kind] = Measuring::OutsideSteps;
        plan.planned.push(planner.planned(kind, Vec::new()));
    }
    plan
}

fn of_all(traced: &TracedLaunches, selected: &[bool], request: &Request) -> Schedule {
    let planner = Planner::new(traced, selected, request);
    let whole = planner.plan(selected, request.most);
    let Some(budget) = request.budget else { return whole };
    if whole.cost <= budget {
        return whole;
    }
    // Over budget: fewer launches of each kind first, then fewer kinds. The kinds with
    // the least time go first.
    let in_budget = |plan: Schedule| (plan.cost <= budget).then_some(plan);
    let every = || (0..selected.len()).map(|kind| traced.fewest(kind)).max().unwrap_or(0);
    let most = if request.most == 0 { every() } else { request.most };
    if let Some(fewer) = largest(most, |most| in_budget(planner.plan(selected, most))) {
        return fewer;
    }
    let mut by_time: Vec<usize> = (0..selected.len()).filter(|&kind| selected[kind]).collect();
    by_time.sort_by_key(|&kind| std::cmp::Reverse(traced.kinds[kind].total_ns));
    let with = |count: u64| {
        let (kept, cut) = by_time.split_at(index(count));
        let mut some = vec![false; selected.len()];
        kept.iter().for_each(|&kind| some[kind] = true);
        let mut plan = planner.plan(&some, 1);
        for &kind in cut {
            plan.measuring[kind] = Measuring::OverBudget;
            plan.planned.push(planner.planned(kind, Vec::new()));
        }
        plan
    };
    let fewer_kinds = largest(by_time.len() as u64, |count| in_budget(with(count)));
    fewer_kinds.unwrap_or_else(|| with(0))
}

/// Bisects for the largest number from 1 to below `end` that gives a plan, where
/// every smaller number gives one, too.
fn largest(end: u64, plan: impl Fn(u64) -> Option<Schedule>) -> Option<Schedule> {
    let (mut fits, mut too_many, mut best) = (0, end, None);
    while fits + 1 < too_many {
        let middle = fits.midpoint(too_many);
        match plan(middle) {
            Some(found) => (fits, best) = (middle, Some(found)),
            None => too_many = middle,
        }
    }
    best
}

struct Planner<'a> {
    traced: &'a TracedLaunches,
    request: &'a Request,
    /// The kinds of the selected launches, in launch order; empty without rotation.
    order: Vec<usize>,
    /// The places of each kind in `order`.
    places_of_kind: HashMap<usize, Vec<usize>>,
}

impl<'a> Planner<'a> {
    fn new(traced: &'a TracedLaunches, selected: &[bool], request: &'a Request) -> Self {
        let may_rotate = match request.replay {
            Replay::Rotate => true,
            // Single passes cannot be read inside graphs, and an order of several processes is
            // only likely to hold.
            Replay::Auto => !traced.has_graphs() && traced.processes() == 1,
            Replay::Kernel | Replay::Application => false,
        };
        let order = if may_rotate { traced.order().unwrap_or_default() } else { Vec::new() };
        let order: Vec<usize> = order.into_iter().filter(|&kind| selected[kind]).collect();
        let mut places_of_kind: HashMap<usize, Vec<usize>> = HashMap::new();
        for (place, &kind) in order.iter().enumerate() {
            places_of_kind.entry(kind).or_default().push(place);
        }
        Self { traced, request, order, places_of_kind }
    }

    fn plan(&self, wanted: &[bool], most: u64) -> Schedule {
        match self.request.replay {
            Replay::Kernel => self.replay(wanted, most, 0),
            // Each run has one stage, whose pass is set when the run is made.
            Replay::Application => self.one_pass_a_run(wanted, most),
            Replay::Rotate => {
                let rotations = self.rotations(wanted, most, |_| true);
                self.rotate(wanted, most, &rotations, false)
            }
            Replay::Auto => self.cheapest(wanted, most),
        }
    }

    /// Replay for all kinds, or rotation for some and replay for the others.
    fn cheapest(&self, wanted: &[bool], most: u64) -> Schedule {
        let mut best = self.replay(wanted, most, 0);
        let gain = |rotated: &[bool]| self.gain(rotated, most);
        let mut rotations = self.rotations(wanted, most, |rotated| gain(rotated) > 0.0);
        rotations.sort_by(|a, b| gain(&b.rotated).total_cmp(&gain(&a.rotated)));
        let is_tried = |count: &usize| count.is_power_of_two() || *count == rotations.len();
        for count in (1..=rotations.len()).filter(is_tried) {
            let mut some = rotations[..count].to_vec();
            some.sort_by_key(Rotation::begin);
            let plan = self.rotate(wanted, most, &some, true);
            let is_whole = !plan.measuring.contains(&Measuring::TooSeldom);
            if is_whole && plan.cost < best.cost {
                best = plan;
            }
        }
        best
    }

    /// The seconds that a rotation saves at most, after the cost of its stages.
    fn gain(&self, rotated: &[bool], most: u64) -> f64 {
        let prices = &self.request.prices;
        let mut gain = -prices.rotation(self.request.passes).0;
        for kind in (0..rotated.len()).filter(|&kind| rotated[kind]) {
            let mean = self.mean_ns(kind);
            let launches = count_thinned(self.traced.fewest(kind), most);
            gain += self.replay_cost(mean, launches).0;
            gain -= prices.single_pass_launch(mean).0 * self.request.passes as f64;
        }
        gain
    }

    fn rotations(
        &self,
        wanted: &[bool],
        most: u64,
        pays: impl Fn(&[bool]) -> bool,
    ) -> Vec<Rotation> {
        if self.request.passes == 0 {
            return Vec::new();
        }
        let each = if most == 0 { u64::MAX } else { most };
        rotation::fit(&self.order, wanted, self.request.passes, each, pays)
    }

    fn mean_ns(&self, kind: usize) -> f64 {
        let kind = &self.traced.kinds[kind];
        kind.total_ns as f64 / kind.launches.max(1) as f64
    }

    fn replay(&self, wanted: &[bool], most: u64, stage: u32) -> Schedule {
        let mut plan = self.empty(vec![Stage { pass: 0 }]);
        for kind in (0..wanted.len()).filter(|&kind| wanted[kind]) {
            let numbers = thinned(self.traced.fewest(kind), most);
            let mean = self.mean_ns(kind);
            plan.cost += self.replay_cost(mean, numbers.len() as u64);
            plan.measuring[kind] = Measuring::Replayed(numbers.len() as u64);
            let launches = numbers.into_iter().map(|number| (number, stage)).collect();
            plan.planned.push(self.planned(kind, launches));
        }
        if plan.planned.is_empty() {
            plan.cost = Seconds::default();
        }
        plan
    }

    fn replay_cost(&self, mean: f64, launches: u64) -> Seconds {
        let prices = &self.request.prices;
        let one = prices.replayed_launch(self.request.passes, mean, self.traced.saved);
        Seconds(one.0 * launches as f64 * self.traced.processes() as f64)
    }

    fn one_pass_a_run(&self, wanted: &[bool], most: u64) -> Schedule {
        let mut plan = self.replay(wanted, most, 0);
        let passes = self.request.passes;
        plan.stages = vec![Stage { pass: 1 }];
        plan.cost = Seconds(self.request.prices.run(&plan.stages).0 * passes as f64);
        for (kind, measuring) in plan.measuring.iter_mut().enumerate() {
            if let Measuring::Replayed(launches) = *measuring {
                let once = self.request.prices.single_pass_launch(self.mean_ns(kind));
                let times = launches as f64 * passes as f64 * self.traced.processes() as f64;
                plan.cost += Seconds(once.0 * times);
                *measuring = Measuring::Rotated(launches);
            }
        }
        plan
    }

    /// One pass after the other. With `replay_others`, kinds with too few launches are
    /// replayed in between.
    fn rotate(
        &self,
        wanted: &[bool],
        most: u64,
        rotations: &[Rotation],
        replay_others: bool,
    ) -> Schedule {
        let rotated_in = |kind: usize| rotations.iter().position(|r| r.rotated[kind]);
        let places = Places { by_kind: &self.places_of_kind, rotations };
        let others: Vec<usize> = (0..wanted.len())
            .filter(|&kind| replay_others && wanted[kind] && rotated_in(kind).is_none())
            .collect();
        let replayed = places.between(&others, most);
        let layout = Layout::new(rotations.len(), self.request.passes, &replayed);
        let mut plan = self.empty(layout.stages.clone());
        for kind in (0..wanted.len()).filter(|&kind| wanted[kind]) {
            let mean = self.mean_ns(kind);
            let launches: Vec<(u64, u32)> = if let Some(rotation) = rotated_in(kind) {
                let first_stage = layout.first_stages[rotation];
                let launches = places.inside(kind, rotation, most, first_stage);
                plan.cost +=
                    Seconds(self.request.prices.single_pass_launch(mean).0 * launches.len() as f64);
                let each = launches.len() / self.request.passes.max(1);
                plan.measuring[kind] = Measuring::Rotated(each as u64);
                launches
            } else {
                let chosen = replayed.get(&kind).map(Vec::as_slice).unwrap_or_default();
                plan.cost += self.replay_cost(mean, chosen.len() as u64);
                plan.measuring[kind] = match chosen.len() {
                    0 => Measuring::TooSeldom,
                    count => Measuring::Replayed(count as u64),
                };
                let stage = |gap: &usize| layout.gap_stages.get(gap).copied().unwrap_or(0);
                chosen.iter().map(|(number, gap)| (*number, stage(gap))).collect()
            };
            plan.planned.push(self.planned(kind, launches));
        }
        plan
    }

    fn empty(&self, stages: Vec<Stage>) -> Schedule {
        let cost = self.request.prices.run(&stages);
        let measuring = vec![Measuring::NotSelected; self.traced.kinds.len()];
        Schedule { stages, planned: Vec::new(), measuring, cost }
    }

    fn planned(&self, kind: usize, launches: Vec<(u64, u32)>) -> Planned {
        let TracedKind { device, key, .. } = &self.traced.kinds[kind];
        Planned {
            period: 0,
            name: key.function.clone(),
            device: *device,
            grid: key.grid,
            block: key.block,
            dynamic_shared_bytes: key.dynamic_shared_bytes,
            nvtx: key.nvtx.clone(),
            launches,
        }
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
pub(crate) mod tests;
