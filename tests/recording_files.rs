//! Recordings as files: what is refused, and what a kill leaves.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use propp_recording::Facts;
use propp_recording_store::{
    APPLICATION_ID, Damage, OLDEST, ProcessId, RecordingError, SuiteFile, VERSION, Writer, read,
};
use propp_recording_wire::{Frame, Job, Kernel, Launch, Measured, Name};
use tempfile::TempDir;

use crate::support::edit::edit;

fn launch(name: u32) -> Launch {
    Launch {
        name,
        grid: [1; 3],
        block: [1; 3],
        registers: 8,
        context: 1,
        stream: 7,
        correlation: 1,
        ..Launch::default()
    }
}

fn kernel(start_ns: u64) -> Frame {
    Frame::Kernels(vec![Kernel { launch: launch(1), start_ns, end_ns: start_ns + 1 }])
}

fn name() -> Frame {
    Frame::Name(Name { id: 1, text: "k".to_owned() })
}

fn facts() -> Facts {
    Facts::now(&["./app".to_owned()])
}

/// A folder, and the name of a recording in it.
fn place() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    (dir, path)
}

/// A recording to which a process has begun to send.
fn begun(path: &Path, ordinal: u32) -> (Writer, ProcessId) {
    let mut writer = Writer::create(path, true, &facts()).unwrap();
    let run = writer.begin_run(Job::Trace).unwrap();
    let process = writer.process(run, ordinal).unwrap();
    writer.frame(process, &name()).unwrap();
    (writer, process)
}

fn message(path: &Path) -> String {
    read(path).unwrap_err().to_string()
}

#[test]
fn an_existing_file_is_kept_unless_forced() {
    let (_dir, path) = place();
    std::fs::write(&path, "precious").unwrap();
    let refused = Writer::create(&path, false, &facts()).unwrap_err();
    assert!(matches!(refused, RecordingError::Exists { .. }));
    assert!(refused.to_string().contains("exists; give -f to overwrite it"), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
    Writer::create(&path, true, &facts()).unwrap().finish().unwrap();
    assert!(read(&path).unwrap().is_finished());
}

#[test]
fn a_place_that_cannot_be_written_is_known_at_once() {
    let dir = tempfile::tempdir().unwrap();
    for (path, force) in
        [(dir.path().join("no/such/dir/r.propp"), false), (dir.path().into(), true)]
    {
        let refused = Writer::create(&path, force, &facts()).unwrap_err();
        assert!(matches!(refused, RecordingError::Create { .. }), "{refused}");
        assert!(refused.to_string().contains("-o"), "{refused}");
    }
}

#[test]
fn what_is_no_recording_is_told_from_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x");
    assert!(message(&path).starts_with("cannot open the recording"), "{}", message(&path));
    assert!(message(dir.path()).starts_with("cannot open the recording"));
    std::fs::write(&path, "just some text, long enough to look like a file of pages").unwrap();
    assert!(message(&path).contains("not a propp recording (no SQLite database)"));
    std::fs::write(&path, "").unwrap();
    assert!(message(&path).contains("without a mark, or an empty file"));
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA application_id = 5; CREATE TABLE t (x);").unwrap();
    assert!(message(&path).contains("an SQLite database of another program"));
}

#[test]
fn another_layout_is_refused_with_both_numbers_and_what_to_do() {
    let (_dir, path) = place();
    Writer::create(&path, false, &facts()).unwrap().finish().unwrap();
    let file = rusqlite::Connection::open(&path).unwrap();
    let as_version = |version: i64| {
        file.pragma_update(None, "user_version", version).unwrap();
        message(&path)
    };
    let only = format!("and this one reads layouts {OLDEST} to {VERSION}");
    for (version, words) in [
        (VERSION + 1, ["made by a newer propp", "or a later one"]),
        (OLDEST - 1, ["made by an older propp", "record again"]),
    ] {
        let said = as_version(version);
        assert!(said.contains(&format!("(layout {version})")), "{said}");
        let cure = "read it with the propp that made it";
        for word in words.into_iter().chain([&*only, cure, env!("CARGO_PKG_VERSION")]) {
            assert!(said.contains(word), "{word:?} is not in: {said}");
        }
        assert_eq!(SuiteFile::open(&path).unwrap_err().to_string(), said);
    }
    assert!(as_version(0).contains("its making was broken off"));
}

