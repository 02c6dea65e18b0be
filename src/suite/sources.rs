//! The sources of the bundled libraries, as they are in this propp.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::Path;

/// Paths below `primitives`, and contents; sorted.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/primitives.rs"));

/// The bundled libraries, in the order in which they are built and run.
pub const LIBRARIES: [&str; 3] = ["own", "cub", "thrust"];

/// What every library also holds.
const SHARED: &str = "src/work.cpp";

/// Writes the sources below a folder.
///
/// # Errors
/// When a file cannot be written.
pub(super) fn unpack(folder: &Path) -> io::Result<()> {
    for (name, bytes) in FILES {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, bytes)?;
    }
    Ok(())
}

/// The sources to compile for a library.
pub(super) fn of(library: &str) -> Vec<&'static str> {
    let (cuda, plain) = (format!("src/{library}"), format!("src/{library}.cpp"));
    let is_of = |name: &&str| {
        (name.starts_with(&cuda) && name.ends_with(".cu")) || *name == plain || *name == SHARED
    };
    FILES.iter().map(|(name, _)| *name).filter(is_of).collect()
}

/// Tells these sources from others.
pub(super) fn hash() -> u64 {
    let mut hasher = DefaultHasher::new();
    FILES.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_here_and_of_one_library_or_all() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("primitives");
        let mut compiled = 0;
        for entry in fs::read_dir(root.join("src")).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("src/{}", path.file_name().unwrap().to_str().unwrap());
            let (_, bytes) = FILES.iter().find(|(known, _)| *known == name).unwrap();
            assert_eq!(*bytes, fs::read(&path).unwrap(), "{name}");
            if name.ends_with(".cu") || name.ends_with(".cpp") {
                let owners = LIBRARIES.iter().filter(|l| of(l).contains(&name.as_str())).count();
                assert_eq!(owners, if name == SHARED { 3 } else { 1 }, "{name}");
                compiled += 1;
            }
        }
        assert!(compiled > 20);
        assert!(FILES.iter().any(|(name, _)| *name == "propp_primitive.h"));
    }
}
