//! Decides whether places fit into a cache together.

use propp_base_statistics::tails::{binomial_at_least, binomial_at_most, poisson_at_least};

/// The hits and misses of the places of a lap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of misses of each place.
    pub misses: Vec<u32>,
    /// The number of hits and misses of each place.
    pub seen: Vec<u32>,
    /// All loads, including the unclassified.
    pub loads: u64,
}

impl Counts {
    pub fn new(places: usize) -> Self {
        Self { misses: vec![0; places], seen: vec![0; places], loads: 0 }
    }

    pub fn laps(&self) -> u64 {
        self.loads / self.misses.len().max(1) as u64
    }

    /// Whether any place misses in more than a share of the laps.
    pub fn often(&self, share: f64) -> bool {
        self.pairs().any(|(misses, seen)| f64::from(misses) > share * f64::from(seen))
    }

    /// Whether nearly all misses are at places that always miss, as with a deterministic policy.
    pub fn mostly_concordant(&self, stray: Stray) -> bool {
        let always = self.pairs().filter(|(misses, seen)| *misses * 10 > *seen * 9);
        let always: u64 = always.map(|(misses, _)| u64::from(misses)).sum();
        let strays = stray.most() * self.loads as f64;
        always as f64 > 0.9 * (self.all_misses() as f64 - strays).max(1.0)
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.misses.iter().copied().zip(self.seen.iter().copied())
    }

    pub fn all_misses(&self) -> u64 {
        self.misses.iter().map(|n| u64::from(*n)).sum()
    }
}

/// How often a hit looks like a miss because something else delayed it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stray {
    /// Hits that looked like misses.
    pub misses: u64,
    pub loads: u64,
}

impl Stray {
    /// The upper bound of the share.
    pub fn most(&self) -> f64 {
        let seen = self.misses as f64;
        (seen + 3.0 * (seen + 1.0).sqrt() + 1.0) / (self.loads as f64).max(1.0)
    }

    /// The lower bound of the share.
    pub fn least(&self) -> f64 {
        let seen = self.misses as f64;
        (seen - 3.0 * (seen + 1.0).sqrt()).max(0.0) / (self.loads as f64).max(1.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Fits,
    /// Some places evict others in every lap.
    Overflows,
    Unclear,
}

/// The error probability of a verdict.
const CHANCE: f64 = 1e-6;

/// The least share of misses that are recognised.
const SEEN: f64 = 0.95;

/// Judges whether the places of a lap fit.
///
/// If a set has more lines than ways, every lap has at least one miss under any policy: fewer
/// misses than laps prove that all places fit. Too many misses for strays, or repeated misses
/// of one place, prove that they do not.
pub fn judge(counts: &Counts, stray: Stray) -> Verdict {
    let (laps, misses) = (counts.laps(), counts.all_misses());
    if laps == 0 {
        return Verdict::Unclear;
    }
    let places = counts.misses.len() as f64;
    let per_lap = misses as f64 / laps as f64;
    let strays = stray.most() * counts.loads as f64;
    let expected = SEEN * laps as f64;
    if per_lap >= 0.7 {
        let worst = counts.misses.iter().copied().max().unwrap_or(0);
        let by_place = binomial_at_least(laps, stray.most(), u64::from(worst)) * places;
        if by_place < CHANCE || poisson_at_least(strays, misses) < CHANCE {
            return Verdict::Overflows;
        }
    }
    if per_lap < SEEN && binomial_at_most(laps, SEEN, misses) < 10.0 * CHANCE {
        return Verdict::Fits;
    }
    // Strays alone may cause as many misses as laps; then only the excess over strays counts.
    let least = stray.least() * counts.loads as f64 + expected;
    if misses as f64 + 4.5 * (least + 1.0).sqrt() < least {
        return Verdict::Fits;
    }
    Verdict::Unclear
}

/// The places that miss more often than strays explain, with `allowed` expected false ones.
pub(super) fn missing(counts: &Counts, stray: Stray, allowed: f64) -> Vec<usize> {
    let laps = counts.laps().max(1);
    let places = counts.misses.len() as f64;
    let enough = (1..=laps)
        .find(|k| binomial_at_least(laps, stray.most(), *k) * places < allowed)
        .unwrap_or(laps);
    let often = |place: &usize| u64::from(counts.misses[*place]) >= enough;
    (0..counts.misses.len()).filter(often).collect()
}
