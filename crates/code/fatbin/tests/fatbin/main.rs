//! What the crate finds in real files. `tests/fixtures/make.sh` says how they were made.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod contents;
mod damage;
#[path = "../../../../../tests/support/damage.rs"]
mod support;

use std::io::Read;
use std::path::Path;

/// A fixture, unpacked.
fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let path = folder.join(format!("{name}.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

const COMPRESSED: [&str; 4] = ["none.fatbin", "speed.fatbin", "balance.fatbin", "size.fatbin"];
const OTHERS: [&str; 6] =
    ["object.o", "relocatable.o", "linktime.o", "both.a", "both.so", "embedded.o"];
