//! Device memory: a range of this process's own addresses, the same in every run, so that
//! counts that depend on addresses are the same, too. What the device may reach the host may
//! reach: pinned and managed memory need nothing else.

use std::collections::BTreeMap;

/// Where the range begins. Far from where the system puts programs, libraries and stacks.
const START: u64 = 0x2000_0000_0000;
/// Between allocations, so that an access beyond the end of one is found. A GPU's allocator pads them
/// by at most as much.
pub(crate) const GAP: u64 = 512;
/// As `cudaMalloc` aligns.
const ALIGN: u64 = 512;

pub(crate) struct Arena {
    bytes: u64,
    /// Address and bytes.
    allocations: BTreeMap<u64, Allocation>,
    /// Memory that the device may reach, outside of the range: of the host, or placed there.
    registered: BTreeMap<u64, Allocation>,
    made: u64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocation {
    pub(crate) bytes: u64,
    pub(crate) kind: Kind,
    /// From 1, in the order of their calls.
    pub(crate) number: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Device,
    /// A CUDA array, which kernels reach through textures and surfaces.
    Array,
    Managed,
    /// Of the host, and page-locked.
    Pinned,
    /// Of the host, which the program has registered.
    Registered,
    /// A variable of the program, which kernels may not write if it is constant.
    Variable {
        constant: bool,
    },
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Device => "device memory",
            Self::Array => "a CUDA array",
            Self::Managed => "managed memory",
            Self::Pinned => "pinned memory",
            Self::Registered => "registered memory of the host",
            Self::Variable { .. } => "a variable",
        })
    }
}

impl Kind {
    pub(crate) fn is_host(self) -> bool {
        matches!(self, Self::Pinned | Self::Registered)
    }

    /// CUPTI's number (`CUpti_ActivityMemoryKind`).
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Pinned | Self::Registered => 2,
            Self::Device => 3,
            Self::Array => 4,
            Self::Managed => 5,
            Self::Variable { .. } => 6,
        }
    }
}

