//! The injected library as a file that the driver can load.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The library that this propp was built with.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libpropp_inject.so"));

/// Names it, so that several versions live side by side.
const HASH: &str = env!("PROPP_INJECT_HASH");

/// A path to the library: `PROPP_INJECT_LIB`, or the embedded one, unpacked
/// into the cache folder when it is not there yet.
pub(super) fn path() -> io::Result<PathBuf> {
    if let Some(path) = std::env::var_os("PROPP_INJECT_LIB").filter(|path| !path.is_empty()) {
        return fs::canonicalize(path);
    }
    let dir = cache_dir();
    fs::create_dir_all(&dir)?;
    unpack(&dir.join(format!("libpropp_inject-{HASH}.so")))
}

fn unpack(path: &Path) -> io::Result<PathBuf> {
    if fs::read(path).is_ok_and(|there| there == EMBEDDED) {
        return Ok(path.to_owned());
    }
    // Written beside and renamed: another propp may be loading it right now.
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&part, EMBEDDED)?;
    fs::rename(&part, path)?;
    Ok(path.to_owned())
}

fn cache_dir() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache"))).map_or_else(
        || std::env::temp_dir().join(format!("propp-{}", rustix::process::getuid().as_raw())),
        |cache| cache.join("propp"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_copy_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("library.so");
        fs::write(&path, "half a libr").unwrap();
        assert_eq!(fs::read(unpack(&path).unwrap()).unwrap(), EMBEDDED);
        assert!(EMBEDDED.starts_with(b"\x7fELF"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "nothing is left behind");
    }
}
