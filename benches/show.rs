//! What reports cost: the table of a recording of a million launches, and the page of one
//! with a thousand kernels; opened in a Chromium as well, where `PROPP_TEST_CHROMIUM` names
//! one (`cargo xtask test` fetches it). With `large` in their place, recordings that are larger than
//! those of people: processor time and memory of each format.
//!
//!     cargo bench --bench show [-- LAUNCHES | large]
//!
//! The recordings are made up; files are in the cache of the operating system.

use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[path = "../tests/browser/chromium.rs"]
#[allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "a module of tests")]
mod chromium;
#[path = "../tests/support/large.rs"]
#[allow(clippy::unwrap_used, reason = "a module of tests")]
mod large;
#[path = "../tests/support/launches.rs"]
#[allow(clippy::unwrap_used, reason = "a module of tests")]
mod launches;
#[path = "../tests/support/many.rs"]
#[allow(dead_code, clippy::unwrap_used, reason = "a module of tests")]
mod many;
#[path = "../tests/support/used.rs"]
#[allow(clippy::unwrap_used, reason = "a module of tests")]
mod used;

use chromium::{Chromium, View};
use many::{Like, Made, write, write_like};
use used::{Used, used};

const ROUNDS: usize = 7;

const VIEW: View = View { width: 1280, height: 900, dark: false };

fn main() -> Result<(), Box<dyn Error>> {
    let word = std::env::args().skip(1).find(|word| word != "--bench");
    if word.as_deref() == Some("large") {
        return larger();
    }
    let count: u64 = word.map_or(Ok(1_000_000), |word| word.parse())?;
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("launches.propp");
    let begun = Instant::now();
    launches::write(&path, count);
    println!("{count} launches: {} bytes written in {:.2?}", size(&path)?, begun.elapsed());
    for arguments in [&[][..], &["--format", "json"], &["--format", "html"], &["--format", "trace"]]
    {
        let times = times(|| show(&path, arguments))?;
        println!("{count} launches: propp show {}: {}", arguments.join(" "), spread(&times));
    }
    let (path, html) = (dir.path().join("kernels.propp"), dir.path().join("kernels.html"));
    write(&path, &kernels());
    let out = html.to_string_lossy().into_owned();
    let times_of_page = times(|| show(&path, &["-f", "-o", &out]))?;
    println!("1000 kernels: page of {} bytes: {}", size(&html)?, spread(&times_of_page));
    match std::env::var_os("PROPP_TEST_CHROMIUM") {
        Some(chromium) => open(Path::new(&chromium), &html),
        None => {
            println!("1000 kernels: not opened, since no PROPP_TEST_CHROMIUM names a Chromium");
            Ok(())
        }
    }
}

/// A recording that is larger than those of people, and who writes it.
type Large = (&'static str, Box<dyn Fn(&Path)>);

fn larger() -> Result<(), Box<dyn Error>> {
    const KERNELS: u32 = 40_000;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let like = Like::first_of(&propp_recording_store::read(
        &root.join("recordings/h200_transpose.propp"),
    )?);
    let recordings: [Large; 6] = [
        ("1,000,000 launches", Box::new(|path| launches::write(path, 1_000_000))),
        ("40,000 kernels alike", Box::new(|path| write(path, &large::alike(KERNELS)))),
        ("40,000 kernels", Box::new(|path| write(path, &large::different(KERNELS)))),
        (
            "40,000 kernels, all counters",
            Box::new(move |path| write_like(path, &large::different(KERNELS), &like)),
        ),
        ("200,000 notices", Box::new(|path| large::write_notices(path, 200_000))),
        ("75 names of 1 MiB", Box::new(|path| write(path, &large::long(75, 1 << 20)))),
    ];
    let formats: [(&str, &[&str]); 5] = [
        ("show", &[]),
        ("--all", &["--all"]),
        ("csv", &["--format", "csv"]),
        ("json", &["--format", "json"]),
        ("html", &["--format", "html"]),
    ];
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("large.propp");
    for (what, write) in recordings {
        write(&path);
        for (format, arguments) in formats {
            let mut propp = Command::new(env!("CARGO_BIN_EXE_propp"));
            let Used { processor, peak_mib } = used(propp.arg("show").arg(&path).args(arguments));
            println!("{what}: {format}: {:.2} s, {peak_mib} MiB", processor.as_secs_f64());
        }
    }
    Ok(())
}

/// Names of the length that templates have.
fn kernels() -> Vec<Made> {
    let name =
        |n: u32| format!("void ns{n}::kernel_{n}<{}>(float*)", "Argument<int, 4>, ".repeat(9));
    (0..1000).map(|n| Made::new(&name(n), 20, 5_000 + 10 * u64::from(n))).collect()
}

fn size(path: &Path) -> Result<u64, std::io::Error> {
    Ok(std::fs::metadata(path)?.len())
}

fn show(recording: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut propp = Command::new(env!("CARGO_BIN_EXE_propp"));
    propp.arg("show").arg(recording).args(arguments).stdout(Stdio::null());
    let status = propp.status()?;
    if status.success() { Ok(()) } else { Err(format!("propp show: {status}").into()) }
}

fn times(
    mut once: impl FnMut() -> Result<(), Box<dyn Error>>,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let round = |_| {
        let begun = Instant::now();
        once().map(|()| begun.elapsed())
    };
    let mut times = (0..ROUNDS).map(round).collect::<Result<Vec<_>, _>>()?;
    times.sort_unstable();
    Ok(times)
}

fn spread(sorted: &[Duration]) -> String {
    let middle = sorted[sorted.len() / 2];
    format!("median {middle:.3?}, {:.3?} to {:.3?}", sorted[0], sorted[sorted.len() - 1])
}

/// Until a frame is on the screen, and not only a document in memory; then sorted.
fn open(chromium: &Path, html: &Path) -> Result<(), Box<dyn Error>> {
    const FRAME: &str = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))";
    let mut browser = Chromium::start(chromium);
    let opened = times(|| {
        browser.open(html, VIEW);
        browser.run(FRAME);
        Ok(())
    })?;
    println!("1000 kernels: opened: {}", spread(&opened));
    let sorted = times(|| {
        browser.run("document.querySelectorAll('#table thead button')[6].click()");
        browser.run(FRAME);
        Ok(())
    })?;
    println!("1000 kernels: sorted by a click: {}", spread(&sorted));
    browser.finish();
    Ok(())
}
