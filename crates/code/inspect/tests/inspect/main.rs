//! What is told of real kernels. `tests/fixtures/make.sh` says how they were made.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

mod contents;
mod damage;
mod formats;
mod prices;
mod screens;
mod selection;
#[path = "../../../../../tests/support/damage.rs"]
mod support;

use std::io::Read;
use std::path::Path;

use propp_code_inspect::{Code, Inspected, Inspection, Launches};

const ARCHITECTURES: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn cubin(architecture: &str) -> Vec<u8> {
    fixture(&format!("slow.{architecture}.cubin"))
}

fn fixture(name: &str) -> Vec<u8> {
    let path = folder().join(format!("{name}.gz"));
    let file = std::fs::File::open(path).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

fn inspection(architectures: &[&str], launches: Launches) -> Inspection {
    let mut code = Code::default();
    for architecture in architectures {
        code.add(format!("slow.{architecture}.cubin"), &cubin(architecture)).unwrap();
    }
    Inspection::new(code, launches)
}

fn inspected(architecture: &str) -> Inspection {
    inspection(&[architecture], Launches::default())
}

fn kernel<'i>(inspection: &'i Inspection, name: &str) -> &'i Inspected {
    let is_called = |inspected: &&Inspected| inspected.kernel.name.bare == name;
    inspection.kernels.iter().find(is_called).unwrap_or_else(|| panic!("no {name}"))
}
