//! Rows to a [`Recording`].

use std::collections::{BTreeMap, HashMap};

use propp_model::Sample;
use propp_recording::SuiteCase;
use propp_recording::{CounterSet, Device, Measurement, Process, Recording};
use propp_wire::{Goodbye, Progress};
use rusqlite::{Connection, Transaction};

use super::decode;
use super::decode::{Launched, Record};
use super::probe;
use super::suite;

/// Why loading ended.
#[derive(Debug)]
pub(super) enum LoadError {
    /// SQLite says so.
    Sql(rusqlite::Error),
    /// A row refers to one that is not there.
    Dangling { table: &'static str, row: i64, wanted: &'static str, id: i64 },
}

impl From<rusqlite::Error> for LoadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

pub(super) type Loaded<T> = Result<T, LoadError>;

/// Row ids of a table and the places of the rows in their list.
pub(super) type Places = HashMap<i64, usize>;

/// A loading in progress, inside one read transaction, so that a recording
/// that is still being written is seen as of one moment.
pub(super) struct Load<'a> {
    transaction: Transaction<'a>,
}

impl<'a> Load<'a> {
    pub(super) fn begin(connection: &'a Connection) -> rusqlite::Result<Self> {
        Ok(Self { transaction: connection.unchecked_transaction()? })
    }

    pub(super) fn everything(&self) -> Loaded<Recording> {
        let meta = self.list("meta", "key", |r| Ok((r.get("key")?, r.get("value")?)))?;
        let (runs, run_places) = self.table("run", decode::run)?;
        let (mut processes, process_places) =
            self.table("process", |r| decode::process(r, &runs, &run_places))?;
        self.add_ends(&mut processes, &process_places)?;
        let (mut devices, device_places) =
            self.table("device", |r| decode::device(r, &process_places))?;
        self.add_attributes(&mut devices, &device_places)?;
        let (names, name_places) = self.table("name", |r| r.get("text"))?;
        let (signatures, signature_places) =
            self.table("signature", |r| decode::signature(r, &name_places))?;
        let (streams, stream_places) =
            self.table("stream", |r| decode::stream(r, &process_places))?;
        let launched = Launched {
            streams: &stream_places,
            signatures: &signature_places,
            names: &name_places,
        };
        let (mut counter_sets, set_places) =
            self.table("counter_set", |r| decode::counter_set(r, &process_places))?;
        self.add_counters(&mut counter_sets, &set_places)?;
        let (mut measurements, measurement_places) =
            self.table("measurement", |r| decode::measurement(r, &launched, &set_places))?;
        self.add_values(&mut measurements, &measurement_places, &counter_sets)?;
        let kernels = self.list("kernel", "id", |r| decode::kernel(r, &launched))?;
        Ok(Recording {
            meta: meta.into_iter().collect(),
            copies: self.list("copy", "id", |r| decode::copied(r, &stream_places))?,
            sets: self.list("memset", "id", |r| decode::set(r, &stream_places))?,
            memory: self.list("memory", "id", |r| decode::memory(r, &process_places))?,
            syncs: self.list("sync", "id", |r| decode::sync(r, &process_places))?,
            seen: self.list("seen", "id", |r| {
                decode::seen(r, &process_places, &signature_places, &name_places)
            })?,
            notices: self.list("notice", "id", |r| decode::notice(r, &process_places))?,
            runs,
            processes,
            devices,
            names,
            signatures,
            streams,
            kernels,
            counter_sets,
            measurements,
            suite: self.suite()?,
            probes: self.probes()?,
        })
    }

    /// Cases of a suite; recordings of propp 0.1 before there were suites lack
    /// the tables.
    fn suite(&self) -> Loaded<Vec<SuiteCase>> {
        if !self.has("suite_case")? || !self.has("suite_sample")? {
            return Ok(Vec::new());
        }
        let (mut cases, places) = self.table("suite_case", suite::case)?;
        self.list("suite_sample", "suite_case, position", |r| {
            let place = r.refer("suite_case", "suite_case", &places)?;
            if let Some(measured) = &mut cases[place].measured {
                measured.samples_ns.push(r.bits("ns")?);
            }
            Ok(())
        })?;
        Ok(cases)
    }

    /// Samples of probes; recordings of before there were probes lack the table.
    fn probes(&self) -> Loaded<Vec<Sample>> {
        if self.has("probe_sample")? {
            self.list("probe_sample", "id", probe::sample)
        } else {
            Ok(Vec::new())
        }
    }

