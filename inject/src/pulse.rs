//! Since when each thread has been inside this library, in a file that propp reads. If CUPTI
//! does not return to us, no frame can tell; this can.

use std::cell::Cell;
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use propp_wire::pulse::{SLOT_BYTES, SLOTS};

#[repr(C)]
struct Slot {
    thread: AtomicU32,
    reads_code: AtomicU32,
    since_ns: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == SLOT_BYTES);

static FILE: OnceLock<&'static [Slot]> = OnceLock::new();

thread_local! {
    /// This thread's slot and number, once it has a slot.
    static MINE: Cell<Option<(&'static Slot, u32)>> = const { Cell::new(None) };
}

/// Maps the file, from inside the library. Without it, nothing is noted.
pub(crate) fn open(path: &str) {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else { return };
    let length = SLOTS * SLOT_BYTES;
    if file.metadata().is_ok_and(|about| about.len() < length as u64) {
        return;
    }
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: the kernel chooses the place; the file is as long as that.
    let start = unsafe {
        libc::mmap(std::ptr::null_mut(), length, access, libc::MAP_SHARED, file.as_raw_fd(), 0)
    };
    if start != libc::MAP_FAILED {
        // SAFETY: a mapping of that length, aligned to a page and never removed; other
        // processes change it through atomics, as we do.
        FILE.get_or_init(|| unsafe { std::slice::from_raw_parts(start.cast(), SLOTS) });
        enters();
    }
}

/// This thread enters the library.
pub(crate) fn enters() {
    let Some((slot, thread)) = MINE.get().or_else(take_slot) else { return };
    // Another thread may have the same slot.
    slot.thread.store(thread, Ordering::Relaxed);
    slot.since_ns.store(now_ns(), Ordering::Relaxed);
}

fn take_slot() -> Option<(&'static Slot, u32)> {
    let (given_out, slots) = FILE.get()?.split_first()?;
    let number = given_out.thread.fetch_add(1, Ordering::Relaxed) as usize;
    // SAFETY: no preconditions.
    let thread = unsafe { libc::gettid() }.unsigned_abs();
    let mine = (slots.get(number % slots.len())?, thread);
    MINE.set(Some(mine));
    Some(mine)
}

/// This thread leaves the library.
pub(crate) fn leaves() {
    if let Some((slot, _)) = MINE.get() {
        slot.since_ns.store(0, Ordering::Relaxed);
    }
}

/// Whether this thread reads the program's code, in which it may crash.
pub(crate) fn reads_code(reads: bool) {
    if let Some((slot, _)) = MINE.get() {
        slot.reads_code.store(u32::from(reads), Ordering::Relaxed);
    }
}

/// `CLOCK_MONOTONIC`.
pub(crate) fn now_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: a live structure.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut now) };
    now.tv_sec.unsigned_abs() * 1_000_000_000 + now.tv_nsec.unsigned_abs()
}
