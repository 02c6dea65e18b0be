//! Writes the frames of a run into the recording, and sums them up for the progress
//! line and the next run.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use propp_names::demangle;
use propp_sass::CubinError;
use propp_store::{ProcessId, RecordingError, RunId};
use propp_wire::{Frame, Instructions, Job, Launch, Severity};

use super::attempts::{Harm, Launched};
use super::code::LoadedCode;
use super::error::CollectError;
use super::harvest::Harvest;
use super::progress::Progress;
use super::pulse::Pulse;
use super::run::{Event, Flow, GRACE};
use super::watch::Watch;

/// Handles the events of one run.
pub(super) struct Listener<'h> {
    harvest: &'h mut Harvest,
    job: Job,
    run: RunId,
    progress: Progress,
    /// By connection; `None` until a process has said hello.
    processes: Vec<Option<ProcessId>>,
    /// Connections whose process has said goodbye.
    said_goodbye: BTreeSet<u32>,
    /// Names of kernels and NVTX ranges, by connection and number.
    texts: HashMap<(u32, u32), String>,
    code: LoadedCode,
    /// Measured kernels without code, once a module with code was seen.
    uncoded: BTreeSet<String>,
    watch: Watch,
    /// The CUPTI that NVTX reports to, if ranges are wanted.
    nvtx_library: Option<PathBuf>,
}

impl<'h> Listener<'h> {
    pub(super) fn new(
        harvest: &'h mut Harvest,
        job: Job,
        run: RunId,
        quiet: bool,
        patience: Duration,
        limit: Duration,
        pulse: Option<Pulse>,
    ) -> Self {
        let title = match job {
            Job::Trace => "tracing",
            Job::Count => "counting",
            Job::Lines => "counting lines",
        };
        let longest = harvest.longest();
        Self {
            harvest,
            job,
            run,
            progress: Progress::new(title, quiet),
            processes: Vec::new(),
            said_goodbye: BTreeSet::new(),
            texts: HashMap::new(),
            code: LoadedCode::default(),
            uncoded: BTreeSet::new(),
            watch: Watch::new(patience, limit, longest, pulse),
            nvtx_library: None,
        }
    }

    /// Says whether processes use the CUPTI that NVTX reports to.
    pub(super) fn with_ranges_from(mut self, library: Option<PathBuf>) -> Self {
        self.nvtx_library = library;
        self
    }

    /// Handles an event, and says whether the program may run on.
    pub(super) fn handle(&mut self, event: Event) -> Result<Flow, CollectError> {
        self.progress.show();
        self.dispatch(event)?;
        Ok(if self.watch.harm().is_some() { Flow::Kill } else { Flow::Continue })
    }

    /// Why propp has ended the run, if it has.
    pub(super) fn harm(&mut self) -> Option<Harm> {
        self.watch.harm().cloned()
    }

    /// Whether launches were measured, and which one when a process ended or counters failed.
    pub(super) fn measuring(&self) -> (bool, Option<Launched>) {
        (self.watch.has_begun, self.watch.died.clone().or_else(|| self.watch.failed.clone()))
    }

    fn dispatch(&mut self, event: Event) -> Result<(), CollectError> {
        match event {
            Event::Tick => {
                self.watch.looks();
                Ok(self.harvest.writer.commit_if_due()?)
            }
            Event::Frame { process, frame } => self.frame(process, frame),
            Event::Closed { process } => {
                self.watch.ends(process);
                self.code.end(process);
                Ok(())
            }
            Event::WrongVersion { process } => {
                let text = format!(
                    "process {process} has an injected library of another version; unset \
                     PROPP_INJECT_LIB"
                );
                self.harvest.warn("wrong-version", text)
            }
            Event::Broken { process, reason } => {
                let text = format!("process {process} sent something that is no frame: {reason}");
                self.harvest.warn("broken-connection", text)
            }
        }
    }

    /// Ends the run; the `connected` processes still run.
    pub(super) fn end(mut self, connected: &BTreeSet<u32>) -> Result<(), CollectError> {
        self.progress.clear();
        self.tell_uncoded()?;
        let job = match self.job {
            Job::Trace => "trace",
            Job::Count => "count",
            Job::Lines => "line",
        };
        for process in connected.difference(&self.said_goodbye) {
            let text = format!(
                "process {process} of the {job} run was still running when propp stopped \
                 listening, {} s after the program had ended; what it did from then on is missing",
                GRACE.as_secs()
            );
            let id = self.processes.get(*process as usize).copied().flatten();
            self.harvest.note(id, Severity::Warning, "still-running", text)?;
        }
        Ok(())
    }

