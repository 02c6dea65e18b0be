//! The file of a recording that is being written.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use rustix::process::{Flock, FlockType, fcntl_getlk};

use super::atomic::folder;
use super::file::open_file;
use super::{RecordingError, Result};

/// The byte that SQLite locks while somebody writes (its file format, "PENDING_BYTE", and one).
const RESERVED: u64 = 0x4000_0001;

/// A file that was made for a recording.
///
/// It has the recording's own name where that was free. Otherwise it lies
/// beside what it replaces until it is whole, as `NAME.part`.
#[derive(Debug)]
pub(super) struct Place {
    file: PathBuf,
    /// Device and inode.
    made: (u64, u64),
    replaces: Option<Replaced>,
    is_blank: bool,
}

/// The file that is to be replaced, as it was.
#[derive(Debug)]
struct Replaced {
    path: PathBuf,
    was: Metadata,
}

impl Place {
    /// Makes an empty file that was not there before.
    pub(super) fn claim(path: &Path, force: bool) -> Result<Self> {
        let failed = |source| RecordingError::Create { path: path.to_owned(), source };
        let place = match make(path) {
            Ok(made) => Self { file: path.to_owned(), made, replaces: None, is_blank: true },
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(failed(error));
            }
            Err(_) if force => Self::beside(path)?,
            Err(_) => return Err(RecordingError::Exists { path: path.to_owned() }),
        };
        remove_companions(&place.file).map_err(failed)?;
        Ok(place)
    }

    fn beside(path: &Path) -> Result<Self> {
        let failed = |source| RecordingError::Create { path: path.to_owned(), source };
        let was = std::fs::symlink_metadata(path).map_err(failed)?;
        // `-f -o /dev/null` must not replace the device.
        if !was.is_file() {
            return Err(failed(io::Error::other("it is not a file that could be replaced")));
        }
        refuse_what_is_being_written(path)?;
        // What another propp left stays.
        for number in 1_u32.. {
            let file = with_ending(
                path,
                &match number {
                    1 => ".part".to_owned(),
                    number => format!(".part{number}"),
                },
            );
            match make(&file) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    refuse_what_is_being_written(&file)?;
                }
                made => {
                    let replaces = Some(Replaced { path: path.to_owned(), was });
                    let made = made.map_err(failed)?;
                    return Ok(Self { file, made, replaces, is_blank: true });
                }
            }
        }
        Err(failed(io::Error::from(io::ErrorKind::AlreadyExists)))
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Something of worth is in the file: it stays, whatever comes.
    pub(super) fn keep(&mut self) {
        self.is_blank = false;
    }

    /// Whether what was made is still there under its name.
    pub(super) fn is_there(&self) -> bool {
        std::fs::symlink_metadata(&self.file).is_ok_and(|file| identity(&file) == self.made)
    }

    /// The recording is whole and closed: it gets its name.
    pub(super) fn complete(mut self) -> Result<()> {
        self.keep();
        let Some(Replaced { path, was }) = self.replaces.take() else { return Ok(()) };
        let _alone = alone_beside(&path);
        // A journal of the old recording would be played back into the new one.
        let replaced = is_as_it_was(&path, &was)
            .and_then(|()| remove_companions(&path))
            .and_then(|()| std::fs::rename(&self.file, &path));
        let file = self.file.clone();
        replaced.map_err(|source| RecordingError::Replace { path, file, source })
    }

    /// Removes the file, in which there is nothing of worth.
    pub(super) fn give_up(mut self) {
        self.is_blank = true;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_blank && self.is_there() {
            // What cannot be removed does no harm.
            let _ = std::fs::remove_file(&self.file);
        }
    }
}

fn make(path: &Path) -> io::Result<(u64, u64)> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    Ok(identity(&file.metadata()?))
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

pub(super) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Whether another process writes this database, or has it open to do so, as a [`super::Writer`]
/// has all the time.
fn is_being_written(path: &Path) -> bool {
    let lock = Flock { start: RESERVED, length: 1, ..Flock::from(FlockType::WriteLock) };
    open_file(path).is_ok_and(|file| matches!(fcntl_getlk(&file, &lock), Ok(Some(_))))
}

pub(super) fn refuse_what_is_being_written(path: &Path) -> Result<()> {
    match is_being_written(path) {
        true => Err(RecordingError::Busy { path: path.to_owned() }),
        false => Ok(()),
    }
}

/// `-f` is for the file that was there at the beginning: what somebody wrote since then stays.
fn is_as_it_was(path: &Path, was: &Metadata) -> io::Result<()> {
    let stamp = |file: &Metadata| (identity(file), file.len(), file.mtime(), file.mtime_nsec());
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(is) if stamp(&is) == stamp(was) && !is_being_written(path) => Ok(()),
        Ok(_) => Err(io::Error::other("another program has written it meanwhile")),
    }
}

/// Keeps other propps from taking names in the same folder, between the look at what has the name and
/// the renaming. Where a file system has no such lock, the look must do.
fn alone_beside(path: &Path) -> Option<File> {
    const EVERY: Duration = Duration::from_millis(10);
    const TIMES: u32 = 100;
    let folder = File::open(folder(path)).ok()?;
    for _ in 0..TIMES {
        match flock(&folder, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => std::thread::sleep(EVERY),
            locked => return locked.ok().map(|()| folder),
        }
    }
    None
}

/// A journal of a file that is gone would be played back into the next one of
/// its name.
pub(super) fn remove_companions(path: &Path) -> io::Result<()> {
    for ending in ["-journal", "-wal", "-shm"] {
        match std::fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
