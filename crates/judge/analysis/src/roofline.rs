//! Where kernels stand under the GPU's roofs. Pure.
//!
//! An instruction roofline (Ding and Williams, PMBS 2019) of what was measured: warp
//! instructions and bytes of device memory from counters, the time from the trace run.
//! The roofs are what the driver's attributes allow: issue slots times clock, and twice
//! the memory's clock times its width.

use propp_base_model::Machine;
use propp_base_model::counters::{DRAM_READ, DRAM_WRITTEN, INST_EXECUTED};

use super::KernelReport;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofs {
    /// Warp instructions a second: four issue slots an SM, at the clock that the driver
    /// names.
    pub instructions_per_s: f64,
    /// Bytes of device memory a second.
    pub bytes_per_s: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Warp instructions for each byte of device memory.
    pub intensity: f64,
    /// Warp instructions a second, in its median launch.
    pub instructions_per_s: f64,
}

impl Roofs {
    /// `None` where the driver names no clock of the SMs or of the memory.
    pub fn of(machine: &Machine) -> Option<Self> {
        Some(Self {
            instructions_per_s: machine.instructions_per_s?,
            bytes_per_s: machine.peak_bytes_per_s?,
        })
    }

    /// The most at an intensity.
    pub fn at(&self, intensity: f64) -> f64 {
        (intensity * self.bytes_per_s).min(self.instructions_per_s)
    }

    /// Where both roofs meet.
    pub fn ridge(&self) -> f64 {
        self.instructions_per_s / self.bytes_per_s
    }
}

impl Point {
    /// Bytes of device memory a second.
    pub fn bytes_per_s(&self) -> f64 {
        self.instructions_per_s / self.intensity
    }

    /// Of a kernel whose launches all did the same kind of work; `None` without the
    /// counters, without a time, and for one that touches no device memory.
    pub fn of(kernel: &KernelReport) -> Option<Self> {
        let [work] = kernel.work.as_slice() else { return None };
        let count = |name: &str| work.counts.get(name).copied();
        let instructions = count(INST_EXECUTED).filter(|count| *count > 0.0)?;
        let bytes = count(DRAM_READ)? + count(DRAM_WRITTEN)?;
        let seconds = kernel.durations?.median_ns as f64 * 1e-9;
        (bytes > 0.0 && seconds > 0.0).then(|| Self {
            intensity: instructions / bytes,
            instructions_per_s: instructions / seconds,
        })
    }
}

#[cfg(test)]
mod tests {
    use propp_base_model::Machine;

    use super::Roofs;

    #[test]
    fn both_peaks_of_a_gpu_make_its_roofs() {
        let [instructions_per_s, peak_bytes_per_s] = [Some(800.0), Some(100.0)];
        let whole = Machine { instructions_per_s, peak_bytes_per_s, ..Machine::default() };
        let roofs = Roofs { instructions_per_s: 800.0, bytes_per_s: 100.0 };
        assert_eq!(Roofs::of(&whole), Some(roofs));
        assert_eq!(Roofs::of(&Machine { instructions_per_s: None, ..whole }), None);
        assert_eq!(Roofs::of(&Machine { peak_bytes_per_s: None, ..whole }), None);
    }

    #[test]
    fn memory_limits_left_of_the_ridge_and_issue_right_of_it() {
        let roofs = Roofs { instructions_per_s: 800.0, bytes_per_s: 100.0 };
        assert_eq!(roofs.ridge(), 8.0);
        assert_eq!([2.0, 8.0, 20.0].map(|intensity| roofs.at(intensity)), [200.0, 800.0, 800.0]);
    }
}
