//! The eleven criteria of the quality metric.
//!
//! Pure functions from recorded data (launch facts, device facts, counter values by name, an
//! activity trace) to a [`Value`](propp_base_model::Value) with its explanation. `docs/criteria.md`
//! has the definitions and how they differ from the paper's.
//!
//! Nine criteria judge a kernel launch ([`assess_launch`]); HSync and DT judge
//! a run ([`host_sync`], [`data_transfer`]). To add a criterion, write its
//! file and its row in `table.rs`; the counters that it divides by each other
//! get a row in `RATIOS` (`counters/ratios.rs`). The weights files must name
//! it as well.

mod aggregate;
mod assessment;
mod balance;
pub mod counters;
mod definition;
mod divergence;
mod evidence;
mod granularity;
mod intensity;
mod occupancy;
mod pipe;
mod pipe_peaks;
mod readings;
mod run;
mod shared_memory;
mod sheet;
mod sync;
mod table;
mod transfer;

pub use aggregate::{Aggregate, Sample, Spread, aggregate};
pub use assessment::Assessment;
pub use definition::Varies;
pub use evidence::{Input, InputSource, Note, TraceNumber};
pub use pipe::Pipe;
pub use pipe_peaks::peak_metric;
pub use readings::CounterValues;
pub use run::{HostSync, data_transfer, host_sync};
pub use table::Criterion;

use propp_base_model::{DeviceFacts, LaunchFacts};

use sheet::Sheet;

/// Judges one launch by the nine criteria that apply to launches, in the
/// paper's order.
pub fn assess_launch(
    launch: &LaunchFacts,
    device: &DeviceFacts,
    counters: &CounterValues,
) -> Vec<Assessment> {
    let judged = Criterion::ALL.into_iter().filter_map(|criterion| {
        let evidence = evidence::Evidence::default();
        let mut sheet = Sheet { launch, device, counters, evidence };
        let outcome = criterion.evaluate()?(&mut sheet);
        Some(Assessment::new(criterion, sheet.evidence, outcome))
    });
    judged.collect()
}
