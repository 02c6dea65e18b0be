//! What is asked of a cache.

use std::collections::BTreeMap;

use crate::chase::Path;

/// What is asked of a cache.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Its name, with which the ids of its findings begin, such as `l1`.
    pub level: String,
    /// The way of the loads.
    pub path: Path,
    /// The smallest distance of places. Lines are multiples of it.
    pub granule_bytes: u64,
    /// The largest line that is thought of.
    pub most_line_bytes: u64,
    /// A footprint that fits for sure, with which hits are measured. Below a further
    /// cache, it is more than that cache holds.
    pub least_bytes: u64,
    /// The largest footprint that is tried; more than the cache holds.
    pub most_bytes: u64,
    /// Bytes that places may lie in, as many as the allocation has; a few times the cache
    /// or more.
    pub span_bytes: u64,
    /// How much further into its granule each next place lies. With the granule a page,
    /// the data then do not compete for the same set of the data caches. 0 for none.
    pub spread_bytes: u64,
    /// Laps before the recorded ones; more than one where a chase does not begin with an
    /// empty cache.
    pub warm_laps: u64,
    /// Whether a chase begins with nothing in the cache.
    pub cold_start: bool,
    /// Loads that one question may take at most.
    pub most_loads: u64,
    /// Seed of all orders.
    pub seed: u64,
}

impl Options {
    /// For a cache of an SM, of up to `most_bytes`.
    #[must_use]
    pub fn data_cache(level: &str, path: Path, most_bytes: u64) -> Self {
        Self {
            level: level.to_owned(),
            path,
            granule_bytes: 8,
            most_line_bytes: 1024,
            least_bytes: 32,
            most_bytes,
            span_bytes: most_bytes * 4,
            spread_bytes: 0,
            warm_laps: 1,
            cold_start: true,
            most_loads: 1 << 18,
            seed: 1,
        }
    }

    /// For a TLB of up to so many pages, of which the first `least_pages` fit for sure.
    #[must_use]
    pub fn tlb(level: &str, page_bytes: u64, least_pages: u64, most_pages: u64) -> Self {
        Self {
            granule_bytes: page_bytes,
            most_line_bytes: page_bytes * 16,
            least_bytes: page_bytes * least_pages,
            span_bytes: page_bytes * most_pages,
            spread_bytes: 128,
            warm_laps: 4,
            cold_start: false,
            ..Self::data_cache(level, Path::Cached, page_bytes * most_pages)
        }
    }

    /// Where a logical offset lies in the allocation.
    #[must_use]
    pub fn place(&self, offset: u64) -> u64 {
        let step = offset / self.granule_bytes * self.spread_bytes;
        offset + step % self.granule_bytes
    }

    /// The options as the setting of a sample.
    pub(super) fn setting(&self) -> BTreeMap<String, f64> {
        let numbers = [
            ("granule_bytes", self.granule_bytes),
            ("most_line_bytes", self.most_line_bytes),
            ("least_bytes", self.least_bytes),
            ("most_bytes", self.most_bytes),
            ("span_bytes", self.span_bytes),
            ("spread_bytes", self.spread_bytes),
            ("warm_laps", self.warm_laps),
            ("cold_start", u64::from(self.cold_start)),
            ("most_loads", self.most_loads),
            ("seed", self.seed),
        ];
        numbers.into_iter().map(|(name, value)| (name.to_owned(), value as f64)).collect()
    }

    /// The options that a sample's setting tells; `None` where they are none that anybody
    /// measures with. The path is not told: it means nothing to an analysis.
    pub(super) fn of_setting(level: &str, setting: &BTreeMap<String, f64>) -> Option<Self> {
        let number = |name: &str| {
            let value = setting.get(name).copied()?;
            (value >= 0.0 && value.fract() == 0.0).then_some(value as u64)
        };
        let options = Self {
            level: level.to_owned(),
            path: Path::Cached,
            granule_bytes: number("granule_bytes")?,
            most_line_bytes: number("most_line_bytes")?,
            least_bytes: number("least_bytes")?,
            most_bytes: number("most_bytes")?,
            span_bytes: number("span_bytes")?,
            spread_bytes: number("spread_bytes")?,
            warm_laps: number("warm_laps")?,
            cold_start: number("cold_start")? != 0,
            most_loads: number("most_loads")?,
            seed: number("seed")?,
        };
        let sizes = [1, options.granule_bytes, options.most_line_bytes, options.span_bytes];
        let footprints = [options.least_bytes, options.most_bytes, options.span_bytes];
        (sizes.is_sorted() && footprints.is_sorted()).then_some(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_back_from_a_setting() {
        for options in [
            Options::data_cache("l1", Path::Cached, 1 << 18),
            Options::tlb("l1", 1 << 21, 2, 1 << 10),
        ] {
            assert_eq!(Options::of_setting("l1", &options.setting()), Some(options));
        }
    }

    #[test]
    fn settings_that_nobody_measures_with_are_none() {
        let good = Options::data_cache("l1", Path::Cached, 1 << 18).setting();
        for (name, value) in [
            ("granule_bytes", 0.0),
            ("granule_bytes", -8.0),
            ("granule_bytes", 2048.0),
            ("most_line_bytes", 1e9),
            ("least_bytes", 1e9),
            ("span_bytes", 0.5),
            ("warm_laps", f64::NAN),
        ] {
            let mut setting = good.clone();
            setting.insert(name.to_owned(), value);
            assert_eq!(Options::of_setting("l1", &setting), None, "{name} {value}");
        }
    }
}
