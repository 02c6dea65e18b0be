//! Recordings: everything that was measured of a program, in one SQLite file.
//!
//! A [`Writer`] turns the frames of the profiled processes into rows while the
//! program runs; [`read`] gives a whole recording back. The file's layout is
//! public and described, table by table, in `docs/recording.md`; it is made by
//! `schema.sql`.
//!
//! What a frame says is stored as it came: nothing is computed here but the
//! numbers that rows refer to each other by. What the rows mean is the
//! business of the crate `analysis`.

pub mod atomic;
mod calls;
mod checksum;
mod computed;
mod copy;
mod database;
mod decode;
mod error;
mod file;
mod gzip;
mod keys;
mod load;
mod opened;
mod place;
pub mod private;
mod probe;
mod reader;
mod schema;
mod source;
mod store;
mod suite;
mod tables;
mod writer;

pub use copy::write_thinned;
use error::Result;
pub use error::{Damage, RecordingError};
pub use file::open_file;
pub use probe::{ProbeFile, ProbeNotice, noticed_experiment};
pub use reader::read;
pub use schema::{APPLICATION_ID, OLDEST, SCHEMA_SQL, VERSION};
pub use suite::SuiteFile;
pub use writer::{ProcessId, RunId, Writer};
