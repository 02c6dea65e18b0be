//! Damaged cubins: errors or missing values, never a panic, and nothing takes long.
//!
//! `PROPP_SASS_DAMAGED=1000000` sets how many are tried.

use std::time::{Duration, Instant};

use propp_sass::{Cubin, Flow, cut};

use crate::{fixture, fixtures};

/// A small generator: the same cases each time.
struct Cases(u64);

impl Cases {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % below.max(1) as u64) as usize
    }

    fn damaged(&mut self, cubins: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = cubins[self.next(cubins.len())].clone();
        for _ in 0..=self.next(4) {
            let at = self.next(bytes.len());
            match self.next(6) {
                0 => bytes.truncate(at),
                1 => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << self.next(8);
                    }
                }
                // Headers, of the file and of sections, are at both ends.
                2 => self.set(&mut bytes, 0, 64),
                3 => {
                    let end = bytes.len().saturating_sub(4096);
                    self.set(&mut bytes, end, 4096);
                }
                4 => {
                    let other = &cubins[self.next(cubins.len())];
                    let from = self.next(other.len());
                    let count = self.next(512).min(other.len() - from).min(bytes.len() - at);
                    bytes[at..at + count].copy_from_slice(&other[from..from + count]);
                }
                _ => {
                    let end = (at + self.next(64)).min(bytes.len());
                    let value = [0, 0xff, 0x7f, 0x80][self.next(4)];
                    bytes[at..end].fill(value);
                }
            }
        }
        bytes
    }

    fn set(&mut self, bytes: &mut [u8], start: usize, count: usize) {
        let at = start + self.next(count);
        let value = self.next(256) as u8;
        if let Some(byte) = bytes.get_mut(at) {
            *byte = value;
        }
    }
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
    let count: u64 = match std::env::var("PROPP_SASS_DAMAGED") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 10_000,
    };
    let small = fixtures().into_iter().filter(|name| {
        name.starts_with("older") || name.ends_with("sm_80") || name.starts_with("modern")
    });
    let cubins: Vec<Vec<u8>> = small.map(|name| fixture(&format!("{name}.cubin"))).collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let (mut opened, mut slowest) = (0, Duration::ZERO);
    std::thread::scope(|scope| {
        let run = |worker: u64| {
            let cubins = &cubins;
            move || {
                let mut cases = Cases(worker << 48);
                let (mut opened, mut slowest) = (0, Duration::ZERO);
                for _ in 0..count / workers {
                    let bytes = cases.damaged(cubins);
                    let start = Instant::now();
                    opened += usize::from(read(&bytes) > 0);
                    slowest = slowest.max(start.elapsed());
                }
                (opened, slowest)
            }
        };
        let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(run(worker))).collect();
        for worker in workers {
            let (of_worker, slow) = worker.join().unwrap();
            opened += of_worker;
            slowest = slowest.max(slow);
        }
    });
    println!("{count} damaged cubins, {opened} of them opened, the slowest in {slowest:?}");
    assert!(opened as u64 > count / 10, "damage should leave some to read: {opened}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
