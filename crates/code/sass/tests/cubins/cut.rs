//! A cubin that was cut says of its kernels what the whole cubin says.

use std::collections::BTreeSet;

use propp_code_sass::{Cubin, CubinError, Function, Kind, cut, cut_into};

use crate::{fixture, fixtures, listing};

/// Everything that is known of a function: resources, instructions, calls, and lines.
fn all_of(cubin: &Cubin<'_>, function: &Function<'_>) -> Vec<String> {
    let lines = cubin.lines();
    let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
    let mut all = vec![listing::resources(function), format!("{:?}", function.externals)];
    for instruction in function.instructions() {
        all.push(listing::columns(function, &instruction, table).join("\t"));
        all.push(format!("{:x} {:?}", instruction.word, function.callee(instruction.offset)));
        all.extend(function.branch_targets(instruction.offset).map(|target| target.to_string()));
        all.push(format!("{:?}", table.and_then(|table| table.at(instruction.offset))));
    }
    all
}

fn kernels(cubin: &Cubin<'_>) -> Vec<String> {
    let kernels = cubin.functions().iter().filter(|function| function.kind == Kind::Kernel);
    kernels.map(|kernel| kernel.name.to_owned()).collect()
}

#[test]
fn a_kernel_stays_as_it_was() {
    for name in fixtures() {
        let bytes = fixture(&format!("{name}.cubin"));
        let whole = Cubin::parse(&bytes).unwrap();
        let names = kernels(&whole);
        assert!(!names.is_empty(), "{name}");
        for kernel in &names {
            let small = cut(&bytes, |name| name == kernel).unwrap().unwrap();
            assert!(small.len() < bytes.len(), "{name} {kernel}");
            let part = Cubin::parse(&small).unwrap();
            assert_eq!(part.architecture(), whole.architecture());
            assert_eq!(kernels(&part), std::slice::from_ref(kernel), "{name}");
            for function in part.functions() {
                let before = whole.function(function.name).unwrap();
                let is_same = all_of(&part, function) == all_of(&whole, before);
                assert!(is_same, "{name}: {} of {kernel}", function.name);
            }
        }
    }
}

/// Where each section of an ELF file of 64 bits begins, and what that is a multiple of.
fn sections(bytes: &[u8]) -> Vec<[u64; 2]> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let first = number(40) as usize;
    let count = usize::from(u16::from_le_bytes([bytes[60], bytes[61]]));
    (1..count)
        .map(|place| first + 64 * place)
        .map(|at| [number(at + 24), number(at + 48)])
        .collect()
}

#[test]
fn sections_begin_where_their_alignment_wants_them() {
    let bytes = fixture("kernels.sm_90.cubin");
    for kernel in kernels(&Cubin::parse(&bytes).unwrap()) {
        let small = cut(&bytes, |name| name == kernel).unwrap().unwrap();
        let all = sections(&small);
        assert!(all.iter().any(|[_, alignment]| *alignment >= 128), "{all:?}");
        let is_aligned = |[at, alignment]: &[u64; 2]| at % (*alignment).max(1) == 0;
        assert!(all.iter().all(is_aligned), "{kernel}: {all:?}");
    }
}

#[test]
fn functions_that_it_calls_stay_with_it() {
    let bytes = fixture("device.sm_90.cubin");
    let whole = Cubin::parse(&bytes).unwrap();
    let called = |cubin: &Cubin<'_>, name: &str| -> BTreeSet<String> {
        let function = cubin.function(name).unwrap();
        let offsets = function.instructions().map(|instruction| instruction.offset);
        offsets.filter_map(|offset| function.callee(offset)).map(str::to_owned).collect()
    };
    let mut calls = 0;
    for kernel in kernels(&whole) {
        let small = cut(&bytes, |name| name == kernel).unwrap().unwrap();
        let part = Cubin::parse(&small).unwrap();
        for callee in called(&whole, &kernel) {
            assert_eq!(part.function(&callee).unwrap().code, whole.function(&callee).unwrap().code);
            calls += 1;
        }
    }
    assert!(calls > 0);
}

#[test]
fn what_was_cut_before_makes_no_difference() {
    for name in fixtures() {
        let bytes = fixture(&format!("{name}.cubin"));
        let names = kernels(&Cubin::parse(&bytes).unwrap());
        let (first, last) = (&names[0], &names[names.len() - 1]);
        let two = cut(&bytes, |name| name == first || name == last).unwrap().unwrap();
        let one = |from: &[u8]| cut(from, |name| name == last).unwrap().unwrap();
        assert!(one(&two) == one(&bytes), "{name}");
        assert!(cut(&two, |_| true).unwrap().unwrap() == two, "{name}");
    }
}

#[test]
fn the_compilers_options_are_left_out() {
    let bytes = fixture("kernels.sm_90.cubin");
    let has = |bytes: &[u8], word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    let small = cut(&bytes, |_| true).unwrap().unwrap();
    for word in [&b"ptxas"[..], b"-lineinfo"] {
        assert!(has(&bytes, word) && !has(&small, word));
    }
}

#[test]
fn a_limit_is_kept() {
    let bytes = fixture("kernels.sm_90.cubin");
    let whole = cut(&bytes, |_| true).unwrap().unwrap().len();
    // What the buffer has is replaced.
    let mut out = vec![7; 100];
    assert_eq!(cut_into(&mut out, &bytes, whole, |_| true), Ok(true));
    assert_eq!(out.len(), whole);
    let most = whole / 2;
    assert_eq!(cut_into(&mut out, &bytes, most, |_| true), Err(CubinError::TooLong { most }));
    assert_eq!(cut_into(&mut out, &bytes, most, |name| name.contains("inlined")), Ok(true));
    assert_eq!(cut_into(&mut out, &bytes, most, |_| false), Ok(false));
}

#[test]
fn a_cubin_without_the_kernel_has_nothing_left() {
    let bytes = fixture("kernels.sm_90.cubin");
    assert_eq!(cut(&bytes, |_| false), Ok(None));
    assert!(cut(b"\x7fELF", |_| true).is_err());
}
