//! Finding CUPTI from inside a program.

use std::path::{Path, PathBuf};

use cupti_sys::{Error, Library};

/// Opens the CUPTI that the program already has (PyTorch brings its own), or
/// else the one in `dir`. Two of them in one process do not work.
pub(crate) fn open(dir: &str) -> Result<Library, Error> {
    match already_loaded() {
        Some(dir) => Library::open(&dir),
        None => Library::open(Path::new(dir)),
    }
}

/// The directory of a CUPTI that is mapped into this process.
fn already_loaded() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().find_map(|line| {
        let path = &line[line.find('/')?..];
        let name = path.rsplit('/').next()?;
        name.starts_with("libcupti.so").then_some(path)
    })?;
    Some(Path::new(path).parent()?.to_path_buf())
}
