//! `propp capture`, without the command line: takes one launch out of a program.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use propp_base_model::attribute;
use propp_base_names::{demangle, path, words};
use propp_base_text::bytes;
use propp_base_text::progress::Progress;
use propp_collect_toolkit::Surroundings;
use propp_recording::Ending;
use propp_recording_launch::Writer;
use propp_recording_store::RecordingError;
use propp_recording_wire::{
    Bytes, CaptureEnds, Captured, CodeWanted, Config, Contents, Device, Frame, Hello, Job, Notice,
    Part, Selection, Severity, Stage, VERSION, Window, has_parts,
};

use super::agent_library::AgentLibrary;
use super::connections::Event;
use super::error::{CollectError, Result};
use super::machine::cupti;
use super::measure::LEFT_ALONE;
use super::pending::Pending;
use super::program;
use super::ptx_beside::ptx_beside;
use super::run::{Flow, RunSetup, run};
use super::session::Session;
use super::signals;

/// Bytes of PTX in a block of the file.
const PIECE: usize = 64 << 10;

#[derive(Clone, Debug)]
pub struct CaptureOptions {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Part of the kernel's name, or `=` and its name.
    pub kernel: String,
    /// Which of the launches of such kernels, from 1.
    pub launch: u64,
    pub output: PathBuf,
    pub force: bool,
    /// The most bytes of memory that the launch may reach.
    pub limit: u64,
    /// How long propp waits for the work before the launch, and again for the launch.
    pub launch_timeout: Duration,
    /// Whether the program is ended when the launch is captured.
    pub stop: bool,
    pub quiet: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Captured(Box<Captured>),
    /// The launch cannot be captured, and why.
    Refused(String),
    /// No such launch happened. The kernels that were launched, by readable names.
    NotLaunched(Vec<String>),
    NoCuda,
}

#[derive(Clone, Debug)]
pub struct CaptureSummary {
    pub ending: Ending,
    pub outcome: Outcome,
    /// Whether the file has the PTX of the kernel's module.
    pub has_ptx: bool,
    /// Failures and warnings to tell the user, each once.
    pub notices: Vec<Notice>,
}

/// Runs the program, and writes the file if the launch is captured.
pub fn capture(options: &CaptureOptions, surroundings: &Surroundings) -> Result<CaptureSummary> {
    program::find(&options.command)?;
    if !options.force && options.output.symlink_metadata().is_ok() {
        return Err(RecordingError::Exists { path: options.output.clone() }.into());
    }
    let (_, cupti_dir) = cupti(surroundings).map_err(CollectError::NoCupti)?;
    let library = AgentLibrary::install().map_err(CollectError::Library)?;
    let _heeding = signals::Heeding::begin()?;
    let folder = options.output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let cannot_write =
        |source| CollectError::CannotWrite { file: options.output.display().to_string(), source };
    let pending = Pending::new_in(folder.unwrap_or(Path::new("."))).map_err(cannot_write)?;
    let file = pending.file().map_err(cannot_write)?;
    let writer = Writer::new(BufWriter::new(file)).map_err(cannot_write)?;
    let starting = signals::Starting::begin()?;
    let session = Session::open()?;
    session.configure(&config(options, cupti_dir, &session)).map_err(CollectError::temporary)?;
    let setup = RunSetup {
        held: None,
        command: &options.command,
        environment: session.environment(library.path(), None),
        stdin: Stdio::inherit(),
        silent_output: false,
        silent_errors: false,
        awaited: None,
    };
    let mut taking = Taking::new(writer, options);
    let mut started = false;
    let ended =
        run(starting, setup, &session.listener, |_| started = true, |event| taking.handle(event));
    let ended = ended.map_err(|error| match error {
        CollectError::Io(error) if !started => program::explain(&options.command, error),
        other => other,
    })?;
    let has_ptx = taking.has_ptx;
    let (writer, outcome, notices) = taking.end();
    if matches!(outcome, Outcome::Captured(_)) {
        let kept = writer.finish().and_then(|file| file.into_inner()?.sync_all());
        let kept = kept.and_then(|()| pending.name(&options.output, options.force));
        kept.map_err(|error| cannot_write(error).after(ended.ending))?;
    }
    Ok(CaptureSummary { ending: ended.ending, outcome, has_ptx, notices })
}

