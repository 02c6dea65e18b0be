//! Why a formula gives no number.

use propp_base_model::Value;

#[derive(Clone, Debug, PartialEq)]
pub enum NoValue {
    NotApplicable(String),
    Unavailable(String),
}

impl NoValue {
    pub fn not_applicable(reason: impl Into<String>) -> Self {
        Self::NotApplicable(reason.into())
    }

    pub fn unavailable(reason: impl Into<String>) -> Self {
        Self::Unavailable(reason.into())
    }
}

impl From<String> for NoValue {
    fn from(reason: String) -> Self {
        Self::Unavailable(reason)
    }
}

impl From<NoValue> for Value {
    fn from(no_value: NoValue) -> Self {
        match no_value {
            NoValue::NotApplicable(reason) => Self::NotApplicable { reason },
            NoValue::Unavailable(reason) => Self::Unavailable { reason },
        }
    }
}
