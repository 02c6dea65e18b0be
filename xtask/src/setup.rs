//! `cargo xtask setup`: the pinned CUDA redistributables and libclang, unpacked
//! under `target/` in the layout of an installed toolkit.
//!
//! A folder appears under its final name only when it is whole: it is unpacked
//! beside it and renamed, with a stamp in it that holds the pins it was made
//! from. An interrupted run leaves nothing that a later one would take for done,
//! and a run with nothing to do reads two small files.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;
use crate::paths::Paths;
use crate::process;

const PINS: &str = "xtask/redistributables.txt";
const SCRIPT: &str = "xtask/wheels.py";
const STAMP: &str = "propp-setup.txt";

/// Raised when wheels.py unpacks into another layout, so that a toolkit made by
/// an older one is made anew.
const LAYOUT: &str = "layout 1";

const CURE: &str = "run `cargo xtask setup` again to go on where it stopped; it needs python3 \
    (3.7 or newer) with pip, and a package index that pip can reach; without a network, copy \
    target/wheels from a machine where it ran";

pub(crate) fn run(paths: &Paths) -> Result<(), Error> {
    require_platform()?;
    let setup = Setup::new(paths)?;
    if setup.is_done() {
        println!("setup: {} is up to date", paths.short(&paths.cuda).display());
        return Ok(());
    }
    let _lock = setup.lock()?;
    if setup.is_done() {
        println!("setup: {} was made by another run", paths.short(&paths.cuda).display());
        return Ok(());
    }
    setup.fetch()?;
    setup.unpack()?;
    println!(
        "setup: made {} and {} (NVIDIA's and LLVM's licences are in their folders licenses/)",
        paths.short(&paths.cuda).display(),
        paths.short(&paths.libclang).display()
    );
    Ok(())
}

fn require_platform() -> Result<(), Error> {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    if (os, arch) == ("linux", "x86_64") { Ok(()) } else { Err(Error::Platform { os, arch }) }
}

struct Setup<'a> {
    paths: &'a Paths,
    /// What the stamp of a finished folder says.
    stamp: String,
    wheels: PathBuf,
    unpacking: PathBuf,
}

impl<'a> Setup<'a> {
    fn new(paths: &'a Paths) -> Result<Self, Error> {
        let file = paths.root.join(PINS);
        let pins = fs::read_to_string(&file).map_err(Error::file("read", &file))?;
        Ok(Self {
            paths,
            stamp: stamp(&pins),
            wheels: paths.target.join("wheels"),
            unpacking: paths.target.join("unpacking"),
        })
    }

    fn destinations(&self) -> [&'a Path; 2] {
        [&self.paths.cuda, &self.paths.libclang]
    }

    fn is_done(&self) -> bool {
        let stamped = |folder: &Path| fs::read_to_string(folder.join(STAMP));
        self.destinations().iter().all(|folder| stamped(folder).is_ok_and(|is| is == self.stamp))
    }

    /// Two runs at once (an editor's and a terminal's) must not unpack into the
    /// same folder. The lock goes with the process, however that ends.
    fn lock(&self) -> Result<File, Error> {
        let path = self.paths.target.join("setup.lock");
        fs::create_dir_all(&self.paths.target)
            .map_err(Error::file("create", &self.paths.target))?;
        let file = File::create(&path).map_err(Error::file("create", &path))?;
        if file.try_lock().is_err() {
            println!("setup: waiting for another `cargo xtask setup` to finish");
            file.lock().map_err(Error::file("lock", &path))?;
        }
        Ok(file)
    }

    fn fetch(&self) -> Result<(), Error> {
        println!("setup: the pinned CUDA 13.0 redistributables and libclang, from PyPI:");
        let mut command = self.script("fetch");
        process::run(command.arg(self.paths.short(&self.wheels)), CURE)
    }

    fn unpack(&self) -> Result<(), Error> {
        println!("setup: unpacking about 380 MB");
        remove_folder(&self.unpacking)?;
        let mut command = self.script("unpack");
        command.arg(self.paths.short(&self.wheels));
        for destination in self.destinations() {
            command.arg(self.paths.short(&self.beside(destination)));
        }
        process::run(&mut command, CURE)?;
        for destination in self.destinations() {
            self.put(destination)?;
        }
        remove_folder(&self.unpacking)
    }

    fn put(&self, destination: &Path) -> Result<(), Error> {
        let unpacked = self.beside(destination);
        let stamp = unpacked.join(STAMP);
        fs::write(&stamp, &self.stamp).map_err(Error::file("write", &stamp))?;
        // Moved away in one step: half of a removed folder could still bear its stamp.
        match fs::rename(destination, unpacked.with_extension("old")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Error::file("move away", destination)(error))
            }
            _ => fs::rename(&unpacked, destination).map_err(Error::file("rename", &unpacked)),
        }
    }

    fn beside(&self, destination: &Path) -> PathBuf {
        self.unpacking.join(destination.file_name().unwrap_or_default())
    }

    fn script(&self, verb: &str) -> Command {
        let mut command = Command::new("python3");
        command.args([SCRIPT, verb, PINS]).current_dir(&self.paths.root);
        command
    }
}

/// The layout and the pins; a comment that is reworded makes nothing anew.
fn stamp(pins: &str) -> String {
    let pins = pins.lines().filter(|line| !line.starts_with('#'));
    std::iter::once(LAYOUT).chain(pins).flat_map(|line| [line, "\n"]).collect()
}

/// What the toolkit was made from; stands for its contents.
pub(crate) fn toolkit_stamp(paths: &Paths) -> Result<String, Error> {
    let stamp = paths.cuda.join(STAMP);
    fs::read_to_string(&stamp).map_err(Error::file("read (run `cargo xtask setup`)", &stamp))
}

/// Removes a folder that may not be there.
pub(crate) fn remove_folder(path: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::file("remove", path)(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    /// The machine's pip and npm know where packages come from.
    #[test]
    fn no_script_names_a_host() {
        for script in [include_str!("../wheels.py"), include_str!("../browser.py")] {
            assert!(!script.contains("://") && !script.contains("urllib"), "{script}");
        }
    }
}
