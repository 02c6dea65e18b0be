//! What the injected library is told to do.

use crate::codec::{DecodeError, Reader, Wire, wire_struct, wire_tags};

wire_tags! {
    /// The job of the injected library in this run.
    pub enum Job ("job") {
        /// Record what runs when, and change nothing.
        Trace = 0,
        /// Read hardware counters of kernel launches.
        Count = 1,
        /// Read counters of single instructions of kernel launches.
        Lines = 2,
        /// Sample where warps wait in kernel launches.
        Waits = 3,
        /// Send one kernel launch with all the memory that it can reach.
        Capture = 4,
    }
}

wire_struct! {
    /// The configuration of the injected library: a file, named by the variable
    /// [`crate::variables::CONFIG`].
    pub struct Config {
        /// [`crate::VERSION`] of the writer.
        pub version: u32,
        /// Path of the socket to connect to.
        pub socket: String,
        pub job: Job,
        /// Path of the [`crate::pulse`]; empty for none.
        pub pulse: String,
        /// If not 0, only the process with this parent is profiled, without its own
        /// children.
        pub only_child_of: u32,
        /// Where to load CUPTI from when the process has none.
        pub cupti_dir: String,
        /// Counters to read, by chip: a list for each pass. Passes are numbered from 1.
        pub counters: Vec<(String, Vec<Vec<String>>)>,
        /// Counters that kernel replay leaves out.
        pub not_replayed: Vec<String>,
        /// Counters of single instructions to read (lines).
        pub instruction_counters: Vec<String>,
        /// The part of the program that is profiled.
        pub window: Window,
        /// Which launches to measure, and how.
        pub selection: Selection,
        /// Whether what runs is recorded beside counting: times and counters in one run (count).
        pub records: bool,
        /// Which code is sent (count).
        pub code: CodeWanted,
        /// Whether launches are told apart by the NVTX range around them.
        pub by_range: bool,
        /// The most bytes of memory that a captured launch may reach (capture).
        pub most_captured: u64,
        /// Seconds for which the program is held until a captured launch has ended (capture).
        pub longest_captured_s: f64,
    }
}

wire_struct! {
    /// The kernels whose code is sent when it is loaded.
    pub struct CodeWanted {
        pub is_wanted: bool,
        /// Mangled names.
        pub kernels: Vec<String>,
        /// Of modules with at most so many bytes all kernels are sent,
        pub small: u64,
        /// until it is so many bytes in a process.
        pub others: u64,
    }
}

wire_struct! {
    /// The part of the program that is profiled. What runs outside of it is neither recorded
    /// nor measured.
    pub struct Window {
        /// Whether the program says when, by `cudaProfilerStart` and `cudaProfilerStop`.
        pub by_program: bool,
        /// Of these parts of the program the first of each so many; 0 as 1.
        pub every: u32,
        /// When the run began, nanoseconds of `CLOCK_MONOTONIC`.
        pub began_ns: u64,
        /// Nanoseconds from there to the beginning of the window.
        pub delay_ns: u64,
        /// Nanoseconds that the window lasts, without what measuring takes; 0 for no end.
        pub duration_ns: u64,
    }
}

wire_struct! {
    /// Which launches to measure, and how.
    ///
    /// A launch must pass every filter. Launches that do are numbered from 0 within
    /// their kind (function, grid, block, dynamic shared memory, NVTX range). A kind
    /// that `planned` names is measured as planned, any other by [`Thinning`].
    pub struct Selection {
        /// Mangled names of the kernels; empty for all.
        pub kernels: Vec<String>,
        /// Texts that the mangled name of a kernel must contain, one after the other (capture); or one text
        /// that begins with `=` and the function's own name.
        pub name_parts: Vec<String>,
        /// A kernel whose mangled name contains one of these is not measured.
        pub left_alone: Vec<String>,
        /// From the first launch on of a kernel whose mangled name contains one of these, nothing
        /// is measured.
        pub stops_at: Vec<String>,
        /// Whether launches of graphs are measured.
        pub graphs: bool,
        /// [`crate::RangePattern`]s: an NVTX range that one of them matches must be open on
        /// the launching thread; empty for everywhere.
        pub nvtx: Vec<String>,
        /// Devices by index; empty for all.
        pub devices: Vec<u32>,
        /// Launches that pass the filters and are skipped first.
        pub launch_skip: u64,
        /// Launches to measure after the skipped ones; 0 for all.
        pub launch_count: u64,
        /// The stages of measuring, one after the other in each process. The next
        /// stage costs some tenths of a second, and there is no way back.
        pub stages: Vec<Stage>,
        /// Kinds of launches that the trace run saw.
        pub planned: Vec<Planned>,
        /// The rule for all other kinds.
        pub thinning: Thinning,
        /// Whether kinds that are not planned are left out, whatever the rule says.
        pub planned_only: bool,
        /// Nanoseconds that measuring may take in a process; 0 for no limit.
        pub budget_ns: u64,
    }
}

