//! The resolved options of `propp suite run`.

use std::ffi::OsString;
use std::path::PathBuf;

use propp_suite_problems::selection::Selection;

use super::protocol::Limits;
use super::supervise::Patience;

#[derive(Clone, Debug)]
pub struct Options {
    pub libraries: Vec<PathBuf>,
    pub selection: Selection,
    pub output: PathBuf,
    /// Whether to replace an existing file.
    pub force: bool,
    pub device: u32,
    pub gpu: String,
    pub limits: Limits,
    pub criteria: bool,
    /// The GPU that is emulated, such as `h200`; no times then.
    pub emulate: Option<String>,
    /// Threads that emulate a kernel at most; all cores without.
    pub threads: Option<u32>,
    /// Whether to print problems only.
    pub quiet: bool,
    /// The path of propp, which is profiled while it runs `suite-replay`.
    pub propp: PathBuf,
    /// The command that starts a worker.
    pub worker: Vec<OsString>,
    pub variables: Vec<(&'static str, OsString)>,
    pub patience: Patience,
}
