//! Who hears of a launch while it runs.

/// What a launch tells while it runs.
pub trait Host {
    fn print(&mut self, text: &[u8]);

    /// So many of its blocks are done.
    fn progress(&mut self, _done: u64, _of: u64) {}
}

impl<F: FnMut(&[u8])> Host for F {
    fn print(&mut self, text: &[u8]) {
        self(text);
    }
}
