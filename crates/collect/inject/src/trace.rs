//! The trace job: CUPTI records what ran when, and propp gets it as frames.
//!
//! The program runs at full speed. CUPTI fills buffers with activity records and
//! returns them, on a thread of its own or when they are flushed.

mod records;

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cupti_sys::raw::{CUcontext, CUpti_Activity, CUpti_ActivityKind, CUptiResult};
use cupti_sys::{Error, Status, call};
use propp_recording_wire::{Goodbye, Job};

use crate::agent::{Agent, agent};
use crate::guard::guarded;
use crate::patience::{PATIENCE, lock_within};
use crate::{count, device, instances, owners, sites, window};
use records::Batch;

/// Size of a buffer: some thousand records.
const BUFFER_BYTES: usize = 1 << 20;

/// CUPTI wants buffers aligned to 8 bytes.
const ALIGNMENT: usize = 8;

/// When the program has waited for the device, all earlier records are complete and
/// are flushed, but not more often than this. So a program that is killed or ends by
/// `_exit` keeps its records up to the last wait.
///
/// Programs in which flushes may do harm are left out ([`BETWEEN_GPUS`]).
///
/// The thread that waited flushes. A thread of our own that flushed every 50 ms
/// crashed programs (one run in twelve of a program that copies beside a long
/// kernel); `cuptiActivityFlushPeriod` set to 100 ms had delivered nothing after five
/// seconds.
const FLUSH_AFTER_WAIT: Duration = Duration::from_millis(1);

/// CUPTI's status after the last record of a buffer.
const NO_MORE_RECORDS: Status = Status(CUptiResult::CUPTI_ERROR_MAX_LIMIT_REACHED.0);

/// Where only some of the program's ranges are profiled, these are recorded inside of them only:
/// CUPTI's records are what recording costs.
const IN_WINDOW: [CUpti_ActivityKind; 4] = [
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMSET,
    CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
];

/// Copies from one GPU to another, which are recorded in programs that may make some. CUPTI 13.0 that
/// records copies of both kinds and is flushed ended a JAX program of one GPU, whose graph copies,
/// by `CUDA_ERROR_LAUNCH_FAILED` (28 of 36 runs; 0 of 40 without this kind, 0 of 16 without
/// flushes). So with this kind and graphs, there are no flushes before the end
/// ([`FLUSH_AFTER_WAIT`]): such a program that is killed loses its last records.
const BETWEEN_GPUS: CUpti_ActivityKind = CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMCPY2;

static MAY_COPY_BETWEEN_GPUS: AtomicBool = AtomicBool::new(false);

static LAUNCHES_GRAPHS: AtomicBool = AtomicBool::new(false);

fn may_flush() -> bool {
    !MAY_COPY_BETWEEN_GPUS.load(Ordering::Relaxed) || !LAUNCHES_GRAPHS.load(Ordering::Relaxed)
}

pub(crate) fn graph_is_launched() {
    LAUNCHES_GRAPHS.store(true, Ordering::Relaxed);
}

/// Recorded always: what is in use inside of the window was allocated before.
const ALWAYS: CUpti_ActivityKind = CUpti_ActivityKind::CUPTI_ACTIVITY_KIND_MEMORY2;

static KERNELS: AtomicU64 = AtomicU64::new(0);
static DROPPED: AtomicU64 = AtomicU64::new(0);

pub(crate) fn start(agent: &'static Agent) -> Result<(), Error> {
    // SAFETY: the two functions have the types CUPTI asks for and live as
    // long as the process.
    unsafe {
        call!(
            agent.cupti,
            cuptiActivityRegisterCallbacks(Some(buffer_wanted), Some(buffer_filled))
        )?;
        call!(agent.cupti, cuptiActivityEnable(ALWAYS))?;
    }
    if is_in_parts(agent) { Ok(()) } else { begin(agent) }
}

/// Whether recording begins and ends with the window, as `--every` asks. Without it all is recorded
/// and what lies outside is dropped, which waits for nothing. A count job that also records does so,
/// too: its launches are measured with all else as it is.
fn is_in_parts(agent: &Agent) -> bool {
    let window = &agent.config.window;
    window.by_program && window.every > 1 && agent.config.job == Job::Trace
}

/// What is recorded in the window.
fn kinds() -> impl Iterator<Item = CUpti_ActivityKind> {
    let between = MAY_COPY_BETWEEN_GPUS.load(Ordering::Relaxed).then_some(BETWEEN_GPUS);
    IN_WINDOW.into_iter().chain(between)
}

fn begin(agent: &Agent) -> Result<(), Error> {
    for kind in kinds() {
        // SAFETY: no preconditions.
        unsafe { call!(agent.cupti, cuptiActivityEnable(kind)) }?;
    }
    Ok(())
}

fn end(agent: &Agent) {
    for kind in kinds() {
        // SAFETY: no preconditions. What CUPTI goes on to record, nobody reads.
        let _ = unsafe { call!(agent.cupti, cuptiActivityDisable(kind)) };
    }
}

