//! Launches: checked, then run, or kept in a graph.

use std::time::Duration;

use crate::arena::Kind;
use crate::children::{Asking, Child, Device, Pending};
use crate::record::CONTEXT;
use crate::runtime::{Function, Runtime, stream_number};
use crate::status::{self, Status};
use crate::watch::Watched;
use crate::work::{Configuration, Node, Prepared};
use propp_base_model::attribute;
use propp_emulate_engine::{Cause, LaunchError, Memory, Region};
use propp_recording_wire::{AFTER_REFUSAL, Severity, after_refusal};

/// More than the barrier of `cooperative_groups` uses.
const WORKSPACE_BYTES: u64 = 4096;

/// Blocks of a cluster at most, and those that every GPU permits.
pub(crate) const MOST_OF_CLUSTER: u64 = 16;
pub(crate) const PORTABLE_OF_CLUSTER: u64 = 8;

impl Runtime {
    /// Runs a kernel to its end. `arguments` are where each parameter's value lies.
    ///
    /// # Safety
    /// Each pointer leads to as many bytes as the kernel's parameter has.
    pub(crate) unsafe fn launch(
        &mut self,
        host: usize,
        configuration: &Configuration,
        arguments: *const *const u8,
    ) -> Result<(), Status> {
        // SAFETY: the caller's promise.
        let prepared = unsafe { self.prepare(host, configuration, arguments) }?;
        if self.graphs.takes(configuration.stream) {
            self.graphs.add(Node::Kernel(prepared));
            return Ok(());
        }
        self.run(&prepared)
    }

    /// Checks a launch, and copies its arguments.
    ///
    /// # Safety
    /// As of [`Runtime::launch`].
    pub(crate) unsafe fn prepare(
        &mut self,
        host: usize,
        configuration: &Configuration,
        arguments: *const *const u8,
    ) -> Result<Prepared, Status> {
        if let Some(broken) = self.broken {
            return Err(broken);
        }
        let function = self.function(host)?;
        if let Err(status) = self.load(function.program) {
            self.missing.refuse_unknown(&function.name);
            return Err(status);
        }
        if !self.permits(configuration) {
            return Err(status::INVALID_CONFIGURATION);
        }
        let dynamic =
            u32::try_from(configuration.dynamic_shared_bytes).map_err(|_| status::INVALID_VALUE)?;
        let Some(Ok(loaded)) = self.programs[function.program].loaded.as_ref() else {
            return Err(status::NO_KERNEL_IMAGE);
        };
        let kernel = loaded.module.kernel(&function.name);
        let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        let size = kernel.cluster.filter(|_| configuration.cluster == [0; 3]);
        let size = size.unwrap_or(configuration.cluster);
        let most = if function.wide_clusters { MOST_OF_CLUSTER } else { PORTABLE_OF_CLUSTER };
        let is_whole = |(grid, own): (&u32, &u32)| *own != 0 && grid.is_multiple_of(*own);
        let has_clusters = size != [0; 3];
        if size.iter().map(|extent| u64::from(*extent)).product::<u64>() > most
            || has_clusters && !configuration.grid.iter().zip(&size).all(is_whole)
            || kernel.cluster.is_some_and(|required| required != size)
        {
            return Err(status::INVALID_CLUSTER_SIZE);
        }
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
        if configuration.cooperative {
            self.check_residency(&function, configuration, dynamic)?;
        }
        Ok(Prepared { host, configuration: *configuration, parameters })
    }

    /// Whether grid and block are within the limits of the GPU.
    fn permits(&self, configuration: &Configuration) -> bool {
        let within = |sizes: [u32; 3], limits: [u32; 3]| {
            let pairs = sizes.into_iter().zip(limits.map(|number| self.gpu.attribute(number)));
            // Of some described GPUs a limit is not known.
            { pairs }.all(|(size, limit)| size > 0 && (limit == 0 || size <= limit))
        };
        within(configuration.grid, attribute::MAX_GRID)
            && within(configuration.block, attribute::MAX_BLOCK)
    }

    /// All blocks of a cooperative launch must be resident at once.
    fn check_residency(
        &self,
        function: &Function,
        configuration: &Configuration,
        dynamic: u32,
    ) -> Result<(), Status> {
        let [x, y, z] = configuration.block.map(u64::from);
        let threads = u32::try_from(x * y * z).map_err(|_| status::INVALID_VALUE)?;
        let each = u64::from(self.resident_blocks(function, threads, dynamic)?);
        let sms = u64::from(self.gpu.attribute(attribute::MULTIPROCESSOR_COUNT));
        let [x, y, z] = configuration.grid.map(u64::from);
        if x.saturating_mul(y).saturating_mul(z) > each * sms {
            return Err(status::COOPERATIVE_LAUNCH_TOO_LARGE);
        }
        Ok(())
    }

