//! Very many launches, kernels and notices, and very long names.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::support::edit::edit;
use crate::support::large::{alike, different, long, write_notices};
use crate::support::many::{Like, Made, write, write_like};
use crate::support::propp::{command, propp};
use crate::support::used::{Used, used};
use crate::support::{launches, recorded};

/// `propp show` of a recording in a folder.
fn show(folder: &Path, arguments: &[&str]) -> Used {
    used(command(folder).args(["show", "large.propp"]).args(arguments))
}

fn assert_within(seconds: u64, folder: &Path, all: &[&[&str]]) {
    for arguments in all {
        let took = show(folder, arguments);
        assert!(took.processor < Duration::from_secs(seconds), "{arguments:?}: {took:?}");
        assert!(took.peak_mib < 2048, "{arguments:?}: {took:?}");
    }
}

#[test]
fn ten_times_as_many_notices_take_about_ten_times_as_long() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.propp");
    write_notices(&path, 30_000);
    // Before, 8,000 took 1.5 s of an optimised build, and the time grew by the square.
    assert_within(5, folder.path(), &[&[]]);
    let shown = propp(folder.path(), &["show", "large.propp", "--format", "json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    let made_up = |notice: &&Value| notice["code"] == "made-up";
    let notices = shown["notices"].as_array().unwrap();
    assert_eq!(notices.iter().filter(made_up).count(), 30_000);
}

#[test]
fn a_world_of_any_size_is_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.propp");
    write(&path, &[Made::new("k", 3, 1_000)]);
    edit(
        &path,
        "INSERT INTO meta VALUES ('option.launcher.world', '4000000000'), \
         ('option.launcher.rank', '2'), ('option.launcher.job', 'train')",
    );
    let fleet = |arguments: &[&str]| {
        let output = propp(folder.path(), &[&["fleet"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    fleet(&["add", "tree", "large.propp"]);
    let lost = fleet(&["ask", "tree", "lost", "--format", "csv"]);
    let ranks: Vec<[&str; 2]> = (lost.lines().skip(1))
        .map(|row| row.split(',').collect::<Vec<_>>())
        .map(|cells| [cells[1], cells[2]])
        .collect();
    assert_eq!(ranks, [["0", "1"], ["3", "3999999999"]], "{lost}");
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn forty_thousand_kernels_are_shown_in_five_seconds() {
    const KERNELS: u32 = 40_000;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.propp");
    for kernels in [alike(KERNELS), different(KERNELS)] {
        write(&path, &kernels);
        assert_within(5, folder.path(), &[&[]]);
        assert_within(
            10,
            folder.path(),
            &[&["--all"], &["--format", "csv"], &["-f", "-o", "page.html"]],
        );
    }
    // With as many counters as a profile has.
    let like = Like::first_of(&recorded("recordings/h200_transpose.propp"));
    write_like(&path, &different(KERNELS), &like);
    assert_within(5, folder.path(), &[&[]]);
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn two_hundred_thousand_notices_are_shown_in_two_seconds() {
    let folder = tempfile::tempdir().unwrap();
    write_notices(&folder.path().join("large.propp"), 200_000);
    assert_within(
        2,
        folder.path(),
        &[&[], &["--all"], &["--format", "json"], &["-f", "-o", "page.html"]],
    );
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn a_million_launches_are_shown_in_some_seconds() {
    let folder = tempfile::tempdir().unwrap();
    launches::write(&folder.path().join("large.propp"), 1_000_000);
    assert_within(
        5,
        folder.path(),
        &[&[], &["--all"], &["--format", "json"], &["-f", "-o", "page.html"]],
    );
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn seventy_five_names_of_a_megabyte_are_shown_in_some_seconds() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("large.propp"), &long(75, 1 << 20));
    let formats: [&[&str]; 6] = [
        &[],
        &["--all"],
        &["--rows", "launches", "--format", "csv"],
        &["--format", "csv"],
        &["--format", "json"],
        &["-f", "-o", "page.html"],
    ];
    assert_within(15, folder.path(), &formats);
}