/// Recordings of layout 3 have no ranges, and stay what they are when something is added.
#[test]
fn the_layout_before_is_read_and_added_to() {
    let (_dir, path) = place();
    let old = std::fs::read("recordings/h200_transpose.propp").unwrap();
    std::fs::write(&path, &old).unwrap();
    let recording = read(&path).unwrap();
    assert!(!recording.kernels.is_empty() && recording.ranges.is_empty());
    let mut file = SuiteFile::open(&path).unwrap();
    file.fact("suite.state", "timing").unwrap();
    file.close().unwrap();
    assert_eq!(read(&path).unwrap().meta["suite.state"], "timing");
    let version = |path: &Path| {
        let file = rusqlite::Connection::open(path).unwrap();
        file.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!((version(&path), OLDEST), (3, 3));
    // Of the present layout the table is not missed.
    let present = path.with_file_name("present.propp");
    Writer::create(&present, false, &facts()).unwrap().finish().unwrap();
    edit(&present, "DROP TABLE range");
    assert!(message(&present).contains(&Damage::Missing("range").to_string()));
}

#[test]
fn a_reference_to_nothing_is_damage() {
    let (_dir, path) = place();
    small(&path);
    edit(&path, "DELETE FROM signature");
    assert!(message(&path).contains("kernel 1 refers to signature 1, which is not there"));
}

/// A recording of a name and a kernel.
fn small(path: &Path) {
    let (mut writer, process) = begun(path, 0);
    writer.frame(process, &kernel(5)).unwrap();
    writer.finish().unwrap();
}

#[test]
fn a_row_that_another_program_changed_added_or_removed_is_damage() {
    let (_dir, path) = place();
    for (statement, table) in [
        ("UPDATE kernel SET duration_ns = duration_ns + 1", "kernel"),
        ("INSERT INTO name VALUES (NULL, 'another', NULL)", "name"),
        ("DELETE FROM meta WHERE key = 'host'", "meta"),
        ("UPDATE run SET duration_ns = 7", "run"),
        ("DELETE FROM checksum WHERE table_name = 'copy'", "copy"),
        ("UPDATE checksum SET rows = rows + 1 WHERE table_name = 'sync'", "sync"),
        ("UPDATE checksum SET crc32 = 7 WHERE table_name = 'stream'", "stream"),
        ("UPDATE checksum SET crc32 = 'x'", "checksum"),
        ("ALTER TABLE kernel RENAME COLUMN nvtx TO graph2", "sqlite_schema"),
    ] {
        let _ = std::fs::remove_file(&path);
        small(&path);
        rusqlite::Connection::open(&path).unwrap().execute_batch(statement).unwrap();
        let said = message(&path);
        assert!(said.contains(&Damage::Checksum(table).to_string()), "{statement}: {said}");
        assert!(said.contains("copy it again from where it was made"), "{said}");
    }
}

#[test]
fn a_recording_without_checksums_is_damaged() {
    let (_dir, path) = place();
    small(&path);
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch("DROP TABLE checksum").unwrap();
    assert!(message(&path).contains(&Damage::Missing("checksum").to_string()));
}

#[test]
fn a_recording_without_one_of_its_tables_is_damaged() {
    let (_dir, path) = place();
    small(&path);
    edit(&path, "DROP TABLE owner");
    assert!(message(&path).contains(&Damage::Missing("owner").to_string()));
    assert!(SuiteFile::open(&path).is_err());
}

/// A gigabyte of zeros takes a megabyte: what is unpacked is looked at first.
#[test]
fn what_is_compressed_is_unpacked_no_further_than_its_first_page_says() {
    let dir = tempfile::tempdir().unwrap();
    let (path, packed) = (dir.path().join("r.propp"), dir.path().join("packed.propp"));
    small(&path);
    let whole = read(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let pack = |parts: &[&[u8]]| {
        let file = std::fs::File::create(&packed).unwrap();
        let mut out = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        parts.iter().for_each(|part| out.write_all(part).unwrap());
        out.finish().unwrap();
    };
    pack(&[&bytes]);
    assert_eq!(read(&packed).unwrap(), whole);
    let zeros = vec![0; 1 << 20];
    pack(&[&zeros]);
    assert!(message(&packed).contains("its contents are not a recording"));
    let mut of_another = bytes.clone();
    of_another[68..72].copy_from_slice(b"abcd");
    pack(&[&of_another]);
    assert!(message(&packed).contains("its contents are not a recording"));
    for wrong in [[&bytes[..], &zeros[..1]].concat(), bytes[..bytes.len() - 1].to_vec()] {
        pack(&[&wrong]);
        let said = message(&packed);
        assert!(said.contains(&Damage::Length(bytes.len() as u64).to_string()), "{said}");
    }
    // A first page that speaks of three gigabytes, and what follows is not even looked at.
    let mut long = bytes;
    long[28..32].copy_from_slice(&(3_u32 << 18).to_be_bytes());
    pack(&[&long, &zeros]);
    let said = message(&packed);
    assert!(
        matches!(read(&packed), Err(RecordingError::TooLarge { bytes, .. }) if bytes == 3 << 30)
    );
    assert!(said.contains("gunzip < "), "{said}");
}

#[test]
fn a_frame_that_refers_to_nothing_is_left_out_as_a_whole() {
    let (_dir, path) = place();
    let (mut writer, process) = begun(&path, 3);
    let half_known = vec![
        Kernel { launch: launch(1), start_ns: 1, end_ns: 2 },
        Kernel { launch: launch(2), start_ns: 3, end_ns: 4 },
    ];
    let refused = writer.frame(process, &Frame::Kernels(half_known)).unwrap_err().to_string();
    let said = "process 3 of the run sent a launch of function 2, which it never named";
    assert_eq!(refused, said);
    let measured = Measured {
        launch: launch(1),
        ordinal: 0,
        ordinal_in_signature: 0,
        took_ns: 0,
        values: vec![1.0],
    };
    let refused = writer.frame(process, &Frame::Measured(measured)).unwrap_err().to_string();
    assert!(refused.contains("before the counters' names"), "{refused}");
    writer.frame(process, &kernel(9)).unwrap();
    writer.finish().unwrap();
    let recording = read(&path).unwrap();
    assert_eq!(recording.kernels.len(), 1);
    assert_eq!(recording.kernels[0].start_ns, 9);
}

#[test]
fn dropped_without_finish_it_is_readable_up_to_the_last_commit() {
    let (dir, path) = place();
    let (mut writer, process) = begun(&path, 0);
    for start in 0..100 {
        writer.frame(process, &kernel(start)).unwrap();
    }
    std::thread::sleep(Duration::from_millis(300));
    writer.commit_if_due().unwrap();
    for start in 100..105 {
        writer.frame(process, &kernel(start)).unwrap();
    }
    let while_open = read(&path).unwrap();
    drop(writer);
    let after = read(&path).unwrap();
    assert_eq!(while_open, after);
    assert_eq!(after.kernels.len(), 100);
    assert!(!after.is_finished());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "no companions");
}

const VICTIM: &str = "PROPP_TEST_VICTIM";

/// Writes kernels that start at the present time until it is killed. Does
/// nothing unless the test below runs it.
#[test]
fn victim() {
    let Some(path) = std::env::var_os(VICTIM) else { return };
    let (mut writer, process) = begun(Path::new(&path), 0);
    loop {
        writer.frame(process, &kernel(now_ns())).unwrap();
        std::thread::sleep(Duration::from_micros(200));
    }
}

fn now_ns() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos()).unwrap()
}

