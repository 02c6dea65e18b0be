//! The memory of a launch on the GPU: as it was before the launch, and what implementations leave.

use std::hash::{DefaultHasher, Hasher};

use propp_collect_cuda::{Bench, DriverError, Fixed, Saved};
use propp_recording_launch::{Launch, Region};
use propp_recording_wire::{MemoryKind, Reached};

use crate::differences::Comparison;
use crate::{Accepted, Found, Implementation, PIECE};

/// The memory of the launch on the GPU.
pub(super) struct State<'a> {
    fixed: &'a Fixed,
    launch: &'a Launch,
    /// What implementations write, by allocation.
    dirty: Vec<Vec<(usize, usize)>>,
    /// These parts as they were before the launch, if the GPU has room for a second copy.
    saved: Option<Saved>,
}

impl<'a> State<'a> {
    /// What implementations write is at first what the captured one wrote.
    pub(super) fn new(fixed: &'a Fixed, launch: &'a Launch) -> Self {
        let written = |region: &Region| -> Vec<(usize, usize)> {
            region.after.iter().map(|(from, bytes)| (*from, from + bytes.len())).collect()
        };
        let dirty = launch.memory.iter().map(written).collect();
        Self { fixed, launch, dirty, saved: None }
    }

    /// Makes memory what it was before the launch.
    pub(super) fn restore(&self, implementation: &Implementation) -> Result<(), DriverError> {
        match &self.saved {
            Some(saved) => self.fixed.bring_back(saved)?,
            None => self.restore_from_host()?,
        }
        let variables = implementation.variables.iter().zip(&self.launch.variables);
        for (address, region) in variables {
            if let Some(address) = address {
                self.fixed.write(*address, &region.before)?;
            }
        }
        Ok(())
    }

    fn restore_from_host(&self) -> Result<(), DriverError> {
        let memory = self.launch.captured.memory.iter().zip(&self.launch.memory).zip(&self.dirty);
        for ((reached, region), dirty) in memory {
            for (from, to) in dirty {
                self.fixed.write(reached.address + *from as u64, &region.before[*from..*to])?;
            }
        }
        Ok(())
    }

    /// Keeps what implementations write as it was before the launch, when it is known what they write.
    pub(super) fn save(&mut self) -> Result<(), DriverError> {
        self.dirty.iter_mut().for_each(|dirty| *dirty = merged(std::mem::take(dirty)));
        self.restore_from_host()?;
        let memory = self.launch.captured.memory.iter().zip(&self.dirty);
        let is_of_host = |reached: &Reached| reached.kind == MemoryKind::Host;
        if memory.clone().any(|(reached, dirty)| is_of_host(reached) && !dirty.is_empty()) {
            // It comes back from the host as fast.
            return Ok(());
        }
        let parts: Vec<(u64, usize)> = memory
            .flat_map(|(reached, dirty)| {
                dirty.iter().map(|(from, to)| (reached.address + *from as u64, to - from))
            })
            .collect();
        self.saved = self.fixed.save(&parts)?;
        Ok(())
    }

    /// Runs an implementation and compares what it left with what was captured; if that is wrong, also
    /// whether another run leaves the same.
    pub(super) fn check_twice(
        &mut self,
        bench: &mut Bench,
        implementation: &mut Implementation,
        accepted: &Accepted,
    ) -> Result<(Found, bool), DriverError> {
        let found = self.check(bench, implementation, accepted)?;
        if found.is_right() {
            return Ok((found, false));
        }
        let left = self.left(implementation)?;
        self.check(bench, implementation, accepted)?;
        Ok((found, self.left(implementation)? != left))
    }

    /// A hash of what an implementation left.
    fn left(&self, implementation: &Implementation) -> Result<u64, DriverError> {
        let memory = self.launch.captured.memory.iter().map(|reached| Some(reached.address));
        let addresses = memory.chain(implementation.variables.iter().copied());
        let (mut left, mut now) = (DefaultHasher::new(), Vec::new());
        let regions = self.launch.memory.iter().chain(&self.launch.variables);
        for (address, region) in addresses.zip(regions) {
            let Some(address) = address else { continue };
            for from in (0..region.before.len()).step_by(PIECE) {
                now.resize(PIECE.min(region.before.len() - from), 0);
                self.fixed.read(address + from as u64, &mut now)?;
                left.write(&now);
            }
        }
        Ok(left.finish())
    }

    /// Runs an implementation once and compares what it left with what was captured.
    fn check(
        &mut self,
        bench: &mut Bench,
        implementation: &mut Implementation,
        accepted: &Accepted,
    ) -> Result<Found, DriverError> {
        self.restore(implementation)?;
        implementation.run(self.fixed, bench, false)?;
        let mut comparison = Comparison::new(accepted);
        let memory = self.launch.captured.memory.iter().zip(&self.launch.memory);
        for (index, (reached, region)) in memory.enumerate() {
            let mut written = Vec::new();
            let wrote = |from, to| written.push((from, to));
            self.compare(&mut comparison, index, reached.address, region, wrote)?;
            self.dirty[index].extend(written);
        }
        for (address, region) in implementation.variables.iter().zip(&self.launch.variables) {
            if let Some(address) = address {
                let index = self.launch.memory.len();
                self.compare(&mut comparison, index, *address, region, |_, _| {})?;
            }
        }
        Ok(comparison.found())
    }

    /// Compares piece by piece; `wrote` gets what is not what it was before.
    fn compare(
        &self,
        comparison: &mut Comparison<'_>,
        index: usize,
        address: u64,
        region: &Region,
        mut wrote: impl FnMut(usize, usize),
    ) -> Result<(), DriverError> {
        let mut now = Vec::new();
        for from in (0..region.before.len()).step_by(PIECE) {
            let to = region.before.len().min(from + PIECE);
            now.clear();
            now.resize(to - from, 0);
            self.fixed.read(address + from as u64, &mut now)?;
            if now != region.before[from..to] {
                wrote(from, to);
            }
            let wanted = after(region, from, to);
            comparison.add(index, from, &wanted, &now);
        }
        Ok(())
    }
}

/// The same parts, offset and end, ascending and without overlap.
fn merged(mut parts: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    parts.sort_unstable();
    let mut merged: Vec<(usize, usize)> = Vec::new();
    for (from, to) in parts {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// A part of the contents after the launch.
pub(super) fn after(region: &Region, from: usize, to: usize) -> Vec<u8> {
    let mut wanted = region.before[from..to].to_vec();
    for (start, bytes) in &region.after {
        let (first, last) = ((*start).max(from), (start + bytes.len()).min(to));
        if first < last {
            wanted[first - from..last - from].copy_from_slice(&bytes[first - start..last - start]);
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_overlap_or_meet_are_one() {
        assert_eq!(merged(vec![(8, 9), (0, 4), (2, 6), (6, 7), (8, 9)]), [(0, 7), (8, 9)]);
        assert!(merged(Vec::new()).is_empty());
    }

    #[test]
    fn what_was_changed_lies_over_what_was_there() {
        let region = Region {
            before: (0..10).collect(),
            after: vec![(2, vec![22, 33, 44]), (8, vec![88, 99])],
            ..Region::default()
        };
        assert_eq!(after(&region, 0, 10), [0, 1, 22, 33, 44, 5, 6, 7, 88, 99]);
        assert_eq!(after(&region, 3, 9), [33, 44, 5, 6, 7, 88]);
        assert_eq!(after(&region, 5, 8), [5, 6, 7]);
    }
}
