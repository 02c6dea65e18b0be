use crate::arch::Architecture;

/// Why bytes are not a cubin that can be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CubinError {
    #[error("not a cubin: no ELF header for 64 bits, little-endian, in the first {0} bytes")]
    NotElf(usize),
    #[error("an ELF file for machine {0}; a cubin is for machine 190")]
    NotCuda(u16),
    #[error("a cubin of an unknown layout: OS/ABI {abi:#x}, version {version}, flags {flags:#x}")]
    UnknownLayout { abi: u8, version: u8, flags: u32 },
    #[error(
        "the architecture of the cubin: sm_{0} is not known; known are {known}",
        known = Architecture::known()
    )]
    UnknownArchitecture(u32),
    #[error("the wanted kernels of the cubin take more than {most} bytes")]
    TooLong { most: usize },
    #[error("the sections of the cubin overlap: together they are longer than its {length} bytes")]
    Overlapping { length: usize },
    #[error("the {what} at offset {offset:#x} of the cubin is outside of its {length} bytes")]
    CutOff { what: &'static str, offset: u64, length: usize },
}
