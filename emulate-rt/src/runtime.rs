//! The state behind the calls. One lock for all: kernels run while it is held, in the order of
//! their launches.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Instant;

use propp_criteria::Residency;
use propp_engine::{Cause, Description, LaunchError, Memory, Region};
use propp_model::{LaunchFacts, attribute};
use propp_wire::{EMULATION_BUDGET_CODE, EMULATION_GPU_VARIABLE, Severity};

use crate::arena::{Arena, Kind};
use crate::modules::{Compiled, Loaded, Program};
use crate::record::{CONTEXT, Record};
use crate::status::{self, Status};
use crate::watch::{Watch, Watched};

/// Of device memory; most of it is never touched.
const ADDRESSES: u64 = 1 << 38;

pub(crate) struct Runtime {
    pub(crate) gpu: Description,
    pub(crate) arena: Arena,
    pub(crate) programs: Vec<Program>,
    pub(crate) functions: HashMap<usize, Function>,
    /// Variables by the address of their shadow in the host program.
    pub(crate) variables: HashMap<usize, Function>,
    pub(crate) record: Record,
    /// After a fault every call fails, as on a GPU.
    pub(crate) broken: Option<Status>,
    pub(crate) begun: Instant,
    pub(crate) streams: usize,
    reported: Vec<String>,
    watch: Watch,
}

/// A kernel or a variable, by its program and its name there.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) program: usize,
    pub(crate) name: String,
    /// The name for C callers.
    pub(crate) c_name: usize,
    pub(crate) dynamic_shared_limit: u32,
}

pub(crate) struct Configuration {
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared_bytes: usize,
    pub(crate) stream: usize,
}

/// As recordings number streams. The legacy and the per-thread default stream are streams like
/// any other here: work runs in the order of its calls.
pub(crate) fn stream_number(handle: usize) -> u32 {
    u32::try_from(handle).unwrap_or(u32::MAX)
}

static RUNTIME: OnceLock<Option<Mutex<Runtime>>> = OnceLock::new();

