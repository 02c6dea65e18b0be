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
fn what_waits_for_memory_waits_for_a_load_before_it() {
    for name in ["row_per_warp", "row_per_thread"] {
        let kernel = kernel(name);
        let mut hottest: Vec<&Instruction> = kernel.instructions.iter().collect();
        hottest.sort_by_key(|one| std::cmp::Reverse(waiting(one)));
        for one in &hottest[..3] {
            assert!(!one.waits_for.is_empty(), "{name} {:x}", one.offset);
            for offset in &one.waits_for {
                let producer = kernel.instructions.iter().find(|other| other.offset == *offset);
                let opcode = producer.unwrap().opcode.as_str();
                assert!(["LDG", "LDC"].contains(&opcode), "{name} {:x}: {opcode}", one.offset);
            }
        }
    }
    // 0280 loads the column that 02c0 makes an address of.
    let kernel = kernel("row_per_warp");
    let address = kernel.instructions.iter().find(|one| one.offset == 0x2c0).unwrap();
    assert_eq!(address.waits_for, [0x280]);
}
