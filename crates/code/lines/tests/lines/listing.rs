//! Listings of the cubins of `crates/code/sass/tests/fixtures`.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;

use propp_code_lines::listing::{Listing, json, list};
use serde_json::{Value, json};

const INLINED: &str = "_Z7inlinedPKfS0_Pfi";
const NESTED: &str = "_Z6nestedPKfPfii";

fn cubin(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sass/tests/fixtures");
    let file = std::fs::File::open(folder.join(format!("{name}.cubin.gz"))).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(file).read_to_end(&mut bytes).unwrap();
    bytes
}

fn listing(kernel: &str) -> Listing {
    list(&cubin("kernels.sm_90"), "hash", kernel, None).unwrap()
}

#[test]
fn an_instruction_has_its_class_its_loops_and_its_line() {
    let document: Value = serde_json::from_str(&json::render(&[listing(NESTED)]).unwrap()).unwrap();
    assert_eq!(document["schema"], "propp.code/1");
    let kernel = &document["kernels"][0];
    assert_eq!(kernel["resources"]["registers"], 31);
    let function = &kernel["functions"][0];
    assert_eq!(function["loops"].as_array().unwrap().len(), 4);
    let load = &function["instructions"][0x11];
    assert_eq!(
        (&load["offset"], &load["name"], &load["class"]),
        (&0x110.into(), &"LDG".into(), &"memory".into())
    );
    assert_eq!(load["memory"]["bits"], 32);
    assert_eq!((&load["loop_depth"], &load["counts"]), (&1.into(), &Value::Null));
    assert!(load["source"][0]["file"].as_str().unwrap().ends_with("kernels.cu"));
    assert_eq!(load["source"][0]["line"], 57);
}

/// Classes are a list with the most first for people, and a table by name for programs.
#[test]
fn instructions_are_counted_by_class() {
    let listing = listing(INLINED);
    let counts: Vec<usize> = listing.classes.iter().map(|(_, count)| *count).collect();
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    assert_eq!(counts.iter().sum::<usize>(), listing.instructions().count());
    let by_name: BTreeMap<&str, usize> = listing.classes.iter().copied().collect();
    let document: Value = serde_json::from_str(&json::render(&[listing]).unwrap()).unwrap();
    assert_eq!(document["kernels"][0]["classes"], json!(by_name));
}

#[test]
fn branches_lead_to_labels_of_the_function() {
    let listing = listing(NESTED);
    let code = &listing.functions[0].instructions;
    let branches: Vec<_> =
        code.iter().filter_map(|one| Some((one.target_offset?, &one.target))).collect();
    assert!(branches.len() > 4);
    for (offset, target) in branches {
        let there = code.iter().find(|one| one.offset == offset).unwrap();
        assert_eq!(&there.label, target, "{offset:#x}");
    }
}

#[test]
fn texts_of_a_disassembler_stand_at_their_offsets() {
    let texts = BTreeMap::from([(0x10, "S2R R0, SR_TID.X".to_owned())]);
    let operands = BTreeMap::from([(NESTED.to_owned(), texts)]);
    let listing = list(&cubin("kernels.sm_90"), "hash", NESTED, Some(&operands)).unwrap();
    let texts: Vec<_> = listing.instructions().map(|one| one.text.as_deref()).collect();
    assert_eq!(texts[..3], [None, Some("S2R R0, SR_TID.X"), None]);
    assert!(listing.has_operands);
}

#[test]
fn code_without_line_information_says_so() {
    let listing = list(&cubin("plain.sm_90"), "hash", INLINED, None).unwrap();
    assert_eq!(listing.no_lines.as_deref(), Some(propp_code_lines::NO_LINE_INFORMATION));
    assert!(listing.instructions().all(|one| one.source.is_empty()));
}

#[test]
fn what_has_no_such_kernel_is_an_error() {
    let error = |bytes: &[u8]| list(bytes, "hash", "_Z4elsePi", None).unwrap_err();
    assert!(error(b"nothing").starts_with("not a cubin"));
    assert_eq!(error(&cubin("kernels.sm_90")), "the recorded cubin does not have it");
}
