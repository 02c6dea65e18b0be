//! Writes the generated Rust files from the pinned CUDA headers, or (`--check`) proves
//! that the committed ones are what the headers give. `cargo xtask bindings` calls it:
//!
//!     LIBCLANG_PATH=FOLDER xtask-bindings ROOT CUDA [--check]
//!
//! Three steps, each a file: [`headers`] lets bindgen read the headers,
//! [`lower`] turns its `extern` functions into functions that are looked up
//! at run time, and this file compares or writes the result.

mod headers;
mod lower;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use headers::Binding;

/// Why the bindings could not be written or do not agree.
#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(
        "usage: LIBCLANG_PATH=FOLDER xtask-bindings ROOT CUDA [--check]; `cargo xtask bindings` calls it so"
    )]
    Usage,
    #[error("{what} is not in {dir}; run `cargo xtask setup` first")]
    NotSetUp { what: &'static str, dir: PathBuf },
    #[error("bindgen could not read the headers for {file}: {reason}")]
    Headers { file: &'static str, reason: String },
    #[error("cannot turn bindgen's output for {file} into a function table: {reason}")]
    Lower { file: &'static str, reason: String },
    #[error("cannot {action} {path}: {source}")]
    File { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("not what the pinned headers give: {}; run `cargo xtask bindings` and commit the result", .files.join(", "))]
    Differs { files: Vec<&'static str> },
}

/// Where setup put what the generator reads.
struct Toolkit<'a> {
    root: &'a Path,
    /// The CUDA toolkit (`include/` in it is read).
    cuda: &'a Path,
    /// The folder that holds `libclang.so`, where bindgen looks for it.
    libclang: &'a Path,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindings: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Writes or checks every generated file.
fn run() -> Result<(), Error> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let (root, cuda, is_check) = match arguments.as_slice() {
        [root, cuda] => (root, cuda, false),
        [root, cuda, check] if check.as_os_str() == "--check" => (root, cuda, true),
        _ => return Err(Error::Usage),
    };
    let libclang = std::env::var_os("LIBCLANG_PATH").map(PathBuf::from).ok_or(Error::Usage)?;
    let toolkit = &Toolkit { root, cuda, libclang: &libclang };
    headers::require(toolkit)?;
    let mut differing = Vec::new();
    for binding in headers::BINDINGS {
        let text = generate(binding, toolkit)?;
        let path = toolkit.root.join(binding.file);
        let committed = fs::read_to_string(&path).ok();
        if committed.as_deref() == Some(text.as_str()) {
            eprintln!("  {}: up to date", binding.file);
        } else if is_check {
            differing.push(binding.file);
        } else {
            fs::write(&path, text).map_err(|source| Error::File {
                action: "write",
                path,
                source,
            })?;
            eprintln!("  {}: written", binding.file);
        }
    }
    if differing.is_empty() { Ok(()) } else { Err(Error::Differs { files: differing }) }
}

fn generate(binding: &Binding, toolkit: &Toolkit<'_>) -> Result<String, Error> {
    let raw = headers::read(binding, toolkit)?;
    lower::lower(&raw, binding).map_err(|reason| Error::Lower { file: binding.file, reason })
}
