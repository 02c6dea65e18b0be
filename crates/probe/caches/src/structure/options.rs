//! The options of an exploration.

use std::collections::BTreeMap;

use crate::Path;

/// Which cache to explore, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The prefix of the findings' ids, such as `l1`.
    pub level: String,
    /// The path of the loads.
    pub path: Path,
    /// The smallest distance of places; the line size is a multiple.
    pub granule_bytes: u64,
    pub most_line_bytes: u64,
    /// A footprint that certainly fits, for measuring hits. It exceeds the capacity of any cache
    /// in front of this one.
    pub least_bytes: u64,
    /// The largest footprint, above the capacity.
    pub most_bytes: u64,
    /// The size of the allocation: several times the capacity.
    pub span_bytes: u64,
    /// The offset within the granule grows by this from place to place. For TLBs, whose granule
    /// is a page, it keeps the data from competing for one set of the data caches. 0 for none.
    pub spread_bytes: u64,
    /// Laps before the recorded ones; more than one if a chase does not begin with an empty cache.
    pub warm_laps: u64,
    /// Whether a chase begins with an empty cache.
    pub cold_start: bool,
    /// The largest number of loads per question.
    pub most_loads: u64,
    pub seed: u64,
}

impl Options {
    /// For a cache of an SM of up to `most_bytes`.
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

    /// For a TLB of up to `most_pages` pages; the first `least_pages` certainly fit.
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

    /// The place of a logical offset in the allocation.
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

    /// The options from a sample's setting; `None` if they are not valid. The path is not stored,
    /// because an analysis does not need it.
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
