//! The plots, by what they are about. A section is there when its samples are.

mod bandwidth;
mod chase;
mod curves;
mod latency;
mod local;
mod requests;
mod tlb;
mod warp;

use maud::{Markup, html};
use propp_base_model::{DeviceProfile, Sample};
use propp_base_text::html::Section;

/// What draws a section's figures.
type Draw = fn(&[Sample], &DeviceProfile) -> Vec<Markup>;

/// Name in links, heading, words, and what draws.
const SECTIONS: [(&str, &str, &str, Draw); 11] = [
    (
        "chase",
        "Chases of the caches of an SM",
        "Every load tells the next where to go. The average chases are the two classic ways to \
         read a cache; the fine-grained ones time each load.",
        chase::draw,
    ),
    (
        "l2",
        "L2 over the footprint",
        "Loads past L1, at random places of a growing footprint.",
        chase::draw_l2,
    ),
    (
        "tlb",
        "Address translation",
        "One line of each page of 2 MiB, in L2 (warm) or not (cold). As many pages side by side and \
         scattered: where they differ, entries run out that cover several pages each.",
        tlb::draw,
    ),
    (
        "latency",
        "Latency of each level",
        "Many loads at once, each of which waits for the previous one.",
        latency::draw,
    ),
    (
        "map",
        "L2 latency by SM and line",
        "The least latency of each SM to each of some lines, all in L2.",
        latency::draw_map,
    ),
    (
        "bandwidth",
        "Throughput of global and of shared memory",
        "More blocks, larger blocks and more words under way, until more brings nothing.",
        bandwidth::draw,
    ),
    (
        "types",
        "Throughput by element type",
        "Each thread moves 1, 2, 4 or 8 elements at a time; of the grids that were tried, the best.",
        bandwidth::draw_types,
    ),
    (
        "conflicts",
        "Bank conflicts",
        "A warp's load of shared memory; lanes are a stride apart.",
        warp::draw_conflicts,
    ),
    (
        "warps",
        "Loads of whole warps",
        "What a warp's load takes when its lanes read few or many words, when more lanes, warps \
         and blocks load, and when places are off the line, apart, or out of order.",
        warp::draw,
    ),
    (
        "local",
        "Private arrays and padding",
        "Arrays of a thread whose places are known, nested, or depend on the data.",
        local::draw,
    ),
    (
        "requests",
        "Outstanding requests",
        "Time until all loads of a block's threads are back, and the variance of each point with \
         its two neighbours: where it leaps, something is full. Points of more than 1024 threads, \
         which take two blocks, are left out of the plots.",
        requests::draw,
    ),
];

/// Every section of which there are samples.
pub(super) fn sections(
    samples: &[Sample],
    profile: &DeviceProfile,
) -> impl Iterator<Item = Section> {
    SECTIONS.iter().filter_map(|(id, title, words, draw)| {
        let figures = draw(samples, profile);
        let body = html! {
            p { (words) }
            div.figures { @for figure in &figures { (figure) } }
        };
        (!figures.is_empty()).then(|| Section::new(id, title, body))
    })
}
