//! What a profiled Python runs first: a folder in `PYTHONPATH` whose `sitecustomize` waits for
//! `import torch`. Processes that are no Python do not look there.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use propp_collect_embedded::PYTHON_HOOK;

pub(super) const SEARCH_PATH: &str = "PYTHONPATH";

/// Writes the files into a folder, and returns the search path that begins with it.
pub(super) fn hook(folder: &Path) -> io::Result<OsString> {
    fs::create_dir(folder)?;
    for (name, content) in PYTHON_HOOK {
        fs::write(folder.join(name), content)?;
    }
    Ok(search_path(folder, std::env::var_os(SEARCH_PATH).as_deref()))
}

/// The folder, then what the user has there. Nothing in it would be the working directory.
fn search_path(folder: &Path, before: Option<&OsStr>) -> OsString {
    let mut path = folder.as_os_str().to_owned();
    if let Some(before) = before.filter(|before| !before.is_empty()) {
        path.push(":");
        path.push(before);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_search_path_comes_after_the_hook() {
        let of = |before: Option<&str>| search_path(Path::new("/h"), before.map(OsStr::new));
        assert_eq!(of(None), "/h");
        assert_eq!(of(Some("")), "/h");
        assert_eq!(of(Some("/a:/b")), "/h:/a:/b");
    }

    #[test]
    fn the_hook_is_three_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = hook(&folder.path().join("python")).unwrap();
        assert!(path.to_string_lossy().starts_with(&*folder.path().to_string_lossy()));
        assert_eq!(fs::read_dir(folder.path().join("python")).unwrap().count(), 3);
    }
}
