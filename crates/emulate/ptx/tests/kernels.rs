//! The PTX of this repository's own programs: what is decoded, what is refused, and that no
//! damaged text makes the parser panic.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use propp_emulate_ptx::{Module, Op, Reason};

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let file = std::fs::File::open(folder.join(format!("{name}.ptx.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

/// Kernels of a module, and the reasons why some of them are not decoded.
fn decoded(name: &str) -> (usize, Vec<(u32, String)>) {
    let module = Module::parse(&fixture(name)).unwrap();
    assert_eq!((module.version, module.target.as_str()), ((9, 0), "sm_90"));
    let refused = module.kernels.iter().filter_map(|kernel| kernel.code.as_ref().err());
    let refused = refused.map(|error| (error.line, error.reason.to_string()));
    (module.kernels.len(), refused.collect())
}

#[test]
fn every_kernel_of_the_examples_and_tests_is_decoded() {
    let all = [("transpose", 5), ("pipeline", 9), ("planted", 8), ("closed_forms", 113)];
    for (name, kernels) in all.into_iter().chain([
        ("own_merge", 21),
        ("beside", 3),
        ("textures", 15),
        ("surfaces", 11),
        ("tma", 2),
        ("clusters", 2),
    ]) {
        assert_eq!(decoded(name), (kernels, Vec::new()), "{name}");
    }
}

#[test]
fn what_is_not_executed_is_refused_by_name_and_line() {
    let (_, graphs) = decoded("conditional_graph");
    let call = "'a call of cudaGraphSetConditional' is not supported";
    assert!(graphs.iter().all(|(_, reason)| reason == call) && !graphs.is_empty());
    let text = fixture("conditional_graph");
    for (line, _) in graphs {
        let written = text.lines().nth(line as usize - 1).unwrap();
        assert!(written.contains("call"), "line {line} is {written}");
    }
}

#[test]
fn places_and_sizes_are_those_of_the_source() {
    let module = Module::parse(&fixture("transpose")).unwrap();
    let padded = module.kernel("_Z16transpose_paddedPKfPfi").unwrap();
    let code = padded.code.as_ref().unwrap();
    assert_eq!((code.shared_bytes, code.local_bytes), (32 * 33 * 4, 0));
    assert_eq!(padded.parameter_bytes, 20);
    let source = include_str!("../../../../examples/transpose/transpose.cu");
    let barrier = code.instructions.iter().find(|i| matches!(i.op, Op::Barrier(_))).unwrap();
    let place = code.places[barrier.place as usize];
    assert_eq!(module.path(place), Some("examples/transpose/transpose.cu"));
    let line = source.lines().nth(place.line as usize - 1).unwrap();
    assert_eq!(line.trim(), "__syncthreads();");
}

#[test]
fn registers_share_slots() {
    let module = Module::parse(&fixture("own_merge")).unwrap();
    for kernel in &module.kernels {
        let code = kernel.code.as_ref().unwrap();
        let fixed = code.constants.len() + code.specials.len();
        let shared = (code.narrow + code.wide) as usize - fixed;
        assert!(shared * 4 < code.instructions.len().max(400), "{}: {shared}", kernel.name);
    }
}

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % end.max(1) as u64) as usize
    }

    /// A text with some of its words or characters changed, doubled, moved or gone.
    fn damaged(&mut self, text: &str) -> String {
        let mut words: Vec<&str> = text.split_inclusive([' ', '\t', '\n', ',']).collect();
        for _ in 0..=self.below(4) {
            if words.is_empty() {
                break;
            }
            let at = self.below(words.len());
            let other = self.below(words.len());
            match self.below(6) {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[other]),
                2 => words.swap(at, other),
                3 => words[at] = words[other],
                4 => words.truncate(at.max(1)),
                _ => {
                    let inserts = ["{", "}", "0xffffffffffffffff", "[", "%r1", "@", "-", "é", ";"];
                    words.insert(at, inserts[self.below(inserts.len())]);
                }
            }
        }
        words.concat()
    }
}

#[test]
fn damaged_texts_neither_panic_nor_take_long() {
    let count: u64 = match std::env::var("PROPP_PTX_DAMAGED") {
        Ok(count) => count.parse().unwrap(),
        Err(_) => 10_000,
    };
    let names = [
        "transpose",
        "conditional_graph",
        "planted",
        "pipeline",
        "tma",
        "beside",
        "textures",
        "surfaces",
    ];
    let texts = names.map(fixture);
    let mut random = Random(1);
    let (mut decoded, mut refused, mut slowest) = (0, 0, Duration::ZERO);
    for round in 0..count {
        // The long ones take their time.
        let long = 2 + random.below(6);
        let text = random.damaged(&texts[if round % 8 == 0 { long } else { round as usize % 2 }]);
        let begun = Instant::now();
        match Module::parse(&text) {
            Ok(module) => decoded += u64::from(module.kernels.iter().any(|k| k.code.is_ok())),
            Err(error) => {
                let lines = text.lines().count() as u32 + 1;
                assert!((1..=lines).contains(&error.line), "{error} of {lines}");
                refused += u64::from(!matches!(error.reason, Reason::TooMany(_)));
            }
        }
        slowest = slowest.max(begun.elapsed());
    }
    println!("{count} damaged texts, {decoded} decoded, {refused} refused, slowest {slowest:?}");
    assert!(decoded > count / 10 && refused > count / 10, "{decoded} and {refused} of {count}");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}

#[test]
fn first_values_are_addresses_with_offsets() {
    let text = ".version 9.0\n.target sm_90\n.address_size 64\n.global .align 4 .b8 all[16];\n\
                .global .align 8 .u64 third = generic(all)+8;\n\
                .global .align 8 .u64 before = generic(all)-8;\n\
                .global .align 8 .u64 inside = generic(all+4);\n";
    let module = Module::link(&[text]).unwrap();
    let addends = module.variables.iter().flat_map(|variable| &variable.pointers);
    let addends: Vec<u64> = addends.map(|pointer| pointer.addend).collect();
    assert_eq!(addends, [8, 8_u64.wrapping_neg(), 4]);
}
