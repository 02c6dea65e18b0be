//! The frames.

use crate::codec::{DecodeError, Reader, Wire, wire_enum, wire_struct, wire_tags};

wire_tags! {
    /// Which of its two jobs the injected library does in this run.
    pub enum Job ("job") {
        /// Record what runs when, and change nothing.
        Trace = 0,
        /// Read hardware counters of kernel launches.
        Count = 1,
    }
}

wire_struct! {
    /// What propp asks of the injected library: a file that the variable
    /// [`crate::CONFIG_VARIABLE`] names.
    pub struct Config {
        /// [`crate::VERSION`] of the writer.
        pub version: u32,
        /// Path of the socket to connect to.
        pub socket: String,
        /// What to do.
        pub job: Job,
        /// When not 0, only the process with this parent works; its own
        /// children are left alone.
        pub only_child_of: u32,
        /// Where to load CUPTI from when the process has none.
        pub cupti_dir: String,
        /// Counters to read, by chip: a list for each pass, the passes in the
        /// order in which they are numbered, from 1.
        pub counters: Vec<(String, Vec<Vec<String>>)>,
        /// Which of them are left out where a launch is replayed for all passes.
        pub not_replayed: Vec<String>,
        /// Which launches to measure, and how.
        pub selection: Selection,
    }
}

wire_struct! {
    /// Which launches to measure, and how.
    ///
    /// A launch must pass every filter. Those that do are numbered within
    /// their kind (function, grid, block, dynamic shared memory and the NVTX
    /// range around, where there are ranges), from 0. A kind of launch that
    /// `planned` names is measured as it says; any other by [`Thinning`].
    pub struct Selection {
        /// Mangled names of the kernels; empty for all.
        pub kernels: Vec<String>,
        /// A kernel whose mangled name contains one of these is left alone.
        pub left_alone: Vec<String>,
        /// NVTX ranges, one of which must be open on the launching thread;
        /// empty for all.
        pub nvtx: Vec<String>,
        /// Devices by index; empty for all.
        pub devices: Vec<u32>,
        /// How many launches that pass the filters go by first.
        pub launch_skip: u64,
        /// How many launches are measured after those; 0 for all.
        pub launch_count: u64,
        /// The ways of measuring that follow one another in a process. Going
        /// on to the next costs some tenths of a second, and there is no way back.
        pub stages: Vec<Stage>,
        /// Kinds of launches that were seen before.
        pub planned: Vec<Planned>,
        /// What is done with the others.
        pub thinning: Thinning,
        /// Nanoseconds that measuring may take in a process; 0 for any.
        pub budget_ns: u64,
    }
}

wire_struct! {
    /// A way of measuring.
    pub struct Stage {
        /// 0: every pass, by kernel replay. Otherwise this pass alone, while
        /// the kernel runs once.
        pub pass: u32,
    }
}

wire_struct! {
    /// A kind of launch and which of its launches are measured.
    pub struct Planned {
        /// Mangled name of the function.
        pub name: String,
        /// The process's index for the device.
        pub device: u32,
        /// Blocks along x, y, z.
        pub grid: [u32; 3],
        /// Threads of a block along x, y, z.
        pub block: [u32; 3],
        /// Shared memory asked for at launch, a block.
        pub dynamic_shared_bytes: u32,
        /// The innermost NVTX range around; empty for none.
        pub nvtx: String,
        /// Number of the launch and index of the stage, both ascending.
        pub launches: Vec<(u64, u32)>,
    }
}

wire_struct! {
    /// Which launches are measured of a kind that was not planned for: after
    /// the first `skip` launches the next one, and then one at twice the
    /// distance each time (0, 1, 2, 4, 8 and so on).
    pub struct Thinning {
        /// How many are measured at most; 0 for every launch.
        pub most: u64,
        /// How many go by first.
        pub skip: u64,
    }
}

