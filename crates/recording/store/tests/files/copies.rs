//! Copies of recordings: compressed ones, and smaller ones of which only some rows are left.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use propp_recording::{Computed, Kept, Recording, SuiteCase, SuiteMeasured, SuiteState};
use propp_recording_store::{Damage, RecordingError, SuiteFile, read, write_thinned};
use tempfile::TempDir;

use crate::synthetic::{program, record};

fn case(variant: &str, samples_ns: &[u64]) -> SuiteCase {
    let measured = SuiteMeasured {
        m: 1,
        bytes_read: 8,
        bytes_written: 4,
        operations: 2,
        temp_bytes: 0,
        cpu_ns: 9,
        throttled: 1,
        samples_ns: samples_ns.to_vec(),
    };
    SuiteCase {
        library: "own".to_owned(),
        library_version: "1".to_owned(),
        primitive: "reduce".to_owned(),
        variant: variant.to_owned(),
        element: "i32".to_owned(),
        n: 1024,
        distribution: "uniform".to_owned(),
        seed: 3,
        state: SuiteState::Ok,
        reason: None,
        measured: Some(measured),
        marker: None,
    }
}

/// Seven measured launches, two copies, two cases.
fn recorded() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("r.propp");
    record(&path, &program(1), true);
    let mut suite = SuiteFile::open(&path).unwrap();
    suite.add(&[case("first", &[5, 6]), case("second", &[7, 8, 9])]).unwrap();
    suite.close().unwrap();
    (folder, path)
}

fn shown<T: std::fmt::Debug>(of: T) -> String {
    format!("{of:?}")
}

fn compressed(bytes: &[u8], to: &Path) {
    let mut out = GzEncoder::new(fs::File::create(to).unwrap(), Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap();
}

#[test]
fn a_compressed_recording_is_read_as_the_plain_one() {
    let (folder, path) = recorded();
    let packed = folder.path().join("packed.propp");
    compressed(&fs::read(&path).unwrap(), &packed);
    let [plain, unpacked] = [&path, &packed].map(|path| read(path).unwrap());
    assert_eq!(plain.suite.len(), 2);
    assert_eq!(shown(&plain), shown(&unpacked));
}

#[test]
fn what_is_compressed_and_not_a_whole_recording_is_refused() {
    let (folder, path) = recorded();
    let bytes = fs::read(&path).unwrap();
    let packed = folder.path().join("packed.propp");
    let refused = |bytes: &[u8]| {
        compressed(bytes, &packed);
        read(&packed).unwrap_err()
    };
    let is_length = |error: &RecordingError| {
        matches!(error, RecordingError::Damaged { damage: Damage::Length(_), .. })
    };
    let short = refused(&bytes[..bytes.len() - 1]);
    assert!(is_length(&short), "{short}");
    let long = refused(&[bytes.as_slice(), &[0]].concat());
    assert!(is_length(&long), "{long}");

    let mut of_others = bytes.clone();
    // SQLite's number of the program that wrote it.
    of_others[68] ^= 1;
    for others in [&b"text"[..], &[b'x'; 200], &of_others] {
        let refused = refused(others).to_string();
        assert!(refused.contains("its contents are not a recording"), "{refused}");
    }
    let mut huge = bytes;
    huge[28] = 0xff;
    assert!(matches!(refused(&huge), RecordingError::TooLarge { .. }));
}

fn thinned(from: &Path, to: &Path, force: bool) -> Result<Recording, RecordingError> {
    let kept =
        Kept { measurements: vec![1, 3], copies: vec![1], cases: vec![1], ..Kept::default() };
    let computed = Computed {
        beside: "sm__inst_issued.sum".to_owned(),
        counters: vec!["computed.a".to_owned(), "computed.b".to_owned()],
        values: [(1, vec![7.0, 8.0])].into(),
    };
    write_thinned(from, to, force, (&kept, &computed), ("thinned", "for a test"))?;
    read(to)
}

#[test]
fn a_thinned_copy_has_what_is_kept_and_what_was_computed() {
    let (folder, path) = recorded();
    let whole = read(&path).unwrap();
    let copy = thinned(&path, &folder.path().join("thin.propp"), false).unwrap();

    let ordinals =
        |of: &Recording| -> Vec<u64> { of.measurements.iter().map(|m| m.ordinal).collect() };
    let all = ordinals(&whole);
    assert_eq!(ordinals(&copy), [all[1], all[3]]);
    let counted = whole.counters.len();
    assert_eq!(copy.counters[..counted], whole.counters);
    assert_eq!(copy.counters[counted..], ["computed.a", "computed.b"]);
    for (at, from, computed) in [(0, 1, [Some(7.0), Some(8.0)]), (1, 3, [None; 2])] {
        let (thin, whole) = (&copy.measurements[at], &whole.measurements[from]);
        assert_eq!(thin.values[..counted], whole.values);
        assert_eq!(thin.values[counted..], computed);
    }

    assert_eq!(copy.copies, whole.copies[1..]);
    assert_eq!(copy.suite, [case("second", &[7, 8, 9])]);
    assert_eq!(shown(&copy.kernels), shown(&whole.kernels));
    assert_eq!((whole.memory.len(), copy.memory.len()), (2, 0));
    assert_eq!(copy.meta["thinned"], "for a test");
}

#[test]
fn a_thinned_copy_replaces_a_file_only_by_force() {
    let (folder, path) = recorded();
    let there = folder.path().join("there.propp");
    fs::write(&there, "old").unwrap();
    assert!(matches!(thinned(&path, &there, false), Err(RecordingError::Exists { .. })));
    assert_eq!(fs::read(&there).unwrap(), b"old");
    assert_eq!(thinned(&path, &there, true).unwrap().measurements.len(), 2);
}
