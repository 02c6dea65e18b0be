//! Why a library cannot be used.

use std::path::PathBuf;

use crate::raw::{ABI_VERSION, LIBRARY_SYMBOL};

/// Why a library cannot be used, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be read.
    #[error("{path}: cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It is something else than a shared library.
    #[error(
        "{path}: not an ELF shared library ({found}); build one with nvcc -shared -Xcompiler -fPIC",
        path = path.display()
    )]
    NotALibrary {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
    },
    /// The dynamic linker refuses it.
    #[error("{path}: cannot be loaded: {reason}", path = path.display())]
    NotLoadable {
        /// The file.
        path: PathBuf,
        /// The linker's words.
        reason: String,
    },
    /// It is not a library of primitives.
    #[error(
        "{path}: exports no {LIBRARY_SYMBOL}; include propp_primitive.h, and define the function \
         as extern \"C\" with PROPP_EXPORT",
        path = path.display()
    )]
    NoExport {
        /// The file.
        path: PathBuf,
    },
    /// It was written for another version of the header.
    #[error(
        "{path}: made for version {found} of propp_primitive.h, this propp has version \
         {ABI_VERSION}; build it again with this propp's header",
        path = path.display()
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The library's version.
        found: u32,
    },
    /// It claims to serve a version that does not exist.
    #[error(
        "{path}: {LIBRARY_SYMBOL} answers to version {asked}, which does not exist; return null \
         for every version but PROPP_ABI_VERSION",
        path = path.display()
    )]
    AnyVersion {
        /// The file.
        path: PathBuf,
        /// The version.
        asked: u32,
    },
    /// It has no table for this version.
    #[error(
        "{path}: {LIBRARY_SYMBOL} returns null for version {ABI_VERSION} of propp_primitive.h; \
         build it again with this propp's header",
        path = path.display()
    )]
    NoTable {
        /// The file.
        path: PathBuf,
    },
    /// The table cannot be right.
    #[error("{path}: its table of primitives is broken: {what}", path = path.display())]
    BadTable {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what to do.
        what: String,
    },
}
