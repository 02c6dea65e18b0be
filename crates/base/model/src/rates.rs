//! What of a GPU the time of work depends on, by its attributes.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::attribute;
use super::machine::positive;

/// The rates that prices of work scale with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GpuRates {
    /// As CUPTI spells it, such as `GH100`.
    pub chip: String,
    pub sms: f64,
    pub sm_clock_khz: f64,
    pub memory_clock_khz: f64,
    pub memory_bus_bits: f64,
    pub l2_bytes: f64,
}

impl GpuRates {
    /// `None` if an attribute is missing.
    pub fn new(chip: &str, attributes: &BTreeMap<u32, i32>) -> Option<Self> {
        let of = |number| positive(attributes, number);
        Some(Self {
            chip: chip.to_owned(),
            sms: of(attribute::MULTIPROCESSOR_COUNT)?,
            sm_clock_khz: of(attribute::CLOCK_RATE_KHZ)?,
            memory_clock_khz: of(attribute::MEMORY_CLOCK_RATE_KHZ)?,
            memory_bus_bits: of(attribute::GLOBAL_MEMORY_BUS_WIDTH_BITS)?,
            l2_bytes: of(attribute::L2_CACHE_BYTES)?,
        })
    }

    /// A cycle of an SM at its highest clock, in ns.
    pub fn cycle_ns(&self) -> f64 {
        1e6 / self.sm_clock_khz
    }

    /// Whether all are positive numbers.
    pub fn are_sane(&self) -> bool {
        let Self { sms, sm_clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes, .. } = self;
        let all = [sms, sm_clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes];
        all.into_iter().all(|rate| rate.is_finite() && *rate > 0.0)
    }

    /// Bytes of device memory per second, but for a constant factor.
    pub fn bandwidth(&self) -> f64 {
        self.memory_clock_khz * self.memory_bus_bits
    }

    /// Whether its device memory is HBM, which has a bus of thousands of bits.
    pub fn has_wide_bus(&self) -> bool {
        self.memory_bus_bits >= 1024.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn h100() -> BTreeMap<u32, i32> {
        BTreeMap::from([
            (attribute::MULTIPROCESSOR_COUNT, 132),
            (attribute::CLOCK_RATE_KHZ, 1_980_000),
            (attribute::MEMORY_CLOCK_RATE_KHZ, 2_619_000),
            (attribute::GLOBAL_MEMORY_BUS_WIDTH_BITS, 5120),
            (attribute::L2_CACHE_BYTES, 52_428_800),
        ])
    }

    #[test]
    fn rates_are_positive_attributes() {
        let rates = GpuRates::new("GH100", &h100()).unwrap();
        let GpuRates { sms, sm_clock_khz, memory_clock_khz, memory_bus_bits, l2_bytes, .. } = rates;
        assert_eq!((sms, sm_clock_khz, memory_clock_khz), (132.0, 1_980_000.0, 2_619_000.0));
        assert_eq!((memory_bus_bits, l2_bytes), (5120.0, 52_428_800.0));
        for missing in h100().keys() {
            let mut attributes = h100();
            attributes.remove(missing);
            assert_eq!(GpuRates::new("GH100", &attributes), None);
            attributes.insert(*missing, 0);
            assert_eq!(GpuRates::new("GH100", &attributes), None);
        }
    }

    #[test]
    fn a_file_may_have_rates_that_make_no_sense() {
        let sane = GpuRates::new("GH100", &h100()).unwrap();
        assert!(sane.are_sane());
        assert!(!GpuRates { l2_bytes: 0.0, ..sane.clone() }.are_sane());
        assert!(!GpuRates { sms: f64::NAN, ..sane.clone() }.are_sane());
        assert!(!GpuRates { sm_clock_khz: f64::INFINITY, ..sane }.are_sane());
    }

    #[test]
    fn memory_with_a_wide_bus_is_hbm() {
        let h100 = GpuRates::new("GH100", &h100()).unwrap();
        assert!(h100.has_wide_bus() && h100.bandwidth() == 2_619_000.0 * 5120.0);
        assert!(!GpuRates { memory_bus_bits: 512.0, ..h100 }.has_wide_bus());
    }
}
