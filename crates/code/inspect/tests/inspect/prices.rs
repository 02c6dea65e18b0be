//! The static price of loops whose chains of loads are known.

use crate::{ARCHITECTURES, inspected, kernel};

#[test]
fn rounds_are_the_loads_that_need_each_other() {
    for architecture in ARCHITECTURES {
        let found = inspected(architecture);
        for (name, rounds) in [("chase", 2.0), ("gather", 1.0), ("vectors", 1.0), ("spills", 0.0)] {
            let loops = &kernel(&found, name).kernel.code.loops;
            assert_eq!(loops.len(), 1, "{architecture} {name}: {loops:?}");
            let price = loops[0].price;
            assert!((price.rounds - rounds).abs() < 0.1, "{architecture} {name}: {price:?}");
        }
    }
}

#[test]
fn a_price_is_the_sum_of_its_parts() {
    let found = inspected("sm_90");
    for inspected in &found.kernels {
        for body in &inspected.kernel.code.loops {
            let price = body.price;
            let parts = price.issue_cycles + price.global_wait_cycles + price.other_wait_cycles;
            assert_eq!(price.cycles, parts, "{}: {body:?}", inspected.kernel.name.bare);
            assert!(price.issue_cycles >= body.instructions);
        }
    }
    let spills = &kernel(&found, "spills").kernel.code.loops[0];
    assert_eq!((spills.price.barriers, spills.depth), (1, 1));
    assert!(spills.price.other_wait_cycles > 0, "spilled registers are waited for: {spills:?}");
    assert_eq!(spills.line.as_deref(), Some("slow.cu:36"));
}
