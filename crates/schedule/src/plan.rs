//! The schedule.

use std::collections::HashMap;

use propp_wire::{Planned, Stage};

use super::cost::{Cost, Prices};
use super::layout::{Layout, Places, count_thinned, index, thinned};
use super::rotation;
use super::rotation::Rotation;
use super::seen::{KindSeen, Seen};

/// How launches are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every kind by kernel replay.
    Kernel,
    /// Every kind one pass at a time, in one run of the program.
    Rotate,
    /// Every kind one pass at a time, a run of the program for each.
    Application,
    /// Whatever is cheapest and gives every kind all its counters.
    Auto,
}

/// What is asked of a schedule.
#[derive(Clone, Debug)]
pub struct Asked {
    /// How.
    pub method: Method,
    /// Passes that all counters need.
    pub passes: usize,
    /// Launches of a kind at most; 0 for all.
    pub most: u64,
    /// Seconds that measuring may take.
    pub budget: Option<Cost>,
    /// What things cost.
    pub prices: Prices,
}

/// What is done with a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measuring {
    /// So many launches by kernel replay.
    Replayed(u64),
    /// So many launches for each pass.
    Rotated(u64),
    /// It comes too seldom for the passes to be read one after the other.
    TooSeldom,
    /// It did not fit into the budget.
    Cut,
    /// It was not asked for.
    Unasked,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The stages of a run.
    pub stages: Vec<Stage>,
    /// Every kind that was asked for; those without launches are left alone.
    pub planned: Vec<Planned>,
    /// What is done with each kind, in the order of [`Seen::kinds`].
    pub measuring: Vec<Measuring>,
    /// What it is expected to cost.
    pub cost: Cost,
}

/// Plans the measuring of the kinds that are `asked_for`.
#[must_use]
pub fn schedule(seen: &Seen, asked_for: &[bool], asked: &Asked) -> Schedule {
    let planner = Planner::new(seen, asked_for, asked);
    let whole = planner.plan(asked_for, asked.most);
    let Some(budget) = asked.budget else { return whole };
    if whole.cost <= budget {
        return whole;
    }
    // Fewer launches of each kind first, then fewer kinds: those that take
    // the least time of the program go first.
    let in_budget = |plan: Schedule| (plan.cost <= budget).then_some(plan);
    let every = || (0..asked_for.len()).map(|kind| seen.fewest(kind)).max().unwrap_or(0);
    let most = if asked.most == 0 { every() } else { asked.most };
    if let Some(fewer) = largest(most, |most| in_budget(planner.plan(asked_for, most))) {
        return fewer;
    }
    let mut by_time: Vec<usize> = (0..asked_for.len()).filter(|&kind| asked_for[kind]).collect();
    by_time.sort_by_key(|&kind| std::cmp::Reverse(seen.kinds[kind].total_ns));
    let with = |count: u64| {
        let (kept, cut) = by_time.split_at(index(count));
        let mut some = vec![false; asked_for.len()];
        kept.iter().for_each(|&kind| some[kind] = true);
        let mut plan = planner.plan(&some, 1);
        for &kind in cut {
            plan.measuring[kind] = Measuring::Cut;
            plan.planned.push(planner.leave(kind));
        }
        plan
    };
    let fewer_kinds = largest(by_time.len() as u64, |count| in_budget(with(count)));
    fewer_kinds.unwrap_or_else(|| with(0))
}

/// The plan with the largest of the numbers from 1 to below `end` that gives
/// one, where smaller numbers do so rather than larger ones.
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
    seen: &'a Seen,
    asked: &'a Asked,
    /// The launches that were asked for, in their order; none where nothing is
    /// rotated.
    order: Vec<usize>,
    /// Where in the order the launches of each kind stand.
    of_kind: HashMap<usize, Vec<usize>>,
}

impl<'a> Planner<'a> {
    fn new(seen: &'a Seen, asked_for: &[bool], asked: &'a Asked) -> Self {
        let may_rotate = match asked.method {
            Method::Rotate => true,
            // Of graphs nothing can be read in single passes.
            Method::Auto => !seen.has_graphs(),
            Method::Kernel | Method::Application => false,
        };
        let order = if may_rotate { seen.order().unwrap_or_default() } else { Vec::new() };
        let order: Vec<usize> = order.into_iter().filter(|&kind| asked_for[kind]).collect();
        let mut of_kind: HashMap<usize, Vec<usize>> = HashMap::new();
        for (place, &kind) in order.iter().enumerate() {
            of_kind.entry(kind).or_default().push(place);
        }
        Self { seen, asked, order, of_kind }
    }

    fn plan(&self, wanted: &[bool], most: u64) -> Schedule {
        match self.asked.method {
            Method::Kernel => self.replay(wanted, most, 0),
            // Each run has one stage; which pass it is, the run says.
            Method::Application => self.one_pass_a_run(wanted, most),
            Method::Rotate => {
                let rotations = self.rotations(wanted, most, |_| true);
                self.rotate(wanted, most, &rotations, false)
            }
            Method::Auto => self.cheapest(wanted, most),
        }
    }

    /// Replay for all, or rotation for some and replay for the others.
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

