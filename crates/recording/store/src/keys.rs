//! Rows that other rows refer to: each is written once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use propp_base_names::demangle;
use propp_recording::{cubin_hash, pack};
use propp_recording_wire::{CounterNames, Launch};
use rusqlite::types::Null;
use rusqlite::{ToSql, params};

use super::database::Database;
use super::tables::Table;

/// The ids given out so far.
#[derive(Debug, Default)]
pub(super) struct Keys {
    names: HashMap<String, i64>,
    /// By process and the number that the process uses.
    sent_names: HashMap<(i64, u32), i64>,
    /// By function and the numbers of the launch.
    signatures: HashMap<(Option<i64>, [u32; 13]), i64>,
    streams: HashMap<(i64, [u32; 3]), i64>,
    counters: HashMap<String, i64>,
    counter_sets: HashMap<(i64, CounterNamesKey), SetKey>,
    /// The set in use, by process and device index.
    current_sets: HashMap<(i64, u32), SetKey>,
    /// By hash and length.
    cubins: HashMap<(u64, usize), i64>,
    /// Process, function and cubin.
    code: HashSet<(i64, i64, i64)>,
}

/// Device index, runs and counters of a set.
type CounterNamesKey = (u32, u32, Vec<(String, u32)>);

/// A counter set and how many values go with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetKey {
    pub(super) id: i64,
    pub(super) length: usize,
}

impl Keys {
    /// The row of a name that the process sent; 0 stands for no name.
    pub(super) fn sent_name(&self, process: i64, number: u32) -> Option<i64> {
        self.sent_names.get(&(process, number)).copied()
    }

    pub(super) fn counter_set(&self, process: i64, device: u32) -> Option<SetKey> {
        self.current_sets.get(&(process, device)).copied()
    }

    pub(super) fn name(
        &mut self,
        database: &Database,
        process: i64,
        number: u32,
        text: &str,
    ) -> rusqlite::Result<()> {
        let id = self.name_of(database, text)?;
        self.sent_names.insert((process, number), id);
        Ok(())
    }

    /// The row of a name.
    pub(super) fn name_of(&mut self, database: &Database, text: &str) -> rusqlite::Result<i64> {
        if let Some(id) = self.names.get(text) {
            return Ok(*id);
        }
        let readable = demangle(text);
        let readable = (readable != text).then_some(readable);
        let id = database.add(Table::Name, params![Null, text, readable])?;
        self.names.insert(text.to_owned(), id);
        Ok(id)
    }

    /// The row of a cubin, and the bytes that it takes if it is new.
    pub(super) fn cubin(
        &mut self,
        database: &Database,
        architecture: Option<u32>,
        cubin: &[u8],
    ) -> rusqlite::Result<(i64, Option<u64>)> {
        let hash = cubin_hash(cubin);
        let entry = match self.cubins.entry((hash, cubin.len())) {
            Entry::Occupied(known) => return Ok((*known.get(), None)),
            Entry::Vacant(entry) => entry,
        };
        let packed = pack(cubin);
        let hash = format!("{hash:016x}");
        let row = params![Null, hash, architecture, cubin.len() as i64, packed];
        let id = *entry.insert(database.add(Table::Cubin, row)?);
        Ok((id, Some(packed.len() as u64)))
    }

    /// Whether a process has not run this code of the function yet.
    pub(super) fn is_new_code(&mut self, process: i64, function: i64, cubin: i64) -> bool {
        self.code.insert((process, function, cubin))
    }

    pub(super) fn signature(
        &mut self,
        database: &Database,
        process: i64,
        launch: &Launch,
    ) -> rusqlite::Result<i64> {
        let function = self.sent_name(process, launch.name);
        let ([gx, gy, gz], [bx, by, bz]) = (launch.grid, launch.block);
        let [cx, cy, cz] = launch.cluster;
        let key = [
            gx,
            gy,
            gz,
            bx,
            by,
            bz,
            cx,
            cy,
            cz,
            launch.registers,
            launch.static_shared_bytes,
            launch.dynamic_shared_bytes,
            launch.local_bytes_per_thread,
        ];
        let entry = match self.signatures.entry((function, key)) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(entry) => entry,
        };
        let mut row: Vec<&dyn ToSql> = vec![&Null, &function];
        row.extend(key.iter().map(|number| number as &dyn ToSql));
        Ok(*entry.insert(database.add(Table::Signature, &row)?))
    }

    pub(super) fn stream(
        &mut self,
        database: &Database,
        process: i64,
        [device, context, stream]: [u32; 3],
    ) -> rusqlite::Result<i64> {
        let entry = match self.streams.entry((process, [device, context, stream])) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(entry) => entry,
        };
        let row = params![Null, process, device, context, stream];
        Ok(*entry.insert(database.add(Table::Stream, row)?))
    }

    /// Makes a counter set the one that later measurements of the device use.
    /// A process that goes round a few sets names each of them again and again.
    pub(super) fn use_counter_set(
        &mut self,
        database: &Database,
        process: i64,
        sent: &CounterNames,
    ) -> rusqlite::Result<()> {
        let key = (process, (sent.device, sent.runs, sent.counters.clone()));
        let set = match self.counter_sets.get(&key) {
            Some(set) => *set,
            None => {
                let set = self.new_counter_set(database, process, sent)?;
                *self.counter_sets.entry(key).or_insert(set)
            }
        };
        self.current_sets.insert((process, sent.device), set);
        Ok(())
    }

    fn new_counter_set(
        &mut self,
        database: &Database,
        process: i64,
        sent: &CounterNames,
    ) -> rusqlite::Result<SetKey> {
        let row = params![Null, process, sent.device, sent.runs];
        let id = database.add(Table::CounterSet, row)?;
        for (position, (name, pass)) in (0_i64..).zip(&sent.counters) {
            let counter = self.counter(database, name)?;
            database.add(Table::CounterSetMember, params![id, position, counter, pass])?;
        }
        Ok(SetKey { id, length: sent.counters.len() })
    }

    pub(super) fn counter(&mut self, database: &Database, name: &str) -> rusqlite::Result<i64> {
        if let Some(id) = self.counters.get(name) {
            return Ok(*id);
        }
        let id = database.add(Table::Counter, params![Null, name])?;
        self.counters.insert(name.to_owned(), id);
        Ok(id)
    }
}
