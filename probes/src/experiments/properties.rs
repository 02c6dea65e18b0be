//! From loads of whole warps to the properties of memories: the table that Fang and others
//! have of theirs.

use crate::chase::Path;
use crate::experiment::Experiment;
use crate::finding::Finding;
use crate::sample::Sample;
use crate::statistics::line;

use super::paths;
use super::warp::{ALIGNED, BROADCAST, MEMORIES, PARALLEL, grows, of};

/// Cycles that each distinct word, or line, adds.
fn per_more(samples: &[Sample], from: &Experiment, path: Path, kind: &str, x: &str) -> Option<f64> {
    let places = of(samples, from, path, kind, x);
    let points: Vec<(f64, f64)> = places.iter().map(|place| (place.x, place.y)).collect();
    line(&points).map(|fit| fit.slope)
}

pub(super) fn broadcast(samples: &[Sample], _: &[Finding]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for path in MEMORIES {
        let name = paths::name(path);
        for (kind, what) in [("words", "words side by side"), ("lines", "words of other lines")] {
            let method = format!("warp's load of 1 to 32 distinct {what}");
            let places = of(samples, &BROADCAST, path, kind, "distinct");
            let id = format!("warp.{name}.distinct_{kind}");
            findings.push(grows(&id, &places, ["at once", "one after another"], &method).0);
            if let Some(slope) = per_more(samples, &BROADCAST, path, kind, "distinct") {
                let id = format!("{id}.cycles_per_more");
                findings.push(Finding::exact(&id, "cycles", slope, &method));
            }
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
            let places = of(samples, &PARALLEL, path, kind, x);
            let id = format!("warp.{name}.{kind}");
            findings.push(grows(&id, &places, ["parallel", "slower with more"], &method).0);
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
            let places = of(samples, &ALIGNED, path, kind, x);
            findings.push(grows(&id, &places, words, &method).0);
        }
        if let Some(cycles) = per_more(samples, &ALIGNED, path, "stride", "sectors") {
            let id = format!("warp.{name}.cycles_per_sector");
            let method = "latency of a warp's load over the sectors that its words lie in";
            findings.push(Finding::exact(&id, "cycles", cycles, method));
        }
    }
    findings
}
