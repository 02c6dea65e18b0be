//! The files that `propp inspect` reads.

use std::io::Read;
use std::path::{Path, PathBuf};

use propp_code_inspect::{Code, without_code};

use crate::cli::say::terminal::Output;
use crate::cli::say::{Failure, Result};

/// How deep folders are searched.
const MAX_DEPTH: usize = 32;

/// Larger files are not read into memory; the largest libraries with kernels have 2 GiB.
const MOST_BYTES: u64 = 8 << 30;

/// The kernels of all files.
pub(crate) fn read(files: &[PathBuf], output: Output) -> Result<Code> {
    let mut code = Code::default();
    for path in files {
        let shown = output.path(path);
        if path.is_dir() {
            read_folder(path, &shown, output, &mut code)?;
        } else {
            let failed = |why: String| Failure::usage(format!("cannot read {shown}: {why}"));
            let missing = |error| {
                failed(format!("{error}; name an executable, a library, an object or a cubin"))
            };
            let about = std::fs::metadata(path).map_err(missing)?;
            if !about.is_file() {
                return Err(failed("it is neither a file nor a folder".to_owned()));
            }
            if about.len() > MOST_BYTES {
                let most = propp_base_text::bytes(MOST_BYTES);
                return Err(failed(format!("it is larger than {most}; name a part of it")));
            }
            let bytes = std::fs::read(path).map_err(|error| failed(error.to_string()))?;
            let added = code.add(shown.clone(), &bytes);
            added.map_err(|why| Failure::usage(without_code(&shown, &why)))?;
        }
    }
    if let Some(why) = code.without_kernels() {
        return Err(Failure::usage(why));
    }
    code.merge_copies();
    Ok(code)
}

/// Reads what has device code in a folder and the folders in it.
fn read_folder(folder: &Path, shown: &str, output: Output, code: &mut Code) -> Result<()> {
    let failed = |error: std::io::Error| Failure::usage(format!("cannot read {shown}: {error}"));
    let mut files = Vec::new();
    find(folder, MAX_DEPTH, &mut files).map_err(failed)?;
    files.sort();
    let before = code.files.len();
    for path in files.iter().filter(|path| may_have_code(path)) {
        // One that has gone meanwhile, or may not be read, is like one without code.
        let Ok(bytes) = std::fs::read(path) else { continue };
        let _ = code.add(output.path(path), &bytes);
    }
    if code.files.len() == before {
        return Err(Failure::usage(format!(
            "{shown}: no CUDA code in it: {} looked at (executables, libraries, objects, \
             archives, fatbins and cubins)",
            propp_base_text::count(files.len() as u64, "file", "files")
        )));
    }
    Ok(())
}

/// The files in a folder. Links to folders are not followed.
fn find(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in folder.read_dir()? {
        let entry = entry?;
        let path = entry.path();
        let kind = entry.file_type()?;
        if kind.is_dir() {
            if depth > 0 {
                // A folder that may not be read has nothing for its user.
                let _ = find(&path, depth - 1, found);
            }
        } else if path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// Whether a file begins as those with device code do. PTX alone has no compiled kernel.
pub(crate) fn may_have_code(path: &Path) -> bool {
    const BEGINNINGS: [&[u8]; 3] = [b"\x7fELF", b"\x50\xed\x55\xba", b"!<arch>\n"];
    let mut start = Vec::new();
    let read = propp_recording_store::open_file(path)
        .and_then(|file| file.take(8).read_to_end(&mut start));
    read.is_ok() && BEGINNINGS.iter().any(|beginning| start.starts_with(beginning))
}
