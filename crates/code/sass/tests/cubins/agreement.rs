//! The decoder beside the listings that nvdisasm and cuobjdump made of the fixtures.

use std::collections::HashMap;

use propp_code_sass::{Cubin, Kind};

use crate::listing::{columns, resources};
use crate::{fixture, fixtures};

/// Kernel → its resources, and offset → the listing's columns.
type Listing<'a> = HashMap<&'a str, (&'a str, HashMap<u64, Vec<&'a str>>)>;

fn listing(text: &str) -> Listing<'_> {
    let mut found = Listing::new();
    let mut section = "";
    for line in text.lines() {
        if let Some((name, resources)) = line.strip_prefix("F\t").and_then(|l| l.split_once('\t')) {
            section = name;
            found.insert(name, (resources, HashMap::new()));
        } else {
            let (offset, columns) = line.split_once('\t').unwrap();
            let offset = u64::from_str_radix(offset, 16).unwrap();
            let rows = &mut found.get_mut(section).unwrap().1;
            rows.insert(offset, columns.split('\t').collect());
        }
    }
    found
}

#[test]
fn every_instruction_is_what_nvdisasm_says() {
    let (mut compared, mut with_lines) = (0, 0);
    for name in fixtures() {
        let (bytes, text) = (fixture(&format!("{name}.cubin")), fixture(&format!("{name}.txt")));
        let text = String::from_utf8(text).unwrap();
        let listing = listing(&text);
        let cubin = Cubin::parse(&bytes).unwrap();
        let lines = cubin.lines();
        // Code behind a kernel is part of the kernel.
        let whole = cubin.functions().iter().filter(|f| listing.contains_key(f.name));
        let whole: Vec<_> = whole.collect();
        assert_eq!(whole.len(), listing.len(), "{name}");
        for function in whole {
            let (_, rows) = &listing[function.name];
            assert_eq!(function.instructions().count(), rows.len(), "{name} {}", function.name);
            let table = lines.as_ref().ok().and_then(|lines| lines.table(function));
            for instruction in function.instructions() {
                let mut ours = columns(function, &instruction, table);
                let mut theirs = rows[&instruction.offset].clone();
                // nvdisasm prints the calls only where the innermost line changes.
                if let Some(innermost) = theirs[6].strip_prefix("= ") {
                    theirs[6] = innermost;
                    ours[6] = ours[6].split(' ').next().unwrap().to_owned();
                }
                with_lines += usize::from(theirs[6] != "-");
                assert_eq!(ours, theirs, "{name} {} {:#x}", function.name, instruction.offset);
                compared += 1;
            }
        }
    }
    assert!(compared > 15_000 && with_lines > 9_000, "{compared} {with_lines}");
}

#[test]
fn resources_are_what_cuobjdump_says() {
    let mut compared = 0;
    for name in fixtures() {
        let (bytes, text) = (fixture(&format!("{name}.cubin")), fixture(&format!("{name}.txt")));
        let text = String::from_utf8(text).unwrap();
        let listing = listing(&text);
        let cubin = Cubin::parse(&bytes).unwrap();
        for kernel in cubin.functions().iter().filter(|f| f.kind == Kind::Kernel) {
            assert_eq!(resources(kernel), listing[kernel.name].0, "{name} {}", kernel.name);
            compared += 1;
        }
    }
    assert!(compared > 90, "{compared}");
}
