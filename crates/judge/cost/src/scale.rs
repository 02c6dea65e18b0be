//! What prices follow from one GPU to another.

use propp_base_model::GpuRates;

/// What of a GPU a price follows. `docs/your-gpu.md` says how well, between GPUs that were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Bytes that device memory moves in a second.
    Bandwidth,
    /// Channels of device memory, which its bus width stands for.
    Channels,
    /// Slices of L2 and their clock.
    Slices,
    /// The clock of the SMs.
    SmClock,
    /// Nothing: latencies and the host's work are much the same.
    Fixed,
}

impl Scale {
    /// How many times as long the work takes on a GPU as on another one.
    pub fn factor(self, from: &GpuRates, to: &GpuRates) -> f64 {
        let clock = from.sm_clock_khz / to.sm_clock_khz;
        let bandwidth = from.bandwidth() / to.bandwidth();
        match self {
            Self::Bandwidth => bandwidth,
            // A channel of GDDR is no channel of HBM.
            Self::Channels if from.has_wide_bus() != to.has_wide_bus() => bandwidth,
            Self::Channels => from.memory_bus_bits / to.memory_bus_bits,
            Self::Slices if from.chip == to.chip => from.l2_bytes / to.l2_bytes * clock,
            // Slices differ in size from chip to chip. What an SM gets from L2 in a cycle hardly does.
            Self::Slices => from.sms / to.sms * clock,
            Self::SmClock => clock,
            Self::Fixed => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn h200() -> GpuRates {
        GpuRates {
            chip: "GH100".to_owned(),
            sms: 132.0,
            sm_clock_khz: 1_980_000.0,
            memory_clock_khz: 3_201_000.0,
            memory_bus_bits: 6016.0,
            l2_bytes: 62_914_560.0,
        }
    }

    #[test]
    fn a_price_follows_the_rate_of_its_resource() {
        let h100 = GpuRates {
            memory_clock_khz: 2_619_000.0,
            memory_bus_bits: 5120.0,
            l2_bytes: 52_428_800.0,
            ..h200()
        };
        let factor = |scale: Scale| (scale.factor(&h200(), &h100) * 1e3).round() / 1e3;
        assert_eq!(factor(Scale::Bandwidth), 1.436);
        assert_eq!(factor(Scale::Channels), 1.175);
        assert_eq!(factor(Scale::Slices), 1.2);
        assert_eq!((factor(Scale::SmClock), factor(Scale::Fixed)), (1.0, 1.0));
    }

    #[test]
    fn what_cannot_be_compared_between_chips_is_not() {
        let ada = GpuRates {
            chip: "AD102".to_owned(),
            sms: 66.0,
            sm_clock_khz: 2_970_000.0,
            memory_bus_bits: 384.0,
            memory_clock_khz: 10_501_000.0,
            l2_bytes: 75_497_472.0,
        };
        let bandwidth = Scale::Bandwidth.factor(&h200(), &ada);
        assert_eq!(Scale::Channels.factor(&h200(), &ada), bandwidth);
        assert!((Scale::Slices.factor(&h200(), &ada) - 2.0 / 1.5).abs() < 1e-9);
    }
}
