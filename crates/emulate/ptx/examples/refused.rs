//! Which kernels of PTX files are not executed, and why:
//!
//!     nvcc -ptx -std=c++17 -O3 -arch=sm_90 -o app.ptx app.cu
//!     cargo run -p propp-emulate-ptx --example refused -- app.ptx ...

#![allow(clippy::print_stdout, reason = "what it is for")]

use std::collections::BTreeMap;
use std::process::ExitCode;

use propp_emulate_ptx::Module;

fn main() -> ExitCode {
    let (mut kernels, mut refused, mut reasons) = (0, 0, BTreeMap::<String, usize>::new());
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
        let module = text.and_then(|text| Module::parse(&text).map_err(|error| error.to_string()));
        let module = match module {
            Ok(module) => module,
            Err(error) => {
                println!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        };
        kernels += module.kernels.len();
        refused += module.kernels.iter().filter(|kernel| kernel.code.is_err()).count();
        for kernel in &module.kernels {
            for error in &kernel.refusals {
                println!("{path}: {}: {error}", kernel.name);
                *reasons.entry(error.reason.to_string()).or_default() += 1;
            }
        }
    }
    println!("{kernels} kernels, {refused} refused");
    for (reason, count) in reasons {
        println!("{count:6} {reason}");
    }
    ExitCode::SUCCESS
}
