//! What the gate costs for ten thousand kernels: reading the baseline and comparing; and
//! comparing where many kernels moved, so that exact rank tests are needed.
//!
//!     cargo bench --bench gate

use std::error::Error;
use std::time::Instant;

use propp::gate::{Allowed, Policy, Profile, compare};

#[path = "../tests/gate/large.rs"]
mod large;
#[path = "../tests/gate/runs.rs"]
#[allow(
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test module, of which the tests use more"
)]
mod runs;

use large::large;
use runs::{all, repeated};

fn main() -> Result<(), Box<dyn Error>> {
    let runs = repeated("train");
    let text = large(&runs[..4]).to_json();
    let now = large(&runs[4..]);
    let begun = Instant::now();
    let before = Profile::from_json(&text)?;
    let read = begun.elapsed();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    println!(
        "{} kernels: {} MB read in {read:.2?}, read and compared in {:.2?}",
        outcome.kernels.len(),
        text.len() / 1_000_000,
        begun.elapsed()
    );
    let before = large(&repeated("planted_none")[..5]);
    let now = large(&[&all()["planted_barrier1"]]);
    let begun = Instant::now();
    let outcome = compare(&before, &now, &Policy::default(), Allowed::default());
    println!("{} kernels, many moved: compared in {:.2?}", outcome.kernels.len(), begun.elapsed());
    Ok(())
}
