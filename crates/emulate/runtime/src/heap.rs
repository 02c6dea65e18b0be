//! Memory that kernels ask for while they run: a range of the arena, given out in pieces. The first
//! place that is large enough is taken, so that two runs have the same addresses.

use std::collections::BTreeMap;

/// As `malloc` of a kernel aligns.
const ALIGN: u64 = 16;

#[derive(Debug, Default)]
pub(crate) struct Heap {
    base: u64,
    bytes: u64,
    /// The bytes of each piece, by its address.
    used: BTreeMap<u64, u64>,
    /// Before it there is no gap.
    full_to: u64,
}

impl Heap {
    pub(crate) fn new(base: u64, bytes: u64) -> Self {
        Self { base, bytes, used: BTreeMap::new(), full_to: base }
    }

    /// The address of so many bytes; none if there is no room.
    pub(crate) fn allocate(&mut self, bytes: u64) -> Option<u64> {
        let bytes = bytes.max(1).checked_next_multiple_of(ALIGN)?;
        let mut start = self.full_to;
        let mut is_full = true;
        for (address, used) in self.used.range(start..) {
            is_full &= *address == start;
            if *address - start >= bytes {
                break;
            }
            start = address + used;
            if is_full {
                self.full_to = start;
            }
        }
        if start.checked_add(bytes)? > self.base + self.bytes {
            return None;
        }
        self.used.insert(start, bytes);
        Some(start)
    }

    /// False if nothing was given there.
    pub(crate) fn free(&mut self, address: u64) -> bool {
        let is_own = self.used.remove(&address).is_some();
        if is_own {
            self.full_to = self.full_to.min(address);
        }
        is_own
    }
}
