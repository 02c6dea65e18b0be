//! Recorded counter images, evaluated without the GPU they came from.

use std::collections::BTreeMap;

use cupti_sys::image::CounterImage;
use cupti_sys::{Error, Host, Library};

/// The values of one range by counter name; `None` for a counter that the
/// image was not recorded with.
pub type Values = BTreeMap<String, Option<f64>>;

/// Evaluates every range of a counter image that was recorded on `chip`.
pub fn evaluate(
    library: &Library,
    chip: &str,
    image: &[u8],
    counters: &[&str],
) -> Result<Vec<Values>, Error> {
    let image = CounterImage::parse(image)?;
    Host::for_chip(library, chip)?.evaluate(&image, counters)
}
