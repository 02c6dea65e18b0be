//! The fixtures, and comparisons of them.

use std::io::Read;
use std::path::{Path, PathBuf};

use propp_code_gate::{Build, CodeResult, Earlier, Limits, Rules, compare};
use propp_gate::Policy;
use propp_inspect::Code;

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted")
}

pub(crate) fn unpacked(path: &Path) -> Vec<u8> {
    let file = std::fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

/// The kernels of a fixture, such as `before.harmless`.
pub(crate) fn build(name: &str) -> Build {
    let bytes = unpacked(&folder().join(format!("{name}.fatbin.gz")));
    let mut code = Code::default();
    code.add(name.to_owned(), &bytes).unwrap();
    code.merge_copies();
    Build::of(&code)
}

/// By the limits that hold without a policy.
pub(crate) fn judged(before: &Build, now: &Build) -> CodeResult {
    let (policy, limits, earlier) = (Policy::default(), Limits::default(), Earlier::default());
    compare(before, now, &Rules { policy: &policy, limits: &limits, earlier: &earlier })
}
