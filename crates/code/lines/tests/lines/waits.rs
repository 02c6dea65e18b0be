//! Samples of a recorded wait run: `examples/spmv` on an H100.

use std::path::Path;

use propp_code_lines::{Instruction, KernelLines, Reason, of_recording};
use propp_recording_store::read;

fn kernel(name: &str) -> KernelLines {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../recordings/h100_spmv.propp");
    let kernels = of_recording(&read(&path).unwrap());
    assert_eq!(kernels.len(), 2, "launches of both runs are one kernel");
    kernels.into_iter().find(|kernel| kernel.symbol.contains(name)).unwrap()
}

fn waiting(one: &Instruction) -> u64 {
    one.counts.samples.of(Reason::LONG_SCOREBOARD)
}

#[test]
fn samples_are_at_counted_instructions_and_add_up() {
    let kernel = kernel("row_per_warp");
    let all: u64 = kernel.instructions.iter().map(|one| one.counts.samples.total()).sum();
    assert_eq!((all, kernel.total.samples.total()), (24_116, 24_116));
    let of_lines: u64 = kernel.lines.iter().map(|line| line.counts.samples.total()).sum();
    assert_eq!(of_lines, all);
    // CUPTI counts neither the branch to itself after the end nor each move of a constant.
    let uncounted = kernel.instructions.iter().filter(|one| one.counts.executed == 0);
    let elsewhere: u64 = uncounted.map(|one| one.counts.samples.total()).sum();
    assert!((elsewhere as f64) < 0.03 * all as f64, "{elsewhere}");
    assert_eq!(kernel.total.samples.main(), Some(Reason::LONG_SCOREBOARD));
}

#[test]
fn what_waits_for_memory_waits_for_a_load() {
    for name in ["row_per_warp", "row_per_thread"] {
        let kernel = kernel(name);
        let mut hottest: Vec<&Instruction> = kernel.instructions.iter().collect();
        hottest.sort_by_key(|one| std::cmp::Reverse(waiting(one)));
        for one in &hottest[..3] {
            assert!(!one.waits_for.is_empty(), "{name} {:x}", one.offset);
            let is_load = |offset: &u32| {
                let is_it = |other: &&Instruction| other.offset == *offset;
                kernel.instructions.iter().find(is_it).is_some_and(|one| one.opcode == "LDG")
            };
            assert!(one.waits_for.iter().any(is_load), "{name} {:x}", one.offset);
        }
    }
    // 0280 loads the column that 02c0 makes an address of.
    let kernel = kernel("row_per_warp");
    let address = kernel.instructions.iter().find(|one| one.offset == 0x2c0).unwrap();
    assert!(address.waits_for.contains(&0x280), "{:x?}", address.waits_for);
    // A scoreboard counts: 04a0 loads from memory, and 04b0 a constant.
    let kernel = self::kernel("row_per_thread");
    let both = kernel.instructions.iter().find(|one| one.offset == 0x570).unwrap();
    assert_eq!(both.waits_for, [0x4a0, 0x4b0]);
}
