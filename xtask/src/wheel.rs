//! `cargo xtask wheel`: the Python package `propp-gpu`, with the command inside.
//!
//! hatchling writes the wheel: the modules of `python/src`, and the command as a script of the
//! environment. The platform tag is what the binaries need, read off their symbol versions, and
//! not what the machine has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{self, Shipped};
use crate::environment::{Environment, Ready};
use crate::error::Error;
use crate::paths::Paths;
use crate::setup::remove_folder;
use crate::{loads, process};

/// hatchling, and what the tests of the package need.
pub(crate) const TOOLS: Environment =
    Environment { pins: "xtask/wheel.txt", folder: "wheel-tools" };

/// What links for an older glibc than this machine's.
const ZIG: Environment = Environment { pins: "xtask/zig.txt", folder: "zig" };

/// A wheel is at most so large.
const MOST_BYTES: u64 = 20_000_000;

/// The glibc of manylinux_2_28.
const OLDEST: (u32, u32) = (2, 28);

const CURE: &str = "its words are above";

/// Arguments of `cargo xtask wheel`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For systems with this glibc or a newer one, such as 2.28: zig, from a package index, links
    /// (default: what this machine's linker makes)
    #[arg(long, value_name = "VERSION", value_parser = version)]
    glibc: Option<(u32, u32)>,
}

/// A version of two numbers.
pub(crate) fn version(text: &str) -> Result<(u32, u32), String> {
    let numbers = text.split_once('.').map(|(major, minor)| (major.parse(), minor.parse()));
    match numbers {
        Some((Ok(2), Ok(minor))) => Ok((2, minor)),
        _ => Err("give a version of glibc, such as 2.28".to_owned()),
    }
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    let release = built(paths, args.glibc)?;
    loads::no_cuda(paths, [&release.propp, &release.inject])?;
    let wheel = make(paths, &release, &paths.target.join("wheel"))?;
    check_size(paths, &wheel)
}

/// The command, for this machine's glibc or for an older one.
pub(crate) fn built(paths: &Paths, glibc: Option<(u32, u32)>) -> Result<Shipped, Error> {
    if let Ready::Unfit(reason) = TOOLS.set_up(paths)? {
        return Err(Error::Wheel(reason));
    }
    match glibc {
        None => cargo::build_release(paths),
        Some(glibc) => build_for(paths, glibc),
    }
}

/// Builds for an older glibc, and makes sure that it is enough.
fn build_for(paths: &Paths, wanted: (u32, u32)) -> Result<Shipped, Error> {
    if let Ready::Unfit(reason) = ZIG.set_up(paths)? {
        return Err(Error::Wheel(reason));
    }
    let built = cargo::build_release_for(paths, &ZIG.folder(paths).join("bin"), wanted)?;
    let needs = glibc(&built)?;
    if needs > wanted.max(OLDEST) {
        let (major, minor) = needs;
        return Err(Error::Wheel(format!("what was built needs glibc {major}.{minor}")));
    }
    Ok(built)
}

/// Makes the wheel of what was built, in a folder of its own, and returns its path.
pub(crate) fn make(paths: &Paths, shipped: &Shipped, folder: &Path) -> Result<PathBuf, Error> {
    let Some(python) = TOOLS.python(paths) else {
        return Err(Error::Wheel(format!("the packages of {} are not installed", TOOLS.pins)));
    };
    let project = paths.root.join("python");
    let build = project.join("build");
    fs::create_dir_all(&build).map_err(Error::file("create", &build))?;
    let binary = build.join("propp");
    process::run(Command::new("strip").arg("-o").arg(&binary).arg(&shipped.propp), CURE)?;
    let needs = glibc(shipped)?;
    println!("wheel: the binaries need glibc {}.{}", needs.0, needs.1);
    remove_folder(folder)?;
    let mut hatchling = Command::new(python);
    hatchling.args(["-m", "hatchling", "build", "--target", "wheel", "--directory"]).arg(folder);
    hatchling
        .current_dir(&project)
        .env("PROPP_WHEEL_VERSION", env!("CARGO_PKG_VERSION"))
        .env(
            "PROPP_WHEEL_TAG",
            format!("manylinux_{}_{}_{}", needs.0, needs.1, std::env::consts::ARCH),
        )
        // Of the archive's files: two builds of the same sources are the same wheel.
        .env("SOURCE_DATE_EPOCH", "1577836800");
    process::run(&mut hatchling, CURE)?;
    let entries = fs::read_dir(folder).map_err(Error::file("read", folder))?;
    let wheel = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut wheel = wheel.filter(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.next().ok_or(Error::NotBuilt("wheel"))
}

/// Says how large a wheel that people get is, and fails if that is too much.
pub(crate) fn check_size(paths: &Paths, wheel: &Path) -> Result<(), Error> {
    let bytes = fs::metadata(wheel).map_err(Error::file("read", wheel))?.len();
    println!("wheel: {} ({:.1} MB)", paths.short(wheel).display(), bytes as f64 / 1e6);
    if bytes > MOST_BYTES {
        let text = format!("the wheel has {bytes} bytes, and {MOST_BYTES} are the limit");
        return Err(Error::Wheel(text));
    }
    Ok(())
}

/// The glibc that what is shipped needs, and at least that of manylinux_2_28.
pub(crate) fn glibc(shipped: &Shipped) -> Result<(u32, u32), Error> {
    let mut needs = OLDEST;
    for file in [&shipped.propp, &shipped.inject, &shipped.runtime] {
        let symbols = process::output(
            Command::new("objdump").arg("-T").arg(file),
            "objdump comes with binutils",
        )?;
        needs = needs.max(versions(&symbols).max().unwrap_or_default());
    }
    Ok(needs)
}

/// The versions of glibc that the symbols of a file have.
fn versions(symbols: &str) -> impl Iterator<Item = (u32, u32)> {
    symbols.split("GLIBC_").skip(1).filter_map(|rest| {
        let text = rest.split(|c: char| !c.is_ascii_digit() && c != '.').next()?;
        let mut parts = text.split('.').map(str::parse);
        Some((parts.next()?.ok()?, parts.next()?.ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_of_a_symbol_is_what_a_file_needs() {
        let text = "0000 DF *UND* 0000 (GLIBC_2.2.5) free\n\
                    0000 DF *UND* 0000 (GLIBC_2.34) dlsym\n\
                    0000 DF *UND* 0000 (GLIBC_2.4) x\n0000 w D *UND* 0000 (GLIBC_PRIVATE) y\n";
        assert_eq!(versions(text).max(), Some((2, 34)));
        assert_eq!(versions("no symbols").max(), None);
    }
}
