//! Disks without room, and those from which no code is loaded.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::emulated::{emulated, odd, within, words};
use crate::stand_in::profile::profile;
use crate::support::left_out;

/// A command in a folder of its own file system, with so much room. None where this user may not
/// mount one.
fn on_small_disk(command: &Command, folder: &Path, options: &str) -> Option<Output> {
    let mut words: Vec<String> = Vec::new();
    for word in std::iter::once(command.get_program()).chain(command.get_args()) {
        words.push(word.to_string_lossy().into_owned());
    }
    let script = "mount -t tmpfs -o $0 none . 2>/dev/null || exit 77; cd \"$PWD\"; exec \"$@\"";
    let mut outer = Command::new("unshare");
    outer.args(["-Urm", "sh", "-c", script, options]).args(words).current_dir(folder);
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    let output = outer.output().ok()?;
    let is_permitted = output.status.code() != Some(77) && !is_refused(&output);
    if !is_permitted {
        left_out("this user may not mount a file system of their own");
    }
    is_permitted.then_some(output)
}

fn is_refused(output: &Output) -> bool {
    words(output).starts_with("unshare:")
}

#[test]
fn a_full_disk_is_told_and_the_program_has_its_code() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (code, expected) in [(17, 17), (0, 125)] {
        let many = format!("for i in 1 2 3 4; do {}; done; exit {code}", program.display());
        let emulate = emulated(Path::new("."), &many);
        let Some(output) = on_small_disk(&emulate, folder.path(), "size=200k") else { return };
        let told = words(&output);
        assert_eq!(output.status.code(), Some(expected), "{told}");
        assert!(told.contains("full; what was written before is kept"), "{told}");
        assert!(told.contains(&format!("the program exited with code {code}")), "{told}");
    }
    // No room for the connection either.
    let mut emulate = emulated(Path::new("."), "exit 3");
    emulate.env("TMPDIR", ".");
    let Some(output) = on_small_disk(&emulate, folder.path(), "nr_inodes=2") else { return };
    let told = words(&output);
    assert_eq!(output.status.code(), Some(125), "{told}");
    assert!(told.contains("set TMPDIR to a folder that exists and has room"), "{told}");
}

/// Nor does a propp that could not write end what runs on.
#[test]
fn what_is_left_behind_runs_on_after_a_full_disk() {
    let Some(program) = odd() else { return };
    let [folder, outside] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let code = outside.path().join("code");
    let odd = program.display();
    let pauses = format!("({odd} pauses; echo $? > {}) > /dev/null 2>&1 &", code.display());
    let emulate = emulated(Path::new("."), &format!("{pauses} {odd}; {odd}; {odd}; exit 17"));
    let Some(output) = on_small_disk(&emulate, folder.path(), "size=200k") else { return };
    assert_eq!(output.status.code(), Some(17), "{}", words(&output));
    within("it ends", || fs::read_to_string(&code).is_ok_and(|text| text.trim() == "18"));
}

#[test]
fn a_cache_whose_code_may_not_be_loaded_is_not_used() {
    let Some(program) = odd() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{}; echo $?", program.display());
    let mut emulate = emulated(Path::new("."), &script);
    emulate.env("XDG_CACHE_HOME", ".");
    let Some(output) = on_small_disk(&emulate, folder.path(), "noexec") else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "18\n", "{}", words(&output));
    assert!(!words(&output).contains("did not load"), "{}", words(&output));
}

/// What was written before is kept and the rest is told, and the program's own failure comes first.
#[test]
fn a_full_disk_leaves_a_profiled_program_its_code() {
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
