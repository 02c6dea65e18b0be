//! How a kernel was launched, as many frames have it.

use crate::codec::{DecodeError, Reader, Wire, wire_struct};

wire_struct! {
    /// How a kernel was launched.
    #[derive(Default)]
    pub struct Launch {
        /// Number of the mangled function name, sent before as a name.
        pub name: u32,
        /// Blocks along x, y, z.
        pub grid: [u32; 3],
        /// Threads of a block along x, y, z.
        pub block: [u32; 3],
        /// Blocks of a cluster along x, y, z; zero without clusters.
        pub cluster: [u32; 3],
        pub registers: u32,
        /// Shared memory that the kernel declares, a block.
        pub static_shared_bytes: u32,
        /// Shared memory asked for at launch, a block.
        pub dynamic_shared_bytes: u32,
        pub local_bytes_per_thread: u32,
        pub device: u32,
        pub context: u32,
        pub stream: u32,
        /// CUPTI's number that links a call with the work that it started.
        pub correlation: u32,
        /// Trace: the graph that launched it, or 0. Count: the kernel's place
        /// in the graph that was launched, from 1, or 0 without a graph.
        pub graph: u32,
        /// Number of the name of the NVTX range around the launch, or 0.
        pub nvtx: u32,
    }
}
