//! What measures a launch: the counters of a launch ([`crate::sessions`]) or those of its single
//! instructions ([`crate::instructions`]).

use cupti_sys::raw::CUcontext;

use crate::agent::Agent;
use crate::launch_call::LaunchCall;
use crate::session::ActiveLaunch;

/// The count job chooses the launches and sees to it that they run alone.
pub(crate) trait Instrument: Send {
    /// Begins to measure a launch in a stage that reads `pass`. False when it cannot be measured.
    fn begin(
        &mut self,
        agent: &'static Agent,
        call: &LaunchCall,
        active: ActiveLaunch,
        stage: u32,
        pass: u32,
    ) -> bool;

    /// The launch that was begun has happened, or failed.
    fn end(&mut self, agent: &'static Agent, succeeded: bool);

    /// Launches whose values were sent.
    fn measured(&self) -> u64;

    /// Index of the current stage of a device.
    fn stage(&self, _device: u32) -> u32 {
        0
    }

    /// Whether measuring has become dear because the program unloads code again and again.
    fn is_closed_by_unloading(&self, _device: u32) -> bool {
        false
    }

    /// A graph is about to be instantiated.
    fn graph_begins(&mut self, _: &'static Agent, _: CUcontext, _context: u32, _device: u32) {}

    fn graph_ends(&mut self, _: &'static Agent, _context: u32) {}

    /// Code is about to be unloaded.
    fn code_ends(&mut self, _: &'static Agent) {}

    /// A context is about to end.
    fn close(&mut self, _: &'static Agent, _context: u32) {}

    /// Nothing more will be measured.
    fn close_all(&mut self, _: &'static Agent) {}
}
