//! The nvcc that tests are given (`PROPP_TEST_NVCC`): a script that calls `cargo xtask nvcc`.
//! It takes objects from `target/cu`, and leaves everything else to the real nvcc.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::objects::{Objects, Source};
use crate::error::Error;
use crate::paths::Paths;

/// Set where every object must be there already.
pub(crate) const NOTHING_NEW: &str = "PROPP_NVCC_NOTHING_NEW";

/// Writes the script and returns where it is.
pub(crate) fn write(paths: &Paths) -> Result<PathBuf, Error> {
    let folder = paths.target.join("cu-bin/bin");
    let script = folder.join("nvcc");
    // A later build may replace the executable of this process, and leaves its name.
    let program = std::env::current_exe().map_err(Error::file("find", Path::new("xtask")))?;
    let program = program.to_string_lossy().trim_end_matches(" (deleted)").replace('\'', r"'\''");
    // Tests run with the variable of their own package.
    let here = paths.root.join("xtask").display().to_string().replace('\'', r"'\''");
    let text =
        format!("#!/bin/sh\nexport CARGO_MANIFEST_DIR='{here}'\nexec '{program}' nvcc -- \"$@\"\n");
    fs::create_dir_all(&folder).map_err(Error::file("create", &folder))?;
    fs::write(&script, text).map_err(Error::file("write", &script))?;
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&script, permissions).map_err(Error::file("set the mode of", &script))?;
    Ok(script)
}

/// Does what nvcc would do with these arguments.
pub(crate) fn run(arguments: &[String], paths: &Paths) -> Result<(), Error> {
    let Some((source, object)) = compilation(arguments) else {
        let nvcc = paths.cuda.join("bin/nvcc");
        // Comes back only if there is no such program.
        let error = Command::new(&nvcc).args(arguments).exec();
        return Err(Error::file("run", &nvcc)(error));
    };
    let objects = Objects::of(paths)?;
    let kept = if std::env::var_os(NOTHING_NEW).is_some() {
        let kept = objects.find(&source).map_err(Error::Compile)?;
        let flags = source.flags.join(" ");
        kept.ok_or_else(|| Error::NotCompiled { file: source.path.clone(), flags })?
    } else {
        objects.get(&source).map_err(Error::Compile)?.object
    };
    fs::copy(&kept, &object).map(drop).map_err(Error::file("copy", &kept))
}

/// The source and the object, where these arguments compile one source.
fn compilation(arguments: &[String]) -> Option<(Source, PathBuf)> {
    let (mut path, mut object, mut root) = (None, None, None);
    let mut flags = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "-c" => path = arguments.next().map(PathBuf::from),
            "-o" => object = arguments.next().map(PathBuf::from),
            "-I" => root = arguments.next().map(PathBuf::from),
            // Warnings are errors here, and a search path of the linker is of no use.
            "-w" => {}
            other if other.starts_with("-L") => {}
            other => flags.push(other.to_owned()),
        }
    }
    // Of nothing else is it known what it means.
    let root = root.and_then(|root| fs::canonicalize(root).ok());
    let path = path.and_then(|path| fs::canonicalize(path).ok());
    Some((Source { path: path?, flags, root }, object?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_compilation_is_told_from_linking_and_asking() {
        let line = "-arch=sm_90 -L/cu/lib -std=c++17 -w -I src -lineinfo -c Cargo.toml -o a.o";
        let (source, object) = compilation(&words(line)).unwrap();
        assert_eq!(source.flags, ["-arch=sm_90", "-std=c++17", "-lineinfo"]);
        assert!(source.path.ends_with("xtask/Cargo.toml"), "{:?}", source.path);
        assert!(source.root.unwrap().ends_with("xtask/src"));
        assert_eq!(object, Path::new("a.o"));
        assert!(compilation(&words("-arch=sm_90 -shared a.o -o lib.so")).is_none());
        assert!(compilation(&words("--version")).is_none());
    }
}
