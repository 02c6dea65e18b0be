//! A recording in memory.
//!
//! Rows refer to each other by their place in the lists of [`Recording`]; the
//! reader has checked that every reference leads somewhere.

use std::collections::BTreeMap;

use propp_base_model::Sample;
use propp_recording_wire::{Direction, Job, LaunchKey, Severity};

use super::{CodeRow, Cubin, Ending, LineLaunch, SuiteCase};

/// Everything in a recording, each list in the order in which it was stored.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// Facts of the recording by key; see `docs/recording.md`.
    pub meta: BTreeMap<String, String>,
    pub runs: Vec<Run>,
    pub processes: Vec<Process>,
    /// GPUs, once for each process that uses them.
    pub devices: Vec<Device>,
    /// Function names as the compiler made them, and names of NVTX ranges.
    pub names: Vec<String>,
    pub signatures: Vec<Signature>,
    pub streams: Vec<Stream>,
    pub kernels: Vec<KernelRow>,
    pub copies: Vec<Copied>,
    /// Memory set to a value, in trace runs.
    pub sets: Vec<SetRow>,
    /// Memory taken and given back, in trace runs.
    pub memory: Vec<MemoryRow>,
    /// Waiting of the host, in trace runs.
    pub syncs: Vec<SyncRow>,
    pub counters: Vec<String>,
    /// Counters that were read together.
    pub counter_sets: Vec<CounterSet>,
    /// Launches of count runs whose counters were read.
    pub measurements: Vec<Measurement>,
    /// Launches by kind, as count runs saw them.
    pub seen: Vec<SeenRow>,
    /// Whose launches of trace runs are, as the program said.
    pub owners: Vec<OwnerRow>,
    /// Ranges of trace runs, in the order in which they ended.
    pub ranges: Vec<RangeRow>,
    /// Calls on the way to launches of trace runs.
    pub sites: Vec<SiteRow>,
    /// From which of them launches were called.
    pub launched_from: Vec<LaunchedFromRow>,
    pub cubins: Vec<Cubin>,
    /// Which process ran which code.
    pub code: Vec<CodeRow>,
    /// Launches of lines runs, whose single instructions were counted.
    pub line_launches: Vec<LineLaunch>,
    pub notices: Vec<NoticeRow>,
    pub suite: Vec<SuiteCase>,
    /// What was measured of the GPU's memory system.
    pub probes: Vec<Sample>,
}

impl Recording {
    /// The profiled command, a word each.
    pub fn command(&self) -> Vec<String> {
        self.meta
            .get("command")
            .and_then(|words| serde_json::from_str(words).ok())
            .unwrap_or_default()
    }

    /// The GPU that was emulated, such as `h200`; `None` if the recording was measured.
    pub fn emulated_gpu(&self) -> Option<&str> {
        self.meta.get("option.emulated-gpu").map(String::as_str)
    }

    /// The captured launch that was replayed, such as `launch 5 of scale in app`; `None` if the recording
    /// is of a program.
    pub fn replayed_launch(&self) -> Option<&str> {
        self.meta.get("option.launch").map(String::as_str)
    }

    /// Whether one run was recorded and counted at once (`--runs one`). Launches whose counters
    /// were read have no times then ([`super::KernelTimes`]), and between launches time passed
    /// that is not the program's.
    pub fn is_one_run(&self) -> bool {
        // Where counters could not be read, the run is an ordinary trace.
        self.meta.get("option.runs").is_some_and(|runs| runs == "one")
            && self.runs.iter().any(|run| run.job == Job::Count)
    }

    /// The name of the GPU that was recorded, of several the first.
    pub fn gpu(&self) -> Option<&str> {
        let described = self.devices.first().map(|device| device.name.as_str());
        let key = |key| self.meta.get(key).map(String::as_str);
        described.or_else(|| key("suite.gpu")).or_else(|| key("probe.gpu"))
    }

