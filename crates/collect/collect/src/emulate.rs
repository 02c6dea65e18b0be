//! `propp emulate`, without the command line: runs a program on this machine's processor.

mod board;
mod check;
mod loading;
mod processes;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use propp_base_gpus::Description;
use propp_base_model::attribute;
use propp_base_text::progress::Progress;
use propp_recording::{Ending, Facts};
use propp_recording_store::Writer;
use propp_recording_wire::{Job, Notice, Severity, variables};

use super::agent_library::AgentLibrary;
use super::error::{CollectError, Result};
use super::harvest::Harvest;
use super::program;
use super::run::{RunSetup, run};
use super::session::Session;
use super::signals;
use board::Board;
use processes::Processes;

pub use check::{Check, Refused, check};
pub use loading::can_emulate;

/// What every reader of the recording must know.
const ORIGIN: &str = "emulated on a CPU, not measured on a GPU: accesses are counted, L1 is \
                      simulated, instructions are those of PTX, and there are no times (propp \
                      explain engine)";

#[derive(Clone, Debug)]
pub struct EmulateOptions {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// How the recording names the program, if not by the command: a captured launch, of which no
    /// recording is kept unless it ran.
    pub named: Option<String>,
    pub output: PathBuf,
    pub force: bool,
    /// The GPU that the program sees, such as `h200`.
    pub gpu: String,
    /// Threads that run a kernel at most; all cores without.
    pub threads: Option<u32>,
    /// Seconds after which a process that emulates is ended.
    pub budget: Option<f64>,
    /// Whether races in shared memory are looked for.
    pub races: bool,
    /// Whether an access to the padding of an allocation is a fault.
    pub strict: bool,
    /// Whether not to show how far kernels are.
    pub quiet: bool,
}

#[derive(Clone, Debug)]
pub struct EmulateSummary {
    pub ending: Ending,
    pub launches: u64,
    /// Why there is nothing to tell and no recording, if no process loaded the emulated runtime.
    pub not_loaded: Option<&'static str>,
    /// Failures and warnings to tell the user, each once.
    pub notices: Vec<Notice>,
}

/// Runs the program once, and writes the recording while it runs.
pub fn emulate(options: &EmulateOptions) -> Result<EmulateSummary> {
    let file = program::find(&options.command)?;
    loading::check(&file)?;
    let emulation = Emulation::new(&options.gpu, options.threads)?;
    let _heeding = signals::Heeding::begin()?;
    let session = Session::open()?;
    let board = Board::create(&session.board()).map_err(CollectError::temporary)?;
    let environment = environment(options, &emulation, &session)?;
    let mut awaited = OsString::from(format!("{}=", variables::EMULATE_FOLDER));
    awaited.push(session.folder());
    let setup = RunSetup {
        held: None,
        command: &options.command,
        environment,
        stdin: Stdio::inherit(),
        silent_output: false,
        silent_errors: false,
        awaited: Some(awaited),
    };
    let writer = Writer::create(&options.output, options.force, &facts(options))?;
    let mut harvest = Harvest::new(writer);
    let row = harvest.writer.begin_run(Job::Count)?;
    let mut processes = Processes::new(&mut harvest, row, &board, Progress::new(options.quiet));
    let mut started = false;
    let starting = signals::Starting::begin()?;
    let ended = run(
        starting,
        setup,
        &session.listener,
        |_| started = true,
        |event| processes.handle(event),
    );
    let ended = match ended {
        Err(error) if !started => {
            harvest.writer.discard();
            return Err(match error {
                CollectError::Io(error) => program::explain(&options.command, error),
                other => other,
            });
        }
        ended => ended?,
    };
    let all = ended.ending;
    let finished = processes.end(&ended).and_then(|found| {
        harvest.note(found.last, Severity::Warning, "emulated", ORIGIN.to_owned())?;
        harvest.writer.end_run(row, ended.duration, ended.ending)?;
        Ok(found)
    });
    let found = finished.map_err(|error| error.after(all))?;
    let Harvest { writer, notices, .. } = harvest;
    let not_loaded = found.last.is_none().then(|| loading::why_not(&file));
    let is_empty = options.named.is_some() && found.launches == 0;
    if not_loaded.is_some() || is_empty {
        writer.discard();
    } else {
        writer.finish().map_err(|error| CollectError::from(error).after(all))?;
    }
    Ok(EmulateSummary { ending: ended.ending, launches: found.launches, not_loaded, notices })
}

fn environment(
    options: &EmulateOptions,
    emulation: &Emulation,
    session: &Session,
) -> Result<Vec<(&'static str, OsString)>> {
    let mut environment = emulation.variables()?;
    environment.push((variables::EMULATE_FOLDER, session.folder().into()));
    let budget = options.budget.map(|seconds| seconds.to_string().into());
    environment.extend(budget.map(|seconds| (variables::EMULATE_SECONDS, seconds)));
    let wanted =
        [(options.races, variables::EMULATE_RACES), (options.strict, variables::EMULATE_STRICT)];
    let wanted = wanted.into_iter().filter(|(is_wanted, _)| *is_wanted);
    environment.extend(wanted.map(|(_, variable)| (variable, "1".into())));
    Ok(environment)
}

fn facts(options: &EmulateOptions) -> Facts {
    let words = options.command.iter().map(|word| word.to_string_lossy().into_owned());
    let command = options.named.clone().map_or_else(|| words.collect(), |name| vec![name]);
    let mut facts = Facts::now(&command);
    facts.options = vec![("emulated-gpu".to_owned(), options.gpu.clone())];
    facts
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
    pub fn new(gpu: &str, threads: Option<u32>) -> Result<Self> {
        let description = Description::named(gpu).ok_or_else(|| CollectError::UnknownGpu {
            name: gpu.to_owned(),
            known: propp_base_gpus::names(),
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
    pub fn variables(&self) -> Result<Vec<(&'static str, OsString)>> {
        let own = self.library.path().parent().map(Path::to_owned);
        let mut folders: Vec<PathBuf> = own.into_iter().collect();
        let before = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        folders.extend(std::env::split_paths(&before).filter(|path| !path.as_os_str().is_empty()));
        let path = std::env::join_paths(folders).map_err(std::io::Error::other)?;
        let mut variables =
            vec![("LD_LIBRARY_PATH", path), (variables::EMULATE_GPU, self.gpu.clone().into())];
        let threads = self.threads.map(|threads| threads.to_string().into());
        variables.extend(threads.map(|threads| (variables::EMULATE_THREADS, threads)));
        Ok(variables)
    }
}
