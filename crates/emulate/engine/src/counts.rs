//! What a launch is counted to have done, by the catalogue's names.

use std::ops::AddAssign;

use propp_base_model::counters as name;
use propp_emulate_ptx::{Format, Instruction, LaneOp, Op, WarpOp};

use crate::requests::SharedLoad;

/// Of a product of four warps, those of each.
const ROWS_OF_GROUP: u64 = 16;

/// Structures of counts, which are added field by field.
macro_rules! counts {
    ($($(#[$about:meta])* pub struct $name:ident {
        $($(#[$of:meta])* pub $field:ident: $type:ty,)+
    })+) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            $($(#[$of])* pub $field: $type,)+
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                $(self.$field += other.$field;)+
            }
        }
    )+ };
}

counts! {
    /// Of one launch.
    pub struct Counts {
        pub blocks: u64,
        pub warps: u64,
        pub threads: u64,
        /// Of PTX, for each warp that executes one.
        pub warp_instructions: u64,
        /// The same for each active thread, switched off by a predicate or not.
        pub thread_instructions: u64,
        /// Without the threads that a predicate switches off.
        pub predicated_on: u64,
        pub branches: u64,
        /// Threads of instructions that are neither arithmetic nor access nor jump.
        pub miscellaneous: u64,
        pub global: Accesses,
        pub shared: SharedAccesses,
        /// Each offset of a request once, if the machine code has local memory.
        pub local_bytes: u64,
        /// Warp instructions that copy from global to shared memory.
        pub async_copies: u64,
        pub bulk_copies: u64,
        pub bulk_read_sectors: u64,
        pub bulk_write_sectors: u64,
        /// Sectors that L1 had not, and those written.
        pub l2_sectors: u64,
        /// Different sectors: read before they were written, written, and of these only read back.
        pub needed_reads: u64,
        pub needed_writes: u64,
        pub read_back: u64,
        /// Sums and products of threads, by the width of what they take.
        pub half: u64,
        pub single: u64,
        pub double: u64,
    }

    pub struct Accesses {
        pub loads: u64,
        pub stores: u64,
        pub atomics: u64,
        pub reductions: u64,
        pub bytes: u64,
        pub load_bytes: u64,
        pub store_bytes: u64,
        pub tags: u64,
        pub load_sectors: u64,
        pub store_sectors: u64,
        pub atomic_sectors: u64,
        pub reduction_sectors: u64,
    }

    pub struct SharedAccesses {
        pub loads: u64,
        pub stores: u64,
        pub atomics: u64,
        /// Of asynchronous copies from global memory.
        pub copied_bytes: u64,
        pub load_bytes: u64,
        pub store_bytes: u64,
        pub atomic_bytes: u64,
        pub matrix_load_bytes: u64,
        pub matrix_store_bytes: u64,
        pub load_wavefronts: u64,
        /// As patched code counts them.
        pub patched_load_wavefronts: u64,
        pub store_wavefronts: u64,
        pub atomic_wavefronts: u64,
        pub matrix_loads: u64,
        pub matrix_stores: u64,
        pub matrix_load_wavefronts: u64,
        pub matrix_store_wavefronts: u64,
    }
}

impl SharedAccesses {
    /// Counts a load of so many bytes a lane.
    #[inline]
    pub(crate) fn loaded(&mut self, load: SharedLoad, bytes: u32) {
        self.loads += 1;
        self.load_wavefronts += load.wavefronts;
        self.patched_load_wavefronts += load.patched;
        self.load_bytes += u64::from(load.distinct * bytes);
    }

    /// Counts a store of so many bytes a lane.
    #[inline]
    pub(crate) fn stored(&mut self, (wavefronts, distinct): (u64, u32), bytes: u32) {
        self.stores += 1;
        self.store_wavefronts += wavefronts;
        self.store_bytes += u64::from(distinct * bytes);
    }

    /// Of all kinds of access, asynchronous copies among them.
    pub fn bytes(&self) -> u64 {
        let of_matrices = self.matrix_load_bytes + self.matrix_store_bytes;
        self.load_bytes + self.store_bytes + self.atomic_bytes + of_matrices + self.copied_bytes
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Counted {
    pub(crate) all: u32,
    pub(crate) miscellaneous: u32,
    pub(crate) half: u32,
    pub(crate) single: u32,
    pub(crate) double: u32,
}

impl Counted {
    /// What an instruction adds for each lane that carries it out.
    pub(crate) fn of(instruction: &Instruction) -> Self {
        let all = u32::from(instruction.counted);
        let miscellaneous = u32::from(instruction.counted != 0 && instruction.miscellaneous);
        let one = Self { all, miscellaneous, ..Self::default() };
        let (format, count) = match &instruction.op {
            Op::Lane(LaneOp::Float { op, format, pair, .. }) if op.is_sum_or_product() => {
                (Some(*format), if *pair { 2 } else { 1 })
            }
            Op::Lane(_)
            | Op::Memory(_)
            | Op::Warp(_)
            | Op::Barrier(_)
            | Op::Control(_)
            | Op::System(_) => return one,
        };
        match format {
            Some(Format::F16 | Format::Bf16 | Format::Tf32) => Self { half: count, ..one },
            Some(Format::F32) => Self { single: count, ..one },
            Some(Format::F64) => Self { double: count, ..one },
            None => one,
        }
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            all: self.all + other.all,
            miscellaneous: self.miscellaneous + other.miscellaneous,
            half: self.half + other.half,
            single: self.single + other.single,
            double: self.double + other.double,
        }
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self {
            all: self.all - other.all,
            miscellaneous: self.miscellaneous - other.miscellaneous,
            half: self.half - other.half,
            single: self.single - other.single,
            double: self.double - other.double,
        }
    }
}

impl Counts {
    /// Counts instructions that so many lanes carry out.
    #[inline(always)]
    pub(crate) fn run(&mut self, counted: Counted, lanes: u32) {
        let (all, lanes) = (u64::from(counted.all), u64::from(lanes));
        self.warp_instructions += all;
        self.thread_instructions += all * lanes;
        self.predicated_on += all * lanes;
        self.miscellaneous += u64::from(counted.miscellaneous) * lanes;
        self.half += u64::from(counted.half) * lanes;
        self.single += u64::from(counted.single) * lanes;
        self.double += u64::from(counted.double) * lanes;
    }

