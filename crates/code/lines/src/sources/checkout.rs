//! Source files in the working directory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::folders::looks_like_source;

/// CUDA sources in the working directory by their names, of which there may be one only: line
/// information of a build elsewhere has other folders.
pub fn in_checkout() -> BTreeMap<String, String> {
    const MOST: usize = 100_000;
    let mut found: BTreeMap<String, Option<String>> = BTreeMap::new();
    let (mut folders, mut seen) = (vec![PathBuf::new()], 0);
    while let Some(folder) = folders.pop().filter(|_| seen < MOST) {
        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        for entry in here.read_dir().into_iter().flatten().flatten() {
            seen += 1;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && !name.starts_with('.') {
                folders.push(path);
            } else if looks_like_source(&path) {
                let path = Some(path.display().to_string());
                found.entry(name).and_modify(|other| *other = None).or_insert(path);
            }
        }
    }
    found.into_iter().filter_map(|(name, path)| Some((name, path?))).collect()
}
