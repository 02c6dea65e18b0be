fn main() {
    let mut bad = 0; let mut n=0;
    for f in std::env::args().skip(1) {
        let t = std::fs::read_to_string(&f).unwrap();
        let s = std::time::Instant::now();
        match propp_ptx::Module::parse(&t) {
            Err(e) => { println!("{f}: {e}"); bad += 1; }
            Ok(m) => {
                let mut mx=(0,0,0);
                for k in &m.kernels { n+=1; match &k.code { Err(e) => { println!("{f}: {}: {e}", k.name); bad += 1; } Ok(c) => { mx = (mx.0.max(c.narrow), mx.1.max(c.wide), mx.2.max(c.instructions.len())); } } }
                println!("{f} {} kernels {:?} max {mx:?}", m.kernels.len(), s.elapsed());
            }
        }
    }
    println!("{bad} bad of {n}");
}