    /// Counts the sums and products of matrices.
    pub(crate) fn multiplied(&mut self, op: &WarpOp) {
        if let WarpOp::Multiply(own) = op {
            let products = own.shape.iter().map(|extent| u64::from(*extent)).product::<u64>();
            match own.types[0].format() {
                Some(Format::F16 | Format::Bf16 | Format::Tf32) => self.half += products,
                Some(Format::F32) => self.single += products,
                Some(Format::F64) => self.double += products,
                None => {}
            }
        } else if let WarpOp::GroupMultiply(own) = op
            && !own.a.is_integer()
        {
            self.half += ROWS_OF_GROUP * u64::from(own.columns) * u64::from(own.depth);
        }
    }

    /// Every counter that the engine has a value for.
    pub fn named(&self) -> Vec<(&'static str, u64)> {
        let (global, shared) = (&self.global, &self.shared);
        vec![
            (name::INST_EXECUTED, self.warp_instructions),
            (name::THREAD_INST_EXECUTED, self.thread_instructions),
            (name::THREAD_INST_PREDICATED_ON, self.predicated_on),
            (name::BRANCHES, self.branches),
            (name::MISCELLANEOUS, self.miscellaneous),
            (name::GLOBAL_BYTES, global.bytes),
            (name::GLOBAL_TAGS, global.tags),
            (name::GLOBAL_LOADS, global.loads),
            (name::GLOBAL_STORES, global.stores),
            (name::GLOBAL_ATOMICS, global.atomics),
            (name::GLOBAL_REDUCTIONS, global.reductions),
            (name::GLOBAL_LOAD_BYTES, global.load_bytes),
            (name::GLOBAL_STORE_BYTES, global.store_bytes),
            (name::GLOBAL_LOAD_SECTORS, global.load_sectors),
            (name::GLOBAL_STORE_SECTORS, global.store_sectors),
            (name::GLOBAL_ATOMIC_SECTORS, global.atomic_sectors),
            (name::GLOBAL_REDUCTION_SECTORS, global.reduction_sectors),
            (name::L2_SECTORS_FROM_L1, self.l2_sectors),
            (name::L2_ATOMICS, global.atomic_sectors),
            (name::L2_REDUCTIONS, global.reduction_sectors),
            (name::SHARED_BYTES, shared.bytes()),
            (name::SHARED_LOADS, shared.loads),
            (name::SHARED_STORES, shared.stores),
            (name::SHARED_ATOMICS, shared.atomics),
            (name::SHARED_LOAD_WAVEFRONTS, shared.load_wavefronts),
            (name::SHARED_STORE_WAVEFRONTS, shared.store_wavefronts),
            (name::SHARED_ATOMIC_WAVEFRONTS, shared.atomic_wavefronts),
            (name::EXACT_SHARED_LOADS, shared.loads),
            (name::EXACT_SHARED_STORES, shared.stores),
            (name::EXACT_SHARED_ATOMICS, shared.atomics),
            (name::EXACT_LOAD_WAVEFRONTS, shared.patched_load_wavefronts),
            (name::EXACT_STORE_WAVEFRONTS, shared.store_wavefronts),
            (name::EXACT_ATOMIC_WAVEFRONTS, shared.atomic_wavefronts),
            (name::MATRIX_LOADS, shared.matrix_loads),
            (name::MATRIX_STORES, shared.matrix_stores),
            (name::MATRIX_LOAD_WAVEFRONTS, shared.matrix_load_wavefronts),
            (name::MATRIX_STORE_WAVEFRONTS, shared.matrix_store_wavefronts),
            (name::SHARED_LOAD_BYTES, shared.load_bytes),
            (name::SHARED_STORE_BYTES, shared.store_bytes),
            (name::SHARED_ATOMIC_BYTES, shared.atomic_bytes),
            (name::MATRIX_LOAD_BYTES, shared.matrix_load_bytes),
            (name::MATRIX_STORE_BYTES, shared.matrix_store_bytes),
            (name::LOCAL_BYTES, self.local_bytes),
            (name::ASYNC_COPIES, self.async_copies),
            (name::BULK_COPIES, self.bulk_copies),
            (name::TMA_READ_SECTORS, self.bulk_read_sectors),
            (name::TMA_WRITE_SECTORS, self.bulk_write_sectors),
            (name::NEEDED_READS, self.needed_reads),
            (name::NEEDED_WRITES, self.needed_writes),
            (name::READ_BACK, self.read_back),
            (name::HALF_OPERATIONS, self.half),
            (name::SINGLE_OPERATIONS, self.single),
            (name::DOUBLE_OPERATIONS, self.double),
        ]
    }
}
