//! Eviction sets: the smallest groups of lines that evict one another.

use super::judge::{Counts, Verdict, missing};
use super::lab::Lab;
use crate::Chaser;

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Observes laps in changing orders, so that no policy favours the same places forever.
    pub(super) fn observe_shuffled(
        &mut self,
        series: &str,
        places: &[u64],
        counts: &mut Counts,
        laps: u64,
    ) -> Result<(), C::Error> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        self.random.shuffle(&mut order);
        let lap: Vec<u64> = order.iter().map(|i| places[*i]).collect();
        let mut seen = Counts::new(places.len());
        self.observe(series, &lap, &mut seen, laps)?;
        for (i, place) in order.iter().enumerate() {
            counts.misses[*place] += seen.misses[i];
            counts.seen[*place] += seen.seen[i];
        }
        counts.loads += seen.loads;
        Ok(())
    }

    /// The places that compete for one set, among places that overflow the cache by one line.
    pub(super) fn group(&mut self, places: &[u64]) -> Result<Option<Vec<u64>>, C::Error> {
        self.settle(places)?;
        let mut counts = Counts::new(places.len());
        let mut laps: u64 = 8;
        while counts.loads < 4 * self.options.most_loads {
            for _ in 0..4 {
                self.observe_shuffled("group", places, &mut counts, laps.div_ceil(4))?;
            }
            laps = counts.laps();
            let suspects = missing(&counts, self.stray, 0.5);
            let suspects: Vec<u64> = suspects.iter().map(|i| places[*i]).collect();
            if suspects.len() < 2 || self.fits("group", &suspects)? != Verdict::Overflows {
                continue;
            }
            return self.smallest(suspects);
        }
        Ok(None)
    }

    /// Removes places that never miss; the rest must fit as soon as any one is removed.
    fn smallest(&mut self, suspects: Vec<u64>) -> Result<Option<Vec<u64>>, C::Error> {
        self.settle(&suspects)?;
        let mut counts = Counts::new(suspects.len());
        let enough = 10 * suspects.len() as u64;
        let members = loop {
            let laps = (counts.laps() / 4).max(4);
            for _ in 0..4 {
                self.observe_shuffled("group", &suspects, &mut counts, laps)?;
            }
            let members = missing(&counts, self.stray, 1e-3);
            let late = counts.laps() > enough || counts.loads > self.options.most_loads;
            if members.len() == suspects.len() || late {
                break members;
            }
        };
        let group: Vec<u64> = members.iter().map(|i| suspects[*i]).collect();
        if group.len() < 2 || self.fits("group", &group)? != Verdict::Overflows {
            return Ok(None);
        }
        for _ in 0..3 {
            let mut fewer = group.clone();
            fewer.swap_remove(self.random.below(group.len() as u64) as usize);
            if self.fits("group", &fewer)? != Verdict::Fits {
                return Ok(None);
            }
        }
        Ok(Some(group))
    }

    /// Whether a place belongs to the set of a group. `None` if it stays unclear.
    pub(super) fn same_set(&mut self, group: &[u64], place: u64) -> Result<Option<bool>, C::Error> {
        if group.contains(&place) {
            return Ok(Some(true));
        }
        let mut places = group[1..].to_vec();
        places.push(place);
        Ok(match self.fits("set", &places)? {
            Verdict::Overflows => Some(true),
            Verdict::Fits => Some(false),
            Verdict::Unclear => None,
        })
    }

    /// Whether the cache has a single set: any lines fit up to the capacity.
    pub(super) fn one_set(&mut self, lines: u64, line: u64) -> Result<bool, C::Error> {
        let all = self.options.span_bytes / line;
        let trials = if lines < 32 { 16 } else { 6 };
        for _ in 0..trials {
            let mut any: Vec<u64> = (0..all).map(|i| i * line).collect();
            self.random.shuffle(&mut any);
            any.truncate(lines as usize);
            if self.fits("one_set", &any)? != Verdict::Fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
