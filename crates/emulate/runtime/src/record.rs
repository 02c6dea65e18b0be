//! What the program did, as frames for propp.

use std::collections::{HashMap, HashSet};

use propp_base_gpus::Description;
use propp_base_model::counters as name;
use propp_emulate_engine::{Added, Counts};
use propp_recording_wire::{
    Begins, Blocks, Bytes, Copy, CounterNames, Device, Direction, Frame, Hello, Job, Launch,
    LaunchKey, Measured, Memory, Module, Name, Notice, Progress, Set, Severity, Synchronisation,
    VERSION,
};

use crate::line::{Line, Sent};

/// The number of the only context.
pub(crate) const CONTEXT: u32 = 1;

pub(crate) struct Record {
    line: Line,
    device: Device,
    /// Of the process and of the program in it: those of a forked child are others.
    pid: u32,
    instance: u64,
    names: HashMap<String, u32>,
    counters: Vec<&'static str>,
    kinds: HashMap<LaunchKey<u32>, u64>,
    modules: u32,
    /// Kernels whose code was sent, by the number of their program and of their name.
    coded: HashSet<(usize, u32)>,
    seen: u64,
    correlation: u32,
}

impl Record {
    pub(crate) fn begin(gpu: &Description) -> Self {
        let device = Device {
            index: 0,
            name: format!("{} (emulated)", gpu.name),
            chip: gpu.chip.clone(),
            uuid: *b"propp emulation\0",
            memory_bytes: gpu.memory_bytes,
            attributes: gpu.attributes.iter().map(|(a, v)| (*a, *v)).collect(),
        };
        let mut record = Self {
            line: Line::open(),
            device,
            pid: std::process::id(),
            instance: propp_base_guest::instance(),
            names: HashMap::new(),
            counters: Vec::new(),
            kinds: HashMap::new(),
            modules: 0,
            coded: HashSet::new(),
            seen: 0,
            correlation: 0,
        };
        record.greet();
        record
    }

    /// Says who this is, and what the later frames refer to.
    fn greet(&mut self) {
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let hello = Frame::Hello(Hello {
            version: VERSION,
            job: Job::Count,
            pid: self.pid,
            parent_pid: std::os::unix::process::parent_id(),
            command: words.collect(),
            cupti_version: 0,
            cupti_path: String::new(),
            driver_cuda_version: 13000,
            instance: self.instance,
        });
        let names = self.names.iter();
        let names = names.map(|(text, id)| Frame::Name(Name { id: *id, text: text.clone() }));
        let counters = (!self.counters.is_empty()).then(|| counter_names(&self.counters));
        let device = Frame::Device(self.device.clone());
        let frames: Vec<Frame> = [hello, device].into_iter().chain(names).chain(counters).collect();
        // Without a beginning nothing else is understood: the next frame opens another.
        if !frames.iter().all(|frame| self.line.send(frame) == Sent::Yes) {
            self.line.hang_up();
        }
    }

    /// A frame that is lost leaves the recording short, and the program runs on.
    fn send(&mut self, frame: &Frame) {
        /// The program may close what is open at any time, but hardly each time.
        const TRIES: u32 = 5;
        for _ in 0..TRIES {
            if self.line.send(frame) != Sent::Reopened {
                return;
            }
            self.greet();
        }
    }

    /// A child that the program has forked is a process of its own, with numbers of its own. propp
    /// hears of it with its first frame.
    pub(crate) fn notice_fork(&mut self) {
        let pid = std::process::id();
        if self.pid == pid {
            return;
        }
        self.pid = pid;
        self.instance = propp_base_guest::instance();
        self.names.clear();
        self.counters.clear();
        self.kinds.clear();
        self.coded.clear();
        (self.modules, self.seen, self.correlation) = (0, 0, 0);
        self.line.hang_up();
    }

    pub(crate) fn notice(&mut self, severity: Severity, code: &str, text: String) {
        self.send(&Frame::Notice(Notice { severity, code: code.to_owned(), status: 0, text }));
    }

