//! The latencies of hits and misses, and the sector size.

use super::lab::Lab;
use super::levels::{Load, levels};
use crate::{Chase, Chaser};

/// Latencies of loads that hit, and of loads that mostly miss.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Latencies {
    pub(super) hits: Vec<f64>,
    pub(super) misses: Vec<f64>,
}

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Measures hits and misses and the bounds between them. `None` if they do not differ.
    pub(super) fn latencies(&mut self) -> Result<Option<Latencies>, C::Error> {
        let options = self.options;
        let mut few: Vec<u64> = (0..(options.least_bytes / options.granule_bytes).max(1))
            .map(|i| i * options.granule_bytes)
            .collect();
        self.random.shuffle(&mut few);
        let mut hits = Vec::new();
        for _ in 0..4 {
            let warm = (options.warm_laps + 1) * few.len() as u64;
            hits.extend_from_slice(self.chase("hit", &few, warm, Chase::MAX_RECORDED)?);
        }
        let mixed = self.mostly_misses()?;
        let Some(levels) = levels(&hits, &mixed) else { return Ok(None) };
        self.levels = levels;
        let strays = hits.iter().filter(|v| levels.load(**v) == Load::Miss).count();
        self.stray.misses = strays as u64;
        self.stray.loads = hits.len() as u64;
        let misses = mixed.into_iter().filter(|v| levels.load(*v) == Load::Miss).collect();
        Ok(Some(Latencies { hits, misses }))
    }

    /// Loads of an empty cache, or of a footprint far above the capacity.
    fn mostly_misses(&mut self) -> Result<Vec<f64>, C::Error> {
        let options = self.options;
        let (stride, warm) = if options.cold_start {
            (options.most_line_bytes.max(options.granule_bytes), 0)
        } else {
            (options.granule_bytes, 1)
        };
        let mut lap: Vec<u64> = (0..options.span_bytes / stride).map(|i| i * stride).collect();
        self.random.shuffle(&mut lap);
        if options.cold_start {
            lap.truncate(1024);
        }
        let warm = warm * lap.len() as u64;
        let recorded = lap.len().min(Chase::MAX_RECORDED);
        // The first chase brings the places into the next level.
        self.chase("miss", &lap, warm, recorded)?;
        Ok(self.chase("miss", &lap, warm, recorded)?.to_vec())
    }

    /// The bytes that a miss brings: the smallest distance of two places at which both miss in an
    /// empty cache. `None` if there is no such distance up to the largest line size.
    pub(super) fn sector_bytes(&mut self) -> Result<Option<u64>, C::Error> {
        let block = self.options.most_line_bytes;
        let blocks = (self.options.span_bytes / block).min(48);
        let mut distance = self.options.granule_bytes;
        while distance <= block / 2 {
            let lap: Vec<u64> =
                (0..blocks).flat_map(|i| [i * block, i * block + distance]).collect();
            self.chase("sector", &lap, 0, lap.len())?;
            let levels = self.levels;
            let trace = self.chase("sector", &lap, 0, lap.len())?;
            let seconds = trace.iter().skip(1).step_by(2);
            let missed = seconds.filter(|v| levels.load(**v) != Load::Hit).count();
            if missed * 2 > blocks as usize {
                return Ok(Some(distance));
            }
            distance *= 2;
        }
        Ok(None)
    }
}
