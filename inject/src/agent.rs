//! The one object of this library: made once, never destroyed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use cupti_sys::Library;
use propp_wire::{
    CONFIG_VARIABLE, Config, Frame, Goodbye, Hello, Job, Notice, Severity, VERSION, decode_config,
};

use crate::channel::Channel;
use crate::driver::Driver;
use crate::{count, guarded, is_inside, library, trace};

/// What every callback needs.
pub(crate) struct Agent {
    pub(crate) config: Config,
    pub(crate) channel: Channel,
    pub(crate) cupti: &'static Library,
    pub(crate) driver: Driver,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// Set in a forked child, which shares our memory and not CUPTI's threads,
/// and after a panic. Nothing is done from then on.
static OFF: AtomicBool = AtomicBool::new(false);

/// The agent, unless it is switched off.
pub(crate) fn agent() -> Option<&'static Agent> {
    if OFF.load(Ordering::Relaxed) { None } else { AGENT.get() }
}

/// Never do anything again in this process.
pub(crate) fn give_up() {
    OFF.store(true, Ordering::Relaxed);
}

/// Reads the configuration, connects, and starts the job. Without a
/// configuration (a program that inherited the variable by accident) nothing
/// happens.
pub(crate) fn start() {
    let Some(config) = read_config() else { return };
    // SAFETY: no preconditions.
    let parent = unsafe { libc::getppid() };
    if config.only_child_of != 0 && i64::from(config.only_child_of) != i64::from(parent) {
        return;
    }
    let Some(channel) = Channel::connect(&config.socket) else { return };
    let driver = Driver::resolve();
    let found = library::open(&config.cupti_dir);
    channel.send(&Frame::Hello(hello(&config, found.as_ref().ok(), &driver)));
    let cupti: &'static Library = match found {
        Ok(cupti) => Box::leak(Box::new(cupti)),
        Err(refusal) => {
            channel.send(&failure(refusal.code, 0, refusal.text));
            return;
        }
    };
    let agent = AGENT.get_or_init(|| Agent { config, channel, cupti, driver });
    // SAFETY: the handlers are functions of this library, which is never unloaded.
    unsafe {
        libc::atexit(at_exit);
        libc::pthread_atfork(None, None, Some(in_forked_child));
    }
    let started = match agent.config.job {
        Job::Trace => trace::start(agent),
        Job::Count => count::start(agent),
    };
    if let Err(error) = started {
        agent.refuse("cannot-start", &error);
    }
}

impl Agent {
    /// Tells propp that something failed for good.
    pub(crate) fn refuse(&self, code: &str, error: &cupti_sys::Error) {
        let status = error.status().map_or(0, |status| status.0);
        self.channel.send(&failure(code, status, error.to_string()));
    }

    /// Tells propp that something is missing from the recording.
    pub(crate) fn warn(&self, code: &str, text: String) {
        let notice = Notice { severity: Severity::Warning, code: code.to_owned(), status: 0, text };
        self.channel.send(&Frame::Notice(notice));
    }
}

fn failure(code: &str, status: u32, text: String) -> Frame {
    Frame::Notice(Notice { severity: Severity::Failure, code: code.to_owned(), status, text })
}

fn read_config() -> Option<Config> {
    let path = std::env::var_os(CONFIG_VARIABLE)?;
    decode_config(&std::fs::read(path).ok()?).ok()
}

fn hello(config: &Config, cupti: Option<&Library>, driver: &Driver) -> Hello {
    // SAFETY: no preconditions.
    let (pid, parent) = unsafe { (libc::getpid(), libc::getppid()) };
    let command = std::fs::read("/proc/self/cmdline").unwrap_or_default();
    Hello {
        version: VERSION,
        job: config.job,
        pid: pid.unsigned_abs(),
        parent_pid: parent.unsigned_abs(),
        command: command
            .split(|byte| *byte == 0)
            .filter(|word| !word.is_empty())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect(),
        cupti_version: cupti.map_or(0, Library::version),
        cupti_path: cupti.map(|c| c.path().display().to_string()).unwrap_or_default(),
        driver_cuda_version: driver.cuda_version(),
    }
}

/// Sends what is still here and says goodbye. Runs before the driver's own
/// handlers, because it was registered after them. What is locked for good is
/// not waited for: then propp gets no goodbye.
extern "C" fn at_exit() {
    if is_inside() {
        give_up();
        return;
    }
    guarded(|| {
        if let Some(agent) = agent()
            && agent.channel.is_free()
            && let Some(totals) = finish(agent)
        {
            agent.channel.send(&Frame::Goodbye(totals));
        }
        give_up();
    });
}

fn finish(agent: &'static Agent) -> Option<Goodbye> {
    match agent.config.job {
        Job::Trace => trace::finish(agent),
        Job::Count => count::finish(agent),
    }
}

extern "C" fn in_forked_child() {
    give_up();
    if let Some(agent) = AGENT.get() {
        agent.channel.close_in_child();
    }
}

/// Totals of a job that saw nothing.
pub(crate) const NOTHING: Goodbye = Goodbye { seen: 0, measured: 0, dropped: 0 };
