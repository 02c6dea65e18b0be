//! The schedule.

use std::collections::HashMap;

use propp_wire::{Planned, Stage};

use super::cost::{Cost, Prices};
use super::rotation::{self, Rotation};
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
            Method::Auto => !seen.has_graphs,
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
            Method::Rotate => self.rotate(wanted, most, &self.rotations(wanted, most), false),
            Method::Auto => self.cheapest(wanted, most),
        }
    }

    /// Replay for all, or rotation for some and replay for the others.
    fn cheapest(&self, wanted: &[bool], most: u64) -> Schedule {
        let mut best = self.replay(wanted, most, 0);
        let mut rotations: Vec<(Cost, Rotation)> = self
            .rotations(wanted, most)
            .into_iter()
            .map(|rotation| (self.gain(&rotation, most), rotation))
            .filter(|(gain, _)| *gain > Cost::default())
            .collect();
        rotations.sort_by(|a, b| b.0.0.total_cmp(&a.0.0));
        let is_tried = |count: &usize| count.is_power_of_two() || *count == rotations.len();
        for count in (1..=rotations.len()).filter(is_tried) {
            let mut some: Vec<Rotation> =
                rotations[..count].iter().map(|(_, rotation)| rotation.clone()).collect();
            some.sort_by_key(Rotation::begin);
            let plan = self.rotate(wanted, most, &some, true);
            let is_whole = !plan.measuring.contains(&Measuring::TooSeldom);
            if is_whole && plan.cost < best.cost {
                best = plan;
            }
        }
        best
    }

    /// What a rotation saves at most: its stages have to pay for themselves.
    fn gain(&self, rotation: &Rotation, most: u64) -> Cost {
        let prices = &self.asked.prices;
        let mut gain = -prices.stages(self.asked.passes).0;
        for kind in (0..rotation.rotated.len()).filter(|&kind| rotation.rotated[kind]) {
            let mean = self.kind(kind).1;
            let launches = thinned(self.seen.fewest(kind), most).len();
            gain += self.of_replay(mean, launches).0;
            gain -= prices.once(mean).0 * self.asked.passes as f64;
        }
        Cost(gain)
    }

    fn rotations(&self, wanted: &[bool], most: u64) -> Vec<Rotation> {
        let each = if most == 0 { u64::MAX } else { most };
        rotation::fit(&self.order, wanted, self.asked.passes, each)
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
            plan.cost += self.of_replay(mean, numbers.len());
            plan.measuring[kind] = Measuring::Replayed(numbers.len() as u64);
            let launches = numbers.into_iter().map(|number| (number, stage)).collect();
            plan.planned.push(self.planned(kind, launches));
        }
        if plan.planned.is_empty() {
            plan.cost = Cost::default();
        }
        plan
    }

    fn of_replay(&self, mean: f64, launches: usize) -> Cost {
        let prices = &self.asked.prices;
        let one = prices.replay(self.asked.passes, mean, self.seen.memory_bytes);
        Cost(one.0 * launches as f64 * self.seen.processes() as f64)
    }

    fn one_pass_a_run(&self, wanted: &[bool], most: u64) -> Schedule {
        let mut plan = self.replay(wanted, most, 0);
        let passes = self.asked.passes;
        plan.stages = vec![Stage { pass: 1 }];
        plan.cost = self.asked.prices.stages(passes);
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
                plan.cost += self.of_replay(mean, chosen.len());
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
        let cost = self.asked.prices.stages(stages.len());
        let measuring = vec![Measuring::Unasked; self.seen.kinds.len()];
        Schedule { stages, planned: Vec::new(), measuring, cost }
    }

    /// A kind of which nothing is measured.
    fn leave(&self, kind: usize) -> Planned {
        self.planned(kind, Vec::new())
    }

    fn planned(&self, kind: usize, launches: Vec<(u64, u32)>) -> Planned {
        let seen = &self.seen.kinds[kind];
        Planned {
            name: seen.name.clone(),
            device: seen.device,
            grid: seen.grid,
            block: seen.block,
            dynamic_shared_bytes: seen.dynamic_shared_bytes,
            nvtx: seen.nvtx.clone(),
            launches,
        }
    }
}

/// Stages of rotations and of the gaps between them.
struct Layout {
    stages: Vec<Stage>,
    /// The stage of each rotation's first pass.
    first_of_round: Vec<u32>,
    /// The stage of each gap in which launches are replayed; gap 0 lies before
    /// the first rotation.
    of_gap: HashMap<usize, u32>,
}

