use std::collections::BTreeMap;
fn main() {
    let text = std::fs::read_to_string("/tmp/cases.txt").unwrap();
    let mut codes: BTreeMap<String, Option<propp_pace::KernelCode>> = BTreeMap::new();
    let (mut n, mut bad) = (0, 0);
    let t0 = std::time::Instant::now();
    for line in text.lines() {
        let f: Vec<&str> = line.split('\t').collect();
        let code = codes.entry(f[0].to_owned()).or_insert_with(|| {
            propp_pace::KernelCode::of(&std::fs::read(format!("/tmp/cub/{}", f[0])).unwrap(), f[1])
        });
        n += 1;
        let Some(code) = code else { bad += 1; println!("nocode {}", &f[1][..f[1].len().min(90)]); continue };
        let counts: BTreeMap<String, f64> = f[3..].iter().map(|kv| { let (k, v) = kv.split_once('=').unwrap(); (k.to_owned(), v.parse().unwrap()) }).collect();
        let t = std::time::Instant::now();
        let warps: f64 = f[2].parse().unwrap();
        let p = code.pace(&counts, warps);
        let ms = t.elapsed().as_secs_f64() * 1e3;
        match p {
            None => { bad += 1; println!("NONE {ms:.1} ms u={} {}", code.unknowns(), &f[1][..f[1].len().min(120)]); }
            Some(p) => println!("ok {ms:.1} ms u={} misfit {:.3} rounds {:.3} issue {:.1} polls {} inst {:.1} {} {}", code.unknowns(), p.misfit, p.load_rounds / warps, p.issue_delays / warps, p.polls, counts.get("smsp__inst_executed.sum").unwrap_or(&0.0) / warps, f[0], &f[1][..f[1].len().min(100)]),
        }
    }
    println!("n {n} bad {bad} {:?}", t0.elapsed());
}
