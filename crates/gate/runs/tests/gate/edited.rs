//! Profiles made up from recorded ones, and what becomes of them.

use std::str::FromStr;

use propp_base_names::KernelFilter;
use propp_gate_runs::{Allowed, GateResult, Policy, Profile, Quantity, Verdict, compare};

use crate::runs::{joined, repeated};

pub(crate) fn before() -> Profile {
    joined(&repeated("planted_none")[..5])
}

pub(crate) fn now() -> Profile {
    repeated("planted_none")[6].clone()
}

pub(crate) fn judged(now: &Profile, policy: &Policy) -> GateResult {
    compare(&before(), now, policy, Allowed::default())
}

/// Multiplies a quantity of a kernel.
pub(crate) fn times(profile: &mut Profile, kernel: &str, quantity: &str, factor: f64) {
    let kernel = profile.kernels.iter_mut().find(|k| k.name.starts_with(kernel)).unwrap();
    let samples = kernel.measures.get_mut(&Quantity::named(quantity).unwrap()).unwrap();
    samples.0.iter_mut().flatten().for_each(|value| *value *= factor);
}

pub(crate) fn verdict_of(outcome: &GateResult, kernel: &str) -> (Verdict, String) {
    let row = outcome.all().find(|row| row.name.starts_with(kernel)).unwrap();
    (row.verdict, row.reason())
}

pub(crate) fn patterns(text: &str) -> Vec<KernelFilter> {
    vec![KernelFilter::from_str(text).unwrap()]
}