impl Layout {
    fn of(rounds: usize, passes: usize, replayed: &HashMap<usize, Vec<(u64, usize)>>) -> Self {
        let mut layout =
            Self { stages: Vec::new(), first_of_round: Vec::new(), of_gap: HashMap::new() };
        let passes = u32::try_from(passes).unwrap_or(u32::MAX);
        for gap in 0..=rounds {
            if replayed.values().flatten().any(|(_, of)| *of == gap) {
                let stage = layout.next();
                layout.of_gap.insert(gap, stage);
                layout.stages.push(Stage { pass: 0 });
            }
            if gap < rounds {
                let stage = layout.next();
                layout.first_of_round.push(stage);
                layout.stages.extend((1..=passes).map(|pass| Stage { pass }));
            }
        }
        layout
    }

    fn next(&self) -> u32 {
        u32::try_from(self.stages.len()).unwrap_or(u32::MAX)
    }
}

/// Which of `launches` launches are measured when `most` are to be (0: all):
/// not the first, which loads code, when there are enough others; then less and
/// less often.
fn thinned(launches: u64, most: u64) -> Vec<u64> {
    if most == 0 || launches <= most {
        return (0..launches).collect();
    }
    let doubling = std::iter::successors(Some(1_u64), |number| number.checked_mul(2));
    let mut numbers: Vec<u64> =
        doubling.take_while(|&number| number < launches).take(index(most)).collect();
    // When doubling leaves the launches too early, those in between serve.
    let mut others = (2..launches).filter(|number| !number.is_power_of_two());
    while (numbers.len() as u64) < most.min(launches - 1) {
        numbers.extend(others.next());
    }
    numbers.sort_unstable();
    numbers
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Where the launches of each kind stand: number within the kind and place in
/// the order.
struct Places<'r> {
    of_kind: &'r HashMap<usize, Vec<usize>>,
    /// In their order.
    rotations: &'r [Rotation],
}

impl Places<'_> {
    fn of(&self, kind: usize) -> &[usize] {
        self.of_kind.get(&kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// Up to `most` launches of each kind outside the rotations, with the gap
    /// that they are in: as few gaps as will do, since each is a stage.
    fn between(&self, kinds: &[usize], most: u64) -> HashMap<usize, Vec<(u64, usize)>> {
        let outside: HashMap<usize, Vec<(u64, usize)>> =
            kinds.iter().map(|&kind| (kind, self.outside(kind))).collect();
        let mut gaps: Vec<usize> = Vec::new();
        let mut without: Vec<usize> = kinds.to_vec();
        loop {
            let comes_in = |gap: usize, kind: &usize| outside[kind].iter().any(|(_, g)| *g == gap);
            without.retain(|kind| !gaps.iter().any(|gap| comes_in(*gap, kind)));
            let gain = |gap: usize| without.iter().filter(|kind| comes_in(gap, kind)).count();
            match (0..=self.rotations.len()).max_by_key(|gap| gain(*gap)) {
                Some(best) if gain(best) > 0 => gaps.push(best),
                _ => break,
            }
        }
        let in_gaps = |all: Vec<(u64, usize)>| {
            let mut some: Vec<(u64, usize)> =
                all.into_iter().filter(|(_, gap)| gaps.contains(gap)).collect();
            let chosen = thinned(some.len() as u64, most);
            let mut chosen = chosen.into_iter().map(index).peekable();
            let mut place = 0;
            some.retain(|_| {
                place += 1;
                chosen.next_if_eq(&(place - 1)).is_some()
            });
            some
        };
        outside.into_iter().map(|(kind, all)| (kind, in_gaps(all))).collect()
    }

    /// The launches of a kind outside the rotations, each with the number of
    /// rotations that have gone before.
    fn outside(&self, kind: usize) -> Vec<(u64, usize)> {
        let gap = |place: usize| {
            let gone = self.rotations.partition_point(|rotation| rotation.end() <= place);
            let is_inside = self.rotations.get(gone).is_some_and(|next| next.begin() <= place);
            (!is_inside).then_some(gone)
        };
        let numbered = (0_u64..).zip(self.of(kind));
        numbered.filter_map(|(number, &place)| Some((number, gap(place)?))).collect()
    }

    /// Up to `most` launches of a kind in each pass of a rotation, as many in
    /// one as in another, with their stage.
    fn inside(&self, kind: usize, round: usize, most: u64, first_stage: u32) -> Vec<(u64, u32)> {
        let places = self.of(kind);
        // The first launch loads code.
        let number_at = |begin: &usize| places.partition_point(|place| place < begin).max(1);
        let begins: Vec<usize> = self.rotations[round].begins.iter().map(number_at).collect();
        let limit = if most == 0 { usize::MAX } else { index(most) };
        let windows = || begins.windows(2).map(|window| (window[0], window[1]));
        let each = windows().map(|(from, to)| to - from).min().unwrap_or(0).min(limit);
        windows()
            .zip(first_stage..)
            .flat_map(|((from, _), stage)| {
                (from..from + each).map(move |number| (number as u64, stage))
            })
            .collect()
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
