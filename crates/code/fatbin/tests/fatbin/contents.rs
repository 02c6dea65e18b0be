//! Entries and their contents, beside what cuobjdump extracts.

use propp_code_fatbin::{
    Compression, Contents, CubinFacts, Entry, Kind, NoDeviceCode, Suffix, read,
};

use crate::{COMPRESSED, OTHERS, fixture};

/// `KIND TARGET BYTES CRC32`, as in the lists; these were sorted by other names.
fn line(entry: &Entry<'_>) -> String {
    let (kind, content) = match entry.kind {
        Kind::Ptx => ("ptx", text(entry).into_bytes()),
        _ => ("cubin", entry.unpack().unwrap().into_owned()),
    };
    let mut target = entry.target.unwrap();
    // cuobjdump leaves the f of cubins out.
    if entry.kind == Kind::Cubin && target.suffix == Suffix::Family {
        target.suffix = Suffix::None;
    }
    format!("{kind} {target} {} {:08x}", content.len(), crc32fast::hash(&content))
}

/// The contents as text, without the zero bytes behind it.
fn text(entry: &Entry<'_>) -> String {
    let text = String::from_utf8(entry.unpack().unwrap().into_owned()).unwrap();
    text.trim_end_matches('\0').to_owned()
}

fn lines(contents: &Contents<'_>) -> Vec<String> {
    let entries = contents.entries.iter().filter(|e| matches!(e.kind, Kind::Ptx | Kind::Cubin));
    let mut lines: Vec<String> = entries.map(line).collect();
    lines.sort();
    lines
}

#[test]
fn contents_are_those_that_cuobjdump_extracts() {
    for name in COMPRESSED.iter().chain(&OTHERS) {
        // cuobjdump does not look into sections of other names.
        let list = if *name == "embedded.o" { "size.fatbin" } else { name };
        let expected = String::from_utf8(fixture(&format!("{list}.txt"))).unwrap();
        let mut expected: Vec<&str> = expected.lines().collect();
        expected.sort_unstable();
        let bytes = fixture(name);
        let contents = read(&bytes).unwrap();
        assert_eq!(contents.skipped, [], "{name}");
        assert_eq!(lines(&contents), expected, "{name}");
        assert!(!expected.is_empty());
    }
}

#[test]
fn each_mode_of_compression_is_read() {
    let seen = COMPRESSED.map(|name| {
        let bytes = fixture(name);
        let mut seen: Vec<_> =
            read(&bytes).unwrap().entries.iter().map(|e| e.compression).collect();
        seen.dedup();
        seen
    });
    use Compression::{Lz4, None, Zstd};
    assert_eq!(seen[0], [None]);
    assert!(seen[1].contains(&Lz4) && !seen[1].contains(&Zstd), "{:?}", seen[1]);
    assert!(seen[2].contains(&Zstd) && seen[2].contains(&None), "{:?}", seen[2]);
    assert_eq!(seen[3], [Zstd]);
}

#[test]
fn what_the_headers_say() {
    let bytes = fixture("object.o");
    let contents = read(&bytes).unwrap();
    let [cubin, ptx] = &contents.entries[..] else { panic!("{contents:?}") };
    assert_eq!((cubin.kind, ptx.kind), (Kind::Cubin, Kind::Ptx));
    assert_eq!((cubin.name, ptx.name), (Some("two.cu"), Some("two.cu")));
    assert_eq!((cubin.ptx_version, ptx.ptx_version), (None, Some((9, 0))));
    assert!(ptx.options.unwrap().contains("-maxrregcount=40"), "{:?}", ptx.options);
    assert_eq!(cubin.place.section, Some(".nv_fatbin"));
    assert_eq!(cubin.place.offset % 8, 0);
    let code = text(ptx);
    assert!(code.contains("_Z5twicePfi") && !code.contains('\0'));

    let bytes = fixture("linktime.o");
    let kinds: Vec<Kind> = read(&bytes).unwrap().entries.iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [Kind::Ptx, Kind::LinkTimeCode]);
}

#[test]
fn archives_name_the_member_and_libraries_hold_several_fatbins() {
    let bytes = fixture("both.a");
    let contents = read(&bytes).unwrap();
    let members: Vec<&str> =
        contents.entries.iter().map(|entry| entry.place.member.as_deref().unwrap()).collect();
    let long = "another_object_with_a_long_name.o";
    assert_eq!(members, ["two.o", "two.o", long, long]);

    let bytes = fixture("both.so");
    let contents = read(&bytes).unwrap();
    let targets: Vec<String> =
        contents.entries.iter().map(|entry| entry.target.unwrap().to_string()).collect();
    assert_eq!(targets, ["sm_80", "sm_80", "sm_90", "sm_90"]);
    let offsets: Vec<u64> = contents.entries.iter().map(|entry| entry.place.offset).collect();
    assert!(offsets.is_sorted());
    for entry in contents.entries.iter().filter(|entry| entry.compression == Compression::None) {
        let header = usize::try_from(entry.place.offset).unwrap();
        assert_eq!(bytes[header], 2, "the header of a cubin");
    }
}

