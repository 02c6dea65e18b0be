//! Chases a cache and records the traces.

use std::collections::BTreeMap;

use propp_base_model::Sample;
use propp_base_statistics::Random;

use super::judge::{Counts, Stray, Verdict, judge};
use super::levels::{Levels, Load};
use super::options::Options;
use crate::{Chase, Chaser};

/// Identifies a chase: an integer of few digits, which survives a round trip through text.
pub(super) fn fingerprint(chase: &Chase) -> f64 {
    let mut sum = Random::of_seed(chase.warm ^ (chase.recorded as u64) << 32).bits();
    for place in &chase.lap {
        sum = Random::of_seed(sum ^ place).bits();
    }
    (sum >> 32) as f64
}

pub(super) struct Lab<'a, C: Chaser + ?Sized> {
    chaser: &'a mut C,
    pub(super) options: &'a Options,
    pub(super) samples: Vec<Sample>,
    pub(super) levels: Levels,
    pub(super) stray: Stray,
    pub(super) random: Random,
    /// Whether places that miss at all miss in every lap. Then a footprint without frequent
    /// misses fits, even if strays cause as many misses as laps.
    pub(super) concordant: bool,
    pub(super) loads: u64,
}

impl<'a, C: Chaser + ?Sized> Lab<'a, C> {
    pub(super) fn new(chaser: &'a mut C, options: &'a Options) -> Self {
        let about = Sample {
            experiment: format!("chase.{}", options.level),
            series: "options".to_owned(),
            setting: options.setting(),
            stable: true,
            ..Sample::default()
        };
        Self {
            chaser,
            options,
            samples: vec![about],
            levels: Levels::default(),
            stray: Stray::default(),
            random: Random::of_seed(options.seed),
            concordant: false,
            loads: 0,
        }
    }

    /// Chases logical offsets and records the trace as the last sample.
    pub(super) fn chase(
        &mut self,
        series: &str,
        lap: &[u64],
        warm: u64,
        recorded: usize,
    ) -> Result<&[f64], C::Error> {
        let lap: Vec<u64> = lap.iter().map(|offset| self.options.place(*offset)).collect();
        let chase = Chase { path: self.options.path, lap, warm, recorded };
        let trace = self.chaser.chase(&chase)?;
        self.loads += warm + recorded as u64;
        let footprint = chase.lap.iter().max().map_or(0, |most| most + 8);
        let numbers = [
            ("chase", self.samples.len() as f64),
            ("bytes", footprint as f64),
            ("places", chase.lap.len() as f64),
            ("stride_bytes", stride(&chase.lap) as f64),
            ("warm", warm as f64),
            ("fingerprint", fingerprint(&chase)),
        ];
        let setting = numbers.into_iter().map(|(name, value)| (name.to_owned(), value));
        self.samples.push(Sample {
            experiment: format!("chase.{}", self.options.level),
            series: series.to_owned(),
            setting: setting.collect::<BTreeMap<_, _>>(),
            repeat: 0,
            unit: "cycles".to_owned(),
            values: trace.iter().map(|cycles| f64::from(*cycles)).collect(),
            clock_mhz: 0.0,
            stable: true,
        });
        Ok(self.samples.last().map_or(&[], |sample| &sample.values))
    }

    /// Observes more laps of places.
    pub(super) fn observe(
        &mut self,
        series: &str,
        lap: &[u64],
        counts: &mut Counts,
        laps: u64,
    ) -> Result<(), C::Error> {
        let warm_laps = self.options.warm_laps;
        self.observe_after(series, lap, counts, laps, warm_laps)
    }

