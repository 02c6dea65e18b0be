//! `propp fleet`: the tree and its questions, on recordings with planted differences.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::browser::is_looked_at;
use crate::support::edit::edit;
use crate::support::many::{Made, write, write_steps};
use crate::support::propp::{assert_interruptible, here};
use crate::support::python;

fn propp(arguments: &[&str], files: &[PathBuf]) -> Command {
    let mut propp = here();
    propp.arg("fleet").args(arguments).args(files);
    propp
}

fn done(arguments: &[&str], files: &[PathBuf]) -> Output {
    let output = propp(arguments, files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The rows of an answer, each as its values by column.
fn answer(tree: &str, question: &str) -> Vec<Value> {
    let output = done(&["ask", tree, question, "--format", "json"], &[]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["schema"], "propp.rows/1");
    let rows = usize::try_from(document["rows"].as_u64().unwrap()).unwrap();
    let columns = document["columns"].as_array().unwrap();
    let row = |row: usize| {
        let value = |c: &Value| (c["name"].as_str().unwrap().to_owned(), c["values"][row].clone());
        columns.iter().map(value).collect()
    };
    (0..rows).map(row).collect()
}

/// Kernels of a rank; the nanoseconds tell its recording from the others'.
fn usual(rank: u64) -> Vec<Made> {
    let ns = |usual: u64| usual + rank;
    vec![
        Made::new("gemm", 10, ns(100_000)),
        Made::new("norm", 10, ns(50_000)),
        Made::new("ncclAllReduce", 10, ns(80_000)),
    ]
}

/// A tree of three jobs, the first with a rank of each kind of trouble, the second with two ranks.
fn planted(folder: &Path) -> String {
    let tree = folder.join("tree").display().to_string();
    for rank in 0..7 {
        let path = folder.join(format!("{rank}.propp"));
        let mut kernels = usual(rank);
        match rank {
            1 => kernels[0].launches = 12,
            2 => kernels[1].ns = 65_000,
            3 => kernels[2].ns = 40_000,
            // The generator gives a kernel behind it another grid and other counts.
            5 => kernels.insert(0, Made::new("extra", 1, 1_000)),
            _ => {}
        }
        write_steps(&path, &kernels, rank != 6);
        let launcher = "INSERT INTO meta VALUES ('option.launcher.world', '8'), ('option.launcher.job', 'train-1')";
        edit(&path, &format!("{launcher}, ('option.launcher.rank', '{rank}')"));
        if rank == 4 {
            // Too little for the whole: 12 % in four of ten steps.
            edit(
                &path,
                "UPDATE kernel SET duration_ns = duration_ns * 28 / 25 WHERE id IN (1, 4, 7, 10)",
            );
        }
        done(&["add", &tree], &[path]);
    }
    for rank in 0..2 {
        let path = folder.join(format!("pair-{rank}.propp"));
        let mut kernels = usual(20 + rank);
        kernels[0].ns = [100_000, 108_000][rank as usize];
        write_steps(&path, &kernels, true);
        done(&["add", &tree, "--job", "pair", "--rank", &rank.to_string()], &[path]);
    }
    let later = folder.join("later.propp");
    let mut kernels = usual(10);
    kernels.insert(0, Made::new("extra", 1, 1_000));
    write(&later, &kernels);
    done(&["add", &tree, "--job", "train/2", "--rank", "0"], &[later]);
    tree
}

#[test]
fn planted_ranks_are_named_with_their_causes_and_sql_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let tree = planted(folder.path());
    let mut slow: Vec<(u64, [String; 3])> = answer(&tree, "stragglers")
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().unwrap().to_owned();
            (row["rank"].as_u64().unwrap(), ["function", "cause", "span"].map(text))
        })
        .collect();
    slow.sort();
    let expected = [
        (1, ["gemm", "more work", "all"]),
        (1, ["gemm", "slower hardware", "all"]),
        (2, ["norm", "slower hardware", "all"]),
        (3, ["ncclAllReduce", "late", "all"]),
        (4, ["gemm", "slower hardware", "steps"]),
    ];
    assert_eq!(slow, expected.map(|(rank, words)| (rank, words.map(str::to_owned))));

    let differs = answer(&tree, "differs");
    assert!(differs.iter().all(|row| row["rank"] == 5), "{differs:?}");
    assert!(
        ["configuration", "counts"].iter().all(|what| differs.iter().any(|r| r["what"] == *what))
    );

    let since = answer(&tree, "since");
    assert!(since.iter().any(|row| row["job"] == "train/2" && row["what"] == "instructions"));

    let lost = answer(&tree, "lost");
    assert_eq!(lost.len(), 2, "{lost:?}");
    assert!(lost.iter().any(|row| row["rank"] == 6 && row["what"] == "counters"));
    assert!(lost.iter().any(|row| row["rank"] == 7 && row["what"] == "recording"));

    let worst = answer(&tree, "worst");
    let hours: f64 = worst.iter().map(|row| row["gpu_hours"].as_f64().unwrap()).sum();
    assert!(hours > 0.0);

    let page = folder.path().join("stragglers.html");
    done(&["ask", &tree, "stragglers", "-o", &page.display().to_string()], &[]);
    is_looked_at(&page, "fleet");

    let Some(python) = python() else { return };
    for question in ["stragglers", "differs", "since", "worst", "lost"] {
        let file = folder.path().join(format!("{question}.json")).display().to_string();
        done(&["ask", &tree, question, "-o", &file], &[]);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut check = Command::new(python);
    check.arg(root.join("tests/fleet/check.py")).arg(&tree).arg(root.join("docs/fleet"));
    assert!(check.arg(folder.path()).status().unwrap().success(), "see above");
}

