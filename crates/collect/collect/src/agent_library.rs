//! The injected library, as a file that the driver can load.

use std::fs::{self, DirBuilder, Metadata};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use propp_collect_embedded::{
    EMULATION_LIBRARIES, EMULATION_LIBRARY_HASH, INJECTED_LIBRARY as EMBEDDED,
    INJECTED_LIBRARY_HASH as HASH,
};
use propp_recording_wire::variables;
use rustix::fs::StatVfsMountFlags;
use tempfile::{NamedTempFile, TempDir};

/// The library's file. A file in a folder of its own is removed when dropped.
pub(super) struct AgentLibrary {
    path: PathBuf,
    _folder: Option<TempDir>,
}

impl AgentLibrary {
    /// `PROPP_INJECT_LIB`, or the embedded library, unpacked into the cache folder if it
    /// is not there yet. Without a cache folder, or if others could change its files or no code may
    /// be loaded from it, it is unpacked into a private folder.
    pub(super) fn install() -> io::Result<Self> {
        if let Some(path) = env_path(variables::INJECT_LIB) {
            return Ok(Self { path: fs::canonicalize(path)?, _folder: None });
        }
        Self::unpacked(unpack)
    }

    /// The CUDA runtime of emulated programs, which is their driver, too, in a folder that the
    /// loader can be told of. The loader takes the one for the processor that it runs on.
    pub(super) fn emulation() -> io::Result<Self> {
        Self::unpacked(|cache| {
            let whole = cache.join(format!("emulate-{EMULATION_LIBRARY_HASH}"));
            for (folder, bytes) in EMULATION_LIBRARIES {
                let folder = whole.join(folder);
                DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
                unpack_as(&folder.join("libcudart.so.13"), bytes)?;
                // The same file as the driver: a process that loads both has one state.
                match std::os::unix::fs::symlink("libcudart.so.13", folder.join("libcuda.so.1")) {
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        return Err(error);
                    }
                    _ => {}
                }
            }
            Ok(whole.join("libcudart.so.13"))
        })
    }

    fn unpacked(unpack: impl Fn(&Path) -> io::Result<PathBuf>) -> io::Result<Self> {
        if let Some(cache) = cache_dir() {
            DirBuilder::new().recursive(true).mode(0o700).create(&cache)?;
            if is_ours_alone(&fs::metadata(&cache)?) && is_executable(&cache) {
                return Ok(Self { path: unpack(&cache)?, _folder: None });
            }
        }
        let folder = propp_recording_store::private::temporary()?;
        if !is_executable(folder.path()) {
            let text = "the loader takes no library from the cache folder or TMPDIR (they are \
                        mounted noexec, or have `:`, `;` or `$` in their path)";
            return Err(io::Error::other(text));
        }
        Ok(Self { path: unpack(folder.path())?, _folder: Some(folder) })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether no other user can change a file, or the files of a folder.
fn is_ours_alone(there: &Metadata) -> bool {
    there.uid() == rustix::process::geteuid().as_raw() && there.mode() & 0o022 == 0
}

/// Whether the loader can be told of the folder, and may map code of files there.
fn is_executable(folder: &Path) -> bool {
    // In a list of folders these have another meaning.
    let is_listable =
        !folder.as_os_str().as_encoded_bytes().iter().any(|byte| b":;$".contains(byte));
    let mounted = rustix::fs::statvfs(folder);
    is_listable && mounted.is_ok_and(|mounted| !mounted.f_flag.contains(StatVfsMountFlags::NOEXEC))
}

fn unpack(dir: &Path) -> io::Result<PathBuf> {
    unpack_as(&dir.join(format!("libpropp_inject-{HASH}.so")), EMBEDDED)
}

fn unpack_as(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let is_ours = fs::metadata(path).is_ok_and(|there| is_ours_alone(&there));
    if is_ours && fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(path.to_owned());
    }
    // Write and rename: another propp may be loading the file right now.
    let mut part = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    part.write_all(bytes)?;
    part.persist(path)?;
    Ok(path.to_owned())
}

fn cache_dir() -> Option<PathBuf> {
    let whole = |path: &PathBuf| path.is_absolute();
    let own = env_path("XDG_CACHE_HOME").filter(whole);
    let cache = own.or_else(|| Some(env_path("HOME").filter(whole)?.join(".cache")))?;
    Some(cache.join("propp"))
}

fn env_path(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_damaged_copy_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = unpack(dir.path()).unwrap();
        fs::write(&path, "half a libr").unwrap();
        assert_eq!(fs::read(unpack(dir.path()).unwrap()).unwrap(), EMBEDDED);
        assert!(EMBEDDED.starts_with(b"\x7fELF"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_folder_that_others_write_to_or_own_is_not_trusted() {
        let dir = tempfile::tempdir().unwrap();
        for (mode, ours) in [(0o700, true), (0o755, true), (0o775, false), (0o1777, false)] {
            fs::set_permissions(dir.path(), fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_ours_alone(&fs::metadata(dir.path()).unwrap()), ours, "{mode:o}");
        }
        let proc = fs::metadata("/proc/1").unwrap();
        assert_eq!(is_ours_alone(&proc), rustix::process::geteuid().is_root());
    }
}