    /// The seconds that a rotation saves at most: its stages have to pay for
    /// themselves.
    fn gain(&self, rotated: &[bool], most: u64) -> f64 {
        let prices = &self.asked.prices;
        let mut gain = -prices.stages(self.asked.passes).0;
        for kind in (0..rotated.len()).filter(|&kind| rotated[kind]) {
            let mean = self.kind(kind).1;
            let launches = count_thinned(self.seen.fewest(kind), most);
            gain += self.of_replay(mean, launches).0;
            gain -= prices.once(mean).0 * self.asked.passes as f64;
        }
        gain
    }

    fn rotations(
        &self,
        wanted: &[bool],
        most: u64,
        pays: impl Fn(&[bool]) -> bool,
    ) -> Vec<Rotation> {
        let each = if most == 0 { u64::MAX } else { most };
        rotation::fit(&self.order, wanted, self.asked.passes, each, pays)
    }

    fn kind(&self, kind: usize) -> (&KindSeen, f64) {
        let seen = &self.seen.kinds[kind];
        (seen, seen.total_ns as f64 / seen.launches.max(1) as f64)
    }

    fn replay(&self, wanted: &[bool], most: u64, stage: u32) -> Schedule {
        let mut plan = self.empty(vec![Stage { pass: 0 }]);
        for kind in (0..wanted.len()).filter(|&kind| wanted[kind]) {
            let numbers = thinned(self.seen.fewest(kind), most);
            let (_, mean) = self.kind(kind);
            plan.cost += self.of_replay(mean, numbers.len() as u64);
            plan.measuring[kind] = Measuring::Replayed(numbers.len() as u64);
            let launches = numbers.into_iter().map(|number| (number, stage)).collect();
            plan.planned.push(self.planned(kind, launches));
        }
        if plan.planned.is_empty() {
            plan.cost = Cost::default();
        }
        plan
    }

    fn of_replay(&self, mean: f64, launches: u64) -> Cost {
        let prices = &self.asked.prices;
        let one = prices.replay(self.asked.passes, mean, self.seen.memory_bytes);
        Cost(one.0 * launches as f64 * self.seen.processes() as f64)
    }

    fn one_pass_a_run(&self, wanted: &[bool], most: u64) -> Schedule {
        let mut plan = self.replay(wanted, most, 0);
        let passes = self.asked.passes;
        plan.stages = vec![Stage { pass: 1 }];
        plan.cost = Cost(self.asked.prices.run(1).0 * passes as f64);
        for (kind, measuring) in plan.measuring.iter_mut().enumerate() {
            if let Measuring::Replayed(launches) = *measuring {
                let once = self.asked.prices.once(self.kind(kind).1);
                let times = launches as f64 * passes as f64 * self.seen.processes() as f64;
                plan.cost += Cost(once.0 * times);
                *measuring = Measuring::Rotated(launches);
            }
        }
        plan
    }

    /// One pass after the other. With `others_too`, kinds that come too seldom
    /// are replayed, in between.
    fn rotate(
        &self,
        wanted: &[bool],
        most: u64,
        rotations: &[Rotation],
        others_too: bool,
    ) -> Schedule {
        let rotated_in = |kind: usize| rotations.iter().position(|r| r.rotated[kind]);
        let places = Places { of_kind: &self.of_kind, rotations };
        let others: Vec<usize> = (0..wanted.len())
            .filter(|&kind| others_too && wanted[kind] && rotated_in(kind).is_none())
            .collect();
        let replayed = places.between(&others, most);
        let layout = Layout::of(rotations.len(), self.asked.passes, &replayed);
        let mut plan = self.empty(layout.stages.clone());
        for kind in (0..wanted.len()).filter(|&kind| wanted[kind]) {
            let mean = self.kind(kind).1;
            let launches: Vec<(u64, u32)> = if let Some(round) = rotated_in(kind) {
                let first_stage = layout.first_of_round[round];
                let launches = places.inside(kind, round, most, first_stage);
                plan.cost += Cost(self.asked.prices.once(mean).0 * launches.len() as f64);
                let each = launches.len() / self.asked.passes.max(1);
                plan.measuring[kind] = Measuring::Rotated(each as u64);
                launches
            } else {
                let chosen = replayed.get(&kind).map(Vec::as_slice).unwrap_or_default();
                plan.cost += self.of_replay(mean, chosen.len() as u64);
                plan.measuring[kind] = match chosen.len() {
                    0 => Measuring::TooSeldom,
                    count => Measuring::Replayed(count as u64),
                };
                let stage = |gap: &usize| layout.of_gap.get(gap).copied().unwrap_or(0);
                chosen.iter().map(|(number, gap)| (*number, stage(gap))).collect()
            };
            plan.planned.push(self.planned(kind, launches));
        }
        plan
    }

    fn empty(&self, stages: Vec<Stage>) -> Schedule {
        let cost = self.asked.prices.run(stages.len());
        let measuring = vec![Measuring::Unasked; self.seen.kinds.len()];
        Schedule { stages, planned: Vec::new(), measuring, cost }
    }

    /// A kind of which nothing is measured.
    fn leave(&self, kind: usize) -> Planned {
        self.planned(kind, Vec::new())
    }

    fn planned(&self, kind: usize, launches: Vec<(u64, u32)>) -> Planned {
        let KindSeen { device, key, .. } = &self.seen.kinds[kind];
        Planned {
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
mod tests;
