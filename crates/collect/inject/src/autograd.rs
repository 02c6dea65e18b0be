//! Which module made the node of PyTorch's autograd graph that a thread evaluates.
//!
//! Each thread counts the nodes that it makes. So a module's nodes are those with the numbers from
//! one change of modules to the next: forward pays for one call at each change, and backward for a
//! question at each launch, in which no Python runs.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

/// The library with autograd, by the name that it gives itself.
const LIBRARY: &str = "libtorch_cpu.so";

/// `torch::autograd::get_current_node`, `at::sequence_number::peek` and
/// `at::RecordFunction::currentThreadId`.
const CURRENT: &[u8] = b"_ZN5torch8autograd16get_current_nodeEv\0";
const NEXT: &[u8] = b"_ZN2at15sequence_number4peekEv\0";
const THREAD: &[u8] = b"_ZN2at14RecordFunction15currentThreadIdEv\0";

/// Changes that are remembered of each thread.
const MOST: usize = 1 << 20;

/// Where `torch::autograd::Node` has what, in words from its beginning. [`follow`] finds out which.
#[derive(Clone, Copy)]
struct Layout {
    number: usize,
    /// The thread that made it.
    thread: usize,
    /// Whether the node itself counts its owners. Otherwise a `std::shared_ptr` does, beside it.
    counts: bool,
}

const LAYOUTS: [Layout; 2] = [
    Layout { number: 3, thread: 6, counts: false },
    // PyTorch 2.15.
    Layout { number: 2, thread: 5, counts: true },
];

/// The number of a node that adds up a gradient.
const ADDS: u64 = u64::MAX;

/// A node in PyTorch's memory.
#[derive(Clone, Copy)]
struct Raw(*const u64);

impl Raw {
    /// # Safety
    /// It is a node with this layout, or has as many words.
    unsafe fn read(self, layout: Layout) -> Node {
        // SAFETY: the caller's promise; nobody changes these two.
        unsafe {
            Node {
                address: self.0.addr(),
                number: self.0.add(layout.number).read(),
                thread: self.0.add(layout.thread).read(),
            }
        }
    }
}

/// A pointer that shares a node. In the layout with counts there is only the first.
#[repr(C)]
struct Shared {
    node: *const u64,
    count: *const u64,
}

/// A node that a thread evaluates.
pub(crate) struct Node {
    /// Only to be compared: the same while it is evaluated.
    pub(crate) address: usize,
    number: u64,
    thread: u64,
}

/// What the library answers, of the thread that asks.
struct Torch {
    current: unsafe extern "C" fn(*mut Shared),
    next: unsafe extern "C" fn() -> u64,
    thread: unsafe extern "C" fn() -> u64,
    layout: Layout,
}

static TORCH: OnceLock<Torch> = OnceLock::new();

/// By thread.
static CHANGES: Mutex<Option<HashMap<u64, Changes>>> = Mutex::new(None);

/// From which node on nodes of a thread are whose, in the order of the nodes.
#[derive(Default)]
struct Changes(VecDeque<(u64, u32)>);

impl Changes {
    fn add(&mut self, from: u64, owner: u32) {
        if self.0.back().is_some_and(|(last, _)| *last == from) {
            self.0.pop_back();
        }
        if self.0.back().is_some_and(|(_, last)| *last == owner) {
            return;
        }
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((from, owner));
    }

    /// 0 for a node that nobody has said anything of.
    fn owner(&self, node: u64) -> u32 {
        let after = self.0.partition_point(|(from, _)| *from <= node);
        after.checked_sub(1).map_or(0, |place| self.0[place].1)
    }
}

fn changes<T>(work: impl FnOnce(&mut HashMap<u64, Changes>) -> T) -> T {
    work(CHANGES.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default())
}

