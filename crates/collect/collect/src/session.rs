//! The place where propp and the injected library meet: a private folder with
//! a socket and a configuration file.

use std::ffi::OsString;
use std::io;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use propp_recording_wire::{Config, encode_config, variables};
use tempfile::TempDir;

use super::error::{CollectError, Result};

/// Loads the library into every CUDA process of the run.
const INJECTION: &str = "CUDA_INJECTION64_PATH";

/// Makes NVTX report ranges to CUPTI.
const NVTX_INJECTION: &str = "NVTX_INJECTION64_PATH";

/// The longest folder for a socket, whose path has at most 107 bytes.
const LONGEST_FOLDER: usize = 80;

/// Socket and configuration of one run, removed when dropped.
pub(super) struct Session {
    folder: TempDir,
    socket: String,
    pub(super) listener: UnixListener,
}

impl Session {
    /// The variables that other tools use, too, to load themselves into the program; the second
    /// if ranges are wanted.
    pub(super) const VARIABLES: [&'static str; 2] = [INJECTION, NVTX_INJECTION];

    pub(super) fn open() -> Result<Self> {
        Self::open_below(&std::env::temp_dir()).map_err(CollectError::temporary)
    }

    /// Uses `/tmp` if the path of a socket in `temp` would be too long or not UTF-8, which
    /// the configuration needs.
    fn open_below(temp: &Path) -> io::Result<Self> {
        let folder = propp_recording_store::private::folder(temp)?;
        let folder = match folder.path().to_str() {
            Some(path) if path.len() <= LONGEST_FOLDER => folder,
            _ => propp_recording_store::private::folder(Path::new("/tmp"))?,
        };
        let socket = folder.path().join("socket").to_string_lossy().into_owned();
        let listener = UnixListener::bind(&socket)?;
        Ok(Self { folder, socket, listener })
    }

    pub(super) fn socket(&self) -> &str {
        &self.socket
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where emulated programs and propp share memory.
    pub(super) fn board(&self) -> PathBuf {
        self.folder.path().join("board")
    }

    /// Where the program's threads say that they are inside the library.
    pub(super) fn pulse(&self) -> PathBuf {
        self.folder.path().join("pulse")
    }

    /// Where the start-up files of Python go.
    pub(super) fn python(&self) -> PathBuf {
        self.folder.path().join("python")
    }

    /// A file on which propp has a lock while it holds the program back.
    pub(super) fn hold(&self) -> PathBuf {
        self.folder.path().join("hold")
    }

    fn config(&self) -> PathBuf {
        self.folder.path().join("config")
    }

    /// Tells the program's processes what to do, as soon as they begin to use CUDA.
    pub(super) fn configure(&self, config: &Config) -> io::Result<()> {
        std::fs::write(self.config(), encode_config(config))
    }

    pub(super) fn environment(
        &self,
        library: &Path,
        ranges_to: Option<&str>,
    ) -> Vec<(&'static str, OsString)> {
        let paths = [(INJECTION, library.to_owned()), (variables::CONFIG, self.config())];
        // NVTX asks our library, which knows whose CUPTI the program has.
        let told = |dir: &str| {
            // Before there is a configuration: a program may use NVTX long before CUDA.
            let file = self.folder.path().join(variables::RANGES_TO);
            std::fs::write(file, dir).ok().map(|()| (NVTX_INJECTION, library.to_owned()))
        };
        let nvtx = ranges_to.and_then(told);
        paths.into_iter().chain(nvtx).map(|(name, path)| (name, path.into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn the_socket_is_reached_by_its_text_wherever_temporary_files_are() {
        let dir = tempfile::tempdir().unwrap();
        let odd = dir.path().join(OsStr::from_bytes(b"n\xffn"));
        let long = dir.path().join("l".repeat(100));
        for temp in [dir.path(), &odd, &long] {
            std::fs::create_dir_all(temp).unwrap();
            let session = Session::open_below(temp).unwrap();
            UnixStream::connect(session.socket()).unwrap();
        }
    }
}
