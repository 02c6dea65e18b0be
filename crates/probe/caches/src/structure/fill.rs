//! The capacity of a cache whose sets the first lines do not use evenly.

use super::judge::{Counts, Verdict, missing};
use super::lab::Lab;
use crate::Chaser;

/// A cache is full when this many other lines did not fit.
const NO_ROOM: u64 = 300;

/// The cost limit of filling, in questions of the largest size.
const MOST_QUESTIONS: u64 = 48;

impl<C: Chaser + ?Sized> Lab<'_, C> {
    /// Adds random lines to the first ones as long as all fit. `None` if answers stay unclear,
    /// or there are too few lines.
    pub(super) fn fill(&mut self, lines: u64, line: u64) -> Result<Option<u64>, C::Error> {
        let all = self.options.span_bytes / line;
        let mut others: Vec<u64> = (lines..all).map(|i| i * line).collect();
        self.random.shuffle(&mut others);
        let mut inside: Vec<u64> = (0..lines).map(|i| i * line).collect();
        let mut size = (inside.len() / 2).max(1);
        let mut no_room = 0;
        let most = self.loads + MOST_QUESTIONS * self.options.most_loads;
        while no_room < NO_ROOM {
            if others.len() < size || self.loads > most {
                return Ok(None);
            }
            let some = others.split_off(others.len() - size);
            let Some(fitting) = self.fitting(&inside, some)? else { return Ok(None) };
            if fitting.is_empty() {
                // A few lines at once rarely compete for one set.
                no_room += if size * 64 <= inside.len().max(64) { size as u64 } else { 0 };
            } else {
                no_room = 0;
            }
            if fitting.len() * 4 < size && size * 64 > inside.len().max(64) {
                size = size.div_ceil(2);
            }
            inside.extend(fitting);
        }
        Ok(Some(inside.len() as u64))
    }

    /// The lines that fit beside others. `None` if it stays unclear.
    fn fitting(
        &mut self,
        inside: &[u64],
        mut some: Vec<u64>,
    ) -> Result<Option<Vec<u64>>, C::Error> {
        for _ in 0..6 {
            if some.is_empty() {
                return Ok(Some(some));
            }
            let together = [inside, &some].concat();
            match self.fits("fill", &together)? {
                Verdict::Fits => return Ok(Some(some)),
                Verdict::Overflows if some.len() == 1 => return Ok(Some(Vec::new())),
                Verdict::Unclear if some.len() == 1 => return Ok(None),
                _ => {}
            }
            self.settle(&together)?;
            let mut counts = Counts::new(together.len());
            for _ in 0..4 {
                self.observe_shuffled("fill", &together, &mut counts, 4)?;
            }
            let out = missing(&counts, self.stray, 0.5);
            let stays = |i: usize| out.binary_search(&(inside.len() + i)).is_err();
            some =
                some.into_iter().enumerate().filter(|(i, _)| stays(*i)).map(|(_, v)| v).collect();
        }
        Ok(Some(Vec::new()))
    }
}