#[test]
fn a_recording_is_in_a_tree_once_and_a_damaged_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree").display().to_string();
    let [good, copy, bad] = ["good", "copy", "bad"].map(|name| folder.path().join(name));
    write(&good, &usual(0));
    std::fs::copy(&good, &copy).unwrap();
    let bytes = std::fs::read(&good).unwrap();
    std::fs::write(&bad, &bytes[..bytes.len() / 2]).unwrap();
    let output = propp(&["add", &tree], &[bad, good]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad"));
    done(&["add", &tree], &[copy]);
    assert_eq!(answer(&tree, "worst").len(), 3);
    let launches = done(&["ask", &tree, "lost"], &[]);
    assert_eq!(String::from_utf8_lossy(&launches.stdout), "nothing\n");

    // A file of the tree that is damaged later is named, and the answer does without it.
    let kernels = folder.path().join("tree/table=kernels");
    let date = kernels.read_dir().unwrap().next().unwrap().unwrap().path();
    let file = date.join("job=none").read_dir().unwrap().next().unwrap().unwrap().path();
    std::fs::write(&file, "PAR1").unwrap();
    let output = done(&["ask", &tree, "worst"], &[]);
    assert!(String::from_utf8_lossy(&output.stderr).contains(&file.display().to_string()));
}

/// On a terminal with one thread; the second recording is a pipe, so that it takes until the test has
/// typed Ctrl-C.
#[test]
fn add_says_how_far_it_is_and_ends_with_what_it_has_begun() {
    const TERMINAL: &str =
        "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    assert_interruptible();
    let folder = tempfile::tempdir().unwrap();
    let names = ["first", "second", "third", "fourth"].map(|name| folder.path().join(name));
    for (rank, name) in (0..).zip(&names) {
        write(name, &usual(rank));
    }
    // Whoever reads the second waits until it is let go.
    let held = rusqlite::Connection::open(&names[1]).unwrap();
    held.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let tree = folder.path().join("tree").display().to_string();
    let mut terminal = Command::new("python3")
        .args(["-c", TERMINAL, env!("CARGO_BIN_EXE_propp"), "fleet", "add", &tree])
        .args(&names)
        .env("RAYON_NUM_THREADS", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut screen = terminal.stdout.take().unwrap();
    let mut said = String::new();
    while !said.contains("adding recording 2 of 4") {
        let mut some = [0; 1 << 10];
        let length = screen.read(&mut some).unwrap();
        assert_ne!(length, 0, "{said}");
        said.push_str(&String::from_utf8_lossy(&some[..length]));
    }
    terminal.stdin.as_mut().unwrap().write_all(b"\x03").unwrap();
    std::thread::sleep(Duration::from_millis(300));
    held.close().unwrap();
    screen.read_to_string(&mut said).unwrap();
    assert!(
        said.contains("added 2 recordings") && said.contains("interrupted; 2 are left"),
        "{said}"
    );
    assert_eq!(terminal.wait().unwrap().code(), Some(130), "{said}");
    done(&["add", &tree], &names);
    whole(&tree, 0);
}

/// Rounds of [`killed_writers_lose_nothing`]: few in CI, `PROPP_FLEET_ROUNDS=1000` for all.
fn rounds() -> u32 {
    std::env::var("PROPP_FLEET_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(5)
}

#[test]
fn killed_writers_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let recordings: Vec<PathBuf> = (0..4)
        .map(|rank| {
            let path = folder.path().join(format!("{rank}.propp"));
            write(&path, &usual(rank));
            path
        })
        .collect();
    for round in 0..rounds() {
        let tree = folder.path().join(format!("tree-{round}")).display().to_string();
        done(&["add", &tree], &recordings[..1]);
        let start = |files: &[PathBuf]| {
            propp(&["add", &tree], files).stderr(Stdio::null()).spawn().unwrap()
        };
        let mut writers = [start(&recordings[1..]), start(&recordings)];
        let mut compaction = propp(&["compact", &tree], &[]).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_micros(u64::from(round) * 7919 % 60_000));
        writers[0].kill().unwrap();
        // Whatever the reader finds is whole: three kernels for each recording that is there.
        let output = done(&["ask", &tree, "worst"], &[]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(told, "", "round {round}");
        writers[1].kill().unwrap();
        compaction.kill().unwrap();
        for process in writers.iter_mut().chain([&mut compaction]) {
            process.wait().unwrap();
        }
        done(&["add", &tree], &recordings);
        whole(&tree, round);
        done(&["compact", &tree], &[]);
        whole(&tree, round);
        let files = || walked(Path::new(&tree));
        let compacted = files();
        done(&["compact", &tree], &[]);
        assert_eq!(files(), compacted, "round {round}: a second compaction changes nothing");
        done(&["add", &tree], &recordings);
        assert_eq!(files(), compacted, "round {round}: what is compacted is known");
        std::fs::remove_dir_all(&tree).unwrap();
    }
}

/// All four recordings are in the tree, once.
fn whole(tree: &str, round: u32) {
    let ns = |files: u64| (0..files).map(|rank| 100_000 + rank).sum::<u64>();
    let worst = answer(tree, "worst");
    let gemm = worst.iter().find(|row| row["function"] == "gemm").unwrap();
    let least = 10.0 * ns(4) as f64 / 3.6e12;
    let hours = gemm["gpu_hours"].as_f64().unwrap();
    assert!((1.0..1.02).contains(&(hours / least)), "round {round}: {hours} of {least}");
}

/// All files below a folder, in their order.
fn walked(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walked(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}
