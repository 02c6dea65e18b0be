//! Recordings and other files of the user under kills, full disks and two writers.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use propp_recording::Facts;
use propp_recording_store::{RecordingError, Writer, read};
use propp_recording_wire::{Frame, Job, Kernel, Launch, Name};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::edit::edit;
use crate::support::many::{Made, write};
use crate::support::propp::{command, ended, in_repository, propp};
use crate::support::{left_out, names};

/// The recording that a writer writes.
const WRITER: &str = "PROPP_TEST_WRITER";

/// What one of several is told by this file, to end.
const GO: &str = "go";

/// How one of several ended.
const REFUSED: i32 = 10;
const KEPT_BESIDE: i32 = 11;

fn facts() -> Facts {
    Facts::now(&["./app".to_owned()])
}

/// Writes kernels until it is killed, or told to end. Does nothing unless a test below runs it.
#[test]
fn writer() {
    let Some(path) = std::env::var_os(WRITER).map(PathBuf::from) else { return };
    let go = path.with_file_name(GO);
    let mut writer = match Writer::create(&path, true, &facts()) {
        Err(RecordingError::Busy { .. }) => std::process::exit(REFUSED),
        made => made.unwrap(),
    };
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, std::process::id()).unwrap();
    writer.frame(process, &Frame::Name(Name { id: 1, text: "k".to_owned() })).unwrap();
    let mut start_ns = 0;
    while !go.exists() {
        start_ns += 1;
        let launch = Launch { name: 1, grid: [1; 3], block: [1; 3], ..Launch::default() };
        let kernel = Kernel { launch, start_ns, end_ns: start_ns + 1 };
        writer.frame(process, &Frame::Kernels(vec![kernel])).unwrap();
        std::thread::sleep(Duration::from_micros(50));
    }
    match writer.finish() {
        Err(RecordingError::Replace { file, .. }) => {
            assert!(read(&file).unwrap().is_finished());
            std::process::exit(KEPT_BESIDE);
        }
        finished => finished.unwrap(),
    }
}

fn start_writer(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "hard::files::writer"])
        .env(WRITER, path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[track_caller]
fn wait_until(mut what: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !what() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_recording_is_read_while_another_process_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.propp");
    let writer = start_writer(&path);
    let kernels = || read(&path).map_or(0, |recording| recording.kernels.len());
    wait_until(|| kernels() > 0);
    let (begun, mut last, mut grew) = (Instant::now(), 0, 0);
    while begun.elapsed() < Duration::from_millis(1200) {
        let now = read(&path).unwrap().kernels.len();
        assert!(now >= last);
        grew += usize::from(now > last);
        last = now;
    }
    kill(writer);
    assert!(grew > 2, "{grew}");
    assert!(read(&path).unwrap().kernels.len() >= last);
}

#[test]
fn while_a_propp_writes_a_recording_another_of_its_name_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.propp");
    for written in ["r.propp", "r.propp.part"] {
        let written = folder.path().join(written);
        let writer = start_writer(&path);
        wait_until(|| read(&written).is_ok_and(|recording| !recording.kernels.is_empty()));
        let refused = Writer::create(&path, true, &facts()).unwrap_err();
        let text = format!("another propp is writing {}; wait", written.display());
        assert!(refused.to_string().contains(&text), "{refused}");
        kill(writer);
        assert!(!read(&written).unwrap().kernels.is_empty());
    }
    // Those that were killed lie in nobody's way.
    Writer::create(&path, true, &facts()).unwrap().finish().unwrap();
    assert!(read(&path).unwrap().is_finished());
}

/// Several begin at once with one name, and end at once: one gets the name, and what each of the
/// others wrote is kept, or it never began.
fn together(writers: usize, rounds: usize) {
    for round in 0..rounds {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("r.propp");
        let is_there_before = round % 2 == 1;
        if is_there_before {
            Writer::create(&path, false, &facts()).unwrap().finish().unwrap();
        }
        let mut children: Vec<Child> = (0..writers).map(|_| start_writer(&path)).collect();
        std::thread::sleep(Duration::from_millis(150 + 13 * (round as u64 % 20)));
        // All have begun, or were refused.
        let count = || names(folder.path()).iter().filter(|name| !name.contains("journal")).count();
        let ended = |children: &mut Vec<Child>| {
            children.iter_mut().filter_map(|child| child.try_wait().ok().flatten()).count()
        };
        wait_until(|| ended(&mut children) + count() >= writers + usize::from(is_there_before));
        std::fs::write(folder.path().join(GO), "").unwrap();
        let codes: Vec<_> = children.iter_mut().map(|one| one.wait().unwrap().code()).collect();
        let of = |code: i32| codes.iter().filter(|found| **found == Some(code)).count();
        assert_eq!(of(0), 1, "round {round}: {codes:?}");
        assert_eq!(of(REFUSED) + of(KEPT_BESIDE), writers - 1, "round {round}: {codes:?}");
        assert!(!read(&path).unwrap().kernels.is_empty());
        assert_eq!(names(folder.path()).len(), 2 + of(KEPT_BESIDE), "{:?}", names(folder.path()));
    }
}

