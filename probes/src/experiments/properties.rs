//! From loads of whole warps to the properties of memories: the table that Fang and others
//! have of theirs.

use propp_model::Finding;
use propp_model::Sample;
use propp_numbers::least_squares::line;

use super::gather::prices;
use super::paths;
use super::warp::{ALIGNED, BROADCAST, MEMORIES, PARALLEL, grows, has_sectors, of};
use crate::chase::Path;
use crate::view::{Place, pooled};

/// The share of the variance that a line has to explain for its slope to be told.
const STRAIGHT: f64 = 0.98;

/// What each further one adds, where the curve is a line.
fn per_more(id: &str, places: &[Place], method: &str) -> Finding {
    let points: Vec<(f64, f64)> = places.iter().map(|place| (place.x, place.y)).collect();
    match line(&points) {
        Some(fit) if fit.r_squared >= STRAIGHT => {
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
            let mut places = of(samples, &BROADCAST, path, kind, "distinct");
            // 32 lines of 128 bytes apart meet in half of the sets of the constant cache, and
            // no longer fit; what is looked for are trips.
            if path == Path::Constant && kind == "lines" {
                places.retain(|place| place.x <= 16.0);
            }
            let most = places.last().map_or(0.0, |place| place.x);
            let method = format!("warp's load of 1 to {most} distinct {what}");
            let id = format!("warp.{name}.distinct_{kind}");
            let (word, rise) = grows(&id, &places, ["at once", "one after another"], &method);
            findings.push(word);
            if rise > 3.0 {
                findings.push(per_more(&format!("{id}.cycles_per_more"), &places, &method));
            }
            let name = format!("{}_{kind}", paths::name(path));
            let all = pooled(samples, BROADCAST.id, &name, &[("distinct", most)]);
            let method = format!("warp's load of {most} distinct {what}");
            findings.push(crate::view::measured(&format!("{id}.most"), "cycles", &all, &method));
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
        if has_sectors(path) {
            findings.extend(prices(samples, path));
        }
    }
    findings
}
