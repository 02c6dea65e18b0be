//! Files of this repository, as tests of the house read them.

use std::path::{Path, PathBuf};

/// Folders without code of propp's own.
const SKIPPED: [&str; 3] = ["target", "patches", ".git"];

/// A file and its text.
pub(crate) struct Source {
    /// From the root of the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// All files with these endings.
pub(crate) fn sources(endings: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut found, mut open) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy();
            if path.is_dir() {
                if !SKIPPED.contains(&&*name) {
                    open.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
                found.push(Source { path: path.strip_prefix(root).unwrap().to_owned(), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// The Rust code that users run: without tests, generated files and the workspace's own commands.
pub(crate) fn product() -> Vec<Source> {
    let is_product = |source: &Source| {
        let mut folders = source.path.iter().map(|part| part.to_string_lossy());
        let name = source.path.file_stem().unwrap().to_string_lossy();
        let is_test = name == "tests" || name.ends_with("_tests");
        !is_test
            && !source.text.starts_with("// Written by")
            && folders.clone().any(|part| part == "src")
            && !folders.any(|part| ["tests", "benches", "xtask"].contains(&&*part))
    };
    let own = |source: Source| {
        let own = source.text.split("\n#[cfg(test)]\nmod ").next().unwrap().to_owned();
        Source { text: own, ..source }
    };
    sources(&[".rs"]).into_iter().filter(is_product).map(own).collect()
}