#[test]
fn bare_cubins_and_ptx_are_entries_too() {
    let bytes = fixture("two.cubin");
    let contents = read(&bytes).unwrap();
    assert_eq!(contents.entries[0].target.unwrap().to_string(), "sm_90a");
    let facts = CubinFacts::of(&bytes).unwrap();
    assert_eq!(facts.compiler.as_deref(), Some("13.0.88"));
    assert!(!facts.is_relocatable);
    assert_eq!(facts.options.as_deref(), Some("-arch sm_90a -m 64"));

    let bytes = fixture("relocatable.o");
    let contents = read(&bytes).unwrap();
    assert_eq!(contents.entries[0].place.section, Some("__nv_relfatbin"));
    assert!(CubinFacts::of(&contents.entries[0].unpack().unwrap()).unwrap().is_relocatable);

    let bytes = fixture("two.ptx");
    let contents = read(&bytes).unwrap();
    assert_eq!(contents.entries[0].target.unwrap().to_string(), "sm_90a");
    assert_eq!(contents.entries[0].ptx_version, Some((9, 0)));
    assert_eq!(text(&contents.entries[0]).as_bytes(), bytes);
}

#[test]
fn files_without_device_code_say_why() {
    let error = |bytes: &[u8]| read(bytes).unwrap_err();
    assert_eq!(error(b""), NoDeviceCode::Empty);
    assert_eq!(error(b"hello, world"), NoDeviceCode::UnknownFile("\"hello, world\"".into()));
    assert_eq!(error(b"a\nb"), NoDeviceCode::UnknownFile("\"a\\nb\"".into()));
    assert_eq!(error(b"\x1f\x8b\0"), NoDeviceCode::UnknownFile("1f 8b 00".into()));
    assert_eq!(error(b"!<thin>\n"), NoDeviceCode::ThinArchive);
    assert_eq!(error(b"!<arch>\n"), NoDeviceCode::NoMember { members: 0 });
    assert_eq!(error(b"\x7fELF\x01\x01\x01"), NoDeviceCode::OtherElf);
    for cut in [4, 8, 16] {
        let fatbin = fixture("none.fatbin");
        let error = read(&fatbin[..cut]).map(|contents| contents.skipped.len());
        assert!(matches!(error, Err(NoDeviceCode::Damaged(_)) | Ok(1..)), "{cut}: {error:?}");
    }
    let mut object = fixture("object.o");
    object.truncate(100);
    assert!(matches!(error(&object), NoDeviceCode::Damaged(_)));
    // This program has none.
    let own = std::fs::read("/proc/self/exe").unwrap();
    assert_eq!(error(&own), NoDeviceCode::NoSection);
}

#[test]
fn what_is_cut_off_is_left_out_with_its_place() {
    let bytes = fixture("none.fatbin");
    let whole = read(&bytes).unwrap();
    let cut = read(&bytes[..bytes.len() - 9]).unwrap();
    assert_eq!(cut.entries.len(), whole.entries.len() - 1);
    let reasons: Vec<&str> = cut.skipped.iter().map(|skipped| &*skipped.reason).collect();
    assert!(reasons[0].starts_with("the fatbin is cut off: "), "{reasons:?}");
    let numbers = reasons[1].strip_prefix("an entry is cut off: ").unwrap().split(' ');
    let numbers: Vec<usize> = numbers.filter_map(|word| word.parse().ok()).collect();
    assert_eq!(numbers[0] + 9, numbers[1], "{reasons:?}");
    let last = whole.entries.last().unwrap();
    assert_eq!(cut.skipped[1].place, last.place);
}

#[test]
fn a_damaged_size_reserves_nothing() {
    let bytes = fixture("size.fatbin");
    let contents = read(&bytes).unwrap();
    for (size, words) in [
        (u64::MAX, "more than 1073741824"),
        (1 << 29, "cannot be 536870912 bytes compressed"),
        (12, "it says that it is 12 bytes long, and 13 were found"),
        (100_000, "it says that it is 100000 bytes long, and "),
    ] {
        let entry = Entry { size, ..contents.entries[0].clone() };
        let text = entry.unpack().unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
    }
}
