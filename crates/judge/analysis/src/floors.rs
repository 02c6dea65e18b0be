//! The floors of an analysis, by an emulated run.

use std::collections::BTreeMap;

use super::floor::{Floor, Needs, ProgramNeeds};
use super::model::{Analysis, KernelReport};

impl Analysis {
    /// Gives each kernel its floor, by an emulated run of the same program.
    pub fn put_floors(&mut self, emulated: &Self) {
        let key = |kernel: &KernelReport| {
            let [own] = kernel.configurations.as_slice() else { return None };
            Some((kernel.name.symbol.clone(), own.grid, own.block, own.dynamic_shared_bytes))
        };
        let known: BTreeMap<_, Needs> = (emulated.kernels.iter())
            .filter_map(|kernel| Some((key(kernel)?, Needs::of(kernel.work.first()?)?)))
            .collect();
        for kernel in &mut self.kernels {
            let needs = key(kernel).and_then(|key| known.get(&key).copied());
            // The needs are means, too.
            let mean = kernel.durations.map(|own| own.total_ns / own.launches.max(1));
            kernel.floor = needs.map(|needs| Floor::of(&kernel.work, mean, needs, self.machine));
        }
    }

    /// What all kernels need together; `None` unless the run was emulated.
    pub fn needs(&self) -> Option<ProgramNeeds> {
        ProgramNeeds::of(self.kernels.iter().flat_map(|kernel| &kernel.work))
    }
}
