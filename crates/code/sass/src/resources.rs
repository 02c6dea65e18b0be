//! What a function uses, from the headers of its sections and from its attributes.

use crate::info::Attribute;

/// The resources of one function, as `cuobjdump --dump-resource-usage` prints them, and its
/// launch bounds. A cubin does not record spills: they are part of the stack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Registers of a thread. `None` for functions that are no kernels.
    pub registers: Option<u32>,
    /// Upper limit that the compiler had, from the launch bounds or `-maxrregcount`.
    pub max_registers: Option<u32>,
    pub barriers: u32,
    /// Bytes of stack of a thread, callees included. Spilled registers are in it.
    pub stack: Option<u32>,
    /// Bytes of the function's own frame.
    pub frame: Option<u32>,
    /// Bytes in `.nv.local.NAME`, which older compilers wrote.
    pub local: u64,
    /// Bytes of static shared memory of a block, with those that the driver reserves.
    pub shared: u64,
    /// Numbers and bytes of the constant banks of this function.
    pub constants: Vec<(u32, u64)>,
    /// Where the parameters lie in bank 0, and their bytes.
    pub parameters: Option<(u16, u16)>,
    /// Each parameter, in the order of the declaration.
    pub parameter: Vec<Parameter>,
    /// Threads of a block, by `__launch_bounds__`.
    pub max_threads: Option<[u32; 3]>,
    /// Threads of a block, by `.reqntid`.
    pub required_threads: Option<[u32; 3]>,
    /// Blocks of a cluster, by `__cluster_dims__`.
    pub cluster: Option<[u32; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub index: u16,
    /// From the first parameter.
    pub offset: u16,
    pub bytes: u32,
}

impl Resources {
    /// Cubins record parameters from the last to the first.
    pub(crate) fn sort(&mut self) {
        self.parameter.sort_by_key(|parameter| parameter.index);
    }

    /// Takes what an attribute of the function says.
    pub(crate) fn note(&mut self, attribute: Attribute) {
        match attribute {
            Attribute::Registers { count, .. } => self.registers = Some(count),
            Attribute::FrameSize { bytes, .. } => self.frame = Some(bytes),
            Attribute::MinStackSize { bytes, .. } => self.stack = Some(bytes),
            Attribute::MaxRegisters(count) => self.max_registers = Some(count),
            Attribute::Barriers(count) => self.barriers = count,
            Attribute::MaxThreads(threads) => self.max_threads = Some(threads),
            Attribute::RequiredThreads(threads) => self.required_threads = Some(threads),
            // Clusters whose size the launch gives have zeros here.
            Attribute::Cluster(blocks) => self.cluster = Some(blocks).filter(|b| b[0] > 0),
            Attribute::Parameter { index, offset, bytes } => {
                self.parameter.push(Parameter { index, offset, bytes });
            }
            Attribute::ParameterBank { offset, bytes } => self.parameters = Some((offset, bytes)),
            Attribute::BranchTargets { .. } | Attribute::Externals(_) => {}
        }
    }
}
