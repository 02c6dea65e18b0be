//! The trace job: CUPTI's activity records, turned into frames.
//!
//! The program runs at full speed; CUPTI fills buffers with what ran when and
//! gives them back, on a thread of its own or when they are asked for.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashSet;
use std::ffi::{CStr, c_char};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cupti_sys::raw::{
    CUcontext, CUpti_Activity, CUpti_ActivityKernel10, CUpti_ActivityKind, CUpti_ActivityMemcpy6,
    CUpti_ActivityMemcpyPtoP4, CUpti_ActivityMemory4, CUpti_ActivityMemoryOperationType,
    CUpti_ActivityMemset4, CUpti_ActivitySynchronization2, CUptiResult,
};
use cupti_sys::{Error, Status, call};
use propp_wire::{Copy, Direction, Frame, Goodbye, Kernel, Launch, Memory, Set, Synchronisation};

use crate::agent::{Agent, NOTHING, agent};
use crate::patience::{PATIENCE, lock_within};
use crate::{callbacks, device, guarded, nvtx};

/// Size of a buffer: some thousand records.
const BUFFER_BYTES: usize = 1 << 20;

/// CUPTI wants buffers aligned to 8 bytes.
const ALIGNMENT: usize = 8;

/// After the program has waited for the device, everything before is complete
/// and is fetched, though not more often than this: a program that ends by
/// `_exit` or is killed keeps what it had waited for.
///
/// The fetching is done by the thread that waited. A thread of our own that
/// flushed every 50 ms crashed programs (one run in twelve of one that copies
/// beside a long kernel); `cuptiActivityFlushPeriod` set to 100 ms had
/// delivered nothing after five seconds.
const FLUSH_AFTER_WAIT: Duration = Duration::from_millis(1);

/// What CUPTI says after the last record of a buffer.
const NO_MORE_RECORDS: Status = Status(CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED.0);

const KINDS: [CUpti_ActivityKind; 6] = [
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMSET,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMORY2,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
];

static KERNELS: AtomicU64 = AtomicU64::new(0);
static DROPPED: AtomicU64 = AtomicU64::new(0);
static DEVICES: Mutex<Option<HashSet<u32>>> = Mutex::new(None);

pub(crate) fn start(agent: &'static Agent) -> Result<(), Error> {
    callbacks::subscribe_for_trace(agent)?;
    // SAFETY: the two functions have the types CUPTI asks for and live as
    // long as the process.
    unsafe {
        call!(
            agent.cupti,
            cuptiActivityRegisterCallbacks(Some(buffer_wanted), Some(buffer_filled))
        )?;
        for kind in KINDS {
            call!(agent.cupti, cuptiActivityEnable(kind))?;
        }
    }
    Ok(())
}

/// Flushes go one at a time, and none after the last.
enum Flushing {
    NotYet,
    Last(Instant),
    Ended,
}

static FLUSHING: Mutex<Flushing> = Mutex::new(Flushing::NotYet);

/// The program has waited for the device: fetch the records of everything
/// that has ended.
pub(crate) fn device_is_idle(agent: &Agent) {
    // Another thread that is at it fetches for this one, too.
    let Ok(mut state) = FLUSHING.try_lock() else { return };
    match *state {
        Flushing::Ended => return,
        Flushing::Last(at) if at.elapsed() < FLUSH_AFTER_WAIT => return,
        _ => {}
    }
    // SAFETY: no preconditions. What fails now is tried again.
    let _ = unsafe { call!(agent.cupti, cuptiActivityFlushAll(0)) };
    *state = Flushing::Last(Instant::now());
}

/// Fetches every record that is left; no totals when another thread's flush
/// does not end.
pub(crate) fn finish(agent: &Agent) -> Option<Goodbye> {
    /// Give back records of kernels that have not ended, too.
    const FORCED: u32 = 1;
    let mut state = lock_within(&FLUSHING, PATIENCE)?;
    *state = Flushing::Ended;
    // SAFETY: no preconditions.
    if let Err(error) = unsafe { call!(agent.cupti, cuptiActivityFlushAll(FORCED)) } {
        agent.warn("flush-failed", format!("the last records are missing: {error}"));
    }
    Some(Goodbye {
        seen: KERNELS.load(Ordering::Relaxed),
        dropped: DROPPED.load(Ordering::Relaxed),
        ..NOTHING
    })
}

fn layout() -> Option<Layout> {
    Layout::from_size_align(BUFFER_BYTES, ALIGNMENT).ok()
}

unsafe extern "C" fn buffer_wanted(buffer: *mut *mut u8, size: *mut usize, records: *mut usize) {
    // SAFETY: CUPTI passes three live locations; the layout is not empty. A
    // null buffer makes CUPTI drop records, which it counts.
    unsafe {
        *buffer = layout().map_or(std::ptr::null_mut(), |layout| alloc_zeroed(layout));
        *size = if (*buffer).is_null() { 0 } else { BUFFER_BYTES };
        *records = 0;
    }
}

