//! `cargo xtask gpu-test`: the device tests, here or, as CI machines have no
//! GPU, by way of a folder that another machine runs.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::dist;
use crate::error::Error;
use crate::paths::Paths;

/// Present where NVIDIA's kernel driver is loaded and, in a container, a GPU was
/// handed in (/proc/driver/nvidia shows there in either case). dist/gpu-test.sh
/// and tests/gpu.rs ask the same.
const SIGN_OF_A_GPU: &str = "/dev/nvidiactl";

/// Arguments of `cargo xtask gpu-test`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Passed to the test binary: a filter, --list, --nocapture, …
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

pub(crate) fn run(args: &Args, paths: &Paths) -> Result<(), Error> {
    run_here("gpu-test", &args.arguments, paths)
}

/// Runs a script of the folder that `cargo xtask dist --device-tests` makes, where there is a GPU.
pub(crate) fn run_here(
    script: &'static str,
    arguments: &[String],
    paths: &Paths,
) -> Result<(), Error> {
    let folder = dist::with_device_tests(paths)?;
    if !Path::new(SIGN_OF_A_GPU).exists() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        return Err(Error::NoGpu { dist: folder, name, script, arguments: quoted(arguments) });
    }
    let mut command = Command::new(folder.join(script));
    let status = command.args(arguments).status();
    let status = status.map_err(Error::file("start", &folder.join(script)))?;
    if status.success() { Ok(()) } else { Err(Error::DeviceTests { status }) }
}

fn quoted(arguments: &[String]) -> String {
    arguments.iter().fold(String::new(), |mut line, argument| {
        // Writing to a String cannot fail.
        let _ = write!(line, " '{}'", argument.replace('\'', r"'\''"));
        line
    })
}
