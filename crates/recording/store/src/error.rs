//! What can go wrong with a recording.

use std::io;
use std::path::PathBuf;

use super::schema::{OLDEST, VERSION};

pub(crate) type Result<T, E = RecordingError> = std::result::Result<T, E>;

/// The most bytes that are unpacked, a gigabyte: thirty million launches.
pub(super) const LARGEST: u64 = 1 << 30;

/// What can go wrong with a recording.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error("{path} exists; give -f to overwrite it, or another name with -o", path = path.display())]
    Exists { path: PathBuf },
    #[error(
        "another propp is writing {path}; wait for its end, or give each another name with -o (%p in \
         it stands for the process)",
        path = path.display()
    )]
    Busy { path: PathBuf },
    #[error(
        "cannot create the recording {path}: {source}; name a place that can be written with -o",
        path = path.display()
    )]
    Create { path: PathBuf, source: io::Error },
    /// The database cannot be written. Nothing more will be.
    #[error(
        "cannot write to the recording {path}: {source}; what was written before is kept",
        path = path.display()
    )]
    Write { path: PathBuf, source: rusqlite::Error },
    #[error(
        "cannot replace the recording {path}: {source}; the new one is {file}",
        path = path.display(), file = file.display()
    )]
    Replace { path: PathBuf, file: PathBuf, source: io::Error },
    #[error(
        "the recording {path} was removed, renamed or replaced while it was written, and is not \
         whole; record again",
        path = path.display()
    )]
    Moved { path: PathBuf },
    #[error("the recording {path} is closed since an earlier write failed", path = path.display())]
    Closed { path: PathBuf },
    #[error("process {process} of the run sent {what}")]
    Frame { process: u32, what: String },
    #[error(
        "cannot open the recording {path}: {source}; name a file that `propp profile` wrote",
        path = path.display()
    )]
    Open { path: PathBuf, source: io::Error },
    #[error(
        "{path} is not a propp recording ({found}); recordings are made by `propp profile APP` and `propp emulate APP`",
        path = path.display()
    )]
    NotARecording { path: PathBuf, found: String },
    #[error(
        "{path} was made by a newer propp (layout {found}), and this one reads layouts {OLDEST} to {VERSION}; \
         read it with the propp that made it{by}, or a later one",
        path = path.display()
    )]
    Newer {
        path: PathBuf,
        found: i64,
        /// The version of propp that made it, in brackets, if the file says so.
        by: String,
    },
    #[error(
        "{path} was made by an older propp (layout {found}), and this one reads layouts {OLDEST} to {VERSION}; \
         record again, or read it with the propp that made it{by}",
        path = path.display()
    )]
    Older { path: PathBuf, found: i64, by: String },
    #[error(
        "cannot read the recording {path}: its propp was killed in mid-write, and to repair it a copy \
         is made in {folder} (TMPDIR): {source}",
        path = path.display(), folder = folder.display()
    )]
    Copy { path: PathBuf, folder: PathBuf, source: io::Error },
    #[error("cannot read the recording {path}: {source}", path = path.display())]
    Read { path: PathBuf, source: rusqlite::Error },
    #[error(
        "the recording {path} is damaged: {damage}; copy it again from where it was made, or \
         record again",
        path = path.display()
    )]
    Damaged { path: PathBuf, damage: Damage },
    #[error(
        "{path} is compressed and {bytes} bytes long once it is unpacked; propp unpacks recordings \
         of up to {LARGEST} bytes itself. If you trust it, unpack it (`gunzip < {path} > \
         whole.propp`) and read that",
        path = path.display()
    )]
    TooLarge { path: PathBuf, bytes: u64 },
}

/// How a recording is known to be damaged.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    #[error("{0}")]
    File(rusqlite::Error),
    #[error("the contents of {0} do not match their checksum")]
    Checksum(&'static str),
    #[error("it has no table {0}")]
    Missing(&'static str),
    #[error("the table {0} has columns that no recording has")]
    Columns(&'static str),
    #[error("the table {0} has more rows than the file can hold")]
    Endless(&'static str),
    #[error("{column} of {table} {row} is none of the values that it can have")]
    Value { table: &'static str, row: i64, column: &'static str },
    #[error("{table} {row} refers to {wanted} {id}, which is not there")]
    Dangling { table: &'static str, row: i64, wanted: &'static str, id: i64 },
    #[error("unpacked it is not of the {0} bytes that its first page speaks of")]
    Length(u64),
}