fn config(options: &CaptureOptions, cupti_dir: String, session: &Session) -> Config {
    Config {
        version: VERSION,
        socket: session.socket().to_owned(),
        job: Job::Capture,
        pulse: String::new(),
        only_child_of: 0,
        cupti_dir,
        counters: Vec::new(),
        not_replayed: Vec::new(),
        instruction_counters: Vec::new(),
        window: Window::everything(),
        selection: Selection {
            name_parts: name_parts(&options.kernel),
            launch_skip: options.launch.saturating_sub(1),
            launch_count: 1,
            stages: vec![Stage { pass: 0 }],
            graphs: false,
            // They wait for kernels of other GPUs, which would wait for the launch.
            left_alone: LEFT_ALONE.map(str::to_owned).to_vec(),
            ..Selection::nothing()
        },
        records: false,
        code: CodeWanted::nothing(),
        by_range: false,
        most_captured: options.limit,
        longest_captured_s: options.launch_timeout.as_secs_f64(),
    }
}

/// Of the GPU; more than any GPU's if the driver did not describe it.
fn capability(device: Option<&Device>) -> u32 {
    let of = |wanted: u32| {
        let mut known = device?.attributes.iter();
        known.find(|(number, _)| *number == wanted).map(|(_, value)| *value)
    };
    let (major, minor) =
        (of(attribute::COMPUTE_CAPABILITY_MAJOR), of(attribute::COMPUTE_CAPABILITY_MINOR));
    let both = major.zip(minor).map(|(major, minor)| major * 10 + minor);
    both.and_then(|number| u32::try_from(number).ok()).unwrap_or(u32::MAX)
}

/// Whether a mangled name is one that `propp capture -k` means by this.
pub fn is_meant<'k>(kernel: &'k str) -> impl Fn(&str) -> bool + use<'k> {
    let parts = name_parts(kernel);
    move |name| has_parts(name, &parts) && !LEFT_ALONE.iter().any(|part| name.contains(part))
}

/// The words of a kernel's name, which stand in the mangled name in this order; or `=` and the whole
/// name.
fn name_parts(name: &str) -> Vec<String> {
    if name.starts_with('=') { vec![name.to_owned()] } else { words(name) }
}

struct Taking<'o> {
    options: &'o CaptureOptions,
    writer: Writer<BufWriter<File>>,
    shown: Progress,
    known: HashMap<u32, Known>,
    /// The process whose launch is taken.
    from: Option<u32>,
    captured: Option<Box<Captured>>,
    /// Bytes of contents that have come.
    bytes: u64,
    /// The cubin of the kernel's module.
    code: Vec<u8>,
    has_ptx: bool,
    /// Whether the launch has ended, and everything was sent.
    is_whole: bool,
    /// Why a launch of a process cannot be captured, by the process.
    refused: BTreeMap<u32, String>,
    launched: BTreeSet<String>,
    notices: Vec<Notice>,
}

#[derive(Default)]
struct Known {
    hello: Option<Hello>,
    devices: BTreeMap<u32, Device>,
    names: HashMap<u32, String>,
    /// Files that may have its PTX.
    files: Vec<PathBuf>,
}

impl<'o> Taking<'o> {
    fn new(writer: Writer<BufWriter<File>>, options: &'o CaptureOptions) -> Self {
        Self {
            options,
            writer,
            shown: Progress::new(options.quiet),
            known: HashMap::new(),
            from: None,
            captured: None,
            bytes: 0,
            code: Vec::new(),
            has_ptx: false,
            is_whole: false,
            refused: BTreeMap::new(),
            launched: BTreeSet::new(),
            notices: Vec::new(),
        }
    }

    fn handle(&mut self, event: Event) -> Result<Flow> {
        match event {
            Event::Frame { process, frame } => self.frame(process, frame)?,
            Event::Closed { process } if self.from == Some(process) && !self.is_whole => {
                self.refuse(process, "the program ended during the launch".to_owned());
            }
            Event::Broken { process, reason } => {
                self.warn(
                    "broken-connection",
                    format!("process {process} sent nonsense: {reason}"),
                );
            }
            Event::WrongVersion { process } => {
                let text = format!("process {process} has another version of the library loaded");
                self.warn("wrong-version", text);
            }
            Event::Closed { .. } | Event::Ended | Event::Unheard | Event::Tick => {}
        }
        Ok(if self.is_whole && self.options.stop { Flow::Kill } else { Flow::Continue })
    }

