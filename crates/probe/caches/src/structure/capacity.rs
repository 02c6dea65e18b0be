//! The capacity and the line size of a cache.

use super::judge::{Counts, Verdict};
use super::lab::Lab;
use crate::Chaser;

/// The capacity is between these two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CapacityBounds {
    pub(super) fits: u64,
    pub(super) overflows: u64,
}

/// The first multiples of a distance.
pub(super) fn multiples(number: u64, distance: u64) -> Vec<u64> {
    (0..number).map(|i| i * distance).collect()
}

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// The capacity in places of this stride, to about 6 %. `None` if every footprint fits.
    pub(super) fn coarse_capacity(
        &mut self,
        stride: u64,
    ) -> Result<Option<CapacityBounds>, C::Error> {
        let most = self.options.most_bytes / stride;
        let mut fits = (self.options.least_bytes / stride).max(1);
        let mut overflows = fits * 2;
        let mut known = false;
        loop {
            if overflows > most * 2 {
                return Ok(None);
            }
            let places = multiples(overflows.min(most), stride);
            if self.fits("capacity", &places)? == Verdict::Overflows {
                break;
            }
            fits = overflows;
            overflows *= 2;
            if fits * stride >= 2048 && !known {
                self.watch_strays(fits / 2, stride)?;
                known = true;
            }
        }
        self.watch_strays(fits.div_ceil(2), stride)?;
        let edge = CapacityBounds { fits, overflows: overflows.min(most) };
        Ok(Some(self.edge("capacity", stride, edge, (fits / 16).max(1))?))
    }

    /// Narrows the bounds down by bisection, as far as answers are clear.
    pub(super) fn edge(
        &mut self,
        series: &str,
        stride: u64,
        within: CapacityBounds,
        room: u64,
    ) -> Result<CapacityBounds, C::Error> {
        let mut unclear = within.overflows;
        let CapacityBounds { mut fits, mut overflows } = within;
        while unclear.min(overflows) > fits + room {
            let middle = u64::midpoint(fits, unclear.min(overflows));
            match self.fits(series, &multiples(middle, stride))? {
                Verdict::Fits => fits = middle,
                Verdict::Overflows => overflows = middle,
                Verdict::Unclear => unclear = middle,
            }
        }
        if unclear >= overflows {
            return Ok(CapacityBounds { fits, overflows });
        }
        while overflows > unclear + room {
            let middle = u64::midpoint(unclear, overflows);
            match self.fits(series, &multiples(middle, stride))? {
                Verdict::Overflows => overflows = middle,
                _ => unclear = middle,
            }
        }
        Ok(CapacityBounds { fits, overflows })
    }

    /// Measures how often hits look like misses, on places that fit.
    fn watch_strays(&mut self, places: u64, stride: u64) -> Result<(), C::Error> {
        let mut lap = multiples(places.max(1), stride);
        self.random.shuffle(&mut lap);
        let mut counts = Counts::new(lap.len());
        self.observe("strays", &lap, &mut counts, (32_768 / lap.len() as u64).max(1))?;
        self.stray.misses += counts.all_misses();
        self.stray.loads += counts.loads;
        Ok(())
    }

    /// The line size: the largest block that has a single tag. `None` if it stays unclear.
    ///
    /// Blocks up to the line size fill the cache whichever place in them is touched. Of blocks
    /// larger than a line, about twice as many fit if each is touched at one place.
    pub(super) fn line_bytes(
        &mut self,
        unit: u64,
        edge_bytes: CapacityBounds,
    ) -> Result<Option<u64>, C::Error> {
        let mut line = unit;
        while line * 2 <= self.options.most_line_bytes.min(edge_bytes.fits) {
            match self.one_tag(line * 2, edge_bytes)? {
                Some(true) => line *= 2,
                Some(false) => return Ok(Some(line)),
                None => return Ok(None),
            }
        }
        let most = line * 2 > self.options.most_line_bytes && line > unit;
        Ok((!most).then_some(line))
    }

    /// Whether blocks of this size have a single tag.
    fn one_tag(
        &mut self,
        block: u64,
        edge_bytes: CapacityBounds,
    ) -> Result<Option<bool>, C::Error> {
        let full = edge_bytes.overflows.div_ceil(block);
        // A few more than needed, so that strays cannot hide an overflow.
        let mut blocks = full + full / 40;
        if blocks * block > self.options.span_bytes {
            blocks = full;
        }
        let half = block / 2;
        let mut unclear = false;
        for pattern in 0..10 {
            let within = |lab: &mut Self, i: u64| match pattern {
                0 => u64::from(i * block >= edge_bytes.fits) * half,
                1 => u64::from(i * block < edge_bytes.fits) * half,
                2 => 0,
                _ => lab.random.below(2) * half,
            };
            let places: Vec<u64> = (0..blocks).map(|i| i * block + within(self, i)).collect();
            match self.fits("line", &places)? {
                Verdict::Fits => return Ok(Some(false)),
                Verdict::Unclear => unclear = true,
                Verdict::Overflows => {}
            }
        }
        Ok((!unclear).then_some(true))
    }

    /// Whether the first lines fill the cache completely.
    pub(super) fn is_full(&mut self, lines: u64, line: u64) -> Result<Option<bool>, C::Error> {
        let more = self.options.span_bytes / line - lines;
        let mut clear = 0;
        for _ in 0..6 {
            let mut places = multiples(lines, line);
            places.push((lines + self.random.below(more)) * line);
            match self.fits("full", &places)? {
                Verdict::Fits => return Ok(Some(false)),
                Verdict::Overflows => clear += 1,
                Verdict::Unclear => {}
            }
        }
        Ok((clear >= 4).then_some(true))
    }
}
