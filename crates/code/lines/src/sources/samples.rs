//! The samples that a result of NVBench names.

use std::fs;
use std::path::{Path, PathBuf};

/// Larger files are no samples of a benchmark: 64 million of them.
const MOST_BYTES: u64 = 256 << 20;

/// The file of samples that a result names: NVBench writes `FOLDER/RESULT-bin/NUMBER.bin` as it was
/// called from where it ran. It is looked for beside the result, and below the working directory, and
/// nowhere else: a result may come from somebody else.
pub fn samples(result: &Path, name: &str) -> Option<Vec<u8>> {
    let name = Path::new(name);
    let (file, folder) = (name.file_name()?, name.parent()?.file_name()?);
    let is_named_so = name.extension().is_some_and(|end| end == "bin")
        && folder.to_string_lossy().ends_with("-bin");
    let beside = result.parent().unwrap_or(Path::new("")).to_owned();
    let places = [(beside, Path::new(folder).join(file)), (PathBuf::new(), name.to_owned())];
    let read = |(root, name): (PathBuf, PathBuf)| {
        let root = root.join(".").canonicalize().ok()?;
        let path = root.join(name).canonicalize().ok().filter(|path| path.starts_with(&root))?;
        let about = fs::metadata(&path).ok()?;
        (about.is_file() && about.len() <= MOST_BYTES).then(|| fs::read(path).ok())?
    };
    places.into_iter().filter(|_| is_named_so).find_map(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_read_beside_the_result_alone() {
        let folder = tempfile::tempdir().unwrap();
        let place = |path: &str| folder.path().join(path);
        for folder in ["runs/r.json-bin", "other-bin"] {
            fs::create_dir_all(place(folder)).unwrap();
        }
        fs::write(place("runs/r.json-bin/0.bin"), "mine").unwrap();
        fs::write(place("other-bin/0.bin"), "secret").unwrap();
        fs::write(place("runs/r.json-bin/key"), "secret").unwrap();
        std::os::unix::fs::symlink(place("other-bin/0.bin"), place("runs/r.json-bin/1.bin"))
            .unwrap();
        let result = place("runs/r.json");
        let of = |name: &str| samples(&result, name);
        for name in ["r.json-bin/0.bin", "elsewhere/r.json-bin/0.bin", "/far/r.json-bin/0.bin"] {
            assert_eq!(of(name).as_deref(), Some(&b"mine"[..]), "{name}");
        }
        let outside = place("other-bin/0.bin").display().to_string();
        let others =
            [&*outside, "../other-bin/0.bin", "r.json-bin/1.bin", "r.json-bin/key", "..", ""];
        assert_eq!(others.map(of), [const { None }; 6]);
    }
}
