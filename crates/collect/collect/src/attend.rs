//! In place of a program that propp starts: one that runs already, and attaches itself.
//!
//! propp starts itself again as the program of the run. That process says where the injected
//! library and its configuration are, and waits for a byte on its standard input, or its end. The
//! program that asked for it loads the library meanwhile (`propp_attach`), and lets go of it
//! (`propp_detach`).

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::ffi::OsStrExt;

use propp_recording_wire::variables;

use super::session::Session;

/// The command of that process.
pub(super) fn command() -> io::Result<Vec<OsString>> {
    let own = std::env::current_exe()?.into_os_string();
    Ok(vec![own, "attend".into(), "--stand-by".into()])
}

/// Says where the library and its configuration are, a line each, and waits for a byte on standard
/// input, or its end.
/// Fails when this is not called by [`super::profile`], or the output cannot be written.
pub fn stand_by() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for variable in [Session::VARIABLES[0], variables::CONFIG] {
        let path = std::env::var_os(variable)
            .ok_or_else(|| io::Error::other(format!("{variable} is not set")))?;
        output.write_all(path.as_bytes())?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    // A byte, or the end: a process that was forked from the other keeps the pipe open.
    io::stdin().read(&mut [0]).map(drop)
}
