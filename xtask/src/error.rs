//! What can go wrong in a command, said so that the reader knows what to do.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, ExitStatus};

/// The exit code for "no GPU here", the same as `propp` itself uses.
const NO_GPU: u8 = 4;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("cannot {action} {path}: {source}")]
    File { action: &'static str, path: PathBuf, source: io::Error },

    #[error("cannot start `{command}`: {source}; {cure}")]
    Start { command: String, source: io::Error, cure: &'static str },

    #[error("`{command}` failed ({status}); {cure}")]
    Failed { command: String, status: ExitStatus, cure: &'static str },

    #[error("`{command}` printed what xtask cannot read: {reason}")]
    Output { command: String, reason: String },

    #[error(
        "the pinned redistributables are Linux x86_64 wheels, this is {os} {arch}; on such a machine plain `cargo build` and `cargo test` work, the host-library tests do not"
    )]
    Platform { os: &'static str, arch: &'static str },

    #[error("propp's tests need {what}, which is not here; {cure}")]
    Lacking { what: &'static str, cure: &'static str },

    #[error("cargo built no {0}; is its package still in the workspace?")]
    NotBuilt(&'static str),

    #[error("{file} needs CUDA libraries to load, so it cannot start where they are missing: {}; load them at run time instead", libraries.join(", "))]
    CudaLinked { file: PathBuf, libraries: Vec<String> },

    /// nvcc's words.
    #[error("{0}")]
    Compile(String),

    #[error(
        "step nvcc made no object of {file} with the flags `{flags}`: is SUITE_FLAGS in xtask/src/nvcc what `propp suite build` compiles with?"
    )]
    NotCompiled { file: PathBuf, flags: String },

    #[error("{} of the CUDA sources do not compile: {}", .0.len(), list(.0))]
    Nvcc(Vec<PathBuf>),

    #[error("not allowed by deny.toml:{}; use another crate, or allow it there with a reason", lines(.0))]
    Licences(Vec<String>),

    #[error("cannot read {path}: {reason}")]
    Policy { path: PathBuf, reason: String },

    #[error("no wheel: {0}")]
    Wheel(String),
    #[error("no release: {0}")]
    Release(String),

    #[error("no test was run")]
    NoTests,

    #[error("tests failed in: {}", .0.join(", "))]
    Tests(Vec<String>),

    #[error("{0} of the steps failed or were not run, see the summary above")]
    Steps(usize),

    #[error(
        "no NVIDIA GPU on this machine (there is no /dev/nvidiactl), so nothing was run.\nCopy the folder\n    {dist}\nto a machine that has one and run there\n    ./{name}/{script}{arguments}"
    )]
    NoGpu { dist: PathBuf, name: String, script: &'static str, arguments: String },

    /// The device tests, or the benchmark, said themselves what failed; only
    /// their code remains to be passed on.
    #[error("it failed ({status})")]
    DeviceTests { status: ExitStatus },
}

impl Error {
    /// Adapts an I/O error to what was being done to which file.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { action, path: path.to_owned(), source }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::NoGpu { .. } => ExitCode::from(NO_GPU),
            Self::DeviceTests { status } => {
                let code = status.code().and_then(|code| u8::try_from(code).ok());
                code.map_or(ExitCode::FAILURE, ExitCode::from)
            }
            _ => ExitCode::FAILURE,
        }
    }
}

fn list(paths: &[PathBuf]) -> String {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    names.join(", ")
}

fn lines(items: &[String]) -> String {
    items.iter().fold(String::new(), |mut text, item| {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n    {item}");
        text
    })
}
