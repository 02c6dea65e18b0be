//! Writes the frames of a run into the recording, and sums them up for the progress
//! line and the next run.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;

use propp_names::demangle;
use propp_sass::CubinError;
use propp_store::{ProcessId, RecordingError, RunId};
use propp_wire::{CodeWanted, Direction, Frame, Instructions, Job, Launch, Severity};

use super::attempts::{Harm, Launched};
use super::code::{Found, KernelCode, LoadedCode};
use super::error::CollectError;
use super::harvest::Harvest;
use super::progress::Progress;
use super::pulse::Pulse;
use super::rows::Rows;
use super::run::{Event, Flow, GRACE};
use super::watch::Watch;

/// Why the code of a measured kernel is missing.
const NO_MODULE: &str = "no module with it was seen, or could be kept";
const NOT_TRACED: &str = "the trace run did not have the kernel, and no small module has it";
const NO_NAMES: &str = "they have no names in a count run, and no trace run told any";

/// Handles the events of one run.
pub(super) struct Listener<'h> {
    harvest: &'h mut Harvest,
    job: Job,
    rows: Rows,
    progress: Progress,
    /// Connections whose process has said goodbye.
    said_goodbye: BTreeSet<u32>,
    /// Names of kernels and NVTX ranges, by connection and number.
    texts: HashMap<(u32, u32), String>,
    code: LoadedCode,
    wanted_code: CodeWanted,
    /// Whether a graph was measured.
    has_graphs: bool,
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
            rows: Rows::new(run, job),
            progress: Progress::new(title, quiet),
            said_goodbye: BTreeSet::new(),
            texts: HashMap::new(),
            code: LoadedCode::default(),
            wanted_code: CodeWanted::nothing(),
            has_graphs: false,
            watch: Watch::new(patience, limit, longest, pulse),
            nvtx_library: None,
        }
    }

    /// Says that the run records, too, and which run of the recording that is.
    pub(super) fn with_records_in(mut self, run: Option<RunId>) -> Self {
        self.rows = self.rows.with_records_in(run);
        self
    }

    /// Says whether processes use the CUPTI that NVTX reports to.
    pub(super) fn with_ranges_from(mut self, library: Option<PathBuf>) -> Self {
        self.nvtx_library = library;
        self
    }

    /// Says which code the processes send.
    pub(super) fn with_code(mut self, wanted: CodeWanted) -> Self {
        self.wanted_code = wanted;
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

    /// Whether launches were measured, and what propp did when a process ended or counters
    /// failed.
    pub(super) fn during(&self) -> (bool, Option<Launched>) {
        let watch = &self.watch;
        let code = watch.reads_code().then_some(Launched::Code);
        let during = code.or_else(|| watch.died.clone()).or_else(|| watch.failed.clone());
        (watch.has_begun, during)
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
        self.tell_uncoded_graphs()?;
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
            let id = self.rows.known(*process);
            self.harvest.note(id, Severity::Warning, "still-running", text)?;
        }
        Ok(())
    }

    /// Names a measured kernel without code, once: in the same commit as its counters.
    fn tell_uncoded(
        &mut self,
        process: Option<ProcessId>,
        kernel: &str,
        why: &str,
    ) -> Result<(), CollectError> {
        /// Kernels that are named.
        const MOST: usize = 20;
        if !self.harvest.uncoded.insert(kernel.to_owned()) || self.harvest.uncoded.len() > MOST + 1
        {
            return Ok(());
        }
        let text = match self.harvest.uncoded.len() {
            ..=MOST => format!("the code of {} is missing: {why}", demangle(kernel)),
            _ => "the code of further measured kernels is missing".to_owned(),
        };
        self.harvest.note(process, Severity::Info, "code-unseen", text)
    }

    /// Which kernels of a measured graph have code is known in the end.
    fn tell_uncoded_graphs(&mut self) -> Result<(), CollectError> {
        if self.has_graphs && self.wanted_code.is_wanted {
            let in_graphs = self.harvest.seen.in_graphs.iter();
            let uncoded: Vec<String> =
                in_graphs.filter(|name| !self.harvest.coded.contains(*name)).cloned().collect();
            for kernel in uncoded {
                self.tell_uncoded(None, &kernel, NO_MODULE)?;
            }
        }
        Ok(())
    }

    fn frame(&mut self, process: u32, frame: Frame) -> Result<(), CollectError> {
        let Some(id) = self.rows.process(&mut self.harvest.writer, process)? else { return Ok(()) };
        // Before the counters: what is committed of them has its code.
        if let Frame::Measured(measured) = &frame {
            self.keep_code(process, id, &measured.launch)?;
        }
        let written = match &frame {
            Frame::Instructions(counted) => self.keep_instructions(process, id, counted),
            _ => self.rows.frame(&mut self.harvest.writer, process, &frame),
        };
        if let (Frame::Hello(hello), Some(library), Job::Trace) =
            (&frame, &self.nvtx_library, self.job)
            && let Some(text) = unseen_ranges(library, Path::new(&hello.cupti_path))
        {
            self.harvest.note(Some(id), Severity::Warning, "ranges-unseen", text)?;
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

    /// Stores the code of a measured launch.
    fn keep_code(
        &mut self,
        process: u32,
        id: ProcessId,
        launch: &Launch,
    ) -> Result<(), CollectError> {
        if !self.wanted_code.is_wanted {
            return Ok(());
        }
        let found = match self.texts.get(&(process, launch.name)).cloned() {
            Some(kernel) => self.code_of_kernel(process, id, &kernel, launch)?,
            None => self.code_of_graph(process)?,
        };
        for code in found {
            let written =
                self.harvest.writer.code(id, &code.kernel, code.architecture, &code.cubin)?;
            self.harvest.code_bytes += written.unwrap_or(0);
            self.harvest.coded.insert(code.kernel);
        }
        Ok(())
    }

    fn code_of_kernel(
        &mut self,
        process: u32,
        id: ProcessId,
        kernel: &str,
        launch: &Launch,
    ) -> Result<Vec<KernelCode>, CollectError> {
        let wanted = &self.wanted_code.kernels;
        let is_named = wanted.is_empty() || wanted.iter().any(|name| name == kernel);
        // What was loaded was readable.
        let why = match self.code.of_launch(process, kernel, launch).unwrap_or(Found::Nothing) {
            Found::Code(found) => return Ok(found),
            Found::AskedBefore => return Ok(Vec::new()),
            Found::Other => format!(
                "it was launched with {} registers, and the kernels of its name in the modules \
                 that were seen have other numbers",
                launch.registers
            ),
            Found::Nothing if is_named => NO_MODULE.to_owned(),
            Found::Nothing => NOT_TRACED.to_owned(),
        };
        self.tell_uncoded(Some(id), kernel, &why)?;
        Ok(Vec::new())
    }

    /// Any of the kernels that the trace run saw in graphs may be of this one.
    fn code_of_graph(&mut self, process: u32) -> Result<Vec<KernelCode>, CollectError> {
        let is_first = !std::mem::replace(&mut self.has_graphs, true);
        if is_first && self.harvest.seen.in_graphs.is_empty() {
            self.tell_uncoded(None, "kernels of graphs", NO_NAMES)?;
        }
        let in_graphs = self.harvest.seen.in_graphs.iter();
        Ok(self.code.of_graph(process, in_graphs).unwrap_or_default())
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
            Frame::Instructions(counted) => {
                self.progress.measured += 1;
                self.harvest.lined += 1;
                let launch = counted.launch;
                if let Some(name) = self.texts.get(&(process, launch.name)) {
                    self.harvest.lined_kinds.insert((name.clone(), launch.grid, launch.block));
                }
            }
            Frame::Notice(notice) => self.harvest.remember(notice),
            Frame::Copies(copies) => {
                let peers = copies.iter().any(|copy| copy.direction == Direction::PeerToPeer);
                self.harvest.seen.has_peer_copies |= peers;
            }
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
pub(crate) mod tests {
    use propp_wire::{Bytes, CounterNames, Goodbye, Kernel, Launch, Measured, Module, Name};

    use super::*;
    use propp_recording::Facts;
    use propp_store::Writer;

    fn name(id: u32, text: &str) -> Frame {
        Frame::Name(Name { id, text: text.to_owned() })
    }

    /// A launch of the kernel with this name.
    pub(crate) fn launch_of(name: u32, nvtx: u32) -> Launch {
        Launch {
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
        }
    }

    fn launch(name: u32, nvtx: u32) -> Frame {
        let launch = launch_of(name, nvtx);
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

    /// What a propp leaves that is killed when a measurement was committed.
    #[test]
    fn a_measurement_is_committed_with_its_code() {
        use std::io::Read;
        let file =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../sass/tests/fixtures/plain.sm_90.cubin.gz");
        let mut cubin = Vec::new();
        let file = std::fs::File::open(file).unwrap();
        flate2::read::GzDecoder::new(file).read_to_end(&mut cubin).unwrap();
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("r.propp");
        let mut harvest = Harvest::new(Writer::create(&path, false, &Facts::now(&[])).unwrap());
        let run = harvest.writer.begin_run(Job::Count).unwrap();
        let wanted = CodeWanted { is_wanted: true, ..CodeWanted::nothing() };
        let (job, most) = (Job::Count, Duration::MAX);
        let mut listener =
            Listener::new(&mut harvest, job, run, true, most, most, None).with_code(wanted);
        let mut send = |frame| listener.handle(Event::Frame { process: 0, frame }).unwrap();
        send(name(1, "_Z6nestedPKfPfii"));
        send(name(2, "without"));
        let cubin = Bytes(cubin);
        send(Frame::Module(Module { context: 1, module: 1, hash: 1, crc: 0, cubin }));
        let Frame::Kernels(kernels) = launch(1, 0) else { unreachable!() };
        let mut launch = kernels[0].launch.clone();
        launch.registers = 0;
        for name in [1, 2] {
            // What waits is committed with the counters.
            let counters = CounterNames { device: 0, counters: Vec::new(), runs: 1 };
            send(Frame::CounterNames(counters));
            std::thread::sleep(Duration::from_millis(260));
            let launch = Launch { name, ..launch.clone() };
            let (ordinal, values) = (u64::from(name), Vec::new());
            let measured =
                Measured { launch, ordinal, ordinal_in_signature: 0, took_ns: 1, values };
            send(Frame::Measured(measured));
        }
        let recording = propp_store::read(&path).unwrap();
        assert_eq!((recording.measurements.len(), recording.code.len()), (2, 1));
        let told = |notice: &propp_recording::NoticeRow| notice.text.contains("of without is");
        assert!(recording.notices.iter().any(told), "{:?}", recording.notices);
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
