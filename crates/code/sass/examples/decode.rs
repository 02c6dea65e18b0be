//! Prints what this crate reads in cubins, for `tables/compare.py` and `compare_flow.py`: lines
//! of functions (F), instructions, and edges from the last instruction of a block (E).
//!
//!     cargo run -p propp-code-sass --example decode FILE…

#[path = "../tests/cubins/listing.rs"]
mod listing;

use std::io::Write as _;

use propp_code_sass::{Cubin, Flow};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let cubin = Cubin::parse(&bytes).map_err(|error| format!("{path}: {error}"))?;
        let lines = cubin.lines();
        for function in cubin.functions() {
            let resources = listing::resources(function);
            writeln!(out, "F\t{}\t{:?}\t{resources}", function.name, function.kind)?;
            let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
            for instruction in function.instructions() {
                let columns = listing::columns(function, &instruction, table).join("\t");
                writeln!(out, "{:x}\t{columns}", instruction.offset)?;
            }
            let flow = Flow::of(function);
            for block in &flow.blocks {
                for &next in &block.edges {
                    let to = flow.blocks[next].start;
                    writeln!(out, "E\t{:x}\t{to:x}", block.end - 16)?;
                }
            }
        }
    }
    Ok(())
}
