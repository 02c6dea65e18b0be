//! What the machine must have, looked for before anything is built.

use std::process::{Command, Stdio};

use crate::error::Error;

const INSTALL: &str = "on Debian and Ubuntu `apt-get install build-essential python3-pip python3-venv`, on Fedora `dnf \
     install gcc gcc-c++ python3-pip`";

/// Programs, what each must be able to do, and what for.
const NEEDED: [(&str, &[&str], &str); 3] = [
    ("cc", &["--version"], "a C compiler (cc) to link every program and to compile SQLite"),
    ("g++", &["--version"], "a C++ compiler (g++) for the host part of CUDA programs"),
    ("python3", &["-m", "pip", "--version"], "Python 3 with pip to fetch NVIDIA's compiler"),
];

/// Fails with a sentence where something is missing.
pub(crate) fn check() -> Result<(), Error> {
    let works = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    match NEEDED.into_iter().find(|(program, arguments, _)| !works(program, arguments)) {
        Some((_, _, what)) => Err(Error::Lacking { what, cure: INSTALL }),
        None => Ok(()),
    }
}
