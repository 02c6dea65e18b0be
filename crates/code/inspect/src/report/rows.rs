//! The kernels as a flat table of typed columns: one row a kernel and architecture, for CSV and
//! Parquet.

use propp_base_columns::{Column, Table, TableError, Values};

use super::words::place;
use crate::code::Code;
use crate::inspection::{Inspected, Inspection};
use crate::occurrences::Occurrences;

type Sort = (&'static str, &'static str, fn(&Code) -> &Occurrences);

/// Instructions that have a column each, and one for those in loops.
const SORTS: [Sort; 8] = [
    ("barriers", "Barriers", |code| &code.barriers),
    ("shuffles", "Shuffles", |code| &code.shuffles),
    ("atomics_global", "Atomics on global memory", |code| &code.atomics_global),
    ("atomics_shared", "Atomics on shared memory", |code| &code.atomics_shared),
    ("tensor", "Tensor instructions", |code| &code.tensor),
    ("double", "Double precision", |code| &code.double),
    ("divisions", "Divisions of integers", |code| &code.divisions),
    ("long_divisions", "Divisions of 64-bit integers", |code| &code.long_divisions),
];

pub fn table(inspection: &Inspection, most: usize) -> Result<Table, TableError> {
    let kernels = &inspection.kernels[..most.min(inspection.kernels.len())];
    let of = Rows { kernels };
    let mut columns = vec![
        of.text("kernel", "Full demangled name", |k| Some(k.kernel.name.full.clone())),
        of.text("symbol", "Name as the driver knows it", |k| Some(k.kernel.name.symbol.clone())),
        of.text("architecture", "Target architecture", |k| Some(k.kernel.target.to_string())),
        of.text("file", "Where it is", |k| Some(place(inspection, k))),
        of.int("registers", "Registers of a thread", |k| {
            k.kernel.resources.registers.map(i64::from)
        }),
        of.int("stack_bytes", "Stack of a thread", |k| Some(k.kernel.resources.stack_bytes.into())),
        of.int("static_shared_bytes", "Static shared memory of a block", |k| {
            i64::try_from(k.kernel.resources.static_shared_bytes).ok()
        }),
        of.int("launch_bound", "Most threads of a block, by the code", |k| {
            k.kernel.resources.own_block().map(i64::from)
        }),
        of.text("gpu", "GPU that the occupancy is of", |k| {
            k.main().map(|main| main.gpu.to_owned())
        }),
        of.int("block", "Threads of the block that the occupancy is of", |k| {
            k.main().map(|main| main.block.into())
        }),
        of.int("blocks_per_sm", "Blocks that an SM holds", |k| {
            k.main().and_then(|main| i64::try_from(main.blocks_per_sm).ok())
        }),
        of.real("occupancy", "Share of the SM's warps", |k| k.main().map(|main| main.occupancy)),
        of.text("limited_by", "Limit of the occupancy", |k| {
            k.main().map(|main| main.limits.join(", "))
        }),
        of.count("instructions", "Instructions, without padding", |k| k.kernel.code.instructions),
        of.int("loops", "Loops", |k| i64::try_from(k.kernel.code.loops.len()).ok()),
        of.int("deepest_loop", "Loops in each other", |k| {
            let depth = k.kernel.code.loops.iter().map(|body| body.depth).max().unwrap_or(0);
            i64::try_from(depth).ok()
        }),
        of.count("spill_load_bytes", "Bytes that spill loads move", |k| {
            k.kernel.code.local.spills.load_bytes
        }),
        of.count("spill_store_bytes", "Bytes that spill stores move", |k| {
            k.kernel.code.local.spills.store_bytes
        }),
        of.count("spills_in_loops", "Spill loads and stores in loops", |k| {
            k.kernel.code.local.spills.in_loops()
        }),
    ];
    columns.extend(
        SORTS
            .iter()
            .flat_map(|(name, about, sort)| of.occurrences(name, about, |k| sort(&k.kernel.code))),
    );
    columns.push(of.text("conspicuous", "Findings, the worst first", |k| {
        let texts: Vec<&str> = k.findings.iter().map(|finding| &*finding.text).collect();
        (!texts.is_empty()).then(|| texts.join("; "))
    }));
    Table::new(columns)
}

struct Rows<'a> {
    kernels: &'a [Inspected],
}

impl Rows<'_> {
    fn text(&self, name: &str, about: &str, of: impl Fn(&Inspected) -> Option<String>) -> Column {
        Column::new(name, about, Values::Text(self.kernels.iter().map(of).collect()))
    }

    fn int(&self, name: &str, about: &str, of: impl Fn(&Inspected) -> Option<i64>) -> Column {
        Column::new(name, about, Values::Int(self.kernels.iter().map(of).collect()))
    }

    fn count(&self, name: &str, about: &str, of: impl Fn(&Inspected) -> u32) -> Column {
        self.int(name, about, |kernel| Some(of(kernel).into()))
    }

    fn real(&self, name: &str, about: &str, of: impl Fn(&Inspected) -> Option<f64>) -> Column {
        Column::new(name, about, Values::Float(self.kernels.iter().map(of).collect()))
    }

    /// All of a sort, and those in loops.
    fn occurrences(
        &self,
        name: &str,
        about: &str,
        of: impl Fn(&Inspected) -> &Occurrences,
    ) -> [Column; 2] {
        [
            self.count(name, about, |kernel| of(kernel).count),
            self.count(&format!("{name}_in_loops"), &format!("{about}, in loops"), |kernel| {
                of(kernel).in_loops
            }),
        ]
    }
}
