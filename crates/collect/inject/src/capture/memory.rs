//! The memory that a launch can reach, and its contents.

use std::collections::{BTreeMap, HashSet};

use cupti_sys::raw::{CUdeviceptr, CUpointer_attribute as Attribute, CUresult};
use propp_recording_wire::{LEAST_ADDRESS, MOST_ADDRESS, MemoryKind, Reached};

use crate::agent::Agent;

/// What changed is told by pages of so many bytes.
pub(super) const PAGE: usize = 4096;

/// Of words that are no addresses, the driver is asked about so many at most: contents that look
/// like addresses must not hold the program up for long.
const MOST_QUESTIONS: usize = 1 << 20;

/// No two allocations have addresses that differ in fewer than the lowest of so many bits, so what is
/// true of a word is true of those that share all others.
const NEIGHBOURS: u32 = 8;

/// Memory is given to reserved addresses in multiples of so many bytes.
const UNIT: u64 = 2 << 20;

/// An allocation of so many bytes is most likely the pool of a framework.
const POOL_BYTES: u64 = 16 << 30;
const POOL: &str = "; JAX reserves no such pool with XLA_PYTHON_CLIENT_PREALLOCATE=false";

// `CU_MEMORYTYPE_HOST`
const OF_HOST: u32 = 1;

/// Memory with what was in it before the launch.
pub(super) struct Kept {
    address: u64,
    pub(super) before: Vec<u8>,
}

impl Kept {
    pub(super) fn read(agent: &Agent, address: u64, bytes: usize) -> Result<Self, String> {
        let mut before = Vec::new();
        if before.try_reserve_exact(bytes).is_err() {
            return Err(format!("there is no memory for a copy of {bytes} bytes"));
        }
        before.resize(bytes, 0);
        let kept = Self { address, before: Vec::new() };
        kept.read_now(agent, 0, &mut before)?;
        Ok(Self { before, ..kept })
    }

    pub(super) fn is_in(&self, reached: &Reached) -> bool {
        self.address.checked_sub(reached.address).is_some_and(|offset| offset < reached.bytes)
    }

    /// Reads what is there now, from an offset on.
    pub(super) fn read_now(
        &self,
        agent: &Agent,
        offset: usize,
        to: &mut [u8],
    ) -> Result<(), String> {
        let Some(copy) = agent.driver.functions.cuMemcpyDtoH_v2 else {
            return Err("the driver cannot copy memory".to_owned());
        };
        let from = self.address.wrapping_add(offset as u64);
        // SAFETY: the slice has so many bytes; what the address is of, the driver checks.
        let status = unsafe { copy(to.as_mut_ptr().cast(), from, to.len()) };
        // A copy may not go over memory that was mapped in several parts.
        let first = (UNIT - from % UNIT) as usize;
        match status {
            CUresult::CUDA_SUCCESS => Ok(()),
            CUresult(_) if to.len() > first => {
                let (first_part, rest) = to.split_at_mut(first);
                self.read_now(agent, offset, first_part)?;
                let mut parts = rest.chunks_mut(UNIT as usize).enumerate();
                parts.try_for_each(|(part, to)| {
                    self.read_now(agent, offset + first + part * UNIT as usize, to)
                })
            }
            CUresult(code) => {
                Err(format!("{} bytes at {from:#x} cannot be copied (CUDA error {code})", to.len()))
            }
        }
    }
}

/// All memory that was found, with its contents.
pub(super) struct Found {
    pub(super) memory: Vec<(Reached, Kept)>,
}