    fn has(&self, table: &str) -> Loaded<bool> {
        let sql = "SELECT count(*) FROM sqlite_schema WHERE name = ?";
        Ok(self.transaction.query_row(sql, [table], |row| row.get::<_, u32>(0))? > 0)
    }

    /// The rows of a table in the order of a column.
    fn list<T>(
        &self,
        table: &'static str,
        order: &str,
        mut of: impl FnMut(&Record<'_>) -> Loaded<T>,
    ) -> Loaded<Vec<T>> {
        let mut statement =
            self.transaction.prepare(&format!("SELECT * FROM {table} ORDER BY {order}"))?;
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.query([])?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            let id = row.get(0).unwrap_or_default();
            all.push(of(&Record { table, id, row, columns: &columns })?);
        }
        Ok(all)
    }

    /// The rows of a table that has ids, and where each is.
    fn table<T>(
        &self,
        table: &'static str,
        mut of: impl FnMut(&Record<'_>) -> Loaded<T>,
    ) -> Loaded<(Vec<T>, Places)> {
        let mut places = Places::new();
        let all = self.list(table, "id", |record| {
            places.insert(record.id, places.len());
            of(record)
        })?;
        Ok((all, places))
    }

    fn add_ends(&self, processes: &mut [Process], places: &Places) -> Loaded<()> {
        self.list("progress", "process", |r| {
            let place = r.refer("process", "process", places)?;
            let (seen, measured) = (r.bits("seen")?, r.bits("measured")?);
            processes[place].progress = Some(Progress { seen, measured });
            Ok(())
        })?;
        self.list("totals", "process", |r| {
            let place = r.refer("process", "process", places)?;
            let (seen, measured) = (r.bits("seen")?, r.bits("measured")?);
            let dropped = r.bits("dropped")?;
            processes[place].totals = Some(Goodbye { seen, measured, dropped });
            Ok(())
        })?;
        Ok(())
    }

    fn add_attributes(&self, devices: &mut [Device], places: &Places) -> Loaded<()> {
        self.list("device_attribute", "device, attribute", |r| {
            let place = r.refer("device", "device", places)?;
            devices[place].attributes.insert(r.get("attribute")?, r.get("value")?);
            Ok(())
        })?;
        Ok(())
    }

    fn add_counters(&self, sets: &mut [CounterSet], places: &Places) -> Loaded<()> {
        let counters: BTreeMap<i64, String> =
            self.list("counter", "id", |r| Ok((r.id, r.get("name")?)))?.into_iter().collect();
        self.list("counter_set_member", "counter_set, position", |r| {
            let place = r.refer("counter_set", "counter_set", places)?;
            let id = r.get("counter")?;
            let dangling = LoadError::Dangling { table: r.table, row: r.id, wanted: "counter", id };
            sets[place].counters.push(counters.get(&id).cloned().ok_or(dangling)?);
            sets[place].passes.push(r.get("pass")?);
            Ok(())
        })?;
        Ok(())
    }

    fn add_values(
        &self,
        measurements: &mut [Measurement],
        places: &Places,
        sets: &[CounterSet],
    ) -> Loaded<()> {
        // Most rows of a recording are these, so their columns go by number, and most
        // belong to the measurement of the row before.
        let mut statement = self.transaction.prepare(
            "SELECT measurement, value, position FROM counter_value \
             ORDER BY measurement, position",
        )?;
        let mut rows = statement.query([])?;
        let mut last: Option<(i64, usize)> = None;
        while let Some(row) = rows.next()? {
            let id: i64 = row.get(0)?;
            let place = match last {
                Some((known, place)) if known == id => place,
                _ => {
                    let (table, wanted) = ("counter_value", "measurement");
                    let dangling = LoadError::Dangling { table, row: id, wanted, id };
                    let place = places.get(&id).copied().ok_or(dangling)?;
                    let counters = sets[measurements[place].counter_set].counters.len();
                    measurements[place].values.reserve_exact(counters);
                    place
                }
            };
            last = Some((id, place));
            let values = &mut measurements[place].values;
            // A gap is told below, since the values are too few then.
            if row.get::<_, i64>(2)? == values.len() as i64 {
                values.push(row.get(1)?);
            }
        }
        for (&row, &place) in places {
            let measurement = &measurements[place];
            let (have, want) =
                (measurement.values.len(), sets[measurement.counter_set].counters.len());
            if have != want {
                let id = i64::try_from(have.min(want)).unwrap_or(i64::MAX);
                let (table, wanted) = ("measurement", "counter_value at position");
                return Err(LoadError::Dangling { table, row, wanted, id });
            }
        }
        Ok(())
    }
}
