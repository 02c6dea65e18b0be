//! `propp gate calibrate`.

use std::process::Output;

use super::recordings::recordings;
use crate::support::propp::propp;
use crate::support::says;

#[test]
fn the_command() {
    let folder = recordings();
    let path = folder.path();
    let text = |output: &Output| {
        let both = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
        String::from_utf8(both).unwrap()
    };
    let files = ["none_1.propp", "none_2.propp", "none_3.propp"];
    let start = ["gate", "calibrate", "--baseline-runs", "2", "--gate-runs", "1"];
    let output = propp(path, &[&start[..], &files, &["-o", "base.json"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    says(&text(&output), &["certificate from 3 runs", "false alarms: 0 of", "recommended:"])
        .unwrap();
    let output = propp(path, &["gate", "--baseline", "base.json", "none_3.propp"]);
    assert!(output.status.success(), "{}", text(&output));
    says(&text(&output), &["certificate: false alarms: 0 of"]).unwrap();
    assert!(!text(&output).contains("need not hold"), "{}", text(&output));
    let output = propp(path, &["gate", "--baseline", "base.json", "none_2.propp", "none_3.propp"]);
    says(&text(&output), &["the certificate need not hold: it is for 1 run against 2"]).unwrap();
    let few = propp(path, &[&start[..2], &files].concat());
    assert_eq!(few.status.code(), Some(2));
    says(&text(&few), &["3 runs are too few to compare 3 with 5", "record at least 8"]).unwrap();
}
