//! `propp probe` on this GPU: that it measures, that it finds the same again, and that its
//! loads are those that they are called.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::process::run;
use super::programs::propp;
use crate::support::{same, says};

/// What `propp` prints in a folder, with its own cache of what is compiled.
fn printed(folder: &Path, words: &[&str]) -> Result<String, String> {
    let mut command = propp();
    command.current_dir(folder).env("PROPP_SUITE_CACHE", folder.join("cache")).args(words);
    let ran = run(&mut command, b"")?.ended_with(0)?;
    Ok(String::from_utf8_lossy(&ran.out).into_owned())
}

pub(crate) fn probes_measure_this_gpu() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let quick = ["probe", "-q", "device.record", "chase.constant", "shared.conflict"];
    let first = printed(folder.path(), &[&quick[..], &["--format", "json"]].concat())?;
    says(&first, &["\"device.clock\"", "\"constant.capacity\"", "\"shared.hit\""])?;
    let from = ["probe", "--from", "probe.propp", "--format", "json"];
    let again = printed(folder.path(), &from)?;
    same(again == first, true, "what follows from the recording")?;
    // An experiment that is measured anew takes the place of its own samples alone.
    printed(folder.path(), &["probe", "-q", "shared.conflict"])?;
    let listed = printed(folder.path(), &from)?;
    says(&listed, &["\"constant.capacity\"", "\"shared.hit\""])
}

/// The ways of a load by the number in their template, and what each is on the machine.
const WAYS: [(u32, &str); 7] = [
    (0, "LDG.E.64.STRONG.SM "),
    (1, "LDG.E.64.STRONG.GPU "),
    (2, "LDG.E.64.STRONG.SYS "),
    (3, "LDG.E.64.CONSTANT "),
    (4, "TLD"),
    (5, "LDC "),
    (6, "LDS "),
];

/// Loads that the amortised chase makes in a row.
const UNROLLED: usize = 16;

pub(crate) fn loads_of_probes_are_what_they_are_called() -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    printed(folder.path(), &["probe", "-q", "device.record"])?;
    let library = library(&folder.path().join("cache")).ok_or("no library of probes")?;
    let listing = Command::new(cuobjdump()).arg("-sass").arg(library).output();
    let listing = listing.map_err(|error| format!("cuobjdump: {error}"))?;
    let listing = String::from_utf8_lossy(&listing.stdout);
    for (way, load) in WAYS {
        let name = format!("chase_togetherILNS_4PathE{way}E");
        let function = listing
            .split("Function : ")
            .find(|text| text.lines().next().is_some_and(|line| line.contains(&name)));
        let function = function.ok_or_else(|| format!("no function {name}"))?;
        let loads = function.matches(load).count();
        same(loads >= UNROLLED, true, &format!("{name} has {loads} of {load}"))?;
    }
    Ok(())
}

fn library(folder: &Path) -> Option<PathBuf> {
    std::fs::read_dir(folder).ok()?.flatten().find_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            library(&path)
        } else {
            path.file_name().is_some_and(|name| name == "libpropp_probes.so").then_some(path)
        }
    })
}

/// The toolkit's, beside the compiler.
fn cuobjdump() -> PathBuf {
    let nvcc = std::env::var_os("PROPP_NVCC").map(PathBuf::from);
    let beside = nvcc.and_then(|nvcc| Some(nvcc.parent()?.join("cuobjdump")));
    beside.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from("cuobjdump"))
}