impl Found {
    /// Follows the words of parameters and variables, and those of the memory that they lead to.
    /// Fails if that is memory of another GPU than the launch's.
    pub(super) fn from<'p>(
        agent: &Agent,
        device: u32,
        beginnings: impl Iterator<Item = &'p [u8]>,
    ) -> Result<Self, String> {
        let most = agent.config.most_captured;
        let mut search = Search::new(|word| allocation(agent, word));
        beginnings.for_each(|value| search.look_through(value));
        let (mut memory, mut all) = (Vec::new(), 0_u64);
        while let Some(reached) = search.next() {
            if let Some(other) = other_device(agent, &reached, device) {
                return Err(format!(
                    "the launch reaches memory of GPU {other} and runs on GPU {device}"
                ));
            }
            all = all.saturating_add(reached.bytes);
            if all > most {
                let mib = |bytes: u64| bytes.div_ceil(1 << 20);
                return Err(format!(
                    "the launch can reach more than {} MiB of memory: --limit sets how much may be \
                     captured (this allocation alone has {} MiB{})",
                    most >> 20,
                    mib(reached.bytes),
                    if reached.bytes >= POOL_BYTES { POOL } else { "" }
                ));
            }
            let bytes = usize::try_from(reached.bytes).unwrap_or(usize::MAX);
            let kept = Kept::read(agent, reached.address, bytes)?;
            search.look_through(&kept.before);
            memory.push((reached, kept));
        }
        if search.is_lost {
            return Err(format!(
                "its memory holds more than {MOST_QUESTIONS} numbers that look like addresses and are \
                 none, so it is not known what it can reach"
            ));
        }
        Ok(Self { memory })
    }
}

struct Search<F> {
    allocation: F,
    /// Ends of the allocations that were found, by their beginnings.
    known: BTreeMap<u64, u64>,
    /// Upper bits of words that lead nowhere.
    nowhere: HashSet<u64>,
    /// Those whose contents were not looked through yet.
    open: Vec<Reached>,
    /// Whether so many words lead nowhere that no more are looked at.
    is_lost: bool,
}

impl<F: Fn(u64) -> Option<Reached>> Search<F> {
    fn new(allocation: F) -> Self {
        let (known, nowhere) = (BTreeMap::new(), HashSet::new());
        Self { allocation, known, nowhere, open: Vec::new(), is_lost: false }
    }

    fn next(&mut self) -> Option<Reached> {
        self.open.pop()
    }

    fn look_through(&mut self, bytes: &[u8]) {
        let (words, _) = bytes.as_chunks::<8>();
        for word in words {
            let word = u64::from_le_bytes(*word);
            if (LEAST_ADDRESS..MOST_ADDRESS).contains(&word) {
                self.look_at(word);
            }
        }
    }

    fn look_at(&mut self, word: u64) {
        let before = self.known.range(..=word).next_back();
        if before.is_some_and(|(_, end)| word < *end)
            || self.nowhere.contains(&(word >> NEIGHBOURS))
            || self.is_lost
        {
            return;
        }
        match (self.allocation)(word) {
            Some(reached) => {
                self.known.insert(reached.address, reached.address.saturating_add(reached.bytes));
                self.open.push(reached);
            }
            None => {
                self.nowhere.insert(word >> NEIGHBOURS);
                self.is_lost = self.nowhere.len() >= MOST_QUESTIONS;
            }
        }
    }
}

/// The allocation that a word is an address of.
fn allocation(agent: &Agent, word: u64) -> Option<Reached> {
    let (mut address, mut bytes, mut kind, mut is_managed) = (0_u64, 0_u64, 0_u32, 0_u32);
    ask(agent, Attribute::CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, word, &mut address)?;
    ask(agent, Attribute::CU_POINTER_ATTRIBUTE_RANGE_SIZE, word, &mut bytes)?;
    ask(agent, Attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE, word, &mut kind)?;
    ask(agent, Attribute::CU_POINTER_ATTRIBUTE_IS_MANAGED, word, &mut is_managed)?;
    let is_inside = bytes > 0 && word >= address && word - address < bytes;
    let kind = match (is_managed, kind) {
        (1, _) => MemoryKind::Managed,
        (_, OF_HOST) => MemoryKind::Host,
        _ => MemoryKind::Device,
    };
    if !is_inside || kind != MemoryKind::Device || bytes <= UNIT {
        return is_inside.then_some(Reached { address, bytes, kind });
    }
    // Of addresses that the program has reserved only a part may have memory. Of the others the driver says
    // so, or answers with an error.
    let is_mapped = |at: u64| {
        let mut is_mapped = 1_i32;
        ask(agent, Attribute::CU_POINTER_ATTRIBUTE_MAPPED, at, &mut is_mapped)
            .map(|()| is_mapped != 0)
    };
    let has_memory = |at: u64| is_mapped(at) == Some(true);
    let (address, bytes) = match is_mapped(word) {
        Some(true) => part_with_memory(word, address, bytes, has_memory),
        Some(false) => return None,
        // The driver knows the question.
        None if has_memory(address) => return None,
        None => (address, bytes),
    };
    Some(Reached { address, bytes, kind })
}

