//! `propp.profile()` of the Python package: parts of a process that runs already.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use propp_base_names::shorten;
use propp_recording_store::read;
use tempfile::TempDir;

use super::methods::{Spreads, allowed, apart_by, kernels_of};
use super::predictions::analysis;
use super::process::run;
use super::programs::{Profile, keep, propp_path};
use crate::support::{same, says};

/// The same work as a block, twice, and as a whole program. A compiled function is compiled in the
/// block, and the launches of a block come from several threads.
const WORK: &str = r#"
import sys, threading
import torch
folder = sys.argv[1] if len(sys.argv) > 1 else None
a = torch.ones(2048, 2048, device="cuda") / 2048

def step():
    for _ in range(8):
        b = torch.relu(a @ a)
        c = torch.softmax(b, 1)
        d = c.sum(0)

def work():
    threads = [threading.Thread(target=step) for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    torch.cuda.synchronize()

if folder is None:
    work()
else:
    import propp
    step()
    for block in "first", "second":
        with propp.profile(f"{folder}/{block}.propp") as p:
            work()
        print(block, sum(row["launches_seen"] for row in p.kernels()), len(p.counters()) > 0)
    compiled = torch.compile(lambda x: torch.nn.functional.gelu(x * 2 + 1))
    with propp.profile() as p:
        for _ in range(3):
            compiled(a)
    print("compiled", any("triton" in row["kernel"] for row in p.kernels()))
"#;

pub(crate) fn blocks_count_what_the_program_does() -> Result<(), String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let mut blocks = Command::new("python3");
    blocks.args(["-c", WORK]).arg(folder.path()).env("PYTHONPATH", package());
    blocks.env("PROPP_BINARY", propp_path());
    let said = run(&mut blocks, b"")?.ended_with(0)?.text();
    says(&said, &["first 64 True\nsecond 64 True\ncompiled True"])?;
    let options = ["--replay", "kernel", "--max-launches-per-kernel", "5"];
    let whole = Profile::of_command(&options, Path::new("python3"), &["-c", WORK])?;
    let whole = whole.expect(0, b"")?;
    let reference = kernels_of(&whole.analysis);
    let (mut text, mut compared, mut violations) = (String::new(), 0, 0);
    for block in ["first", "second"] {
        let file = folder.path().join(block).with_extension("propp");
        let recording = read(&file).map_err(|error| error.to_string())?;
        let kernels: BTreeMap<String, Spreads> = kernels_of(&analysis(&recording)?);
        for (name, (ns, spreads)) in &kernels {
            let Some((_, of_whole)) = reference.get(name) else {
                return Err(format!("the program does not run {name}"));
            };
            for (criterion, spread) in spreads {
                let Some(expected) = of_whole.get(criterion) else { continue };
                let apart = apart_by(*spread, *expected);
                let miss = apart > allowed(name, *criterion, *ns, f64::from(expected.median));
                compared += 1;
                violations += usize::from(miss);
                text += &format!(
                    "{} {block} {:<46} {criterion:<8} {:.4}, {:.4} of the whole program\n",
                    if miss { "MISS" } else { "    " },
                    shorten(name, 46),
                    f64::from(spread.median),
                    f64::from(expected.median)
                );
            }
        }
    }
    text += &format!("{compared} values compared, {violations} apart by more than allowed\n");
    print!("{text}");
    keep("blocks.txt", text.as_bytes())?;
    same(compared >= 50, true, "values to compare")?;
    same(violations, 0, "values apart")
}

/// The Python package, beside the test or in the sources.
fn package() -> PathBuf {
    let shipped = std::env::var_os("PROPP_DIST").map(PathBuf::from);
    shipped.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR"))).join("python/src")
}
