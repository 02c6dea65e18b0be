//! Folders that no other user can read.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

/// A new folder below `parent`, removed when dropped.
pub(super) fn folder(parent: &Path) -> io::Result<TempDir> {
    let owner_only = Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("propp-").permissions(owner_only).tempdir_in(parent)
}
