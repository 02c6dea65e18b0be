//! The key that makes two launches the same.

use crate::{Launch, Planned};

/// One function in one configuration within one NVTX range. The injected library counts
/// launches by it, a device at a time; a schedule names them by it; and analyses bring the
/// launches of several runs together by it.
///
/// `F` names the function and `R` the range: by number within a process, by text elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaunchKey<F, R = F> {
    /// The mangled name.
    pub function: F,
    /// The innermost NVTX range around the launch.
    pub nvtx: R,
    /// Blocks along x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block along x, y, z.
    pub block: [u32; 3],
    /// Shared memory asked for at launch, a block.
    pub dynamic_shared_bytes: u32,
}

impl<F, R> LaunchKey<F, R> {
    /// The same launch with its names in another form.
    pub fn named<G, S>(self, function: G, nvtx: S) -> LaunchKey<G, S> {
        let Self { grid, block, dynamic_shared_bytes, .. } = self;
        LaunchKey { function, nvtx, grid, block, dynamic_shared_bytes }
    }
}

impl Launch {
    /// By the numbers that its process uses for names.
    pub const fn key(&self) -> LaunchKey<u32> {
        LaunchKey {
            function: self.name,
            nvtx: self.nvtx,
            grid: self.grid,
            block: self.block,
            dynamic_shared_bytes: self.dynamic_shared_bytes,
        }
    }
}

impl LaunchKey<String> {
    /// The same without texts of its own.
    pub fn as_deref(&self) -> LaunchKey<&str> {
        LaunchKey {
            function: &self.function,
            nvtx: &self.nvtx,
            grid: self.grid,
            block: self.block,
            dynamic_shared_bytes: self.dynamic_shared_bytes,
        }
    }
}

impl Planned {
    /// By text; an empty one stands for no range.
    pub fn key(&self) -> LaunchKey<&str> {
        LaunchKey {
            function: &self.name,
            nvtx: &self.nvtx,
            grid: self.grid,
            block: self.block,
            dynamic_shared_bytes: self.dynamic_shared_bytes,
        }
    }
}
