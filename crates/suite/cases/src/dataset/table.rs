//! The rows of a dataset as a flat table.

use std::collections::BTreeMap;

use propp_base_columns::{Column, Table, TableError, Values};
use propp_base_model::Value;
use propp_judge_cost::{HOST_TERMS, OF_THE_CODE, TERMS, Unknown};
use propp_judge_criteria::Criterion;

use super::{Dataset, MeasuredCase};

/// One row per case. `docs/quality-metric.md` explains the columns.
/// Never fails: column names are distinct.
pub fn table(dataset: &Dataset) -> Result<Table, TableError> {
    let rows = &dataset.rows;
    let text = |name: &str, about: &str, of: &dyn Fn(&MeasuredCase) -> String| {
        Column::new(name, about, Values::Text(rows.iter().map(|row| Some(of(row))).collect()))
    };
    let whole = |name: &str, about: &str, of: &dyn Fn(&MeasuredCase) -> u64| {
        let values = rows.iter().map(|row| i64::try_from(of(row)).ok()).collect();
        Column::new(name, about, Values::Int(values))
    };
    let ns = |column: Column| column.in_unit("ns");
    let mut columns = vec![
        text("gpu", "The GPU", &|_| dataset.gpu.clone()),
        text("primitive", "The primitive", &|row| row.problem.primitive.clone()),
        text("element", "Element type", &|row| row.problem.element.clone()),
        whole("n", "Elements", &|row| row.problem.n),
        whole("m", "Second size of the problem", &|row| row.problem.m),
        text("distribution", "Distribution of the input", &|row| row.problem.distribution.clone()),
        text("library", "The library", &|row| row.library.clone()),
        text("variant", "The implementation", &|row| row.variant.clone()),
        ns(whole("time", "Median time of a run", &|row| row.time.median_ns)),
        ns(whole("time_low", "Its 95 % interval, lower end", &|row| row.time.low_ns)),
        ns(whole("time_high", "Its 95 % interval, upper end", &|row| row.time.high_ns)),
        whole("samples", "Runs timed", &|row| row.time.samples as u64),
        ns(whole("cpu_time", "Time of the sequential CPU reference", &|row| row.cpu_ns)),
        whole("compulsory_read", "Bytes that must be read", &|row| row.compulsory[0])
            .in_unit("byte"),
        whole("compulsory_written", "Bytes that must be written", &|row| row.compulsory[1])
            .in_unit("byte"),
        ns(whole("kernel_time", "Time of the kernels in the trace run", &|row| row.kernel_ns)),
        whole("launches", "Kernel launches", &|row| row.kernels.iter().map(|k| k.launches).sum()),
    ];
    columns.extend(Criterion::ALL.into_iter().map(|criterion| {
        let value = |row: &MeasuredCase| row.criteria.get(&criterion).and_then(Value::measured);
        let values = rows.iter().map(|row| value(row).map(f64::from)).collect();
        let about =
            format!("Criterion {criterion} over the case's kernels; missing where it has no value");
        Column::new(criterion.name(), about, Values::Float(values))
    }));
    columns.push(text(
        "criteria_missing",
        "Criteria that apply and could not be measured",
        &|row| unmeasured(row).join(" "),
    ));
    let without = dataset.without();
    let demands: Vec<Result<Vec<Option<f64>>, Unknown>> =
        rows.iter().map(|row| sums(row, &without)).collect();
    columns.extend(TERMS.iter().enumerate().map(|(place, term)| {
        let is_known = !without.contains(&term.name);
        let of = |row: &Result<Vec<Option<f64>>, Unknown>| {
            row.as_ref().ok().filter(|_| is_known).and_then(|sums| sums[place])
        };
        let about = format!("Work of all launches, {}: {}", term.resource, term.name);
        let values = Values::Float(demands.iter().map(of).collect());
        Column::new(format!("work_{}", term.name), about, values).in_unit(term.unit)
    }));
    columns.extend(HOST_TERMS.iter().map(|term| {
        let values = rows.iter().map(|row| Some(term.amount(&row.host))).collect();
        let about = format!("Time of the run outside of kernels: {}", term.name);
        Column::new(format!("host_{}", term.name), about, Values::Float(values)).in_unit(term.unit)
    }));
    columns.push(reasons(&demands));
    Table::new(columns)
}

fn unmeasured(row: &MeasuredCase) -> Vec<&'static str> {
    let lacks = |criterion: &Criterion| {
        !matches!(
            row.criteria.get(criterion),
            Some(Value::Measured { .. } | Value::NotApplicable { .. })
        )
    };
    Criterion::ALL.into_iter().filter(lacks).map(Criterion::name).collect()
}

/// The total demands of a case; `None` for what only the code tells of a case without code.
fn sums(row: &MeasuredCase, without: &[&str]) -> Result<Vec<Option<f64>>, Unknown> {
    let (demands, lacks_code) = match row.demands(without) {
        Ok(demands) => (demands, false),
        Err(_) => (row.demands(&[without, OF_THE_CODE].concat())?, true),
    };
    let sum = |place: usize| {
        let all = demands.iter().map(|(launches, demands)| launches * demands[place]);
        let is_told = !lacks_code || !OF_THE_CODE.contains(&TERMS[place].name);
        is_told.then(|| all.sum())
    };
    Ok((0..TERMS.len()).map(sum).collect())
}

fn reasons<T>(demands: &[Result<T, Unknown>]) -> Column {
    let mut known: BTreeMap<&Unknown, String> = BTreeMap::new();
    let of = |row| match row {
        &Ok(_) => None,
        Err(unknown) => Some(known.entry(unknown).or_insert_with(|| unknown.to_string()).clone()),
    };
    let values = Values::Text(demands.iter().map(of).collect());
    Column::new("work_missing", "Why the work is not known; missing where it is", values)
}
