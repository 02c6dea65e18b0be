//! A file without a name until it is complete, so that nothing stays behind if propp is killed.

use std::fs::File;
use std::io::{Error, Result};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
use tempfile::{Builder, NamedTempFile};

pub(super) enum Pending {
    Unnamed {
        file: File,
        folder: PathBuf,
    },
    /// Where the file system has no files without names.
    Named(NamedTempFile),
}

impl Pending {
    /// A file that only its owner can read, on the file system of the folder.
    pub(super) fn new_in(folder: &Path) -> Result<Self> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let owner_only = Mode::RUSR | Mode::WUSR;
        match open(folder, flags, owner_only) {
            Ok(file) => Ok(Self::Unnamed { file: file.into(), folder: folder.to_owned() }),
            Err(_) => NamedTempFile::new_in(folder).map(Self::Named),
        }
    }

    pub(super) fn file(&self) -> Result<File> {
        match self {
            Self::Unnamed { file, .. } => file.try_clone(),
            Self::Named(named) => named.as_file().try_clone(),
        }
    }

    /// Gives it its name. Fails if there is such a file, unless it may be replaced.
    pub(super) fn name(self, to: &Path, replaces: bool) -> Result<()> {
        let named = match self {
            Self::Unnamed { file, folder } => {
                let link = |to: &Path| {
                    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
                    linkat(CWD, open, CWD, to, AtFlags::SYMLINK_FOLLOW).map_err(Error::from)
                };
                if !replaces {
                    return link(to);
                }
                Builder::new().make_in(folder, link)?.into_temp_path()
            }
            Self::Named(named) => named.into_temp_path(),
        };
        match replaces {
            true => Ok(named.persist(to)?),
            false => Ok(named.persist_noclobber(to)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{ErrorKind, Write};
    use std::os::unix::fs::MetadataExt;

    use super::*;

    fn written(folder: &Path, text: &str) -> Pending {
        let pending = Pending::new_in(folder).unwrap();
        pending.file().unwrap().write_all(text.as_bytes()).unwrap();
        pending
    }

    #[test]
    fn a_file_is_there_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("k.launch");
        let count = || fs::read_dir(folder.path()).unwrap().count();
        let first = written(folder.path(), "first");
        if let Pending::Unnamed { .. } = first {
            assert_eq!(count(), 0);
        }
        first.name(&to, false).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "first");
        assert_eq!(fs::metadata(&to).unwrap().mode() & 0o777, 0o600);
        let taken = written(folder.path(), "second").name(&to, false).unwrap_err();
        assert_eq!(taken.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&to).unwrap(), "first");
        written(folder.path(), "third").name(&to, true).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "third");
        drop(written(folder.path(), "dropped"));
        assert_eq!(count(), 1);
    }

    #[test]
    fn a_file_with_a_name_from_the_beginning_ends_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().join("k.launch");
        let named = || Pending::Named(NamedTempFile::new_in(folder.path()).unwrap());
        named().name(&to, false).unwrap();
        assert!(named().name(&to, false).is_err());
        named().name(&to, true).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
