use propp_cases::dataset::Dataset;
use propp_criteria::cost::{GUESSED, OF_THE_CODE};
use propp_criteria::quality::Weights;
use std::collections::BTreeMap;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let recording = propp_store::read(std::path::Path::new(&path)).unwrap();
    let paper = Weights::bundled("paper").unwrap();
    let t = std::time::Instant::now();
    let dataset = Dataset::from_recordings(&[(path, recording)], &paper).unwrap();
    eprintln!("dataset {:?}", t.elapsed());
    let mut without: BTreeMap<String, usize> = BTreeMap::new();
    let mut cases = 0;
    for row in &dataset.rows {
        let bad = row.kernels.iter().filter(|w| !w.counts.contains_key("code__load_rounds.sum")).count();
        if bad > 0 { cases += 1; *without.entry(format!("{} {} {}", row.problem.primitive, row.library, row.variant)).or_default() += bad; }
    }
    println!("cases {} without pace {cases}", dataset.rows.len());
    for (n, c) in without.iter().take(60) { println!("  {c} {n}"); }
    let _ = (GUESSED, OF_THE_CODE);
}
