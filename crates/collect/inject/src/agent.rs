//! What every callback needs: made once, never destroyed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use cupti_sys::raw::CUcontext;
use cupti_sys::{Library, call};
use propp_recording_wire::{Config, Frame, Job, Notice, Severity};

use crate::channel::Channel;
use crate::driver::Driver;
use crate::guard::is_off;

pub(crate) struct Agent {
    pub(crate) config: Config,
    pub(crate) channel: Channel,
    pub(crate) cupti: &'static Library,
    pub(crate) driver: Driver,
}

static AGENT: OnceLock<Agent> = OnceLock::new();

/// The agent, unless the library is switched off.
pub(crate) fn agent() -> Option<&'static Agent> {
    AGENT.get().filter(|_| !is_off())
}

impl Agent {
    /// Makes this the agent of the process.
    pub(crate) fn install(self) -> &'static Self {
        AGENT.get_or_init(|| self)
    }

    /// Whether what runs is recorded.
    pub(crate) fn records(&self) -> bool {
        self.config.job == Job::Trace || self.config.records
    }

    /// Reports a failure after which nothing more can be collected.
    pub(crate) fn refuse(&self, code: &str, error: &cupti_sys::Error) {
        let status = error.status().map_or(0, |status| status.0);
        self.channel.send(&failure(code, status, error.to_string()));
    }

    /// Reports that something is missing from the recording.
    pub(crate) fn warn(&self, code: &str, text: String) {
        let notice = Notice { severity: Severity::Warning, code: code.to_owned(), status: 0, text };
        self.channel.send(&Frame::Notice(notice));
    }

    /// Reports something for the record.
    pub(crate) fn tell(&self, code: &str, text: String) {
        let notice = Notice { severity: Severity::Info, code: code.to_owned(), status: 0, text };
        self.channel.send(&Frame::Notice(notice));
    }

    /// The device of a context. If CUPTI cannot tell, device 0 and one warning.
    pub(crate) fn device_of(&self, context: CUcontext) -> u32 {
        static IS_TOLD: AtomicBool = AtomicBool::new(false);
        let mut device = 0;
        // SAFETY: a live context and a live integer.
        let asked = unsafe { call!(self.cupti, cuptiGetDeviceId(context, &raw mut device)) };
        if let Err(error) = asked
            && !IS_TOLD.swap(true, Ordering::Relaxed)
        {
            self.warn("device-unknown", format!("launches are taken for device 0's: {error}"));
        }
        device
    }
}

pub(crate) fn failure(code: &str, status: u32, text: String) -> Frame {
    Frame::Notice(Notice { severity: Severity::Failure, code: code.to_owned(), status, text })
}

/// The agent, even if the library is switched off.
pub(crate) fn installed() -> Option<&'static Agent> {
    AGENT.get()
}

/// Closes the connection that a forked child inherited.
pub(crate) fn close_in_child() {
    if let Some(agent) = AGENT.get() {
        agent.channel.close_in_child();
    }
}
