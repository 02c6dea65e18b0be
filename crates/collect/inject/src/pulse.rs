//! Since when each thread has been inside this library, in a file that propp reads. If CUPTI
//! does not return to us, no frame can tell; this can.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use propp_base_guest::{Shared, now_ns};
use propp_recording_wire::pulse::{SLOT_BYTES, SLOTS};

#[repr(C)]
struct Slot {
    thread: AtomicU32,
    reads_code: AtomicU32,
    since_ns: AtomicU64,
}

const _: () = assert!(size_of::<Slot>() == SLOT_BYTES);

// SAFETY: atomics alone.
unsafe impl Shared for Slot {}

static FILE: OnceLock<&'static [Slot]> = OnceLock::new();

thread_local! {
    /// This thread's slot and number, once it has a slot.
    static MINE: Cell<Option<(&'static Slot, u32)>> = const { Cell::new(None) };
}

/// Maps the file, from inside the library. Without it, nothing is noted.
pub(crate) fn open(path: &str) {
    if let Some(slots) = propp_base_guest::map(path, SLOTS) {
        FILE.get_or_init(|| slots);
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
