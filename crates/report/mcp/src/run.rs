//! A call of the propp command.

use std::process::Stdio;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};

use super::Config;
use super::refused::Refused;
use super::tools::Call;

/// What propp gets to end its program and write the recording.
const GRACE: Duration = Duration::from_secs(5);
/// More of a program's output is not kept.
const MOST_OUTPUT: u64 = 64 << 20;

pub(super) struct Done {
    pub(super) code: Option<i32>,
    pub(super) output: String,
    pub(super) errors: String,
}

/// Runs a call until it ends, or `stop` does; whatever drops this future kills the command.
pub(super) async fn run(
    config: &Config,
    call: &Call,
    stop: impl Future<Output = ()>,
) -> Result<Done, Refused> {
    let command = &config.command;
    let failed = |error: std::io::Error| {
        Refused::new("failed", &format!("cannot run {}: {error}", command.display()), None)
    };
    let mut command = Command::new(command);
    for variable in &config.unset {
        command.env_remove(variable);
    }
    let child = command
        .args(&call.arguments)
        .current_dir(config.root.path())
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let mut running = Running::new(child);
    let (mut output, mut errors) = (String::new(), String::new());
    let child = &mut running.child;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let read = async {
        tokio::join!(read_all(out, &mut output), read_all(err, &mut errors));
        child.wait().await
    };
    let status = tokio::select! {
        status = read => status.map_err(failed)?,
        () = stop => {
            running.end().await;
            return Err(Refused::new("cancelled", "the client has gone, or cancelled the call", None));
        }
        () = tokio::time::sleep(call.limit) => {
            running.end().await;
            let seconds = call.limit.as_secs();
            let cure = "ask for more seconds, or make the program shorter";
            let seen = format!("the call took more than {seconds} s and was ended");
            return Err(Refused::new("too-long", &seen, Some(cure)));
        }
    };
    running.is_over = true;
    Ok(Done { code: status.code(), output, errors })
}

async fn read_all(from: Option<impl tokio::io::AsyncRead + Unpin>, to: &mut String) {
    let Some(from) = from else { return };
    let mut bytes = Vec::new();
    // What could not be read is missing, and the exit code tells.
    let _ = from.take(MOST_OUTPUT).read_to_end(&mut bytes).await;
    *to = String::from_utf8_lossy(&bytes).into_owned();
}

/// A command that ends with this, and all that it has started with it.
struct Running {
    child: Child,
    group: Option<Pid>,
    is_over: bool,
}

impl Running {
    fn new(child: Child) -> Self {
        let group = child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        Self { child, group, is_over: false }
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // It may have ended.
            let _ = kill_process_group(group, signal);
        }
    }

    /// First as Ctrl-C does, so that the recording is complete.
    async fn end(&mut self) {
        self.signal(Signal::INT);
        let _ = tokio::time::timeout(GRACE, self.child.wait()).await;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !self.is_over {
            self.signal(Signal::KILL);
        }
    }
}
