//! Compiling what came with propp as sources with the user's nvcc: the libraries of
//! the primitive suite, and the probes.
//!
//! What was compiled is kept in the cache folder, under a name that says from
//! which sources, by which nvcc, how and for which architecture; so it is found
//! again, and never taken for another.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::{Surroundings, find_nvcc, nvcc_version, said};

mod error;
mod sources;

pub use error::{BuildError, INSTALL};
pub use sources::Sources;

/// How every source is compiled.
const FLAGS: [&str; 5] = ["-std=c++17", "-O3", "-w", "-Xcompiler=-fPIC,-fvisibility=hidden", "-I"];

/// Shows source lines in profiles.
const LINES: &str = "-lineinfo";

/// What is to be built.
#[derive(Clone, Debug)]
pub struct Order {
    /// Of what.
    pub sources: Sources,
    /// Names of libraries.
    pub libraries: Vec<String>,
    /// Architecture as nvcc calls it, such as `sm_90`.
    pub architecture: String,
    /// Compilers at a time; 0 for one a core.
    pub jobs: usize,
    /// Whether what is in the cache is compiled again.
    pub again: bool,
}

/// A library that was built, or was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// Its name.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Whether it was in the cache.
    pub cached: bool,
}

/// Finds the compiler: `PROPP_NVCC`, or nvcc of the first toolkit.
///
/// # Errors
/// When there is none.
pub fn nvcc(surroundings: &Surroundings) -> Result<PathBuf, BuildError> {
    match set("PROPP_NVCC") {
        Some(named) => Ok(named),
        None => find_nvcc(surroundings).map_err(BuildError::NoNvcc),
    }
}

/// Builds libraries that the cache lacks. `progress` is told what was done, of
/// how many, and what is next.
///
/// # Errors
/// When a source does not compile, or the cache cannot be written.
pub fn build(
    order: &Order,
    nvcc: &Path,
    progress: &(dyn Fn(usize, usize, &str) + Sync),
) -> Result<Vec<Built>, BuildError> {
    let cache = cache()?;
    let compiler = Compiler::of(nvcc, &order.architecture, order.sources)?;
    let folder = cache.join(compiler.key());
    let path = |name: &str| folder.join(format!("libpropp_{name}.so"));
    let lacking: Vec<&str> = order
        .libraries
        .iter()
        .map(String::as_str)
        .filter(|name| order.again || !path(name).is_file())
        .collect();
    if !lacking.is_empty() {
        let failed = |source| BuildError::Cache { folder: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(failed)?;
        // A folder of this call's own: another propp may be building the same.
        let work = tempfile::Builder::new().prefix("build-").tempdir_in(&folder).map_err(failed)?;
        order.sources.unpack(work.path()).map_err(failed)?;
        let compiled = compiler.compile(&lacking, work.path(), order.jobs, progress);
        let linked = compiled.and_then(|()| {
            lacking.iter().try_for_each(|name| {
                let library = compiler.link(name, work.path())?;
                fs::rename(library, path(name)).map_err(failed)
            })
        });
        if let Err(error) = linked {
            // The sources stay, so that the command in the message can be tried.
            let _ = work.keep();
            return Err(error);
        }
    }
    let built = order.libraries.iter().map(|name| Built {
        name: name.clone(),
        path: path(name),
        cached: !lacking.contains(&name.as_str()),
    });
    Ok(built.collect())
}

/// The compiler's version, such as `13.0.88`.
///
/// # Errors
/// When it does not work.
pub fn version(nvcc: &Path) -> Result<String, BuildError> {
    let said = said_version(nvcc)?;
    let number = said.split_whitespace().filter_map(|word| word.strip_prefix('V')).next_back();
    Ok(number.unwrap_or("of an unknown version").to_owned())
}

/// What the compiler says of its version.
fn said_version(nvcc: &Path) -> Result<String, BuildError> {
    let unusable = |what: String| BuildError::Unusable { nvcc: nvcc.to_owned(), what };
    nvcc_version(nvcc).map_err(unusable)
}

/// nvcc, and how it is called.
struct Compiler<'a> {
    nvcc: &'a Path,
    version: String,
    architecture: &'a str,
    sources: Sources,
}