/// The runtime, begun with the first call. None if it cannot begin.
pub(crate) fn runtime() -> Option<MutexGuard<'static, Runtime>> {
    let runtime = RUNTIME.get_or_init(|| Runtime::begin().map(Mutex::new));
    Some(runtime.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Runtime {
    fn begin() -> Option<Self> {
        let name = std::env::var(EMULATION_GPU_VARIABLE).unwrap_or_else(|_| "h200".to_owned());
        let gpu = Description::named(&name)?;
        let record = Record::begin(&gpu);
        Some(Self {
            gpu,
            arena: Arena::new(ADDRESSES)?,
            programs: Vec::new(),
            functions: HashMap::new(),
            variables: HashMap::new(),
            record,
            broken: None,
            begun: Instant::now(),
            streams: 0,
            reported: Vec::new(),
            watch: Watch::begin(),
        })
    }

    pub(crate) fn capability(&self) -> u32 {
        self.gpu.attribute(attribute::COMPUTE_CAPABILITY_MAJOR) * 10
            + self.gpu.attribute(attribute::COMPUTE_CAPABILITY_MINOR)
    }

    /// Tells propp, once for each text; the program sees the status alone.
    fn report(&mut self, code: &str, text: String) {
        if !self.reported.contains(&text) {
            self.record.notice(Severity::Failure, code, text.clone());
            self.reported.push(text);
        }
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

    /// Runs a kernel to its end. `arguments` are where each parameter's value lies.
    ///
    /// # Safety
    /// Each pointer leads to as many bytes as the kernel's parameter has.
    pub(crate) unsafe fn launch(
        &mut self,
        host: usize,
        configuration: &Configuration,
        arguments: *const *const u8,
    ) -> Status {
        // SAFETY: the caller's promise.
        match unsafe { self.try_launch(host, configuration, arguments) } {
            Ok(()) => status::SUCCESS,
            Err(status) => status,
        }
    }

    unsafe fn try_launch(
        &mut self,
        host: usize,
        configuration: &Configuration,
        arguments: *const *const u8,
    ) -> Result<(), Status> {
        if let Some(broken) = self.broken {
            return Err(broken);
        }
        let function = self.function(host)?;
        self.load(function.program)?;
        let invalid = configuration.grid.contains(&0) || configuration.block.contains(&0);
        if invalid {
            return Err(status::INVALID_CONFIGURATION);
        }
        let dynamic =
            u32::try_from(configuration.dynamic_shared_bytes).map_err(|_| status::INVALID_VALUE)?;
        let compiled = self.compiled(&function);
        let name_id = self.record.name(&function.name);
        let Some(Ok(loaded)) = self.programs[function.program].loaded.as_ref() else {
            return Err(status::NO_KERNEL_IMAGE);
        };
        let kernel = loaded.module.kernel(&function.name);
        let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        let shared = kernel.code.as_ref().map_or(0, |code| code.shared_bytes);
        let usual = (48_u32 << 10).saturating_sub(shared);
        if dynamic > function.dynamic_shared_limit.max(usual) {
            return Err(status::INVALID_VALUE);
        }
        let mut parameters = vec![0; kernel.parameter_bytes as usize];
        for (index, parameter) in kernel.parameters.iter().enumerate() {
            let start = parameter.offset as usize;
            let to = &mut parameters[start..start + parameter.bytes as usize];
            // SAFETY: the caller's promise.
            unsafe {
                let from = *arguments.add(index);
                std::ptr::copy_nonoverlapping(from, to.as_mut_ptr(), to.len());
            }
        }
        let regions = self.arena.iter().map(|(base, allocation)| {
            let bytes = usize::try_from(allocation.bytes).unwrap_or(0);
            // SAFETY: an allocation of the arena, and no two overlap. The program must not
            // touch device memory while a kernel runs, which its launch does not return from.
            let bytes = unsafe { std::slice::from_raw_parts_mut(base as *mut u8, bytes) };
            Region { base, bytes, writable: allocation.kind != Kind::Variable { constant: true } }
        });
        let mut memory = Memory::new(regions.collect());
        let gpu = self.gpu.engine();
        let launch = propp_engine::Launch {
            module: &loaded.module,
            kernel,
            grid: configuration.grid,
            block: configuration.block,
            dynamic_shared_bytes: dynamic,
            parameters: &parameters,
            addresses: &loaded.addresses,
            gpu: &gpu,
        };
        let begun = Instant::now();
        let Self { watch, record, .. } = self;
        let mut over = |done, of| end_for_time(record, &kernel.name, done, of);
        let mut host = Watched { watch, kernel: &kernel.name, over: &mut over };
        let ran = propp_engine::run(&launch, &mut memory, &mut host);
        drop(memory);
        let took_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        match ran {
            Ok(counts) => {
                let launch = propp_wire::Launch {
                    name: name_id,
                    grid: configuration.grid,
                    block: configuration.block,
                    cluster: [0; 3],
                    registers: compiled.registers,
                    static_shared_bytes: shared,
                    dynamic_shared_bytes: dynamic,
                    local_bytes_per_thread: compiled.stack,
                    device: 0,
                    context: CONTEXT,
                    stream: stream_number(configuration.stream),
                    correlation: 0,
                    graph: 0,
                    nvtx: 0,
                };
                self.record.launch(launch, &counts, took_ns);
                Ok(())
            }
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn failed(&mut self, error: &LaunchError) -> Status {
        let (code, status, breaks) = match error {
            LaunchError::Refused { .. } => ("not-emulated", status::INVALID_PTX, false),
            LaunchError::TooLarge { .. } => ("launch-refused", status::OUT_OF_RESOURCES, false),
            LaunchError::Parameters { .. } => ("launch-refused", status::INVALID_VALUE, false),
            LaunchError::Fault(fault) => {
                let status = match fault.cause {
                    Cause::OutOfBounds { .. } | Cause::ReadOnly { .. } => status::ILLEGAL_ADDRESS,
                    Cause::Misaligned { .. } => status::MISALIGNED_ADDRESS,
                    Cause::Assertion(_) => status::ASSERT,
                    Cause::Unsupported(_) => status::NOT_SUPPORTED,
                    _ => status::LAUNCH_FAILURE,
                };
                ("kernel-fault", status, true)
            }
        };
        self.report(code, error.to_string());
        if breaks {
            self.broken = Some(status);
        }
        status
    }
}

/// Ends the process: the time that the user gave is up.
fn end_for_time(record: &mut Record, kernel: &str, done: u64, of: u64) {
    let text = format!(
        "the time of --budget is up, and the program was ended: what it had launched before is \
         counted, and {kernel} was stopped after {done} of its {of} blocks"
    );
    record.notice(Severity::Warning, "emulation-budget", text);
    record.end();
    // SAFETY: the process ends here; what the program had written comes out.
    unsafe {
        libc::fflush(std::ptr::null_mut());
        libc::_exit(EMULATION_BUDGET_CODE);
    }
}
