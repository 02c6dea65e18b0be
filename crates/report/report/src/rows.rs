//! The kernels as a flat table of typed columns: one row a kernel, with full names, for
//! CSV and Parquet.

use propp_base_columns::{Column, Table, TableError, Values};
use propp_base_model::{Fraction, Value};
use propp_base_names::fused;
use propp_judge_analysis::{Configuration, KernelReport, Listing};
use propp_judge_criteria::{Criterion, Spread};

/// One row a kernel.
pub fn table(listing: &Listing<'_>) -> Result<Table, TableError> {
    let of = Columns { kernels: listing.listed() };
    let steps = listing.analysis.run.steps.as_ref().map(|steps| steps.reported as i64);
    let mut columns = vec![
        of.text("kernel", "Full demangled name", |k| Some(k.name.full.clone())),
        of.text("symbol", "Name as the driver knows it", |k| Some(k.name.symbol.clone())),
        of.text("nvtx", "NVTX range around the launches", |k| k.nvtx.clone()),
        of.int("configurations", "Launch configurations in this row", |k| {
            i64::try_from(k.configurations.len()).ok()
        }),
    ];
    columns.extend(of.configuration());
    let about = "Steps that launches_seen, times and criteria are of, all together; missing: they are \
                 of the whole run";
    columns.push(of.int("steps", about, |_| steps));
    let whole = |n: u64| i64::try_from(n).ok();
    columns.extend([
        of.int("launches_seen", "Launches in the trace run", |k| k.seen.and_then(whole)),
        of.int("launches_measured", "Launches whose counters were read", |k| whole(k.measured)),
        of.ns("total_ns", "All launches", |k| k.durations.map(|d| d.total_ns)),
        of.ns("min_ns", "The shortest launch", |k| k.durations.map(|d| d.min_ns)),
        of.ns("median_ns", "The median launch", |k| k.durations.map(|d| d.median_ns)),
        of.ns("max_ns", "The longest launch", |k| k.durations.map(|d| d.max_ns)),
        of.real("time_share", "Share of the time of all kernels", |k| k.time_share.map(get)),
        of.real("QM", "Quality metric", |k| k.quality.value.measured().map(get)),
        of.real("QM_weight_covered", "Share of the weight that QM rests on", |k| {
            Some(get(k.quality.weight_covered))
        }),
    ]);
    for criterion in Criterion::ALL {
        columns.extend(of.criterion(criterion));
    }
    let predicted = |k: &KernelReport| {
        let predicted = k.predicted.as_ref()?.as_ref().ok()?;
        predicted.outside.is_none().then_some(predicted.ns)
    };
    let about = "Time of a launch by the cost model";
    columns.push(of.real("predicted_ns", about, predicted).in_unit("ns"));
    let end = |place: usize| move |k: &KernelReport| k.quality.interval.map(|ends| ends[place]);
    columns.push(of.real("QM_low", "Lower end of QM's 95 % bootstrap interval", end(0)));
    columns.push(of.real("QM_high", "Upper end of QM's 95 % bootstrap interval", end(1)));
    let about = "Operators of PyTorch that a kernel of torch.compile fuses, by its name";
    columns.push(of.text("fuses", about, |k| {
        let operators = fused(&k.name.symbol);
        (!operators.is_empty()).then(|| operators.join(", "))
    }));
    Table::new(columns)
}

const fn get(value: Fraction) -> f64 {
    value.get()
}

struct Columns<'a> {
    kernels: &'a [&'a KernelReport],
}

impl Columns<'_> {
    fn text(&self, name: &str, about: &str, of: fn(&KernelReport) -> Option<String>) -> Column {
        Column::new(name, about, Values::Text(self.kernels.iter().copied().map(of).collect()))
    }

    fn int(&self, name: &str, about: &str, of: impl Fn(&KernelReport) -> Option<i64>) -> Column {
        Column::new(name, about, Values::Int(self.kernels.iter().copied().map(of).collect()))
    }

    fn ns(&self, name: &str, about: &str, of: fn(&KernelReport) -> Option<u64>) -> Column {
        self.int(name, about, |kernel| of(kernel).and_then(|ns| i64::try_from(ns).ok()))
            .in_unit("ns")
    }

    fn real(&self, name: &str, about: &str, of: impl Fn(&KernelReport) -> Option<f64>) -> Column {
        Column::new(name, about, Values::Float(self.kernels.iter().copied().map(of).collect()))
    }

    /// Missing where merged configurations differ.
    fn configuration(&self) -> Vec<Column> {
        type Of = fn(&Configuration) -> u32;
        let columns: [(&str, &str, Of); 9] = [
            ("grid_x", "Blocks along x", |c| c.grid[0]),
            ("grid_y", "Blocks along y", |c| c.grid[1]),
            ("grid_z", "Blocks along z", |c| c.grid[2]),
            ("block_x", "Threads of a block along x", |c| c.block[0]),
            ("block_y", "Threads of a block along y", |c| c.block[1]),
            ("block_z", "Threads of a block along z", |c| c.block[2]),
            ("registers", "Registers a thread", |c| c.registers),
            ("static_shared_bytes", "Declared shared memory", |c| c.static_shared_bytes),
            ("dynamic_shared_bytes", "Shared memory asked for at launch", |c| {
                c.dynamic_shared_bytes
            }),
        ];
        let same = |kernel: &KernelReport, of: Of| {
            let mut values = kernel.configurations.iter().map(of);
            let first = values.next()?;
            values.all(|value| value == first).then_some(i64::from(first))
        };
        columns.map(|(name, about, of)| self.int(name, about, |kernel| same(kernel, of))).into()
    }

    fn criterion(&self, criterion: Criterion) -> Vec<Column> {
        let value = |kernel: &KernelReport| {
            kernel.criteria.get(&criterion)?.aggregate.value.measured().map(get)
        };
        let spread = |suffix: &str, of: fn(Spread) -> Fraction| {
            let about = format!("{criterion} over the measured launches: {suffix}");
            self.real(&format!("{criterion}_{suffix}"), &about, |kernel| {
                kernel.criteria.get(&criterion)?.aggregate.spread.map(of).map(get)
            })
        };
        let states = self.kernels.iter().map(|kernel| {
            kernel.criteria.get(&criterion).map(|report| {
                match report.aggregate.value {
                    Value::Measured { .. } => "measured",
                    Value::NotApplicable { .. } => "not_applicable",
                    Value::Unavailable { .. } => "unavailable",
                }
                .to_owned()
            })
        });
        vec![
            self.real(criterion.name(), criterion.question(), value),
            Column::new(
                format!("{criterion}_state"),
                "Whether there is a value",
                Values::Text(states.collect()),
            ),
            spread("min", |spread| spread.min),
            spread("median", |spread| spread.median),
            spread("max", |spread| spread.max),
        ]
    }
}
