//! Cases of a suite in a recording: written, read back, and absent.

use propp_recording::{Facts, SuiteCase, SuiteMeasured, SuiteState};
use propp_recording_store::{Damage, SuiteFile, Writer, read};

use crate::support::edit::edit;

fn case(variant: &str, state: SuiteState) -> SuiteCase {
    let measured = SuiteMeasured {
        m: 7,
        bytes_read: u64::MAX,
        bytes_written: 4,
        operations: 5,
        temp_bytes: 0,
        cpu_ns: 9,
        throttled: 2,
        samples_ns: vec![3, 1, 2],
    };
    SuiteCase {
        library: "mine".to_owned(),
        library_version: "1".to_owned(),
        primitive: "reduce.sum".to_owned(),
        variant: variant.to_owned(),
        element: "f32".to_owned(),
        n: 1 << 28,
        distribution: "uniform".to_owned(),
        seed: u64::MAX,
        reason: (state != SuiteState::Ok).then(|| "a reason".to_owned()),
        measured: (state == SuiteState::Ok).then_some(measured),
        marker: (state == SuiteState::Ok).then_some(1),
        state,
    }
}

#[test]
fn cases_come_back_as_they_were_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    Writer::create_empty(&path, false, &Facts::now(&[])).unwrap();
    assert_eq!(read(&path).unwrap().suite, []);
    let all: Vec<SuiteCase> = SuiteState::ALL.map(|state| case(state.name(), state)).to_vec();
    let mut file = SuiteFile::open(&path).unwrap();
    file.add(&all[..1]).unwrap();
    file.add(&all[1..]).unwrap();
    file.fact("suite.cpu", "a CPU").unwrap();
    // Readable at any moment, also by others.
    assert_eq!(read(&path).unwrap().suite, all);
    file.clear().unwrap();
    file.add(&all[2..]).unwrap();
    file.close().unwrap();
    let recording = read(&path).unwrap();
    assert_eq!(recording.suite, all[2..]);
    assert_eq!(recording.meta["suite.cpu"], "a CPU");
}

#[test]
fn an_unknown_state_is_an_error_and_not_a_guess() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("r.propp");
    Writer::create_empty(&path, false, &Facts::now(&[])).unwrap();
    SuiteFile::open(&path).unwrap().add(&[case("a", SuiteState::Ok)]).unwrap();
    edit(&path, "UPDATE suite_case SET state = 'perhaps'");
    let damage = Damage::Value { table: "suite_case", row: 1, column: "state" };
    let said = read(&path).unwrap_err().to_string();
    assert!(said.contains(&damage.to_string()), "{said}");
}