/// Has a recording written to `path` and kills the writer after a while; when.
fn kill_a_writer(path: &Path) -> u64 {
    let mut victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "recording_files::victim"])
        .env(VICTIM, path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let killed = now_ns();
    victim.kill().unwrap();
    victim.wait().unwrap();
    killed
}

#[test]
fn killed_it_loses_the_last_moment_at_most() {
    let (_dir, path) = place();
    let killed = kill_a_writer(&path);
    let recording = read(&path).unwrap();
    let last = recording.kernels.last().unwrap().start_ns;
    // A quarter of a second, and as much again for a busy machine, twice.
    assert!(killed.saturating_sub(last) < 750_000_000, "lost {} ns", killed - last);
    assert!(recording.kernels.windows(2).all(|pair| pair[0].start_ns <= pair[1].start_ns));
    assert!(!recording.is_finished());
    // Its checksums are those of what is left.
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute("UPDATE kernel SET graph = 1 WHERE id = 1", []).unwrap();
    assert!(message(&path).contains(&Damage::Checksum("kernel").to_string()));
}

#[test]
fn killed_while_it_replaces_a_recording_it_leaves_both() {
    let (dir, path) = place();
    Writer::create(&path, false, &facts()).unwrap().finish().unwrap();
    let before = std::fs::read(&path).unwrap();
    kill_a_writer(&path);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let part = read(&dir.path().join("r.propp.part")).unwrap();
    assert!(!part.kernels.is_empty() && !part.is_finished());
    // What is left lies in nobody's way, and stays.
    let mut writer = Writer::create(&path, true, &facts()).unwrap();
    writer.begin_run(Job::Trace).unwrap();
    std::fs::write(dir.path().join("r.propp-journal"), "of the old one").unwrap();
    writer.finish().unwrap();
    assert_eq!(read(&path).unwrap().runs.len(), 1);
    assert_eq!(read(&dir.path().join("r.propp.part")).unwrap(), part);
    assert!(!dir.path().join("r.propp-journal").exists());
    assert!(!dir.path().join("r.propp.part2").exists());
}

