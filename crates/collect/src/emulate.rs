//! `propp emulate`, without the command line: runs a program on this machine's processor.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use propp_engine::{Description, GPUS};
use propp_recording::{Ending, Facts};
use propp_store::Writer;
use propp_wire::{EMULATION_FRAMES_VARIABLE, EMULATION_GPU_VARIABLE, Frame, Job, Notice, Severity};

use super::agent_library::AgentLibrary;
use super::error::CollectError;
use super::harvest::Harvest;
use super::program;
use super::shared_libraries;
use super::signals;

/// What every reader of the recording must know.
const ORIGIN: &str = "emulated on a CPU, not measured on a GPU: requests, bytes, tags, shared \
                      wavefronts, atomics and the threads of instructions are counted; sectors \
                      to L2 come from a simulated L1; instructions are those of PTX; times are \
                      absent (docs/engine.md)";

#[derive(Clone, Debug)]
pub struct EmulateOptions {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The recording to write.
    pub output: PathBuf,
    /// Replace an existing recording.
    pub force: bool,
    /// The GPU that the program sees, such as `h200`.
    pub gpu: String,
}

#[derive(Clone, Debug)]
pub struct EmulateSummary {
    pub ending: Ending,
    /// Launches that ran.
    pub launches: u64,
    /// Whether the program loaded the emulated runtime at all.
    pub used_cuda: bool,
    /// Failures and warnings to tell the user, each once.
    pub notices: Vec<Notice>,
}

/// Runs the program once, and writes the recording.
///
/// # Errors
/// When the program cannot be emulated or run, or the recording cannot be written.
pub fn emulate(options: &EmulateOptions) -> Result<EmulateSummary, CollectError> {
    let file = program::find(&options.command)?;
    check(&file)?;
    if Description::named(&options.gpu).is_none() {
        let known: Vec<&str> = GPUS.iter().map(|(name, _)| *name).collect();
        let known = known.join(", ");
        return Err(CollectError::UnknownGpu { name: options.gpu.clone(), known });
    }
    let library = AgentLibrary::emulation().map_err(CollectError::Library)?;
    let _heeding = signals::Heeding::begin()?;
    let frames = tempfile::NamedTempFile::new()?;
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut harvest = Harvest::new(writer);
    let run = harvest.writer.begin_run(Job::Count)?;
    let begun = Instant::now();
    let ending = match ran(options, &library, frames.path()) {
        Ok(ending) => ending,
        Err(error) => {
            harvest.writer.discard();
            return Err(error);
        }
    };
    let bytes = fs::read(frames.path())?;
    let mut used_cuda = false;
    let mut launches = 0;
    let mut rest = bytes.as_slice();
    let mut process = None;
    while let Ok(Some((frame, length))) = propp_wire::decode(rest) {
        rest = &rest[length..];
        // A process that the program started says hello, too.
        if matches!(frame, Frame::Hello(_)) || process.is_none() {
            let ordinal = u32::from(used_cuda);
            process = Some(harvest.writer.process(run, ordinal)?);
            used_cuda = true;
        }
        let Some(id) = process else { continue };
        harvest.writer.frame(id, &frame)?;
        match frame {
            Frame::Measured(_) => launches += 1,
            Frame::Notice(notice) => harvest.remember(notice),
            _ => {}
        }
    }
    if !rest.is_empty() {
        harvest.warn("frames-cut", "the program ended while it wrote its counts".to_owned())?;
    }
    harvest.note(process, Severity::Warning, "emulated", ORIGIN.to_owned())?;
    harvest.writer.end_run(run, begun.elapsed(), ending)?;
    harvest.writer.finish()?;
    Ok(EmulateSummary { ending, launches, used_cuda, notices: harvest.notices })
}

/// Refuses a program whose runtime cannot be replaced.
fn check(file: &Path) -> Result<(), CollectError> {
    let bytes = fs::read(file)?;
    let program = || file.display().to_string();
    let needed = shared_libraries::needed(&bytes);
    let runtime = needed.iter().find(|name| name.starts_with("libcudart.so"));
    match runtime {
        Some(name) if name == "libcudart.so.13" => Ok(()),
        Some(name) => Err(CollectError::OtherRuntime { program: program(), library: name.clone() }),
        None if propp_fatbin::read(&bytes).is_ok() => {
            Err(CollectError::StaticRuntime { program: program() })
        }
        // Its libraries may have kernels.
        None => Ok(()),
    }
}

fn ran(
    options: &EmulateOptions,
    library: &AgentLibrary,
    frames: &Path,
) -> Result<Ending, CollectError> {
    let mut folders: Vec<PathBuf> =
        library.path().parent().map(Path::to_owned).into_iter().collect();
    let before = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&before).filter(|path| !path.as_os_str().is_empty()));
    let path = std::env::join_paths(folders).map_err(std::io::Error::other)?;
    let (program, arguments) = options.command.split_first().unwrap_or((&EMPTY, &[]));
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", path);
    command.env(EMULATION_FRAMES_VARIABLE, frames).env(EMULATION_GPU_VARIABLE, &options.gpu);
    let starting = signals::Starting::begin()?;
    let started = starting.spawn(|| command.spawn());
    let (mut child, _forwarding) =
        started.map_err(|error| program::explain(&options.command, error))?;
    let status = child.wait()?;
    Ok(match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Killed(signal.unwrap_or(0)),
    })
}

static EMPTY: OsString = OsString::new();

fn facts(options: &EmulateOptions) -> Facts {
    let command: Vec<String> =
        options.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut facts = Facts::now(&command);
    facts.options = vec![("emulated-gpu".to_owned(), options.gpu.clone())];
    facts
}