    /// What makes launches of a signature within a range the same in every run.
    pub fn launch_key(&self, signature: usize, nvtx: Option<usize>) -> LaunchKey<Option<&str>> {
        let of = &self.signatures[signature];
        let name = |place: usize| self.names[place].as_str();
        LaunchKey {
            function: of.function.map(name),
            nvtx: nvtx.map(name),
            grid: of.grid,
            block: of.block,
            dynamic_shared_bytes: of.dynamic_shared_bytes,
        }
    }

    /// How long the program took without propp, if that was asked for.
    pub fn alone_ns(&self) -> Option<u64> {
        self.meta.get("alone_ns")?.parse().ok()
    }

    /// Whether the propp that wrote it came to its end.
    pub fn is_finished(&self) -> bool {
        self.meta.contains_key("finished_utc")
    }
}

/// A run of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub job: Job,
    /// How long it took; `None` for a run whose end propp did not see.
    pub duration_ns: Option<u64>,
    pub ending: Option<Ending>,
}

/// A process of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Process {
    pub run: usize,
    /// Place in the order in which the processes of the run said hello.
    pub ordinal: u32,
    /// What it said of itself.
    pub hello: Option<propp_recording_wire::Hello>,
    /// Its last word on how far it was.
    pub progress: Option<propp_recording_wire::Progress>,
    /// Its totals; `None` for a process that did not end in an orderly way.
    pub totals: Option<propp_recording_wire::Goodbye>,
}

/// A GPU as a process saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    pub process: usize,
    /// The process's index for it.
    pub index: u32,
    pub name: String,
    /// Chip, as CUPTI spells it.
    pub chip: String,
    /// The driver's identifier, the same in every process.
    pub uuid: String,
    pub memory_bytes: u64,
    /// Driver attributes by their number in `CUdevice_attribute`.
    pub attributes: BTreeMap<u32, i32>,
}

/// What was launched: a function and its configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Index of the mangled function name; `None` where CUPTI gave none, as
    /// for the kernels of a graph when counters are read.
    pub function: Option<usize>,
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Blocks of a cluster along x, y, z; zero without clusters.
    pub cluster: [u32; 3],
    pub registers: u32,
    /// Shared memory that the kernel declares, a block.
    pub static_shared_bytes: u32,
    /// Shared memory asked for at launch, a block.
    pub dynamic_shared_bytes: u32,
    pub local_bytes_per_thread: u32,
}

/// A stream of a context of a device of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    pub process: usize,
    /// The process's index for the device.
    pub device_index: u32,
    pub context: u32,
    pub stream: u32,
}

/// A kernel that ran unprofiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRow {
    pub stream: usize,
    pub signature: usize,
    /// Start on the device's clock.
    pub start_ns: u64,
    pub end_ns: u64,
    /// Links it with the call.
    pub correlation: u32,
    /// Graph that launched it, or 0.
    pub graph: u32,
    /// Index of the name of the NVTX range around the launch.
    pub nvtx: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    pub stream: usize,
    pub direction: Direction,
    pub bytes: u64,
    /// Whether host memory at either end was pageable.
    pub pageable: bool,
    /// Start on the device's clock.
    pub start_ns: u64,
    pub end_ns: u64,
    /// Links it with the call.
    pub correlation: u32,
}

/// Memory that was set to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetRow {
    pub stream: usize,
    pub bytes: u64,
    /// Start on the device's clock.
    pub start_ns: u64,
    pub end_ns: u64,
    /// Links it with the call.
    pub correlation: u32,
}

/// Memory taken or given back.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryRow {
    pub process: usize,
    pub event: propp_recording_wire::Memory,
}

/// The host waited for the device.
#[derive(Clone, Debug, PartialEq)]
pub struct SyncRow {
    pub process: usize,
    /// What it waited for and when.
    pub wait: propp_recording_wire::Synchronisation,
}

/// Counters that were read together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterSet {
    pub process: usize,
    /// The process's index for the device.
    pub device_index: u32,
    /// How often a launch was run for them.
    pub runs: u32,
    pub counters: Vec<String>,
    /// The pass that read each of them, from 1.
    pub passes: Vec<u32>,
}