/// The part of a range around a word of it that has memory throughout.
fn part_with_memory(
    word: u64,
    address: u64,
    bytes: u64,
    has_memory: impl Fn(u64) -> bool,
) -> (u64, u64) {
    let (own, end) = ((word - address) / UNIT, bytes.div_ceil(UNIT));
    let has_memory = |unit: &u64| has_memory(address + unit * UNIT);
    let first = own - (0..own).rev().take_while(has_memory).count() as u64;
    let behind = own + 1 + (own + 1..end).take_while(has_memory).count() as u64;
    (address + first * UNIT, (behind * UNIT).min(bytes) - first * UNIT)
}

/// Another GPU on which the memory lies, or a part of it.
fn other_device(agent: &Agent, reached: &Reached, own: u32) -> Option<u32> {
    let of = |at: u64| {
        let mut device = -1_i32;
        ask(agent, Attribute::CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at, &mut device)?;
        u32::try_from(device).ok()
    };
    let is_here = reached.kind == MemoryKind::Device;
    let units = (0..reached.bytes).step_by(UNIT as usize).filter(|_| is_here);
    units.filter_map(|unit| of(reached.address + unit)).find(|device| *device != own)
}

fn ask<T>(agent: &Agent, what: Attribute, word: CUdeviceptr, to: &mut T) -> Option<()> {
    let ask = agent.driver.functions.cuPointerGetAttribute?;
    // SAFETY: the callers give each attribute the type that the driver writes.
    let status = unsafe { ask(std::ptr::from_mut(to).cast(), what, word) };
    (status == CUresult::CUDA_SUCCESS).then_some(())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    const A: u64 = 1 << 40;
    const B: u64 = 1 << 41;

    fn words(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn memory_is_found_by_way_of_other_memory_and_once() {
        let asked = RefCell::new(Vec::new());
        let mut search = Search::new(|word| {
            asked.borrow_mut().push(word);
            let of = [A, B].into_iter().find(|start| (*start..*start + 64).contains(&word))?;
            Some(Reached { address: of, bytes: 64, kind: MemoryKind::Device })
        });
        search.look_through(&words(&[7, A + 8, A, u64::MAX, 3 << 41]));
        assert_eq!(search.next().map(|reached| reached.address), Some(A));
        assert_eq!(search.next(), None);
        // The contents of the first lead to the second and back.
        search.look_through(&words(&[B + 63, A + 63, (3 << 41) + 8]));
        assert_eq!(search.next().map(|reached| reached.address), Some(B));
        assert_eq!(search.next(), None);
        assert_eq!(*asked.borrow(), [A + 8, 3 << 41, B + 63]);
    }

    #[test]
    fn of_reserved_addresses_the_part_with_memory_is_taken() {
        let (bytes, has) = (7 * UNIT + 100, [true, false, true, true, false, true, true, true]);
        let part = |word: u64| {
            let (address, bytes) =
                part_with_memory(A + word, A, bytes, |unit| has[((unit - A) / UNIT) as usize]);
            (address - A, bytes)
        };
        assert_eq!(part(5), (0, UNIT));
        assert_eq!(part(2 * UNIT), (2 * UNIT, 2 * UNIT));
        assert_eq!(part(4 * UNIT - 1), (2 * UNIT, 2 * UNIT));
        assert_eq!(part(7 * UNIT + 99), (5 * UNIT, 2 * UNIT + 100));
    }

    #[test]
    fn an_address_that_leads_nowhere_hides_no_allocation_near_it() {
        let mut search = Search::new(|word| {
            (A..A + 64).contains(&word).then_some(Reached {
                address: A,
                bytes: 64,
                kind: MemoryKind::Device,
            })
        });
        // The end of an array, and then another one in the same 2 MiB.
        search.look_through(&words(&[A + 1024, A + 8]));
        assert_eq!(search.next().map(|reached| reached.address), Some(A));
    }

    #[test]
    fn parameters_that_are_no_whole_words_are_no_addresses() {
        let mut search = Search::new(|_| panic!("asked"));
        search.look_through(&[0xff; 7]);
        search.look_through(&words(&[LEAST_ADDRESS - 1, MOST_ADDRESS]));
        assert_eq!(search.next(), None);
    }
}
