//! Writes the cubin with one of its kernels. `tables/compare_cut.py` gives it to nvdisasm.
//!
//!     cargo run -p propp-sass --example cut CUBIN KERNEL > SMALL

use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (Some(path), Some(kernel)) = (std::env::args().nth(1), std::env::args().nth(2)) else {
        return Err("name a cubin and a kernel".into());
    };
    let small = propp_sass::cut(&std::fs::read(path)?, |name| name == kernel)?;
    std::io::stdout().write_all(&small.ok_or("the cubin has no such kernel")?)?;
    Ok(())
}
