//! CUPTI's activity records, turned into frames.

use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicBool, Ordering};

use cupti_sys::raw::{
    CUpti_Activity, CUpti_ActivityKernel10, CUpti_ActivityKind, CUpti_ActivityMemcpy6,
    CUpti_ActivityMemcpyPtoP4, CUpti_ActivityMemory4, CUpti_ActivityMemoryKind,
    CUpti_ActivityMemoryOperationType, CUpti_ActivityMemset4, CUpti_ActivitySynchronization2,
};
use propp_recording_wire::{Copy, Direction, Frame, Kernel, Launch, Memory, Set, Synchronisation};

use crate::agent::Agent;
use crate::{device, instances, names, nvtx, owners, sites, window};

/// Of other memory, pinned say, the device means nothing.
const DEVICE_MEMORY: u32 = CUpti_ActivityMemoryKind::CUPTI_ACTIVITY_MEMORY_KIND_DEVICE.0;

/// That a kernel has no times was told.
static IS_TOLD: AtomicBool = AtomicBool::new(false);

const UNTIMED: &str = "CUPTI has no times of a kernel, perhaps one that ran when the program ended; such kernels are \
    left out";

/// The records of one buffer, by kind.
#[derive(Default)]
pub(super) struct Batch {
    kernels: Vec<Kernel>,
    copies: Vec<Copy>,
    sets: Vec<Set>,
    memory: Vec<Memory>,
    synchronisations: Vec<Synchronisation>,
}

