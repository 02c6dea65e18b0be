//! Values that were computed of measured launches, added to a copy like counters.

use std::collections::{BTreeMap, HashMap};

use propp_recording::Computed;
use rusqlite::types::Value;

use super::source::{Loaded, Source};
use super::tables::Table;

/// The rows that are added, by the row that they follow.
#[derive(Default)]
pub(super) struct Added {
    /// Id and name of each new counter.
    counters: Vec<(i64, String)>,
    /// The first free position of each set that gets them, and the pass of its new members.
    sets: BTreeMap<i64, (i64, i64)>,
    /// By measurement, which has such a set: the set, and the values.
    values: HashMap<i64, (i64, Vec<Option<f64>>)>,
}

impl Added {
    /// Where the values go in the recording: into the counter sets that have the counter beside
    /// which they stand.
    pub(super) fn new(source: &Source<'_>, computed: &Computed) -> Loaded<Self> {
        let mut added = Self::default();
        if computed.values.is_empty() {
            return Ok(added);
        }
        let (mut most, mut beside) = (0, None);
        source.each(Table::Counter, |record| {
            most = most.max(record.id);
            if record.get::<String>("name")? == computed.beside {
                beside = Some(record.id);
            }
            Loaded::Ok(())
        })?;
        let Some(beside) = beside else { return Ok(added) };
        added.counters = (most + 1..).zip(computed.counters.iter().cloned()).collect();
        let mut members: BTreeMap<i64, i64> = BTreeMap::new();
        source.each(Table::CounterSetMember, |record| {
            *members.entry(record.id).or_default() += 1;
            if record.get::<i64>("counter")? == beside {
                added.sets.insert(record.id, (0, record.get("pass")?));
            }
            Loaded::Ok(())
        })?;
        for (set, (position, _)) in &mut added.sets {
            *position = members.get(set).copied().unwrap_or(0);
        }
        let mut place = 0;
        source.each(Table::Measurement, |record| {
            let set = record.get::<i64>("counter_set")?;
            if added.sets.contains_key(&set) {
                let of = computed.values.get(&place);
                let values = (0..computed.counters.len()).map(|at| of?.get(at).copied());
                added.values.insert(record.id, (set, values.collect()));
            }
            place += 1;
            Loaded::Ok(())
        })?;
        Ok(added)
    }

    /// The rows of a table that follow those of a set or a measurement; `None` stands for the end
    /// of the table.
    pub(super) fn after(&self, table: Table, last: Option<i64>) -> Vec<Vec<(&'static str, Value)>> {
        match (table, last) {
            (Table::Counter, None) => self.counters.iter().map(counter).collect(),
            (Table::CounterSetMember, Some(set)) => self.members(set),
            (Table::CounterValue, Some(measurement)) => self.values_of(measurement),
            _ => Vec::new(),
        }
    }

    fn members(&self, set: i64) -> Vec<Vec<(&'static str, Value)>> {
        let Some((first, pass)) = self.sets.get(&set) else { return Vec::new() };
        let members = (*first..).zip(&self.counters).map(|(position, (counter, _))| {
            let numbers = [set, position, *counter, *pass].map(Value::Integer);
            ["counter_set", "position", "counter", "pass"].into_iter().zip(numbers).collect()
        });
        members.collect()
    }

    fn values_of(&self, measurement: i64) -> Vec<Vec<(&'static str, Value)>> {
        let Some((set, values)) = self.values.get(&measurement) else { return Vec::new() };
        let first = self.sets.get(set).map_or(0, |(first, _)| *first);
        let rows = (first..).zip(values).map(|(position, value)| {
            vec![
                ("measurement", Value::Integer(measurement)),
                ("position", Value::Integer(position)),
                ("value", value.map_or(Value::Null, Value::Real)),
            ]
        });
        rows.collect()
    }
}

fn counter((id, name): &(i64, String)) -> Vec<(&'static str, Value)> {
    vec![("id", Value::Integer(*id)), ("name", Value::Text(name.clone()))]
}
