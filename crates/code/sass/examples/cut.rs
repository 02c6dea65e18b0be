//! Writes the cubin with one of its kernels (`tables/compare_cut.py` gives it to nvdisasm), or
//! cuts each kernel out of cubins and prints how long that takes and how long the results are.
//!
//!     cargo run -p propp-code-sass --example cut CUBIN KERNEL > SMALL
//!     cargo run --release -p propp-code-sass --example cut -- --sizes CUBIN...

use std::error::Error;
use std::io::Write as _;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use propp_code_sass::{cut, kernels};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.as_slice() {
        [option, files @ ..] if option == "--sizes" => sizes(files),
        [file, kernel] => {
            let small = cut(&std::fs::read(file)?, |name| name == kernel)?;
            let small = small.ok_or("the cubin has no such kernel")?;
            Ok(std::io::stdout().write_all(&small)?)
        }
        _ => Err("name a cubin and a kernel, or --sizes and cubins".into()),
    }
}

fn sizes(files: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut whole, mut small, mut packed, mut count) = (0, 0, 0, 0_u32);
    let (mut slowest, mut together) = (Duration::ZERO, Duration::ZERO);
    for file in files {
        let bytes = std::fs::read(file)?;
        whole += bytes.len();
        for kernel in kernels(&bytes)? {
            let begun = Instant::now();
            let one = cut(&bytes, |name| name == kernel)?.ok_or("no such kernel")?;
            let took = begun.elapsed();
            (slowest, together) = (slowest.max(took), together + took);
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&one)?;
            small += one.len();
            packed += encoder.finish()?.len();
            count += 1;
        }
    }
    let number = count.max(1);
    println!(
        "{} cubins, {whole} bytes, {count} kernels; cut out one by one {} bytes each, compressed {}; \
         {:?} each, the slowest {slowest:?}",
        files.len(),
        small / number as usize,
        packed / number as usize,
        together / number
    );
    Ok(())
}