    /// Where blocks of a cooperative launch meet: zeros.
    fn workspace(&mut self) -> Result<u64, Status> {
        if self.workspace == 0 {
            let place = self.arena.allocate(WORKSPACE_BYTES, Kind::Variable { constant: false });
            self.workspace = place.ok_or(status::MEMORY_ALLOCATION)?;
        }
        // SAFETY: the allocation has as many bytes.
        unsafe { std::ptr::write_bytes(self.workspace as *mut u8, 0, WORKSPACE_BYTES as usize) };
        Ok(self.workspace)
    }

    /// The gap after an allocation; memory of the host has none.
    fn padding_of(&self, base: u64) -> u64 {
        self.arena.padding(base, self.padding)
    }

    /// Runs a kernel, and the launches that it makes.
    pub(crate) fn run(&mut self, prepared: &Prepared) -> Result<(), Status> {
        let Prepared { host, configuration, parameters } = prepared;
        let function = self.function(*host)?;
        self.run_grid(&function, configuration, parameters, 0)?;
        let mut waiting = self.device.as_mut().map_or_else(Vec::new, Device::take);
        while let Some(Pending { child, depth, .. }) = waiting.pop() {
            match child {
                Child::Copy(copying, stream) => {
                    self.copy_of_kernel(&function.name, &copying, stream)?;
                }
                Child::Set(setting, stream) => {
                    self.set_of_kernel(&function.name, &setting, stream)?;
                }
                Child::Kernel { name, configuration, parameters } => {
                    let is_it =
                        |own: &&Function| own.program == function.program && own.name == name;
                    let known = self.functions.values().find(is_it).cloned();
                    let child =
                        Function { name, c_name: 0, dynamic_shared_limit: 0, ..function.clone() };
                    let child = known.unwrap_or(child);
                    self.run_grid(&child, &configuration, &parameters, depth)?;
                    waiting.extend(self.device.iter_mut().flat_map(Device::take));
                }
            }
        }
        Ok(())
    }

