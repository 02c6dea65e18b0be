//! Where the prices of a GPU come from, and so how far they can be trusted.

use std::fmt;

use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PriceSource {
    /// `propp fit` made them from the suite on such a GPU.
    Fitted,
    /// `propp calibrate` corrected them by short kernels on this GPU.
    Calibrated {
        cases: u64,
        /// Whether they were fitted on such a GPU before, and the kernels agree.
        confirmed: bool,
    },
    /// Those of a GPU with the same chip, by the data sheets of both.
    Scaled {
        /// The GPU that they were fitted on.
        from: String,
        /// Whether they were calibrated there, and not fitted.
        calibrated: bool,
    },
    /// Those of a GPU with another chip, by the data sheets of both. Nobody has measured how good
    /// they are.
    OtherChip {
        /// The GPU that they were fitted on.
        from: String,
    },
}

impl PriceSource {
    /// How many times as far the logarithm of a time may be off as with fitted prices. Another chip:
    /// factors of 1.8 for 1.35, which is argued and not measured.
    pub fn widening(&self) -> f64 {
        match self {
            // Calibrated prices come with the spread that was measured.
            Self::Fitted | Self::Scaled { .. } | Self::Calibrated { .. } => 1.0,
            Self::OtherChip { .. } => 1.96,
        }
    }

    /// The same for the ranges of gains.
    pub fn widening_of_gains(&self) -> f64 {
        match self {
            // 1.45 for 1.35.
            Self::Calibrated { confirmed: false, .. } | Self::Scaled { calibrated: true, .. } => {
                1.24
            }
            other => other.widening(),
        }
    }

    /// How many times as far apart two times must be for the same certainty of their order.
    pub fn flattening(&self) -> f64 {
        match self {
            Self::Fitted | Self::Calibrated { confirmed: true, .. } => 1.0,
            Self::Scaled { calibrated: false, .. } => 1.1,
            Self::Calibrated { confirmed: false, .. } | Self::Scaled { calibrated: true, .. } => {
                1.5
            }
            Self::OtherChip { .. } => 1.6,
        }
    }

    /// Whether somebody measured how far such prices are off.
    pub fn is_validated(&self) -> bool {
        !matches!(self, Self::OtherChip { .. })
    }
}

impl fmt::Display for PriceSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fitted => f.write_str("fitted on this GPU model"),
            Self::Calibrated { cases, confirmed: false } => {
                write!(f, "calibrated on this GPU ({cases} cases)")
            }
            Self::Calibrated { cases, confirmed: true } => {
                write!(f, "fitted on this GPU model, and confirmed on this GPU ({cases} cases)")
            }
            Self::Scaled { from, .. } => write!(f, "scaled from {from}, same chip"),
            Self::OtherChip { from } => {
                write!(f, "scaled from {from}, another chip, not validated")
            }
        }
    }
}
