//! The one place that knows how nvcc is called, and the check that every CUDA
//! source of the repository compiles.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Error;
use crate::paths::Paths;

/// The GPU that the repository's own measurements are made on.
const ARCHITECTURE: &str = "-arch=sm_90";

/// nvcc of the toolkit that setup made. It needs no search paths: nvcc.profile
/// in its folder names include/cccl and lib64, and setup makes the link lib64.
pub(crate) fn command(paths: &Paths) -> Command {
    let mut command = Command::new(paths.cuda.join("bin/nvcc"));
    command.arg(ARCHITECTURE);
    command
}

/// Compiles every CUDA source to an object under target/cu, warnings denied, as
/// many at a time as there are cores. Returns how many there were.
pub(crate) fn compile_all(paths: &Paths) -> Result<usize, Error> {
    let mut sources = Vec::new();
    collect_sources(&paths.root, &mut sources)?;
    sources.sort();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers.min(sources.len()) {
            scope.spawn(|| {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(words) = compile(paths, source) {
                        eprintln!("{words}");
                        let mut failed = failed.lock().unwrap_or_else(|held| held.into_inner());
                        failed.push(paths.short(source).to_owned());
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(|held| held.into_inner());
    if failed.is_empty() { Ok(sources.len()) } else { Err(Error::Nvcc(failed)) }
}

/// Compiles one source; the error is what the user should read.
fn compile(paths: &Paths, source: &Path) -> Result<(), String> {
    let name = paths.short(source);
    let object = paths.target.join("cu").join(name).with_extension("o");
    if let Some(folder) = object.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut nvcc = command(paths);
    nvcc.args(["-Werror", "all-warnings", "-c", "-o"]).arg(&object).arg(source);
    let output = nvcc.output().map_err(|error| {
        format!("{}: {error}; run `cargo xtask setup`", paths.cuda.join("bin/nvcc").display())
    })?;
    if output.status.success() {
        println!("  {}", name.display());
        return Ok(());
    }
    let words = [output.stdout, output.stderr].concat();
    Err(format!("{}: {}\n{}", name.display(), output.status, String::from_utf8_lossy(&words)))
}

/// Walks the tree rather than asking git, so that an unpacked archive of the
/// sources can be tested too.
fn collect_sources(folder: &Path, sources: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(Error::file("read", folder))? {
        let entry = entry.map_err(Error::file("read", folder))?;
        let kind = entry.file_type().map_err(Error::file("read", &entry.path()))?;
        let name = entry.file_name();
        let hidden = name.to_string_lossy().starts_with('.') || name == "target";
        if kind.is_dir() && !hidden {
            collect_sources(&entry.path(), sources)?;
        } else if kind.is_file() && entry.path().extension().is_some_and(|end| end == "cu") {
            sources.push(entry.path());
        }
    }
    Ok(())
}