    /// Observes more laps of places, each time after `warm_laps` laps.
    fn observe_after(
        &mut self,
        series: &str,
        lap: &[u64],
        counts: &mut Counts,
        laps: u64,
        warm_laps: u64,
    ) -> Result<(), C::Error> {
        let places = lap.len();
        let until = (counts.laps() + laps) * places as u64;
        while counts.loads < until {
            let left = (until - counts.loads) as usize;
            let offset = (counts.loads % places as u64) as usize;
            let whole = Chase::MAX_RECORDED / places * places;
            let recorded = if whole > 0 {
                left.min(whole)
            } else {
                left.min(Chase::MAX_RECORDED).min(places - offset)
            };
            let warm = warm_laps * places as u64 + offset as u64;
            let levels = self.levels;
            let trace = self.chase(series, lap, warm, recorded)?;
            for (i, cycles) in trace.iter().enumerate() {
                let place = (offset + i) % places;
                let load = levels.load(*cycles);
                counts.misses[place] += u32::from(load == Load::Miss);
                counts.seen[place] += u32::from(load != Load::Neither);
            }
            counts.loads += recorded as u64;
        }
        Ok(())
    }

    pub(super) fn fits(&mut self, series: &str, lap: &[u64]) -> Result<Verdict, C::Error> {
        let mut lap = lap.to_vec();
        self.random.shuffle(&mut lap);
        let (verdict, counts) = self.fits_after(series, &lap, self.options.warm_laps)?;
        if verdict == Verdict::Overflows && series.starts_with("capacity") {
            self.concordant = counts.mostly_concordant(self.stray);
        }
        if self.options.cold_start || verdict != Verdict::Overflows {
            return Ok(verdict);
        }
        // With a fixed order, a tree pseudo-LRU may keep stale lines forever.
        for _ in 0..3 {
            self.random.shuffle(&mut lap);
            self.chase("settle", &lap, 8 * lap.len() as u64, 1)?;
        }
        let (verdict, counts) = self.fits_after(series, &lap, self.options.warm_laps)?;
        if verdict != Verdict::Overflows || counts.often(0.9) {
            return Ok(verdict);
        }
        // Under random replacement stale lines leave only by chance, and cause misses until then.
        let mut warm_laps = self.options.warm_laps * 8;
        while warm_laps * lap.len() as u64 <= self.options.most_loads.max(SETTLED * 16) {
            let (verdict, _) = self.fits_after(series, &lap, warm_laps.min(SETTLED))?;
            if verdict != Verdict::Overflows || warm_laps >= SETTLED {
                return Ok(verdict);
            }
            warm_laps *= 8;
        }
        let many = counts.all_misses() * 5 > counts.loads;
        Ok(if many { Verdict::Overflows } else { Verdict::Unclear })
    }

    /// Observes more and more laps until the verdict is clear.
    fn fits_after(
        &mut self,
        series: &str,
        lap: &[u64],
        warm_laps: u64,
    ) -> Result<(Verdict, Counts), C::Error> {
        let mut counts = Counts::new(lap.len());
        let mut laps = if lap.len() <= 256 { 8 } else { 4 };
        loop {
            self.observe_after(series, lap, &mut counts, laps, warm_laps)?;
            let verdict = judge(&counts, self.stray);
            laps = counts.laps();
            let late = 2 * laps * lap.len() as u64 > self.options.most_loads;
            if verdict != Verdict::Unclear || late {
                return Ok((verdict, counts));
            }
            if self.concordant && laps >= 16 && !counts.often(0.3) {
                return Ok((Verdict::Fits, counts));
            }
        }
    }

    /// Repeats places until nothing else is left in the cache.
    pub(super) fn settle(&mut self, lap: &[u64]) -> Result<(), C::Error> {
        if !self.options.cold_start {
            let places = lap.len() as u64;
            let laps = (self.options.most_loads / places).min(SETTLED);
            self.chase("settle", lap, laps * places, 1)?;
        }
        Ok(())
    }
}

/// Laps after which a cache with random replacement holds no stale lines.
pub(super) const SETTLED: u64 = 512;

/// The smallest distance between two places.
fn stride(lap: &[u64]) -> u64 {
    let mut places = lap.to_vec();
    places.sort_unstable();
    places.windows(2).map(|two| two[1] - two[0]).min().unwrap_or(0)
}
