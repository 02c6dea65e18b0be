//! Files of the user: written whole or not at all.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// What becomes of a file that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    Replace,
    /// It stays, and the error is of the kind `AlreadyExists`.
    Keep,
}

/// Writes a file. Whoever reads it meanwhile, or after a crash, finds the old content or
/// the new. The file that a link leads to is replaced and not the link; its permissions
/// stay. What cannot be replaced (a device, a file that is a mount of its own, a file in
/// a folder without permission to write) is written in place.
pub fn write(path: &Path, existing: Existing, content: &[u8]) -> io::Result<()> {
    fill(path, existing, &mut |file| file.write_all(content))
}

/// The same of what `fill` writes into a file, which it may be asked for twice.
pub(crate) fn fill(path: &Path, existing: Existing, fill: Fill<'_>) -> io::Result<()> {
    if existing == Existing::Keep {
        return create(path, fill);
    }
    let old = match path.metadata() {
        Ok(old) if !old.is_file() => return in_place(path, fill),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let target = target(path)?;
    // Where the content itself may not be written, the folder's permission is no way round.
    if old.is_some() {
        OpenOptions::new().write(true).open(&target)?;
    }
    let staged = Staged::at(&target, old.as_ref(), fill);
    match staged.and_then(Staged::persist) {
        Err(error) if cannot_be_replaced(&error) => in_place(&target, fill),
        replaced => replaced,
    }
}

/// Writes files that are there, all of them or none: each is written under another name first, and
/// only when all are on the disk do they take their names. Nothing is written in place.
///
/// # Errors
/// The file that could not be written, and why.
pub fn replace_all(files: &[(PathBuf, &[u8])]) -> Result<(), (PathBuf, io::Error)> {
    let stage = |path: &Path, content: &[u8]| {
        let target = target(path)?;
        let old = OpenOptions::new().write(true).open(&target)?.metadata()?;
        Staged::at(&target, Some(&old), &mut |file| file.write_all(content))
    };
    let mut staged = Vec::new();
    let mut before = Vec::new();
    for (path, content) in files {
        let both =
            std::fs::read(path).and_then(|old| Ok((stage(path, &old)?, stage(path, content)?)));
        let (old, new) = both.map_err(|error| (path.clone(), error))?;
        before.push(old);
        staged.push((path, new));
    }
    let mut undo = before.into_iter();
    for (done, (path, new)) in staged.into_iter().enumerate() {
        if let Err(error) = new.persist() {
            undo.by_ref().take(done).for_each(|old| drop(old.persist()));
            return Err((path.clone(), error));
        }
    }
    Ok(())
}

/// A file that is on the disk whole, beside the one whose name it takes.
struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

impl Staged {
    /// With the permissions of the old file.
    fn at(target: &Path, old: Option<&Metadata>, fill: Fill<'_>) -> io::Result<Self> {
        let file = beside(target, fill)?;
        if let Some(old) = old {
            // Another owner's file stays theirs where that is permitted.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
            file.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { file, target: target.to_owned() })
    }

    fn persist(self) -> io::Result<()> {
        self.file.persist(&self.target)?;
        sync_name(&self.target);
        Ok(())
    }
}

pub(crate) type Fill<'a> = &'a mut dyn FnMut(&mut File) -> io::Result<()>;

/// A whole file under another name, with the permissions of any new file.
fn beside(target: &Path, fill: Fill<'_>) -> io::Result<NamedTempFile> {
    let mut temporary = tempfile::Builder::new();
    // The longest name that a file may have is as long as this may be.
    let prefix = target.file_name().filter(|name| name.len() < 200).unwrap_or_default();
    let permissions = Permissions::from_mode(0o666);
    let temporary = temporary.prefix(prefix).suffix(".part").permissions(permissions);
    let mut file = temporary.tempfile_in(folder(target))?;
    fill(file.as_file_mut())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The new name is on the disk, too; not every file system can tell.
fn sync_name(target: &Path) {
    let _ = File::open(folder(target)).and_then(|folder| folder.sync_all());
}

/// A new file. Where a file system cannot give a name only if it is free, it is written under
/// its name, and what is left of one that could not be written whole is removed.
fn create(path: &Path, fill: Fill<'_>) -> io::Result<()> {
    // Links to nowhere are taken names, too.
    if path.symlink_metadata().is_ok() {
        return Err(io::Error::from(io::ErrorKind::AlreadyExists));
    }
    match beside(path, fill)?.persist_noclobber(path) {
        Ok(_) => {
            sync_name(path);
            return Ok(());
        }
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(error.error);
        }
        Err(_) => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = fill(&mut file).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = std::fs::remove_file(path);
    }
    written
}

fn in_place(path: &Path, fill: Fill<'_>) -> io::Result<()> {
    fill(&mut OpenOptions::new().write(true).create(true).truncate(true).open(path)?)
}

fn cannot_be_replaced(error: &io::Error) -> bool {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | ResourceBusy)
}

/// Where links lead, also one to a file that is not there yet.
fn target(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

pub(crate) fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
pub(crate) mod tests;