/// Looks into backward from now on, if `node` is what we take it for: the latest node of this
/// thread, with this number. Says whether it is.
///
/// # Safety
/// `node` is null or the address of a node of this process's PyTorch.
pub(crate) unsafe fn follow(node: *const u64, number: u64) -> bool {
    TORCH.get().is_some()
        // SAFETY: the caller's promise.
        || unsafe { torch(Raw(node), number) }.is_some_and(|torch| TORCH.set(torch).is_ok())
}

/// # Safety
/// As for [`follow`].
unsafe fn torch(node: Raw, number: u64) -> Option<Torch> {
    if node.0.is_null() {
        return None;
    }
    let flags = RTLD_NOW | RTLD_LOCAL | libc::RTLD_NOLOAD;
    // SAFETY: it is loaded already, so no initialiser runs.
    let library = unsafe { Library::open(Some(LIBRARY), flags) }.ok()?;
    // SAFETY: a name says what a function takes. What two of them give is looked at below; the
    // first has given a pointer that shares a node since there is one.
    let (current, next, thread) = unsafe {
        (*library.get(CURRENT).ok()?, *library.get(NEXT).ok()?, *library.get(THREAD).ok()?)
    };
    // Never to be unloaded.
    std::mem::forget(library);
    let torch = |layout| Torch { current, next, thread, layout };
    LAYOUTS.into_iter().map(torch).find(|torch| {
        // SAFETY: functions without arguments; a node is longer than what is read of it.
        let (next, thread, read) =
            unsafe { ((torch.next)(), (torch.thread)(), node.read(torch.layout)) };
        (read.number, read.thread, number + 1) == (number, thread, next)
    })
}

/// Nodes that this thread makes from now on are this owner's.
pub(crate) fn made_by(owner: u32) {
    let Some(torch) = TORCH.get() else { return };
    // SAFETY: functions without arguments.
    let (next, thread) = unsafe { ((torch.next)(), (torch.thread)()) };
    changes(|all| all.entry(thread).or_default().add(next, owner));
}

/// The node that this thread evaluates: backward runs on it, or what backward calls.
pub(crate) fn evaluated() -> Option<Node> {
    let torch = TORCH.get()?;
    let mut shared = Shared { node: std::ptr::null(), count: std::ptr::null() };
    // SAFETY: the function writes a pointer that shares a node, of one or two words.
    unsafe { (torch.current)(&raw mut shared) };
    if shared.node.is_null() {
        return None;
    }
    // SAFETY: autograd holds the node while this thread evaluates it.
    let node = unsafe { Raw(shared.node).read(torch.layout) };
    // The number of owners is the second word of what counts them, in its lower half. We are never
    // the last, nor the last but one beside Python: nobody need be told.
    let counts = if torch.layout.counts { shared.node } else { shared.count };
    // SAFETY: both count so, on x86-64, and only by atomic operations.
    unsafe { AtomicU32::from_ptr(counts.add(1).cast_mut().cast()) }.fetch_sub(1, Ordering::AcqRel);
    Some(node)
}

impl Node {
    /// Whose it is, 0 for nobody's; nothing for a node of no module's own, which adds up a
    /// gradient.
    pub(crate) fn owner(&self) -> Option<u32> {
        if self.number == ADDS {
            return None;
        }
        Some(changes(|all| all.get(&self.thread).map_or(0, |changes| changes.owner(self.number))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_whose_it_was_made_by_and_the_oldest_are_forgotten() {
        let mut changes = Changes::default();
        for (from, owner) in [(3, 1), (3, 2), (5, 2), (7, 3), (7, 2), (9, 4)] {
            changes.add(from, owner);
        }
        assert_eq!(changes.0, [(3, 2), (9, 4)]);
        assert_eq!([0, 3, 8, 9, 1 << 40].map(|node| changes.owner(node)), [0, 2, 2, 4, 4]);
        for from in 0..MOST as u64 {
            changes.add(10 + from, u32::from(from % 2 == 0));
        }
        assert_eq!(changes.0.len(), MOST);
        assert_eq!((changes.owner(9), changes.owner(12)), (0, 1));
    }
}
