use crate::arch::Architecture;

/// Why bytes are not a cubin that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CubinError {
    #[error("not a cubin: no ELF header for 64 bits, little-endian, in the first {0} bytes")]
    NotElf(usize),
    #[error("an ELF file for machine {0}; a cubin is for machine 190")]
    NotCuda(u16),
    #[error("the ELF flags {flags:#x} of ABI version {version} name no architecture of a cubin")]
    UnknownLayout { flags: u32, version: u8 },
    #[error("a cubin for sm_{0}; known are {known}", known = Architecture::known())]
    UnknownArchitecture(u32),
    #[error("the {what} at offset {offset:#x} of the cubin lies outside of its {length} bytes")]
    CutOff { what: &'static str, offset: u64, length: usize },
}
