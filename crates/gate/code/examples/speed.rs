//! How long ten thousand kernels take: read from files, written to a baseline, and compared.
//!
//!     cargo run --release -p propp-gate-code --example speed -- FILE...
//!
//! The kernels of the files are read again and again until there are so many; for the comparison
//! each copy has a name of its own. Of the new build every tenth kernel has another name, and every
//! twentieth one load more.

use std::error::Error;
use std::time::Instant;

use propp_code_inspect::Code;
use propp_gate_code::{Build, Earlier, Limits, Rules, compare};
use propp_gate_runs::Policy;

const KERNELS: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let bytes: Vec<Vec<u8>> = files.iter().map(std::fs::read).collect::<Result<_, _>>()?;
    let begun = Instant::now();
    let mut code = Code::default();
    while code.kernels.len() < KERNELS {
        let before = code.kernels.len();
        for (name, bytes) in files.iter().zip(&bytes) {
            code.add(name.clone(), bytes).map_err(|why| format!("{name}: {why}"))?;
        }
        if code.kernels.len() == before {
            return Err("no kernel in these files; name some with device code".into());
        }
    }
    println!("{} kernels read and inspected in {:.2?}", code.kernels.len(), begun.elapsed());

    let begun = Instant::now();
    let mut before = Build::of(&code);
    println!("what a baseline keeps of them in {:.2?}", begun.elapsed());
    for (place, kernel) in before.kernels.iter_mut().enumerate() {
        kernel.symbol = format!("{}_{place}", kernel.symbol);
    }
    let mut now = before.clone();
    for (place, kernel) in now.kernels.iter_mut().enumerate() {
        if place % 10 == 0 {
            kernel.symbol = format!("other_{}", kernel.symbol);
        }
        if place % 20 == 0
            && let Some(body) = kernel.bodies.last_mut()
        {
            body.global_wait += 700;
        }
    }
    let begun = Instant::now();
    let text = before.to_json();
    println!("{:.1} MB of baseline written in {:.2?}", text.len() as f64 / 1e6, begun.elapsed());
    let begun = Instant::now();
    let before = Build::from_json(&text)?;
    let read = begun.elapsed();
    let (policy, limits, earlier) = (Policy::default(), Limits::default(), Earlier::default());
    let rules = Rules { policy: &policy, limits: &limits, earlier: &earlier };
    let result = compare(&before, &now, &rules);
    let total = begun.elapsed();
    let worse = result.kernels.iter().filter(|kernel| !kernel.reasons.is_empty()).count();
    println!(
        "baseline read in {read:.2?}; read and compared in {total:.2?}: {} kernels, {worse} of them \
         changed, {} without a partner",
        result.kernels.len(),
        result.gone.len()
    );
    Ok(())
}
