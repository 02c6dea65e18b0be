//! Prints the sites of the kernels in cubins: kernel, offset, depth, line, what.
//!
//!     cargo run -p propp-code-sites --example sites FILE…

use propp_code_sass::{Cubin, Flow, Kind};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let cubin = Cubin::parse(&bytes).map_err(|error| format!("{path}: {error}"))?;
        for kernel in cubin.functions().iter().filter(|function| function.kind == Kind::Kernel) {
            let all: Vec<_> = kernel.instructions().collect();
            let flow = Flow::of_instructions(kernel, &all);
            for site in propp_code_sites::find(&cubin, kernel, &flow, &all) {
                let line = site.line.map_or(0, |line| line.number);
                let what = match site.what {
                    propp_code_sites::What::Routine(routine) => routine.name.to_owned(),
                    other => format!("{other:?}"),
                };
                println!("{}\t{:#x}\t{}\t{line}\t{what}", kernel.name, site.offset, site.depth);
            }
        }
    }
    Ok(())
}
