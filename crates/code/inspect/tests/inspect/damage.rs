//! Damaged cubins are errors or give fewer kernels. `PROPP_INSPECT_DAMAGED` is how many to try.

use propp_base_statistics::Random;
use propp_base_text::Page;
use propp_code_inspect::{Code, Inspection, Launches, Order, report};

use crate::cubin;
use crate::support::{below, none_takes_long, spoil};

fn damaged(random: &mut Random, cubins: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = cubins[below(random, cubins.len())].clone();
    for _ in 0..=below(random, 8) {
        let at = match below(random, 5) {
            // Headers of sections are at the end.
            0 => bytes.len().saturating_sub(1 + below(random, 6000)),
            _ => below(random, bytes.len()),
        };
        let other = &cubins[below(random, cubins.len())];
        spoil(random, &mut bytes, at, other, 2048);
    }
    bytes
}

/// Reads and reports everything; the number of kernels.
fn read(bytes: &[u8]) -> usize {
    let mut code = Code::default();
    if code.add("damaged".to_owned(), bytes).is_err() {
        return 0;
    }
    code.merge_copies();
    let mut inspection = Inspection::new(code, Launches::default());
    inspection.sort(Order::Conspicuous);
    let page = Page { width: 60, colour: false };
    let texts = [report::screen(&inspection, page, 20), report::full(&inspection, page, 2)];
    assert!(texts.iter().all(|text| !text.is_empty()) || inspection.kernels.is_empty());
    report::json(&inspection, 2).unwrap();
    inspection.kernels.len()
}

#[test]
fn damaged_cubins_neither_panic_nor_take_long() {
    let cubins = ["sm_75", "sm_90", "sm_120"].map(cubin);
    none_takes_long("PROPP_INSPECT_DAMAGED", 500, 10, |random| read(&damaged(random, &cubins)) > 0);
}
