//! What the crate reads in real cubins. `tests/fixtures/README.md` says where they are from.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod agreement;
mod contents;
mod cut;
mod damage;
mod flow;
mod listing;
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

/// The names of all fixtures, without their endings.
fn fixtures() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = files.filter_map(|name| Some(name.to_str()?.strip_suffix(".cubin.gz")?.to_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
