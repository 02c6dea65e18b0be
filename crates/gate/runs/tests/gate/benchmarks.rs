//! Results that NVBench wrote on an H200 (`fixtures/README.md`), compared with each other: the code
//! is the same in all, so none may be slower.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use propp_base_statistics::Random;
use propp_gate_runs::{Allowed, Policy, Profile, Quantity, Verdict, compare};

const COMPARISONS: usize = 200;
/// Runs of a baseline, and of a gate.
const SHAPE: (usize, usize) = (5, 3);

/// The files of all results by their names.
fn files() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/nvbench_h200.txt.gz");
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let parts = text.split("=== ").filter_map(|part| part.split_once('\n'));
    parts.map(|(name, content)| (name.to_owned(), content.to_owned())).collect()
}

fn bytes(digits: &str) -> Vec<u8> {
    let pairs = digits.trim().as_bytes().chunks(2);
    pairs.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

fn runs() -> Vec<Profile> {
    let files = files();
    // NVBench names its samples as they were called from where it ran.
    let sidecar = |name: &str| {
        let found = files.iter().find(|(known, _)| name.ends_with(known.as_str()));
        found.map(|(_, digits)| bytes(digits))
    };
    let results = files.iter().filter(|(name, _)| name.ends_with(".json"));
    results.map(|(_, text)| propp_gate_runs::benchmarks::run(text, &sidecar).unwrap()).collect()
}

#[test]
fn identical_code_is_never_slow_and_slower_code_is() {
    let runs = runs();
    assert!(runs.len() >= 20, "{}", runs.len());
    for run in &runs {
        assert_eq!(run.kernels.len(), 9);
        assert!(run.kernels.iter().all(|kernel| {
            let times = &kernel.measures[&Quantity::Time];
            times.pooled().len() >= 9
        }));
    }
    let join = |places: &[usize], slower: f64| {
        let some: Vec<Profile> = places.iter().map(|place| runs[*place].clone()).collect();
        let mut all = Profile::join(&some).unwrap();
        for kernel in &mut all.kernels {
            let times = kernel.measures.get_mut(&Quantity::Time).unwrap();
            times.0.iter_mut().flatten().for_each(|ns| *ns *= slower);
        }
        all
    };
    let slow = |before: &Profile, now: &Profile| -> Vec<String> {
        let result = compare(before, now, &Policy::default(), Allowed::default());
        assert_ne!(result.verdict, Verdict::NoVerdict);
        let regressed = result.all().filter(|kernel| kernel.verdict == Verdict::Regressed);
        regressed.map(|kernel| kernel.name.clone()).collect()
    };
    let (baseline, gate) = SHAPE;
    let (mut random, mut places) = (Random::new(24, 1), (0..runs.len()).collect::<Vec<_>>());
    for _ in 0..COMPARISONS {
        random.shuffle(&mut places);
        // As `propp baseline` keeps it.
        let before = join(&places[..baseline], 1.0).to_json();
        let before = Profile::from_json(&before).unwrap();
        let now = &places[baseline..baseline + gate];
        assert_eq!(slow(&before, &join(now, 1.0)), Vec::<String>::new());
        // Times of a tenth more are told, so the comparison looks at them.
        assert!(slow(&before, &join(now, 1.1)).len() >= 9);
    }
}