pub(crate) fn window_opens(agent: &Agent) {
    if is_in_parts(agent)
        && let Err(error) = begin(agent)
    {
        agent.warn("records-refused", format!("a part of the program is not recorded: {error}"));
    }
}

/// The program may copy from one GPU to another from now on.
pub(crate) fn expect_copies_between_gpus(agent: &Agent) {
    if MAY_COPY_BETWEEN_GPUS.swap(true, Ordering::Relaxed) {
        return;
    }
    if is_in_parts(agent) && !window::may_hold() {
        return; // With the next window.
    }
    // SAFETY: no preconditions.
    if let Err(error) = unsafe { call!(agent.cupti, cuptiActivityEnable(BETWEEN_GPUS)) } {
        agent.warn("records-refused", format!("copies between GPUs are not recorded: {error}"));
    }
}

/// The program makes a graph with a condition, and perhaps a loop. CUPTI 13.0 writes past the end of its
/// memory on the device when one launch runs more kernels than fit (133,000 on an H200; its attributes
/// for larger buffers changed nothing): if the program fails, this is why.
pub(crate) fn graph_will_decide(agent: &Agent) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    if !IS_TOLD.swap(true, Ordering::Relaxed) {
        let text = "the program makes a CUDA graph with WHILE or IF nodes; CUPTI cannot record loops \
                    that run more than about 100,000 kernels in one launch of the graph, and the \
                    program then fails with cudaErrorIllegalAddress";
        agent.tell("graph-loops", text.to_owned());
    }
}

/// The program closes the window. What was launched in it has to end before nothing is recorded
/// any more; if that cannot be waited for, recording goes on.
pub(crate) fn window_closes(agent: &Agent) {
    if !is_in_parts(agent) || agent.driver.may_capture() || !may_flush() {
        return;
    }
    agent.driver.wait_for_context();
    let Some(mut state) = lock_within(&FLUSHING, PATIENCE) else { return };
    if !matches!(*state, Flushing::Ended) && flush_all(agent).is_ok() {
        *state = Flushing::Last(Instant::now());
        end(agent);
    }
}

/// Flushes go one at a time, and none after the last.
enum Flushing {
    NotYet,
    Last(Instant),
    Ended,
}

static FLUSHING: Mutex<Flushing> = Mutex::new(Flushing::NotYet);

/// The program has waited for the device: flush the records, unless a launch is being measured.
pub(crate) fn device_is_idle(agent: &Agent) {
    count::between_launches(|| flush(agent));
    // Without the lock: the driver is asked.
    device::send_wanted(agent);
    // Devices that only records name, as of pools that another device may use.
    if device::are_several() {
        expect_copies_between_gpus(agent);
    }
}

/// Flushes what is recorded before another gets CUPTI.
pub(crate) fn leaves(agent: &Agent) {
    count::between_launches(|| {
        if let Some(state) = lock_within(&FLUSHING, PATIENCE)
            && !matches!(*state, Flushing::Ended)
        {
            let _ = flush_all(agent);
        }
    });
    device::send_wanted(agent);
}

fn flush(agent: &Agent) {
    if !may_flush() {
        return;
    }
    // If another thread is flushing, it flushes our records, too.
    let Ok(mut state) = FLUSHING.try_lock() else { return };
    match *state {
        Flushing::Ended => return,
        Flushing::Last(at) if at.elapsed() < FLUSH_AFTER_WAIT => return,
        _ => {}
    }
    // What fails now is tried again.
    let _ = flush_all(agent);
    *state = Flushing::Last(Instant::now());
}

/// Has CUPTI give back all records of what has ended.
fn flush_all(agent: &Agent) -> Result<(), Error> {
    // SAFETY: no preconditions.
    unsafe { call!(agent.cupti, cuptiActivityFlushAll(0)) }
}

pub(crate) fn stop(agent: &Agent) {
    end(agent);
    // SAFETY: no preconditions.
    let _ = unsafe { call!(agent.cupti, cuptiActivityDisable(ALWAYS)) };
}

/// Flushes the last records. No totals if another thread's flush does not end.
pub(crate) fn finish(agent: &Agent) -> Option<Goodbye> {
    /// Give back records of kernels that have not ended, too.
    const FORCED: u32 = 1;
    let mut state = lock_within(&FLUSHING, PATIENCE)?;
    *state = Flushing::Ended;
    // SAFETY: no preconditions.
    if let Err(error) = unsafe { call!(agent.cupti, cuptiActivityFlushAll(FORCED)) } {
        agent.warn("flush-failed", format!("the last records are missing: {error}"));
    }
    owners::send(agent);
    sites::send(agent);
    instances::finish(agent);
    device::send_wanted(agent);
    Some(Goodbye {
        seen: KERNELS.load(Ordering::Relaxed),
        dropped: DROPPED.load(Ordering::Relaxed),
        measured: 0,
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
    KERNELS.fetch_add(batch.kernels(), Ordering::Relaxed);
    batch.send(agent);
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
