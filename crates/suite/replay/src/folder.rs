//! A captured launch as a folder that people build and run without propp.
//!
//! The program in it is the same for every launch and reads `launch.txt`. So nothing that a file with a
//! launch says becomes C++ or part of a Makefile, but for the names of sources, which are made plain.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use propp_base_names::demangle;
use propp_base_text::shows_itself;
use propp_code_lines::sources::Folders;
use propp_code_sass::{Cubin, SourceFile};
use propp_collect_cuda::{Fixed, Place};
use propp_recording_launch::{Launch, Region};
use propp_recording_store::private;

use crate::{architecture, place};

mod texts;

const PROGRAM: [(&str, &str); 3] = [
    ("alone.cu", include_str!("../cuda/alone.cu")),
    ("launch.h", include_str!("../cuda/launch.h")),
    ("accepted.h", include_str!("../cuda/accepted.h")),
];

/// A source file that was copied into the folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The name below `source/`, of plain letters.
    pub name: String,
    pub from: PathBuf,
    /// Whether the kernel itself is in it, and not only functions that it calls.
    pub is_kernels: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    pub sources: Vec<Copied>,
    /// Sentences about sources that are not there.
    pub doubts: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error("{} exists already; name a new folder", .0.display())]
    Exists(PathBuf),
    #[error("cannot write {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("the name '{0}' has characters that no compiler puts into a name")]
    Name(String),
}

/// Writes the folder, which must not exist. Sources are looked for below the given folders alone.
pub fn export(launch: &Launch, folders: &Folders, to: &Path) -> Result<Exported, ExportError> {
    let names = launch.captured.variables.iter().map(|variable| &variable.name);
    for name in names.chain([&launch.captured.name]) {
        if name.is_empty() || !name.chars().all(|c| shows_itself(c) && !c.is_whitespace()) {
            return Err(ExportError::Name(name.escape_default().to_string()));
        }
    }
    if to.symlink_metadata().is_ok() {
        return Err(ExportError::Exists(to.to_owned()));
    }
    let failed = |source| ExportError::Io { path: to.to_owned(), source };
    let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    // Whoever looks into the folder sees all of it or nothing.
    let part = private::folder(parent.unwrap_or(Path::new("."))).map_err(failed)?;
    let exported = write(launch, folders, part.path()).map_err(failed)?;
    fs::rename(part.path(), to).map_err(failed)?;
    // It is the result, and has another name.
    let _ = part.keep();
    Ok(exported)
}

fn write(launch: &Launch, folders: &Folders, to: &Path) -> io::Result<Exported> {
    for folder in ["data", "source"] {
        fs::create_dir(to.join(folder))?;
    }
    let mut lines = texts::beginning(launch);
    let places: Vec<Place> = launch.captured.memory.iter().map(place).collect();
    for range in Fixed::ranges(&places) {
        lines.push(texts::reserved(&range));
    }
    for (index, (reached, region)) in launch.captured.memory.iter().zip(&launch.memory).enumerate()
    {
        let files = contents(to, &format!("memory{index}"), region)?;
        lines.push(format!("memory {:#x} {} {files}", reached.address, reached.bytes));
    }
    for (index, (variable, region)) in
        launch.captured.variables.iter().zip(&launch.variables).enumerate()
    {
        let files = contents(to, &format!("variable{index}"), region)?;
        lines.push(format!("variable {} {} {files}", variable.name, variable.bytes));
    }
    let exported = copy_sources(launch, folders, to)?;
    let own = exported.sources.iter().find(|copied| copied.is_kernels);
    let own = own.filter(|copied| copied.name.ends_with(".cu")).map(|own| own.name.as_str());
    for (name, text) in PROGRAM {
        private_file(&to.join(name))?.write_all(text.as_bytes())?;
    }
    let architecture = architecture(&launch.code);
    let texts = [
        ("launch.txt", lines.join("\n") + "\n"),
        ("Makefile", texts::makefile(&architecture, own)),
        ("README.md", texts::readme(launch, &demangle(&launch.captured.name), own, &exported)),
    ];
    for (name, text) in texts {
        private_file(&to.join(name))?.write_all(text.as_bytes())?;
    }
    private_file(&to.join("kernel.cubin"))?.write_all(&launch.code)?;
    for (index, text) in launch.ptx.iter().enumerate() {
        let name = if index == 0 { "kernel.ptx".to_owned() } else { format!("kernel{index}.ptx") };
        private_file(&to.join(name))?.write_all(text)?;
    }
    Ok(exported)
}

