//! The word of a verdict.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "OutcomeJson")]
pub enum Outcome {
    Faster,
    Slower,
    /// A difference of `least_difference` would have been seen.
    NoDifference,
    /// Too few runs, too much noise, or nothing to compare.
    #[default]
    CannotTell,
    /// The second side does something else: it failed, or computes with less precision.
    OtherResults,
    /// The second side leaves out work, or its time is shorter than the bytes that must move allow.
    CannotBe,
}

impl Outcome {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifference => "no difference",
            Self::CannotTell => "cannot tell",
            Self::OtherResults => "other results",
            Self::CannotBe => "cannot be",
        }
    }

    /// 0 to keep the change, 1 to undo it, and 3 where that is not known.
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Faster => 0,
            Self::Slower | Self::OtherResults | Self::CannotBe => 1,
            Self::NoDifference | Self::CannotTell => 3,
        }
    }
}
