//! Programs of ten thousand kernels.

use propp_gate_runs::Profile;

use super::runs::joined;

pub(crate) const KERNELS: usize = 10_000;

/// A program of ten thousand kernels: those of a training step, under other names.
pub(crate) fn large(runs: &[&Profile]) -> Profile {
    let mut profile = joined(runs);
    let few = std::mem::take(&mut profile.kernels);
    profile.kernels = (0..KERNELS)
        .map(|k| {
            let mut kernel = few[k % few.len()].clone();
            kernel.key.function = format!("kernel_{k:05}_{}", kernel.key.function);
            kernel
        })
        .collect();
    profile
}
