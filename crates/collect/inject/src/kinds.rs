//! The kinds of launches that the program makes, and a table that finds the
//! kind of a launch. Every launch is looked up, and most are not measured, so the
//! lookup takes no lock and does not allocate.
//!
//! Kinds and table entries are never freed, since a reader may hold one at any
//! time. Once [`ENTRIES`] entries are in use, further kinds are not measured.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use propp_recording_wire::{Launch, LaunchKey};

use crate::steps::Steps;

/// Slots of the table (512 KiB), a power of two.
const SLOTS: usize = 1 << 16;

/// Entries at most. With a quarter of the slots free, searches are short. An entry
/// and its kind take 400 bytes, so all take 20 MB.
const ENTRIES: usize = SLOTS / 4 * 3;

/// What CUPTI's callback tells about a launch at no cost: the driver's handle, not yet
/// the function. Several handles may be one kind, see [`Kinds::add`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallKey {
    /// The driver's handle of the function, or of the graph.
    pub(crate) handle: u64,
    pub(crate) is_graph: bool,
    pub(crate) context: u32,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    pub(crate) dynamic_shared_bytes: u32,
    /// Number of the name of the NVTX range around, or 0.
    pub(crate) range: u32,
}

impl CallKey {
    fn slot(&self) -> usize {
        let ([gx, gy, gz], [bx, by, bz]) = (self.grid, self.block);
        let words = [
            self.handle,
            u64::from(self.context) << 32 | u64::from(self.dynamic_shared_bytes),
            u64::from(gx) << 32 | u64::from(gy),
            u64::from(gz) << 32 | u64::from(bx),
            u64::from(by) << 32 | u64::from(bz),
            u64::from(self.range) << 1 | u64::from(self.is_graph),
        ];
        // Fibonacci hashing of each word in turn; the top bits are the best.
        let mix =
            |hash: u64, word: u64| (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = words.into_iter().fold(0, mix);
        usize::try_from(hash >> (64 - SLOTS.trailing_zeros())).unwrap_or(0)
    }
}

/// Launches with the same function, configuration, NVTX range and device.
pub(crate) struct Kind {
    /// What the launches have in common; stream and correlation are 0.
    pub(crate) launch: Launch,
    /// Whether the launches pass the filters by name and device.
    pub(crate) wanted: bool,
    /// Whether they may wait for kernels of other GPUs or for the host.
    pub(crate) waits: bool,
    pub(crate) seen: AtomicU64,
    /// Launches that passed all filters, skip and count included.
    pub(crate) numbered: AtomicU64,
    pub(crate) was_measured: AtomicBool,
    /// The number of the next launch that may be measured.
    pub(crate) next: AtomicU64,
    pub(crate) steps: Mutex<Steps>,
}

impl Kind {
    pub(crate) fn new(launch: Launch, wanted: bool, waits: bool, steps: Steps) -> Self {
        Self {
            launch,
            wanted,
            waits,
            seen: AtomicU64::new(0),
            numbered: AtomicU64::new(0),
            was_measured: AtomicBool::new(false),
            next: AtomicU64::new(steps.next()),
            steps: Mutex::new(steps),
        }
    }
}

struct Entry {
    key: CallKey,
    /// Counts unloaded modules: after an unload, the driver may reuse the handles of
    /// its functions.
    generation: AtomicU32,
    kind: AtomicPtr<Kind>,
}

pub(crate) struct Kinds {
    slots: Box<[AtomicPtr<Entry>]>,
    entries: AtomicUsize,
    generation: AtomicU32,
    /// Locked while a kind is added.
    all: Mutex<Registry>,
}

#[derive(Default)]
struct Registry {
    kinds: Vec<&'static Kind>,
    /// By device and key.
    by_key: HashMap<(u32, LaunchKey<u32>), &'static Kind>,
}

impl Kinds {
    pub(crate) fn new() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| AtomicPtr::default()).collect(),
            entries: AtomicUsize::new(0),
            generation: AtomicU32::new(0),
            all: Mutex::default(),
        }
    }

    /// The kind of a launch that was seen before.
    pub(crate) fn find(&self, key: &CallKey) -> Option<&'static Kind> {
        let entry = self.slots_from(key).map_while(entry_in).find(|entry| entry.key == *key)?;
        let is_current =
            entry.generation.load(Ordering::Acquire) == self.generation.load(Ordering::Relaxed);
        // SAFETY: null, or a kind, none of which is ever freed.
        unsafe { entry.kind.load(Ordering::Acquire).as_ref() }.filter(|_| is_current)
    }

    /// Adds a launch that was not found: to the kind with its [`LaunchKey`], or to a
    /// new kind from `make`. `None` when the table is full.
    pub(crate) fn add(
        &self,
        key: &CallKey,
        launch: Launch,
        make: impl FnOnce(Launch) -> Kind,
    ) -> Option<&'static Kind> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = self.entry(key)?;
        // Each graph is a kind of its own.
        let launch_key = (launch.graph == 0).then(|| (launch.device, launch.key()));
        let known = launch_key.and_then(|key| all.by_key.get(&key).copied());
        let kind = known.unwrap_or_else(|| {
            let kind: &'static Kind = Box::leak(Box::new(make(launch)));
            all.kinds.push(kind);
            launch_key.map(|key| all.by_key.insert(key, kind));
            kind
        });
        entry.kind.store(std::ptr::from_ref(kind).cast_mut(), Ordering::Release);
        entry.generation.store(self.generation.load(Ordering::Relaxed), Ordering::Release);
        Some(kind)
    }

    /// The entry of a key, made if need be. The caller holds the lock.
    fn entry(&self, key: &CallKey) -> Option<&'static Entry> {
        for slot in self.slots_from(key) {
            match entry_in(slot) {
                Some(entry) if entry.key == *key => return Some(entry),
                Some(_) => {}
                None if self.entries.load(Ordering::Relaxed) >= ENTRIES => return None,
                None => {
                    self.entries.fetch_add(1, Ordering::Relaxed);
                    let entry: &'static Entry = Box::leak(Box::new(Entry {
                        key: *key,
                        generation: AtomicU32::new(0),
                        kind: AtomicPtr::default(),
                    }));
                    slot.store(std::ptr::from_ref(entry).cast_mut(), Ordering::Release);
                    return Some(entry);
                }
            }
        }
        None
    }

    /// The slots in which a key may be: once round the table.
    fn slots_from(&self, key: &CallKey) -> impl Iterator<Item = &AtomicPtr<Entry>> {
        let first = key.slot();
        (0..SLOTS).map(move |step| &self.slots[(first + step) % SLOTS])
    }

    /// A module was unloaded: every handle has to be looked up again.
    pub(crate) fn forget_handles(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// A graph is gone, and the driver may give its handle to another.
    pub(crate) fn forget_graph(&self, handle: u64) {
        let entries = self.slots.iter().filter_map(entry_in);
        for entry in entries.filter(|entry| entry.key.is_graph && entry.key.handle == handle) {
            entry.kind.store(std::ptr::null_mut(), Ordering::Release);
        }
    }

    pub(crate) fn all(&self) -> Vec<&'static Kind> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).kinds.clone()
    }
}

fn entry_in(slot: &AtomicPtr<Entry>) -> Option<&'static Entry> {
    // SAFETY: null, or an entry, none of which is ever freed.
    unsafe { slot.load(Ordering::Acquire).as_ref() }
}

#[cfg(test)]
pub(crate) mod tests;
