//! The programs of `tests/device`, compiled once, and propp around them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use propp_judge_analysis::Analysis;
use propp_recording::Recording;
use propp_recording_store::read;
use tempfile::TempDir;

use super::predictions::analysis;
use super::process::{Ran, Running, run, start};

/// The folder with `tests/device`: what was shipped, or the checkout.
pub(crate) fn root() -> PathBuf {
    std::env::var_os("PROPP_DIST")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from)
}

/// The program under test: the one that was shipped with this test, or cargo's.
pub(crate) fn propp() -> Command {
    Command::new(propp_path())
}

pub(crate) fn propp_path() -> PathBuf {
    std::env::var_os("PROPP_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_propp")), PathBuf::from)
}

static COMPILED: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// The folder of the compiled programs.
fn compiled() -> Result<&'static Path, String> {
    COMPILED.get_or_init(compile).as_deref().map_err(Clone::clone)
}

/// The compiler has longer than a program: this is the processor's work.
fn compile() -> Result<PathBuf, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?.keep();
    let script = root().join("tests/device/build.sh");
    let mut build = Command::new(&script);
    build.arg(&folder).envs(std::env::var_os("PROPP_NVCC").map(|nvcc| ("NVCC", nvcc)));
    let output = build.output().map_err(|error| format!("{}: {error}", script.display()))?;
    if output.status.success() {
        return Ok(folder);
    }
    let _ = std::fs::remove_dir_all(&folder);
    Err(format!(
        "the device programs do not compile:\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// Removes the compiled programs.
pub(crate) fn remove() {
    if let Some(Ok(folder)) = COMPILED.get() {
        let _ = std::fs::remove_dir_all(folder);
    }
}

/// A compiled program.
pub(crate) fn path(program: &str) -> Result<PathBuf, String> {
    Ok(compiled()?.join(program))
}

/// A program without propp.
pub(crate) fn plain(program: &str, arguments: &[&str], input: &[u8]) -> Result<Ran, String> {
    run(Command::new(path(program)?).args(arguments), input)
}

/// A call of `propp profile` with a folder for its recording.
pub(crate) struct Profile {
    folder: TempDir,
    pub(crate) command: Command,
}

impl Profile {
    /// Of a program of `tests/device`.
    pub(crate) fn of(options: &[&str], program: &str, arguments: &[&str]) -> Result<Self, String> {
        Self::of_command(options, &path(program)?, arguments)
    }

    /// Of any program.
    pub(crate) fn of_command(
        options: &[&str],
        program: &Path,
        arguments: &[&str],
    ) -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let mut command = propp();
        command.arg("profile").arg("-o").arg(folder.path().join("r.propp"));
        command.args(options).arg("--").arg(program).args(arguments);
        // Whoever runs the tests may have set some of propp's options.
        for (name, _) in std::env::vars_os() {
            let ours = name.to_string_lossy();
            if ours.starts_with("PROPP_") && ours != "PROPP_CUDA_DIR" {
                command.env_remove(name);
            }
        }
        Ok(Self { folder, command })
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join("r.propp")
    }

    /// To its end, which must be this exit code.
    pub(crate) fn expect(mut self, code: i32, input: &[u8]) -> Result<Profiled, String> {
        let ran = run(&mut self.command, input)?.ended_with(code)?;
        self.read(ran)
    }

    pub(crate) fn start(&mut self) -> Result<Running, String> {
        start(&mut self.command, b"")
    }

    /// The recording, once propp has ended.
    pub(crate) fn read(self, ran: Ran) -> Result<Profiled, String> {
        let recording = read(&self.file()).map_err(|error| format!("{error}; {}", ran.err))?;
        let analysis = analysis(&recording)?;
        Ok(Profiled { file: self.file(), ran, recording, analysis, _folder: self.folder })
    }
}

/// A program that was profiled.
pub(crate) struct Profiled {
    pub(crate) ran: Ran,
    pub(crate) file: PathBuf,
    pub(crate) recording: Recording,
    pub(crate) analysis: Analysis,
    _folder: TempDir,
}

impl Profiled {
    /// Launches in the trace run.
    pub(crate) fn seen(&self) -> usize {
        self.recording.kernels.len()
    }

    /// Launches whose counters were read.
    pub(crate) fn measured(&self) -> usize {
        self.recording.measurements.len()
    }

    /// Whether the report says this of what is missing.
    pub(crate) fn notice(&self, code: &str) -> bool {
        self.analysis.notices.iter().any(|notice| notice.code == code)
    }

    /// What went wrong, for a test's message.
    pub(crate) fn notices(&self) -> String {
        let notices = &self.analysis.notices;
        notices.iter().map(|notice| format!("\n    {}: {}", notice.code, notice.text)).collect()
    }
}

/// Leaves a file for whoever validates a release, if they want it.
pub(crate) fn keep(name: &str, contents: &[u8]) -> Result<(), String> {
    let Some(folder) = std::env::var_os("PROPP_VALIDATION_DIR").map(PathBuf::from) else {
        return Ok(());
    };
    std::fs::create_dir_all(&folder)
        .and_then(|()| std::fs::write(folder.join(name), contents))
        .map_err(|error| format!("{}: {error}", folder.join(name).display()))
}
