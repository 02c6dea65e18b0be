//! Commands that end in time, or are stopped.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag::register_usize;
use signal_hook::low_level::emulate_default_handler;

/// How often it is asked whether a command has ended.
const EVERY: Duration = Duration::from_millis(10);

/// How long a command that is asked to end may clean up.
const GRACE: Duration = Duration::from_secs(1);

/// The last signal that asked propp for its end. The groups of the commands do not get the
/// terminal's.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(|| {
    let came = Arc::default();
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        // It fails for signals alone that nobody may handle.
        let _ = register_usize(signal, Arc::clone(&came), signal.unsigned_abs() as usize);
    }
    came
});

#[derive(Debug)]
pub(crate) struct Ended {
    /// `None` if it was stopped.
    pub(crate) status: Option<ExitStatus>,
    pub(crate) took: Duration,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// From here on, signals that ask for the end are heeded by [`heed`] and [`run`] alone.
pub(crate) fn watch() {
    LazyLock::force(&SIGNAL);
}

fn signal() -> Option<i32> {
    i32::try_from(SIGNAL.load(Ordering::SeqCst)).ok().filter(|signal| *signal != 0)
}

/// Ends propp if a signal asked for it: the folder is removed first, and propp dies of the signal.
pub(crate) fn heed(folder: &Path) {
    if let Some(signal) = signal() {
        let _ = fs::remove_dir_all(folder);
        // It returns for signals alone that end nothing.
        let _ = emulate_default_handler(signal);
    }
}

/// Runs a command; behind the limit, it is stopped with all that it started. What it writes goes
/// through files of this folder, so that nothing waits for who else holds its output open. The
/// folder is removed if a signal asks for the end meanwhile.
pub(crate) fn run(
    command: &mut Command,
    limit: Option<Duration>,
    folder: &Path,
) -> io::Result<Ended> {
    let [output, errors] = ["output.txt", "errors.txt"].map(|name| folder.join(name));
    watch();
    heed(folder);
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(File::create(&output)?)
        .stderr(File::create(&errors)?)
        .process_group(0)
        .spawn()?;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if signal().is_some() || limit.is_some_and(|limit| start.elapsed() >= limit) {
            stop(&mut child)?;
            heed(folder);
            break None;
        }
        sleep(EVERY);
    };
    let text = |path| Ok::<_, io::Error>(String::from_utf8_lossy(&fs::read(path)?).into_owned());
    Ok(Ended { status, took: start.elapsed(), output: text(output)?, errors: text(errors)? })
}

/// Asks a command and all that it started to end, and kills what does not. `propp profile` removes its
/// files when it is asked.
fn stop(child: &mut Child) -> io::Result<()> {
    // Its leader is not reaped before the last signal, so no other group has its number.
    let Some(group) = Pid::from_raw(child.id().cast_signed()) else { return Ok(()) };
    kill_process_group(group, Signal::TERM)?;
    let asked = Instant::now();
    while asked.elapsed() < GRACE && !has_ended(group)? {
        sleep(EVERY);
    }
    kill_process_group(group, Signal::KILL)?;
    child.wait().map(drop)
}

/// Whether a child has ended, which is left to be waited for.
fn has_ended(child: Pid) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(child), options)?.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(script: &str, limit: Option<Duration>) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        run(Command::new("sh").args(["-c", script]), limit, folder.path()).unwrap()
    }

    #[test]
    fn what_a_command_says_and_how_it_ends_is_kept() {
        let ended = of("echo said; echo wrong >&2; exit 3", Some(Duration::from_mins(1)));
        assert_eq!(ended.status.unwrap().code(), Some(3));
        assert_eq!((&*ended.output, &*ended.errors), ("said\n", "wrong\n"));
    }

    #[test]
    fn a_command_that_does_not_end_is_stopped_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let mark = folder.path().join("mark");
        let script =
            format!("(sleep 2; touch {0}) & echo begun; sleep 60; touch {0}", mark.display());
        let ended = of(&script, Some(Duration::from_millis(300)));
        assert!(ended.status.is_none() && ended.took < Duration::from_secs(2), "{ended:?}");
        assert_eq!(ended.output, "begun\n");
        sleep(Duration::from_millis(2500));
        assert!(!mark.exists(), "what it started runs on");
    }
}
