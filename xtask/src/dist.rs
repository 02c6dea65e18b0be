//! `cargo xtask dist`: what a release consists of. The archive has the command, completions, manual
//! pages and licences, and runs wherever glibc is new enough; beside it are the Python package, the
//! section of the changelog, and the checksums. `--device-tests` makes instead a folder with all that
//! propp and its device tests need on a machine that has a GPU and no cargo.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{self, Shipped};
use crate::error::Error;
use crate::paths::Paths;
use crate::setup::remove_folder;
use crate::{loads, process, wheel};

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
const DEVICE_TESTS: &str = include_str!("dist/device-tests.txt");
const RELEASE: &str = include_str!("dist/release.txt");

/// Shells, and where their completions are looked for below a prefix such as `/usr/local`.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/propp"),
    ("zsh", "share/zsh/site-functions/_propp"),
    ("fish", "share/fish/vendor_completions.d/propp.fish"),
];

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Arguments of `cargo xtask dist`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For systems with this glibc or a newer one, such as 2.28: zig, from a package index, links
    /// (default: what this machine's linker makes)
    #[arg(long, value_name = "VERSION", value_parser = wheel::version)]
    glibc: Option<(u32, u32)>,
    /// Tag of the release, such as v0.1.0: fail unless it is the workspace's version and the
    /// changelog has a section of it
    #[arg(long, value_name = "TAG")]
    tag: Option<String>,
    /// Make a folder with the device tests and benchmarks instead
    #[arg(long, conflicts_with_all = ["glibc", "tag"])]
    device_tests: bool,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    if args.device_tests {
        let folder = with_device_tests(paths)?;
        report(paths, &folder, size_of(&folder)?);
        return Ok(());
    }
    let notes = notes(paths, args.tag.as_deref())?;
    let release = wheel::built(paths, args.glibc)?;
    loads::no_cuda(paths, [&release.propp, &release.inject])?;
    let all = paths.target.join("release-files");
    remove_folder(&all)?;
    let folder = all.join(format!("propp-{VERSION}-{}-linux", std::env::consts::ARCH));
    fill(paths, &release, &folder)?;
    let archive = pack(&folder)?;
    remove_folder(&folder)?;
    let made = wheel::make(paths, &release, &paths.target.join("wheel"))?;
    wheel::check_size(paths, &made)?;
    let package = all.join(made.file_name().unwrap_or_default());
    copy_file(&made, &package)?;
    write(&all.join("NOTES.md"), &notes, 0o644)?;
    let files = [&archive, &package].map(|file| file.file_name().unwrap_or_default());
    let sums = process::output(
        Command::new("sha256sum").args(files).current_dir(&all),
        "sha256sum comes with coreutils",
    )?;
    write(&all.join("SHA256SUMS"), &sums, 0o644)?;
    for file in [&archive, &package] {
        let size = fs::metadata(file).map_err(Error::file("read", file))?.len();
        report(paths, file, size);
    }
    Ok(())
}

/// What the changelog says of this version, or else of what is not released yet.
fn notes(paths: &Paths, tag: Option<&str>) -> Result<String, Error> {
    let path = paths.root.join("CHANGELOG.md");
    let text = fs::read_to_string(&path).map_err(Error::file("read", &path))?;
    let Some(tag) = tag else {
        return Ok(section(&text, VERSION).or(section(&text, "Unreleased")).unwrap_or_default());
    };
    if tag.strip_prefix('v') != Some(VERSION) {
        return Err(Error::Release(format!(
            "the tag {tag} is not v{VERSION}, the version in Cargo.toml"
        )));
    }
    section(&text, VERSION).ok_or_else(|| {
        Error::Release(format!("CHANGELOG.md has no section \"## {VERSION}\" with the date"))
    })
}

/// The text below the heading that begins with this word.
fn section(changelog: &str, word: &str) -> Option<String> {
    let mut sections = changelog.split("\n## ").skip(1);
    let own = sections.find(|section| section.split_whitespace().next() == Some(word))?;
    Some(own.split_once('\n')?.1.trim().to_owned() + "\n")
}

/// Puts into a folder what people install.
fn fill(paths: &Paths, release: &Shipped, folder: &Path) -> Result<(), Error> {
    let binary = folder.join("bin/propp");
    create_folder_of(&binary)?;
    let mut strip = Command::new("strip");
    process::run(strip.arg("-o").arg(&binary).arg(&release.propp), "strip comes with binutils")?;
    for (shell, place) in COMPLETIONS {
        let mut propp = Command::new(&binary);
        let script = process::output(propp.args(["completions", shell]), CURE)?;
        write(&folder.join(place), &script, 0o644)?;
    }
    let pages = folder.join("share/man/man1");
    fs::create_dir_all(&pages).map_err(Error::file("create", &pages))?;
    process::run(Command::new(&binary).args(["man", "--dir"]).arg(&pages), CURE)?;
    for file in LICENCES.into_iter().chain(["CHANGELOG.md"]) {
        copy_file(&paths.root.join(file), &folder.join(file))?;
    }
    let (major, minor) = wheel::glibc(release)?;
    let readme = RELEASE.replace("{glibc}", &format!("{major}.{minor}"));
    write(&folder.join("README"), &readme, 0o644)
}

const CURE: &str = "its words are above";

/// Makes the folder anew and returns its path.
pub(crate) fn with_device_tests(paths: &Paths) -> Result<PathBuf, Error> {
    let release = cargo::build_dist(paths)?;
    loads::no_cuda(paths, [&release.propp, &release.inject])?;
    let tests = cargo::build_device_tests(paths)?;
    let collect = cargo::build_bench(paths, "collect")?;
    let programs = cargo::build_bench(paths, "programs")?;
    // All packages share the workspace's version.
    let name = format!("propp-{VERSION}-{}-linux-device-tests", std::env::consts::ARCH);
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
    write(&folder.join("README"), DEVICE_TESTS, 0o644)?;
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
    // Neither who made it nor when: two builds of the same sources are the same archive.
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--sort=name", "--mtime=@1577836800"]);
    tar.arg("--mode=u+rwX,go+rX,go-w");
    tar.args(["--use-compress-program=gzip -n9", "-cf"]).arg(&archive);
    tar.arg("-C").arg(folder.parent().unwrap_or(folder)).arg(name);
    process::run(&mut tar, "it needs GNU tar and gzip")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_section_of_a_version() {
        let text =
            "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.1.0 (2026-12-01)\n\n- old\n- older\n";
        assert_eq!(section(text, "0.1.0").as_deref(), Some("- old\n- older\n"));
        assert_eq!(section(text, "Unreleased").as_deref(), Some("- new\n"));
        assert_eq!(section(text, "0.1"), None);
    }
}