impl Arena {
    /// Reserves addresses for so many bytes. None if the system has no such range.
    pub(crate) fn new(bytes: u64) -> Option<Self> {
        let length = usize::try_from(bytes).ok()?;
        let place = START as *mut libc::c_void;
        let flags = libc::MAP_PRIVATE
            | libc::MAP_ANONYMOUS
            | libc::MAP_NORESERVE
            | libc::MAP_FIXED_NOREPLACE;
        // SAFETY: a new mapping that replaces none; no memory is read or written.
        let at =
            unsafe { libc::mmap(place, length, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
        (at == place).then(|| Self {
            bytes,
            allocations: BTreeMap::new(),
            registered: BTreeMap::new(),
            made: 0,
        })
    }

    /// Finds room, the first there is. None if there is not enough.
    pub(crate) fn allocate(&mut self, bytes: u64, kind: Kind) -> Option<u64> {
        let mut start = START;
        for (address, allocation) in &self.allocations {
            if start.checked_add(bytes)?.checked_add(GAP)? <= *address {
                break;
            }
            start = (address + allocation.bytes + GAP).next_multiple_of(ALIGN);
        }
        if start.checked_add(bytes)?.checked_add(GAP)? > START + self.bytes {
            return None;
        }
        self.made += 1;
        self.allocations.insert(start, Allocation { bytes, kind, number: self.made });
        Some(start)
    }

    /// Gives memory back; false if nothing was allocated there.
    pub(crate) fn free(&mut self, address: u64) -> Option<Allocation> {
        let allocation = self.allocations.remove(&address)?;
        let first = address.next_multiple_of(4096);
        let end = (address + allocation.bytes) / 4096 * 4096;
        if end > first {
            let place = first as *mut libc::c_void;
            // SAFETY: whole pages inside the mapping of `new`, in an allocation that nobody
            // refers to any more.
            unsafe { libc::madvise(place, (end - first) as usize, libc::MADV_DONTNEED) };
        }
        Some(allocation)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, Allocation)> + '_ {
        let all = self.allocations.iter().chain(&self.registered);
        all.map(|(address, allocation)| (*address, *allocation))
    }

    pub(crate) fn find(&self, address: u64) -> Option<(u64, Allocation)> {
        let holds =
            |(start, allocation): &(&u64, &Allocation)| address - *start < allocation.bytes.max(1);
        let own = self.allocations.range(..=address).next_back().filter(holds);
        let found = own.or_else(|| self.registered.range(..=address).next_back().filter(holds))?;
        Some((*found.0, *found.1))
    }

    /// Lets the device reach memory of the host; false if a part of it is reached already.
    pub(crate) fn register(&mut self, address: u64, bytes: u64) -> bool {
        self.place(address, bytes, Kind::Registered)
    }

    /// Makes memory of this process an allocation, outside of the range; false if a part of it is one
    /// already.
    pub(crate) fn place(&mut self, address: u64, bytes: u64, kind: Kind) -> bool {
        let end = address.saturating_add(bytes);
        let before = self.registered.range(..end).next_back();
        let overlaps = before.is_some_and(|(start, known)| start + known.bytes > address);
        if overlaps || end > START && address < START + self.bytes {
            return false;
        }
        self.registered.insert(address, Allocation { bytes, kind, number: 0 });
        true
    }

    /// Bytes after an allocation that belong to nobody, at most `most`. What the program has registered
    /// has none.
    pub(crate) fn padding(&self, base: u64, most: u64) -> u64 {
        match self.registered.get(&base) {
            None => most,
            Some(Allocation { kind: Kind::Registered, .. }) => 0,
            Some(placed) => {
                let end = base + placed.bytes;
                let next = self.registered.range(end..).next();
                next.map_or(most, |(start, _)| most.min(start - end))
            }
        }
    }

    /// Ends all that `register` began.
    pub(crate) fn unregister_all(&mut self) {
        self.registered.clear();
    }

    /// Ends what `register` began at the address; false if nothing began there.
    pub(crate) fn unregister(&mut self, address: u64) -> bool {
        self.registered.remove(&address).is_some()
    }

    /// The allocation with the bytes at an address, or with others of its line of 128 bytes.
    pub(crate) fn find_line(&self, address: u64) -> Option<(u64, Allocation)> {
        self.find(address).or_else(|| {
            let (start, found) = self.allocations.range(address..address + 128).next()?;
            Some((*start, *found))
        })
    }

    /// Makes bytes of the range zero. Pages that nobody touches afterwards take no memory.
    pub(crate) fn clear(&self, address: u64, bytes: u64) {
        let end = address + bytes;
        let first = address.next_multiple_of(4096).min(end);
        let last = (end / 4096 * 4096).max(first);
        let fill = |from: u64, to: u64| {
            // SAFETY: inside of the mapping of `new`, and no kernel runs.
            unsafe { std::ptr::write_bytes(from as *mut u8, 0, (to - from) as usize) };
        };
        fill(address, first);
        fill(last, end);
        if last > first {
            let place = first as *mut libc::c_void;
            // SAFETY: whole pages inside the mapping of `new`, which are zero when they are next read.
            let done =
                unsafe { libc::madvise(place, (last - first) as usize, libc::MADV_DONTNEED) };
            if done != 0 {
                fill(first, last);
            }
        }
    }

    /// The allocation at or before an address, in words; memory that was placed only at its own address.
    pub(crate) fn words(&self, address: u64) -> Option<String> {
        if let Some(Allocation { bytes, kind, .. }) = self.registered.get(&address) {
            return Some(format!("an allocation ({kind}, {bytes} bytes at {address:#x})"));
        }
        let (start, found) = self.allocations.range(..=address).next_back()?;
        let Allocation { bytes, kind, number } = found;
        Some(format!("allocation {number} ({kind}, {bytes} bytes at {start:#x})"))
    }

    /// How far an address is behind the end of the allocation before it, and that one in words.
    pub(crate) fn behind(&self, address: u64) -> Option<(u64, String)> {
        // Memory of the host has other neighbours.
        (START..START + self.bytes).contains(&address).then_some(())?;
        let (start, found) = self.allocations.range(..=address).next_back()?;
        Some((address.checked_sub(start + found.bytes)?, self.words(address)?))
    }

    /// Whether the host may reach all of the bytes: they are in one allocation, or none is in the arena.
    pub(crate) fn allows(&self, address: u64, bytes: u64) -> bool {
        let Some(end) = address.checked_add(bytes) else { return false };
        end <= START || address >= START + self.bytes || self.holds(address, bytes)
    }

    /// Whether the device may: they are in one allocation, in the arena or outside.
    pub(crate) fn holds(&self, address: u64, bytes: u64) -> bool {
        let Some(end) = address.checked_add(bytes) else { return false };
        self.find(address).is_some_and(|(start, found)| end <= start + found.bytes)
    }

    pub(crate) fn used(&self) -> u64 {
        self.allocations.values().map(|allocation| allocation.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of this process, placed as captured launches have theirs, without a reserved range.
    fn placed(places: &[(u64, u64)]) -> Arena {
        let (allocations, registered) = (BTreeMap::new(), BTreeMap::new());
        let mut arena = Arena { bytes: 1 << 38, allocations, registered, made: 0 };
        places.iter().for_each(|(at, bytes)| assert!(arena.place(*at, *bytes, Kind::Device)));
        arena
    }

    #[test]
    fn the_device_reaches_allocations_alone() {
        let arena = placed(&[(0x3_0200_0000, 64), (0x3_0200_0040, 64)]);
        assert!(arena.holds(0x3_0200_0000, 64) && arena.holds(0x3_0200_0050, 4));
        for (address, bytes) in [(0x1234, 4), (0x3_0200_0000, 65), (0x3_0200_007c, 8)] {
            // Memory of the host, for all that propp knows.
            assert!(arena.allows(address, bytes));
            assert!(!arena.holds(address, bytes), "{address:#x}");
        }
        assert!(!arena.holds(0x3_0200_0000, u64::MAX));
    }

    #[test]
    fn placed_memory_has_its_own_words() {
        let arena = placed(&[(0x3_0200_0000, 64)]);
        let words = "an allocation (device memory, 64 bytes at 0x302000000)";
        assert_eq!(arena.words(0x3_0200_0000).as_deref(), Some(words));
        assert_eq!(arena.words(0x3_0200_0040), None);
    }

    #[test]
    fn what_is_cleared_is_zero_up_to_its_ends_and_takes_no_memory() {
        const MOST: usize = 1 << 30;
        let arena = placed(&[]);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let rights = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping, which stays.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), MOST, rights, flags, -1, 0) };
        assert_ne!(at, libc::MAP_FAILED);
        let at = at as u64;
        // SAFETY: the mapping has more bytes.
        let bytes = unsafe { std::slice::from_raw_parts_mut(at as *mut u8, 4 * 4096) };
        for (from, to) in [(0, 8192), (10, 20), (10, 3 * 4096 + 100), (4000, 4200), (4096, 4096)] {
            bytes.fill(7);
            arena.clear(at + from as u64, (to - from) as u64);
            assert!(bytes[from..to].iter().all(|byte| *byte == 0));
            assert!(bytes[..from].iter().chain(&bytes[to..]).all(|byte| *byte == 7));
        }
        let resident = || propp_base_guest::kilobytes("/proc/self/status", "VmRSS:").unwrap_or(0);
        let before = resident();
        arena.clear(at, MOST as u64);
        assert!(resident() < before + (100 << 10));
    }
}
