//! The value of a criterion, or why it has none.

use serde::{Deserialize, Serialize};

/// A number from 0 (worst) to 1 (best), both included. Never NaN.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Fraction(f64);

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a number from 0 to 1")]
pub struct NotAFraction(pub f64);

impl Fraction {
    pub const ZERO: Self = Self(0.0);
    pub const ONE: Self = Self(1.0);

    /// Clamps a finite number to 0 to 1, and -0 to 0. `None` for NaN and infinities.
    pub fn clamped(raw: f64) -> Option<Self> {
        raw.is_finite().then(|| Self(raw.clamp(0.0, 1.0) + 0.0))
    }

    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Fraction {
    type Error = NotAFraction;

    fn try_from(number: f64) -> Result<Self, NotAFraction> {
        if (0.0..=1.0).contains(&number) {
            Ok(Self(number + 0.0))
        } else {
            Err(NotAFraction(number))
        }
    }
}

impl From<Fraction> for f64 {
    fn from(fraction: Fraction) -> Self {
        fraction.0
    }
}

/// The value of a criterion for a kernel or a run.
///
/// A criterion without a number is never 0, 1 or NaN, so that it cannot be mistaken for a
/// verdict.
///
/// Serialised with the field `state`: `measured` (with `value`),
/// `not_applicable` or `unavailable` (both with `reason`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Value {
    Measured {
        /// 1 is best.
        value: Fraction,
    },
    /// The criterion does not apply, such as SMem_eff without shared memory.
    NotApplicable { reason: String },
    /// The criterion applies and could not be measured.
    Unavailable { reason: String },
}

impl Value {
    pub const fn measured(&self) -> Option<Fraction> {
        match self {
            Self::Measured { value } => Some(*value),
            Self::NotApplicable { .. } | Self::Unavailable { .. } => None,
        }
    }

    /// Why there is no number.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Measured { .. } => None,
            Self::NotApplicable { reason } | Self::Unavailable { reason } => Some(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_never_outside_zero_and_one() {
        assert_eq!(Fraction::clamped(-0.1), Some(Fraction::ZERO));
        assert_eq!(Fraction::clamped(8.5), Some(Fraction::ONE));
        assert_eq!(serde_json::to_string(&Fraction::clamped(-0.0)).unwrap(), "0.0");
        for no_number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(Fraction::clamped(no_number), None);
            assert!(Fraction::try_from(no_number).is_err());
        }
        assert!(serde_json::from_str::<Fraction>("1.01").is_err());
    }

    #[test]
    fn a_value_is_a_number_or_has_a_reason() {
        let number = Value::Measured { value: Fraction(0.25) };
        assert_eq!((number.measured(), number.reason()), (Some(Fraction(0.25)), None));
        let reason = "no shared memory".to_owned();
        for none in [Value::NotApplicable { reason: reason.clone() }, Value::Unavailable { reason }]
        {
            assert_eq!((none.measured(), none.reason()), (None, Some("no shared memory")));
        }
    }

    #[test]
    fn the_serialised_form_is_stable() {
        let values = [
            Value::Measured { value: Fraction(0.25) },
            Value::NotApplicable { reason: "no shared memory".into() },
            Value::Unavailable { reason: "not counted".into() },
        ];
        let text = serde_json::to_string(&values).unwrap();
        assert_eq!(
            text,
            concat!(
                r#"[{"state":"measured","value":0.25},"#,
                r#"{"state":"not_applicable","reason":"no shared memory"},"#,
                r#"{"state":"unavailable","reason":"not counted"}]"#
            )
        );
        assert_eq!(serde_json::from_str::<Vec<Value>>(&text).unwrap(), values);
    }
}
