//! Damaged files are errors or give fewer entries. `PROPP_FATBIN_DAMAGED` is how many to try.

use std::time::{Duration, Instant};

use propp_fatbin::{CubinFacts, read};

use crate::{COMPRESSED, OTHERS, fixture};

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

    fn damaged(&mut self, files: &[File]) -> Vec<u8> {
        let file = &files[self.next(files.len())];
        let mut bytes = file.bytes.clone();
        for _ in 0..=self.next(3) {
            // Most of a file is code, whose damage nobody here notices: aim at headers.
            let header = file.headers[self.next(file.headers.len())];
            let at = (header + self.next(80)).min(bytes.len().saturating_sub(1));
            let anywhere = self.next(bytes.len());
            match self.next(7) {
                0 => bytes.truncate(anywhere),
                1 => fill(&mut bytes, anywhere, 1, self.next(256) as u8),
                2 => {
                    let value = [0, 0xff, 0x7f, 0x80][self.next(4)];
                    fill(&mut bytes, anywhere, self.next(64), value);
                }
                3 => {
                    let other = &files[self.next(files.len())].bytes;
                    let from = self.next(other.len());
                    let count = self.next(512).min(other.len() - from);
                    let count = count.min(bytes.len().saturating_sub(anywhere));
                    bytes[anywhere..anywhere + count].copy_from_slice(&other[from..from + count]);
                }
                4 => fill(&mut bytes, at, self.next(8), [0, 0xff, 0x7f, 0x80][self.next(4)]),
                _ => fill(&mut bytes, at, 1, self.next(256) as u8),
            }
        }
        bytes
    }
}

fn fill(bytes: &mut [u8], at: usize, count: usize, value: u8) {
    let end = at.saturating_add(count).min(bytes.len());
    if let Some(part) = bytes.get_mut(at..end) {
        part.fill(value);
    }
}

struct File {
    bytes: Vec<u8>,
    headers: Vec<usize>,
}

fn file(name: &str) -> File {
    let bytes = fixture(name);
    let contents = read(&bytes).unwrap();
    let mut headers: Vec<usize> =
        contents.entries.iter().map(|entry| entry.place.offset as usize).collect();
    headers.extend(headers.clone().iter().map(|header| header.saturating_sub(16)));
    // Of ELF files the section headers too, which are at the end.
    headers.extend((1..24).map(|section| bytes.len().saturating_sub(64 * section)));
    headers.push(0);
    File { bytes, headers }
}

/// Reads everything; the number of entries that can be unpacked.
fn open(bytes: &[u8]) -> usize {
    let Ok(contents) = read(bytes) else { return 0 };
    assert!(contents.entries.len() + contents.skipped.len() <= bytes.len() / 8 + 2);
    let unpacked = contents.entries.iter().filter_map(|entry| entry.unpack().ok());
    unpacked.inspect(|bytes| drop(CubinFacts::of(bytes))).count()
}

#[test]
fn damaged_files_neither_panic_nor_take_long() {
    let count: u64 = match std::env::var("PROPP_FATBIN_DAMAGED") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 10_000,
    };
    let names = COMPRESSED.iter().chain(&OTHERS).chain(&["two.cubin", "two.ptx"]);
    let files: Vec<File> = names.map(|name| file(name)).collect();
    let (mut opened, mut slowest) = (0, Duration::ZERO);
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        let run = |worker: u64| {
            let files = &files;
            move || {
                let mut cases = Cases(worker << 48);
                let (mut opened, mut slowest) = (0_u64, Duration::ZERO);
                for _ in 0..count / workers {
                    let bytes = cases.damaged(files);
                    let start = Instant::now();
                    opened += u64::from(open(&bytes) > 0);
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
    println!("{count} damaged files, {opened} of them opened, the slowest in {slowest:?}");
    assert!(opened > count / 10, "damage should leave some to read: {opened}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
