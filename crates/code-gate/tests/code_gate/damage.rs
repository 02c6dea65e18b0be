//! Damaged baselines and damaged builds are errors, or fewer kernels.
//! `PROPP_CODE_GATE_DAMAGED` is how many to try.

use std::path::Path;
use std::time::{Duration, Instant};

use propp_code_gate::Build;
use propp_inspect::Code;
use propp_numbers::{Random, parallel};

use crate::support::{build, judged, unpacked};

/// A build of two kernels, and a baseline of a few.
struct Whole {
    cubin: Vec<u8>,
    build: Build,
    text: String,
    few: Build,
}

impl Whole {
    fn new() -> Self {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fatbin/tests/fixtures");
        let cubin = unpacked(&fixtures.join("two.cubin.gz"));
        let mut few = build("before.regressions");
        few.kernels.truncate(8);
        Self { build: opened(&cubin).unwrap(), cubin, text: few.to_json(), few }
    }
}

fn opened(bytes: &[u8]) -> Option<Build> {
    let mut code = Code::default();
    code.add("damaged".to_owned(), bytes).ok()?;
    code.merge_copies();
    Some(Build::of(&code))
}

fn damaged(random: &mut Random, whole: &[u8]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.below(4) {
        let below = |random: &mut Random, n: usize| random.below(n.max(1) as u64) as usize;
        let at = below(random, bytes.len());
        match random.below(5) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => bytes.truncate(at),
            3 => {
                let end = (at + below(random, 64)).min(bytes.len());
                bytes[at..end].fill([0, 0xff, b'9', b'"'][below(random, 4)]);
            }
            _ => {
                let from = below(random, whole.len());
                let count = below(random, 256).min(whole.len() - from).min(bytes.len() - at);
                bytes[at..at + count].copy_from_slice(&whole[from..from + count]);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Whether there was something to compare.
fn round(random: &mut Random, whole: &Whole) -> bool {
    if random.below(2) == 0 {
        let bytes = damaged(random, &whole.cubin);
        let Some(now) = opened(&bytes) else { return false };
        let result = judged(&whole.build, &now);
        return result.refusal.is_none();
    }
    let bytes = damaged(random, whole.text.as_bytes());
    let Ok(text) = String::from_utf8(bytes) else { return false };
    match Build::from_json(&text) {
        Ok(before) => judged(&before, &whole.few).refusal.is_none(),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

#[test]
fn damage_neither_panics_nor_takes_long() {
    let count: u64 = match std::env::var("PROPP_CODE_GATE_DAMAGED") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 500,
    };
    let whole = Whole::new();
    let parts: Vec<u64> = (0..64).collect();
    let done = parallel::each(&parts, |part| {
        let mut random = Random::new(24, *part);
        let (mut compared, mut slowest) = (0_u64, Duration::ZERO);
        for _ in 0..count.div_ceil(64) {
            let start = Instant::now();
            compared += u64::from(round(&mut random, &whole));
            slowest = slowest.max(start.elapsed());
        }
        (compared, slowest)
    });
    let compared: u64 = done.iter().map(|(compared, _)| compared).sum();
    let slowest = done.iter().map(|(_, slowest)| *slowest).max().unwrap_or_default();
    println!("{count} damaged, {compared} of them compared, the slowest in {slowest:?}");
    assert!(compared > count / 20, "damage should leave some to compare: {compared}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
