//! A module: variables and kernels.

use crate::text::{PtxError, Result, SourceFile};

use crate::flow::Block;
use crate::op::{Instruction, Slot};

/// Where the addresses of functions begin. No memory is there.
const FUNCTIONS: u64 = 0x7f00_0000_0000;
const FUNCTION_BYTES: u64 = 16;

#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    pub version: (u32, u32),
    /// Such as `sm_90`.
    pub target: String,
    pub files: Vec<SourceFile>,
    /// In global and constant memory.
    pub variables: Vec<Variable>,
    pub kernels: Vec<Kernel>,
    /// Names of all functions that have an address, kernels too.
    pub functions: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub constant: bool,
    pub managed: bool,
    /// Declared only; another module has it.
    pub external: bool,
    pub bytes: u64,
    pub align: u32,
    /// May be shorter than the variable: the rest is zero.
    pub initial: Vec<u8>,
    pub pointers: Vec<Pointer>,
}

/// Eight bytes of a variable that hold another one's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    pub at: u64,
    pub variable: u32,
    pub addend: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Mangled.
    pub name: String,
    pub line: u32,
    pub parameters: Vec<Parameter>,
    pub parameter_bytes: u32,
    pub max_threads: Option<[u32; 3]>,
    pub required_threads: Option<[u32; 3]>,
    /// Blocks of a cluster along x, y, z, if the text says it.
    pub cluster: Option<[u32; 3]>,
    /// Or why it cannot be executed.
    pub code: Result<Code>,
    /// All that cannot be executed, each feature once; empty if there is code.
    pub refusals: Vec<PtxError>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub offset: u32,
    pub bytes: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    pub instructions: Vec<Instruction>,
    pub blocks: Vec<Block>,
    pub predicates: u32,
    pub narrow: u32,
    pub wide: u32,
    /// Slots of each file that may be read before all lanes have written them.
    pub unwritten: Unwritten,
    pub constants: Vec<(Slot, Constant)>,
    pub specials: Vec<(Slot, Special)>,
    pub places: Vec<Place>,
    /// Functions whose calls were not inlined.
    pub routines: Vec<Routine>,
    /// From the block of a call to the routine's first, and from a routine's last to the block
    /// behind each call.
    pub ways: Vec<(u32, u32)>,
    /// Static shared memory; the dynamic one begins behind it, aligned.
    pub shared_bytes: u32,
    pub dynamic_shared_offset: u32,
    pub local_bytes: u32,
    pub frame_bytes: u32,
    /// Whether it asks for memory or launches.
    pub asks: bool,
}

/// A function that is called, not inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Routine {
    /// The block where it begins.
    pub block: u32,
    /// Of its frame: the variables in local memory, and beside them arguments and results.
    pub bytes: u32,
    /// Whether it has variables in local memory.
    pub has_locals: bool,
    pub address: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unwritten {
    pub predicates: Vec<Slot>,
    pub narrow: Vec<Slot>,
    pub wide: Vec<Slot>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// A [`SourceFile::number`]; 0 without one.
    pub file: u32,
    pub line: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    Narrow(u32),
    Wide(u64),
    Address { variable: u32, addend: u64, wide: bool },
}

/// A register that has one value per lane while a block runs. All are of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Special {
    Thread(u8),
    BlockSize(u8),
    Block(u8),
    Grid(u8),
    /// The place of a block in its cluster, and the cluster's extents.
    InCluster(u8),
    ClusterSize(u8),
    /// The place of the cluster, and how many there are.
    Cluster(u8),
    Clusters(u8),
    /// The number of a block in its cluster, and how many it has.
    ClusterRank,
    ClusterBlocks,
    /// Whether the launch has clusters.
    HasClusters,
    Lane,
    Warp,
    Warps,
    Multiprocessor,
    Multiprocessors,
    MaskEqual,
    MaskLess,
    MaskLessEqual,
    MaskGreater,
    MaskGreaterEqual,
    DynamicSharedBytes,
    SharedBytes,
    /// Where the frame of the running function lies in memory that each lane has of its own.
    Stack,
    /// Halves of the address of memory for the barrier of a cooperative launch.
    WorkspaceHigh,
    WorkspaceLow,
}

impl Constant {
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Wide(_) | Self::Address { wide: true, .. })
    }
}

/// The address of a function by its index in [`Module::functions`].
pub(crate) fn function_address(index: u32) -> u64 {
    FUNCTIONS + FUNCTION_BYTES * u64::from(index)
}

impl Module {
    /// The function with this address.
    pub fn function_at(&self, address: u64) -> Option<&str> {
        let distance = address.checked_sub(FUNCTIONS)?;
        let index = usize::try_from(distance / FUNCTION_BYTES).ok()?;
        let name = self.functions.get(index).filter(|_| distance % FUNCTION_BYTES == 0);
        name.map(String::as_str)
    }

    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }

    /// The path of a place's file.
    pub fn path(&self, place: Place) -> Option<&str> {
        let file = self.files.iter().find(|file| file.number == place.file)?;
        Some(&file.path)
    }
}