    /// Names the kernels whose modules were not seen.
    fn tell_uncoded(&mut self) -> Result<(), CollectError> {
        /// Names in the notice.
        const MOST: usize = 10;
        let mut uncoded: Vec<String> =
            self.uncoded.difference(&self.harvest.coded).map(|name| demangle(name)).collect();
        if uncoded.is_empty() {
            return Ok(());
        }
        let more = uncoded.len().saturating_sub(MOST);
        uncoded.truncate(MOST);
        if more > 0 {
            uncoded.push(format!("{more} more"));
        }
        let text = format!(
            "CUPTI showed no module with the code of {}, which the recording lacks",
            uncoded.join(", ")
        );
        self.harvest.note(None, Severity::Info, "code-unseen", text)
    }

    fn frame(&mut self, process: u32, frame: Frame) -> Result<(), CollectError> {
        let id = self.process(process)?;
        let written = match &frame {
            Frame::Instructions(counted) => self.keep_instructions(process, id, counted),
            _ => self.harvest.writer.frame(id, &frame),
        };
        if let (Frame::Hello(hello), Some(library), Job::Trace) =
            (&frame, &self.nvtx_library, self.job)
            && let Some(text) = unseen_ranges(library, Path::new(&hello.cupti_path))
        {
            self.harvest.note(Some(id), Severity::Warning, "ranges-unseen", text)?;
        }
        if written.is_ok()
            && let Frame::Measured(measured) = &frame
        {
            self.keep_code(process, id, &measured.launch)?;
        }
        if let Some(reason) = self.observe(process, frame) {
            let text = format!("code of the program is missing in the recording: {reason}");
            self.harvest.note(Some(id), Severity::Warning, "code-unreadable", text)?;
        }
        match written {
            Err(error @ RecordingError::Frame { .. }) => {
                self.harvest.warn("frame-left-out", error.to_string())
            }
            other => Ok(other?),
        }
    }

    /// The recording's process of a connection, added with its first frame.
    fn process(&mut self, connection: u32) -> Result<ProcessId, CollectError> {
        let index = connection as usize;
        if self.processes.len() <= index {
            self.processes.resize(index + 1, None);
        }
        if let Some(id) = self.processes[index] {
            return Ok(id);
        }
        let ordinal = self.processes.iter().flatten().count();
        let ordinal = u32::try_from(ordinal).unwrap_or(u32::MAX);
        let id = self.harvest.writer.process(self.run, ordinal)?;
        self.processes[index] = Some(id);
        Ok(id)
    }

    /// Stores the code of a measured launch.
    fn keep_code(
        &mut self,
        process: u32,
        id: ProcessId,
        launch: &Launch,
    ) -> Result<(), CollectError> {
        let found = match self.texts.get(&(process, launch.name)) {
            Some(kernel) => {
                if self.code.has_any(process) {
                    self.uncoded.insert(kernel.clone());
                }
                self.code.of_launch(process, kernel, launch)
            }
            // A graph: any of those that the trace run saw in graphs.
            None => self.code.of_graph(process, self.harvest.seen.in_graphs.iter()),
        };
        // What was loaded was readable.
        for code in found.unwrap_or_default() {
            let written =
                self.harvest.writer.code(id, &code.kernel, code.architecture, &code.cubin)?;
            self.harvest.code_bytes += written.unwrap_or(0);
            self.harvest.coded.insert(code.kernel);
        }
        Ok(())
    }

    /// Stores what was counted of the instructions of a launch, with the code that ran.
    fn keep_instructions(
        &mut self,
        process: u32,
        id: ProcessId,
        counted: &Instructions,
    ) -> Result<(), RecordingError> {
        let kernel = self.texts.get(&(process, counted.launch.name));
        let code = kernel.and_then(|kernel| {
            let crc = counted.functions.iter().find(|(_, name)| name == kernel)?.0;
            self.code.of_crc(process, kernel, crc)
        });
        let known = code.as_ref().map(|code| (code.architecture, code.cubin.as_slice()));
        self.harvest.writer.instructions(id, counted, known)
    }

