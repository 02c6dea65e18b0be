//! The architecture that a cubin was compiled for.

use std::fmt;

use crate::error::CubinError;

/// `sm_NN`: those of which the instructions are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Architecture(u8);

const KNOWN: [u8; 12] = [75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121];

/// The two layouts of the ELF flags, by the byte `EI_OSABI`. Seen in cubins of the ptxas of
/// CUDA 12.4 (ABI version 7) and of 13.0 (version 8).
const OLD_LAYOUT: u8 = 0x33;
const NEW_LAYOUT: u8 = 0x41;

impl Architecture {
    pub fn from_number(number: u32) -> Result<Self, CubinError> {
        let known = KNOWN.into_iter().find(|&known| u32::from(known) == number);
        known.map(Self).ok_or(CubinError::UnknownArchitecture(number))
    }

    /// From the header of the ELF file.
    pub(crate) fn from_header(abi: u8, version: u8, flags: u32) -> Result<Self, CubinError> {
        match abi {
            OLD_LAYOUT => Self::from_number(flags & 0xff),
            NEW_LAYOUT => Self::from_number(flags >> 8 & 0xff),
            _ => Err(CubinError::UnknownLayout { flags, version }),
        }
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
    fn both_layouts_of_the_flags() {
        let of = |abi, flags| Architecture::from_header(abi, 7, flags).map(Architecture::number);
        assert_eq!(of(0x33, 0x005a_055a), Ok(90));
        assert_eq!(of(0x41, 0x0a00_5a04), Ok(90));
        assert_eq!(of(0x41, 0x0a00_7802), Ok(120));
        assert_eq!(of(0x33, 0x0046_0546), Err(CubinError::UnknownArchitecture(70)));
        assert_eq!(of(0, 0x5a), Err(CubinError::UnknownLayout { flags: 0x5a, version: 7 }));
    }

    #[test]
    fn an_unknown_architecture_lists_the_known_ones() {
        let text = CubinError::UnknownArchitecture(70).to_string();
        assert!(text.starts_with("a cubin for sm_70; known are sm_75, sm_80"), "{text}");
    }
}
