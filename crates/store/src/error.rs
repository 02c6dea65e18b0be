//! What can go wrong with a recording.

use std::io;
use std::path::PathBuf;

use super::schema::VERSION;

/// The most bytes that are unpacked, a gigabyte: thirty million launches.
pub(super) const LARGEST: u64 = 1 << 30;

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
    #[error(
        "cannot open the recording {path}: {source}; name a file that `propp profile` wrote",
        path = path.display()
    )]
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
        "{path} was made by a newer propp (layout {found}) and this one reads layouts up to {VERSION}; \
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
    /// What is read is not what was written.
    #[error(
        "the recording {path} is damaged: {damage}; copy it again from where it was made, or \
         record again",
        path = path.display()
    )]
    Damaged {
        /// Where.
        path: PathBuf,
        /// What shows it.
        damage: Damage,
    },
    /// What is compressed would take too much room.
    #[error(
        "{path} is compressed and {bytes} bytes long once it is unpacked; propp unpacks recordings \
         of up to {LARGEST} bytes itself. If you trust it, unpack it (`gunzip < {path} > \
         whole.propp`) and read that",
        path = path.display()
    )]
    TooLarge {
        /// Where.
        path: PathBuf,
        /// What its first page says.
        bytes: u64,
    },
    /// Written by an earlier propp.
    #[error(
        "{path} was made by an older propp (layout {found}) and cannot be added to; `propp seal \
         {path} -o FILE` makes one of layout {VERSION} of it",
        path = path.display()
    )]
    Older {
        /// Where.
        path: PathBuf,
        /// The version it has.
        found: i64,
    },
    /// There is nothing to seal.
    #[error("{path} has checksums already", path = path.display())]
    HasChecksums {
        /// Where.
        path: PathBuf,
    },
}

/// How a recording is known to be damaged.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// SQLite finds its pages broken.
    #[error("{0}")]
    File(rusqlite::Error),
    /// The rows of a table are not those that were written.
    #[error("what is in {0} does not agree with its checksum")]
    Checksum(&'static str),
    /// A table is gone.
    #[error("it has no table {0}")]
    Missing(&'static str),
    /// A table has other columns than it can have.
    #[error("the table {0} has columns that no recording has")]
    Columns(&'static str),
    /// A table's pages refer to each other in circles.
    #[error("the table {0} has more rows than the file can hold")]
    Endless(&'static str),
    /// A recording with checksums says that it is of a layout without.
    #[error("it is marked as layout {0}, which had no checksums, and has some")]
    Version(i64),
    /// A value is not of its column's type.
    #[error("{column} of {table} {row} is none of the values that it can have")]
    Value {
        /// The table of the row.
        table: &'static str,
        /// The row.
        row: i64,
        /// The column.
        column: &'static str,
    },
    /// A row refers to one that is not there.
    #[error("{table} {row} refers to {wanted} {id}, which is not there")]
    Dangling {
        /// The table of the row.
        table: &'static str,
        /// The row.
        row: i64,
        /// The table referred to.
        wanted: &'static str,
        /// The row that is not there.
        id: i64,
    },
    /// What is compressed is not as long as its first page says.
    #[error("unpacked it is not of the {0} bytes that its first page speaks of")]
    Length(u64),
}
