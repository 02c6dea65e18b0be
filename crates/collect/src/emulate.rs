//! `propp emulate`, without the command line: runs a program on this machine's processor.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use propp_gpus::Description;
use propp_model::attribute;
use propp_names::{demangle, own_name};
use propp_recording::{Ending, Facts};
use propp_sass::{Cubin, kernels};
use propp_store::{ProcessId, RunId, Writer};
use propp_text::progress::Progress;
use propp_wire::{
    EMULATION_BUDGET_VARIABLE, EMULATION_FRAMES_VARIABLE, EMULATION_GPU_VARIABLE,
    EMULATION_PROGRESS_VARIABLE, EMULATION_THREADS_VARIABLE, Frame, Job, Notice, Severity,
};

use super::agent_library::AgentLibrary;
use super::error::CollectError;
use super::harvest::Harvest;
use super::program;
use super::shared_libraries;
use super::signals;

/// What every reader of the recording must know.
const ORIGIN: &str = "emulated on a CPU, not measured on a GPU: accesses are counted, L1 is \
                      simulated, instructions are those of PTX, and there are no times (propp \
                      explain engine)";

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
    /// Threads that run a kernel at most; all cores without.
    pub threads: Option<u32>,
    /// Seconds after which a process that emulates is ended.
    pub budget: Option<f64>,
    /// Whether not to show how far kernels are.
    pub quiet: bool,
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
pub fn emulate(options: &EmulateOptions) -> Result<EmulateSummary, CollectError> {
    let file = program::find(&options.command)?;
    check(&file)?;
    let emulation = Emulation::new(&options.gpu, options.threads)?;
    let _heeding = signals::Heeding::begin()?;
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut harvest = Harvest::new(writer);
    let run = harvest.writer.begin_run(Job::Count)?;
    let begun = Instant::now();
    let frames = tempfile::NamedTempFile::new()?;
    let ending = match ran(options, &emulation, frames.path()) {
        Ok(ending) => ending,
        Err(error) => {
            harvest.writer.discard();
            return Err(error);
        }
    };
    let taken = take(&mut harvest, run, &fs::read(frames.path())?)?;
    harvest.note(taken.process, Severity::Warning, "emulated", ORIGIN.to_owned())?;
    harvest.writer.end_run(run, begun.elapsed(), ending)?;
    harvest.writer.finish()?;
    let used_cuda = taken.process.is_some();
    Ok(EmulateSummary { ending, launches: taken.launches, used_cuda, notices: harvest.notices })
}

/// What the frames held.
struct Taken {
    /// The last one that said hello.
    process: Option<ProcessId>,
    launches: u64,
}

fn take(harvest: &mut Harvest, run: RunId, bytes: &[u8]) -> Result<Taken, CollectError> {
    let mut taken = Taken { process: None, launches: 0 };
    let mut processes = 0;
    let mut rest = bytes;
    while let Ok(Some((frame, length))) = propp_wire::decode(rest) {
        rest = &rest[length..];
        // A process that the program started says hello, too.
        if matches!(frame, Frame::Hello(_)) {
            taken.process = Some(harvest.writer.process(run, processes)?);
            processes += 1;
        }
        let Some(id) = taken.process else { continue };
        harvest.writer.frame(id, &frame)?;
        match frame {
            Frame::Measured(_) => taken.launches += 1,
            Frame::Module(module) => keep_code(harvest, id, &module.cubin.0)?,
            Frame::Notice(notice) => harvest.remember(notice),
            _ => {}
        }
    }
    if !rest.is_empty() {
        harvest.warn("frames-cut", "the program ended while it wrote its counts".to_owned())?;
    }
    Ok(taken)
}

/// Stores the machine code of kernels, which says what instructions the counts of PTX stand for.
fn keep_code(harvest: &mut Harvest, id: ProcessId, cubin: &[u8]) -> Result<(), CollectError> {
    // A cubin that cannot be read has no kernel.
    let architecture = Cubin::parse(cubin).ok().map(|cubin| cubin.architecture().number());
    for kernel in kernels(cubin).unwrap_or_default() {
        harvest.writer.code(id, kernel, architecture, cubin)?;
    }
    Ok(())
}

/// The runtime of emulated programs, in place.
pub struct Emulation {
    library: AgentLibrary,
    gpu: String,
    threads: Option<u32>,
    description: Description,
}

impl Emulation {
    /// Fails when no GPU of that name is described, or the runtime cannot be put into place.
    pub fn new(gpu: &str, threads: Option<u32>) -> Result<Self, CollectError> {
        let description = Description::named(gpu).ok_or_else(|| CollectError::UnknownGpu {
            name: gpu.to_owned(),
            known: propp_gpus::names(),
        })?;
        let library = AgentLibrary::emulation().map_err(CollectError::Library)?;
        Ok(Self { library, gpu: gpu.to_owned(), threads, description })
    }

    /// As recordings name it, such as `NVIDIA H200`.
    pub fn gpu_name(&self) -> &str {
        &self.description.name
    }

    /// What to compile for, such as `sm_90`.
    pub fn architecture(&self) -> String {
        let of = |number| self.description.attribute(number);
        let major = of(attribute::COMPUTE_CAPABILITY_MAJOR);
        format!("sm_{major}{}", of(attribute::COMPUTE_CAPABILITY_MINOR))
    }