#[test]
fn of_several_writers_of_a_name_none_loses_what_it_wrote() {
    together(4, 4);
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn of_eight_writers_of_a_name_none_loses_what_it_wrote_in_200_rounds() {
    together(8, 200);
}

/// The end of a command that must not wait.
#[track_caller]
fn soon(command: &mut Command) -> Output {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > Duration::from_secs(30) {
            kill(child);
            panic!("it waits for ever");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[test]
fn a_pipe_is_refused_by_all_that_read_recordings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("pipe", folder.join("link.propp")).unwrap();
    let transpose = repository("recordings/h200_transpose.propp");
    ended(&propp(folder, &["baseline", &transpose, "-o", "baseline.json"]), 0);
    for words in [
        &["show", "pipe"][..],
        &["show", "link.propp"],
        &["baseline", "pipe", "-o", "new.json"],
        &["gate", "pipe", "--baseline", "baseline.json"],
        &["compare", "pipe", "link.propp"],
        &["fleet", "add", "tree", "pipe"],
        &["fit", "pipe"],
    ] {
        let output = soon(command(folder).args(words));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("write what comes from it to a file first"), "{words:?}: {said}");
    }
}

/// propp where files end after 512 bytes, or a kilobyte: to it that is what a full disk is.
fn on_a_full_disk(folder: &Path, words: &[&str]) -> Output {
    Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"])
        .args([env!("CARGO_BIN_EXE_propp")])
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

fn repository(path: &str) -> String {
    in_repository(path).display().to_string()
}

#[test]
fn on_a_full_disk_the_old_file_stays_and_the_user_is_told() {
    let transpose = repository("recordings/h200_transpose.propp");
    let suite = repository("tests/fixtures/recordings/h200_suite_part.propp");
    let folder = tempfile::tempdir().unwrap();
    for words in [
        &["show", &transpose, "-f", "-o", "out.html"][..],
        &["show", &transpose, "-f", "--format", "json", "-o", "out.html"],
        &["baseline", &transpose, "-f", "-o", "out.html"],
        &["fit", &suite, "--rounds", "100", "-f", "-o", "out.toml"],
    ] {
        let out = words.last().unwrap();
        std::fs::write(folder.path().join(out), "old").unwrap();
        let output = on_a_full_disk(folder.path(), words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(out) && said.contains("File too large"), "{words:?}: {said}");
        assert_eq!(std::fs::read(folder.path().join(out)).unwrap(), b"old", "{words:?}");
        assert_eq!(names(folder.path()), [*out], "{words:?}");
        std::fs::remove_file(folder.path().join(out)).unwrap();
    }
    let new = on_a_full_disk(folder.path(), &["show", &transpose, "-o", "out.html"]);
    assert_eq!(new.status.code(), Some(2));
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Recordings of the ranks of a job, and a folder for a tree of them.
struct Fleet {
    folder: TempDir,
    recordings: Vec<String>,
}

impl Fleet {
    fn new(ranks: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let name = |rank: u64| format!("{rank}.propp");
        for rank in 0..ranks {
            let kernels = [Made::new("gemm", 10, 100_000 + rank), Made::new("norm", 10, 50_000)];
            let path = folder.path().join(name(rank));
            write(&path, &kernels);
            let [own, all] = ["rank", "world"].map(|name| format!("option.launcher.{name}"));
            edit(&path, &format!("INSERT INTO meta VALUES ('{own}', {rank}), ('{all}', {ranks})"));
        }
        Self { folder, recordings: (0..ranks).map(name).collect() }
    }

    fn words<'a>(&'a self, question: &[&'a str], recordings: usize) -> Vec<&'a str> {
        let recordings = self.recordings.iter().take(recordings).map(String::as_str);
        ["fleet"].iter().chain(question).copied().chain(recordings).collect()
    }

    fn done(&self, words: &[&str]) -> Output {
        let output = command(self.folder.path()).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {said}");
        output
    }

    /// What is missing in the tree of all ranks, as rows of an answer; `None` before there is a tree.
    fn lost(&self) -> Option<u64> {
        let words = ["fleet", "ask", "tree", "lost", "--format", "json"];
        let output = command(self.folder.path()).args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.code() == Some(2) && said.contains("no tree") {
            return None;
        }
        assert_eq!((output.status.code(), &*said), (Some(0), ""));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["rows"].as_u64()
    }

    /// Several add and compact at once, of whom most are killed; then one adds all.
    fn round(&self, round: u64, random: &mut Random) {
        let _ = std::fs::remove_dir_all(self.folder.path().join("tree"));
        let ranks = self.recordings.len();
        let mut children: Vec<Child> = (0..8)
            .map(|number| {
                let mut words = match number == 7 && round % 2 == 1 {
                    true => self.words(&["compact", "tree"], 0),
                    false => self.words(&["add", "tree"], ranks),
                };
                // Each without another.
                if words.len() > ranks {
                    words.remove(3 + random.below(ranks as u64) as usize);
                }
                let mut one = command(self.folder.path());
                one.args(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
            })
            .collect();
        for child in &mut children {
            if random.below(10) < 6 {
                std::thread::sleep(Duration::from_millis(random.below(40)));
                child.kill().unwrap();
            }
        }
        for child in children {
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            // A compaction may come before there is a tree.
            let is_first = said.contains("is not a tree");
            let code = output.status.code();
            assert!(matches!(code, None | Some(0)) || is_first, "{round}: {code:?} {said}");
        }
        self.lost();
        self.done(&self.words(&["add", "tree"], ranks));
        assert_eq!(self.lost(), Some(0), "round {round}");
        self.done(&self.words(&["compact", "tree"], 0));
        assert_eq!(self.lost(), Some(0), "round {round}");
    }
}

/// Numbers that look random, and are the same each time (the generator of Knuth's MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn killed_writers_of_a_tree(rounds: u64) {
    let fleet = Fleet::new(6);
    let mut random = Random(7);
    for round in 0..rounds {
        fleet.round(round, &mut random);
    }
}

#[test]
fn a_tree_loses_nothing_when_those_who_write_it_are_killed() {
    killed_writers_of_a_tree(2);
}

#[test]
#[ignore = "slow: cargo xtask hard"]
fn a_tree_loses_nothing_in_500_rounds_of_eight_writers_of_whom_most_are_killed() {
    killed_writers_of_a_tree(500);
}

#[test]
fn on_a_full_disk_a_tree_is_what_it_was_and_the_user_is_told() {
    let fleet = Fleet::new(4);
    let (folder, ranks) = (fleet.folder.path(), fleet.recordings.len());
    let add = |recordings| fleet.words(&["add", "tree"], recordings);
    fleet.done(&add(2));
    // Two ranks, in a row of their own.
    assert_eq!(fleet.lost(), Some(1));
    for words in [add(ranks), fleet.words(&["compact", "tree"], 0)] {
        let output = on_a_full_disk(folder, &words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("File too large"), "{words:?}: {said}");
        assert_eq!(fleet.lost(), Some(1), "{words:?}");
    }
    fleet.done(&add(ranks));
    fleet.done(&fleet.words(&["compact", "tree"], 0));
    assert_eq!(fleet.lost(), Some(0));
}

/// What is done in a folder of 1 MiB, of which all is taken after the first lines.
const FULL: &str = r#"
mount -t tmpfs -o size=1m tmpfs disk || exit 77
cd disk && echo old > out
$PROPP fleet add tree ../0.propp ../1.propp 2> /dev/null
head -c 2M /dev/zero > fill 2> /dev/null
told() { $PROPP "$@" > /dev/null 2> ../said; echo "$? $(grep -c 'No space left' ../said)"; }
told show ../0.propp --format json -f -o out
told baseline ../0.propp -f -o out
told show ../0.propp -o new.html
told fleet add tree ../2.propp
told fleet compact tree
$PROPP fleet ask tree lost --format csv | wc -l
ls; cat out; rm fill
$PROPP fleet add tree ../0.propp ../1.propp ../2.propp ../3.propp 2> /dev/null
$PROPP fleet compact tree 2> /dev/null
$PROPP fleet ask tree lost --format csv | wc -l
"#;

#[test]
fn on_a_disk_without_room_the_same_holds() {
    let fleet = Fleet::new(4);
    let folder = fleet.folder.path();
    std::fs::create_dir(folder.join("disk")).unwrap();
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", FULL])
        .env("PROPP", env!("CARGO_BIN_EXE_propp"))
        .current_dir(folder)
        .output();
    let Ok(output) = output else { return left_out("full disks, because there is no unshare") };
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() && output.stdout.is_empty() {
        return left_out(&format!("full disks, because none may be mounted: {said}"));
    }
    let told = "2 1\n2 1\n2 1\n2 1\n2 1\n";
    // A line of names, and one of the ranks that are missing.
    let expected = format!("{told}2\nfill\nout\ntree\nold\n1\n");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{said}");
}