unsafe extern "C" fn buffer_filled(
    context: CUcontext,
    stream: u32,
    buffer: *mut u8,
    _size: usize,
    valid: usize,
) {
    guarded(|| {
        if let Some(agent) = agent() {
            // SAFETY: the buffer is ours and holds `valid` bytes of records.
            unsafe { read(agent, buffer, valid) };
            count_dropped(agent, context, stream);
        }
    });
    if let Some(layout) = layout()
        && !buffer.is_null()
    {
        // SAFETY: `buffer_wanted` allocated it with this layout.
        unsafe { dealloc(buffer, layout) };
    }
}

fn count_dropped(agent: &Agent, context: CUcontext, stream: u32) {
    let mut dropped = 0;
    // SAFETY: a live integer.
    let asked = unsafe {
        call!(agent.cupti, cuptiActivityGetNumDroppedRecords(context, stream, &raw mut dropped))
    };
    if asked.is_ok() && dropped > 0 {
        DROPPED.fetch_add(dropped as u64, Ordering::Relaxed);
        agent.warn("records-dropped", format!("CUPTI dropped {dropped} activity records"));
    }
}

/// What one buffer holds, by kind.
#[derive(Default)]
struct Batch {
    kernels: Vec<Kernel>,
    copies: Vec<Copy>,
    sets: Vec<Set>,
    memory: Vec<Memory>,
    synchronisations: Vec<Synchronisation>,
}

/// # Safety
/// `buffer` holds `valid` bytes of records that CUPTI wrote.
unsafe fn read(agent: &Agent, buffer: *mut u8, valid: usize) {
    let mut batch = Batch::default();
    let mut record: *mut CUpti_Activity = std::ptr::null_mut();
    let mut next = || {
        // SAFETY: the caller's promise; CUPTI walks from record to record.
        unsafe { call!(agent.cupti, cuptiActivityGetNextRecord(buffer, valid, &raw mut record)) }
            .map(|()| record)
    };
    let end = loop {
        match next() {
            // SAFETY: CUPTI just pointed at a record.
            Ok(record) => unsafe { batch.add(agent, record) },
            Err(end) => break end,
        }
    };
    if end.status() != Some(NO_MORE_RECORDS) {
        agent.warn("records-unreadable", format!("some records are missing: {end}"));
    }
    KERNELS.fetch_add(batch.kernels.len() as u64, Ordering::Relaxed);
    batch.send(agent);
}

impl Batch {
    /// # Safety
    /// `record` points at a record of the kind that it states.
    unsafe fn add(&mut self, agent: &Agent, record: *mut CUpti_Activity) {
        use CUpti_ActivityKind as Kind;
        // SAFETY: the kind says which structure the record is.
        unsafe {
            match (*record).kind {
                Kind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL | Kind::CUPTI_ACTIVITY_KIND_KERNEL => {
                    self.kernels.push(kernel(
                        agent,
                        &record.cast::<CUpti_ActivityKernel10>().read_unaligned(),
                    ));
                }
                Kind::CUPTI_ACTIVITY_KIND_MEMCPY => {
                    self.copies
                        .push(copy(&record.cast::<CUpti_ActivityMemcpy6>().read_unaligned()));
                }
                Kind::CUPTI_ACTIVITY_KIND_MEMCPY2 => self
                    .copies
                    .push(peer_copy(&record.cast::<CUpti_ActivityMemcpyPtoP4>().read_unaligned())),
                Kind::CUPTI_ACTIVITY_KIND_MEMSET => {
                    self.sets.push(set(&record.cast::<CUpti_ActivityMemset4>().read_unaligned()));
                }
                Kind::CUPTI_ACTIVITY_KIND_MEMORY2 => self
                    .memory
                    .extend(memory(&record.cast::<CUpti_ActivityMemory4>().read_unaligned())),
                Kind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION => {
                    self.synchronisations.push(synchronisation(
                        &record.cast::<CUpti_ActivitySynchronization2>().read_unaligned(),
                    ))
                }
                _ => {}
            }
        }
    }

    fn send(self, agent: &Agent) {
        for kernel in &self.kernels {
            introduce_device(agent, kernel.launch.device);
        }
        for copy in &self.copies {
            introduce_device(agent, copy.device);
        }
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

/// Sends the facts of a device before the first record that names it.
fn introduce_device(agent: &Agent, index: u32) {
    let is_new = {
        let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
        devices.get_or_insert_default().insert(index)
    };
    if is_new {
        device::send(agent, index);
    }
}

fn kernel(agent: &Agent, record: &CUpti_ActivityKernel10) -> Kernel {
    let launch = Launch {
        name: name(agent, record.name),
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
        nvtx: nvtx::take_range_of(record.correlationId, record.graphId != 0),
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
