//! Finds CUDA on this machine: CUPTI's directory and nvcc; [`compile`] makes libraries of
//! sources, in a cache.
//!
//! The environment alone determines the list of places to search, so that an error can
//! list them.

pub mod compile;
pub mod disassemble;

use std::cmp::Reverse;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cupti_sys::Library;

/// The environment's hints on where CUDA is.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// `--cuda-dir` or `PROPP_CUDA_DIR`: if given, the only place searched.
    pub explicit: Option<PathBuf>,
    pub cuda_homes: Vec<PathBuf>,
    /// `VIRTUAL_ENV` and `CONDA_PREFIX`.
    pub python_prefixes: Vec<PathBuf>,
    pub path: Vec<PathBuf>,
    /// Where `pip install --user` puts packages: `~/.local`.
    pub user_prefix: Option<PathBuf>,
    pub executable: Option<PathBuf>,
}

/// What a toolkit calls the folder of this machine's libraries (Arm servers: SBSA).
const TARGET: &str = if cfg!(target_arch = "aarch64") { "sbsa-linux" } else { "x86_64-linux" };

impl Surroundings {
    /// Reads the environment of this process.
    pub fn from_environment(explicit: Option<PathBuf>) -> Self {
        let set = |name: &str| env::var_os(name).filter(|value: &OsString| !value.is_empty());
        let paths = |names: &[&str]| {
            names.iter().filter_map(|name| set(name)).map(PathBuf::from).collect::<Vec<_>>()
        };
        Self {
            explicit,
            cuda_homes: paths(&["CUDA_HOME", "CUDA_PATH"]),
            python_prefixes: paths(&["VIRTUAL_ENV", "CONDA_PREFIX"]),
            path: set("PATH").map(|p| env::split_paths(&p).collect()).unwrap_or_default(),
            user_prefix: set("HOME").map(|home| PathBuf::from(home).join(".local")),
            executable: env::current_exe().ok(),
        }
    }

    /// Roots of CUDA toolkits, the most specific first.
    pub fn toolkit_roots(&self) -> Vec<PathBuf> {
        if let Some(explicit) = &self.explicit {
            return vec![explicit.clone()];
        }
        let mut roots = self.cuda_homes.clone();
        roots.extend(self.path.iter().filter(|dir| dir.join("nvcc").is_file()).filter_map(
            // `<root>/bin/nvcc`; a distribution's link leads to the real root.
            |dir| Some(dir.join("nvcc").canonicalize().ok()?.parent()?.parent()?.to_path_buf()),
        ));
        roots.push("/usr/local/cuda".into());
        roots.extend(versioned_toolkits(Path::new("/usr/local")));
        roots.push("/opt/cuda".into());
        for prefix in self.all_python_prefixes() {
            let packaged = site_packages(&prefix).map(|dir| dir.join("nvidia/cu13"));
            roots.extend(packaged.filter(|root| root.is_dir()));
        }
        roots.extend(self.development_toolkit());
        without_repeats(roots)
    }

    pub fn cupti_dirs(&self) -> Vec<PathBuf> {
        let targets = format!("targets/{TARGET}/lib");
        let in_root = ["lib64", targets.as_str(), "extras/CUPTI/lib64", "lib"];
        let mut dirs = Vec::new();
        for root in self.toolkit_roots() {
            if self.explicit.is_some() {
                dirs.push(root.clone());
            }
            dirs.extend(in_root.iter().map(|sub| root.join(sub)));
        }
        if self.explicit.is_none() {
            dirs.push(format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH).into());
            dirs.push("/usr/lib64".into());
        }
        without_repeats(dirs)
    }

    /// Where Python's packages are: in environments, beside the `python3` that is found first, for the
    /// user, and for the system.
    fn all_python_prefixes(&self) -> Vec<PathBuf> {
        let python = self.path.iter().find(|dir| dir.join("python3").is_file());
        let real = python.and_then(|dir| dir.join("python3").canonicalize().ok());
        let real = real.as_deref().and_then(Path::parent);
        let beside = [python.map(PathBuf::as_path), real];
        let beside = beside.into_iter().flatten().filter_map(Path::parent).map(Path::to_owned);
        let mut prefixes = self.python_prefixes.clone();
        prefixes.extend(beside.chain(self.user_prefix.clone()));
        prefixes.push("/usr/local".into());
        prefixes
    }

    /// The toolkit of `cargo xtask setup`, if propp runs from the `target` folder of a
    /// checkout.
    fn development_toolkit(&self) -> Option<PathBuf> {
        let target = self.executable.as_ref()?.ancestors().find(|dir| dir.ends_with("target"))?;
        Some(target.join("cuda-13.0"))
    }
}

