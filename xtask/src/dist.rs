//! `cargo xtask dist`: a folder with all that propp and its device tests need on
//! a machine that has a GPU and no cargo.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo;
use crate::error::Error;
use crate::loads;
use crate::paths::Paths;
use crate::process;
use crate::setup::remove_folder;

/// What is compiled or read there; whatever the workspace has of it is taken along.
const SOURCES: [&str; 8] = [
    "examples",
    "primitives",
    "crates/probe/experiments",
    "python/device",
    "python/src",
    "tests/device",
    "tests/programs",
    "weights",
];
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

const ON_GPU: &str = include_str!("dist/on-gpu.sh");
const README: &str = include_str!("dist/README");

/// Arguments of `cargo xtask dist`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Pack the folder into a .tar.gz beside it, too
    #[arg(long)]
    archive: bool,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    let folder = make(paths)?;
    report(paths, &folder, size_of(&folder)?);
    if args.archive {
        let archive = pack(&folder)?;
        let size = fs::metadata(&archive).map_err(Error::file("read", &archive))?.len();
        report(paths, &archive, size);
    }
    Ok(())
}

/// Makes the folder anew and returns its path.
pub(crate) fn make(paths: &Paths) -> Result<PathBuf, Error> {
    let release = cargo::build_dist(paths)?;
    loads::no_cuda(paths, [&release.propp, &release.inject])?;
    let tests = cargo::build_device_tests(paths)?;
    let collect = cargo::build_bench(paths, "collect")?;
    let programs = cargo::build_bench(paths, "programs")?;
    // All packages share the workspace's version.
    let name = format!("propp-{}-{}-linux", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let folder = paths.target.join("dist").join(name);
    remove_folder(&folder)?;
    copy_file(&release.propp, &folder.join("bin/propp"))?;
    copy_file(&release.inject, &folder.join("lib/libpropp_inject.so"))?;
    for source in SOURCES.map(|source| (paths.root.join(source), folder.join(source))) {
        if source.0.is_dir() {
            copy_folder(&source.0, &source.1)?;
        }
    }
    for licence in LICENCES {
        copy_file(&paths.root.join(licence), &folder.join(licence))?;
    }
    write(&folder.join("README"), README, 0o644)?;
    let for_gpus =
        [("gpu-test", &tests), ("bench-collect", &collect), ("bench-programs", &programs)];
    for (name, program) in for_gpus {
        copy_file(program, &folder.join(format!("bin/propp-{name}")))?;
        write(&folder.join(name), ON_GPU, 0o755)?;
    }
    Ok(folder)
}

fn pack(folder: &Path) -> Result<PathBuf, Error> {
    let name = folder.file_name().unwrap_or_default();
    let mut archive = folder.as_os_str().to_owned();
    archive.push(".tar.gz");
    let archive = PathBuf::from(archive);
    let mut tar = Command::new("tar");
    // Numeric root, so that the archive does not tell who made it.
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "-czf"]).arg(&archive);
    tar.arg("-C").arg(folder.parent().unwrap_or(folder)).arg(name);
    process::run(&mut tar, "--archive needs GNU tar and gzip")?;
    Ok(archive)
}

fn report(paths: &Paths, path: &Path, bytes: u64) {
    println!("dist: {} ({:.1} MB)", paths.short(path).display(), bytes as f64 / 1e6);
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(from).map_err(Error::file("read", from))? {
        let entry = entry.map_err(Error::file("read", from))?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            copy_file(&entry.path(), &target)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), Error> {
    create_folder_of(to)?;
    fs::copy(from, to).map_err(Error::file("copy", from))?;
    Ok(())
}

fn write(path: &Path, text: &str, mode: u32) -> Result<(), Error> {
    create_folder_of(path)?;
    fs::write(path, text).map_err(Error::file("write", path))?;
    let permissions = fs::Permissions::from_mode(mode);
    fs::set_permissions(path, permissions).map_err(Error::file("set the mode of", path))
}

fn create_folder_of(path: &Path) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(Error::file("create", folder))
}

fn size_of(folder: &Path) -> Result<u64, Error> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).map_err(Error::file("read", folder))? {
        let entry = entry.map_err(Error::file("read", folder))?;
        let about = entry.metadata().map_err(Error::file("read", &entry.path()))?;
        bytes += if about.is_dir() { size_of(&entry.path())? } else { about.len() };
    }
    Ok(bytes)
}
