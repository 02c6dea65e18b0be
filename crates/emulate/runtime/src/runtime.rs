//! The state behind the calls. One lock for all: kernels run while it is held, in the order of
//! their launches.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use propp_base_gpus::Description;
use propp_base_model::{LaunchFacts, Residency, attribute};
use propp_emulate_engine::{History, Spare};
use propp_recording_wire::{Severity, variables};

use crate::arena::{Allocation, Arena, GAP, Kind};
use crate::children::Device;
use crate::fork;
use crate::graphs::Graphs;
use crate::images::Held;
use crate::modules::{Compiled, Loaded, Program};
use crate::pools::Pools;
use crate::record::Record;
use crate::settings::Settings;
use crate::spoiled::Missing;
use crate::status::{self, Status};
use crate::watch::Watch;

/// Of device memory; most of it is never touched.
const ADDRESSES: u64 = 1 << 38;

pub(crate) struct Runtime {
    pub(crate) gpu: Description,
    pub(crate) arena: Arena,
    pub(crate) images: Held,
    pub(crate) programs: Vec<Program>,
    pub(crate) functions: HashMap<usize, Function>,
    /// Variables by the address of their shadow in the host program.
    pub(crate) variables: HashMap<usize, Function>,
    /// Managed ones, by the address of the host's pointer.
    pub(crate) managed: HashMap<usize, Function>,
    /// What the program has asked of the device and its streams.
    pub(crate) settings: Settings,
    pub(crate) record: Record,
    /// After a fault every call fails, as on a GPU.
    pub(crate) broken: Option<Status>,
    pub(crate) begun: Instant,
    pub(crate) streams: usize,
    reported: Vec<String>,
    pub(crate) watch: Watch,
    pub(crate) graphs: Graphs,
    pub(crate) pools: Pools,
    /// Memory of the barrier of a cooperative launch; 0 before the first.
    pub(crate) workspace: u64,
    /// Memory and launches of kernels, before the first asks for them none.
    pub(crate) device: Option<Device>,
    /// Threads that run a kernel at most.
    pub(crate) threads: u32,
    /// Whether races in shared memory are looked for.
    pub(crate) races: bool,
    /// Bytes behind each allocation that kernels may access.
    pub(crate) padding: u64,
    /// Pages of what they change.
    pub(crate) spare: Arc<Spare>,
    pub(crate) history: History,
    pub(crate) missing: Missing,
    /// Kernels whose blocks use what others write: for them several threads were in vain.
    pub(crate) alone: HashSet<String>,
}

/// A kernel or a variable, by its program and its name there.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) program: usize,
    pub(crate) name: String,
    /// The name for C callers.
    pub(crate) c_name: usize,
    pub(crate) dynamic_shared_limit: u32,
    /// Whether its clusters may have more blocks than every GPU permits.
    pub(crate) wide_clusters: bool,
}

/// As recordings number streams. The legacy and the per-thread default stream are streams like
/// any other here: work runs in the order of its calls.
pub(crate) fn stream_number(handle: usize) -> u32 {
    u32::try_from(handle).unwrap_or(u32::MAX)
}

/// What the user asked for, or all cores.
fn threads() -> u32 {
    let asked = std::env::var(variables::EMULATE_THREADS).ok();
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    asked.and_then(|threads| threads.parse().ok()).unwrap_or_else(cores)
}

static RUNTIME: OnceLock<Option<Mutex<Runtime>>> = OnceLock::new();

/// The runtime, begun with the first call. None if it cannot begin.
pub(crate) fn runtime() -> Option<MutexGuard<'static, Runtime>> {
    if fork::is_locked_out() {
        return None;
    }
    let runtime = RUNTIME.get_or_init(|| {
        fork::heed(|patience| Some(Box::new(runtime_within(patience)?)));
        Runtime::begin().map(Mutex::new)
    });
    let mut runtime = runtime.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
    runtime.record.notice_fork();
    Some(runtime)
}

/// The same for a thread that is about to fork: None if another thread has it for long.
fn runtime_within(patience: Duration) -> Option<MutexGuard<'static, Runtime>> {
    let runtime = RUNTIME.get()?.as_ref()?;
    let begun = Instant::now();
    loop {
        match runtime.try_lock() {
            Ok(runtime) => return Some(runtime),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if begun.elapsed() >= patience => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_micros(20)),
        }
    }
}

