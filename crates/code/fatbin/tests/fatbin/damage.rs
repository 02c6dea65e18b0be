//! Damaged files are errors or give fewer entries. `PROPP_FATBIN_DAMAGED` is how many to try.

use propp_base_statistics::Random;
use propp_code_fatbin::{CubinFacts, read};

use crate::support::{below, none_takes_long, spoil};
use crate::{COMPRESSED, OTHERS, fixture};

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

fn damaged(random: &mut Random, files: &[File]) -> Vec<u8> {
    let file = &files[below(random, files.len())];
    let mut bytes = file.bytes.clone();
    for _ in 0..=below(random, 3) {
        let anywhere = below(random, bytes.len());
        let at = match below(random, 7) {
            0 => {
                bytes.truncate(anywhere);
                continue;
            }
            1..=3 => anywhere,
            // Most of a file is code, whose damage nobody here notices: aim at headers.
            _ => file.headers[below(random, file.headers.len())] + below(random, 80),
        };
        let other = &files[below(random, files.len())].bytes;
        spoil(random, &mut bytes, at, other, 512);
    }
    bytes
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
    let names = COMPRESSED.iter().chain(&OTHERS).chain(&["two.cubin", "two.ptx"]);
    let files: Vec<File> = names.map(|name| file(name)).collect();
    none_takes_long("PROPP_FATBIN_DAMAGED", 10_000, 10, |random| {
        open(&damaged(random, &files)) > 0
    });
}
