//! Recordings and reports read by DuckDB, with the queries that `docs/` prints, where
//! `PROPP_TEST_PYTHON` names a Python that has it.

use std::path::Path;
use std::process::Command;

use crate::support::propp::here;
use crate::support::python;
use crate::support::synthetic::{program, record};

#[test]
fn duckdb_reads_recordings_and_parquet_with_the_queries_of_the_documents() {
    let Some(python) = python() else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let dir = tempfile::tempdir().unwrap();
    let made = dir.path().join("made.propp");
    record(&made, &program(1), true);
    let real = root.join("recordings/h200_transpose.propp");
    for recording in [&made, &real] {
        let show = |ending: &str| {
            let output = dir.path().join(format!("kernels.{ending}"));
            let mut propp = here();
            propp.arg("show").arg(recording).args(["-f", "-o"]);
            assert!(propp.arg(output).status().unwrap().success());
        };
        show("parquet");
        show("csv");
        let mut check = Command::new(&python);
        check.arg(root.join("tests/duckdb/check.py")).arg(recording).current_dir(dir.path());
        check.arg(root.join("docs/recording.md")).arg(root.join("docs/reports.md"));
        assert!(check.status().unwrap().success(), "{}: see above", recording.display());
    }
}
