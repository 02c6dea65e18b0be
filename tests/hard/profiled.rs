//! Profiled programs, by the stand-in for the driver and CUPTI.

use super::emulated::on_small_disk;
use crate::stand_in::profile::profile;

fn words(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What was written before is kept and the rest is told, and the program's own failure comes first.
#[test]
fn a_full_disk_leaves_the_program_its_code() {
    for (steps, expected) in [("exit 7", 7), ("exit 0", 125)] {
        let steps =
            format!("context 0 repeat 3000 launch vadd 1 1 launch vmul 2 1 sync end {steps}");
        let profiled = profile("--quiet --runs trace", &steps);
        let folder = tempfile::tempdir().unwrap();
        let output = on_small_disk(&profiled.command(), folder.path(), "size=200k");
        let Some(output) = output else { return };
        let told = words(&output);
        assert_eq!(output.status.code(), Some(expected), "{told}");
        assert!(told.contains("full; what was written before is kept"), "{told}");
    }
}

#[test]
fn a_temporary_folder_without_room_is_told_before_the_program_starts() {
    let mut profiled = profile("--quiet --runs trace", "context 0 effects exit 7").command();
    profiled.env("TMPDIR", ".");
    let folder = tempfile::tempdir().unwrap();
    let Some(output) = on_small_disk(&profiled, folder.path(), "size=200k,nr_inodes=4") else {
        return;
    };
    let told = words(&output);
    assert_eq!(output.status.code(), Some(125), "{told}");
    assert!(told.contains("set TMPDIR to a folder that exists and has room"), "{told}");
    assert!(output.stdout.is_empty());
}
