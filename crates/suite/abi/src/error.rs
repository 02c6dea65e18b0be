//! Errors of opening a library, each with its cure.

use std::path::PathBuf;

use crate::raw::{ABI_VERSION, LIBRARY_SYMBOL};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{path}: cannot be read: {source}", path = path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error(
        "{path}: not an ELF shared library ({found}); build one with nvcc -shared -Xcompiler -fPIC",
        path = path.display()
    )]
    NotALibrary { path: PathBuf, found: String },
    #[error("{path}: cannot be loaded: {reason}", path = path.display())]
    NotLoadable { path: PathBuf, reason: String },
    #[error(
        "{path}: exports no {LIBRARY_SYMBOL}; include propp_primitive.h, and define the function \
         as extern \"C\" with PROPP_EXPORT",
        path = path.display()
    )]
    NoExport { path: PathBuf },
    #[error(
        "{path}: made for version {found} of propp_primitive.h, this propp has version \
         {ABI_VERSION}; build it again with this propp's header",
        path = path.display()
    )]
    OtherVersion { path: PathBuf, found: u32 },
    #[error(
        "{path}: {LIBRARY_SYMBOL} answers to version {asked}, which does not exist; return null \
         for every version but PROPP_ABI_VERSION",
        path = path.display()
    )]
    AnyVersion { path: PathBuf, asked: u32 },
    #[error(
        "{path}: {LIBRARY_SYMBOL} returns null for version {ABI_VERSION} of propp_primitive.h; \
         build it again with this propp's header",
        path = path.display()
    )]
    NoTable { path: PathBuf },
    #[error("{path}: its table of primitives is broken: {what}", path = path.display())]
    BadTable {
        path: PathBuf,
        /// What is wrong, and what to do.
        what: String,
    },
}
