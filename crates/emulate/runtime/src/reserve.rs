//! Memory for the runtime's own needs when the process may have no more (`RLIMIT_AS`, a full
//! cgroup). Without it, Rust would end the process; so the call at work ends in order, and the
//! calls after it fail as those of a GPU without memory do.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Addresses only, until it is needed.
const BYTES: usize = 64 << 20;

/// What must be free before the runtime goes on.
const ENOUGH: usize = 1 << 20;

const ALIGN: usize = 4096;

#[repr(align(4096))]
struct Reserve(UnsafeCell<[u8; BYTES]>);

// SAFETY: each byte is given out once.
unsafe impl Sync for Reserve {}

static RESERVE: Reserve = Reserve(UnsafeCell::new([0; BYTES]));
static GIVEN: AtomicUsize = AtomicUsize::new(0);
static IS_NEEDED: AtomicBool = AtomicBool::new(false);

/// Whether the process has no memory left.
pub(crate) fn is_needed() -> bool {
    if !IS_NEEDED.load(Ordering::Relaxed) {
        return false;
    }
    // SAFETY: memory that is given back at once.
    let has_enough = unsafe {
        // The compiler would leave both calls out, and take for granted that there is memory.
        let piece = std::hint::black_box(libc::malloc(ENOUGH));
        libc::free(piece);
        !piece.is_null()
    };
    IS_NEEDED.store(!has_enough, Ordering::Relaxed);
    !has_enough
}

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn start() -> *mut u8 {
    RESERVE.0.get().cast()
}

fn is_of_reserve(memory: *mut u8) -> bool {
    (start() as usize..start() as usize + BYTES).contains(&(memory as usize))
}

/// A piece that is never given back; null when all is given out.
fn piece(layout: Layout) -> *mut u8 {
    IS_NEEDED.store(true, Ordering::Relaxed);
    if layout.align() > ALIGN {
        return null_mut();
    }
    let wanted = |given: usize| {
        let from = given.checked_next_multiple_of(layout.align())?;
        from.checked_add(layout.size()).filter(|end| *end <= BYTES)
    };
    match GIVEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, wanted) {
        // SAFETY: inside of the reserve, and nobody else's.
        Ok(given) => unsafe { start().add(given.next_multiple_of(layout.align())) },
        Err(_) => null_mut(),
    }
}

// SAFETY: the system's memory, or pieces of the reserve, which are aligned (to a page at most, as the
// reserve is) and never given out twice.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() { piece(layout) } else { memory }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise. The reserve is zero where nobody had it.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if memory.is_null() { piece(layout) } else { memory }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if !is_of_reserve(memory) {
            // SAFETY: the caller's promise, and it is the system's.
            unsafe { System.dealloc(memory, layout) };
        }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_of_reserve(memory) {
            // SAFETY: the caller's promise, and it is the system's.
            let grown = unsafe { System.realloc(memory, layout, size) };
            if !grown.is_null() {
                return grown;
            }
        }
        let Ok(new) = Layout::from_size_align(size, layout.align()) else { return null_mut() };
        // SAFETY: the size of a live piece's layout is not zero, nor is that of a longer one.
        let grown = unsafe { self.alloc(new) };
        if !grown.is_null() {
            // SAFETY: both have as many bytes, and do not overlap; the old piece is done with.
            unsafe {
                grown.copy_from_nonoverlapping(memory, layout.size().min(size));
                self.dealloc(memory, layout);
            }
        }
        grown
    }
}
