//! Address translation.

use maud::Markup;
use propp_base_model::{DeviceProfile, Sample};

use super::curves::{Of, bytes_of, first, median_load};
use crate::svg::{Axis, Plot, Scale};

const ID: &str = "chase.tlb";

pub(super) fn draw(samples: &[Sample], profile: &DeviceProfile) -> Vec<Markup> {
    let of = |series, x| Of { samples, experiment: ID, series, x };
    let cycles = || Axis::new("a load", "cycles", Scale::Linear);
    let by_bytes = vec![
        of("warm", "bytes").named("warm, one line a page", &[], first),
        of("cold", "bytes").named("cold, median of random lines", &[], median_load),
    ];
    let by_places = vec![
        of("warm", "places").named("pages side by side", &[], first),
        of("scattered", "places").named("scattered over the largest footprint", &[], first),
    ];
    let footprint = Axis::new("footprint", "bytes", Scale::Log2);
    let places = Axis::new("pages", "count", Scale::Log2);
    // What an entry covers is no footprint.
    let marks = bytes_of(profile, |id| id == "tlb.reach");
    [
        Plot::new("Over the footprint", footprint, cycles(), by_bytes).marked(marks),
        Plot::new("Over the number of pages", places, cycles(), by_places),
    ]
    .into_iter()
    .filter_map(Plot::html)
    .collect()
}
