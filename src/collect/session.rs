//! The place where propp and the injected library meet: a private folder with
//! a socket and a configuration file.

use std::io;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use propp_wire::{CONFIG_VARIABLE, Config, encode_config};
use tempfile::TempDir;

/// Loads the library into every CUDA process of the run.
const INJECTION: &str = "CUDA_INJECTION64_PATH";

/// Makes NVTX report ranges to CUPTI.
const NVTX_INJECTION: &str = "NVTX_INJECTION64_PATH";

/// One run's meeting place; gone when dropped.
pub(super) struct Session {
    folder: TempDir,
    /// Where the processes connect.
    pub(super) listener: UnixListener,
}

impl Session {
    /// The variable by which others load their tools into the program, too.
    pub(super) const VARIABLE: &'static str = INJECTION;

    pub(super) fn open() -> io::Result<Self> {
        // Not below TMPDIR if that is long: a socket's path has 107 bytes.
        let folder = tempfile::Builder::new().prefix("propp-").tempdir()?;
        let folder = match folder.path().as_os_str().len() {
            0..=80 => folder,
            _ => tempfile::Builder::new().prefix("propp-").tempdir_in("/tmp")?,
        };
        let listener = UnixListener::bind(folder.path().join("socket"))?;
        Ok(Self { folder, listener })
    }

    pub(super) fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    /// A file of the session's own.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes the configuration and returns the variables to run the program
    /// with.
    pub(super) fn environment(
        &self,
        config: &Config,
        library: &Path,
        nvtx_library: Option<&Path>,
    ) -> io::Result<Vec<(&'static str, PathBuf)>> {
        let path = self.file("config");
        std::fs::write(&path, encode_config(config))?;
        let mut variables = vec![(INJECTION, library.to_owned()), (CONFIG_VARIABLE, path)];
        variables.extend(nvtx_library.map(|library| (NVTX_INJECTION, library.to_owned())));
        Ok(variables)
    }
}