impl Batch {
    /// # Safety
    /// `record` points at a record of the kind that it states.
    pub(super) unsafe fn add(&mut self, agent: &Agent, record: *mut CUpti_Activity) {
        use CUpti_ActivityKind as Kind;
        // SAFETY: the kind says which structure the record is.
        unsafe {
            match (*record).kind {
                Kind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL | Kind::CUPTI_ACTIVITY_KIND_KERNEL => {
                    let record = record.cast::<CUpti_ActivityKernel10>().read_unaligned();
                    let is_timed = record.start != 0 && record.end != 0;
                    if !is_timed && !IS_TOLD.swap(true, Ordering::Relaxed) {
                        agent.warn("kernels-untimed", UNTIMED.to_owned());
                    }
                    if is_timed && window::holds(record.correlationId, record.start) {
                        self.kernels.push(kernel(agent, &record));
                    } else {
                        nvtx::take_range(record.correlationId, record.graphId != 0);
                        names::take(record.correlationId);
                    }
                }
                Kind::CUPTI_ACTIVITY_KIND_MEMCPY => {
                    self.add_copy(copy(&record.cast::<CUpti_ActivityMemcpy6>().read_unaligned()));
                }
                Kind::CUPTI_ACTIVITY_KIND_MEMCPY2 => self.add_copy(peer_copy(
                    &record.cast::<CUpti_ActivityMemcpyPtoP4>().read_unaligned(),
                )),
                Kind::CUPTI_ACTIVITY_KIND_MEMSET => {
                    let set = set(&record.cast::<CUpti_ActivityMemset4>().read_unaligned());
                    if window::holds(set.correlation, set.start_ns) {
                        self.sets.push(set);
                    }
                }
                // Also outside of the window: kernel replay pays for what is in use.
                Kind::CUPTI_ACTIVITY_KIND_MEMORY2 => self
                    .memory
                    .extend(memory(&record.cast::<CUpti_ActivityMemory4>().read_unaligned())),
                Kind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION => {
                    let waited = synchronisation(
                        &record.cast::<CUpti_ActivitySynchronization2>().read_unaligned(),
                    );
                    if window::holds(waited.correlation, waited.start_ns) {
                        self.synchronisations.push(waited);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_copy(&mut self, copy: Copy) {
        if window::holds(copy.correlation, copy.start_ns) {
            self.copies.push(copy);
        }
    }

    /// How many kernels the batch holds.
    pub(super) fn kernels(&self) -> u64 {
        self.kernels.len() as u64
    }

    pub(super) fn send(self, agent: &Agent) {
        let ran_on = self.kernels.iter().map(|kernel| kernel.launch.device);
        let memory = self.memory.iter().filter(|event| event.kind == DEVICE_MEMORY);
        let has = memory.map(|event| event.device);
        device::want(ran_on.chain(self.copies.iter().map(|copy| copy.device)).chain(has));
        owners::send(agent);
        sites::send(agent);
        instances::send(agent);
        let send = |empty: bool, frame: Frame| {
            if !empty {
                agent.channel.send(&frame);
            }
        };
        send(self.kernels.is_empty(), Frame::Kernels(self.kernels));
        send(self.copies.is_empty(), Frame::Copies(self.copies));
        send(self.sets.is_empty(), Frame::Sets(self.sets));
        send(self.memory.is_empty(), Frame::Memory(self.memory));
        send(self.synchronisations.is_empty(), Frame::Synchronisations(self.synchronisations));
    }
}

fn kernel(agent: &Agent, record: &CUpti_ActivityKernel10) -> Kernel {
    let of_graph = record.graphId != 0;
    let kept = if of_graph {
        names::of_node(record.graphNodeId)
    } else {
        names::take(record.correlationId)
    };
    let launch = Launch {
        name: kept.unwrap_or_else(|| name(agent, record.name)),
        grid: [record.gridX, record.gridY, record.gridZ].map(i32::unsigned_abs),
        block: [record.blockX, record.blockY, record.blockZ].map(i32::unsigned_abs),
        cluster: [record.clusterX, record.clusterY, record.clusterZ],
        registers: u32::from(record.registersPerThread),
        static_shared_bytes: record.staticSharedMemory.unsigned_abs(),
        dynamic_shared_bytes: record.dynamicSharedMemory.unsigned_abs(),
        local_bytes_per_thread: record.localMemoryPerThread,
        device: record.deviceId,
        context: record.contextId,
        stream: record.streamId,
        correlation: record.correlationId,
        graph: record.graphId,
        nvtx: nvtx::take_range(record.correlationId, of_graph),
    };
    Kernel { launch, start_ns: record.start, end_ns: record.end }
}

fn name(agent: &Agent, text: *const c_char) -> u32 {
    if text.is_null() {
        return 0;
    }
    // SAFETY: CUPTI's own string, which lives as long as the record.
    let text = unsafe { CStr::from_ptr(text) };
    agent.channel.name(&text.to_string_lossy())
}

/// `CUpti_ActivityMemcpyKind`.
fn direction(kind: u8) -> Direction {
    match kind {
        1 | 3 => Direction::HostToDevice,
        2 | 4 => Direction::DeviceToHost,
        5..=8 => Direction::DeviceToDevice,
        9 => Direction::HostToHost,
        10 => Direction::PeerToPeer,
        _ => Direction::Other,
    }
}

fn copy(record: &CUpti_ActivityMemcpy6) -> Copy {
    /// `CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE`.
    const PAGEABLE: u8 = 1;
    Copy {
        direction: direction(record.copyKind),
        bytes: record.bytes,
        pageable: record.srcKind == PAGEABLE || record.dstKind == PAGEABLE,
        start_ns: record.start,
        end_ns: record.end,
        device: record.deviceId,
        context: record.contextId,
        stream: record.streamId,
        correlation: record.correlationId,
    }
}

fn peer_copy(record: &CUpti_ActivityMemcpyPtoP4) -> Copy {
    Copy {
        direction: direction(record.copyKind),
        bytes: record.bytes,
        pageable: false,
        start_ns: record.start,
        end_ns: record.end,
        device: record.deviceId,
        context: record.contextId,
        stream: record.streamId,
        correlation: record.correlationId,
    }
}

fn set(record: &CUpti_ActivityMemset4) -> Set {
    Set {
        bytes: record.bytes,
        start_ns: record.start,
        end_ns: record.end,
        device: record.deviceId,
        context: record.contextId,
        stream: record.streamId,
        correlation: record.correlationId,
    }
}

fn memory(record: &CUpti_ActivityMemory4) -> Option<Memory> {
    use CUpti_ActivityMemoryOperationType as Operation;
    let allocated = match record.memoryOperationType {
        Operation::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION => true,
        Operation::CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE => false,
        _ => return None,
    };
    Some(Memory {
        allocated,
        kind: record.memoryKind.0,
        address: record.address,
        bytes: record.bytes,
        at_ns: record.timestamp,
        device: record.deviceId,
        context: record.contextId,
    })
}

fn synchronisation(record: &CUpti_ActivitySynchronization2) -> Synchronisation {
    Synchronisation {
        kind: record.type_.0,
        start_ns: record.start,
        end_ns: record.end,
        context: record.contextId,
        stream: record.streamId,
        correlation: record.correlationId,
    }
}