    /// Collects what the user and the next run need. Gives the reason if code cannot be read.
    fn observe(&mut self, process: u32, frame: Frame) -> Option<CubinError> {
        self.watch.note(process, &frame, |name| self.texts.get(&(process, name)).cloned());
        match frame {
            Frame::Name(name) => {
                self.texts.insert((process, name.id), name.text);
            }
            Frame::Kernels(kernels) => {
                self.progress.seen += kernels.len() as u64;
                self.harvest.traced += kernels.len() as u64;
                let text = |id| self.texts.get(&(process, id)).map(String::as_str);
                self.harvest.seen.add(process, &kernels, text);
            }
            Frame::Progress(progress) => self.progress.seen = progress.seen,
            Frame::CounterNames(counters) => self.progress.passes = counters.runs,
            Frame::Measured(_) => {
                self.progress.measured += 1;
                self.harvest.measured += 1;
            }
            Frame::Instructions(_) => {
                self.progress.measured += 1;
                self.harvest.lined += 1;
            }
            Frame::Notice(notice) => self.harvest.remember(notice),
            Frame::Memory(events) => self.harvest.seen.add_memory(process, &events),
            Frame::Goodbye(_) => {
                self.said_goodbye.insert(process);
            }
            Frame::Module(module) => return self.code.load(process, module).err(),
            Frame::ModuleEnds(module) => self.code.unload(process, &module),
            _ => {}
        }
        None
    }
}

/// NVTX reports to one CUPTI. A program that brings its own, as PyTorch does, is profiled by
/// that one, which then sees no ranges.
fn unseen_ranges(nvtx_library: &Path, used: &Path) -> Option<String> {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let is_same = whole(nvtx_library) == whole(used);
    let folder = used.parent().filter(|_| !is_same)?;
    Some(format!(
        "NVTX ranges are not seen: the program brings its own CUPTI, {}, and ranges were reported \
         to {}; profile it with --cuda-dir {}",
        used.display(),
        nvtx_library.display(),
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use propp_wire::{Goodbye, Kernel, Launch, Name};

    use super::*;
    use propp_recording::Facts;
    use propp_store::Writer;

    fn name(id: u32, text: &str) -> Frame {
        Frame::Name(Name { id, text: text.to_owned() })
    }

    fn launch(name: u32, nvtx: u32) -> Frame {
        let launch = Launch {
            name,
            grid: [1; 3],
            block: [1; 3],
            cluster: [0; 3],
            registers: 8,
            static_shared_bytes: 0,
            dynamic_shared_bytes: 0,
            local_bytes_per_thread: 0,
            device: 0,
            context: 1,
            stream: 7,
            correlation: 1,
            graph: 0,
            nvtx,
        };
        Frame::Kernels(vec![Kernel { launch, start_ns: 1, end_ns: 2 }])
    }

    /// The harvest of a run with these frames, and with these connections open at its
    /// end.
    fn harvest(frames: Vec<(u32, Frame)>, connected: &[u32]) -> Harvest {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut harvest = Harvest::new(Writer::create(&path, false, &Facts::now(&[])).unwrap());
        let run = harvest.writer.begin_run(Job::Trace).unwrap();
        let mut listener =
            Listener::new(&mut harvest, Job::Trace, run, true, Duration::MAX, Duration::MAX, None);
        for (process, frame) in frames {
            listener.handle(Event::Frame { process, frame }).unwrap();
        }
        listener.end(&connected.iter().copied().collect()).unwrap();
        harvest
    }

    #[test]
    fn ranges_that_another_cupti_gets_are_told() {
        let [toolkit, own] = ["/cuda/lib64/libcupti.so.13", "/venv/cupti/lib/libcupti.so.13"];
        let unseen = |used: &str| unseen_ranges(Path::new(toolkit), Path::new(used));
        assert_eq!(unseen(toolkit), None);
        assert!(unseen(own).unwrap().ends_with("--cuda-dir /venv/cupti/lib"));
        // No CUPTI was loaded, which is another notice's.
        assert_eq!(unseen(""), None);
    }

    #[test]
    fn names_of_ranges_are_not_those_of_kernels() {
        let frames = vec![
            (0, name(1, "vadd")),
            (0, name(2, "range")),
            (1, name(1, "other range")),
            (1, name(2, "vmul")),
            (0, launch(1, 2)),
            (1, launch(2, 1)),
            (0, launch(1, 0)),
        ];
        let harvest = harvest(frames, &[]);
        assert_eq!(harvest.kernels().into_iter().collect::<Vec<_>>(), ["vadd", "vmul"]);
        assert_eq!(harvest.traced, 3);
    }

    #[test]
    fn only_processes_that_have_not_said_goodbye_are_still_running() {
        let goodbye = Frame::Goodbye(Goodbye { seen: 0, measured: 0, dropped: 0 });
        let frames = vec![(0, name(1, "a")), (1, name(1, "a")), (1, goodbye)];
        let notices = harvest(frames, &[0, 1]).notices;
        assert_eq!(notices.len(), 1, "{notices:?}");
        assert!(notices[0].text.starts_with("process 0 of the trace run was still running"));
    }
}
