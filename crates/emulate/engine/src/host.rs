//! Who hears of a launch while it runs.

use propp_emulate_ptx::Request;

use crate::memory::Overrun;
use crate::races::Race;
use crate::whereabouts::Whereabouts;

/// Reads so many bytes at an address of global memory.
pub type Reader<'r> = dyn FnMut(u64, u64) -> Option<Vec<u8>> + 'r;

/// What a launch tells while it runs.
pub trait Host {
    fn print(&mut self, text: &[u8]);

    /// Two warps access the same byte, and nothing orders them. Only if the launch asks for it.
    fn race(&mut self, _race: &Race) {}

    /// An instruction accesses the padding at the end of a region, for the first time.
    fn overrun(&mut self, _overrun: Overrun, _at: &Whereabouts) {}

    /// A warp computes for long, where `at` says.
    fn computes(&mut self, _at: &dyn Fn() -> Whereabouts) {}

    /// A thread asks for memory or a launch: the value and the status that it gets. None if the
    /// host does not know it.
    fn ask(
        &mut self,
        _request: Request,
        _arguments: &[u64],
        _read: &mut Reader<'_>,
    ) -> Option<(u64, u32)> {
        None
    }

    /// So many of its blocks are done.
    fn progress(&mut self, _done: u64, _of: u64) {}
}

impl<F: FnMut(&[u8])> Host for F {
    fn print(&mut self, text: &[u8]) {
        self(text);
    }
}
