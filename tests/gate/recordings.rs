//! What was recorded: see `tests/fixtures/gate/README.md`.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;

/// A folder with the recordings `none_1`, `none_2`, `none_3` and `conflict2` of the
/// program `planted`.
pub(crate) fn recordings() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/gate");
    for name in ["none_1", "none_2", "none_3", "conflict2"] {
        let file = std::fs::File::open(fixtures.join(format!("planted_{name}.propp.gz"))).unwrap();
        let mut bytes = Vec::new();
        GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
        std::fs::write(dir.path().join(format!("{name}.propp")), bytes).unwrap();
    }
    dir
}
