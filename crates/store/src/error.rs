//! What can go wrong with a recording.

use std::io;
use std::path::PathBuf;

use super::schema::VERSION;

/// What can go wrong with a recording.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The name is taken.
    #[error("{path} exists; give -f to overwrite it, or another name with -o", path = path.display())]
    Exists {
        /// The name.
        path: PathBuf,
    },
    /// The file cannot be made.
    #[error(
        "cannot create the recording {path}: {source}; name a place that can be written with -o",
        path = path.display()
    )]
    Create {
        /// Where.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// The database cannot be written. Nothing more will be.
    #[error(
        "cannot write to the recording {path}: {source}; what was written before is kept",
        path = path.display()
    )]
    Write {
        /// Where.
        path: PathBuf,
        /// SQLite's words.
        source: rusqlite::Error,
    },
    /// The whole recording cannot take the place of an older one.
    #[error(
        "cannot replace the recording {path}: {source}; the new one is {file}",
        path = path.display(), file = file.display()
    )]
    Replace {
        /// The name that it should have.
        path: PathBuf,
        /// Where it is.
        file: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// An earlier write failed.
    #[error("the recording {path} is closed since an earlier write failed", path = path.display())]
    Closed {
        /// Where.
        path: PathBuf,
    },
    /// A process sent something that contradicts what it sent before.
    #[error("process {process} of the run sent {what}")]
    Frame {
        /// Its ordinal.
        process: u32,
        /// What is wrong with it.
        what: String,
    },
    /// There is no such file, or it cannot be read at all.
    #[error("cannot open the recording {path}: {source}", path = path.display())]
    Open {
        /// Where.
        path: PathBuf,
        /// The system's words.
        source: io::Error,
    },
    /// The file is something else.
    #[error(
        "{path} is not a propp recording ({found}); recordings are made by `propp profile`",
        path = path.display()
    )]
    NotARecording {
        /// Where.
        path: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// Written by a later propp.
    #[error(
        "{path} was made by a newer propp (layout {found}) and this one reads layout {VERSION} only; \
         read it with the propp that made it{by}, or a later one",
        path = path.display()
    )]
    Newer {
        /// Where.
        path: PathBuf,
        /// The version it has.
        found: i64,
        /// The version of propp that made it, in brackets, if the file says so.
        by: String,
    },
    /// The database cannot be read, or its rows contradict each other.
    #[error("cannot read the recording {path}: {source}", path = path.display())]
    Read {
        /// Where.
        path: PathBuf,
        /// SQLite's words.
        source: rusqlite::Error,
    },
    /// A row refers to one that is not there.
    #[error(
        "the recording {path} is damaged: {table} {row} refers to {wanted} {id}, which is not there",
        path = path.display()
    )]
    Dangling {
        /// Where.
        path: PathBuf,
        /// The table of the row.
        table: &'static str,
        /// The row.
        row: i64,
        /// The table referred to.
        wanted: &'static str,
        /// The row that is not there.
        id: i64,
    },
}
