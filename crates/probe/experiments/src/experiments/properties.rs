//! Derives the properties of memories from loads of whole warps, as in the table of Fang and
//! others.

use propp_base_model::{Finding, Sample};
use propp_base_statistics::least_squares::line;
use propp_probe_caches::Path;

use super::gather::prices;
use super::ids::{ALIGNED, BROADCAST, PARALLEL};
use super::paths::{self, MEMORIES, has_sectors};
use crate::view::{Place, curve, measured, pooled};

/// The least R² of a line.
const MIN_R_SQUARED: f64 = 0.98;

/// The slope of the curve, if it is linear.
fn slope(id: &str, places: &[Place], method: &str) -> Finding {
    let points: Vec<(f64, f64)> = places.iter().map(|place| (place.x, place.y)).collect();
    match line(&points) {
        Some(fit) if fit.r_squared >= MIN_R_SQUARED => {
            Finding::calculated(id, "cycles", fit.slope, method)
        }
        Some(_) => Finding::unknown(id, "the latency is no line over it", method),
        None => Finding::unknown(id, "no place of the curve was stable", method),
    }
}

pub(super) fn broadcast(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in MEMORIES {
        let name = paths::name(path);
        for (kind, what) in [("words", "words side by side"), ("lines", "words of other lines")] {
            let mut places = memory_curve(samples, BROADCAST, path, kind, "distinct");
            // 32 lines at a distance of 128 bytes use only half of the sets of the constant
            // cache and do not fit, so more than 16 would measure misses.
            if path == Path::Constant && kind == "lines" {
                places.retain(|place| place.x <= 16.0);
            }
            let most = places.last().map_or(0.0, |place| place.x);
            let method = format!("warp's load of 1 to {most} distinct {what}");
            let id = format!("warp.{name}.distinct_{kind}");
            let (word, rise) =
                level_or_rising(&id, &places, ["at once", "one after another"], &method);
            findings.push(word);
            if rise > 3.0 {
                findings.push(slope(&format!("{id}.cycles_per_more"), &places, &method));
            }
            let name = format!("{}_{kind}", paths::name(path));
            let all = pooled(samples, BROADCAST, &name, &[("distinct", most)]);
            let method = format!("warp's load of {most} distinct {what}");
            findings.push(measured(&format!("{id}.most"), "cycles", &all, &method));
        }
    }
    findings
}

pub(super) fn parallel(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in MEMORIES {
        let name = paths::name(path);
        for (kind, x, what) in [
            ("lanes", "lanes", "1 to 32 lanes that read consecutive words"),
            ("warps", "warps", "1 to 32 warps of a block"),
            ("blocks", "blocks", "one block to eight an SM"),
            ("scattered_warps", "warps", "1 to 16 warps whose lanes read a line each"),
            (
                "scattered_blocks",
                "blocks",
                "blocks of a warp whose lanes read a line each, on one SM to all",
            ),
        ] {
            if kind.starts_with("scattered") && !matches!(path, Path::Cached | Path::L2) {
                continue;
            }
            let method = format!("latency of a load by {what}");
            let places = memory_curve(samples, PARALLEL, path, kind, x);
            let id = format!("warp.{name}.{kind}");
            findings
                .push(level_or_rising(&id, &places, ["parallel", "slower with more"], &method).0);
        }
    }
    findings
}

pub(super) fn aligned(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in MEMORIES {
        let name = paths::name(path);
        for (kind, x, words, what) in [
            ("offset", "offset_bytes", ["need not be", "must be"], "begins 0 to 124 bytes off"),
            ("stride", "stride_words", ["need not be", "should be"], "strides of 1 to 64 words"),
            ("permuted", "seed", ["need not be", "should be"], "words of a line in any order"),
        ] {
            let id = format!(
                "warp.{name}.{}",
                match kind {
                    "offset" => "aligned",
                    "stride" => "consecutive",
                    _ => "in_order",
                }
            );
            let method = format!("latency of a warp's load, {what}");
            let places = memory_curve(samples, ALIGNED, path, kind, x);
            findings.push(level_or_rising(&id, &places, words, &method).0);
        }
        if has_sectors(path) {
            findings.extend(prices(samples, path));
        }
    }
    findings
}

fn memory_curve(
    samples: &[Sample],
    experiment: &str,
    path: Path,
    kind: &str,
    x: &str,
) -> Vec<Place> {
    curve(samples, experiment, &format!("{}_{kind}", paths::name(path)), x, &[])
}

/// The first word if the curve is level, the second if it rises, and the rise.
fn level_or_rising(id: &str, places: &[Place], words: [&str; 2], method: &str) -> (Finding, f64) {
    let (Some(first), Some(last)) = (places.first(), places.last()) else {
        return (Finding::unknown(id, "no place of the curve was stable", method), 0.0);
    };
    let most = places.iter().map(|place| place.y).fold(last.y, f64::max);
    // A tenth, or the measurement error in cycles.
    let word = if most - first.y > (0.1 * first.y).max(3.0) { words[1] } else { words[0] };
    let samples = places.iter().map(|place| place.repeats as u64).sum();
    (Finding::word(id, word, method, samples), most - first.y)
}