    pub(crate) fn name(&mut self, text: &str) -> u32 {
        if let Some(id) = self.names.get(text) {
            return *id;
        }
        let id = u32::try_from(self.names.len() + 1).unwrap_or(u32::MAX);
        self.names.insert(text.to_owned(), id);
        self.send(&Frame::Name(Name { id, text: text.to_owned() }));
        id
    }

    /// The machine code of a kernel, the first time: `code` gives it.
    pub(crate) fn code(
        &mut self,
        program: usize,
        name: u32,
        code: impl FnOnce() -> Option<Vec<u8>>,
    ) {
        if !self.coded.insert((program, name)) {
            return;
        }
        let Some(cubin) = code() else { return };
        self.modules += 1;
        let (module, hash) = (self.modules, u64::from(self.modules));
        let cubin = Bytes(cubin);
        self.send(&Frame::Module(Module { context: CONTEXT, module, hash, crc: 0, cubin }));
    }

    fn next_correlation(&mut self) -> u32 {
        self.correlation += 1;
        self.correlation
    }

    /// Times are absent: zero.
    pub(crate) fn copy(&mut self, direction: Direction, bytes: u64, pageable: bool, stream: u32) {
        let correlation = self.next_correlation();
        self.send(&Frame::Copies(vec![Copy {
            direction,
            bytes,
            pageable,
            start_ns: 0,
            end_ns: 0,
            device: 0,
            context: CONTEXT,
            stream,
            correlation,
        }]));
    }

    pub(crate) fn set(&mut self, bytes: u64, stream: u32) {
        let correlation = self.next_correlation();
        let (device, context) = (0, CONTEXT);
        let set = Set { bytes, start_ns: 0, end_ns: 0, device, context, stream, correlation };
        self.send(&Frame::Sets(vec![set]));
    }

    pub(crate) fn memory(&mut self, allocated: bool, kind: u32, address: u64, bytes: u64) {
        let (device, context) = (0, CONTEXT);
        let event = Memory { allocated, kind, address, bytes, at_ns: 0, device, context };
        self.send(&Frame::Memory(vec![event]));
    }

    /// The host has waited for the device; `kind` is CUPTI's number.
    pub(crate) fn wait(&mut self, kind: u32, stream: u32) {
        let correlation = self.next_correlation();
        let (start_ns, end_ns, context) = (0, 0, CONTEXT);
        let wait = Synchronisation { kind, start_ns, end_ns, context, stream, correlation };
        self.send(&Frame::Synchronisations(vec![wait]));
    }

    /// A launch is about to run.
    pub(crate) fn begins(&mut self, launch: &Launch) {
        self.send(&Frame::Begins(Begins { launch: launch.clone() }));
    }

    pub(crate) fn blocks(&mut self, done: u64, of: u64, place: String) {
        self.send(&Frame::Blocks(Blocks { done, of, place }));
    }

    /// It has not run to its end, and the program goes on.
    pub(crate) fn failed(&mut self) {
        self.send(&Frame::Progress(Progress { seen: self.seen, measured: self.seen }));
    }

    /// It has run to its end.
    pub(crate) fn launch(
        &mut self,
        mut launch: Launch,
        counts: &Counts,
        added: Added,
        took_ns: u64,
    ) {
        let mut named = counts.named();
        named.extend([
            (name::NEW_INPUTS, added.inputs),
            (name::NEW_RESULTS, added.results),
            (name::USED_RESULTS, added.used),
        ]);
        if self.counters.is_empty() {
            self.counters = named.iter().map(|(name, _)| *name).collect();
            self.send(&counter_names(&self.counters));
        }
        launch.correlation = self.next_correlation();
        let of_kind = self.kinds.entry(launch.key()).or_default();
        let ordinal_in_signature = *of_kind;
        *of_kind += 1;
        let ordinal = self.seen;
        self.seen += 1;
        let values = named.iter().map(|(_, value)| *value as f64).collect();
        self.send(&Frame::Measured(Measured {
            launch,
            ordinal,
            ordinal_in_signature,
            took_ns,
            values,
        }));
    }
}

fn counter_names(counters: &[&str]) -> Frame {
    let counters = counters.iter().map(|name| ((*name).to_owned(), 1)).collect();
    Frame::CounterNames(CounterNames { device: 0, counters, runs: 1 })
}
