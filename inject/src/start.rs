//! Starts the job when the driver loads the library, and ends it at exit.

use cupti_sys::{Error, Library};
use propp_wire::{CONFIG_VARIABLE, Config, Frame, Goodbye, Hello, Job, VERSION, decode_config};

use crate::agent::{Agent, agent, close_in_child, failure};
use crate::channel::Channel;
use crate::driver::Driver;
use crate::guard::{give_up, guarded, is_inside};
use crate::{callbacks, code, count, library, nvtx, pulse, trace, window};

/// Reads the configuration, connects, and starts the job. Nothing happens without a
/// configuration: a program may have inherited the variable by accident.
pub(crate) fn start() {
    let Some(config) = read_config() else { return };
    // SAFETY: no preconditions.
    let parent = unsafe { libc::getppid() };
    if config.only_child_of != 0 && i64::from(config.only_child_of) != i64::from(parent) {
        return;
    }
    let Some(channel) = Channel::connect(&config.socket) else { return };
    pulse::open(&config.pulse);
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
    let agent = Agent { config, channel, cupti, driver }.install();
    // SAFETY: the handlers are functions of this library, which is never unloaded.
    unsafe {
        libc::atexit(at_exit);
        libc::pthread_atfork(None, None, Some(in_forked_child));
    }
    if let Err(error) = start_job(agent) {
        agent.refuse("cannot-start", &error);
        if agent.config.job != Job::Trace {
            // Counting without all callbacks would be dangerous: a context that ends, say,
            // with its profiler open.
            give_up();
        }
    }
}

fn start_job(agent: &'static Agent) -> Result<(), Error> {
    window::start(agent);
    nvtx::include(&agent.config.selection.nvtx);
    match agent.config.job {
        Job::Trace => {
            callbacks::subscribe_for_trace(agent)?;
            trace::start(agent)
        }
        Job::Count | Job::Lines => {
            count::start(agent);
            code::start(agent);
            callbacks::subscribe_to_launches(agent)
        }
    }
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
        Job::Count | Job::Lines => count::finish(agent),
    }
}

extern "C" fn in_forked_child() {
    give_up();
    close_in_child();
}
