//! What follows from samples.

use serde::{Deserialize, Serialize};

/// A property of the GPU, and how it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The number, if it is one.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(value) => Some(*value),
            _ => None,
        }
    }
}
