//! Kernels with their occupancy and findings, in an order.

use std::collections::BTreeSet;

use propp_base_statistics::parallel;
use propp_code_fatbin::Target;

use crate::files::{Code, File};
use crate::findings::{self, Finding};
use crate::gpus::Gpu;
use crate::kernel::Kernel;
use crate::occupancy::Occupancy;

/// What occupancy is computed for.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// None: one GPU of each compute capability that runs the code.
    pub gpu: Option<Gpu>,
    /// Threads of a block. None: those that the kernel names, and a usual set.
    pub blocks: Vec<u32>,
    pub dynamic_shared_bytes: u32,
}

/// Block sizes, if nobody names others.
const BLOCKS: [u32; 5] = [64, 128, 256, 512, 1024];

/// The block size that a kernel is listed with, if neither it nor the user names one.
const USUAL_BLOCK: u32 = 256;

/// A kernel with what follows from the launches.
#[derive(Clone, Debug)]
pub struct Inspected {
    pub kernel: Kernel,
    /// By GPU and block size.
    pub occupancies: Vec<Occupancy>,
    /// The one that the list shows, as a place in `occupancies`.
    pub main: Option<usize>,
    pub findings: Vec<Finding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The most conspicuous first.
    Conspicuous,
    Name,
    /// The most first.
    Registers,
    /// The largest first.
    Stack,
    /// The most first.
    Instructions,
    /// The lowest first.
    Occupancy,
}

#[derive(Clone, Debug)]
pub struct Inspection {
    pub files: Vec<File>,
    /// Kernels that are the same as others, and not among these.
    pub copies: usize,
    pub launches: Launches,
    pub kernels: Vec<Inspected>,
}

impl Inspection {
    pub fn new(code: Code, launches: Launches) -> Self {
        let kernels = parallel::each(&code.kernels, |kernel| inspected(kernel.clone(), &launches));
        Self { files: code.files, copies: code.copies, launches, kernels }
    }

    /// The architectures of the kernels, the oldest first.
    pub fn targets(&self) -> Vec<Target> {
        let targets = self.kernels.iter().map(|inspected| inspected.kernel.target);
        targets.collect::<BTreeSet<Target>>().into_iter().collect()
    }

    /// The architecture that most kernels are for; the newest of several.
    pub fn usual_target(&self) -> Option<Target> {
        let count = |target: &Target| {
            self.kernels.iter().filter(|inspected| inspected.kernel.target == *target).count()
        };
        self.targets().into_iter().max_by_key(count)
    }

    /// Orders the kernels; equal ones by name and architecture.
    pub fn sort(&mut self, order: Order) {
        self.kernels.sort_by(|a, b| {
            let by = match order {
                Order::Conspicuous => a.rank().cmp(&b.rank()),
                Order::Name => std::cmp::Ordering::Equal,
                Order::Registers => b.kernel.resources.registers.cmp(&a.kernel.resources.registers),
                Order::Stack => b.kernel.resources.stack_bytes.cmp(&a.kernel.resources.stack_bytes),
                Order::Instructions => b.kernel.code.instructions.cmp(&a.kernel.code.instructions),
                Order::Occupancy => a.occupancy().total_cmp(&b.occupancy()),
            };
            let rest = || a.kernel.name.full.cmp(&b.kernel.name.full);
            by.then_with(rest).then(a.kernel.target.cmp(&b.kernel.target))
        });
    }
}

impl Inspected {
    pub fn main(&self) -> Option<&Occupancy> {
        self.occupancies.get(self.main?)
    }

    fn occupancy(&self) -> f64 {
        self.main().map_or(1.0, |main| main.occupancy)
    }

    /// The first is the most conspicuous: by topic, then by depth, then by how often.
    fn rank(&self) -> impl Ord + use<> {
        let first = self.findings.first();
        let traffic = &self.kernel.code.local;
        let accesses = [&traffic.spills, &traffic.computed, &traffic.fixed]
            .map(|t| t.loads.count + t.stores.count)
            .iter()
            .sum::<u32>();
        (
            first.is_none(),
            first.map(|finding| (finding.topic, std::cmp::Reverse(finding.depth))),
            std::cmp::Reverse((self.findings.len(), accesses)),
        )
    }
}

fn inspected(kernel: Kernel, launches: &Launches) -> Inspected {
    let own = kernel.resources.own_block();
    let blocks =
        if launches.blocks.is_empty() { usual_blocks(&kernel) } else { launches.blocks.clone() };
    let gpus = match &launches.gpu {
        Some(gpu) => vec![gpu.clone()],
        None => Gpu::for_target(kernel.target),
    };
    let shared = launches.dynamic_shared_bytes;
    let occupancies: Vec<Occupancy> = gpus
        .iter()
        .flat_map(|gpu| blocks.iter().map(move |&block| (gpu, block)))
        .map(|(gpu, block)| {
            Occupancy::new(&kernel.resources, gpu.product.name, &gpu.sm, block, shared)
        })
        .collect();
    let wanted = launches.blocks.first().copied().or(own).unwrap_or(USUAL_BLOCK);
    let main = occupancies.iter().position(|occupancy| occupancy.block == wanted);
    let findings = findings::find(&kernel, main.and_then(|main| occupancies.get(main)));
    Inspected { kernel, occupancies, main, findings }
}

fn usual_blocks(kernel: &Kernel) -> Vec<u32> {
    let own = kernel.resources.own_block();
    if kernel.resources.required_threads.is_some() {
        return own.into_iter().collect();
    }
    let most = own.unwrap_or(u32::MAX);
    let blocks = BLOCKS.into_iter().filter(|&block| block <= most).chain(own);
    blocks.collect::<BTreeSet<u32>>().into_iter().collect()
}
