//! Which line of a full set goes.

use propp_numbers::tails::chi_squared_at_least;

use super::lab::{Lab, SETTLED};
use super::levels::Load;
use crate::chase::{Chase, Chaser};
use crate::simulate::{Index, Policy, Shape, Simulated, Timing};

/// A policy by its name, and the share of hits and misses that it tells wrong.
pub(super) type Told = (&'static str, f64);

/// What is known of the replacement policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Replaced {
    /// Whether lines of a full set, visited in turn, all miss; the share of misses.
    pub(super) miss_share: f64,
    /// Loads of that.
    pub(super) loads: u64,
    /// Whether hits and misses come back in the same order lap after lap, and the chance
    /// of that if they came in any order.
    pub(super) periodic: Option<(bool, f64)>,
    /// The policy that tells each hit and miss, and the share that it tells wrong.
    pub(super) told_by: Option<Told>,
    /// Of those that were tried the one that tells most, and the share that it tells wrong.
    pub(super) closest: Option<Told>,
    /// Where none does: how often the line of each way went; ways are numbered in the
    /// order in which they were filled.
    pub(super) victims: Vec<u64>,
    /// The chance of such victims if each way were as likely.
    pub(super) even: f64,
    /// How often the line that was used last went.
    pub(super) latest: u64,
}

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Finds the policy from the lines of one set, one more than it has ways.
    pub(super) fn replaced(
        &mut self,
        group: &[u64],
        line: u64,
        sector: u64,
    ) -> Result<Replaced, C::Error> {
        let mut found = Replaced::default();
        self.in_turn(group, &mut found)?;
        let (told_by, closest) = self.told_by(group, line, sector)?;
        found.told_by = told_by;
        found.closest = Some(closest);
        if found.told_by.is_none() {
            self.victims(group, &mut found)?;
        }
        Ok(found)
    }

    /// Visits the lines in turn.
    fn in_turn(&mut self, group: &[u64], found: &mut Replaced) -> Result<(), C::Error> {
        let places = group.len();
        let laps = (Chase::MAX_RECORDED / places).max(1);
        let recorded = (laps * places).min(Chase::MAX_RECORDED);
        let warm = (self.options.warm_laps + 4) * places as u64;
        let levels = self.levels;
        let trace = self.chase("in_turn", group, warm, recorded)?;
        let loads: Vec<Load> = trace.iter().map(|v| levels.load(*v)).collect();
        let misses = loads.iter().filter(|load| **load == Load::Miss).count();
        let seen = loads.iter().filter(|load| **load != Load::Neither).count();
        found.loads = seen as u64;
        found.miss_share = misses as f64 / seen.max(1) as f64;
        found.periodic = self.periodic(&loads, places);
        Ok(())
    }

    /// Whether a sequence repeats itself after some laps. The chance is that of a
    /// permutation test: whole laps in any other order repeat themselves less.
    fn periodic(&mut self, loads: &[Load], places: usize) -> Option<(bool, f64)> {
        let mut laps: Vec<&[Load]> = loads.chunks_exact(places).take(192).collect();
        if laps.len() < 12 {
            return None;
        }
        let best = |laps: &[&[Load]]| -> f64 {
            let apart = |lag: usize| -> f64 {
                let pairs = laps.iter().zip(&laps[lag..]);
                let (mut same, mut all) = (0_u32, 0_u32);
                for (a, b) in pairs.flat_map(|(a, b)| a.iter().zip(b.iter())) {
                    if *a != Load::Neither && *b != Load::Neither {
                        all += 1;
                        same += u32::from(a == b);
                    }
                }
                f64::from(same) / f64::from(all.max(1))
            };
            (1..=(laps.len() / 3).min(24)).map(apart).fold(0.0, f64::max)
        };
        let seen = best(&laps);
        let trials = 49;
        let mut as_good = 0;
        for _ in 0..trials {
            self.random.shuffle(&mut laps);
            as_good += u32::from(best(&laps) >= seen);
        }
        let chance = f64::from(as_good + 1) / f64::from(trials + 1);
        Some((seen > 0.97, chance))
    }

    /// The policy that tells hits and misses from an empty set on, and the one that comes
    /// closest. Lines are visited in any order, most of them twice a lap, so that it matters
    /// which was used last and which came first.
    fn told_by(
        &mut self,
        group: &[u64],
        line: u64,
        sector: u64,
    ) -> Result<(Option<Told>, Told), C::Error> {
        let ways = group.len() - 1;
        let mut policies = vec![("LRU", Policy::Lru), ("FIFO", Policy::Fifo)];
        if ways.is_power_of_two() && ways > 2 {
            policies.push(("tree pseudo-LRU", Policy::Tree));
        }
        let mut wrong = vec![0_u64; policies.len()];
        let mut seen = 0_u64;
        for _ in 0..6 {
            let again = second_place(line, sector);
            let mut lap = group.to_vec();
            if again > 0 {
                lap.extend(group.iter().map(|place| place + again));
            }
            self.random.shuffle(&mut lap);
            let recorded = (lap.len() * 24).min(Chase::MAX_RECORDED);
            let warm = self.options.warm_laps * 2 * lap.len() as u64;
            let levels = self.levels;
            let trace = self.chase("policy", &lap, warm, recorded)?.to_vec();
            for (i, (_, policy)) in policies.iter().enumerate() {
                let told = tell(policy, ways, line, sector, &lap, warm, recorded);
                for (cycles, hit) in trace.iter().zip(told) {
                    let load = levels.load(*cycles);
                    let right = load == if hit { Load::Hit } else { Load::Miss };
                    wrong[i] += u64::from(!right && load != Load::Neither);
                }
            }
            seen += trace.len() as u64;
        }
        let share = |i: usize| wrong[i] as f64 / seen as f64;
        let mut order: Vec<usize> = (0..policies.len()).collect();
        order.sort_by_key(|i| wrong[*i]);
        let (first, second) = (order[0], order[1]);
        let fits = share(first) < 0.01_f64.max(2.0 * self.stray.most());
        if fits && share(second) < 0.02 + 2.0 * share(first) {
            let either = second_place(line, sector) == 0;
            let told = (if either { "LRU or FIFO" } else { "LRU-like" }, share(first));
            return Ok((Some(told), told));
        }
        let told = (policies[first].0, share(first));
        Ok((fits.then_some(told), told))
    }

    /// Follows which line goes. Of ways and one line more, one is always missing; when it
    /// misses, it takes the way of the line that misses next.
    fn victims(&mut self, group: &[u64], found: &mut Replaced) -> Result<(), C::Error> {
        let ways = group.len() - 1;
        found.victims = vec![0; ways];
        let recorded = (24 * group.len()).min(Chase::MAX_RECORDED);
        let (mut chi, mut degrees) = (0.0, 0);
        for _ in 0..400 {
            let mut lap = group.to_vec();
            self.random.shuffle(&mut lap);
            let warm = if self.options.cold_start { 0 } else { SETTLED * lap.len() as u64 };
            let levels = self.levels;
            let trace = self.chase("victims", &lap, warm, recorded)?;
            let loads: Vec<Load> = trace.iter().map(|v| levels.load(*v)).collect();
            let mut here = vec![0; ways];
            found.latest += follow(&loads, ways, self.options.cold_start, &mut here);
            for (all, one) in found.victims.iter_mut().zip(&here) {
                *all += one;
            }
            chi += chi_squared(&here);
            degrees += if here.iter().any(|n| *n > 0) { ways - 1 } else { 0 };
            if found.victims.iter().sum::<u64>() > 2000 + 60 * ways as u64 {
                break;
            }
        }
        found.even = if self.options.cold_start {
            chi_squared_at_least(chi_squared(&found.victims), ways - 1)
        } else {
            // Ways are numbered anew in every chase.
            chi_squared_at_least(chi, degrees)
        };
        Ok(())
    }
}

