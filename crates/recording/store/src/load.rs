//! Rows to a [`Recording`].

use propp_recording::{
    CounterSet, Device, InstructionValue, LineLaunch, Measurement, Process, Recording, SuiteCase,
};
use propp_recording_wire::{Goodbye, Progress};
use rusqlite::Connection;

use super::decode;
use super::decode::{Launched, Places};
use super::error::Damage;
use super::probe;
use super::source::{Loaded, Record, Source};
use super::suite;
use super::tables::Table;

pub(super) struct Load<'a> {
    source: Source<'a>,
}

impl<'a> Load<'a> {
    pub(super) fn begin(connection: &'a Connection) -> Loaded<Self> {
        Ok(Self { source: Source::begin(connection)? })
    }

    pub(super) fn everything(&self) -> Loaded<Recording> {
        let meta = self.list(Table::Meta, |r| Ok((r.get("key")?, r.get("value")?)))?;
        let (runs, run_places) = self.table(Table::Run, decode::run)?;
        let (mut processes, process_places) =
            self.table(Table::Process, |r| decode::process(r, &runs, &run_places))?;
        self.add_ends(&mut processes, &process_places)?;
        let (mut devices, device_places) =
            self.table(Table::Device, |r| decode::device(r, &process_places))?;
        self.add_attributes(&mut devices, &device_places)?;
        let (names, name_places) = self.table(Table::Name, |r| r.get("text"))?;
        let (signatures, signature_places) =
            self.table(Table::Signature, |r| decode::signature(r, &name_places))?;
        let (streams, stream_places) =
            self.table(Table::Stream, |r| decode::stream(r, &process_places))?;
        let launched = Launched {
            streams: &stream_places,
            signatures: &signature_places,
            names: &name_places,
        };
        let (mut counter_sets, set_places) =
            self.table(Table::CounterSet, |r| decode::counter_set(r, &process_places))?;
        let (counters, counter_places) = self.table(Table::Counter, |r| r.get("name"))?;
        self.add_counters(&mut counter_sets, &set_places, &counters, &counter_places)?;
        let (mut measurements, measurement_places) =
            self.table(Table::Measurement, |r| decode::measurement(r, &launched, &set_places))?;
        self.add_values(&mut measurements, &measurement_places, &counter_sets)?;
        let (cubins, cubin_places) = self.table(Table::Cubin, decode::cubin)?;
        let (mut line_launches, line_places) =
            self.table(Table::LineLaunch, |r| decode::line_launch(r, &launched, &cubin_places))?;
        self.add_instructions(&mut line_launches, &line_places, &name_places, &counter_places)?;
        let kernels = self.list(Table::Kernel, |r| decode::kernel(r, &launched))?;
        Ok(Recording {
            meta: meta.into_iter().collect(),
            copies: self.list(Table::Copy, |r| decode::copied(r, &stream_places))?,
            sets: self.list(Table::Memset, |r| decode::set(r, &stream_places))?,
            memory: self.list(Table::Memory, |r| decode::memory(r, &process_places))?,
            syncs: self.list(Table::Sync, |r| decode::sync(r, &process_places))?,
            seen: self.list(Table::Seen, |r| {
                decode::seen(r, &process_places, &signature_places, &name_places)
            })?,
            ranges: self.list(Table::Range, |r| decode::range(r, &process_places, &name_places))?,
            sites: self.list(Table::Site, |r| decode::site(r, &process_places, &name_places))?,
            launched_from: self
                .list(Table::LaunchedFrom, |r| decode::launched_from(r, &process_places))?,
            owners: self.list(Table::Owner, |r| decode::owner(r, &process_places, &name_places))?,
            notices: self.list(Table::Notice, |r| decode::notice(r, &process_places))?,
            runs,
            processes,
            devices,
            names,
            signatures,
            streams,
            kernels,
            counter_sets,
            measurements,
            code: self.list(Table::Code, |r| {
                decode::code(r, &process_places, &name_places, &cubin_places)
            })?,
            counters,
            line_launches,
            cubins,
            suite: self.suite()?,
            probes: self.list(Table::ProbeSample, probe::sample)?,
        })
    }

