//! What is compared.

use std::fmt;

use propp_criteria::Criterion;
use propp_criteria::Varies;
use serde::{Serialize, Serializer};

/// One number of a kernel or of the application that a gate looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// One of the eleven criteria, from 0 to 1.
    Criterion(Criterion),
    /// The quality metric, from 0 to 1.
    Quality,
    /// Unprofiled time, of a launch or of all kernels together, in ns.
    Time,
    /// Instructions that the warps of a launch execute.
    Instructions,
    /// Barriers and reads of special registers that a thread executes, and whatever else
    /// is no arithmetic, access or jump: `sm__sass_thread_inst_executed_op_misc_pred_on`.
    BarriersEtc,
    /// Kernel launches.
    Launches,
    /// Copies of any direction.
    Copies,
    /// Bytes copied between host and device.
    CopiedBytes,
}

/// How a quantity varies when nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Counted work: the program decides it, and repeats it.
    Count,
    /// Cycles, stalls and times: the machine decides them, and no two runs agree.
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

    const OTHERS: [Self; 7] = [
        Self::Quality,
        Self::Time,
        Self::Instructions,
        Self::BarriersEtc,
        Self::Launches,
        Self::Copies,
        Self::CopiedBytes,
    ];

    /// As in reports, policies and baselines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Criterion(criterion) => criterion.name(),
            Self::Quality => "QM",
            Self::Time => "time",
            Self::Instructions => "instructions",
            Self::BarriersEtc => "barriers_etc",
            Self::Launches => "launches",
            Self::Copies => "copies",
            Self::CopiedBytes => "copied_bytes",
        }
    }

    /// The quantity of this name.
    ///
    /// # Errors
    /// With those there are.
    pub fn named(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|quantity| quantity.name() == name).ok_or_else(|| {
            let known: Vec<&str> = Self::ALL.iter().map(|quantity| quantity.name()).collect();
            format!("there is no quantity {name}; there are {}", known.join(", "))
        })
    }

    /// How it varies when nothing has changed. Bank conflicts and sectors are counts,
    /// and yet vary a little: see [`super::noise`].
    #[must_use]
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
            | Self::CopiedBytes => Kind::Count,
            Self::Quality | Self::Time => Kind::Measure,
        }
    }

    /// Whether more of it is better: of criteria it is, of time and work it is not.
    #[must_use]
    pub const fn more_is_better(self) -> bool {
        matches!(self, Self::Criterion(_) | Self::Quality)
    }

    /// Whether it means the same on another GPU. OCC is a share of the SM's room, and how
    /// many sectors Gran_L2 sees depends on the size of L1; another chip has other
    /// instructions.
    #[must_use]
    pub const fn survives_another_gpu(self) -> bool {
        match self {
            Self::Criterion(criterion) => criterion.is_portable(),
            _ => matches!(self, Self::Launches | Self::Copies | Self::CopiedBytes),
        }
    }

    /// Whether it counts what a kernel executes: where that changed, the kernel is another,
    /// and it explains what became of the rest.
    #[must_use]
    pub const fn explains(self) -> bool {
        matches!(self, Self::Instructions | Self::BarriersEtc)
    }

    /// Two values of it, for people: of criteria and QM with so many digits that it shows
    /// if they differ.
    #[must_use]
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

    /// A value of it, for people.
    #[must_use]
    pub fn shown(self, value: f64) -> String {
        match self {
            Self::Time => propp_text::duration(value.max(0.0).round() as u64),
            // Means of runs that differ have a fraction.
            Self::Instructions => propp_text::grouped(value.round()),
            Self::BarriersEtc | Self::Launches | Self::Copies | Self::CopiedBytes => {
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
        assert!(Quantity::named("qm").unwrap_err().contains("QM, time"));
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