/// How far from its begin a line can be visited again, if it can.
const fn second_place(line: u64, sector: u64) -> u64 {
    if sector >= 16 {
        8
    } else if line >= 16 {
        sector
    } else {
        0
    }
}

/// Hits and misses of a policy in one set.
fn tell(
    policy: &Policy,
    ways: usize,
    line: u64,
    sector: u64,
    lap: &[u64],
    warm: u64,
    recorded: usize,
) -> Vec<bool> {
    let index = Index::Bits(Vec::new());
    let shape = Shape { sector_bytes: sector, ..Shape::new(line, 1, ways, index, policy.clone()) };
    // Lines are numbered anew: there is one set, wherever they lie.
    let mut lines: Vec<u64> = lap.iter().map(|place| place / line).collect();
    lines.sort_unstable();
    lines.dedup();
    let number = |place: &u64| lines.binary_search(&(place / line)).unwrap_or(0) as u64;
    let lap = lap.iter().map(|place| number(place) * line + place % line).collect();
    let mut set = Simulated::new(shape, Timing::exact(1, 2), lines.len() as u64 * line, 0);
    let chase = Chase { path: crate::chase::Path::Cached, lap, warm, recorded };
    set.chase(&chase).map_or(Vec::new(), |trace| trace.iter().map(|cycles| *cycles == 1).collect())
}

/// Adds up the ways that lost their line, and returns how often it was the one used last.
/// Stops at the first load that cannot be.
fn follow(loads: &[Load], ways: usize, cold: bool, victims: &mut [u64]) -> u64 {
    let lines = ways + 1;
    let mut way_of: Vec<usize> = (0..lines).collect();
    let mut latest = 0;
    let Some(mut at) = first_miss(loads, lines, cold) else { return 0 };
    let mut absent = at % lines;
    // Without a cold start, ways are numbered by their lines at the first miss.
    if absent < ways {
        way_of.swap(absent, ways);
    }
    for (i, load) in loads.iter().enumerate().skip(at + 1) {
        if i - at > lines {
            break;
        }
        if *load != Load::Miss {
            continue;
        }
        let gone = i % lines;
        if gone == absent {
            break;
        }
        let way = way_of[gone];
        victims[way] += 1;
        latest += u64::from(gone == (at + lines - 1) % lines);
        way_of[absent] = way;
        absent = gone;
        at = i;
    }
    latest
}

/// Where the first line is driven out.
fn first_miss(loads: &[Load], lines: usize, cold: bool) -> Option<usize> {
    if !cold {
        return loads.iter().position(|load| *load == Load::Miss);
    }
    let filled = loads.len() >= lines && loads[..lines].iter().all(|load| *load != Load::Hit);
    filled.then_some(lines - 1)
}

fn chi_squared(counts: &[u64]) -> f64 {
    let sum: u64 = counts.iter().sum();
    if sum == 0 {
        return 0.0;
    }
    let expected = sum as f64 / counts.len() as f64;
    counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum()
}
