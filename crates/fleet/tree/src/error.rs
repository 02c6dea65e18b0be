//! What can go wrong with a tree.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    #[error("cannot make the tree {}: {source}; name another folder", folder.display())]
    Make { folder: PathBuf, source: io::Error },
    #[error("{} is not a tree of recordings: `propp fleet add TREE RECORDING…` makes one", folder.display())]
    NoTree { folder: PathBuf },
    #[error("cannot read the folder {}: {source}", folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot lock {}: {source}", path.display())]
    Lock { path: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}; remove it and its namesakes in the other tables, and add \
             the recordings again", path.display())]
    Table { path: PathBuf, source: io::Error },
    #[error(
        "cannot exchange {} for its compacted files: {source}; the file system must be able to \
         exchange two folders at once (ext4, XFS, Btrfs, tmpfs; not NFS)", folder.display()
    )]
    Exchange { folder: PathBuf, source: io::Error },
    #[error("cannot read the recording {}: {source}", path.display())]
    Recording { path: PathBuf, source: io::Error },
    /// The text of another part's error, which says it all.
    #[error("{0}")]
    Other(String),
}

impl TreeError {
    pub(crate) fn other(error: impl std::fmt::Display) -> Self {
        Self::Other(error.to_string())
    }
}
