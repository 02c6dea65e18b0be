//! The folder that clients may name files in.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::refused::Refused;

/// A folder, by its real path.
#[derive(Clone, Debug)]
pub struct Root(PathBuf);

impl Root {
    /// # Errors
    /// If there is no such folder.
    pub fn new(folder: &Path) -> io::Result<Self> {
        folder.canonicalize().map(Self)
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// A file that is there, by its real path.
    pub(super) fn existing(&self, name: &str) -> Result<PathBuf, Refused> {
        let path = self.0.join(name);
        let path = path.canonicalize().map_err(|error| {
            let cure = "name a file in the folder that propp mcp was started in";
            Refused::new("not-possible", &format!("cannot open {name}: {error}"), Some(cure))
        })?;
        self.inside(name, path)
    }

    /// A file that is to be written: its folder is there.
    pub(super) fn new_file(&self, name: &str) -> Result<PathBuf, Refused> {
        let path = self.0.join(name);
        let file = path.file_name().filter(|_| !name.ends_with('/'));
        let (Some(file), Some(folder)) = (file, path.parent()) else {
            return Err(Refused::new("wrong-call", &format!("{name} is no name of a file"), None));
        };
        let folder = folder.canonicalize().map_err(|error| {
            Refused::new("not-possible", &format!("cannot write {name}: {error}"), None)
        })?;
        let path = self.inside(name, folder)?.join(file);
        // A link would lead outside.
        if path.is_symlink() {
            return Err(Refused::new("not-possible", &format!("{name} is a link"), None));
        }
        Ok(path)
    }

    /// A program: one of this folder, or a bare name that PATH finds.
    pub(super) fn program(&self, name: &str) -> Result<String, Refused> {
        let is_bare = Path::new(name).components().count() == 1
            && matches!(Path::new(name).components().next(), Some(Component::Normal(_)))
            && !name.contains('/');
        if is_bare {
            return Ok(name.to_owned());
        }
        self.existing(name).map(|path| path.display().to_string())
    }

    fn inside(&self, name: &str, path: PathBuf) -> Result<PathBuf, Refused> {
        if path.starts_with(&self.0) {
            return Ok(path);
        }
        let cure =
            "name a file in the folder that propp mcp was started in, or start it with --root";
        let seen = format!("{name} is outside of {}", self.0.display());
        Err(Refused::new("outside-root", &seen, Some(cure)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_outside_is_refused_also_by_links_and_dots() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        std::fs::create_dir_all(root.join("in")).unwrap();
        std::fs::write(folder.path().join("secret"), "").unwrap();
        std::fs::write(root.join("in/file"), "").unwrap();
        std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
        std::os::unix::fs::symlink("..", root.join("up")).unwrap();
        let root = Root::new(&root).unwrap();
        assert!(root.existing("in/file").is_ok() && root.existing("in/../in/file").is_ok());
        let outside = folder.path().join("secret").display().to_string();
        for name in ["../secret", "link", "up/secret", "in/../../secret", &outside, "/etc/passwd"] {
            assert_eq!(root.existing(name).unwrap_err().code, "outside-root", "{name}");
        }
        for name in ["../new", "up/new", "/tmp/new"] {
            assert_eq!(root.new_file(name).unwrap_err().code, "outside-root", "{name}");
        }
        assert!(root.new_file("link").is_err() && root.new_file("in/new").is_ok());
        assert!(root.new_file("..").is_err() && root.new_file("in/").is_err());
        assert_eq!(root.program("python3").unwrap(), "python3");
        assert!(root.program("../secret").is_err() && root.program("/bin/sh").is_err());
        assert!(root.program("..").is_err());
    }
}
