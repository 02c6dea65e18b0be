//! The value of a criterion with its explanation.

use std::borrow::Cow;

use propp_base_model::{Fraction, Value};
use serde::{Deserialize, Serialize};

use super::evidence::{Evidence, Input, NoValue, Note, TraceNumber};
use super::table::Criterion;

/// One criterion of one kernel launch or one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assessment {
    pub criterion: Criterion,
    #[serde(flatten)]
    pub value: Value,
    /// The formula in words and counter names.
    pub formula: Cow<'static, str>,
    /// In the order of use.
    pub inputs: Vec<Input>,
    pub notes: Vec<Note>,
}

impl Assessment {
    /// A number of the activity trace that the value came from.
    pub fn of_trace(&self, wanted: TraceNumber) -> Option<f64> {
        let found = self.inputs.iter().find(|input| input.of_trace == Some(wanted));
        found.map(|input| input.number)
    }

    /// A criterion whose input is missing as a whole, such as in a run without a trace.
    pub fn unavailable(criterion: Criterion, reason: impl Into<String>) -> Self {
        Self::new(criterion, Evidence::default(), Err(NoValue::unavailable(reason)))
    }

    /// Of something that the criterion does not judge.
    pub fn not_applicable(criterion: Criterion, reason: impl Into<String>) -> Self {
        Self::new(criterion, Evidence::default(), Err(NoValue::not_applicable(reason)))
    }

    /// Turns the result of a formula into a value from 0 to 1.
    pub(super) fn new(
        criterion: Criterion,
        evidence: Evidence,
        outcome: Result<f64, NoValue>,
    ) -> Self {
        // A smaller excess is a rounding error of the division.
        const ROUNDING: f64 = 1e-9;
        let Evidence { inputs, mut notes } = evidence;
        let value = match outcome.map(|raw| (raw, Fraction::clamped(raw))) {
            Ok((raw, Some(value))) => {
                if (raw - value.get()).abs() > ROUNDING {
                    notes.push(Note::Clamped { raw });
                }
                Value::Measured { value }
            }
            Ok((_, None)) => Value::Unavailable {
                reason: "the counters are too large or too contradictory for a number".to_owned(),
            },
            Err(no_value) => no_value.into(),
        };
        let formula = Cow::Borrowed(criterion.formula());
        Self { criterion, value, formula, inputs, notes }
    }
}