/// Why no CUPTI could be used.
#[derive(Debug, thiserror::Error)]
pub enum CuptiError {
    #[error(
        "no CUPTI found: looked for {} in {}; install the CUDA 13 toolkit (or `pip install \
         nvidia-cuda-cupti==13.0.*`), or name its directory with --cuda-dir or PROPP_CUDA_DIR",
        cupti_sys::FILE_NAMES.join(" and "), list_paths(.searched)
    )]
    NotFound { searched: Vec<PathBuf> },
    #[error(transparent)]
    Unusable(#[from] cupti_sys::Error),
}

/// Finds and loads CUPTI.
/// Fails when there is none, or the first one found cannot be used.
pub fn open_cupti(surroundings: &Surroundings) -> Result<Library, CuptiError> {
    let dirs = surroundings.cupti_dirs();
    let holds_cupti = |dir: &&PathBuf| cupti_sys::FILE_NAMES.iter().any(|n| dir.join(n).is_file());
    match dirs.iter().find(holds_cupti) {
        Some(dir) => Ok(Library::open(dir)?),
        None => Err(CuptiError::NotFound { searched: dirs }),
    }
}

pub fn find_nvcc(surroundings: &Surroundings) -> Result<PathBuf, Vec<PathBuf>> {
    let candidates: Vec<PathBuf> =
        surroundings.toolkit_roots().iter().map(|root| root.join("bin/nvcc")).collect();
    match candidates.iter().find(|path| path.is_file()) {
        Some(found) => Ok(found.clone()),
        None => Err(candidates),
    }
}

fn versioned_toolkits(parent: &Path) -> Vec<PathBuf> {
    let Ok(entries) = parent.read_dir() else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("cuda-1")))
        .collect();
    found.sort_by_cached_key(|path| Reverse(version(path)));
    found
}

/// The numbers of `cuda-13.10`, which is newer than `cuda-13.9`. The path settles ties.
fn version(toolkit: &Path) -> (Vec<u32>, PathBuf) {
    let name = toolkit.file_name().unwrap_or_default().to_string_lossy();
    let numbers = name.trim_start_matches("cuda-").split('.');
    (numbers.map_while(|number| number.parse().ok()).collect(), toolkit.to_owned())
}

/// Folders of packages; Debian calls its own differently.
fn site_packages(prefix: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = prefix.join("lib").read_dir().into_iter().flatten();
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("python3")))
        .flat_map(|path| ["site-packages", "dist-packages"].map(|folder| path.join(folder)))
}

fn without_repeats(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = std::collections::HashSet::new();
    paths.into_iter().filter(|path| seen.insert(path.clone())).collect()
}

pub fn list_paths(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// What nvcc says of its version.
pub fn nvcc_version(nvcc: &Path) -> Result<String, String> {
    let output = Command::new(nvcc).arg("--version").output().map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(said(&output));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// All that a program said.
pub(crate) fn said(output: &Output) -> String {
    let all = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    String::from_utf8_lossy(&all).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_explicit_directory_is_the_only_place_searched() {
        let surroundings = Surroundings {
            explicit: Some("/nowhere".into()),
            cuda_homes: vec!["/elsewhere".into()],
            ..Surroundings::default()
        };
        assert!(surroundings.cupti_dirs().iter().all(|dir| dir.starts_with("/nowhere")));
        assert!(surroundings.cupti_dirs().contains(&PathBuf::from("/nowhere")));
        let error = open_cupti(&surroundings).unwrap_err().to_string();
        assert!(error.contains("/nowhere/lib64") && error.contains("libcupti.so.13"), "{error}");
    }

    #[test]
    fn of_installed_toolkits_the_newest_comes_first() {
        let parent = tempfile::tempdir().unwrap();
        for name in ["cuda-13.9", "cuda-13.10", "cuda-12.8", "cuda-13", "cuda-13.9.1", "cuda"] {
            std::fs::create_dir(parent.path().join(name)).unwrap();
        }
        let found = versioned_toolkits(parent.path());
        let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap()).collect();
        assert_eq!(names, ["cuda-13.10", "cuda-13.9.1", "cuda-13.9", "cuda-13", "cuda-12.8"]);
    }

    #[test]
    fn the_environment_comes_before_the_usual_places_and_nothing_twice() {
        let surroundings = Surroundings {
            cuda_homes: vec!["/usr/local/cuda".into(), "/elsewhere".into()],
            ..Surroundings::default()
        };
        let roots = surroundings.toolkit_roots();
        assert_eq!(roots[1], PathBuf::from("/elsewhere"));
        assert_eq!(roots.iter().filter(|r| r.ends_with("usr/local/cuda")).count(), 1);
    }
}