    fn suite(&self) -> Loaded<Vec<SuiteCase>> {
        let (mut cases, places) = self.table(Table::SuiteCase, suite::case)?;
        self.list(Table::SuiteSample, |r| {
            let place = r.refer("suite_case", "suite_case", &places)?;
            if let Some(measured) = &mut cases[place].measured {
                measured.samples_ns.push(r.bits("ns")?);
            }
            Ok(())
        })?;
        Ok(cases)
    }

    /// The rows of a table in the order of its key.
    fn list<T>(
        &self,
        table: Table,
        mut decode: impl FnMut(&Record<'_>) -> Loaded<T>,
    ) -> Loaded<Vec<T>> {
        let mut all = Vec::new();
        self.source.each(table, |record| {
            all.push(decode(record)?);
            Loaded::Ok(())
        })?;
        Ok(all)
    }

    /// The rows of a table that has ids, and where each is.
    fn table<T>(
        &self,
        table: Table,
        mut decode: impl FnMut(&Record<'_>) -> Loaded<T>,
    ) -> Loaded<(Vec<T>, Places)> {
        let mut places = Places::new();
        let all = self.list(table, |record| {
            places.insert(record.id, places.len());
            decode(record)
        })?;
        Ok((all, places))
    }

    fn add_ends(&self, processes: &mut [Process], places: &Places) -> Loaded<()> {
        self.list(Table::Progress, |r| {
            let place = r.refer("process", "process", places)?;
            let (seen, measured) = (r.bits("seen")?, r.bits("measured")?);
            processes[place].progress = Some(Progress { seen, measured });
            Ok(())
        })?;
        self.list(Table::Totals, |r| {
            let place = r.refer("process", "process", places)?;
            let (seen, measured) = (r.bits("seen")?, r.bits("measured")?);
            let dropped = r.bits("dropped")?;
            processes[place].totals = Some(Goodbye { seen, measured, dropped });
            Ok(())
        })?;
        Ok(())
    }

    fn add_attributes(&self, devices: &mut [Device], places: &Places) -> Loaded<()> {
        self.list(Table::DeviceAttribute, |r| {
            let place = r.refer("device", "device", places)?;
            devices[place].attributes.insert(r.get("attribute")?, r.get("value")?);
            Ok(())
        })?;
        Ok(())
    }

    fn add_counters(
        &self,
        sets: &mut [CounterSet],
        places: &Places,
        counters: &[String],
        counter_places: &Places,
    ) -> Loaded<()> {
        self.list(Table::CounterSetMember, |r| {
            let place = r.refer("counter_set", "counter_set", places)?;
            let counter = r.refer("counter", "counter", counter_places)?;
            sets[place].counters.push(counters[counter].clone());
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
        // Most rows of a recording are these, and most belong to the measurement of the row
        // before.
        let mut last: Option<(i64, usize)> = None;
        self.list(Table::CounterValue, |r| {
            let place = match last {
                Some((known, place)) if known == r.id => place,
                _ => {
                    let place = r.place("measurement", r.id, places)?;
                    let counters = sets[measurements[place].counter_set].counters.len();
                    measurements[place].values.reserve_exact(counters);
                    place
                }
            };
            last = Some((r.id, place));
            let values = &mut measurements[place].values;
            // A gap is told below, since the values are too few then.
            if r.get::<i64>("position")? == values.len() as i64 {
                values.push(r.get("value")?);
            }
            Ok(())
        })?;
        for (&row, &place) in places {
            let measurement = &measurements[place];
            let (have, want) =
                (measurement.values.len(), sets[measurement.counter_set].counters.len());
            if have != want {
                let id = i64::try_from(have.min(want)).unwrap_or(i64::MAX);
                let (table, wanted) = ("measurement", "counter_value at position");
                return Err(Damage::Dangling { table, row, wanted, id }.into());
            }
        }
        Ok(())
    }

    fn add_instructions(
        &self,
        launches: &mut [LineLaunch],
        places: &Places,
        names: &Places,
        counters: &Places,
    ) -> Loaded<()> {
        self.list(Table::InstructionValue, |r| {
            let launch = r.place("line_launch", r.id, places)?;
            launches[launch].values.push(InstructionValue {
                function: r.refer("function", "name", names)?,
                offset: r.get("code_offset")?,
                counter: r.refer("counter", "counter", counters)?,
                value: r.bits("value")?,
            });
            Ok(())
        })?;
        Ok(())
    }
}
