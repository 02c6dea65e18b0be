/// Why a file gives no device code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDeviceCode {
    #[error("the file is empty")]
    Empty,
    #[error(
        "not a file that can hold device code: neither ELF, archive, fatbin nor PTX (it begins \
         with {0})"
    )]
    UnknownFile(String),
    #[error("no CUDA code in it: the ELF file has no section .nv_fatbin or __nv_relfatbin")]
    NoSection,
    #[error("no CUDA code in it: none of its {members} members has any")]
    NoMember { members: usize },
    #[error("an ELF file that is not for 64 bits and little-endian, as files with CUDA code are")]
    OtherElf,
    #[error("a thin archive, which holds only the names of its members: give these files")]
    ThinArchive,
    #[error("damaged: {0}")]
    Damaged(String),
}
