use std::io::Read;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::process::Command;

use super::*;

/// What is in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_old_content_stays_whole_for_whoever_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baseline.json");
    write(&path, Existing::Replace, b"old").unwrap();
    std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    // A second name of the old file shows whether it was written to.
    let old = folder.path().join("old");
    std::fs::hard_link(&path, &old).unwrap();
    write(&path, Existing::Replace, b"new").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"new");
    assert_eq!(std::fs::read(&old).unwrap(), b"old");
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(folder.path()), ["baseline.json", "old"]);
}

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, any] = ["ours", "any"].map(|name| folder.path().join(name));
    write(&ours, Existing::Replace, b"").unwrap();
    std::fs::write(&any, "").unwrap();
    let [ours, any] = [ours, any].map(|path| path.metadata().unwrap().permissions().mode());
    assert_eq!(ours, any);
}

#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("real")).unwrap();
    let link = folder.path().join("link");
    symlink("real/baseline.json", &link).unwrap();
    for content in ["first", "second"] {
        write(&link, Existing::Replace, content.as_bytes()).unwrap();
        assert!(link.is_symlink());
        let real = folder.path().join("real/baseline.json");
        assert_eq!(std::fs::read_to_string(real).unwrap(), content);
    }
    symlink("round", folder.path().join("round")).unwrap();
    assert!(write(&folder.path().join("round"), Existing::Replace, b"").is_err());
}

#[test]
fn what_is_there_is_kept_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    write(&path, Existing::Keep, b"mine").unwrap();
    let refused = write(&path, Existing::Keep, b"other").unwrap_err();
    assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
}

#[test]
fn several_files_are_replaced_together_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
    std::fs::write(&a, "old a").unwrap();
    std::fs::set_permissions(&a, Permissions::from_mode(0o640)).unwrap();
    let new = |path: &Path| (path.to_owned(), &b"new"[..]);
    let (failed, _) = replace_all(&[new(&a), new(&b)]).unwrap_err();
    assert_eq!(failed, b);
    assert_eq!(names(folder.path()), ["a"]);
    assert_eq!(std::fs::read(&a).unwrap(), b"old a");
    std::fs::write(&b, "old b").unwrap();
    replace_all(&[new(&a), new(&b)]).unwrap();
    assert_eq!([&a, &b].map(|path| std::fs::read(path).unwrap()), [b"new", b"new"]);
    assert_eq!(a.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(folder.path()), ["a", "b"]);
}

/// A pipe stands for devices: whoever runs the tests may be allowed to replace those.
#[test]
fn what_is_no_file_is_written_to_and_folders_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let mut pipe = OpenOptions::new().read(true).write(true).open(&path).unwrap();
    write(&path, Existing::Replace, b"x").unwrap();
    assert!(path.metadata().unwrap().file_type().is_fifo());
    let mut read = [0];
    pipe.read_exact(&mut read).unwrap();
    assert_eq!(&read, b"x");
    assert!(write(folder.path(), Existing::Replace, b"x").is_err());
}
