//! Findings: properties of a GPU that follow from samples.

use serde::{Deserialize, Serialize};

/// A property of the GPU, and how it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Finding {
    /// Its name, such as `l1.capacity`.
    pub id: String,
    /// What it is.
    pub value: Value,
    /// Unit of a number, such as `bytes`; empty for words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// Where the value lies, from and to, both included; `None` for words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The chance that the interval holds the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// How it was found, in a few words.
    pub method: String,
    /// How many observations it rests on.
    pub samples: u64,
}

/// What a property is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// A number, in the finding's unit.
    Number(f64),
    /// A word, such as a replacement policy.
    Word(String),
    /// Numbers in an order that the finding's method tells.
    List(Vec<f64>),
    /// The samples do not tell, and why.
    NotIdentifiable(String),
    /// The GPU does not have it, and why.
    NotApplicable(String),
}

impl Value {
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }
}

impl Finding {
    /// An estimate: value, interval, confidence and number of observations; `None` if no
    /// observation was stable.
    pub fn estimated(
        id: &str,
        unit: &str,
        estimate: Option<(f64, [f64; 2], f64, u64)>,
        method: &str,
    ) -> Self {
        match estimate {
            Some((value, interval, confidence, samples)) => Self {
                id: id.to_owned(),
                value: Value::Number(value),
                unit: unit.to_owned(),
                interval: Some(interval),
                confidence: Some(confidence),
                method: method.to_owned(),
                samples,
            },
            None => Self::unknown(id, "no observation of it was stable", method),
        }
    }

    /// A number between two measured settings, one with the change and one without.
    pub fn bracketed(
        id: &str,
        unit: &str,
        value: f64,
        interval: [f64; 2],
        method: &str,
        samples: u64,
    ) -> Self {
        Self {
            id: id.to_owned(),
            value: Value::Number(value),
            unit: unit.to_owned(),
            interval: Some(interval),
            confidence: None,
            method: method.to_owned(),
            samples,
        }
    }

    /// A number that was calculated, without an interval.
    pub fn calculated(id: &str, unit: &str, value: f64, method: &str) -> Self {
        Self { interval: None, ..Self::exact(id, unit, value, method) }
    }

    /// A number from the driver.
    pub fn exact(id: &str, unit: &str, value: f64, method: &str) -> Self {
        Self::bracketed(id, unit, value, [value, value], method, 1)
    }

    pub fn word(id: &str, word: &str, method: &str, samples: u64) -> Self {
        Self::without_number(id, Value::Word(word.to_owned()), method, samples)
    }

    /// A property that the samples do not determine.
    pub fn unknown(id: &str, why: &str, method: &str) -> Self {
        Self::without_number(id, Value::NotIdentifiable(why.to_owned()), method, 0)
    }

    /// A property that the GPU does not have.
    pub fn absent(id: &str, why: &str, method: &str) -> Self {
        Self::without_number(id, Value::NotApplicable(why.to_owned()), method, 0)
    }

    fn without_number(id: &str, value: Value, method: &str, samples: u64) -> Self {
        Self {
            id: id.to_owned(),
            value,
            unit: String::new(),
            interval: None,
            confidence: None,
            method: method.to_owned(),
            samples,
        }
    }
}
