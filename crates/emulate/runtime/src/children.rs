//! Launches within kernels, and what kernels ask for beside them. A kernel's launches run when its
//! grid has ended, in the order of their calls: streams and events ask for no other order. Those of
//! the tail stream come last. Each comes to its end, with its own launches, before the next begins.

use std::collections::HashMap;

use propp_base_gpus::Description;
use propp_base_model::attribute;
use propp_emulate_engine::{Gpu, Reader};
use propp_emulate_ptx::{Module, Request};

use crate::arena::{Arena, Kind};
use crate::heap::Heap;
use crate::settings::Settings;
use crate::status::{self, Status};
use crate::work::{Configuration, Copying, Setting};

/// Room for the arguments of launches that were not made yet.
const BUFFER_BYTES: u64 = 4 << 20;
const MOST_NESTED: u32 = 24;
// `cudaStreamTailLaunch`
const TAIL: u64 = 3;
// `cudaLimitMallocHeapSize` and `cudaLimitDevRuntimePendingLaunchCount`
const HEAP_LIMIT: i32 = 2;
const PENDING_LIMIT: i32 = 4;
const VERSION: u64 = 13000;

/// Errors whose texts a kernel may ask for.
const TOLD: [Status; 10] = [
    status::SUCCESS,
    status::INVALID_VALUE,
    status::MEMORY_ALLOCATION,
    status::INVALID_CONFIGURATION,
    status::LAUNCH_MAX_DEPTH_EXCEEDED,
    status::LAUNCH_PENDING_COUNT_EXCEEDED,
    status::INVALID_DEVICE_FUNCTION,
    status::UNSUPPORTED_LIMIT,
    status::NOT_SUPPORTED,
    // Of all others.
    UNKNOWN,
];
const UNKNOWN: Status = 999;

/// What a kernel has asked for.
#[derive(Clone, Debug)]
pub(crate) enum Child {
    Kernel { name: String, configuration: Configuration, parameters: Vec<u8> },
    Copy(Copying, usize),
    Set(Setting, usize),
}

/// Work that waits, and how many launches it is in.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) child: Child,
    pub(crate) depth: u32,
    is_last: bool,
}

/// Memory of kernels, and launches that were begun.
#[derive(Debug)]
pub(crate) struct Device {
    heap: Heap,
    arguments: Heap,
    /// Kernel, configuration, and bytes of parameters by the address of the buffer.
    buffers: HashMap<u64, (String, Configuration, u64)>,
    /// Name and words of an error.
    texts: HashMap<Status, [u64; 2]>,
    pending: Vec<Pending>,
    /// Whether the program was told of the limit.
    pub(crate) exceeded: bool,
}

impl Device {
    /// None if there is no memory.
    pub(crate) fn new(arena: &mut Arena, settings: &Settings) -> Option<Self> {
        let variable = Kind::Variable { constant: false };
        let bytes = settings.limit(HEAP_LIMIT).ok()? as u64;
        let heap = Heap::new(arena.allocate(bytes, variable)?, bytes);
        let arguments = Heap::new(arena.allocate(BUFFER_BYTES, variable)?, BUFFER_BYTES);
        let mut texts = HashMap::new();
        for error in TOLD {
            let (name, words) = status::words(error);
            let mut place = |text: &[u8]| {
                let at = arena.allocate(text.len() as u64, Kind::Variable { constant: true })?;
                // SAFETY: the allocation has as many bytes, and no kernel runs.
                unsafe {
                    std::ptr::copy_nonoverlapping(text.as_ptr(), at as *mut u8, text.len());
                }
                Some(at)
            };
            texts.insert(error, [place(name)?, place(words)?]);
        }
        let (buffers, pending) = (HashMap::new(), Vec::new());
        Some(Self { heap, arguments, buffers, texts, pending, exceeded: false })
    }

    /// What has been asked for, the first last, as it is taken from a stack.
    pub(crate) fn take(&mut self) -> Vec<Pending> {
        let all = std::mem::take(&mut self.pending);
        let (last, mut first): (Vec<_>, Vec<_>) =
            all.into_iter().rev().partition(|one| one.is_last);
        let mut all = last;
        all.append(&mut first);
        all
    }

    /// Forgets what a launch has asked for that failed.
    pub(crate) fn forget(&mut self) {
        self.pending.clear();
        self.buffers.clear();
    }
}

/// A running kernel's view of it.
pub(crate) struct Asking<'w> {
    pub(crate) device: &'w mut Device,
    pub(crate) module: &'w Module,
    pub(crate) settings: &'w Settings,
    pub(crate) gpu: &'w Description,
    pub(crate) depth: u32,
}

