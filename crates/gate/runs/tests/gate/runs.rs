//! What was recorded: see `tests/fixtures/gate/README.md`.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use propp_gate_runs::{Ended, Profile};

/// The bytes of a packed file of `tests/fixtures/gate`. A benchmark of the workspace includes this
/// file, so the folder is searched upwards.
pub(crate) fn unpacked(name: &str) -> Vec<u8> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut files = above.map(|folder| folder.join("tests/fixtures/gate").join(name));
    let path = files.find(|path| path.exists()).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Runs by their names, such as `planted_none_1`.
pub(crate) type Runs = BTreeMap<String, Profile>;

fn runs_in(name: &str) -> Runs {
    let text = String::from_utf8(unpacked(name)).unwrap();
    let runs = text.split("=== ").filter(|part| !part.is_empty());
    let run = |part: &str| {
        let (name, json) = part.split_once('\n').unwrap();
        let mut run = Profile::from_json(json).unwrap_or_else(|e| panic!("{name}: {e}"));
        // All ended well; they were recorded before profiles said so.
        run.origins.iter_mut().for_each(|origin| origin.failed = Ended::Well);
        (name.to_owned(), run)
    };
    runs.map(run).collect()
}

/// Every run of the first machine, without counts of instructions.
pub(crate) fn all() -> &'static Runs {
    static ALL: OnceLock<Runs> = OnceLock::new();
    ALL.get_or_init(|| runs_in("runs.txt.gz"))
}

/// Every run of other machines, with counts of instructions.
pub(crate) fn all_of_others() -> &'static Runs {
    static ALL: OnceLock<Runs> = OnceLock::new();
    ALL.get_or_init(|| runs_in("runs_of_others.txt.gz"))
}

/// The repeated runs of a program, `NAME_1` on.
pub(crate) fn repeated_in(runs: &'static Runs, program: &str) -> Vec<&'static Profile> {
    (1..).map_while(|k| runs.get(&format!("{program}_{k}"))).collect()
}

/// Those of the first machine.
pub(crate) fn repeated(program: &str) -> Vec<&'static Profile> {
    repeated_in(all(), program)
}

/// Runs as one profile.
pub(crate) fn joined(runs: &[&Profile]) -> Profile {
    let runs: Vec<Profile> = runs.iter().map(|run| (*run).clone()).collect();
    Profile::join(&runs).unwrap()
}
