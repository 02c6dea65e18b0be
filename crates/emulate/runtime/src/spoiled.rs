//! What is missing after a launch that propp refused: the program goes on, and its later kernels may
//! use what this launch should have written. The memory that it could have written is what its
//! parameters lead to, and variables. Who reads there is marked, and what a marked launch writes is
//! missing, too. As soon as the host has some of it, it may be anywhere.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use propp_emulate_engine::Footprint;

use crate::arena::{Arena, Kind};

/// Of an allocation, bytes that are searched for pointers; a larger one holds data.
const SEARCHED: u64 = 1 << 26;

#[derive(Debug, Default)]
pub(crate) struct Missing {
    /// The kernel that was refused first; none if none was.
    refused: Option<String>,
    /// Allocations by their first address, and the kernel that should have written them.
    spoiled: BTreeMap<u64, String>,
    /// The same of everything: the host has some of it, or nobody knows what is missing.
    everywhere: Option<String>,
    /// Kernels that were marked, each once.
    marked: HashSet<String>,
}

impl Missing {
    /// A launch was refused, with these parameters.
    pub(crate) fn refuse(&mut self, kernel: &str, parameters: &[u8], arena: &Arena) {
        self.refused.get_or_insert_with(|| kernel.to_owned());
        let words = parameters.as_chunks::<8>().0.iter();
        let pointers: Vec<u64> = words.map(|word| u64::from_le_bytes(*word)).collect();
        self.spoil_all(kernel, pointers, arena);
        let variables =
            arena.iter().filter(|(_, own)| own.kind == Kind::Variable { constant: false });
        let variables: Vec<u64> = variables.map(|(address, _)| address).collect();
        self.spoil_all(kernel, variables, arena);
    }

    /// A launch was refused of which nothing is known.
    pub(crate) fn refuse_unknown(&mut self, kernel: &str) {
        self.refused.get_or_insert_with(|| kernel.to_owned());
        self.everywhere.get_or_insert_with(|| kernel.to_owned());
    }

    /// What the pointers lead to, and the pointers there.
    fn spoil_all(&mut self, kernel: &str, mut pointers: Vec<u64>, arena: &Arena) {
        let mut seen = BTreeSet::new();
        while let Some(pointer) = pointers.pop() {
            let Some((start, found)) = arena.find(pointer) else { continue };
            if !seen.insert(start) || found.kind == (Kind::Variable { constant: true }) {
                continue;
            }
            self.spoil(kernel, start, found.kind);
            if found.bytes <= SEARCHED {
                // SAFETY: an allocation of the arena, which no kernel uses now.
                let bytes =
                    unsafe { std::slice::from_raw_parts(start as *const u8, found.bytes as usize) };
                let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
                pointers.extend(words.filter(|word| arena.find(*word).is_some()));
            }
        }
    }

    fn spoil(&mut self, kernel: &str, start: u64, kind: Kind) {
        self.spoiled.entry(start).or_insert_with(|| kernel.to_owned());
        // The host reads there without a call.
        if kind == Kind::Managed || kind.is_host() {
            self.everywhere.get_or_insert_with(|| kernel.to_owned());
        }
    }

    /// A launch has ended. Gives the reason why its counts may be wrong, the first time for a kernel.
    pub(crate) fn ended(
        &mut self,
        kernel: &str,
        footprint: &Footprint,
        arena: &Arena,
    ) -> Option<String> {
        self.refused.as_ref()?;
        let reason = match &self.everywhere {
            Some(refused) => format!(
                "it ran after the refused launch of {refused}, whose results may be in all that it uses"
            ),
            None => {
                let spoiled = |(address, read, _): (u64, bool, bool)| {
                    let (start, _) = read.then(|| arena.find_line(address)).flatten()?;
                    self.spoiled.get(&start).cloned()
                };
                let refused = footprint.touched().find_map(spoiled)?;
                let written = footprint.touched().filter(|(.., written)| *written);
                let written: BTreeMap<u64, Kind> = written
                    .filter_map(|(address, ..)| arena.find_line(address))
                    .map(|(start, own)| (start, own.kind))
                    .collect();
                written.into_iter().for_each(|(start, kind)| self.spoil(&refused, start, kind));
                format!("it read memory that the refused launch of {refused} could have written")
            }
        };
        self.marked.insert(kernel.to_owned()).then_some(reason)
    }

    /// Bytes are copied, within the device or not.
    pub(crate) fn copy(&mut self, to: u64, from: u64, bytes: u64, arena: &Arena) {
        if self.refused.is_none() {
            return;
        }
        let source = arena.find(from).and_then(|(start, _)| self.spoiled.get(&start).cloned());
        match (source, arena.find(to)) {
            (None, _) => self.replace(to, bytes, arena),
            (Some(refused), Some((start, found))) => self.spoil(&refused, start, found.kind),
            (Some(refused), None) => {
                self.everywhere.get_or_insert(refused);
            }
        }
    }

    /// Bytes have other values now.
    pub(crate) fn replace(&mut self, to: u64, bytes: u64, arena: &Arena) {
        if let Some((start, found)) = arena.find(to)
            && start == to
            && bytes >= found.bytes
        {
            self.spoiled.remove(&start);
        }
    }

    pub(crate) fn free(&mut self, start: u64) {
        self.spoiled.remove(&start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parameters_lead_to_is_missing_until_it_is_replaced() {
        let Some(mut arena) = Arena::new(1 << 30) else { panic!("no addresses") };
        let mut make = |bytes| arena.allocate(bytes, Kind::Device).unwrap_or(0);
        let (table, behind, other) = (make(64), make(4096), make(4096));
        // SAFETY: the allocation has as many bytes.
        unsafe { ((table + 8) as *mut u64).write(behind + 128) };
        let mut missing = Missing::default();
        missing.copy(other, behind, 4096, &arena);
        assert!(missing.spoiled.is_empty(), "nothing was refused yet");
        missing.refuse("k", &(table + 16).to_le_bytes(), &arena);
        let spoiled = |missing: &Missing| missing.spoiled.keys().copied().collect::<Vec<u64>>();
        assert_eq!(spoiled(&missing), [table, behind]);
        missing.copy(other + 4, behind, 4, &arena);
        missing.replace(table, 64, &arena);
        missing.replace(behind, 4095, &arena);
        assert_eq!(spoiled(&missing), [behind, other], "a part is still missing");
        assert_eq!(missing.everywhere, None);
        missing.copy(&raw const missing as u64, other, 4, &arena);
        assert_eq!(missing.everywhere.as_deref(), Some("k"), "the host has it");
    }
}
