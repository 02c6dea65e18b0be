//! Finds the structure of a cache by chasing.
//!
//! [`explore`] chooses each chase by the results of earlier ones and by nothing else. So
//! [`analyse`] can replay the recorded samples instead of the cache and finds the same.

mod capacity;
mod fill;
mod findings;
mod groups;
mod judge;
mod lab;
mod latency;
mod levels;
pub mod modes;
mod one_set;
mod options;
mod policy;
mod quantiles;
mod replay;
mod sets;
pub mod spikes;

pub use judge::{Counts, Stray, Verdict, judge};
pub use levels::{Levels, Load, levels};
pub use options::Options;
pub use replay::ReplayError;

use propp_base_model::Finding;
use propp_base_model::Sample;

use crate::Chaser;
use capacity::CapacityBounds;
use findings::Findings;
use lab::Lab;
use replay::Replay;

/// The samples and findings of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explored {
    /// The options, then all traces in order.
    pub samples: Vec<Sample>,
    pub findings: Vec<Finding>,
}

/// Finds the structure of a cache.
pub fn explore<C: Chaser + ?Sized>(
    chaser: &mut C,
    options: &Options,
) -> Result<Explored, C::Error> {
    let mut lab = Lab::new(chaser, options);
    let mut findings = Findings::new(&options.level);
    structure(&mut lab, &mut findings)?;
    Ok(Explored { findings: findings.all(), samples: lab.samples })
}

/// Derives the findings from recorded samples.
pub fn analyse(samples: &[Sample]) -> Result<Vec<Finding>, ReplayError> {
    let (about, traces) = samples.split_first().ok_or(ReplayError::NoOptions)?;
    let level = about.experiment.strip_prefix("chase.").ok_or(ReplayError::NoOptions)?;
    let options = Options::of_setting(level, &about.setting).ok_or(ReplayError::NoOptions)?;
    explore(&mut Replay::new(traces), &options).map(|explored| explored.findings)
}

/// Runs the stages; each needs the results of earlier ones.
fn structure<C: Chaser + ?Sized>(
    lab: &mut Lab<'_, C>,
    findings: &mut Findings,
) -> Result<(), C::Error> {
    let options = lab.options;
    let Some(latencies) = lab.latencies()? else {
        findings.unknown("one mode only: a large footprint takes no longer than a small one");
        return Ok(());
    };
    findings.latencies(&latencies);
    let sector = if options.cold_start { lab.sector_bytes()? } else { None };
    findings.sector(sector, options);
    let unit = sector.unwrap_or(options.granule_bytes);

    let Some(coarse) = lab.coarse_capacity(unit)? else {
        findings.unknown(&format!("no misses up to {} bytes", options.most_bytes));
        return Ok(());
    };
    let bytes = CapacityBounds { fits: coarse.fits * unit, overflows: coarse.overflows * unit };
    let line = lab.line_bytes(unit, bytes)?;
    findings.line(line);
    let Some(line) = line else {
        if lab.is_full(coarse.fits, unit)? == Some(true) {
            findings.capacity(bytes, unit);
        }
        findings.unknown("the line is not known");
        return Ok(());
    };
    let within =
        CapacityBounds { fits: bytes.fits / line, overflows: bytes.overflows.div_ceil(line) };
    let edge = lab.edge("capacity_lines", line, within, 1)?;
    let bytes = CapacityBounds { fits: edge.fits * line, overflows: edge.overflows * line };
    match lab.is_full(edge.overflows - 1, line)? {
        Some(true) => findings.capacity(bytes, line),
        full => {
            let filled = if full.is_some() { lab.fill(edge.fits, line)? } else { None };
            findings.uneven(bytes, filled.map(|lines| lines * line), full.is_some());
            return Ok(());
        }
    }
    if edge.overflows - edge.fits > 1 {
        findings.unknown("the first line that does not fit is not known");
        return Ok(());
    }
    let sets = lab.sets(edge.fits, line)?;
    findings.sets(&sets, edge.fits);
    if sets.group.len() < 2 {
        findings.unknown("no lines are known that compete for one set");
    } else if sets.group.len() == 2 {
        findings.one_way();
    } else {
        let replaced = lab.replacement(&sets.group, line, sector.unwrap_or(line))?;
        findings.policy(&replaced, options.cold_start);
    }
    Ok(())
}