impl Asking<'_> {
    /// The value and the status of a call. None for calls that the engine answers itself.
    pub(crate) fn ask(
        &mut self,
        request: Request,
        arguments: &[u64],
        read: &mut Reader<'_>,
    ) -> Option<(u64, u32)> {
        let given = match (request, arguments) {
            (Request::Allocate, [bytes]) => {
                self.device.heap.allocate(*bytes).ok_or(status::MEMORY_ALLOCATION)
            }
            (Request::Free, [0]) => Ok(0),
            (Request::Free, [address]) => {
                let is_own = self.device.heap.free(*address);
                if is_own { Ok(0) } else { Err(status::INVALID_VALUE) }
            }
            (Request::Buffer, [function, sizes @ .., shared]) => {
                self.buffer(*function, sizes, *shared)
            }
            (Request::Launch, [buffer, stream]) => self.launch(*buffer, *stream, read),
            (Request::Copy, [to, from, bytes, _, stream]) => {
                let (to, from) = (*to as *mut _, *from as *const _);
                let copying = Copying::of(to, from, *bytes as usize);
                self.wait(Child::Copy(copying, *stream as usize), *stream)
            }
            (Request::Set, [to, value, bytes, stream]) => {
                let setting = Setting::of(*to as *mut _, *value as u8, *bytes as usize);
                self.wait(Child::Set(setting, *stream as usize), *stream)
            }
            (Request::ErrorName, [error]) => Ok(self.text(*error, 0)),
            (Request::ErrorText, [error]) => Ok(self.text(*error, 1)),
            (Request::Version, _) => Ok(VERSION),
            (Request::Attribute, [number, _]) => Ok(u64::from(self.gpu.attribute(*number as u32))),
            (Request::Limit, [number]) => {
                self.settings.limit(*number as i32).map(|limit| limit as u64)
            }
            _ => return None,
        };
        Some(match given {
            Ok(value) => (value, 0),
            Err(error) => (0, error.unsigned_abs()),
        })
    }

    fn text(&self, error: u64, which: usize) -> u64 {
        let texts = &self.device.texts;
        let known = i32::try_from(error).ok().and_then(|error| texts.get(&error));
        known.or(texts.get(&UNKNOWN)).map_or(0, |texts| texts[which])
    }

    /// Whether one more piece of work may wait.
    fn has_room(&mut self) -> Result<(), Status> {
        let limit = self.settings.limit(PENDING_LIMIT)?;
        if self.device.pending.len() >= limit {
            self.device.exceeded = true;
            return Err(status::LAUNCH_PENDING_COUNT_EXCEEDED);
        }
        Ok(())
    }

    fn buffer(&mut self, function: u64, sizes: &[u64], shared: u64) -> Result<u64, Status> {
        let &[gx, gy, gz, bx, by, bz] = sizes else { return Err(status::INVALID_VALUE) };
        let name = self.module.function_at(function);
        let kernel = name.and_then(|name| self.module.kernel(name));
        let kernel = kernel.ok_or(status::INVALID_DEVICE_FUNCTION)?;
        let sizes = |sizes: [u64; 3]| sizes.map(|size| u32::try_from(size).unwrap_or(u32::MAX));
        let (grid, block) = (sizes([gx, gy, gz]), sizes([bx, by, bz]));
        let threads = [bx, by, bz].into_iter().fold(1_u64, u64::saturating_mul);
        let most = u64::from(Gpu::from(self.gpu).max_threads_per_block);
        let within = |sizes: [u32; 3], limits: [u32; 3]| {
            let pairs = sizes.into_iter().zip(limits.map(|number| self.gpu.attribute(number)));
            { pairs }.all(|(size, limit)| size > 0 && (limit == 0 || size <= limit))
        };
        if !within(grid, attribute::MAX_GRID)
            || !within(block, attribute::MAX_BLOCK)
            || threads > most
        {
            return Err(status::INVALID_CONFIGURATION);
        }
        if self.depth >= MOST_NESTED {
            return Err(status::LAUNCH_MAX_DEPTH_EXCEEDED);
        }
        self.has_room()?;
        let bytes = u64::from(kernel.parameter_bytes);
        let address = self.device.arguments.allocate(bytes).ok_or(status::MEMORY_ALLOCATION)?;
        let configuration = Configuration::new(grid, block, shared as usize, std::ptr::null_mut());
        self.device.buffers.insert(address, (kernel.name.clone(), configuration, bytes));
        Ok(address)
    }

    fn launch(&mut self, buffer: u64, stream: u64, read: &mut Reader<'_>) -> Result<u64, Status> {
        let begun = self.device.buffers.remove(&buffer).ok_or(status::INVALID_VALUE)?;
        let (name, configuration, bytes) = begun;
        let parameters = if bytes == 0 { Some(Vec::new()) } else { read(buffer, bytes) };
        self.device.arguments.free(buffer);
        let parameters = parameters.ok_or(status::INVALID_VALUE)?;
        let configuration = Configuration { stream: stream as usize, ..configuration };
        self.wait(Child::Kernel { name, configuration, parameters }, stream)
    }

    fn wait(&mut self, child: Child, stream: u64) -> Result<u64, Status> {
        self.has_room()?;
        let is_last = stream == TAIL;
        // A launch behind its kernel is not within it.
        let depth = if is_last { self.depth } else { self.depth + 1 };
        self.device.pending.push(Pending { child, depth, is_last });
        Ok(0)
    }
}
