//! Numbers in `CUdevice_attribute`, by which recordings keep the driver's attributes of a GPU.
//! NVIDIA never reuses them.

/// Threads of a block along x, y and z.
pub const MAX_BLOCK: [u32; 3] = [2, 3, 4];
/// Blocks of a grid along x, y and z.
pub const MAX_GRID: [u32; 3] = [5, 6, 7];
pub const MAX_REGISTERS_PER_BLOCK: u32 = 12;
pub const CLOCK_RATE_KHZ: u32 = 13;
pub const MULTIPROCESSOR_COUNT: u32 = 16;
pub const MEMORY_CLOCK_RATE_KHZ: u32 = 36;
pub const GLOBAL_MEMORY_BUS_WIDTH_BITS: u32 = 37;
pub const L2_CACHE_BYTES: u32 = 38;
pub const MAX_THREADS_PER_MULTIPROCESSOR: u32 = 39;
pub const COMPUTE_CAPABILITY_MAJOR: u32 = 75;
pub const COMPUTE_CAPABILITY_MINOR: u32 = 76;
pub const MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: u32 = 81;
pub const MAX_REGISTERS_PER_MULTIPROCESSOR: u32 = 82;
pub const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: u32 = 97;
pub const MAX_BLOCKS_PER_MULTIPROCESSOR: u32 = 106;
pub const RESERVED_SHARED_MEMORY_PER_BLOCK: u32 = 111;
