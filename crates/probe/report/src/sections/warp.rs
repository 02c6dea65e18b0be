//! Bank conflicts, and loads of whole warps.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};
use propp_base_statistics::median::median;

use super::curves::{Of, first};
use crate::svg::{Axis, Plot, Scale};
use crate::words::number;

/// The memories, as series name them and in words.
const MEMORIES: [(&str, &str); 6] = [
    ("shared", "shared"),
    ("constant", "constant"),
    ("cached", "global, L1"),
    ("l2", "global, L2"),
    ("read_only", "read-only way"),
    ("texture", "texture"),
];

/// What is varied: how its series end, what the plot is called, and its axis.
struct Sweep {
    experiment: &'static str,
    kind: &'static str,
    title: &'static str,
    /// The setting that x is.
    varied: &'static str,
    label: &'static str,
    scale: Scale,
}

const fn sweep(
    [experiment, kind]: [&'static str; 2],
    title: &'static str,
    [varied, label]: [&'static str; 2],
    scale: Scale,
) -> Sweep {
    Sweep { experiment, kind, title, varied, label, scale }
}

const BROADCAST: &str = "warp.broadcast";
const PARALLEL: &str = "warp.parallel";
const ALIGNED: &str = "warp.aligned";

const SWEEPS: [Sweep; 8] = [
    sweep(
        [BROADCAST, "words"],
        "Distinct words side by side",
        ["distinct", "distinct words of a warp"],
        Scale::Log2,
    ),
    sweep(
        [BROADCAST, "lines"],
        "Distinct words, each in a line of its own",
        ["distinct", "distinct lines of a warp"],
        Scale::Log2,
    ),
    sweep([PARALLEL, "lanes"], "Lanes that load", ["lanes", "lanes of a warp"], Scale::Linear),
    sweep([PARALLEL, "warps"], "Warps of one block", ["warps", "warps of the block"], Scale::Log2),
    sweep([PARALLEL, "blocks"], "Blocks of 128 threads", ["blocks", "blocks"], Scale::Log2),
    sweep(
        [ALIGNED, "offset"],
        "Consecutive words that begin off the line",
        ["offset_bytes", "offset in bytes"],
        Scale::Linear,
    ),
    sweep(
        [ALIGNED, "stride"],
        "Words a stride apart",
        ["stride_words", "stride in words"],
        Scale::Linear,
    ),
    sweep(
        [ALIGNED, "permuted"],
        "The words of a line in other orders",
        ["seed", "order (0 is ascending)"],
        Scale::Linear,
    ),
];

pub(super) fn draw(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    SWEEPS
        .iter()
        .filter_map(|&Sweep { experiment, kind, title, varied: x, label, scale }| {
            let lines = MEMORIES
                .iter()
                .map(|(series, name)| {
                    let series = format!("{series}_{kind}");
                    Of { samples, experiment, series: &series, x }.named(name, &[], median)
                })
                .collect();
            // From some tens of cycles in L1 to thousands: only doublings show all.
            let cycles = Axis::new("a warp's load", "cycles", Scale::Log2);
            Plot::new(title, Axis::new(label, "count", scale), cycles, lines).html()
        })
        .collect()
}

pub(super) fn draw_conflicts(samples: &[Sample], _: &DeviceProfile) -> Vec<Markup> {
    let of = |x| Of { samples, experiment: "shared.conflict", series: "latency", x };
    let widths = of("ways").values_of("width_bytes");
    let lines = |x| {
        let name = |width: f64| format!("{} bytes a lane", number(width));
        let line = |width: &f64| of(x).named(&name(*width), &[("width_bytes", *width)], first);
        widths.iter().map(line).collect()
    };
    let cycles = || Axis::new("a warp's load", "cycles", Scale::Linear);
    let stride = Axis::new("stride in elements", "count", Scale::Linear);
    let ways = Axis::new("trips by the rule of banks", "count", Scale::Linear);
    [
        Plot::new("Latency over the stride", stride, cycles(), lines("stride_elements")),
        Plot::new("Latency over the trips", ways, cycles(), lines("ways")),
    ]
    .into_iter()
    .filter_map(Plot::html)
    .collect()
}
