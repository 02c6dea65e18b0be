//! What the launches of a part do, for the cost model.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::counters::CODE_LOAD_ROUNDS;
use propp_code_pace::{Pace, Ran};
use propp_judge_cost::{Shape, Work};

use super::codes::Codes;
use super::devices::Devices;
use super::evidence::facts;
use super::launches::SameLaunches;

/// The mean over the measured launches, each counter over those that read it.
/// Of several GPUs, the one that has most measured launches. With `codes`, what the code adds to
/// the counters, unless the recording has it, and the places in the code that hints may speak of.
pub(super) fn of_part(
    part: &SameLaunches<'_>,
    devices: &Devices<'_>,
    codes: Option<&Codes<'_>>,
) -> (Work, Option<Vec<Ran>>) {
    let mut by_device: BTreeMap<usize, usize> = BTreeMap::new();
    for observed in &part.observed {
        *by_device.entry(observed.device).or_default() += 1;
    }
    let device = by_device.into_iter().max_by_key(|(_, count)| *count).map(|(device, _)| device);
    let device = device.or_else(|| part.facts.keys().next().copied());
    let mut values: Vec<(&str, f64)> = Vec::new();
    for observed in part.observed.iter().filter(|observed| Some(observed.device) == device) {
        let names = observed.set.counters.iter().map(String::as_str);
        let of_launch = names.zip(&observed.measurement.values);
        values.extend(of_launch.filter_map(|(name, value)| Some((name, (*value)?))));
    }
    values.sort_by_key(|(name, _)| *name);
    let shape = device.and_then(|device| {
        let signature = part.facts.get(&device)?;
        Shape::new(&facts(signature), devices.facts(device).ok()?)
    });
    let mean = |of_name: &[(&str, f64)]| {
        let sum = of_name.iter().fold(0.0, |sum, (_, value)| sum + value);
        (of_name[0].0.to_owned(), sum / of_name.len() as f64)
    };
    let mut counts: BTreeMap<String, f64> = values.chunk_by(|a, b| a.0 == b.0).map(mean).collect();
    let mut sites = None;
    if let (Some(codes), Some(Shape { warps, .. }), Some(kernel), false) =
        (codes, shape, part.key.function, counts.contains_key(CODE_LOAD_ROUNDS))
    {
        let here = part.observed.iter().filter(|observed| Some(observed.device) == device);
        let processes: BTreeSet<_> = here.map(|observed| observed.process).collect();
        let pace = codes.pace(&processes, kernel, &counts, warps);
        let paced = pace.iter().flat_map(Pace::counters);
        counts.extend(paced.map(|(name, value)| (name.to_owned(), value)));
        sites = pace.map(|pace| pace.sites);
    }
    let launches = match part.traced() {
        0 => part.seen_by_count.max(part.measured()),
        traced => traced,
    };
    (Work { shape, counts, launches }, sites)
}