#[test]
fn what_is_discarded_leaves_nothing_and_what_it_was_to_replace() {
    let (dir, path) = place();
    std::fs::write(&path, "precious").unwrap();
    let mut writer = Writer::create(&path, true, &facts()).unwrap();
    writer.begin_run(Job::Trace).unwrap();
    writer.discard();
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn killed_in_mid_commit_the_journal_is_put_back() {
    let (dir, path) = place();
    let (mut writer, process) = begun(&path, 0);
    for start in 0..2000 {
        writer.frame(process, &kernel(start)).unwrap();
    }
    writer.finish().unwrap();
    let whole = read(&path).unwrap();
    // A commit is a transaction whose pages are on their way into the file.
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(
        "PRAGMA cache_size = 2; PRAGMA cache_spill = 2; BEGIN; UPDATE kernel SET start_ns = 0",
    )
    .unwrap();
    let (torn, journal) = (dir.path().join("torn.propp"), dir.path().join("torn.propp-journal"));
    std::fs::copy(&path, &torn).unwrap();
    std::fs::copy(dir.path().join("r.propp-journal"), &journal).unwrap();
    let before = std::fs::read(&torn).unwrap();
    assert_eq!(read(&torn).unwrap(), whole);
    // A reader changes nothing.
    assert_eq!(std::fs::read(&torn).unwrap(), before);
    assert!(journal.exists());
    SuiteFile::open(&torn).unwrap().close().unwrap();
    assert!(!journal.exists());
    assert_eq!(read(&torn).unwrap(), whole);
}

#[test]
fn a_journal_of_a_file_that_is_gone_does_not_touch_a_new_one() {
    let (dir, path) = place();
    std::fs::write(dir.path().join("r.propp-journal"), "left behind").unwrap();
    Writer::create(&path, false, &facts()).unwrap().finish().unwrap();
    assert!(read(&path).unwrap().is_finished());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn the_mark_of_a_recording_stays() {
    // `file` and other programs may know it by now.
    assert_eq!(APPLICATION_ID, i64::from(u32::from_be_bytes(*b"PRPP")));
}
