//! Holds a certificate against runs that it has not seen, and against delays of a known length.
//!
//!     cargo run --release -p propp-gate-runs --example certificate -- RUNS.txt
//!
//! The file is made by `checks/certificate.sh`: runs `cert_1`…, of which the certificate is made,
//! and `new_1`… and `slow_1`…, recorded by turns afterwards; each kernel of the latter is longer by
//! about the least change that the certificate states. How much longer it is, the runs say.

use std::error::Error;

use propp_base_statistics::Random;
use propp_base_statistics::median::median;
use propp_gate_runs::calibrate::{Plan, calibrate};
use propp_gate_runs::{Allowed, Policy, Profile, Quantity, Samples, Shape, Verdict, compare};

const COMPARISONS: usize = 200;

/// Longer delays say nothing of the least change.
const MOST: f64 = 1.15;

fn runs(text: &str, prefix: &str) -> Result<Vec<Profile>, Box<dyn Error>> {
    let parts = text.split("=== ").filter_map(|part| part.split_once('\n'));
    let own = parts.filter(|(name, _)| name.starts_with(prefix));
    Ok(own.map(|(_, json)| Profile::from_json(json)).collect::<Result<_, _>>()?)
}

fn joined(runs: &[Profile], places: &[usize]) -> Result<Profile, Box<dyn Error>> {
    let some: Vec<Profile> = places.iter().map(|&place| runs[place].clone()).collect();
    Ok(Profile::join(&some)?)
}

/// The kernels of `now` that are noticed if each in turn, and it alone, has the time of `slow`.
fn noticed(before: &Profile, now: &Profile, slow: &Profile) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for (place, kernel) in now.kernels.iter().enumerate() {
        let delayed = slow.kernels.iter().find(|of| of.name == kernel.name);
        let time = delayed.and_then(|of| of.measures.get(&Quantity::Time));
        let Some(time) = time else { continue };
        let mut one = now.clone();
        one.kernels[place].measures.insert(Quantity::Time, time.clone());
        let result = compare(before, &one, &Policy::default(), Allowed::default());
        let outcome = result.all().find(|outcome| outcome.name == kernel.name);
        let is_noticed = outcome.is_some_and(|outcome| outcome.verdict == Verdict::Regressed);
        found.push((kernel.name.clone(), is_noticed));
    }
    found
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("name the file with the runs")?;
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{path}: {why}"))?;
    let (own, new, slow) = (runs(&text, "cert")?, runs(&text, "new")?, runs(&text, "slow")?);
    println!("{} runs, {} new ones, {} with delays", own.len(), new.len(), slow.len());
    let plan = Plan { comparisons: COMPARISONS, ..Plan::default() };
    let policy = Policy::default();
    let certificate = calibrate(&own, &policy, plan)?;
    let stated = &certificate.false_alarms;
    let again = calibrate(&new, &policy, plan)?.false_alarms;
    let share = |alarms: usize, of: usize| 100.0 * alarms as f64 / of as f64;
    println!(
        "certificate: {} alarms of {}, {:.1} to {:.1} %; of the new runs {} of {} ({:.1} %)",
        stated.alarms,
        stated.comparisons,
        100.0 * stated.low,
        100.0 * stated.high,
        again.alarms,
        again.comparisons,
        share(again.alarms, again.comparisons)
    );
    let Shape { baseline, gate } = plan.shape;
    let (mut random, mut places) =
        (Random::new(1, 1), (0..new.len().min(slow.len())).collect::<Vec<_>>());
    let mut all: Vec<(String, bool)> = Vec::new();
    for _ in 0..COMPARISONS {
        random.shuffle(&mut places);
        let (of_gate, of_baseline) = (&places[..gate], &places[gate..gate + baseline]);
        let before = joined(&new, of_baseline)?;
        all.extend(noticed(&before, &joined(&new, of_gate)?, &joined(&slow, of_gate)?));
    }
    let mut at_least = Vec::new();
    for kernel in &certificate.kernels {
        let own: Vec<bool> =
            all.iter().filter(|one| one.0 == kernel.name).map(|one| one.1).collect();
        let least = kernel.least.iter().find(|least| least.quantity == "time");
        let (Some(least), Some(longer)) =
            (least.and_then(|least| least.change), longer(&new, &slow, &kernel.name))
        else {
            continue;
        };
        let count = own.iter().filter(|is_noticed| **is_noticed).count();
        println!(
            "{}: least change {:.2} %, longer by {:.2} % ({:.2} of it); noticed {count} of {}",
            kernel.name,
            100.0 * least,
            100.0 * longer,
            longer / least,
            own.len()
        );
        if (1.0..MOST).contains(&(longer / least)) {
            at_least.extend(own);
        }
    }
    let count = at_least.iter().filter(|is_noticed| **is_noticed).count();
    println!(
        "delays of 1 to {MOST} times the least change, as measured: {count} of {} noticed ({:.1} %)",
        at_least.len(),
        share(count, at_least.len())
    );
    Ok(())
}

/// How much longer a kernel was with its delay: medians of all runs.
fn longer(new: &[Profile], slow: &[Profile], name: &str) -> Option<f64> {
    let times = |runs: &[Profile]| {
        let own = runs.iter().flat_map(|run| &run.kernels).filter(|kernel| kernel.name == name);
        let all = own.filter_map(|kernel| kernel.measures.get(&Quantity::Time));
        median(&all.flat_map(Samples::pooled).collect::<Vec<f64>>())
    };
    Some(times(slow)? / times(new)? - 1.0)
}
