//! Damaged cubins are errors or give fewer kernels. `PROPP_INSPECT_DAMAGED` is how many to try.

use std::time::{Duration, Instant};

use propp_inspect::{Code, Inspection, Launches, Order, report};
use propp_numbers::parallel;
use propp_text::Page;

use crate::cubin;

/// Numbers that look random (splitmix64).
struct Cases(u64);

impl Cases {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % below.max(1) as u64) as usize
    }

    fn damaged(&mut self, cubins: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = cubins[self.next(cubins.len())].clone();
        for _ in 0..=self.next(8) {
            let at = self.next(bytes.len());
            match self.next(5) {
                0 => bytes[at] ^= 1 << self.next(8),
                1 => bytes[at] = self.next(256) as u8,
                2 => {
                    let end = (at + self.next(256)).min(bytes.len());
                    let value = [0, 0xff, 0x7f, 0x80][self.next(4)];
                    bytes[at..end].fill(value);
                }
                3 => {
                    // Other code in place of this.
                    let other = &cubins[self.next(cubins.len())];
                    let from = self.next(other.len());
                    let count = self.next(2048).min(other.len() - from).min(bytes.len() - at);
                    bytes[at..at + count].copy_from_slice(&other[from..from + count]);
                }
                _ => {
                    // Headers of sections are at the end.
                    let place = bytes.len().saturating_sub(1 + self.next(6000));
                    bytes[place] = self.next(256) as u8;
                }
            }
        }
        bytes
    }
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
    let count: u64 = match std::env::var("PROPP_INSPECT_DAMAGED") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 500,
    };
    let cubins = ["sm_75", "sm_90", "sm_120"].map(cubin);
    let parts: Vec<u64> = (0..64).collect();
    let read = parallel::each(&parts, |part| {
        let mut cases = Cases(part << 48);
        let (mut opened, mut slowest) = (0_u64, Duration::ZERO);
        for _ in 0..count.div_ceil(64) {
            let bytes = cases.damaged(&cubins);
            let start = Instant::now();
            opened += u64::from(read(&bytes) > 0);
            slowest = slowest.max(start.elapsed());
        }
        (opened, slowest)
    });
    let opened: u64 = read.iter().map(|(opened, _)| opened).sum();
    let slowest = read.iter().map(|(_, slowest)| *slowest).max().unwrap_or_default();
    println!("{count} damaged cubins, {opened} of them opened, the slowest in {slowest:?}");
    assert!(opened > count / 10, "damage should leave some to read: {opened}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
