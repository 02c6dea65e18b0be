//! The driver's facts about the device, and the measured clock.

use propp_base_model::Finding;
use propp_base_model::Sample;
use propp_base_statistics::median::median;

use crate::bench::{Bench, Point};
use crate::experiment::Experiment;
use crate::machine::MachineError;
use crate::view::{measured, series};

/// The facts of the probe `device_record` in its order, with units.
const FACTS: [(&str, &str); 14] = [
    ("sms", "count"),
    ("threads_per_sm", "count"),
    ("registers_per_sm", "count"),
    ("shared_memory_per_sm", "bytes"),
    ("shared_memory_per_block", "bytes"),
    ("constant_memory", "bytes"),
    ("l2_size", "bytes"),
    ("memory", "bytes"),
    ("free_memory", "bytes"),
    ("highest_sm_clock", "kHz"),
    ("highest_memory_clock", "kHz"),
    ("memory_bus_width", "bits"),
    ("warp_size", "count"),
    ("compute_capability", "times ten"),
];

pub(super) const RECORD: Experiment = Experiment {
    id: "device.record",
    title: "limits, clock under load, theoretical bandwidths",
    seconds: 0.3,
    run,
    analyse,
};

pub(super) fn fact(samples: &[Sample], name: &str) -> Option<f64> {
    let of_driver = series(samples, RECORD.id, "facts").next()?;
    let at = FACTS.iter().position(|(known, _)| *known == name)?;
    of_driver.values.get(at).copied()
}

/// The clock under load, in MHz.
pub(super) fn clock_mhz(samples: &[Sample]) -> Option<f64> {
    let clocks: Vec<f64> = series(samples, RECORD.id, "clock").map(|s| s.clock_mhz).collect();
    median(&clocks)
}

fn run(bench: &mut Bench<'_>) -> Result<(), MachineError> {
    let facts = Point { series: "facts", setting: &[], unit: "see method" };
    bench.take(&facts, "device_record", &[], FACTS.len())?;
    let clock = Point { series: "clock", setting: &[("kilocycles", 20_000.0)], unit: "none" };
    bench.take(&clock, "clock", &[20_000], 0)?;
    Ok(())
}

fn analyse(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    const DRIVER: &str = "the driver's attribute";
    let known = |name| fact(samples, name);
    let mut findings: Vec<Finding> = FACTS
        .iter()
        .filter_map(|(name, unit)| {
            Some(Finding::exact(&format!("device.{name}"), unit, known(name)?, DRIVER))
        })
        .collect();
    let clocks: Vec<f64> = series(samples, RECORD.id, "clock").map(|s| s.clock_mhz).collect();
    findings.push(measured(
        "device.clock",
        "MHz",
        &clocks,
        "cycles against the nanosecond timer of an SM while all SMs are at work",
    ));
    if let (Some(clock), Some(width)) = (known("highest_memory_clock"), known("memory_bus_width")) {
        // Two transfers per cycle; kHz times bytes is kB/s.
        let peak = 2.0 * clock * width / 8.0 / 1e6;
        let method = "2 x memory clock x bus width";
        findings.push(Finding::calculated("device.peak_memory_bandwidth", "GB/s", peak, method));
    }
    if let (Some(clock), Some(sms)) = (clock_mhz(samples), known("sms")) {
        let peak = sms * 32.0 * 4.0 * clock / 1e3;
        let method = "32 banks x 4 bytes a cycle x SMs x measured clock";
        findings.push(Finding::calculated("device.peak_shared_bandwidth", "GB/s", peak, method));
    }
    findings
}
