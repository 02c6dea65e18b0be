//! Whether places fit into a cache together.

use propp_numbers::tails::{binomial_at_least, binomial_at_most, poisson_at_least};

/// What was seen of the places of a lap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of every place how often it missed.
    pub misses: Vec<u32>,
    /// Of every place how often it was either a hit or a miss.
    pub seen: Vec<u32>,
    /// All loads, those which were neither too.
    pub loads: u64,
}

impl Counts {
    /// Nothing seen of so many places yet.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self { misses: vec![0; places], seen: vec![0; places], loads: 0 }
    }

    /// Whole laps that were seen.
    #[must_use]
    pub fn laps(&self) -> u64 {
        self.loads / self.misses.len().max(1) as u64
    }

    /// Whether any place misses in more than a share of the laps.
    #[must_use]
    pub fn often(&self, share: f64) -> bool {
        self.pairs().any(|(misses, seen)| f64::from(misses) > share * f64::from(seen))
    }

    /// Whether nearly all misses are of places that always miss, as with a policy that
    /// leaves nothing to chance.
    #[must_use]
    pub fn mostly_concordant(&self, stray: Stray) -> bool {
        let always = self.pairs().filter(|(misses, seen)| *misses * 10 > *seen * 9);
        let always: u64 = always.map(|(misses, _)| u64::from(misses)).sum();
        let strays = stray.most() * self.loads as f64;
        always as f64 > 0.9 * (self.all_misses() as f64 - strays).max(1.0)
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.misses.iter().copied().zip(self.seen.iter().copied())
    }

    /// Misses of all places.
    #[must_use]
    pub fn all_misses(&self) -> u64 {
        self.misses.iter().map(|n| u64::from(*n)).sum()
    }
}

/// How often a hit looks like a miss, because something else delayed it by as much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stray {
    /// Hits that looked like misses.
    pub misses: u64,
    /// Hits.
    pub loads: u64,
}

impl Stray {
    /// The share that is not likely to be exceeded.
    #[must_use]
    pub fn most(&self) -> f64 {
        let seen = self.misses as f64;
        (seen + 3.0 * (seen + 1.0).sqrt() + 1.0) / (self.loads as f64).max(1.0)
    }

    /// The share that is likely to be exceeded.
    #[must_use]
    pub fn least(&self) -> f64 {
        let seen = self.misses as f64;
        (seen - 3.0 * (seen + 1.0).sqrt()).max(0.0) / (self.loads as f64).max(1.0)
    }
}

/// Whether places fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All stay in the cache.
    Fits,
    /// Some drive others out, lap after lap.
    Overflows,
    /// Too little was seen.
    Unclear,
}

/// A wrong verdict is to be rarer than this.
const CHANCE: f64 = 1e-6;

/// Share of the misses that are seen as such, at the least.
const SEEN: f64 = 0.95;

/// Judges whether the places of a lap fit.
///
/// Where one set has a line more than ways, one line is missing whatever the policy is,
/// and so every lap has a miss at least: fewer misses than laps prove that all fit. Misses
/// that are too many for strays, or that come back to the same place, prove that not all
/// fit.
#[must_use]
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
    // Strays alone may bring as many misses as laps. Then what is more than strays counts.
    let least = stray.least() * counts.loads as f64 + expected;
    if misses as f64 + 4.5 * (least + 1.0).sqrt() < least {
        return Verdict::Fits;
    }
    Verdict::Unclear
}

/// The places that miss more often than strays would have them. `allowed` is how many
/// that do not may be among them.
#[must_use]
pub(super) fn missing(counts: &Counts, stray: Stray, allowed: f64) -> Vec<usize> {
    let laps = counts.laps().max(1);
    let places = counts.misses.len() as f64;
    let enough = (1..=laps)
        .find(|k| binomial_at_least(laps, stray.most(), *k) * places < allowed)
        .unwrap_or(laps);
    let often = |place: &usize| u64::from(counts.misses[*place]) >= enough;
    (0..counts.misses.len()).filter(often).collect()
}
