//! A file without a name until it is complete, so that nothing stays behind if propp is killed.

use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Result, Seek, SeekFrom};
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

    /// Gives it its name. Fails if there is such a file, unless it may be replaced, or the folder has gone;
    /// the error then says under which other name the contents are.
    pub(super) fn name(self, to: &Path, replaces: bool) -> Result<()> {
        match self {
            Self::Unnamed { file, folder } => {
                let link = |to: &Path| {
                    let open = format!("/proc/self/fd/{}", file.as_raw_fd());
                    linkat(CWD, open, CWD, to, AtFlags::SYMLINK_FOLLOW).map_err(Error::from)
                };
                let named = if replaces {
                    let named = Builder::new().make_in(folder, link);
                    named.and_then(|named| Ok(named.into_temp_path().persist(to)?))
                } else {
                    link(to)
                };
                named.map_err(|error| kept(&error, &file, to, link))
            }
            Self::Named(named) => {
                let file = named.as_file().try_clone()?;
                let path = named.into_temp_path();
                let link = |to: &Path| fs::hard_link(&path, to);
                let named = if replaces { fs::rename(&path, to) } else { link(to) };
                named.map_err(|error| kept(&error, &file, to, link))
            }
        }
    }
}

/// Names that are tried in the place of one that is taken.
const OTHERS: u32 = 99;

/// Keeps a file that cannot have its name: beside it, or with a copy where there is room. A program may
/// have run for long to make it.
fn kept(error: &Error, file: &File, to: &Path, link: impl Fn(&Path) -> Result<()>) -> Error {
    let beside = (1..=OTHERS).map(|number| {
        let mut name = to.as_os_str().to_owned();
        name.push(format!(".{number}"));
        PathBuf::from(name)
    });
    let tried = beside.map(|other| link(&other).map(|()| other));
    let mut tried = tried.skip_while(|tried| is_taken(tried.as_ref().err()));
    let other = tried.next().and_then(Result::ok);
    let words = match other.or_else(|| copied(file, to)) {
        Some(other) => format!("{error}; the launch is in {}", other.display()),
        None => format!("{error}; the launch is lost"),
    };
    Error::new(error.kind(), words)
}

fn is_taken(error: Option<&Error>) -> bool {
    error.is_some_and(|error| error.kind() == ErrorKind::AlreadyExists)
}

/// A copy that only its owner can read, in the file's folder or in the one for temporary files.
fn copied(file: &File, to: &Path) -> Option<PathBuf> {
    let own = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folders = [own.unwrap_or(Path::new(".")).to_owned(), std::env::temp_dir()];
    folders.iter().find_map(|folder| {
        let mut copy =
            Builder::new().prefix("kernel.").suffix(".launch").tempfile_in(folder).ok()?;
        let mut from = file;
        from.seek(SeekFrom::Start(0)).ok()?;
        io::copy(&mut from, copy.as_file_mut()).ok()?;
        copy.keep().ok().map(|(_, path)| path)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;
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
        let other = folder.path().join("k.launch.1");
        assert!(taken.to_string().ends_with(&format!("; the launch is in {}", other.display())));
        assert_eq!(fs::read_to_string(&other).unwrap(), "second");
        fs::remove_file(&other).unwrap();
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
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// A program that ran for an hour may have removed the folder.
    #[test]
    fn a_file_whose_folder_has_gone_is_kept_elsewhere() {
        for replaces in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let inner = folder.path().join("inner");
            fs::create_dir(&inner).unwrap();
            let pending = written(&inner, "launch");
            let Pending::Unnamed { .. } = pending else { return };
            fs::remove_dir(&inner).unwrap();
            let error = pending.name(&inner.join("k.launch"), replaces).unwrap_err().to_string();
            let (_, kept) = error.split_once("; the launch is in ").unwrap();
            assert_eq!(fs::read_to_string(kept).unwrap(), "launch");
            assert_eq!(fs::metadata(kept).unwrap().mode() & 0o777, 0o600);
            fs::remove_file(kept).unwrap();
        }
    }
}