/// Writes what an allocation or a variable has before and after the launch; the names of the two files,
/// `-` for one that would be like the first.
fn contents(to: &Path, name: &str, region: &Region) -> io::Result<String> {
    let write = |name: &str| -> io::Result<File> {
        let file = private_file(&to.join(name))?;
        write_sparse(&file, &region.before)?;
        Ok(file)
    };
    let before = format!("data/{name}.before");
    write(&before)?;
    if region.after.is_empty() {
        return Ok(format!("{before} -"));
    }
    let after = format!("data/{name}.after");
    let file = write(&after)?;
    for (from, bytes) in &region.after {
        file.write_all_at(bytes, *from as u64)?;
    }
    Ok(format!("{before} {after}"))
}

/// Writes the bytes; zeros become holes, which take no room on the disk.
fn write_sparse(file: &File, bytes: &[u8]) -> io::Result<()> {
    const PIECE: usize = 64 << 10;
    file.set_len(bytes.len() as u64)?;
    for (index, piece) in bytes.chunks(PIECE).enumerate() {
        if piece.iter().any(|byte| *byte != 0) {
            file.write_all_at(piece, (index * PIECE) as u64)?;
        }
    }
    Ok(())
}

/// A new file that only its owner can read.
fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// Copies the sources that the kernel's lines are in, as far as they are below the folders.
fn copy_sources(launch: &Launch, folders: &Folders, to: &Path) -> io::Result<Exported> {
    let mut exported = Exported::default();
    let mut taken = BTreeSet::new();
    for (file, bytes, is_kernels) in sources(launch) {
        let (from, text) = match folders.read(&file, Some(bytes).filter(|bytes| *bytes > 0)) {
            Ok(read) => read,
            // Headers of compilers are elsewhere, and nobody misses them.
            Err(why) => {
                exported.doubts.extend(is_kernels.then_some(why));
                continue;
            }
        };
        let mut name = plain(&file);
        while !taken.insert(name.clone()) {
            name = format!("other-{name}");
        }
        private_file(&to.join("source").join(&name))?.write_all(text.as_bytes())?;
        exported.sources.push(Copied { name, from, is_kernels });
    }
    Ok(exported)
}

/// The files that the kernel's code comes from, with the length that the compiler recorded: the
/// kernel's own first.
fn sources(launch: &Launch) -> Vec<(String, u64, bool)> {
    let mut found: Vec<(String, u64, bool)> = Vec::new();
    let mut add = |file: SourceFile<'_>, is_kernels: bool| {
        let path = file.path();
        if !found.iter().any(|(known, ..)| *known == path) {
            found.push((path, file.bytes, is_kernels));
        }
    };
    let cubin = Cubin::parse(&launch.code).ok();
    let Some((cubin, lines)) = cubin.as_ref().and_then(|one| Some((one, one.lines().ok()?))) else {
        return found;
    };
    let function = cubin.function(&launch.captured.name);
    let Some((function, table)) = function.and_then(|one| Some((one, lines.table(one)?))) else {
        return found;
    };
    let places: Vec<_> =
        function.instructions().filter_map(|instruction| table.at(instruction.offset)).collect();
    // The kernel is in the file into which everything else was inlined.
    let own = places.first().map(|place| place.inlined.last().unwrap_or(&place.frame).file);
    own.into_iter().for_each(|file| add(file, true));
    for place in &places {
        place.inlined.iter().chain([&place.frame]).for_each(|frame| add(frame.file, false));
    }
    found
}

/// The last part of a path, with letters, digits and marks that mean nothing to a shell or to make.
fn plain(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '-';
    let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let is_leading = |c: char| c == '.' || c == '-';
    if name.starts_with(is_leading) { format!("_{name}") } else { name }
}

#[cfg(test)]
mod tests;
