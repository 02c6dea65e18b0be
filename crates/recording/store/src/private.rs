//! Folders that no other user can read.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

/// A new folder below `TMPDIR`, with `propp-` before its name, removed when dropped.
pub fn temporary() -> io::Result<TempDir> {
    folder(&std::env::temp_dir())
}

/// The same below another folder.
pub fn folder(parent: &Path) -> io::Result<TempDir> {
    let owner_only = Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("propp-").permissions(owner_only).tempdir_in(parent)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[test]
    fn nobody_else_can_look_into_it() {
        let folder = temporary().unwrap();
        assert_eq!(folder.path().metadata().unwrap().mode() & 0o777, 0o700);
        assert!(folder.path().file_name().unwrap().to_string_lossy().starts_with("propp-"));
    }
}
