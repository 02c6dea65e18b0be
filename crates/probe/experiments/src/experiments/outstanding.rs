//! Analyses the times of many outstanding loads.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::least_squares::line;
use propp_probe_caches::structure::spikes::{ThreadCurve, Verdict, spikes, verdict};

use super::ids::{L2_COPY, REQUESTS};
use crate::experiment::known;
use crate::view::{Place, curve, curve_of};

pub(super) const LOADS: [u64; 7] = [1, 2, 3, 4, 5, 6, 7];

/// Threads that share a line.
pub(super) const MERGED: [u64; 6] = [1, 2, 4, 8, 16, 32];

fn thread_curve(samples: &[Sample], loads: u64, merged: u64) -> ThreadCurve {
    let name = format!("loads_{loads}_merged_{merged}");
    let places = curve_of(samples, REQUESTS, &name, "threads", &[], harmonic_mean);
    // Only one block, since two blocks synchronise through memory; and only whole warps, since
    // the first lanes of a warp take as long as the whole warp, which looks like a spike.
    let one_block: Vec<&Place> =
        places.iter().filter(|place| place.x <= 1024.0 && place.x % 32.0 == 0.0).collect();
    ThreadCurve {
        loads,
        merged,
        threads: one_block.iter().map(|place| place.x).collect(),
        cycles: one_block.iter().map(|place| place.y).collect(),
    }
}

/// The paper uses it for three runs.
fn harmonic_mean(values: &[f64]) -> Option<f64> {
    let inverse: f64 = values.iter().map(|value| 1.0 / value).sum();
    (inverse > 0.0).then(|| values.len() as f64 / inverse)
}

pub(super) fn analyse_requests(samples: &[Sample], earlier: &[Finding]) -> Vec<Finding> {
    const METHOD: &str = "spikes of the variance of three neighbouring points, by threads, loads \
                          and threads that share a line";
    let curves: Vec<ThreadCurve> = LOADS
        .iter()
        .flat_map(|loads| MERGED.iter().map(|merged| thread_curve(samples, *loads, *merged)))
        .collect();
    let points: u64 = curves.iter().map(|curve| curve.threads.len() as u64).sum();
    let number = |id: &str, value| Finding::calculated(id, "count", value, METHOD);
    let mut findings = match verdict(&curves) {
        _ if are_spikes_rare(&curves) => {
            vec![Finding::word("requests.verdict", "no saturation seen", METHOD, points)]
        }
        Verdict::MshrLike { entries, merges } => vec![
            Finding::word("requests.verdict", "MSHR-like", METHOD, points),
            number("requests.entries", entries),
            number("requests.merges", merges as f64),
        ],
        Verdict::PrtLike { entries } => vec![
            Finding::word("requests.verdict", "PRT-like", METHOD, points),
            number("requests.entries", entries),
        ],
        Verdict::Unexplained => {
            let why = "spikes that neither lines nor warp instructions explain";
            vec![Finding::unknown("requests.verdict", why, METHOD)]
        }
        Verdict::NoSaturation => {
            vec![Finding::word("requests.verdict", "no saturation seen", METHOD, points)]
        }
    };
    findings.push(most_lines(&curves));
    let per_line = cycles_per_line(&curves);
    if let (Some(cycles), Some(latency)) =
        (per_line.as_ref().and_then(|f| f.value.number()), known(earlier, "latency.l2_near"))
    {
        let method = "Little's law: latency of L2 by the cycles that each line adds";
        let id = "requests.lines_under_way";
        findings.push(Finding::calculated(id, "count", (latency / cycles).round(), method));
    }
    findings.extend(per_line);
    findings
}

/// Whether so few curves have a spike that they are no property of the GPU: saturation shows
/// on every curve with enough loads.
fn are_spikes_rare(curves: &[ThreadCurve]) -> bool {
    let with = curves.iter().filter(|curve| !spikes(curve).is_empty()).count();
    10 * with <= curves.len()
}

/// The largest number of outstanding lines without a spike.
fn most_lines(curves: &[ThreadCurve]) -> Finding {
    const METHOD: &str =
        "lines that the threads of one SM asked for at once before any spike; they queue for issue";
    let until = |curve: &ThreadCurve| -> f64 {
        let last = curve.threads.last().copied().unwrap_or(0.0);
        let threads = spikes(curve).first().map_or(last, |spike| spike.threads);
        threads * curve.loads as f64 / curve.merged as f64
    };
    let most = curves.iter().map(until).fold(0.0, f64::max);
    let points: u64 = curves.iter().map(|curve| curve.threads.len() as u64).sum();
    Finding { samples: points, ..Finding::calculated("requests.most_lines", "count", most, METHOD) }
}

/// The time per additional line, when every thread has its own line.
fn cycles_per_line(curves: &[ThreadCurve]) -> Option<Finding> {
    const METHOD: &str = "time until all are back over the lines, one load a thread";
    let alone = curves.iter().find(|curve| curve.loads == 1 && curve.merged == 1)?;
    let points: Vec<(f64, f64)> =
        alone.threads.iter().copied().zip(alone.cycles.iter().copied()).collect();
    let fit = line(&points)?;
    Some(Finding::calculated("requests.cycles_per_line", "cycles", fit.slope, METHOD))
}

pub(super) fn analyse_copy(samples: &[Sample], earlier: &[Finding]) -> Vec<Finding> {
    let warm = curve(samples, L2_COPY, "unflushed", "bytes", &[]);
    let cold = curve(samples, L2_COPY, "flushed", "bytes", &[]);
    let bandwidth = known(earlier, "device.l2_size").and_then(|l2| l2_bandwidth(&warm, l2));
    copy_knee(&warm, &cold).into_iter().chain(bandwidth).collect()
}

/// How fast L2 moves what it holds: each further byte of a copy is read and written.
fn l2_bandwidth(warm: &[Place], l2_bytes: f64) -> Option<Finding> {
    const METHOD: &str = "slope of the time over the bytes read and written, copies whose arrays \
                          together take at most half of L2";
    let points: Vec<(f64, f64)> = warm
        .iter()
        .map(|w| (2.0 * w.x, w.y))
        .filter(|(moved, _)| *moved <= l2_bytes / 2.0)
        .collect();
    let fit = line(&points).filter(|fit| fit.slope > 0.0)?;
    let count = points.len() as u64;
    let of = Finding::calculated("bandwidth.l2_copy", "GB/s", 1.0 / fit.slope, METHOD);
    Some(Finding { samples: count, ..of })
}

fn copy_knee(warm: &[Place], cold: &[Place]) -> Vec<Finding> {
    const ID: &str = "l2.copy_knee";
    const METHOD: &str = "copies of both arrays' bytes in L2 against flushed ones: the last size \
                          at which the first are faster by a twentieth";
    let gains: Vec<(f64, f64)> = warm
        .iter()
        .filter_map(|w| Some((2.0 * w.x, cold.iter().find(|c| c.x == w.x)?.y / w.y)))
        .collect();
    let last = gains.iter().rposition(|(_, gain)| *gain > 1.05);
    vec![match last.and_then(|last| Some((gains.get(last)?, gains.get(last + 1)?))) {
        Some((last, next)) => {
            let count = gains.len() as u64;
            Finding::bracketed(ID, "bytes", last.0, [last.0, next.0], METHOD, count)
        }
        None => Finding::unknown(ID, "flushing makes no difference, or always does", METHOD),
    }]
}
