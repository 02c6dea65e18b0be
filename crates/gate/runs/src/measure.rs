//! Turns a recording into the values that the gate compares.

use std::collections::BTreeMap;

use propp_base_model::{Fraction, Value, attribute};
use propp_judge_analysis::{Input, KernelSamples, RunSamples, samples};
use propp_judge_cost::quality::{Weights, quality_value};
use propp_judge_criteria::Criterion;
use propp_recording::Recording;

use super::certificate::Runner;
use super::options::decisive;
use super::profile::{Ended, Gpu, Kernel, Measures, Origin, Profile, Samples};
use super::quantity::Quantity;

/// The profile of a recording, which is one run of a program.
pub fn measure(recording: &Recording, weights: &Weights) -> Profile {
    let run = samples(Input { name: "", recording });
    let mut kernels: Vec<Kernel> = run.kernels.iter().map(|one| kernel(one, weights)).collect();
    kernels.sort_by(|a, b| a.key.cmp(&b.key));
    let fact = |key: &str| recording.meta.get(key).cloned().unwrap_or_default();
    let gpus = gpus(recording, &run);
    let words = |gpu: &Gpu| format!("{}, {}", gpu.words(), gpu.software());
    let runner = Runner {
        gpus: run.devices.iter().map(|device| device.uuid.clone()).collect(),
        software: gpus.iter().map(words).collect(),
    };
    Profile {
        gpus,
        weights: weights.provenance().source.clone(),
        origins: vec![Origin {
            command: recording.command(),
            created_utc: fact("created_utc"),
            propp_version: fact("propp_version"),
            options: decisive(|name| recording.meta.get(&format!("option.{name}"))),
            failed: Ended::from((!run.failures.is_empty()).then(|| run.failures.join(", "))),
        }],
        application: application(&run, &kernels),
        kernels,
        runner: Runner::of_all([&runner].into_iter()),
        certificate: None,
    }
}

fn gpus(recording: &Recording, run: &RunSamples) -> Vec<Gpu> {
    let clock = |uuid: &str, attribute: u32| {
        let device = recording.devices.iter().find(|device| device.uuid == uuid)?;
        u32::try_from(*device.attributes.get(&attribute)?).ok()
    };
    let mut gpus: Vec<Gpu> = run
        .devices
        .iter()
        .map(|device| Gpu {
            name: device.name.clone(),
            chip: device.chip.clone(),
            memory_bytes: device.memory_bytes,
            sm_clock_khz: clock(&device.uuid, attribute::CLOCK_RATE_KHZ),
            memory_clock_khz: clock(&device.uuid, attribute::MEMORY_CLOCK_RATE_KHZ),
            driver_cuda_version: device.driver_cuda_version,
            cupti_version: device.cupti_version,
        })
        .collect();
    gpus.sort();
    gpus.dedup();
    gpus
}

fn kernel(one: &KernelSamples, weights: &Weights) -> Kernel {
    let mut measures = Measures::new();
    let mut absent = BTreeMap::new();
    let mut in_metric: BTreeMap<Criterion, Value> = BTreeMap::new();
    for (&criterion, values) in &one.criteria {
        let numbers: Vec<f64> =
            values.iter().filter_map(Value::measured).map(Fraction::get).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        match (Fraction::clamped(mean), values.first()) {
            (Some(value), _) => drop(in_metric.insert(criterion, Value::Measured { value })),
            (None, Some(first)) => drop(in_metric.insert(criterion, first.clone())),
            (None, None) => {}
        }
        let quantity = Quantity::Criterion(criterion);
        if let Some(samples) = Samples::of_run(one_if_all_equal(numbers)) {
            measures.insert(quantity, samples);
        } else if let Some(Value::Unavailable { reason }) = values.first() {
            absent.insert(quantity, reason.clone());
        }
    }
    if let Some(quality) = quality_value(weights, &in_metric).measured() {
        measures.insert(Quantity::Quality, Samples::one(quality.get()));
    }
    let counts = [
        (Quantity::Instructions, &one.instructions),
        (Quantity::BarriersEtc, &one.barriers_etc_a_thread),
    ];
    for (quantity, counted) in counts {
        let counted = Samples::of_run(one_if_all_equal(counted.clone()));
        measures.extend(counted.map(|samples| (quantity, samples)));
    }
    let times = one.durations_ns.iter().map(|&ns| ns as f64).collect();
    measures.extend(Samples::of_run(times).map(|times| (Quantity::Time, times)));
    measures.insert(Quantity::Launches, Samples::one(one.launches as f64));
    Kernel { key: one.key.clone(), name: one.name.clone(), measures, absent }
}

fn one_if_all_equal(mut numbers: Vec<f64>) -> Vec<f64> {
    if numbers.windows(2).all(|two| two[0].to_bits() == two[1].to_bits()) {
        numbers.truncate(1);
    }
    numbers
}

fn application(run: &RunSamples, kernels: &[Kernel]) -> Measures {
    let mut all = Measures::new();
    for (&criterion, value) in &run.of_run {
        let number = value.measured().map(|value| Samples::one(value.get()));
        all.extend(number.map(|samples| (Quantity::Criterion(criterion), samples)));
    }
    let launches: u64 = run.kernels.iter().map(|kernel| kernel.launches).sum();
    all.insert(Quantity::Launches, Samples::one(launches as f64));
    if let Some(quality) = mean_quality(kernels) {
        all.insert(Quantity::Quality, Samples::one(quality));
    }
    // A sum over some of the kernels is not the time of the application.
    let mut totals = run.kernels.iter().map(|kernel| kernel.total_ns);
    let total = totals.try_fold(0_u64, |total, ns| Some(total.saturating_add(ns?)));
    let total = total.filter(|_| run.traced).map(|ns| Samples::one(ns as f64));
    all.extend(total.map(|total| (Quantity::Time, total)));
    if let Some(step) = &run.step {
        all.insert(Quantity::StepLaunches, Samples::one(step.launches as f64));
        let times = step.durations_ns.iter().map(|&ns| ns as f64).collect();
        all.extend(Samples::of_run(times).map(|times| (Quantity::StepTime, times)));
    }
    if run.has_copies {
        let traffic = run.traffic;
        let bytes = traffic.to_device_bytes.saturating_add(traffic.to_host_bytes);
        all.insert(Quantity::Copies, Samples::one(traffic.copies as f64));
        all.insert(Quantity::CopiedBytes, Samples::one(bytes as f64));
    }
    all
}

/// The mean QM of the kernels, weighted by their unprofiled time.
fn mean_quality(kernels: &[Kernel]) -> Option<f64> {
    let quality_and_time = |kernel: &Kernel| {
        Some((kernel.measures.get(&Quantity::Quality)?.mean(), kernel.total_ns()))
    };
    let parts: Vec<(f64, f64)> = kernels.iter().filter_map(quality_and_time).collect();
    let time: f64 = parts.iter().map(|(_, time)| time).sum();
    let weighted: f64 = parts.iter().map(|(quality, time)| quality * time).sum();
    (time > 0.0).then(|| weighted / time)
}
