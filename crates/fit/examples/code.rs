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
    let samples = propp_fit::Sample::from_dataset(&dataset);
    let options = propp_fit::Options { response: propp_fit::quality::Response::Relative, kind: None, norms: &[1.5, 2.0], rounds: 100, seed: 1 };
    let result = propp_fit::fit(&samples, &paper, &options, &mut |_| ()).unwrap();
    for c in &result.cost_figures {
        for (n, f) in [("primitive", &c.primitive), ("relatives", &c.relatives)] {
            let a = f.certainty.as_ref().map(|c| c.apart).unwrap();
            println!("{:?} norm {} {n}: {} pairs right {:.2} med {:.2} p90 {:.1} called {:.1} right {:.2}", c.knowledge, c.norm, f.figures.ordering.total.pairs, 100.0 * f.figures.ordering.total.share().unwrap(), 100.0 * f.figures.median_error.unwrap(), 100.0 * f.figures.p90_error.unwrap(), 100.0 * a.called_share.unwrap().value, 100.0 * a.right_share.unwrap().value);
        }
    }
    for m in result.models.iter().filter(|m| m.name.starts_with("cost")) {
        println!("{}: {}", m.name, m.figures.iter().map(|f| format!("{} {:.2} {:.1}", f.left_out.name(), 100.0 * f.ordering.total.share().unwrap(), 100.0 * f.median_error.unwrap())).collect::<Vec<_>>().join(", "));
    }
    for p in &result.cost.as_ref().unwrap().prices { if OF_THE_CODE.contains(&p.term.as_str()) { println!("{} {:.3e}", p.term, p.ns); } }
    let c = result.cost_figures.last().unwrap();
    for (n, s) in &c.primitive.figures.ordering.groups { println!("   {n} {} {:.1} err {:.1}", s.pairs, 100.0 * s.share().unwrap_or(0.0), 100.0 * c.primitive.figures.median_errors.get(n).unwrap_or(&0.0)); }
    let _ = GUESSED;
}
