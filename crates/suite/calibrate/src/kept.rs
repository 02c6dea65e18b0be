//! What propp keeps of the GPUs that were calibrated: files in the user's cache, found by every
//! command.

use std::io;
use std::path::{Path, PathBuf};

use propp_recording_store::atomic::{Existing, write as write_file};

/// What is kept of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Weights,
    Probe,
}

impl Kept {
    const fn ending(self) -> &'static str {
        match self {
            Self::Weights => "toml",
            Self::Probe => "json",
        }
    }
}

/// The folder; `None` if neither `XDG_CACHE_HOME`, as a whole path, nor `HOME` is set.
pub fn folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(cache.join("propp/gpus"))
}

/// The file of a GPU in this folder.
pub fn path(folder: &Path, gpu: &str, kept: Kept) -> PathBuf {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = gpu.chars().take(100).map(plain).collect();
    folder.join(format!("{name}.{}", kept.ending()))
}

/// The text of a GPU's file; `None` if there is none.
pub fn read(gpu: &str, kept: Kept) -> io::Result<Option<(PathBuf, String)>> {
    let Some(folder) = folder() else { return Ok(None) };
    let path = path(&folder, gpu, kept);
    match std::fs::read_to_string(&path) {
        Ok(text) => Ok(Some((path, text))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
    }
}

/// Writes a GPU's file. It is there whole or not at all, whoever else writes it.
pub fn write(folder: &Path, gpu: &str, kept: Kept, text: &str) -> io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let path = path(folder, gpu, kept);
    write_file(&path, Existing::Replace, text.as_bytes())?;
    Ok(path)
}

/// All files, in the order of their names.
pub fn all() -> io::Result<Vec<PathBuf>> {
    let Some(folder) = folder().filter(|folder| folder.is_dir()) else { return Ok(Vec::new()) };
    let mut all: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    let endings = [Kept::Weights, Kept::Probe].map(Kept::ending);
    all.retain(|path| {
        path.is_file() && path.extension().is_some_and(|own| endings.iter().any(|end| own == *end))
    });
    all.sort();
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_and_named_after_its_gpu() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("not/there/yet");
        let path = write(&folder, "NVIDIA H100 80GB HBM3", Kept::Weights, "one").unwrap();
        assert!(path.ends_with("nvidia-h100-80gb-hbm3.toml"));
        write(&folder, "NVIDIA H100 80GB HBM3", Kept::Weights, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        // No name leads out of the folder.
        let odd = super::path(&folder, "../../etc/passwd", Kept::Probe);
        assert!(odd.ends_with("------etc-passwd.json"));
    }
}
