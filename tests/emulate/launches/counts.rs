//! `tests/capture/counts.py` fails where values differ, or a command does.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::propp::in_repository;

/// A stand-in for propp: emulates, profiles, and shows two values of OCC. The first word of the file says
/// what goes wrong.
const STAND_IN: &str = r#"#!/usr/bin/env python3
import json, sys
verb, words = sys.argv[1], sys.argv[2:]
case = next((word.split(".")[0] for word in words if word.endswith(".launch")), "")
target = words[words.index("-o") + 1] if "-o" in words else words[0]
if verb == "show":
    case = open(target).read()
    counted = "counted" in target
    symbol = "_Z8togetherPfi" if case == "together" else "other" if case == "missing" and counted else "one"
    value = 0.7 if case in ("far", "together") and counted else 0.5
    print(json.dumps({"kernels": [{"symbol": symbol, "criteria": {"OCC": {"value": value}}}]}))
else:
    open(target, "w").write(case)
    sys.exit({"refused": 2, "differs": 1}.get(case, 0) if verb == "emulate" else 3 * (case == "unprofiled"))
"#;

#[test]
fn counts_that_differ_and_commands_that_fail_end_it_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let propp = folder.path().join("propp");
    fs::write(&propp, STAND_IN).unwrap();
    fs::set_permissions(&propp, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |case: &str| {
        let mut command = Command::new("python3");
        command
            .arg(in_repository("tests/capture/counts.py"))
            .arg(&propp)
            .arg(format!("{case}.launch"));
        let output = command.current_dir(folder.path()).output().unwrap();
        assert!(!String::from_utf8_lossy(&output.stderr).contains("Traceback"), "{output:?}");
        output.status.code()
    };
    for case in ["equal", "together"] {
        assert_eq!(run(case), Some(0), "{case}");
    }
    for case in ["far", "differs", "refused", "unprofiled", "missing"] {
        assert_eq!(run(case), Some(1), "{case}");
    }
}
