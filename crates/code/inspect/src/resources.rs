//! What a kernel needs to be launched.

use propp_code_sass::{Function, Resources as Compiled};
use schemars::JsonSchema;
use serde::Serialize;

/// From sm_90 on the compiler counts what the driver reserves of each block's shared memory.
const RESERVED_FROM: u32 = 90;
const RESERVED_SHARED: u64 = 1024;

/// The resources of a kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Resources {
    /// Of a thread. None if the cubin does not say.
    pub registers: Option<u32>,
    /// Upper limit that the compiler had, from the launch bounds or `-maxrregcount`.
    pub max_registers: Option<u32>,
    /// Bytes of a thread's stack: spilled registers, arrays, calls.
    pub stack_bytes: u32,
    /// Bytes of a block, without those that the driver reserves.
    pub static_shared_bytes: u64,
    /// Bank 0 has the parameters.
    pub constants: Vec<ConstantBank>,
    /// Bytes of the kernel's parameters.
    pub parameter_bytes: Option<u16>,
    /// Barriers of a block.
    pub barriers: u32,
    /// Most threads of a block, by `__launch_bounds__`.
    pub max_threads: Option<[u32; 3]>,
    /// Threads of a block, by `.reqntid`.
    pub required_threads: Option<[u32; 3]>,
    /// Blocks of a cluster, by `__cluster_dims__`.
    pub cluster: Option<[u32; 3]>,
}

/// A bank of constant memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConstantBank {
    pub bank: u32,
    pub bytes: u64,
}

impl Resources {
    pub(crate) fn of(kernel: &Function<'_>) -> Self {
        let Compiled { registers, max_registers, barriers, .. } = kernel.resources;
        let compiled = &kernel.resources;
        let has_reserved = kernel.architecture.number() >= RESERVED_FROM;
        let reserved = if has_reserved { RESERVED_SHARED } else { 0 };
        // Older compilers wrote the size of the stack into a section.
        let stack = u64::from(compiled.stack.unwrap_or(0)).max(compiled.local);
        Self {
            registers,
            max_registers,
            stack_bytes: u32::try_from(stack).unwrap_or(u32::MAX),
            static_shared_bytes: compiled.shared.saturating_sub(reserved),
            constants: compiled
                .constants
                .iter()
                .map(|&(bank, bytes)| ConstantBank { bank, bytes })
                .collect(),
            parameter_bytes: compiled.parameters.map(|(_, bytes)| bytes),
            barriers,
            max_threads: compiled.max_threads,
            required_threads: compiled.required_threads,
            cluster: compiled.cluster,
        }
    }

    /// The threads of a block that the code itself names: those that it requires, else the most
    /// that it allows.
    pub fn own_block(&self) -> Option<u32> {
        let threads = self.required_threads.or(self.max_threads)?;
        let product = threads.iter().fold(1_u64, |all, &n| all.saturating_mul(n.into()));
        u32::try_from(product).ok().filter(|&threads| threads > 0)
    }
}
