//! The check that every CUDA source of the repository compiles, and the nvcc that tests
//! are given, which compiles nothing twice.

mod objects;
mod stand_in;

pub(crate) use stand_in::{NOTHING_NEW, run as stand_in, write as write_stand_in};

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::error::Error;
use crate::paths::Paths;
use crate::stamps::collect_files;
use objects::{Kept, Objects, Source};

/// The GPU that the repository's own measurements are made on.
const ARCHITECTURE: &str = "-arch=sm_90";

/// Where the libraries of the primitive suite are.
const SUITE: &str = "primitives/src";

/// How `propp suite build` compiles these libraries (`crates/collect/toolkit/src/compile`). With the same flags
/// here the test that builds them finds every object made.
const SUITE_FLAGS: [&str; 3] = ["-std=c++17", "-O3", "-Xcompiler=-fPIC,-fvisibility=hidden"];

/// What `propp suite build` adds for sources whose lines profiles show.
const LINES: &str = "-lineinfo";

/// How many sources there are, how many of them are recorded, and how many this call compiled.
pub(crate) struct Counts {
    pub(crate) sources: usize,
    pub(crate) recorded: usize,
    pub(crate) compiled: usize,
}

/// Compiles every CUDA source that is not recorded to an object under `target/cu`, warnings denied,
/// as many at a time as there are cores. What was compiled from the same text by the same compiler
/// is kept, unless `again`. Stops early when `stop` is set.
pub(crate) fn compile_all(paths: &Paths, again: bool, stop: &AtomicBool) -> Result<Counts, Error> {
    if again {
        objects::remove(paths)?;
    }
    let objects = Objects::of(paths)?;
    let all = all_sources(paths)?;
    let count = all.len();
    // A library is linked from all of its objects.
    let is_suite_recorded = is_suite_recorded(paths)?;
    let sources: Vec<Source> = all
        .into_iter()
        .filter(|source| match source.root {
            Some(_) => !is_suite_recorded,
            None => !objects.is_recorded(source).unwrap_or_default(),
        })
        .collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let (failed, kept) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..workers.min(sources.len()) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed)
                    && let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    match objects.get(source) {
                        Ok(object) => hold(&kept).push(object),
                        Err(words) => {
                            eprintln!("{words}");
                            hold(&failed).push(paths.short(&source.path).to_owned());
                        }
                    }
                }
            });
        }
    });
    let (failed, kept) = (hold(&failed).split_off(0), hold(&kept).split_off(0));
    if !failed.is_empty() {
        return Err(Error::Nvcc(failed));
    }
    let files: BTreeSet<&Path> = kept.iter().map(|kept: &Kept| kept.object.as_path()).collect();
    objects.keep_only(&files)?;
    let compiled = kept.iter().filter(|kept| kept.is_new).count();
    Ok(Counts { sources: count, recorded: count - sources.len(), compiled })
}

/// Whether all sources of the suite's libraries are recorded. Then the test that builds these
/// passed when they were.
pub(crate) fn is_suite_recorded(paths: &Paths) -> Result<bool, Error> {
    let objects = Objects::of(paths)?;
    let suite = all_sources(paths)?.into_iter().filter(|source| source.root.is_some());
    Ok(suite.chain([matrix(paths)]).all(|of| objects.is_recorded(&of).unwrap_or_default()))
}

/// Records that every source compiled.
pub(crate) fn record(paths: &Paths) -> Result<(), Error> {
    let mut sources = all_sources(paths)?;
    sources.push(matrix(paths));
    Objects::of(paths)?.record(&sources).map_err(Error::Compile)
}

/// What that test compares the libraries with.
fn matrix(paths: &Paths) -> Source {
    let path = paths.root.join("primitives/matrix.json");
    Source { path, flags: Vec::new(), root: None }
}

fn hold<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Every source, the ones that take longest first.
fn all_sources(paths: &Paths) -> Result<Vec<Source>, Error> {
    let mut files = Vec::new();
    collect_files(&paths.root, &mut files)?;
    let suite = paths.root.join(SUITE);
    // They need libraries that setup does not fetch: cuBLAS alone has 500 MB; NVBench; ModernGPU.
    for needs_libraries in
        ["tests/programs/libraries", "crates/gate/runs/checks/benchmarks", "examples/adapters"]
    {
        let folder = paths.root.join(needs_libraries);
        files.retain(|file| !file.starts_with(&folder));
    }
    let ends = |file: &Path, end: &str| file.extension().is_some_and(|found| found == end);
    files.retain(|file| ends(file, "cu") || file.starts_with(&suite) && ends(file, "cpp"));
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // The headers of CUB and Thrust are long.
    files.sort_by_key(|file| {
        let (name, is_suite) = (name(file), file.starts_with(&suite));
        let rank = if name.starts_with("thrust") { 0 } else { 1 + usize::from(!is_suite) };
        (rank, name)
    });
    let source = |path: PathBuf| {
        let mut flags = vec![ARCHITECTURE.to_owned()];
        let mut root = None;
        if path.starts_with(&suite) {
            flags.extend(SUITE_FLAGS.map(str::to_owned));
            root = suite.parent().map(Path::to_owned);
            if name(&path).starts_with("own") {
                flags.push(LINES.to_owned());
            }
        }
        Source { path, flags, root }
    };
    Ok(files.into_iter().map(source).collect())
}
