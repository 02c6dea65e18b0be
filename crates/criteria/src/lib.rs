//! The eleven criteria of the quality metric.
//!
//! Pure functions from what was recorded (launch facts, device facts, counter
//! values by name, an activity trace) to a [`Value`] with its explanation.
//! Nothing here reads a file, a clock or a GPU. The definitions, and how they
//! differ from what the paper prints, are in `docs/criteria.md`.
//!
//! Nine criteria judge a kernel launch ([`assess_launch`]); HSync and DT judge
//! a run ([`host_sync`], [`data_transfer`]). To add a criterion, write its
//! file, name it in [`Criterion`] and add its row to `OF_A_LAUNCH`; the
//! counters that it divides by each other get a row in
//! [`crate::counters::catalogue::RATIOS`].

mod aggregate;
mod assessment;
mod balance;
pub mod cost;
pub mod counters;
mod divergence;
mod granularity;
mod intensity;
mod no_value;
mod occupancy;
mod pipe_peaks;
pub mod quality;
mod readings;
mod shared_memory;
mod sheet;
mod sync;
mod transfer;

pub use aggregate::{Aggregate, Sample, Spread, aggregate};
pub use assessment::{Assessment, Input, InputSource, Note, TraceNumber};
pub use intensity::Pipe;
pub use occupancy::{Residency, Resource, Unlaunchable};
pub use pipe_peaks::{UnknownPeak, peak_metric};
pub use readings::{Absence, CounterValues};
pub use sync::{HostSync, host_sync};
pub use transfer::data_transfer;

use propp_model::{Criterion, DeviceFacts, LaunchFacts};

use no_value::NoValue;
use sheet::Sheet;

/// A criterion of a launch: its name, formula and evaluation.
type Row = (Criterion, &'static str, fn(&mut Sheet<'_>) -> Result<f64, NoValue>);

const OF_A_LAUNCH: [Row; 9] = [
    (Criterion::Occ, occupancy::FORMULA, occupancy::evaluate),
    (Criterion::DSync, sync::DEVICE_FORMULA, sync::at_barriers),
    (Criterion::TDiv, divergence::FORMULA, divergence::evaluate),
    (Criterion::LbW, balance::WARPS_FORMULA, balance::between_warps),
    (Criterion::LbSm, balance::SMS_FORMULA, balance::between_sms),
    (Criterion::GranL1, granularity::L1_FORMULA, granularity::at_l1),
    (Criterion::GranL2, granularity::L2_FORMULA, granularity::at_l2),
    (Criterion::SmemEff, shared_memory::FORMULA, shared_memory::evaluate),
    (Criterion::Ci, intensity::FORMULA, intensity::evaluate),
];

/// Judges one launch by the nine criteria that apply to launches, in the
/// paper's order.
#[must_use]
pub fn assess_launch(
    launch: &LaunchFacts,
    device: &DeviceFacts,
    counters: &CounterValues,
) -> Vec<Assessment> {
    OF_A_LAUNCH
        .iter()
        .map(|&(criterion, formula, evaluate)| {
            let evidence = assessment::Evidence::default();
            let mut sheet = Sheet { launch, device, counters, evidence };
            let outcome = evaluate(&mut sheet);
            sheet.evidence.conclude(criterion, formula, outcome)
        })
        .collect()
}

/// How a criterion is computed, in words and counter names.
#[must_use]
pub fn formula(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::HSync => sync::HOST_FORMULA,
        Criterion::Dt => transfer::FORMULA,
        _ => OF_A_LAUNCH
            .iter()
            .find(|(candidate, _, _)| *candidate == criterion)
            .map_or("", |(_, formula, _)| formula),
    }
}