    fn run_grid(
        &mut self,
        function: &Function,
        configuration: &Configuration,
        parameters: &[u8],
        depth: u32,
    ) -> Result<(), Status> {
        let workspace = if configuration.cooperative { self.workspace()? } else { 0 };
        let compiled = self.compiled(function);
        let name = self.record.name(&function.name);
        let dynamic = configuration.dynamic_shared_bytes as u32;
        let cluster = configuration.cluster;
        let [x, y, z] = configuration.block;
        let local_blocks = (compiled.stack > 0)
            .then(|| self.resident_blocks(function, x * y * z, dynamic).ok())
            .flatten();
        let Some(Ok(loaded)) = self.programs[function.program].loaded.as_ref() else {
            return Err(status::NO_KERNEL_IMAGE);
        };
        let kernel = loaded.module.kernel(&function.name);
        let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        let shared = kernel.code.as_ref().map_or(0, |code| code.shared_bytes);
        let asks = kernel.code.as_ref().is_ok_and(|code| code.asks);
        if asks && self.device.is_none() {
            let device = Device::new(&mut self.arena, &self.settings);
            self.device = Some(device.ok_or(status::MEMORY_ALLOCATION)?);
        }
        let regions = self.arena.iter().map(|(base, allocation)| {
            let bytes = usize::try_from(allocation.bytes + self.padding_of(base)).unwrap_or(0);
            // SAFETY: an allocation of the arena with its gap, or memory of the host that the program has
            // registered, without one; no two overlap. The program must not
            // touch device memory while a kernel runs, which its launch does not return from.
            let bytes = unsafe { std::slice::from_raw_parts_mut(base as *mut u8, bytes) };
            Region { base, bytes, writable: allocation.kind != Kind::Variable { constant: true } }
        });
        let memory = Memory::new(regions.collect());
        let memory = memory.padded(|base| self.padding_of(base)).with_spare(&self.spare);
        let mut memory = memory.with_images(&self.images.objects);
        let gpu = propp_emulate_engine::Gpu::from(&self.gpu);
        let launch = propp_emulate_engine::Launch {
            module: &loaded.module,
            kernel,
            grid: configuration.grid,
            block: configuration.block,
            cluster,
            dynamic_shared_bytes: dynamic,
            parameters,
            workspace,
            addresses: &loaded.addresses,
            gpu: &gpu,
            races: self.races,
            local_blocks,
            stack_bytes: self.settings.stack_bytes(),
            threads: if self.alone.contains(&kernel.name) { 1 } else { self.threads },
        };
        let told = propp_recording_wire::Launch {
            name,
            grid: configuration.grid,
            block: configuration.block,
            cluster: if cluster == [0; 3] { kernel.cluster.unwrap_or(cluster) } else { cluster },
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
        let Self { watch, record, arena, device, settings, gpu: described, .. } = self;
        record.code(function.program, name, || loaded.code(&function.name));
        record.begins(&told);
        let [x, y, z] = configuration.grid.map(u64::from);
        let blocks = x.saturating_mul(y).saturating_mul(z);
        let begun = processor_time();
        let (module, gpu) = (&loaded.module, &*described);
        let asking = device.as_mut().filter(|_| asks);
        let asking = asking.map(|device| Asking { device, module, settings, gpu, depth });
        let blocks = (0, blocks);
        let mut host = Watched { watch, record, kernel: &kernel.name, arena, asking, blocks };
        let ran = propp_emulate_engine::run(&launch, &mut memory, &mut host);
        drop(memory);
        let took = processor_time().saturating_sub(begun);
        match ran {
            Ok(ran) => {
                let took = took + ran.waited;
                let took_ns = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
                if ran.in_vain {
                    self.alone.insert(kernel.name.clone());
                }
                let added = self.history.add(&ran.footprint);
                self.record.launch(told, &ran.counts, added, took_ns);
                if let Some(reason) =
                    self.missing.ended(&function.name, &ran.footprint, &self.arena)
                {
                    let text = after_refusal(&function.name, &reason);
                    self.record.notice(Severity::Warning, AFTER_REFUSAL, text);
                }
                self.tell_pending(&function.name);
                Ok(())
            }
            Err(error) => {
                self.device.iter_mut().for_each(Device::forget);
                self.record.failed();
                if matches!(error, LaunchError::Refused { .. }) {
                    self.missing.refuse(&function.name, parameters, &self.arena);
                }
                Err(self.failed(&error))
            }
        }
    }

    /// A kernel has made more launches than may wait, some of which failed for that.
    fn tell_pending(&mut self, kernel: &str) {
        let Some(device) = &mut self.device else { return };
        if std::mem::take(&mut device.exceeded) {
            let text = format!(
                "{kernel} made more launches than cudaLimitDevRuntimePendingLaunchCount permits, and the \
                 others failed; a GPU begins launches while their kernel runs, so that it may permit more"
            );
            self.record.notice(Severity::Warning, "pending-launches", text);
        }
    }

    /// Does work that is not the host's.
    pub(crate) fn run_node(&mut self, node: &Node) -> Result<(), Status> {
        match node {
            Node::Kernel(prepared) => self.run(prepared),
            Node::Copy(copying, stream) => self.copy_now(copying, *stream),
            Node::Set(setting, stream) => self.set_now(setting, *stream),
            Node::Graph(nodes) => nodes.iter().try_for_each(|node| self.run_node(node)),
            Node::Host(_) | Node::Empty => Ok(()),
        }
    }

    /// The allocation before the place of a fault, and how far away it is.
    fn nearest(&self, error: &LaunchError) -> String {
        let LaunchError::Fault(fault) = error else { return String::new() };
        let Cause::OutOfBounds { address, space: "global", .. } = fault.cause else {
            return String::new();
        };
        let behind = self.arena.behind(address);
        behind.map_or_else(String::new, |(distance, allocation)| {
            format!("; it begins {distance} bytes after the end of {allocation}")
        })
    }

    fn failed(&mut self, error: &LaunchError) -> Status {
        let (code, status, breaks) = match error {
            LaunchError::Refused { .. } => ("not-emulated", status::INVALID_PTX, false),
            LaunchError::TooLarge { .. } => ("launch-refused", status::OUT_OF_RESOURCES, false),
            LaunchError::Clusters { .. } => ("launch-refused", status::INVALID_CLUSTER_SIZE, false),
            LaunchError::Parameters { .. } => ("launch-refused", status::INVALID_VALUE, false),
            LaunchError::Fault(fault) => {
                let status = match fault.cause {
                    Cause::OutOfBounds { .. } | Cause::ReadOnly { .. } => status::ILLEGAL_ADDRESS,
                    Cause::Misaligned { .. } => status::MISALIGNED_ADDRESS,
                    Cause::Assertion(_) => status::ASSERT,
                    Cause::Unsupported(_) => status::NOT_SUPPORTED,
                    Cause::StackOverflow { .. } => status::HARDWARE_STACK_ERROR,
                    Cause::NotAFunction { .. } => status::INVALID_PC,
                    _ => status::LAUNCH_FAILURE,
                };
                ("kernel-fault", status, true)
            }
        };
        self.report(code, format!("{error}{}", self.nearest(error)));
        if breaks {
            self.broken = Some(status);
        }
        status
    }
}

/// Of this thread. Other work on the machine lengthens it little.
fn processor_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock is written to the value of this frame.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}