    fn frame(&mut self, process: u32, frame: Frame) -> Result<()> {
        let is_refused = self.refused.contains_key(&process);
        let is_ours = self.from == Some(process) && !self.is_whole && !is_refused;
        let known = self.known.entry(process).or_default();
        match frame {
            Frame::Hello(hello) => known.hello = Some(hello),
            Frame::Files(files) => known.files = files.into_iter().map(PathBuf::from).collect(),
            Frame::Device(device) => drop(known.devices.insert(device.index, device)),
            Frame::Name(name) => drop(known.names.insert(name.id, name.text)),
            Frame::Seen(kinds) => {
                let names = kinds.iter().filter_map(|kind| known.names.get(&kind.launch.name));
                self.launched.extend(names.map(|name| path(&demangle(name))));
            }
            Frame::Captured(captured) if self.from.is_none() => {
                self.from = Some(process);
                let device = known.devices.get(&captured.launch.device).cloned();
                if let Some(hello) = known.hello.clone() {
                    self.write(&Frame::Hello(hello))?;
                }
                if let Some(device) = device {
                    self.write(&Frame::Device(device))?;
                }
                self.write(&Frame::Captured(captured.clone()))?;
                self.captured = Some(captured);
            }
            Frame::Contents(contents) if is_ours => {
                self.bytes += contents.bytes.0.len() as u64;
                if contents.part == Part::Code {
                    self.code.extend_from_slice(&contents.bytes.0);
                }
                self.write(&Frame::Contents(contents))?;
                let received = self.bytes;
                self.shown.show(|| format!("captured {}", bytes(received)));
            }
            Frame::CaptureEnds(CaptureEnds { has_succeeded, refused }) => {
                if !refused.is_empty() {
                    self.refuse(process, refused);
                } else if is_ours && has_succeeded {
                    self.add_ptx(process)?;
                    self.write(&Frame::CaptureEnds(CaptureEnds { has_succeeded, refused }))?;
                    self.is_whole = true;
                } else if is_ours {
                    self.refuse(process, "the launch failed".to_owned());
                }
                self.shown.clear();
            }
            Frame::Notice(notice) => {
                let is_told = notice.severity != Severity::Info;
                if is_told && !self.notices.contains(&notice) {
                    self.notices.push(notice);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the PTX of the kernel's module.
    fn add_ptx(&mut self, process: u32) -> Result<()> {
        let (Some(known), Some(captured)) = (self.known.get(&process), &self.captured) else {
            return Ok(());
        };
        let device = known.devices.get(&captured.launch.device);
        self.shown.show(|| "looking for the kernel's PTX".to_owned());
        let found = ptx_beside(&known.files, &self.code, &captured.name, capability(device));
        self.code = Vec::new();
        let texts = found.unwrap_or_default();
        self.has_ptx = !texts.is_empty();
        for (index, text) in (0..).zip(&texts) {
            for (number, piece) in (0..).zip(text.as_bytes().chunks(PIECE)) {
                let (offset, bytes) = (number * PIECE as u64, Bytes(piece.to_vec()));
                let contents = Contents { part: Part::Ptx, index, offset, bytes };
                self.write(&Frame::Contents(contents))?;
            }
        }
        Ok(())
    }

    fn write(&mut self, frame: &Frame) -> Result<()> {
        self.writer.frame(frame).map_err(|source| CollectError::CannotWrite {
            file: self.options.output.display().to_string(),
            source,
        })
    }

    fn refuse(&mut self, process: u32, why: String) {
        self.refused.entry(process).or_insert(why);
    }

    fn warn(&mut self, code: &str, text: String) {
        let code = code.to_owned();
        self.notices.push(Notice { severity: Severity::Warning, code, status: 0, text });
    }

    fn end(mut self) -> (Writer<BufWriter<File>>, Outcome, Vec<Notice>) {
        self.shown.clear();
        let of_taken = self.from.and_then(|process| self.refused.get(&process));
        let refused = of_taken.or(self.refused.values().next()).cloned();
        let outcome = match (self.captured, refused) {
            (Some(captured), _) if self.is_whole => Outcome::Captured(captured),
            (_, Some(why)) => Outcome::Refused(why),
            (Some(_), None) => Outcome::Refused("the program ended during the launch".to_owned()),
            (None, None) if self.known.is_empty() => Outcome::NoCuda,
            (None, None) => Outcome::NotLaunched(self.launched.into_iter().collect()),
        };
        (self.writer, outcome, self.notices)
    }
}

#[cfg(test)]
mod tests {
    use super::{is_meant, name_parts};

    #[test]
    fn the_words_of_a_name_are_its_parts() {
        assert_eq!(
            name_parts("at::native::reduce<512, float>"),
            ["at", "native", "reduce", "512", "float"]
        );
        assert_eq!(name_parts("softmax_kernel"), ["softmax_kernel"]);
        assert!(name_parts("*").is_empty());
        let is_it = |typed: &'static str, name: &str| is_meant(typed)(name);
        for name in
            ["gather", "_Z6gatherPf", "_ZL6gatherPf", "_ZN2ns6gatherEPf", "_Z6gatherILi4EEvPf"]
        {
            assert!(is_it("=gather", name) && is_it("gath", name), "{name}");
        }
        for name in ["_Z7gather2Pf", "_ZN6gather1kEPf", "_Z1kP6gather", "_Z16gatherers_of_allv"] {
            assert!(!is_it("=gather", name) && is_it("gath", name), "{name}");
        }
    }
}
