//! How a block begins: its memory, its warps, and what their registers hold at first.

use propp_emulate_ptx::{Constant, Special};

use super::Grid;
use crate::lanes::{LANES, Registers};
use crate::launch::product;
use crate::races::Shadow;
use crate::state::{Barrier, Block, Running};
use crate::step::Machine;
use crate::sums::Sums;
use crate::warp::Warp;

impl Grid<'_> {
    /// Begins the next block, and all others of its cluster.
    pub(super) fn begin(&mut self, machine: &mut Machine<'_, '_>) {
        (0..self.clusters.blocks()).for_each(|_| self.begin_block(machine));
    }

    fn begin_block(&mut self, machine: &mut Machine<'_, '_>) {
        let launch = self.launch;
        let at = self.next;
        let in_cluster = self.clusters.blocks();
        let coordinates = self.clusters.coordinates(at);
        let multiprocessor = (at % u64::from(launch.gpu.multiprocessors.max(1))) as usize;
        machine.counting.caches.open(multiprocessor);
        if let Some(local) = &mut machine.counting.local {
            local.begin(at);
        }
        let threads = product(launch.block) as usize;
        let warps = threads.div_ceil(LANES);
        let shared =
            self.code.dynamic_shared_offset as usize + launch.dynamic_shared_bytes as usize;
        let local_bytes = self.code.local_bytes as usize;
        let frame_bytes = self.code.frame_bytes as usize;
        let mut running = self.spare.pop().unwrap_or_else(|| {
            let block = Block {
                coordinates,
                multiprocessor,
                number: at as u32,
                has_warps: warps > 1,
                shared: vec![0; shared],
                cluster: 0,
                rank: 0,
                peers: vec![Vec::new(); in_cluster as usize],
                local: vec![0; local_bytes * warps * LANES],
                local_bytes,
                frame: vec![0; frame_bytes * warps * LANES],
                frame_bytes,
                lanes: warps * LANES,
                barriers: [Barrier::empty(); 16],
                sums: Sums::default(),
                shadow: None,
            };
            Box::new(Running { warps: Vec::new(), block })
        });
        let Running { warps: own, block } = &mut *running;
        if !own.is_empty() {
            // Where there is none a call costs more than it seems.
            for memory in [&mut block.shared, &mut block.local, &mut block.frame] {
                if !memory.is_empty() {
                    memory.fill(0);
                }
            }
        }
        block.coordinates = coordinates;
        block.multiprocessor = multiprocessor;
        block.number = at as u32;
        (block.cluster, block.rank) = (at / in_cluster, (at % in_cluster) as u32);
        block.barriers = [Barrier::empty(); 16];
        block.sums = Sums::default();
        block.shadow = launch.races.then(|| Box::new(Shadow::new(shared)));
        // What differs between warps of a block stays from the block before.
        for warp in own.iter_mut() {
            let before = warp.index as usize * LANES;
            warp.restart((threads - before) as u32);
            warp.registers.clear(&self.code.unwritten);
            self.fill_specials(warp, coordinates, multiprocessor, false);
        }
        for index in own.len()..warps {
            let left = (threads - index * LANES) as u32;
            let mut warp = Warp::new(self.registers(), index as u32, left);
            self.fill_specials(&mut warp, coordinates, multiprocessor, true);
            own.push(warp);
        }
        self.open.push(running);
        self.next = self.blocks.from(self.next + 1);
    }

    /// With constants, which no instruction writes.
    fn registers(&self) -> Registers {
        let code = self.code;
        let mut registers = Registers::new(code.predicates, code.narrow, code.wide);
        for (slot, constant) in &code.constants {
            let slot = *slot as usize;
            match *constant {
                Constant::Narrow(bits) => registers.narrow[slot] = [bits; LANES],
                Constant::Wide(bits) => registers.wide[slot] = [bits; LANES],
                Constant::Address { variable, addend, wide } => {
                    let base = self.launch.addresses.get(variable as usize).copied().unwrap_or(0);
                    let address = base.wrapping_add(addend);
                    if wide {
                        registers.wide[slot] = [address; LANES];
                    } else {
                        registers.narrow[slot] = [address as u32; LANES];
                    }
                }
            }
        }
        registers
    }

    fn fill_specials(&self, warp: &mut Warp, block: [u32; 3], multiprocessor: usize, is_new: bool) {
        let launch = self.launch;
        let clusters = &self.clusters;
        let in_cluster = |axis: usize| block[axis] % clusters.size[axis];
        let size = launch.block;
        let first = warp.index * LANES as u32;
        let warps = (product(size) as u32).div_ceil(LANES as u32);
        let static_bytes = self.code.shared_bytes;
        for (slot, special) in &self.code.specials {
            let is_of_block = matches!(
                special,
                Special::Block(_)
                    | Special::InCluster(_)
                    | Special::Cluster(_)
                    | Special::ClusterRank
                    | Special::Multiprocessor
                    | Special::Stack
            );
            if !is_new && !is_of_block {
                continue;
            }
            if let Special::Block(axis) = special {
                let own = block[usize::from(*axis)];
                warp.registers.narrow[*slot as usize] = [own; LANES];
                continue;
            }
            let value = |lane: u32| {
                let thread = first + lane;
                let bit = 1_u32 << lane;
                match special {
                    Special::Thread(0) => thread % size[0],
                    Special::Thread(1) => thread / size[0] % size[1],
                    Special::Thread(_) => thread / (size[0] * size[1]),
                    Special::BlockSize(axis) => size[usize::from(*axis)],
                    Special::Block(axis) => block[usize::from(*axis)],
                    Special::Grid(axis) => launch.grid[usize::from(*axis)],
                    Special::InCluster(axis) => in_cluster(usize::from(*axis)),
                    Special::ClusterSize(axis) => clusters.size[usize::from(*axis)],
                    Special::Cluster(axis) => {
                        block[usize::from(*axis)] / clusters.size[usize::from(*axis)]
                    }
                    Special::Clusters(axis) => clusters.extents()[usize::from(*axis)],
                    Special::ClusterRank => {
                        let [x, y, _] = clusters.size;
                        in_cluster(0) + x * (in_cluster(1) + y * in_cluster(2))
                    }
                    Special::ClusterBlocks => clusters.blocks() as u32,
                    Special::HasClusters => u32::from(clusters.are_explicit),
                    Special::Lane => lane,
                    Special::Warp => warp.index,
                    Special::Warps => warps,
                    Special::Multiprocessor => multiprocessor as u32,
                    Special::Multiprocessors => launch.gpu.multiprocessors,
                    Special::MaskEqual => bit,
                    Special::MaskLess => bit - 1,
                    Special::MaskLessEqual => bit | (bit - 1),
                    Special::MaskGreater => !(bit | (bit - 1)),
                    Special::MaskGreaterEqual => !(bit - 1),
                    Special::DynamicSharedBytes => launch.dynamic_shared_bytes,
                    Special::Stack => 0,
                    Special::SharedBytes => static_bytes + launch.dynamic_shared_bytes,
                    Special::WorkspaceHigh => (launch.workspace >> 32) as u32,
                    Special::WorkspaceLow => launch.workspace as u32,
                }
            };
            warp.registers.narrow[*slot as usize] = std::array::from_fn(|lane| value(lane as u32));
        }
    }
}
