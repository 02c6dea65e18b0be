//! The quantities that the gate compares.

use std::fmt;

use propp_judge_criteria::{Criterion, Varies};
use serde::{Serialize, Serializer};

/// A quantity of a kernel or of the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// One of the eleven criteria, from 0 to 1.
    Criterion(Criterion),
    /// The quality metric of the kernel's own criteria, from 0 to 1: without HSync and DT, which
    /// describe the run, since a single wait of the host would change that of every kernel.
    Quality,
    /// Unprofiled time in ns: of a kernel's launch, or of all kernels of the application.
    Time,
    /// Warp instructions executed by a launch.
    Instructions,
    /// Barriers, reads of special registers, and other instructions of a thread that are no
    /// arithmetic, memory access or branch: `sm__sass_thread_inst_executed_op_misc_pred_on`.
    BarriersEtc,
    Launches,
    /// Memory copies in any direction.
    Copies,
    /// Bytes copied between host and device.
    CopiedBytes,
    /// Launches of a step of the program: the median.
    StepLaunches,
    /// From the first kernel of a step to the first of the next, in ns.
    StepTime,
}

/// How a quantity varies between runs of an unchanged program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Counted work, which every run repeats.
    Count,
    /// Cycles, stalls and times, which differ in every run.
    Measure,
}

impl Quantity {
    /// Every quantity, in the order in which reports list them.
    pub const ALL: [Self; Criterion::ALL.len() + Self::OTHERS.len()] = {
        let mut all = [Self::Quality; Criterion::ALL.len() + Self::OTHERS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = match place.checked_sub(Criterion::ALL.len()) {
                None => Self::Criterion(Criterion::ALL[place]),
                Some(place) => Self::OTHERS[place],
            };
            place += 1;
        }
        all
    };

    const OTHERS: [Self; 9] = [
        Self::Quality,
        Self::Time,
        Self::Instructions,
        Self::BarriersEtc,
        Self::Launches,
        Self::Copies,
        Self::CopiedBytes,
        Self::StepLaunches,
        Self::StepTime,
    ];

    /// The name in reports, policies and baselines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Criterion(criterion) => criterion.name(),
            Self::Quality => "QM_kernel",
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::BarriersEtc => "barriers_etc",
            Self::Launches => "launches",
            Self::Copies => "copies",
            Self::CopiedBytes => "copied_bytes",
            Self::StepLaunches => "step_launches",
            Self::StepTime => "step_time",
        }
    }

    /// Fails if no quantity has this name; the error lists all names.
    pub fn named(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|quantity| quantity.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|quantity| quantity.name()).collect();
            format!("there is no quantity {name}; there are {}", known.join(", "))
        })
    }

    /// Bank conflicts and sectors are counts and vary a little all the same: see
    /// [`super::noise`].
    pub const fn kind(self) -> Kind {
        match self {
            Self::Criterion(criterion) => match criterion.varies() {
                Varies::ByCounts => Kind::Count,
                Varies::ByTime => Kind::Measure,
            },
            Self::Instructions
            | Self::BarriersEtc
            | Self::Launches
            | Self::Copies
            | Self::CopiedBytes
            | Self::StepLaunches => Kind::Count,
            Self::Quality | Self::Time | Self::StepTime => Kind::Measure,
        }
    }

    pub const fn more_is_better(self) -> bool {
        matches!(self, Self::Criterion(_) | Self::Quality)
    }

    /// Whether the value is comparable between GPUs. OCC depends on the resources of an SM,
    /// Gran_L2 on the size of L1, and the instructions on the chip.
    pub const fn survives_another_gpu(self) -> bool {
        match self {
            Self::Criterion(criterion) => criterion.is_portable(),
            _ => matches!(
                self,
                Self::Launches | Self::Copies | Self::CopiedBytes | Self::StepLaunches
            ),
        }
    }

    /// Whether no kernel has it.
    pub const fn is_of_application(self) -> bool {
        match self {
            Self::Criterion(criterion) => criterion.is_of_run(),
            _ => matches!(
                self,
                Self::Copies | Self::CopiedBytes | Self::StepLaunches | Self::StepTime
            ),
        }
    }

    /// Whether it counts executed instructions. A change of these means that the kernel's
    /// code changed, which explains changes of other quantities.
    pub const fn explains(self) -> bool {
        matches!(self, Self::Instructions | Self::BarriersEtc)
    }

    /// Both values in words; criteria and QM with enough digits to show a difference.
    pub fn both_shown(self, before: f64, now: f64) -> [String; 2] {
        let both = [before, now].map(|value| self.shown(value));
        match self {
            Self::Criterion(_) | Self::Quality if both[0] == both[1] && before != now => {
                let digits = |digits: usize| [before, now].map(|value| format!("{value:.digits$}"));
                (5..=12).map(digits).find(|[one, other]| one != other).unwrap_or(both)
            }
            _ => both,
        }
    }

    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Time | Self::StepTime => propp_base_text::duration(value.max(0.0).round() as u64),
            // The mean over runs may have a fraction.
            Self::Instructions => propp_base_text::grouped(value.round()),
            Self::BarriersEtc
            | Self::Launches
            | Self::Copies
            | Self::CopiedBytes
            | Self::StepLaunches => {
                format!("{value:.places$}", places = usize::from(value.fract() != 0.0))
            }
            Self::Criterion(_) | Self::Quality if value > 0.0 && value < 0.01 => {
                format!("{value:.5}")
            }
            Self::Criterion(_) | Self::Quality => format!("{value:.3}"),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_has_one_name() {
        for (place, quantity) in Quantity::ALL.into_iter().enumerate() {
            assert_eq!(Quantity::named(quantity.name()), Ok(quantity));
            assert_eq!(Quantity::ALL.iter().position(|other| *other == quantity), Some(place));
        }
        assert!(Quantity::named("qm").unwrap_err().contains("QM_kernel, time"));
    }

    #[test]
    fn what_differs_is_shown_to_differ() {
        let divergence = Quantity::Criterion(Criterion::TDiv);
        assert_eq!(divergence.both_shown(0.9972, 0.9969), ["0.99720", "0.99690"]);
        assert_eq!(divergence.both_shown(0.9972, 0.5), ["0.997", "0.500"]);
        assert_eq!(divergence.both_shown(1.0, 1.0), ["1.000", "1.000"]);
        assert_eq!(divergence.both_shown(0.5, 0.500_001), ["0.500000", "0.500001"]);
    }
}
