//! What the launches of a part do, for the cost model.

use std::collections::BTreeMap;

use propp_criteria::cost::{Shape, Work};

use super::devices::Devices;
use super::evidence::facts;
use super::launches::Part;

/// The mean over the measured launches, each counter over those that read it.
/// Of several GPUs, the one that has most measured launches.
pub(super) fn of_part(part: &Part<'_>, devices: &Devices<'_>) -> Work {
    let mut by_device: BTreeMap<usize, usize> = BTreeMap::new();
    for observed in &part.observed {
        *by_device.entry(observed.device).or_default() += 1;
    }
    let device = by_device.into_iter().max_by_key(|(_, count)| *count).map(|(device, _)| device);
    let device = device.or_else(|| part.facts.keys().next().copied());
    let mut sums: BTreeMap<&str, (f64, u64)> = BTreeMap::new();
    for observed in part.observed.iter().filter(|observed| Some(observed.device) == device) {
        for (name, value) in observed.set.counters.iter().zip(&observed.measurement.values) {
            if let Some(value) = value {
                let (sum, count) = sums.entry(name).or_default();
                *sum += value;
                *count += 1;
            }
        }
    }
    let shape = device.and_then(|device| {
        let signature = part.facts.get(&device)?;
        Shape::new(&facts(signature), devices.facts(device).ok()?)
    });
    Work {
        shape,
        counts: sums
            .into_iter()
            .map(|(name, (sum, count))| (name.to_owned(), sum / count as f64))
            .collect(),
        launches: match part.traced() {
            0 => part.seen_by_count,
            traced => traced,
        },
    }
}
