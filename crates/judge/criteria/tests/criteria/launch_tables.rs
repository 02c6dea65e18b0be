//! Reads the tables of `tests/fixtures/criteria`. Lines that begin with `#` say where a
//! table is from; the first other line names the columns.

use std::collections::BTreeMap;

use propp_base_model::{DeviceFacts, LaunchFacts, Product, Value};
use propp_judge_criteria::Criterion;
use propp_judge_criteria::{Assessment, CounterValues, assess_launch};

/// The H200 the tables were made on.
pub(crate) fn h200() -> DeviceFacts {
    let mut h200 = Product::named("h200").unwrap().sm().unwrap();
    h200.attributes.sm_count = 132;
    h200
}

/// One row by column name.
pub(crate) struct Row<'a>(BTreeMap<&'a str, &'a str>);

impl Row<'_> {
    pub(crate) fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    pub(crate) fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or_else(|e| panic!("{column}: {e}"))
    }

    fn integer(&self, column: &str) -> u32 {
        self.text(column).parse().unwrap_or_else(|e| panic!("{column}: {e}"))
    }

    fn dimensions(&self, column: &str) -> [u32; 3] {
        let all: Vec<u32> = self.text(column).split(',').map(|n| n.parse().unwrap()).collect();
        all.try_into().unwrap()
    }
}

pub(crate) fn rows(table: &str) -> Vec<Row<'_>> {
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(|line| Row(columns.iter().copied().zip(line.split('\t')).collect())).collect()
}

/// A launch with its counters, from `h200_app.tsv` or `h200_corners.tsv`.
pub(crate) struct Launch {
    pub(crate) facts: LaunchFacts,
    pub(crate) counters: CounterValues,
}

impl Launch {
    pub(crate) fn of(row: &Row<'_>) -> Self {
        let facts = LaunchFacts {
            grid: row.dimensions("grid"),
            block: row.dimensions("block"),
            registers_per_thread: row.integer("registers"),
            static_shared_bytes: row.integer("static_shared"),
            dynamic_shared_bytes: row.integer("dynamic_shared"),
            barriers_per_block: None,
            cluster: None,
            unprofiled: None,
        };
        let mut counted: BTreeMap<&str, f64> =
            row.0.keys().filter(|c| c.contains("__")).map(|&c| (c, row.number(c))).collect();
        // The table of the first collection holds two counters in an
        // equivalent form: a sum over SMs is the average times their number,
        // and one over SMs is one over their sub-partitions.
        if let Some(&average) = counted.get("sm__cycles_elapsed.avg") {
            counted.insert("sm__cycles_elapsed.sum", average * h200().attributes.sm_count as f64);
        }
        if let Some(&issued) = counted.get("smsp__inst_issued.sum") {
            counted.insert("sm__inst_issued.sum", issued);
        }
        Self { facts, counters: CounterValues::from_pass(counted) }
    }

    pub(crate) fn assess(&self, criterion: Criterion) -> Assessment {
        let all = assess_launch(&self.facts, &h200(), &self.counters);
        all.into_iter().find(|a| a.criterion == criterion).unwrap()
    }

    pub(crate) fn value(&self, criterion: Criterion) -> f64 {
        number(&self.assess(criterion).value)
    }
}

/// The launch of a kernel.
pub(crate) fn launch(table: &str, kernel: &str) -> Launch {
    let rows = rows(table);
    Launch::of(rows.iter().find(|row| row.text("kernel") == kernel).unwrap())
}

pub(crate) fn number(value: &Value) -> f64 {
    value.measured().unwrap_or_else(|| panic!("{value:?}")).get()
}
