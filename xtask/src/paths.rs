//! Where things lie in the workspace.
//!
//! What setup and dist make has a fixed place under the workspace's `target/`,
//! whatever CARGO_TARGET_DIR says, because documents and other tools name that
//! place. What cargo makes is never guessed: cargo reports it (see [`crate::cargo`]).

use std::path::{Path, PathBuf};

const CUDA: &str = "cuda-13.0";
const LIBCLANG: &str = "libclang-18.1.1";

#[derive(Debug)]
pub(crate) struct Paths {
    pub(crate) root: PathBuf,
    /// The CUDA toolkit that setup unpacks.
    pub(crate) cuda: PathBuf,
    /// The folder of libclang.so.
    pub(crate) libclang: PathBuf,
    pub(crate) target: PathBuf,
}

impl Paths {
    pub(crate) fn of_workspace() -> Self {
        // cargo sets the variable at run time; the compiled-in value serves a
        // direct call of the executable.
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = package.parent().unwrap_or(&package).to_owned();
        let target = root.join("target");
        Self { cuda: target.join(CUDA), libclang: target.join(LIBCLANG), target, root }
    }

    /// A path as the user would type it in the workspace's root.
    pub(crate) fn short<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }
}
