//! What a launch is told, and whether it can run.

use propp_emulate_ptx::{Code, Kernel, Module};

use crate::fault::LaunchError;

/// What of a GPU a kernel can see, or its counts depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gpu {
    pub multiprocessors: u32,
    pub l1_bytes: u32,
    pub max_threads_per_block: u32,
    pub max_shared_bytes_per_block: u32,
    pub max_resident_threads: u32,
    pub max_resident_blocks: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    pub module: &'a Module,
    pub kernel: &'a Kernel,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Blocks of a cluster along x, y, z; zero if the launch does not say it.
    pub cluster: [u32; 3],
    pub dynamic_shared_bytes: u32,
    /// As the kernel's parameters lie.
    pub parameters: &'a [u8],
    /// Where each variable of the module lies.
    pub addresses: &'a [u64],
    /// Memory for the barrier of a cooperative launch; 0 for other launches.
    pub workspace: u64,
    pub gpu: &'a Gpu,
    /// Threads of the processor at most.
    pub threads: u32,
    /// Whether to look for races in shared memory, which takes time, and one thread.
    pub races: bool,
    /// Blocks that a multiprocessor holds, if the machine code has local memory. Without, the local
    /// memory of the PTX is in registers, and is not counted.
    pub local_blocks: Option<u32>,
    /// The longest stack of a thread's calls.
    pub stack_bytes: u32,
}

impl Launch<'_> {
    /// Blocks of a cluster along each axis; None without clusters.
    pub(crate) fn clusters(&self) -> Option<[u32; 3]> {
        if self.cluster == [0; 3] { self.kernel.cluster } else { Some(self.cluster) }
    }

    /// Whether the grid can be divided into clusters, and the kernel permits their size.
    fn has_whole_clusters(&self) -> bool {
        let Some(cluster) = self.clusters() else { return true };
        let fits = |(grid, own): (&u32, &u32)| *own != 0 && grid.is_multiple_of(*own);
        self.grid.iter().zip(&cluster).all(fits)
            && self.kernel.cluster.is_none_or(|required| required == cluster)
    }
}

/// Blocks of a cluster at most.
const MOST_OF_CLUSTER: u64 = 16;

pub(crate) fn product(extents: [u32; 3]) -> u64 {
    extents.iter().fold(1_u64, |all, extent| all.saturating_mul(u64::from(*extent)))
}

pub(crate) fn check<'a>(launch: &Launch<'a>) -> Result<&'a Code, LaunchError> {
    let kernel = || launch.kernel.name.clone();
    let code = launch.kernel.code.as_ref();
    let code =
        code.map_err(|reason| LaunchError::Refused { kernel: kernel(), reason: reason.clone() })?;
    let threads = product(launch.block);
    let most = launch.kernel.max_threads.map_or(u64::MAX, product);
    let shared = u64::from(code.dynamic_shared_offset) + u64::from(launch.dynamic_shared_bytes);
    let shared =
        if launch.dynamic_shared_bytes == 0 { u64::from(code.shared_bytes) } else { shared };
    let gpu = launch.gpu;
    let limits = [
        (
            "the number of threads of a block",
            threads,
            most.min(u64::from(gpu.max_threads_per_block)),
        ),
        ("the shared memory of a block", shared, u64::from(gpu.max_shared_bytes_per_block)),
        ("the number of blocks", product(launch.grid), 1 << 40),
        (
            "the number of blocks of a cluster",
            launch.clusters().map_or(1, product),
            MOST_OF_CLUSTER,
        ),
    ];
    for (what, value, limit) in limits {
        if value > limit {
            return Err(LaunchError::TooLarge { kernel: kernel(), what, value, limit });
        }
    }
    if !launch.has_whole_clusters() {
        return Err(LaunchError::Clusters { kernel: kernel() });
    }
    let expected = launch.kernel.parameter_bytes;
    if launch.parameters.len() < expected as usize {
        let given = launch.parameters.len();
        return Err(LaunchError::Parameters { kernel: kernel(), expected, given });
    }
    Ok(code)
}
