//! The frames.

use crate::captured::{CaptureEnds, Captured, Contents};
use crate::codec::{Bytes, DecodeError, Reader, Wire, wire_enum, wire_struct, wire_tags};
use crate::config::Job;
use crate::launch::Launch;

wire_struct! {
    /// The first frame of a process.
    pub struct Hello {
        /// [`crate::VERSION`] of the sender.
        pub version: u32,
        /// What the library does in this run.
        pub job: Job,
        pub pid: u32,
        pub parent_pid: u32,
        /// The words of the command line.
        pub command: Vec<String>,
        /// Version of the CUPTI in use, 130001 for 13.0; 0 when none was loaded.
        pub cupti_version: u32,
        pub cupti_path: String,
        /// CUDA version of the driver, 13000 for 13.0.
        pub driver_cuda_version: i32,
        /// Tells programs apart that one process runs one after the other. A second hello with
        /// the same process and instance continues the first, whose socket was closed.
        pub instance: u64,
    }
}

wire_struct! {
    /// A GPU that the process uses.
    pub struct Device {
        pub index: u32,
        pub name: String,
        /// Chip, as CUPTI spells it.
        pub chip: String,
        /// The driver's identifier, the same in every process.
        pub uuid: [u8; 16],
        pub memory_bytes: u64,
        /// Driver attributes as (number in `CUdevice_attribute`, value).
        pub attributes: Vec<(u32, i32)>,
    }
}

wire_struct! {
    /// A text that later frames refer to by number (from 1, per process).
    pub struct Name {
        pub id: u32,
        pub text: String,
    }
}

wire_struct! {
    /// A kernel that ran unprofiled (trace).
    pub struct Kernel {
        pub launch: Launch,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        pub end_ns: u64,
    }
}

wire_tags! {
    pub enum Direction ("copy direction") {
        HostToDevice = 1,
        DeviceToHost = 2,
        DeviceToDevice = 3,
        PeerToPeer = 4,
        HostToHost = 5,
        /// Anything else, arrays included.
        Other = 0,
    }
}

wire_struct! {
    pub struct Copy {
        pub direction: Direction,
        pub bytes: u64,
        /// Whether host memory at either end was pageable.
        pub pageable: bool,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        pub end_ns: u64,
        pub device: u32,
        pub context: u32,
        pub stream: u32,
        pub correlation: u32,
    }
}

wire_struct! {
    /// Memory set to a value (trace).
    pub struct Set {
        pub bytes: u64,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        pub end_ns: u64,
        pub device: u32,
        pub context: u32,
        pub stream: u32,
        pub correlation: u32,
    }
}

wire_struct! {
    /// Memory allocated or released (trace).
    pub struct Memory {
        pub allocated: bool,
        /// CUPTI's number for the kind of memory (`CUpti_ActivityMemoryKind`).
        pub kind: u32,
        pub address: u64,
        pub bytes: u64,
        pub at_ns: u64,
        pub device: u32,
        pub context: u32,
    }
}

wire_struct! {
    /// The host waited for the device (trace).
    pub struct Synchronisation {
        /// CUPTI's number for the kind (`CUpti_ActivitySynchronizationType`).
        pub kind: u32,
        pub start_ns: u64,
        pub end_ns: u64,
        pub context: u32,
        pub stream: u32,
        pub correlation: u32,
    }
}

impl Synchronisation {
    /// The kind in which a stream waits for an event, and the host for nothing.
    pub const STREAM_FOR_EVENT: u32 = 2;
}

wire_struct! {
    /// The counters of a device, in the order in which the following [`Measured`]
    /// frames list their values.
    pub struct CounterNames {
        pub device: u32,
        /// Each counter and the pass that reads it, from 1.
        pub counters: Vec<(String, u32)>,
        /// How often a launch runs to read all counters.
        pub runs: u32,
    }
}

wire_struct! {
    /// A launch whose counters were read (count).
    pub struct Measured {
        pub launch: Launch,
        /// Number of the launch in the process, from 0.
        pub ordinal: u64,
        /// Number of the launch within its kind, from 0.
        pub ordinal_in_signature: u64,
        /// How long the measured launch took on the host, in nanoseconds, without
        /// the set-up of the profiler.
        pub took_ns: u64,
        /// A value for each counter of the device's [`CounterNames`]; NaN if absent.
        pub values: Vec<f64>,
    }
}

wire_struct! {
    /// A launch of which single instructions were counted (lines).
    pub struct Instructions {
        pub launch: Launch,
        /// Number of the launch in the process, from 0.
        pub ordinal: u64,
        /// Number of the launch within its kind, from 0.
        pub ordinal_in_signature: u64,
        /// How long the measured launch took on the host, in nanoseconds.
        pub took_ns: u64,
        /// The functions that ran: the CRC of the cubin (CUPTI's), and the mangled name.
        pub functions: Vec<(u32, String)>,
        pub counters: Vec<String>,
        /// Values other than 0.
        pub values: Vec<InstructionValue>,
    }
}

wire_struct! {
    /// A counter of an instruction, summed over the launch.
    pub struct InstructionValue {
        /// Index in [`Instructions::functions`].
        pub function: u32,
        /// Bytes from the beginning of the function.
        pub offset: u32,
        /// Index in [`Instructions::counters`].
        pub counter: u32,
        pub value: u64,
    }
}

