//! Compiles propp's embedded sources with the user's nvcc: the libraries of the primitive
//! suite, and the probes.
//!
//! The libraries are kept in the cache folder, keyed by sources, nvcc, flags and
//! architecture.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use propp_recording_wire::variables;
use rayon::prelude::*;

use crate::{Surroundings, find_nvcc, nvcc_version, said};

mod error;
mod sources;

pub use error::{BuildError, INSTALL};
pub use sources::Sources;

const FLAGS: [&str; 5] = ["-std=c++17", "-O3", "-w", "-Xcompiler=-fPIC,-fvisibility=hidden", "-I"];

const LINES: &str = "-lineinfo";

#[derive(Clone, Debug)]
pub struct BuildRequest {
    pub sources: Sources,
    pub libraries: Vec<String>,
    /// Architecture as nvcc calls it, such as `sm_90`.
    pub architecture: String,
    /// Number of parallel compilers; 0 for one on each core.
    pub jobs: usize,
    /// Whether to compile cached libraries again.
    pub rebuild: bool,
    pub runtime: CudaRuntime,
}

/// Which CUDA runtime libraries use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CudaRuntime {
    /// One inside of the library.
    #[default]
    Static,
    /// The one that is found when the library is loaded: what is emulated needs that.
    Shared,
}

impl CudaRuntime {
    /// For nvcc's `-cudart`.
    const fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Shared => "shared",
        }
    }
}

/// A library that was built, or found in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    pub name: String,
    pub path: PathBuf,
    pub cached: bool,
}

/// Finds the compiler: `PROPP_NVCC`, or nvcc of the first toolkit.
pub fn nvcc(surroundings: &Surroundings) -> Result<PathBuf, BuildError> {
    match env_path(variables::NVCC) {
        Some(named) => Ok(named),
        None => find_nvcc(surroundings).map_err(BuildError::NoNvcc),
    }
}

/// Builds the libraries that the cache lacks. `progress` gets the number of compiled
/// sources, the number of all, and the next source.
pub fn build(
    request: &BuildRequest,
    nvcc: &Path,
    progress: &(dyn Fn(usize, usize, &str) + Sync),
) -> Result<Vec<Built>, BuildError> {
    let cache = cache()?;
    let compiler = Compiler::new(nvcc, request)?;
    let folder = cache.join(compiler.key());
    let path = |name: &str| folder.join(format!("libpropp_{name}.so"));
    let lacking: Vec<&str> = request
        .libraries
        .iter()
        .map(String::as_str)
        .filter(|name| request.rebuild || !path(name).is_file())
        .collect();
    if !lacking.is_empty() {
        let failed = |source| BuildError::Cache { folder: folder.clone(), source };
        fs::create_dir_all(&folder).map_err(failed)?;
        // A folder of our own: another propp may be building the same library.
        let work = tempfile::Builder::new().prefix("build-").tempdir_in(&folder).map_err(failed)?;
        request.sources.unpack(work.path()).map_err(failed)?;
        let compiled = compiler.compile(&lacking, work.path(), request.jobs, progress);
        let linked = compiled.and_then(|()| {
            lacking.iter().try_for_each(|name| {
                let library = compiler.link(name, work.path())?;
                fs::rename(library, path(name)).map_err(failed)
            })
        });
        if let Err(error) = linked {
            // Keep the sources, so that the user can try the command in the message.
            let _ = work.keep();
            return Err(error);
        }
    }
    let built = request.libraries.iter().map(|name| Built {
        name: name.clone(),
        path: path(name),
        cached: !lacking.contains(&name.as_str()),
    });
    Ok(built.collect())
}

/// The compiler's version, such as `13.0.88`.
pub fn version(nvcc: &Path) -> Result<String, BuildError> {
    let said = version_text(nvcc)?;
    let number = said.split_whitespace().filter_map(|word| word.strip_prefix('V')).next_back();
    Ok(number.unwrap_or("of an unknown version").to_owned())
}

/// The compiler's output for `--version`.
fn version_text(nvcc: &Path) -> Result<String, BuildError> {
    let unusable = |what: String| BuildError::Unusable { nvcc: nvcc.to_owned(), what };
    nvcc_version(nvcc).map_err(unusable)
}

/// nvcc, and how it is called.
struct Compiler<'a> {
    nvcc: &'a Path,
    version: String,
    architecture: &'a str,
    sources: Sources,
    runtime: CudaRuntime,
}

impl<'a> Compiler<'a> {
    fn new(nvcc: &'a Path, request: &'a BuildRequest) -> Result<Self, BuildError> {
        let BuildRequest { architecture, sources, runtime, .. } = request;
        let version = version_text(nvcc)?;
        Ok(Self { nvcc, version, architecture, sources: *sources, runtime: *runtime })
    }

    /// The name of the folder in the cache.
    fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (self.sources.hash(), &self.version, FLAGS, LINES).hash(&mut hasher);
        let folder = format!("{}-{:016x}", self.architecture, hasher.finish());
        match self.runtime {
            CudaRuntime::Static => folder,
            CudaRuntime::Shared => folder + "-shared",
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.nvcc);
        command.arg(format!("-arch={}", self.architecture));
        // A toolkit from PyPI has `lib`, where nvcc looks for `lib64`.
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
        // Thrust's sources take longest and come last, so start from the end. Sources of
        // several libraries are compiled once.
        let mut all: Vec<&str> = Vec::new();
        for source in libraries.iter().rev().flat_map(|name| (self.sources.sources_of)(name)) {
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

    /// nvcc's message for an unknown architecture does not name it.
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

    fn link(&self, library: &str, work: &Path) -> Result<PathBuf, BuildError> {
        let path = work.join(format!("libpropp_{library}.so"));
        let mut command = self.command();
        command.arg("-shared").args(runtime_flags(self.nvcc, self.runtime));
        command.args((self.sources.sources_of)(library).iter().map(|source| object(work, source)));
        command.arg("-o").arg(&path);
        perform(&mut command, &format!("the library {library}"))?;
        Ok(path)
    }
}

/// Flags with which nvcc links a runtime.
fn runtime_flags(nvcc: &Path, runtime: CudaRuntime) -> Vec<String> {
    match runtime {
        CudaRuntime::Shared => shared_runtime(nvcc),
        CudaRuntime::Static => ["-cudart", runtime.name()].map(str::to_owned).into(),
    }
}

/// Flags with which nvcc links the shared runtime. Packages of PyPI have the library in `lib` and without
/// the name that the linker looks for.
#[must_use]
pub fn shared_runtime(nvcc: &Path) -> Vec<String> {
    const LIBRARY: &str = "libcudart.so.13";
    let root = nvcc.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let has_name = ["lib64", "lib"].iter().any(|lib| root.join(lib).join("libcudart.so").exists());
    let lib = root.join("lib");
    if has_name || !lib.join(LIBRARY).exists() {
        return ["-cudart", "shared"].map(str::to_owned).into();
    }
    let (folder, library) = (format!("-L{}", lib.display()), format!("-l:{LIBRARY}"));
    vec!["-cudart".to_owned(), "none".to_owned(), folder, library]
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

/// The folder for compiled libraries and for measurements of `propp rank`.
pub fn cache() -> Result<PathBuf, BuildError> {
    env_path(variables::SUITE_CACHE)
        .or_else(|| Some(env_path("XDG_CACHE_HOME")?.join("propp/suite")))
        .or_else(|| Some(env_path("HOME")?.join(".cache/propp/suite")))
        .ok_or(BuildError::NoCache)
}

fn env_path(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}
