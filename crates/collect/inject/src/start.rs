//! Starts the job when the driver loads the library, and ends it at exit.

use std::ffi::{CStr, OsStr, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use cupti_sys::{Error, Library};
use propp_recording_wire::{Config, Frame, Goodbye, Hello, Job, VERSION, decode_config, variables};

use crate::agent::{Agent, agent, close_in_child, failure, installed};
use crate::channel::Channel;
use crate::driver::Driver;
use crate::guard::{give_up, guarded, is_inside, is_off};
use crate::{callbacks, code, count, held, library, nvtx, pulse, trace, window};

/// Starts the job in a program that begins to use CUDA. Nothing happens without a configuration:
/// a program may have inherited the variable by accident.
pub(crate) fn start() {
    let Some(path) = std::env::var_os(variables::CONFIG) else { return };
    let is_early = held::wait();
    let Some(config) = read_config(Path::new(&path)) else {
        if is_early {
            held::end();
        }
        return;
    };
    // SAFETY: no preconditions.
    let parent = unsafe { libc::getppid() };
    if config.only_child_of == 0 || i64::from(config.only_child_of) == i64::from(parent) {
        // Without a job, the connection lasts as long as the program.
        let _ = start_with(config).map_err(std::mem::forget);
    }
}

/// Starts the job in a process that may have used CUDA for long, as the file at `path` says.
/// Returns 0, or 1 if nothing is profiled; propp has then been told why, if it could be.
///
/// # Safety
/// `path` is null or a C string.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn propp_attach(path: *const c_char) -> c_int {
    crate::silence_panics();
    let mut is_started = false;
    // SAFETY: the caller's promise.
    let path = (!path.is_null()).then(|| unsafe { CStr::from_ptr(path) });
    let config = path.and_then(|path| read_config(Path::new(OsStr::from_bytes(path.to_bytes()))));
    guarded(|| {
        is_started = config.is_some_and(|config| match start_with(config) {
            Ok(agent) => {
                agent.driver.expect_captures(); // One may be under way.
                true
            }
            Err(Some(channel)) => {
                channel.close(); // propp does not wait for this process.
                false
            }
            Err(None) => false,
        });
        if let Some(agent) = installed().filter(|_| !is_started) {
            // CUPTI may have been half ours.
            callbacks::unsubscribe(agent);
            if agent.records() {
                trace::stop(agent);
            }
            agent.channel.close();
        }
    });
    c_int::from(!is_started || is_off())
}

/// Ends the job, and leaves CUPTI to others. What the GPU has still to do is not recorded: the
/// caller waits for it first.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn propp_detach() {
    guarded(|| {
        let Some(agent) = agent() else { return };
        count::stop();
        if agent.records() {
            // Nothing is recorded behind the last flush: another would get our buffer.
            trace::leaves(agent);
            trace::stop(agent);
        }
        let totals = finish(agent);
        give_up();
        callbacks::unsubscribe(agent);
        if let Some(totals) = totals {
            agent.channel.send(&Frame::Goodbye(totals));
        }
        agent.channel.close();
    });
}

/// Connects, and starts the job. If it cannot be started: the connection, where nobody else has it.
fn start_with(config: Config) -> Result<&'static Agent, Option<Channel>> {
    let channel = Channel::connect(&config.socket).ok_or(None)?;
    pulse::open(&config.pulse);
    let driver = Driver::resolve();
    let found = library::open(&config.cupti_dir);
    channel.send(&Frame::Hello(hello(&config, found.as_ref().ok(), &driver)));
    let cupti: &'static Library = match found {
        Ok(cupti) => Box::leak(Box::new(cupti)),
        Err(refusal) => {
            channel.send(&failure(refusal.code, 0, refusal.text));
            return Err(Some(channel));
        }
    };
    let agent = Agent { config, channel, cupti, driver }.install();
    if let Some(text) = library::unseen_ranges(agent.cupti) {
        agent.warn("ranges-unseen", text);
    }
    // SAFETY: the handlers are functions of this library, which is never unloaded.
    unsafe {
        libc::atexit(at_exit);
        libc::pthread_atfork(None, None, Some(in_forked_child));
    }
    let started = start_job(agent);
    if let Err(error) = &started {
        agent.refuse("cannot-start", error);
        if agent.config.job != Job::Trace {
            // Counting without all callbacks would be dangerous: a context that ends, say,
            // with its profiler open.
            give_up();
        }
    }
    started.map(|()| agent).map_err(|_| None)
}

fn start_job(agent: &'static Agent) -> Result<(), Error> {
    window::start(agent);
    nvtx::include(&agent.config.selection.nvtx);
    match agent.config.job {
        Job::Trace => callbacks::subscribe_for_trace(agent)?,
        Job::Count | Job::Lines | Job::Waits | Job::Capture => {
            count::start(agent);
            code::start(agent);
            callbacks::subscribe_to_launches(agent)?;
        }
    }
    if agent.records() { trace::start(agent) } else { Ok(()) }
}

/// The folder of the CUPTI that ranges are reported to in processes without one of their own; `None`
/// in a process that is none of propp's.
pub(crate) fn ranges_to() -> Option<String> {
    let config = std::env::var_os(variables::CONFIG)?;
    let told = Path::new(&config).with_file_name(variables::RANGES_TO);
    std::fs::read_to_string(told).ok().filter(|dir| !dir.is_empty())
}

fn read_config(path: &Path) -> Option<Config> {
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
        instance: propp_base_guest::instance(),
    }
}

/// Sends the remaining records and says goodbye. This handler was registered after
/// the driver's own, so it runs before them. It does not wait for a lock that is
/// never released: propp then gets no goodbye.
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
    window::finish(agent);
    match agent.config.job {
        Job::Trace => trace::finish(agent),
        Job::Count | Job::Lines | Job::Waits | Job::Capture if agent.config.records => {
            // The profiler is closed first, so that the last records are whole.
            let counted = count::finish(agent)?;
            Some(Goodbye { dropped: trace::finish(agent)?.dropped, ..counted })
        }
        Job::Count | Job::Lines | Job::Waits | Job::Capture => count::finish(agent),
    }
}

extern "C" fn in_forked_child() {
    give_up();
    close_in_child();
}
