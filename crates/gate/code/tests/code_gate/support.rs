//! The fixtures, and comparisons of them.

use std::io::Read;
use std::path::{Path, PathBuf};

use propp_code_inspect::Code;
use propp_gate_code::{Build, CodeResult, Earlier, Limits, Rules, compare};
use propp_gate_runs::Policy;
use propp_recording::Recording;

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
    Build::of(&code(name))
}

pub(crate) fn code(name: &str) -> Code {
    let bytes = unpacked(&folder().join(format!("{name}.fatbin.gz")));
    let mut code = Code::default();
    code.add(name.to_owned(), &bytes).unwrap();
    code.merge_copies();
    code
}

/// The recording of the originals (H200, `times.py`).
pub(crate) fn planted_recording() -> Recording {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), unpacked(&folder().join("before_h200.propp.gz"))).unwrap();
    propp_recording_store::read(file.path()).unwrap()
}

/// By the limits that hold without a policy.
pub(crate) fn judged(before: &Build, now: &Build) -> CodeResult {
    let (policy, limits, earlier) = (Policy::default(), Limits::default(), Earlier::default());
    compare(before, now, &Rules { policy: &policy, limits: &limits, earlier: &earlier })
}

/// Writes a part of the crate's README between its marks, or compares it.
pub(crate) fn in_readme(mark: &str, text: &str) {
    // The tests of this program run at once.
    static README: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _one = README.lock().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->"));
    let start = readme.find(&begin).unwrap() + begin.len();
    let stop = readme.find(&end).unwrap();
    if std::env::var_os("PROPP_WRITE_DOCS").is_some() {
        std::fs::write(&path, format!("{}{text}{}", &readme[..start], &readme[stop..])).unwrap();
    } else {
        assert!(readme[start..stop] == *text, "README.md is old: run this with PROPP_WRITE_DOCS=1");
    }
}