impl Runtime {
    fn begin() -> Option<Self> {
        let name = std::env::var(variables::EMULATE_GPU).unwrap_or_else(|_| "h200".to_owned());
        let gpu = Description::named(&name)?;
        let record = Record::begin(&gpu);
        Some(Self {
            gpu,
            arena: Arena::new(ADDRESSES)?,
            images: Held::default(),
            programs: Vec::new(),
            functions: HashMap::new(),
            variables: HashMap::new(),
            managed: HashMap::new(),
            settings: Settings::default(),
            record,
            broken: None,
            begun: Instant::now(),
            streams: 0,
            reported: Vec::new(),
            watch: Watch::begin(),
            graphs: Graphs::default(),
            pools: Pools::new(),
            workspace: 0,
            device: None,
            threads: threads(),
            races: std::env::var_os(variables::EMULATE_RACES).is_some(),
            padding: match std::env::var_os(variables::EMULATE_STRICT) {
                Some(_) => 0,
                None => GAP,
            },
            spare: Arc::default(),
            history: History::default(),
            missing: Missing::default(),
            alone: HashSet::new(),
        })
    }

    pub(crate) fn capability(&self) -> u32 {
        self.gpu.attribute(attribute::COMPUTE_CAPABILITY_MAJOR) * 10
            + self.gpu.attribute(attribute::COMPUTE_CAPABILITY_MINOR)
    }

    /// Tells propp, once for each text; the program sees the status alone.
    pub(crate) fn report(&mut self, code: &str, text: String) {
        if !self.reported.contains(&text) {
            self.record.notice(Severity::Failure, code, text.clone());
            self.reported.push(text);
        }
    }

    /// Frees all device memory and forgets every fault: the next call begins anew.
    pub(crate) fn reset(&mut self) {
        let all: Vec<(u64, Allocation)> = self.arena.iter().collect();
        for (address, allocation) in all {
            if self.arena.free(address).is_some() {
                self.missing.free(address);
                self.history.free(address, allocation.bytes);
                if !matches!(allocation.kind, Kind::Variable { .. }) {
                    let kind = allocation.kind.number();
                    self.record.memory(false, kind, address, allocation.bytes);
                }
            }
        }
        self.arena.unregister_all();
        self.images = Held::default();
        // Variables have their first values again when a kernel of theirs is launched.
        self.programs.iter_mut().for_each(|program| program.loaded = None);
        self.functions.values_mut().for_each(|function| function.dynamic_shared_limit = 0);
        (self.graphs, self.pools, self.settings) =
            (Graphs::default(), Pools::new(), Settings::default());
        (self.broken, self.workspace, self.device) = (None, 0, None);
    }

    pub(crate) fn function(&self, host: usize) -> Result<Function, Status> {
        self.functions.get(&host).cloned().ok_or(status::INVALID_DEVICE_FUNCTION)
    }

    /// Parses the program's PTX if that has not been done.
    pub(crate) fn load(&mut self, index: usize) -> Result<(), Status> {
        let capability = self.capability();
        let Self { programs, arena, .. } = self;
        let program = programs.get_mut(index).ok_or(status::INVALID_DEVICE_FUNCTION)?;
        let Err(text) = program.load(arena, capability) else { return Ok(()) };
        let text = text.clone();
        self.report("no-ptx", text);
        Err(status::NO_KERNEL_IMAGE)
    }

    /// A program that has been loaded.
    pub(crate) fn loaded(&self, index: usize) -> Result<&Loaded, Status> {
        let program = self.programs.get(index).and_then(|program| program.loaded.as_ref());
        match program {
            Some(Ok(loaded)) => Ok(loaded),
            _ => Err(status::NO_KERNEL_IMAGE),
        }
    }

    pub(crate) fn compiled(&self, function: &Function) -> Compiled {
        let loaded = self.loaded(function.program);
        let found = loaded.ok().and_then(|loaded| loaded.compiled.get(&function.name));
        found.copied().unwrap_or_default()
    }

    /// Where each parameter of a kernel begins.
    pub(crate) fn parameter_offsets(&mut self, host: usize) -> Result<Vec<usize>, Status> {
        let function = self.function(host)?;
        self.load(function.program)?;
        let kernel = self.loaded(function.program)?.module.kernel(&function.name);
        let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        Ok(kernel.parameters.iter().map(|parameter| parameter.offset as usize).collect())
    }

    /// Blocks of a launch that an SM holds.
    pub(crate) fn resident_blocks(
        &self,
        function: &Function,
        threads: u32,
        dynamic_shared_bytes: u32,
    ) -> Result<u32, Status> {
        let loaded = self.loaded(function.program)?;
        let kernel = loaded.module.kernel(&function.name);
        let code = kernel.and_then(|kernel| kernel.code.as_ref().ok());
        let facts = LaunchFacts {
            grid: [1 << 20, 1, 1],
            block: [threads, 1, 1],
            registers_per_thread: self.compiled(function).registers,
            static_shared_bytes: code.map_or(0, |code| code.shared_bytes),
            dynamic_shared_bytes,
            barriers_per_block: None,
            cluster: None,
            unprofiled: None,
        };
        let device = self.gpu.facts().ok_or(status::INVALID_DEVICE)?;
        let residency = Residency::new(&facts, &device);
        Ok(residency.map_or(0, |r| u32::try_from(r.blocks_per_sm()).unwrap_or(u32::MAX)))
    }
}
