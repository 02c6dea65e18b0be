//! What a launch costs in a recording. What it costs in time, `cargo bench --bench show` says.

use propp_recording_store::read;

use crate::support::launches;

const LAUNCHES: u64 = 60_000;
const BYTES_PER_LAUNCH: u64 = 50;

#[test]
fn a_launch_takes_fifty_bytes_at_most() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    launches::write(&path, LAUNCHES);
    assert_eq!(read(&path).unwrap().kernels.len() as u64, LAUNCHES);
    let bytes = std::fs::metadata(&path).unwrap().len();
    // The rest of the file is the same for every recording.
    let rest = 250_000;
    assert!(bytes < LAUNCHES * BYTES_PER_LAUNCH + rest, "{bytes} bytes for {LAUNCHES} launches");
}
