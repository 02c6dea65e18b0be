//! What the analysis makes of recordings.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod between;
mod elsewhere;
mod notices;
mod one_run;
mod steps;
#[path = "../../../../../tests/fixtures/recordings/synthetic.rs"]
mod synthetic;
mod timeline;
mod values;
mod whole;

use std::path::Path;

use propp_recording::Recording;
use propp_recording_store::read;

/// A recorded fixture.
fn fixture(name: &str) -> Recording {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/recordings");
    read(&folder.join(name).with_extension("propp")).unwrap()
}
