//! Recordings that are compressed with gzip.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::error::{Damage, LARGEST};
use super::file::open_file;
use super::schema::APPLICATION_ID;
use super::{RecordingError, Result};

/// The first bytes of what gzip made.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What SQLite says of a file at its beginning (its file format, section 1.3).
struct Head([u8; 100]);

impl Head {
    fn is_sqlite(&self) -> bool {
        self.0.starts_with(b"SQLite format 3\0")
    }

    fn number(&self, at: usize) -> u64 {
        self.0[at..at + 4].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    fn is_of_propp(&self) -> bool {
        self.number(68) == APPLICATION_ID.cast_unsigned()
    }

    fn bytes(&self) -> u64 {
        // 65,536 does not fit into the two bytes; 1 stands for it.
        let page = match u64::from(self.0[16]) << 8 | u64::from(self.0[17]) {
            1 => 65_536,
            size => size,
        };
        page * self.number(28)
    }
}

fn is_compressed(path: &Path) -> io::Result<bool> {
    let mut magic = Vec::new();
    open_file(path)?.take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    Ok(magic == MAGIC)
}

/// What gzip made a smaller file of, unpacked: SQLite reads whole files. What cannot be a
/// recording, or says that it is too long for one, is refused by its first bytes, and no
/// more is unpacked than it says.
pub(super) fn unpacked(path: &Path) -> Result<Option<NamedTempFile>> {
    let failed = |source| RecordingError::Open { path: path.to_owned(), source };
    if !is_compressed(path).map_err(failed)? {
        return Ok(None);
    }
    let mut content = MultiGzDecoder::new(File::open(path).map_err(failed)?);
    let head = head(&mut content).map_err(failed)?;
    let Some(head) = head.filter(|head| head.is_sqlite() && head.is_of_propp()) else {
        let found = "it is compressed, and its contents are not a recording".to_owned();
        return Err(RecordingError::NotARecording { path: path.to_owned(), found });
    };
    let bytes = head.bytes();
    if bytes > LARGEST {
        return Err(RecordingError::TooLarge { path: path.to_owned(), bytes });
    }
    let mut unpacked = NamedTempFile::new().map_err(|error| {
        failed(io::Error::other(format!("no temporary file to unpack it into (TMPDIR): {error}")))
    })?;
    let mut all = head.0.chain(content).take(bytes + 1);
    let copied = io::copy(&mut all, &mut unpacked).map_err(failed)?;
    if copied != bytes {
        let damage = Damage::Length(bytes);
        return Err(RecordingError::Damaged { path: path.to_owned(), damage });
    }
    Ok(Some(unpacked))
}

/// The first bytes, if there are so many.
fn head(content: &mut impl Read) -> io::Result<Option<Head>> {
    let mut head = [0; 100];
    match content.read_exact(&mut head) {
        Ok(()) => Ok(Some(Head(head))),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same each time: gzip's head has neither a name nor a time.
pub(super) fn compress(from: &Path, to: &mut File) -> io::Result<()> {
    let mut out = GzEncoder::new(to, Compression::best());
    io::copy(&mut File::open(from)?, &mut out)?;
    out.finish().map(drop)
}