wire_struct! {
    /// The first frame of a process.
    pub struct Hello {
        /// [`crate::VERSION`] of the sender.
        pub version: u32,
        /// What the library does in this run.
        pub job: Job,
        /// Process id.
        pub pid: u32,
        /// Its parent's.
        pub parent_pid: u32,
        /// The command line, a word each.
        pub command: Vec<String>,
        /// Version of the CUPTI in use, 130001 for 13.0; 0 when none was loaded.
        pub cupti_version: u32,
        /// Its file.
        pub cupti_path: String,
        /// CUDA version of the driver, 13000 for 13.0.
        pub driver_cuda_version: i32,
    }
}

wire_struct! {
    /// A GPU that the process uses.
    pub struct Device {
        /// The process's index for it.
        pub index: u32,
        /// Product name.
        pub name: String,
        /// Chip, as CUPTI spells it.
        pub chip: String,
        /// The driver's identifier, the same in every process.
        pub uuid: [u8; 16],
        /// Device memory in bytes.
        pub memory_bytes: u64,
        /// Driver attributes as (number in `CUdevice_attribute`, value).
        pub attributes: Vec<(u32, i32)>,
    }
}

wire_struct! {
    /// How a kernel was launched; equal launches have equal configurations.
    pub struct Launch {
        /// Mangled function name, sent before as a [`Name`].
        pub name: u32,
        /// Blocks along x, y, z.
        pub grid: [u32; 3],
        /// Threads of a block along x, y, z.
        pub block: [u32; 3],
        /// Blocks of a cluster along x, y, z; zero without clusters.
        pub cluster: [u32; 3],
        /// Registers a thread.
        pub registers: u32,
        /// Shared memory that the kernel declares, a block.
        pub static_shared_bytes: u32,
        /// Shared memory asked for at launch, a block.
        pub dynamic_shared_bytes: u32,
        /// Local memory a thread.
        pub local_bytes_per_thread: u32,
        /// Device index.
        pub device: u32,
        /// Context id.
        pub context: u32,
        /// Stream id.
        pub stream: u32,
        /// CUPTI's number that links a call with what it started.
        pub correlation: u32,
        /// Trace: the graph that launched it, or 0. Count: the kernel's place
        /// in the graph that was launched, from 1, or 0 without a graph.
        pub graph: u32,
        /// Name of the NVTX range around the launch, or 0.
        pub nvtx: u32,
    }
}

wire_struct! {
    /// A text that later frames refer to by number (from 1, per process).
    pub struct Name {
        /// The number.
        pub id: u32,
        /// The text.
        pub text: String,
    }
}

wire_struct! {
    /// A kernel that ran unprofiled (trace).
    pub struct Kernel {
        /// What was launched.
        pub launch: Launch,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        /// End.
        pub end_ns: u64,
    }
}

wire_tags! {
    /// Which way a copy went.
    pub enum Direction ("copy direction") {
        /// Host to device.
        HostToDevice = 1,
        /// Device to host.
        DeviceToHost = 2,
        /// Within a device.
        DeviceToDevice = 3,
        /// Between two devices.
        PeerToPeer = 4,
        /// Host to host.
        HostToHost = 5,
        /// Anything else, arrays included.
        Other = 0,
    }
}

wire_struct! {
    /// A copy (trace).
    pub struct Copy {
        /// Which way.
        pub direction: Direction,
        /// How much.
        pub bytes: u64,
        /// Whether host memory at either end was pageable.
        pub pageable: bool,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        /// End.
        pub end_ns: u64,
        /// Device index.
        pub device: u32,
        /// Context id.
        pub context: u32,
        /// Stream id.
        pub stream: u32,
        /// Links it with the call.
        pub correlation: u32,
    }
}

wire_struct! {
    /// Memory set to a value (trace).
    pub struct Set {
        /// How much.
        pub bytes: u64,
        /// Start on the device's clock, nanoseconds.
        pub start_ns: u64,
        /// End.
        pub end_ns: u64,
        /// Device index.
        pub device: u32,
        /// Context id.
        pub context: u32,
        /// Stream id.
        pub stream: u32,
        /// Links it with the call.
        pub correlation: u32,
    }
}

