//! The peaks of a GPU by the driver's attributes.

use std::collections::BTreeMap;

use super::attribute;

/// The peaks of a GPU.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Machine {
    pub sms: f64,
    pub warps_per_sm: f64,
    /// Warp instructions: four issue slots per SM at the clock that the driver reports.
    pub instructions_per_s: Option<f64>,
    pub peak_bytes_per_s: Option<f64>,
}

impl Machine {
    /// `None` if the attributes lack the number of SMs or of threads per SM.
    pub fn from_attributes(attributes: &BTreeMap<u32, i32>) -> Option<Self> {
        const ISSUE_SLOTS: f64 = 4.0;
        let get = |number| positive(attributes, number);
        let sms = get(attribute::MULTIPROCESSOR_COUNT)?;
        let clock_khz = get(attribute::CLOCK_RATE_KHZ);
        Some(Self {
            sms,
            warps_per_sm: get(attribute::MAX_THREADS_PER_MULTIPROCESSOR)? / 32.0,
            instructions_per_s: clock_khz.map(|khz| sms * ISSUE_SLOTS * khz * 1e3),
            peak_bytes_per_s: peak_bytes_per_s(attributes),
        })
    }
}

/// Peak bandwidth of device memory: twice its clock (double data rate) times its bus width.
pub fn peak_bytes_per_s(attributes: &BTreeMap<u32, i32>) -> Option<f64> {
    let khz = positive(attributes, attribute::MEMORY_CLOCK_RATE_KHZ)?;
    let bits = positive(attributes, attribute::GLOBAL_MEMORY_BUS_WIDTH_BITS)?;
    Some(2.0 * khz * 1e3 * bits / 8.0)
}

pub(super) fn positive(attributes: &BTreeMap<u32, i32>, number: u32) -> Option<f64> {
    attributes.get(&number).copied().filter(|value| *value > 0).map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peaks_follow_from_the_attributes_of_an_h200() {
        let all =
            BTreeMap::from([(13, 1_980_000), (16, 132), (36, 3_201_000), (37, 6144), (39, 2048)]);
        let machine = Machine::from_attributes(&all).unwrap();
        assert_eq!((machine.sms, machine.warps_per_sm), (132.0, 64.0));
        assert_eq!(machine.instructions_per_s, Some(132.0 * 4.0 * 1.98e9));
        assert_eq!(machine.peak_bytes_per_s, Some(4_916_736_000_000.0));
    }

    #[test]
    fn a_peak_without_its_attributes_is_not_known() {
        let few = BTreeMap::from([(16, 132), (36, 0), (37, 6144), (39, 2048)]);
        let machine = Machine::from_attributes(&few).unwrap();
        assert_eq!((machine.instructions_per_s, machine.peak_bytes_per_s), (None, None));
        assert_eq!(Machine::from_attributes(&BTreeMap::from([(16, 132)])), None);
    }
}
