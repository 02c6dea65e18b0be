//! The architecture that a cubin was compiled for.

use std::fmt;

/// `sm_NN`, of which the instructions are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Architecture(u8);

const KNOWN: [u8; 12] = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121];

impl Architecture {
    /// `None` if the table of instructions has none of this architecture.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::all().find(|known| known.number() == number)
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
        let text = crate::CubinError::UnknownArchitecture(70).to_string();
        let known = "the architecture of the cubin: sm_70 is not known; known are sm_75, sm_80";
        assert!(Architecture::from_number(70).is_none() && text.starts_with(known), "{text}");
    }
}
