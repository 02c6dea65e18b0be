//! Prints what a launch of each kernel of recordings does, as the cost model sees it: kernel, warps,
//! median time in nanoseconds, counter and count, a line each.
//!
//!     cargo run -p propp-judge-analysis --example counts FILE…

use std::io::Write as _;
use std::path::Path;

use propp_judge_analysis::{Grouping, Input, analyse, gpu};
use propp_judge_cost::quality::Weights;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::env::args().skip(1) {
        let recording = propp_recording_store::read(Path::new(&path))?;
        let weights = Weights::for_reports(&gpu(&recording))?;
        let input = Input { name: &path, recording: &recording };
        for kernel in analyse(&[input], &weights, Grouping::Signature).kernels {
            for work in &kernel.work {
                let warps = work.shape.map_or(0.0, |shape| shape.warps);
                let ns = kernel.durations.map_or(0, |durations| durations.median_ns);
                for (name, count) in &work.counts {
                    writeln!(out, "{}\t{warps}\t{ns}\t{name}\t{count}", kernel.name.bare)?;
                }
            }
        }
    }
    out.flush()?;
    Ok(())
}