wire_struct! {
    /// Whose launch it was, as the program's hooks say (trace).
    pub struct Owner {
        /// The launch's, as in [`Launch::correlation`].
        pub correlation: u32,
        /// Number of the owner's name.
        pub name: u32,
    }
}

wire_struct! {
    /// A call in a function of the program, on the way to a launch (trace).
    pub struct Site {
        /// From 1, in the order in which they are sent.
        pub number: u32,
        /// The call of this function; 0 for an outermost function.
        pub parent: u32,
        /// Number of the name of the function: file and name.
        pub function: u32,
        /// Where in the function: calls that come later in its code have a greater one.
        pub position: u32,
        /// The line of the source; 0 if it is not known.
        pub line: u32,
    }
}

wire_struct! {
    /// From where a launch was called (trace).
    pub struct LaunchedFrom {
        /// The launch's, as in [`Launch::correlation`].
        pub correlation: u32,
        pub site: u32,
    }
}

wire_struct! {
    /// A range that the program opened and closed, with the launches in it, whichever thread made
    /// them (trace).
    pub struct Range {
        /// Number of the name of the range.
        pub name: u32,
        /// Greater than that of every earlier launch, as in [`Launch::correlation`].
        pub first: u32,
        /// The last launch in it; [`Range::OPEN`] if the process ended before the range.
        pub last: u32,
    }
}

impl Range {
    /// The last launch of a range that was never closed.
    pub const OPEN: u32 = u32::MAX;
    /// The name of what lies between `cudaProfilerStart` and `cudaProfilerStop`.
    pub const PROFILER: &str = "cudaProfiler";
}

wire_struct! {
    /// A launch is about to be measured (count). If no other frame follows for long,
    /// the launch hangs.
    pub struct Begins {
        pub launch: Launch,
    }
}

wire_struct! {
    /// How far the launch is that has begun (emulated).
    pub struct Blocks {
        pub done: u64,
        pub of: u64,
        /// Where it is: block and lines; empty if that is not known.
        pub place: String,
    }
}

wire_struct! {
    /// The number of launches of a kind (count), sent at the end.
    pub struct Seen {
        /// The kind. Fields of a single launch are 0.
        pub launch: Launch,
        pub launches: u64,
    }
}

wire_struct! {
    /// The progress of the process (count).
    pub struct Progress {
        pub seen: u64,
        /// Launches whose counters were read.
        pub measured: u64,
    }
}

wire_struct! {
    /// Code with wanted kernels was loaded (count).
    pub struct Module {
        pub context: u32,
        /// CUPTI's number.
        pub module: u32,
        /// Tells the process's cubins apart.
        pub hash: u64,
        /// CUPTI's CRC of the whole cubin; 0 if it is not known.
        pub crc: u32,
        /// The cubin with the wanted kernels alone; empty if the process has sent it before.
        pub cubin: Bytes,
    }
}

wire_struct! {
    /// A module that was sent is unloaded (count).
    pub struct ModuleEnds {
        pub context: u32,
        pub module: u32,
    }
}

wire_tags! {
    pub enum Severity ("severity") {
        /// For the record.
        Info = 0,
        /// Something is missing from the recording.
        Warning = 1,
        /// Nothing more can be collected in this process.
        Failure = 2,
    }
}

wire_struct! {
    /// Something the user should know about this process.
    pub struct Notice {
        pub severity: Severity,
        /// A short fixed word for it, such as `counters-refused`.
        pub code: String,
        /// CUPTI's status, or 0.
        pub status: u32,
        /// What happened and what to do.
        pub text: String,
    }
}

wire_struct! {
    /// The process ended in an orderly way; totals to hold the rest against.
    pub struct Goodbye {
        pub seen: u64,
        /// Launches whose counters were read.
        pub measured: u64,
        /// Records that CUPTI dropped because its buffers were full.
        pub dropped: u64,
    }
}

wire_enum! {
    pub enum Frame ("frame") {
        Hello(Hello) = 1_u8,
        Device(Device) = 2_u8,
        Name(Name) = 3_u8,
        Kernels(Vec<Kernel>) = 4_u8,
        Copies(Vec<Copy>) = 5_u8,
        Sets(Vec<Set>) = 6_u8,
        Memory(Vec<Memory>) = 7_u8,
        Synchronisations(Vec<Synchronisation>) = 8_u8,
        CounterNames(CounterNames) = 9_u8,
        Measured(Measured) = 10_u8,
        Progress(Progress) = 11_u8,
        Notice(Notice) = 12_u8,
        Goodbye(Goodbye) = 13_u8,
        /// A launch is about to be measured.
        Begins(Begins) = 14_u8,
        Seen(Vec<Seen>) = 15_u8,
        Module(Module) = 16_u8,
        ModuleEnds(ModuleEnds) = 17_u8,
        Instructions(Instructions) = 18_u8,
        Owners(Vec<Owner>) = 19_u8,
        Blocks(Blocks) = 20_u8,
        Ranges(Vec<Range>) = 21_u8,
        Captured(Box<Captured>) = 22_u8,
        Contents(Contents) = 23_u8,
        CaptureEnds(CaptureEnds) = 24_u8,
        Sites(Vec<Site>) = 25_u8,
        LaunchedFrom(Vec<LaunchedFrom>) = 26_u8,
        /// The program and its libraries, before [`Captured`]: the process may end before propp could ask for them.
        Files(Vec<String>) = 27_u8,
    }
}
