//! What a file from a stranger may make propp read or write.

use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use propp_recording::cubin_hash;

use crate::support::edit::edit;
use crate::support::propp::{ended, propp, unpacked};

const SPMV: &str = "recordings/h200_spmv.propp";

/// Folder and file as the line table of [`SPMV`] has them.
const RECORDED: [&str; 2] = ["/tmp/propp/examples/spmv", "spmv.cu"];

/// What stands in files that nobody else may see.
const SECRET: &str = "the secret of this machine";

fn place(bytes: &[u8], of: &[u8]) -> usize {
    bytes.windows(of.len()).position(|window| window == of).unwrap()
}

/// A folder's name that has so many bytes more than the recorded one.
fn padded(folder: &str, more: usize) -> String {
    let mut name = folder.to_owned();
    while name.len() < RECORDED[0].len() + more {
        name.push(if name.ends_with('/') { '.' } else { '/' });
    }
    name
}

/// A recording whose code says that it is from this file, and does not say how long that was.
fn write_evil(path: &Path, folder: &str, file: &str) {
    std::fs::write(path, unpacked(SPMV)).unwrap();
    let [old_folder, old_file] = RECORDED;
    assert_eq!(folder.len() + file.len(), old_folder.len() + old_file.len());
    let store = rusqlite::Connection::open(path).unwrap();
    store.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    let rows: Vec<(i64, Vec<u8>)> = {
        let mut all = store.prepare("SELECT id, zlib FROM cubin").unwrap();
        let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    assert!(!rows.is_empty());
    for (id, packed) in rows {
        let mut cubin = Vec::new();
        ZlibDecoder::new(&packed[..]).read_to_end(&mut cubin).unwrap();
        // Behind the name are the number of its folder, its time, and its length in two bytes.
        let entry = [old_file.as_bytes(), b"\0\x01\xb4\xac\x91\xd8\x06\xc2\x1c"].concat();
        let without = [file.as_bytes(), b"\0\x01\xb4\xac\x91\xd8\x06\x80\0"].concat();
        // What is between the two moves; all behind them stays where it is.
        let (from, to) = (place(&cubin, old_folder.as_bytes()), place(&cubin, &entry));
        let between = &cubin[from + old_folder.len()..to];
        let table = [folder.as_bytes(), between, &without].concat();
        let cubin = [&cubin[..from], &table, &cubin[to + entry.len()..]].concat();
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&cubin).unwrap();
        let hash = format!("{:016x}", cubin_hash(&cubin));
        let row = rusqlite::params![hash, packed.finish().unwrap(), id];
        store.execute("UPDATE cubin SET hash = ?, zlib = ? WHERE id = ?", row).unwrap();
    }
    store.close().unwrap();
    edit(path, "UPDATE meta SET value = '2999-01-01T00:00:00Z' WHERE key = 'created_utc'");
}

/// All that propp shows of the sources of a recording in a folder.
fn shown(folder: &Path, recording: &str, options: &[&str]) -> String {
    let all: [&[&str]; 6] = [
        &["show", recording, "--lines", "--all"],
        &["show", recording, "--lines", "--format", "json"],
        &["show", recording, "--format", "html"],
        &["advise", recording],
        &["advise", recording, "--format", "json"],
        &["advise", recording, "--format", "html"],
    ];
    all.map(|words| ended(&propp(folder, &[words, options].concat()), 0)).concat()
}

#[test]
fn a_recording_reads_no_file_outside_of_the_working_directory() {
    // A short name: it takes the place of one in the code.
    let outside = tempfile::Builder::new().prefix("p").rand_bytes(6).tempdir_in("/tmp").unwrap();
    let work = outside.path().join("work");
    std::fs::create_dir(&work).unwrap();
    let secret = format!("{SECRET}\n").repeat(60);
    std::fs::write(outside.path().join("spmv.cu"), &secret).unwrap();
    let absolute = padded(outside.path().to_str().unwrap(), 0);
    let cases = [
        (padded("/etc/", 1), "passwd"),
        (absolute.clone(), "spmv.cu"),
        (padded("..", 0), "spmv.cu"),
        (padded("link", 0), "spmv.cu"),
    ];
    symlink(outside.path(), work.join("link")).unwrap();
    symlink(outside.path().join("spmv.cu"), work.join("spmv.cu")).unwrap();
    for (folder, file) in &cases {
        write_evil(&work.join("evil.propp"), folder, file);
        let text = shown(&work, "evil.propp", &[]);
        assert!(!text.contains(SECRET) && !text.contains("root:"), "{folder}{file}");
    }
    // What the user names is read, and it was the code that named it.
    let text = shown(&work, "evil.propp", &["--sources", ".."]);
    assert!(text.contains(SECRET));
    write_evil(&work.join("evil.propp"), &absolute, "spmv.cu");
    let hint = ended(&propp(&work, &["show", "evil.propp", "--lines"]), 0);
    assert!(
        hint.contains("was not found below this folder") && hint.contains("--sources"),
        "{hint}"
    );
}

#[test]
fn a_page_stays_small_whatever_a_gpu_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.propp");
    std::fs::write(&file, unpacked(SPMV)).unwrap();
    edit(
        &file,
        "UPDATE device SET name = hex(zeroblob(500000)), chip = hex(zeroblob(500000));
         UPDATE meta SET value = '[\"' || hex(zeroblob(500000)) || '\"]' WHERE key = 'command'",
    );
    let page = ended(&propp(&folder, &["show", "x.propp", "--format", "html"]), 0);
    assert!(page.len() < 2_000_000, "{}", page.len());
}

/// SQLite removes a file that the journal of a transaction over several files names. The one in this
/// program takes only names that SQLite itself gives.
#[test]
fn a_journal_that_comes_along_removes_no_other_file() {
    const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("victim");
    std::fs::write(&victim, "kept").unwrap();
    let recording = unpacked(SPMV);
    let page = u32::from(u16::from_be_bytes([recording[16], recording[17]]));
    let numbers = |all: &[u32]| all.iter().flat_map(|one| one.to_be_bytes()).collect::<Vec<u8>>();
    // No page, and behind the header the name with its checksum.
    let pages = recording.len() as u32 / page;
    let mut journal = [&MAGIC[..], &numbers(&[0, 0, pages, 512, page])].concat();
    journal.resize(512, 0);
    let name = victim.to_str().unwrap().as_bytes();
    let sum = name.iter().map(|byte| u32::from(*byte)).sum();
    journal.extend(numbers(&[0x4000_0000 / page + 1]));
    journal.extend([name, &numbers(&[name.len() as u32, sum]), &MAGIC].concat());
    let file = folder.path().join("x.propp");
    std::fs::write(&file, recording).unwrap();
    // Without checksums that hold, what lies beside the file is put back.
    let connection = rusqlite::Connection::open(&file).unwrap();
    connection.execute("UPDATE checksum SET crc32 = crc32 + 1", []).unwrap();
    drop(connection);
    std::fs::write(folder.path().join("x.propp-journal"), journal).unwrap();
    ended(&propp(&folder, &["show", "x.propp"]), 2);
    assert_eq!(std::fs::read_to_string(victim).unwrap(), "kept");
}
