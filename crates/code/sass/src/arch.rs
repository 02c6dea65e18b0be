//! The architecture that a cubin was compiled for.

use std::fmt;

/// An architecture of which the instructions are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sm_{0} is not known; known are {known}", known = Architecture::known())]
pub struct UnknownArchitecture(pub u32);

/// `sm_NN`, of which the instructions are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Architecture(u8);

const KNOWN: [u8; 12] = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121];

impl Architecture {
    /// Fails if the table of instructions has none of this architecture.
    pub fn from_number(number: u32) -> Result<Self, UnknownArchitecture> {
        let known = KNOWN.into_iter().find(|&known| u32::from(known) == number);
        known.map(Self).ok_or(UnknownArchitecture(number))
    }

    pub fn number(self) -> u32 {
        self.0.into()
    }

    pub(crate) fn known() -> String {
        KNOWN.map(|number| format!("sm_{number}")).join(", ")
    }

    pub(crate) fn all() -> impl Iterator<Item = Self> {
        KNOWN.into_iter().map(Self)
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_architecture_lists_the_known_ones() {
        let text = Architecture::from_number(70).unwrap_err().to_string();
        assert!(text.starts_with("sm_70 is not known; known are sm_75, sm_80"), "{text}");
    }
}