impl<'a> Compiler<'a> {
    fn of(nvcc: &'a Path, architecture: &'a str, sources: Sources) -> Result<Self, BuildError> {
        Ok(Self { nvcc, version: said_version(nvcc)?, architecture, sources })
    }

    /// The name of the folder in the cache.
    fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.sources.hash(), &self.version, FLAGS, LINES).hash(&mut hasher);
        format!("{}-{:016x}", self.architecture, hasher.finish())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.nvcc);
        command.arg(format!("-arch={}", self.architecture));
        // A toolkit from PyPI has lib where nvcc looks for lib64.
        if let Some(root) = self.nvcc.parent().and_then(Path::parent) {
            command.arg(format!("-L{}", root.join("lib").display()));
        }
        command
    }

    /// Compiles every source of the libraries, several at a time.
    fn compile(
        &self,
        libraries: &[&str],
        work: &Path,
        jobs: usize,
        progress: &(dyn Fn(usize, usize, &str) + Sync),
    ) -> Result<(), BuildError> {
        // Thrust's take longest and its library comes last: so from the end. What
        // several libraries hold is compiled once.
        let mut all: Vec<&str> = Vec::new();
        for source in libraries.iter().rev().flat_map(|name| (self.sources.of)(name)) {
            if !all.contains(&source) {
                all.push(source);
            }
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = if jobs == 0 { cores } else { jobs }.min(all.len());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        let pool = pool.map_err(|error| BuildError::Threads { jobs, error: error.to_string() })?;
        let done = AtomicUsize::new(0);
        // One after the other in this order, which an indexed list would not keep.
        let sources = all.iter().par_bridge();
        pool.install(|| {
            sources.try_for_each(|source| {
                progress(done.load(Ordering::Relaxed), all.len(), source);
                self.compile_one(source, work)?;
                done.fetch_add(1, Ordering::Relaxed);
                Ok(())
            })
        })
    }

    fn compile_one(&self, source: &str, work: &Path) -> Result<(), BuildError> {
        let mut command = self.command();
        command.args(FLAGS).arg(work);
        if (self.sources.has_lines)(source) {
            command.arg(LINES);
        }
        command.arg("-c").arg(work.join(source)).arg("-o").arg(object(work, source));
        perform(&mut command, source).map_err(|error| self.explained(error))
    }

    /// nvcc's words for an architecture that it does not know name no architecture.
    fn explained(&self, error: BuildError) -> BuildError {
        const UNKNOWN: [&str; 2] =
            ["is not defined for option 'gpu-architecture'", "Unsupported gpu architecture"];
        match error {
            BuildError::Compile { words, .. } if UNKNOWN.iter().any(|say| words.contains(say)) => {
                BuildError::Architecture {
                    nvcc: self.nvcc.to_owned(),
                    architecture: self.architecture.to_owned(),
                }
            }
            other => other,
        }
    }

    /// Links a library; returns where it is.
    fn link(&self, library: &str, work: &Path) -> Result<PathBuf, BuildError> {
        let path = work.join(format!("libpropp_{library}.so"));
        let mut command = self.command();
        command.args(["-shared", "-cudart", "static"]);
        command.args((self.sources.of)(library).iter().map(|source| object(work, source)));
        command.arg("-o").arg(&path);
        perform(&mut command, &format!("the library {library}"))?;
        Ok(path)
    }
}

fn object(work: &Path, source: &str) -> PathBuf {
    work.join(source.replace('/', "_")).with_extension("o")
}

fn perform(command: &mut Command, what: &str) -> Result<(), BuildError> {
    let words = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => said(&output),
        Err(error) => error.to_string(),
    };
    Err(BuildError::Compile { what: what.to_owned(), command: shown(command), words })
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Where compiled libraries are kept, and what `propp rank` measured.
///
/// # Errors
/// When no variable of the environment names a place.
pub fn cache() -> Result<PathBuf, BuildError> {
    set("PROPP_SUITE_CACHE")
        .or_else(|| Some(set("XDG_CACHE_HOME")?.join("propp/suite")))
        .or_else(|| Some(set("HOME")?.join(".cache/propp/suite")))
        .ok_or(BuildError::NoCache)
}

fn set(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
