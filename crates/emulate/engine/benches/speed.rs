//! How fast kernels run on one thread and on two: thread instructions a second of the processor's
//! time of the thread that launches, so that other work on the machine counts little, and the time
//! that it waits for the other one. An argument selects kernels
//! by name.

#![allow(clippy::panic, reason = "a benchmark may fail loudly")]
//!
//!     cargo bench -p propp-emulate-engine --bench speed

use std::io::Read;
use std::path::Path;

use propp_base_gpus::Description;
use propp_emulate_engine::{Gpu, Launch, Memory, Region, run};
use propp_emulate_ptx::Module;
use rustix::time::{ClockId, clock_gettime};

const BASE: u64 = 0x1000_0000;

struct Case {
    /// Empty for those of `lanes.ptx`.
    fixture: &'static str,
    /// Part of the kernel's mangled name.
    kernel: &'static str,
    grid: [u32; 3],
    block: [u32; 3],
    /// Bytes of each array, and a number for the last parameter.
    arrays: &'static [usize],
    number: Option<u32>,
}

const CASES: [Case; 11] = [
    case("transpose", "transpose_naive", [64, 64, 1], [32, 8, 1], &[1 << 24, 1 << 24], Some(2048)),
    case("transpose", "transpose_padded", [64, 64, 1], [32, 8, 1], &[1 << 24, 1 << 24], Some(2048)),
    case("transpose", "transpose_vec", [64, 64, 1], [32, 8, 1], &[1 << 24, 1 << 24], Some(2048)),
    case("closed_forms", "4copyI5uint4", [4096, 1, 1], [256, 1, 1], &[1 << 24, 1 << 24], None),
    case("closed_forms", "bank_conflictILi4E", [32, 1, 1], [256, 1, 1], &[1 << 16], None),
    case("closed_forms", "idle_lanesILi1E", [132, 1, 1], [32, 1, 1], &[128, 1 << 16], None),
    case("closed_forms", "occ_registersILi96E", [256, 1, 1], [256, 1, 1], &[1 << 18], Some(64)),
    case("", "gather", [256, 1, 1], [256, 1, 1], &[1 << 26, 1 << 20], Some((1 << 24) - 1)),
    case("", "gather", [256, 1, 1], [256, 1, 1], &[1 << 20, 1 << 20], Some((1 << 18) - 1)),
    case("", "two_lanes", [256, 1, 1], [256, 1, 1], &[1 << 16, 1 << 20], Some(500)),
    case("", "scatter", [1024, 1, 1], [256, 1, 1], &[1 << 26], Some((1 << 24) - 1)),
];

/// Kernels of no fixture.
const LANES: &str = include_str!("lanes.ptx");

const fn case(
    fixture: &'static str,
    kernel: &'static str,
    grid: [u32; 3],
    block: [u32; 3],
    arrays: &'static [usize],
    number: Option<u32>,
) -> Case {
    Case { fixture, kernel, grid, block, arrays, number }
}

impl Case {
    fn name(&self) -> String {
        let is_fixture = !self.fixture.is_empty();
        if is_fixture {
            self.kernel.into()
        } else {
            format!("{} in {}", self.kernel, self.arrays[0])
        }
    }
}

fn main() {
    let gpu = Description::named("h200").map(|gpu| Gpu::from(&gpu));
    let Some(gpu) = gpu else { return };
    let mut products = [1.0; 2];
    let asked = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.name().contains(&asked)).collect();
    for case in &cases {
        let module = fixture(case.fixture);
        let kernel = module.kernels.iter().find(|kernel| kernel.name.contains(case.kernel));
        let Some(kernel) = kernel else { panic!("no kernel {}", case.kernel) };
        let mut memory: Vec<Vec<u8>> = case.arrays.iter().map(|bytes| vec![0; *bytes]).collect();
        // The rounds of a loop, where the first array has 32 of them.
        if case.arrays[0] == 128 {
            memory[0] = (0..32).flat_map(|_| 20_000_u32.to_le_bytes()).collect();
        }
        if case.fixture.is_empty() {
            // Pages that nobody has written are one page of the system.
            memory.iter_mut().for_each(|bytes| bytes.fill(1));
        }
        let mut parameters = Vec::new();
        let mut regions = Vec::new();
        for (index, bytes) in memory.iter_mut().enumerate() {
            let base = BASE + ((index as u64) << 32);
            parameters.extend(base.to_le_bytes());
            regions.push(Region { base, bytes, writable: true });
        }
        parameters.extend(case.number.map(u32::to_le_bytes).into_iter().flatten());
        let launch = Launch {
            module: &module,
            kernel,
            grid: case.grid,
            block: case.block,
            cluster: [0; 3],
            dynamic_shared_bytes: 0,
            parameters: &parameters,
            addresses: &[],
            workspace: 0,
            gpu: &gpu,
            threads: 1,
            races: false,
            local_blocks: None,
            stack_bytes: 1 << 16,
        };
        let mut memory = Memory::new(regions);
        let rates = [1, 2].map(|threads| rate(&Launch { threads, ..launch }, &mut memory));
        products.iter_mut().zip(rates).for_each(|(product, rate)| *product *= rate);
        println!("{:<22} {:6.2} {:6.2} billion a second", case.name(), rates[0], rates[1]);
    }
    let [one, two] = products.map(|product| product.powf(1.0 / cases.len() as f64));
    println!("geometric mean         {one:6.2} {two:6.2}");
}

/// Billions of thread instructions a second, the best of five runs.
fn rate(launch: &Launch<'_>, memory: &mut Memory<'_>) -> f64 {
    let rates = (0..5).map(|_| {
        let begun = processor_seconds();
        match run(launch, memory, &mut |_: &[u8]| {}) {
            // Where two threads are in vain, with the time of the attempt.
            Ok(ran) => {
                let took = processor_seconds() - begun + ran.waited.as_secs_f64();
                ran.counts.thread_instructions as f64 / 1e9 / took
            }
            Err(error) => panic!("{error}"),
        }
    });
    rates.fold(0.0, f64::max)
}

/// Of this thread.
fn processor_seconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn fixture(name: &str) -> Module {
    if name.is_empty() {
        return parsed(name, LANES);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ptx/tests/fixtures");
    let mut text = String::new();
    let file = std::fs::File::open(folder.join(format!("{name}.ptx.gz")));
    let read = file.and_then(|f| flate2::read::GzDecoder::new(f).read_to_string(&mut text));
    match read {
        Ok(_) => parsed(name, &text),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn parsed(name: &str, text: &str) -> Module {
    match Module::parse(text) {
        Ok(module) => module,
        Err(error) => panic!("{name}: {error:?}"),
    }
}
