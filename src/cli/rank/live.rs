//! What `propp rank` ranks where there is a GPU: it is measured first, once.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Parser;
use propp_collect_toolkit::compile;
use propp_recording::Recording;
use propp_recording_store::read;

use crate::cli::say::{Failure, Result, say};
use crate::cli::suite::run::{RunArgs, carry_out, options};

/// A primitive's recording on the GPU of this machine.
pub(super) struct Live {
    pub(super) recording: Recording,
    pub(super) path: PathBuf,
}

/// The recording of a primitive on this machine's first GPU, made if there is none that
/// is complete; `None` where there is no GPU.
pub(super) fn live(primitive: &str, again: bool) -> Option<Result<Live>> {
    let gpu = propp_collect_cuda::gpus().ok()?.into_iter().next()?;
    Some(measured(primitive, &gpu.name, again))
}

fn measured(primitive: &str, gpu: &str, again: bool) -> Result<Live> {
    let folder = compile::cache().map_err(Failure::usage)?.join("ranked");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))?;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let gpu_name: String = gpu.chars().map(plain).collect();
    let path = folder.join(format!("{gpu_name}-{primitive}.propp"));
    if !again
        && let Ok(recording) = read(&path)
        && recording.meta.get("suite.state").is_some_and(|state| state == "complete")
    {
        return Ok(Live { recording, path });
    }
    say(&format!(
        "propp: measuring {primitive} on {gpu}, this once; Ctrl-C stops it, and --bundled does \
         without"
    ));
    measure(primitive, &path, again)?;
    let recording = read(&path).map_err(Failure::usage)?;
    Ok(Live { recording, path })
}

/// As `propp suite run --primitive PRIMITIVE -o OUTPUT`; counters that could not be
/// read are told, and the times are there.
fn measure(primitive: &str, output: &Path, force: bool) -> Result<()> {
    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: RunArgs,
    }
    let words = ["run", "--primitive", primitive, "-o"].map(OsStr::new);
    let force = (force && output.exists()).then_some(OsStr::new("-f"));
    let words = words.into_iter().chain([output.as_os_str()]).chain(force);
    let line = Line::try_parse_from(words).map_err(Failure::usage)?;
    let outcome = carry_out(&line.args, &options(&line.args)?)?;
    if outcome.interrupted { Err(Failure::interrupted()) } else { Ok(()) }
}
