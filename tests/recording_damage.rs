//! Damaged recordings: each of many ends in an error, or is read as what was recorded.
//!
//! The test makes 400 of them. All 20,000 of three recordings:
//!
//!     PROPP_DAMAGE_CASES=20000 cargo test --release --test integration recording_damage::

use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use propp_recording::Recording;
use propp_recording_store::read;

/// Of a trace and a count run, of an application with NVTX ranges, and a compressed one.
const WHOLE: [&str; 3] = [
    "recordings/h200_transpose.propp",
    "tests/fixtures/recordings/h200_app.propp",
    "tests/fixtures/gate/planted_none_1.propp.gz",
];

const CASES: usize = 400;

/// Reading one takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(30);

const PAGE: usize = 4096;

/// splitmix64, so that a case can be made again from its number.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).unwrap()
    }

    /// A range of up to so many bytes inside a file.
    fn range(&mut self, length: usize, longest: usize) -> std::ops::Range<usize> {
        let begin = self.below(length);
        let size = 1 + self.below(longest);
        begin..(begin + size).min(length)
    }
}

/// Damages a file; what was done.
fn damage(bytes: &mut Vec<u8>, case: usize) -> String {
    let mut random = Random(case as u64);
    // Every second one is a flipped bit.
    if case.is_multiple_of(2) {
        let (byte, bit) = (random.below(bytes.len()), random.below(8));
        bytes[byte] ^= 1 << bit;
        return format!("bit {bit} of byte {byte} flipped");
    }
    match random.below(8) {
        0 => {
            let length = random.below(bytes.len());
            bytes.truncate(length);
            format!("cut to {length} bytes")
        }
        1 => {
            let range = random.range(bytes.len(), 2 * PAGE);
            bytes[range.clone()].fill(0);
            format!("{range:?} zeroed")
        }
        2 => {
            let range = random.range(bytes.len(), 64);
            bytes[range.clone()].fill_with(|| random.next() as u8);
            format!("{range:?} overwritten")
        }
        3 => {
            let pages = bytes.len().div_ceil(PAGE);
            let (from, to) = (random.below(pages) * PAGE, random.below(pages) * PAGE);
            let end = PAGE.min(bytes.len() - from.max(to));
            for byte in 0..end {
                bytes.swap(from + byte, to + byte);
            }
            format!("pages at {from} and {to} swapped")
        }
        4 => {
            let pages = bytes.len().div_ceil(PAGE);
            let (from, to) = (random.below(pages) * PAGE, random.below(pages) * PAGE);
            let end = PAGE.min(bytes.len() - from.max(to));
            bytes.copy_within(from..from + end, to);
            format!("page at {from} copied to {to}")
        }
        5 => {
            let more = 1 + random.below(2 * PAGE);
            bytes.extend((0..more).map(|_| random.next() as u8));
            format!("{more} bytes appended")
        }
        6 => {
            let range = random.range(bytes.len(), PAGE);
            bytes.drain(range.clone());
            format!("{range:?} left out")
        }
        _ => damage_inside(bytes, &mut random),
    }
}

/// Compresses a file, or unpacks and compresses it, with a flipped bit on the way.
fn damage_inside(bytes: &mut Vec<u8>, random: &mut Random) -> String {
    let mut inside = Vec::new();
    if MultiGzDecoder::new(&bytes[..]).read_to_end(&mut inside).is_err() {
        inside.clone_from(bytes);
    }
    let (byte, bit) = (random.below(inside.len()), random.below(8));
    inside[byte] ^= 1 << bit;
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(&inside).unwrap();
    *bytes = out.finish().unwrap();
    format!("bit {bit} of byte {byte} flipped, then compressed")
}

/// How damaged files were read.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    unchanged: usize,
    /// Read as something else than was recorded.
    wrong: Vec<String>,
}

/// Reads damaged copies of a recording: with a number each, so that the last one that was
/// begun is known when it does not end.
fn read_damaged(path: &Path, cases: impl Iterator<Item = usize>, begun: impl Fn(usize)) -> Tally {
    let whole = std::fs::read(path).unwrap();
    let recorded = read(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damaged.propp");
    let mut tally = Tally::default();
    for case in cases {
        begun(case);
        let mut bytes = whole.clone();
        let what = damage(&mut bytes, case);
        std::fs::write(&file, &bytes).unwrap();
        match catch_unwind(AssertUnwindSafe(|| read(&file))) {
            Ok(Err(_)) => tally.refused += 1,
            Ok(Ok(found)) if found == recorded => tally.unchanged += 1,
            Ok(Ok(found)) => tally.wrong.push(format!("case {case}: {what}: {}", seen(&found))),
            Err(_) => panic!("{}: case {case}: {what}: panics", path.display()),
        }
    }
    tally
}

fn seen(found: &Recording) -> String {
    format!("{} kernels, {} measurements", found.kernels.len(), found.measurements.len())
}

/// The tally of a recording, or a panic when reading does not end.
fn tally(name: &str, cases: usize, step: usize, first: usize) -> Tally {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let (send, begun) = channel();
    let reader = thread::spawn(move || {
        read_damaged(&path, (first..cases).step_by(step), |case| send.send(case).unwrap())
    });
    let mut last = None;
    // The sender goes with the thread.
    loop {
        match begun.recv_timeout(PATIENCE) {
            Ok(case) => last = Some(case),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
            Err(_) => panic!("{name}: case {last:?} does not end"),
        }
    }
    reader.join().unwrap()
}

fn cases() -> usize {
    std::env::var("PROPP_DAMAGE_CASES").map_or(CASES, |number| number.parse().unwrap())
}

#[test]
fn a_damaged_recording_is_refused_or_read_as_it_was_recorded() {
    let cases = cases();
    for (first, name) in WHOLE.into_iter().enumerate() {
        // Every third case is of this recording; flips and others alternate in each.
        let tally = tally(name, cases, WHOLE.len(), first);
        assert_eq!(tally.wrong, [""; 0], "{name}");
        // Unused bytes of pages can be anything.
        println!("{name}: {} refused, {} unchanged", tally.refused, tally.unchanged);
        assert!(tally.refused > 0, "{name}");
    }
}
