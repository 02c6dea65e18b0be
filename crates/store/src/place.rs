//! The file of a recording that is being written.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use super::RecordingError;

/// A file that was made for a recording.
///
/// It has the recording's own name where that was free. Otherwise it lies
/// beside what it replaces until it is whole, as `NAME.part`.
#[derive(Debug)]
pub(super) struct Place {
    file: PathBuf,
    replaces: Option<PathBuf>,
}

impl Place {
    /// Makes an empty file that was not there before.
    pub(super) fn claim(path: &Path, force: bool) -> Result<Self, RecordingError> {
        let failed = |source| RecordingError::Create { path: path.to_owned(), source };
        let place = match make(path) {
            Ok(()) => Self { file: path.to_owned(), replaces: None },
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(failed(error));
            }
            Err(_) if force => Self::beside(path).map_err(failed)?,
            Err(_) => return Err(RecordingError::Exists { path: path.to_owned() }),
        };
        remove_companions(&place.file).map_err(failed)?;
        Ok(place)
    }

    fn beside(path: &Path) -> io::Result<Self> {
        // `-f -o /dev/null` must not replace the device.
        if !std::fs::symlink_metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a file that could be replaced"));
        }
        // What another propp left or is writing stays.
        for number in 1_u32.. {
            let file = with_ending(
                path,
                &match number {
                    1 => ".part".to_owned(),
                    number => format!(".part{number}"),
                },
            );
            match make(&file) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|()| Self { file, replaces: Some(path.to_owned()) }),
            }
        }
        Err(io::Error::from(io::ErrorKind::AlreadyExists))
    }

    /// What is written to.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// The recording is whole and closed: it gets its name.
    pub(super) fn complete(self) -> Result<(), RecordingError> {
        let Some(path) = self.replaces else { return Ok(()) };
        // A journal of the old recording would be played back into the new one.
        let replaced = remove_companions(&path).and_then(|()| std::fs::rename(&self.file, &path));
        replaced.map_err(|source| RecordingError::Replace { path, file: self.file, source })
    }

    /// Removes the file, in which there is nothing.
    pub(super) fn give_up(self) {
        // What cannot be removed does no harm.
        let _ = std::fs::remove_file(self.file);
    }
}

fn make(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path).map(drop)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A journal of a file that is gone would be played back into the next one of
/// its name.
fn remove_companions(path: &Path) -> io::Result<()> {
    for ending in ["-journal", "-wal", "-shm"] {
        match std::fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
