//! Damaged baselines and damaged builds are errors, or fewer kernels.
//! `PROPP_CODE_GATE_DAMAGED` is how many to try.

use std::path::Path;

use propp_base_statistics::Random;
use propp_code_inspect::Code;
use propp_gate_code::Build;

use crate::damaging::{below, none_takes_long, spoil};
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
        let fixtures =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../code/fatbin/tests/fixtures");
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
    for _ in 0..=below(random, 4) {
        let at = below(random, bytes.len());
        match below(random, 5) {
            0 => bytes.truncate(at),
            _ => spoil(random, &mut bytes, at, whole, 256),
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
    let whole = Whole::new();
    none_takes_long("PROPP_CODE_GATE_DAMAGED", 500, 20, |random| round(random, &whole));
}
