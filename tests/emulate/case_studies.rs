//! The case studies at tiny sizes: each version checks its own results.

use super::{compiled, emulate, words};

/// The source, and the arguments of its runs.
const STUDIES: [(&str, &[&str]); 3] = [
    (
        "examples/load_balancing_search/load_balancing_search.cu",
        &["0 20000 1", "1 20000 1", "2 20000 1", "3 20000 1"],
    ),
    ("examples/transpose/transpose.cu", &["128 4"]),
    (
        "examples/mnf/mnf.cu",
        &[
            "filtering 0 0 1",
            "filtering 1 0 1",
            "filtering 2 0 1",
            "filtering 3 0 1",
            "covariance 0 0 1",
            "covariance 1 0 1",
            "covariance 2 0 1",
            "covariance 3 0 1",
            "covariance 4 0 1",
            "transformation 0 0 1",
            "transformation 1 0 1",
            "transformation 2 0 1",
            "cuda 0",
        ],
    ),
];

#[test]
fn every_version_of_the_case_studies_is_right() {
    let folder = tempfile::tempdir().unwrap();
    for (source, runs) in STUDIES {
        let Some(program) = compiled(source, folder.path(), "shared") else { return };
        for arguments in runs {
            let (output, _) = emulate(&program, &arguments.split(' ').collect::<Vec<_>>());
            let said = String::from_utf8_lossy(&output.stdout);
            let is_right = output.status.success() && said.trim_end().ends_with(", correct");
            assert!(is_right, "{source} {arguments}: {said}{}", words(&output));
        }
    }
}
