//! Damaged cubins: errors or missing values, never a panic, and nothing takes long.
//!
//! `PROPP_SASS_DAMAGED=1000000` sets how many are tried.

use propp_base_statistics::Random;
use propp_code_sass::{Cubin, Flow, cut};

use crate::support::{below, none_takes_long, spoil};
use crate::{fixture, fixtures};

fn damaged(random: &mut Random, cubins: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = cubins[below(random, cubins.len())].clone();
    for _ in 0..=below(random, 4) {
        let anywhere = below(random, bytes.len());
        // Headers, of the file and of sections, are at both ends.
        let at = match below(random, 6) {
            0 => {
                bytes.truncate(anywhere);
                continue;
            }
            1 => below(random, 64),
            2 => bytes.len().saturating_sub(1 + below(random, 4096)),
            _ => anywhere,
        };
        let other = &cubins[below(random, cubins.len())];
        spoil(random, &mut bytes, at, other, 512);
    }
    bytes
}

/// Reads everything, and cuts a third of the kernels out; the number of instructions.
fn read(bytes: &[u8]) -> usize {
    if let Ok(Some(small)) = cut(bytes, |name| name.len() % 3 == 0) {
        assert!(small.len() < 2 * bytes.len() + 100_000, "{}", small.len());
    }
    let Ok(cubin) = Cubin::parse(bytes) else { return 0 };
    let lines = cubin.lines();
    let mut instructions = 0;
    for function in cubin.functions() {
        let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
        for instruction in function.instructions() {
            let location = table.and_then(|table| table.at(instruction.offset));
            let frames = location.map_or(0, |location| location.inlined.len());
            assert!(frames <= 64);
            instructions += 1;
        }
        let flow = Flow::of(function);
        assert!(flow.loops.len() <= flow.blocks.len() * 64);
    }
    instructions
}

#[test]
fn damaged_cubins_neither_panic_nor_take_long() {
    let small = fixtures().into_iter().filter(|name| {
        name.starts_with("older") || name.ends_with("sm_80") || name.starts_with("modern")
    });
    let cubins: Vec<Vec<u8>> = small.map(|name| fixture(&format!("{name}.cubin"))).collect();
    none_takes_long("PROPP_SASS_DAMAGED", 10_000, 10, |random| read(&damaged(random, &cubins)) > 0);
}