    /// The variables with which a program is emulated; nothing is recorded by them alone.
    /// Fails when a folder of `LD_LIBRARY_PATH` cannot stand in it.
    pub fn variables(&self) -> Result<Vec<(&'static str, OsString)>, CollectError> {
        let own = self.library.path().parent().map(Path::to_owned);
        let mut folders: Vec<PathBuf> = own.into_iter().collect();
        let before = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        folders.extend(std::env::split_paths(&before).filter(|path| !path.as_os_str().is_empty()));
        let path = std::env::join_paths(folders).map_err(std::io::Error::other)?;
        let mut variables =
            vec![("LD_LIBRARY_PATH", path), (EMULATION_GPU_VARIABLE, self.gpu.clone().into())];
        let threads = self.threads.map(|threads| threads.to_string().into());
        variables.extend(threads.map(|threads| (EMULATION_THREADS_VARIABLE, threads)));
        Ok(variables)
    }
}

/// Whether the program can be emulated, as far as its file tells: false if it has no device code
/// itself.
///
/// # Errors
/// Why not, and what to do about it.
pub fn can_emulate(command: &[OsString]) -> Result<bool, CollectError> {
    check(&program::find(command)?)
}

/// Refuses a program whose runtime cannot be replaced.
fn check(file: &Path) -> Result<bool, CollectError> {
    // propp itself runs the suite's workers. Texts of PTX in it are no kernels of its own.
    if std::env::current_exe().is_ok_and(|own| own == file) {
        return Ok(true);
    }
    let bytes = fs::read(file)?;
    let program = || file.display().to_string();
    let needed = shared_libraries::needed(&bytes);
    let runtime = needed.iter().find(|name| name.starts_with("libcudart.so"));
    match runtime {
        Some(name) if name == "libcudart.so.13" => Ok(true),
        Some(name) => Err(CollectError::OtherRuntime { program: program(), library: name.clone() }),
        // The driver is replaced, and the runtime is not there.
        None if needed.iter().any(|name| name == "libcuda.so.1") => Ok(true),
        None if propp_fatbin::read(&bytes).is_ok() => {
            Err(CollectError::StaticRuntime { program: program() })
        }
        // Its libraries may have kernels.
        None => Ok(false),
    }
}

fn ran(
    options: &EmulateOptions,
    emulation: &Emulation,
    frames: &Path,
) -> Result<Ending, CollectError> {
    let (program, arguments) = options.command.split_first().unwrap_or((&EMPTY, &[]));
    let mut command = Command::new(program);
    let progress = tempfile::NamedTempFile::new()?;
    command.args(arguments).envs(emulation.variables()?).env(EMULATION_FRAMES_VARIABLE, frames);
    let shown = Progress::new(options.quiet);
    if shown.is_shown() {
        command.env(EMULATION_PROGRESS_VARIABLE, progress.path());
    }
    if let Some(seconds) = options.budget {
        command.env(EMULATION_BUDGET_VARIABLE, seconds.to_string());
    }
    let starting = signals::Starting::begin()?;
    let started = starting.spawn(|| command.spawn());
    let (mut child, _forwarding) =
        started.map_err(|error| program::explain(&options.command, error))?;
    let status = waited(&mut child, shown, progress.path())?;
    Ok(match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exited(code),
        (None, signal) => Ending::Killed(signal.unwrap_or(0)),
    })
}

/// How often it is looked how far the kernel is.
const LOOK: Duration = Duration::from_millis(250);

/// Waits for the program's end, and shows how far its kernels are.
fn waited(child: &mut Child, mut shown: Progress, file: &Path) -> std::io::Result<ExitStatus> {
    if !shown.is_shown() {
        return child.wait();
    }
    let mut before = String::new();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        std::thread::sleep(LOOK);
        let text = fs::read_to_string(file).unwrap_or_default();
        // The text stays while the program does something else.
        match (text == before, progress_words(&text)) {
            (false, Some(words)) => shown.show(|| words),
            _ => shown.clear(),
        }
        before = text;
    }
}

/// `DONE OF KERNEL`, as the program writes it.
fn progress_words(text: &str) -> Option<String> {
    let mut words = text.trim_end().splitn(3, ' ');
    let (done, of) = (words.next()?.parse::<f64>().ok()?, words.next()?.parse::<f64>().ok()?);
    let name = demangle(words.next()?);
    let (done, of) = (propp_text::grouped(done), propp_text::grouped(of));
    Some(format!("propp: emulating {}: {done} of {of} blocks done", own_name(&name)))
}

static EMPTY: OsString = OsString::new();

fn facts(options: &EmulateOptions) -> Facts {
    let command: Vec<String> =
        options.command.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut facts = Facts::now(&command);
    facts.options = vec![("emulated-gpu".to_owned(), options.gpu.clone())];
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let text = format!("{:<40}", "1200 4096 _Z4copyPKfPf");
        let words = progress_words(&text).unwrap();
        assert_eq!(words, "propp: emulating copy: 1,200 of 4,096 blocks done");
        assert_eq!(progress_words(""), None);
        assert_eq!(progress_words("12"), None);
    }
}
