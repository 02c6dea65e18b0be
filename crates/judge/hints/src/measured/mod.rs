//! What a defect costs on the recorded GPU, by the numbers of its device profile.
//!
//! Pure: what is known of the kernel, and the profile in; sentences out, each with its
//! number, its interval and the findings that it is from. What the profile does not
//! have, or the kernel's counters do not tell, leaves its sentence out. `docs/hints.md`
//! says which rule takes which findings.

pub(super) mod access;
pub(super) mod flight;
mod footprint;
mod number;
pub(super) mod places;

use super::facts::Facts;
use super::rules::sectors_in_vain;
use super::{Evidence, OwnProfile, Reading};
use number::{Number, Unit};

/// What was measured of the recorded GPU, and what the program holds on it.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    profile: &'a OwnProfile,
    allocated_bytes: f64,
}

impl<'a> Measured<'a> {
    /// Of a profile, and of the bytes of device memory that the program allocates.
    pub const fn new(profile: &'a OwnProfile, allocated_bytes: u64) -> Self {
        Self { profile, allocated_bytes: allocated_bytes as f64 }
    }

    /// A number that is more than nothing: a cost that came out at nothing or less is none.
    fn get(&self, id: &str) -> Option<Number> {
        let (value, [low, high]) = self.profile.get().number(id)?;
        let is_cost = value > 0.0 && [value, low, high].iter().all(|number| number.is_finite());
        is_cost.then_some(Number { value, low: low.max(0.0), high, is_range: false })
    }
}

/// The sentences that go with a hint.
pub(super) type Costs = fn(&Facts<'_>, &Measured<'_>) -> Vec<Evidence>;

/// Accesses that touch more than they ask for.
pub(super) fn of_scattered(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let mut said = access::sectors(facts, measured);
    said.extend(access::fetched(facts, measured));
    said.extend(access::moved_in_vain(facts, measured));
    if sectors_in_vain(facts).is_some() {
        said.extend(footprint::in_l2(facts, measured));
        said.extend(footprint::in_reach(measured));
    }
    said
}

/// Data that shared memory could keep.
pub(super) fn of_reuse(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let mut said = places::nearer(measured);
    said.extend(footprint::in_l2(facts, measured));
    said
}

/// Warps that wait for their loads.
pub(super) fn of_waiting(facts: &Facts<'_>, measured: &Measured<'_>) -> Vec<Evidence> {
    let mut said = flight::bytes(facts, measured);
    said.extend(footprint::in_l2(facts, measured));
    said.extend(footprint::in_reach(measured));
    said
}

/// A sentence, with the number in it, the findings that the number is from, and the
/// counters.
fn said(
    sentence: String,
    (number, unit): (Number, Unit),
    findings: &[&str],
    from: impl IntoIterator<Item = &'static str>,
) -> Evidence {
    let findings = findings.iter().map(|&id| id.to_owned()).collect();
    let Number { low, high, .. } = number;
    let reading = Reading { unit: unit.name(), low, high, findings };
    Evidence {
        what: sentence,
        value: number.value,
        from: from.into_iter().collect(),
        measured: Some(reading),
    }
}

#[cfg(test)]
mod tests;