/// A launch whose counters were read.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub stream: usize,
    pub signature: usize,
    /// Index of the counter set.
    pub counter_set: usize,
    /// Which launch of the process it was, from 0.
    pub ordinal: u64,
    /// Which launch of the same signature it was, from 0.
    pub ordinal_in_signature: u64,
    /// Links it with the call.
    pub correlation: u32,
    /// Graph that launched it, or 0.
    pub graph: u32,
    /// Index of the name of the NVTX range around the launch.
    pub nvtx: Option<usize>,
    /// How long it took while it was measured.
    pub took_ns: u64,
    /// A value for each counter of the set; `None` where there is none.
    pub values: Vec<Option<f64>>,
}

/// How many launches of a kind a process of a count run made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenRow {
    pub process: usize,
    /// The process's index for the device.
    pub device_index: u32,
    pub signature: usize,
    /// Index of the name of the NVTX range around.
    pub nvtx: Option<usize>,
    pub launches: u64,
}

/// A call in a function of the program, on the way to a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteRow {
    pub process: usize,
    /// From 1 in each process.
    pub number: u32,
    /// The number of the call of this function; 0 for an outermost function.
    pub parent: u32,
    /// Index of the name: the file of the function, `:` and its name.
    pub function: usize,
    /// Calls that come later in the function's code have a greater one.
    pub position: u32,
    /// The line of the source, if it is known.
    pub line: Option<u32>,
}

/// From where the launches of a call were called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchedFromRow {
    pub process: usize,
    /// The call's, as in [`KernelRow::correlation`].
    pub correlation: u32,
    /// Number of the site in the process.
    pub site: u32,
}

/// Whose the launches of a call are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnerRow {
    pub process: usize,
    /// The call's, as in [`KernelRow::correlation`].
    pub correlation: u32,
    /// Index of the name: a module of PyTorch and `(forward)` or `(backward)`, or an optimizer and
    /// `(optimizer)`.
    pub name: usize,
}

/// A range that the program opened and closed, with the launches in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeRow {
    pub process: usize,
    /// Index of the name of the range.
    pub name: usize,
    /// Greater than that of every earlier launch, as in [`KernelRow::correlation`].
    pub first: u32,
    /// The last launch in it; `None` if the process ended before the range.
    pub last: Option<u32>,
}

/// Something the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// Index of the process, if it is about one.
    pub process: Option<usize>,
    pub severity: Severity,
    /// A short fixed word for it.
    pub code: String,
    /// CUPTI's status, or 0.
    pub status: u32,
    /// What happened and what to do.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(facts: &[(&str, &str)]) -> Recording {
        let facts = facts.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Recording { meta: facts.collect(), ..Recording::default() }
    }

    #[test]
    fn facts_of_a_recording_are_known_or_not() {
        let none = with(&[]);
        assert_eq!((none.alone_ns(), none.gpu(), none.is_finished()), (None, None, false));
        assert_eq!((none.emulated_gpu(), none.replayed_launch()), (None, None));
        assert_eq!(none.command(), [""; 0]);
        let all = with(&[
            ("alone_ns", "1500"),
            ("command", r#"["./app","1 024"]"#),
            ("finished_utc", "2026-11-30T12:00:00Z"),
            ("option.emulated-gpu", "h200"),
            ("option.launch", "launch 5 of scale in app"),
            ("probe.gpu", "NVIDIA H100"),
        ]);
        assert_eq!((all.alone_ns(), all.is_finished()), (Some(1500), true));
        assert_eq!(all.command(), ["./app", "1 024"]);
        assert_eq!(all.emulated_gpu(), Some("h200"));
        assert_eq!(all.replayed_launch(), Some("launch 5 of scale in app"));
        assert_eq!(all.gpu(), Some("NVIDIA H100"));
        assert_eq!(with(&[("alone_ns", "long")]).alone_ns(), None);
    }

    #[test]
    fn one_run_is_one_that_counted() {
        let of = |runs: &str, job: Job| {
            let run = Run { job, duration_ns: None, ending: None };
            Recording { runs: vec![run], ..with(&[("option.runs", runs)]) }.is_one_run()
        };
        assert!(of("one", Job::Count));
        assert!(!of("one", Job::Trace) && !of("two", Job::Count));
    }
}