wire_struct! {
    /// Memory taken or given back (trace).
    pub struct Memory {
        /// Taken, not given back.
        pub allocated: bool,
        /// CUPTI's number for the kind of memory (`CUpti_ActivityMemoryKind`).
        pub kind: u32,
        /// Address.
        pub address: u64,
        /// How much.
        pub bytes: u64,
        /// When, nanoseconds.
        pub at_ns: u64,
        /// Device index.
        pub device: u32,
        /// Context id.
        pub context: u32,
    }
}

wire_struct! {
    /// The host waited for the device (trace).
    pub struct Synchronisation {
        /// CUPTI's number for the kind (`CUpti_ActivitySynchronizationType`).
        pub kind: u32,
        /// Start, nanoseconds.
        pub start_ns: u64,
        /// End.
        pub end_ns: u64,
        /// Context id.
        pub context: u32,
        /// Stream id.
        pub stream: u32,
        /// Links it with the call.
        pub correlation: u32,
    }
}

wire_struct! {
    /// The counters that the [`Measured`] frames which follow list, for a
    /// device, in their order.
    pub struct CounterNames {
        /// Device index.
        pub device: u32,
        /// Each counter and the pass that reads it, from 1.
        pub counters: Vec<(String, u32)>,
        /// How often a launch is run for them.
        pub runs: u32,
    }
}

wire_struct! {
    /// A launch whose counters were read (count).
    pub struct Measured {
        /// What was launched.
        pub launch: Launch,
        /// Which launch of the process it was, from 0.
        pub ordinal: u64,
        /// Which launch of the same kind it was, from 0.
        pub ordinal_in_signature: u64,
        /// How long the launch took while it was measured, as the host saw it,
        /// in nanoseconds; what setting the profiler up took is not in it.
        pub took_ns: u64,
        /// A value for each name of the device's [`CounterNames`]; NaN where
        /// there is none.
        pub values: Vec<f64>,
    }
}

wire_struct! {
    /// A launch is about to be measured (count). When nothing follows for
    /// long, it hangs.
    pub struct Begins {
        /// What is launched.
        pub launch: Launch,
    }
}

wire_struct! {
    /// How many launches of a kind there were (count), at the end.
    pub struct Seen {
        /// The kind; what belongs to a single launch is 0.
        pub launch: Launch,
        /// How many.
        pub launches: u64,
    }
}

wire_struct! {
    /// How far the process is (count).
    pub struct Progress {
        /// Kernel launches seen.
        pub seen: u64,
        /// Launches whose counters were read.
        pub measured: u64,
    }
}

wire_tags! {
    /// How bad a [`Notice`] is.
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
        /// How bad it is.
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
        /// Kernel launches seen.
        pub seen: u64,
        /// Launches whose counters were read.
        pub measured: u64,
        /// Records that CUPTI dropped because its buffers were full.
        pub dropped: u64,
    }
}

wire_enum! {
    /// Everything that is sent.
    pub enum Frame ("frame") {
        /// The first frame.
        Hello(Hello) = 1_u8,
        /// A GPU.
        Device(Device) = 2_u8,
        /// A text.
        Name(Name) = 3_u8,
        /// Kernels that ran.
        Kernels(Vec<Kernel>) = 4_u8,
        /// Copies that ran.
        Copies(Vec<Copy>) = 5_u8,
        /// Memory that was set.
        Sets(Vec<Set>) = 6_u8,
        /// Memory taken and given back.
        Memory(Vec<Memory>) = 7_u8,
        /// Waiting of the host.
        Synchronisations(Vec<Synchronisation>) = 8_u8,
        /// The counters of a device.
        CounterNames(CounterNames) = 9_u8,
        /// A launch with counters.
        Measured(Measured) = 10_u8,
        /// How far.
        Progress(Progress) = 11_u8,
        /// A message.
        Notice(Notice) = 12_u8,
        /// The last frame.
        Goodbye(Goodbye) = 13_u8,
        /// A launch is about to be measured.
        Begins(Begins) = 14_u8,
        /// Launches by kind.
        Seen(Vec<Seen>) = 15_u8,
    }
}