wire_struct! {
    pub struct Stage {
        /// 0: all passes, by kernel replay. Otherwise this pass alone, in one run of
        /// the kernel.
        pub pass: u32,
    }
}

wire_struct! {
    /// A kind of launch, and the launches of it to measure.
    pub struct Planned {
        pub name: String,
        /// The process's index for the device.
        pub device: u32,
        pub grid: [u32; 3],
        /// Threads of a block along x, y, z.
        pub block: [u32; 3],
        /// Shared memory asked for at launch, a block.
        pub dynamic_shared_bytes: u32,
        /// The innermost NVTX range around; empty for none.
        pub nvtx: String,
        /// Number of each launch and index of its stage, both ascending.
        pub launches: Vec<(u64, u32)>,
        /// Binary logarithm of the cycles between two samples of an SM (waits); 0 otherwise.
        pub period: u32,
    }
}

wire_struct! {
    /// Which launches of an unplanned kind are measured: the launches 0, 1, 2, 4, 8
    /// and so on after the first `skip`.
    pub struct Thinning {
        /// Launches to measure at most; 0 for every launch.
        pub most: u64,
        pub skip: u64,
        /// Whether the second launch is left out, so that its time can be taken: 0, 2, 4, 8.
        pub spares_second: bool,
    }
}

/// Whether a text contains the parts, one after the other ([`Selection::name_parts`]).
pub fn has_parts(text: &str, parts: &[String]) -> bool {
    if let [whole] = parts
        && let Some(name) = whole.strip_prefix('=')
    {
        return text == name || own_name(text) == Some(name);
    }
    let mut rest = text;
    parts.iter().all(|part| match rest.split_once(part.as_str()) {
        Some((_, after)) => {
            rest = after;
            true
        }
        None => false,
    })
}

/// The own name of a mangled function: the last one before its template arguments or parameters
/// (Itanium C++ ABI, 5.1).
fn own_name(mangled: &str) -> Option<&str> {
    let mut rest = mangled.strip_prefix("_Z")?;
    let is_nested = rest.starts_with('N');
    rest = rest.trim_start_matches(['N', 'K', 'V', 'r']);
    let mut name = None;
    loop {
        rest = rest.strip_prefix("St").unwrap_or(rest);
        // Names with internal linkage.
        let digits = rest.strip_prefix('L').unwrap_or(rest);
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        let Ok(length) = digits[..end].parse::<usize>() else { return name };
        let after = end.checked_add(length)?;
        name = Some(digits.get(end..after)?);
        rest = &digits[after..];
        if !is_nested {
            return name;
        }
    }
}

impl Window {
    pub fn everything() -> Self {
        Self { by_program: false, every: 1, began_ns: 0, delay_ns: 0, duration_ns: 0 }
    }
}

impl CodeWanted {
    pub fn nothing() -> Self {
        Self { is_wanted: false, kernels: Vec::new(), small: 0, others: 0 }
    }
}

impl Selection {
    pub fn nothing() -> Self {
        Self {
            kernels: Vec::new(),
            name_parts: Vec::new(),
            left_alone: Vec::new(),
            stops_at: Vec::new(),
            graphs: true,
            nvtx: Vec::new(),
            devices: Vec::new(),
            launch_skip: 0,
            launch_count: 0,
            stages: Vec::new(),
            planned: Vec::new(),
            thinning: Thinning { most: 0, skip: 0, spares_second: false },
            planned_only: false,
            budget_ns: 0,
        }
    }
}
