//! What the program did, as frames in the file that propp has named.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::Write;

use propp_engine::Counts;
use propp_gpus::Description;
use propp_wire::{
    Bytes, Copy, CounterNames, Device, Direction, EMULATION_FRAMES_VARIABLE, Frame, Goodbye, Hello,
    Job, Launch, LaunchKey, Measured, Memory, Module, Name, Notice, Seen, Set, Severity,
    Synchronisation, VERSION, encode,
};

/// The number of the only context.
pub(crate) const CONTEXT: u32 = 1;

pub(crate) struct Record {
    file: Option<File>,
    pid: u32,
    names: HashMap<String, u32>,
    counters: Option<Vec<&'static str>>,
    kinds: BTreeMap<LaunchKey<u32>, Kind>,
    modules: u32,
    seen: u64,
    correlation: u32,
}

struct Kind {
    launch: Launch,
    launches: u64,
}

impl Record {
    pub(crate) fn begin(gpu: &Description) -> Self {
        let path = std::env::var_os(EMULATION_FRAMES_VARIABLE);
        let file = path.and_then(|path| OpenOptions::new().append(true).open(path).ok());
        let mut record = Self {
            file,
            pid: std::process::id(),
            names: HashMap::new(),
            counters: None,
            kinds: BTreeMap::new(),
            modules: 0,
            seen: 0,
            correlation: 0,
        };
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        record.send(&Frame::Hello(Hello {
            version: VERSION,
            job: Job::Count,
            pid: std::process::id(),
            parent_pid: std::os::unix::process::parent_id(),
            command: words.collect(),
            cupti_version: 0,
            cupti_path: String::new(),
            driver_cuda_version: 13000,
        }));
        record.send(&Frame::Device(Device {
            index: 0,
            name: format!("{} (emulated)", gpu.name),
            chip: gpu.chip.clone(),
            uuid: *b"propp emulation\0",
            memory_bytes: gpu.memory_bytes,
            attributes: gpu.attributes.iter().map(|(a, v)| (*a, *v)).collect(),
        }));
        record
    }

    /// A failure to write leaves the recording short, and the program runs on.
    fn send(&mut self, frame: &Frame) {
        if let Some(file) = &mut self.file
            && file.write_all(&encode(frame)).is_err()
        {
            self.file = None;
        }
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

    /// The machine code of a kernel.
    pub(crate) fn code(&mut self, cubin: Vec<u8>) {
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

    /// A launch that has run to its end.
    pub(crate) fn launch(&mut self, mut launch: Launch, counts: &Counts, took_ns: u64) {
        let named = counts.named();
        if self.counters.is_none() {
            let counters = named.iter().map(|(name, _)| ((*name).to_owned(), 1)).collect();
            self.send(&Frame::CounterNames(CounterNames { device: 0, counters, runs: 1 }));
            self.counters = Some(named.iter().map(|(name, _)| *name).collect());
        }
        launch.correlation = self.next_correlation();
        let key = launch.key();
        let kind = self.kinds.entry(key);
        let kind = kind.or_insert_with(|| Kind {
            launch: Launch { correlation: 0, stream: 0, context: 0, ..launch.clone() },
            launches: 0,
        });
        let ordinal_in_signature = kind.launches;
        kind.launches += 1;
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

    /// Unless this is a child that the program forked: the frames are its parent's.
    pub(crate) fn end_of_process(&mut self) {
        if self.pid == std::process::id() {
            self.end();
        }
    }

    pub(crate) fn end(&mut self) {
        let kinds = std::mem::take(&mut self.kinds).into_values();
        let kinds = kinds.map(|kind| Seen { launch: kind.launch, launches: kind.launches });
        let kinds: Vec<Seen> = kinds.collect();
        self.send(&Frame::Seen(kinds));
        let seen = self.seen;
        self.send(&Frame::Goodbye(Goodbye { seen, measured: seen, dropped: 0 }));
        self.file = None;
    }
}
