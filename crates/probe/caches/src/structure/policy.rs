//! The replacement policy: which line of a full set is evicted.

use propp_base_statistics::tails::chi_squared_at_least;

use super::lab::{Lab, SETTLED};
use super::levels::Load;
use super::one_set::{OneSet, Policy};
use crate::{Chase, Chaser};

/// The name of a policy, and the share of hits and misses that it predicts wrongly.
pub(super) type PolicyMatch = (&'static str, f64);

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ReplacementResult {
    /// The share of misses when ways + 1 lines of a set are visited in turn.
    pub(super) miss_share: f64,
    /// The number of loads of `miss_share`.
    pub(super) loads: u64,
    /// Whether the pattern of hits and misses is periodic, and the p-value.
    pub(super) periodic: Option<(bool, f64)>,
    /// The policy that predicts the hits and misses.
    pub(super) predicted_by: Option<PolicyMatch>,
    /// The best of the tried policies.
    pub(super) closest: Option<PolicyMatch>,
    /// Without a predicting policy, the number of evictions of each way. Ways are numbered in the
    /// order in which they are filled.
    pub(super) victims: Vec<u64>,
    /// The p-value of equally likely ways.
    pub(super) even: f64,
    /// Evictions of the most recently used line.
    pub(super) latest: u64,
}

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Finds the policy with an eviction set, which has one more line than ways.
    pub(super) fn replacement(
        &mut self,
        group: &[u64],
        line: u64,
        sector: u64,
    ) -> Result<ReplacementResult, C::Error> {
        let mut found = ReplacementResult::default();
        self.in_turn(group, &mut found)?;
        let (predicted_by, closest) = self.predicted_by(group, line, sector)?;
        found.predicted_by = predicted_by;
        found.closest = Some(closest);
        if found.predicted_by.is_none() {
            self.victims(group, &mut found)?;
        }
        Ok(found)
    }

    /// Visits the lines in turn.
    fn in_turn(&mut self, group: &[u64], found: &mut ReplacementResult) -> Result<(), C::Error> {
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

    /// Whether a sequence is periodic, with the p-value of a permutation test over whole laps.
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

    /// The policy that predicts the hits and misses, if any, and the closest one. Lines are
    /// visited in random order, most of them twice per lap, to distinguish the order of use from
    /// the order of arrival.
    fn predicted_by(
        &mut self,
        group: &[u64],
        line: u64,
        sector: u64,
    ) -> Result<(Option<PolicyMatch>, PolicyMatch), C::Error> {
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
                let hits = simulated_hits(*policy, ways, line, sector, &lap, warm, recorded);
                for (cycles, hit) in trace.iter().zip(hits) {
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

    /// Follows the evictions. With one more line than ways, one line is always missing; when it
    /// is loaded, it takes the way of the line that misses next.
    fn victims(&mut self, group: &[u64], found: &mut ReplacementResult) -> Result<(), C::Error> {
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
            // Every chase numbers the ways anew.
            chi_squared_at_least(chi, degrees)
        };
        Ok(())
    }
}

/// The offset at which a line can be visited a second time; 0 if it cannot.
const fn second_place(line: u64, sector: u64) -> u64 {
    if sector >= 16 {
        8
    } else if line >= 16 {
        sector
    } else {
        0
    }
}

/// The hits and misses of a policy in one set, by simulation.
fn simulated_hits(
    policy: Policy,
    ways: usize,
    line: u64,
    sector: u64,
    lap: &[u64],
    warm: u64,
    recorded: usize,
) -> Vec<bool> {
    let mut set = OneSet::new(policy, ways);
    let mut hits = lap.iter().cycle().map(|place| set.load(place / line, place % line / sector));
    hits.by_ref().take(warm as usize).for_each(drop);
    hits.take(recorded).collect()
}

/// Counts the evictions of each way, and returns how many were of the most recently used line.
/// Stops at the first inconsistent load.
fn follow(loads: &[Load], ways: usize, cold: bool, victims: &mut [u64]) -> u64 {
    let lines = ways + 1;
    let mut way_of: Vec<usize> = (0..lines).collect();
    let mut latest = 0;
    let Some(mut at) = first_miss(loads, lines, cold) else { return 0 };
    let mut absent = at % lines;
    // Without a cold start, the lines at the first miss number the ways.
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

/// The position of the first eviction.
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
