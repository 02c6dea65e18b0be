//! Frames to rows.

use std::collections::BTreeMap;

use propp_recording_wire::{
    Copy, Device, Frame, Goodbye, Hello, InstructionValue, Instructions, Job, Kernel, Launch,
    Measured, Memory, Notice, Progress, Seen, Set, Severity, Synchronisation,
};
use rusqlite::params;
use rusqlite::types::Null;

use super::database::Database;
use super::keys::Keys;
use super::tables::Table;

/// How many rows were written.
pub(super) type Put = usize;

/// The database and the ids given out in it.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) database: Database,
    pub(super) keys: Keys,
}

impl Store {
    pub(super) fn new(database: Database) -> Self {
        Self { database, keys: Keys::default() }
    }

    /// Whether everything a frame refers to was sent before. Checked ahead, so
    /// that a frame is stored as a whole or not at all.
    pub(super) fn check(&self, process: i64, job: Job, frame: &Frame) -> Result<(), String> {
        match frame {
            Frame::Hello(hello) if hello.job != job => {
                Err(format!("that it does the job {:?} in a run for {job:?}", hello.job))
            }
            Frame::Kernels(kernels) => {
                kernels.iter().try_for_each(|kernel| self.check_launch(process, &kernel.launch))
            }
            Frame::Measured(measured) => {
                self.check_launch(process, &measured.launch)?;
                let device = measured.launch.device;
                let set = self.keys.counter_set(process, device).ok_or_else(|| {
                    format!("counter values of device {device} before the counters' names")
                })?;
                let values = measured.values.len();
                if values == set.length {
                    Ok(())
                } else {
                    Err(format!("{values} counter values where {} counters are read", set.length))
                }
            }
            Frame::Instructions(counted) => {
                self.check_launch(process, &counted.launch)?;
                let is_known = |value: &InstructionValue| {
                    (value.function as usize) < counted.functions.len()
                        && (value.counter as usize) < counted.counters.len()
                };
                match counted.values.iter().all(is_known) {
                    true => Ok(()),
                    false => {
                        Err("values of a function or counter that it does not name".to_owned())
                    }
                }
            }
            Frame::Seen(kinds) => {
                kinds.iter().try_for_each(|kind| self.check_launch(process, &kind.launch))
            }
            Frame::Owners(owners) => {
                let names = owners.iter().map(|owner| owner.name);
                self.check_names(process, "an owner", names)
            }
            Frame::Ranges(ranges) => {
                self.check_names(process, "a range", ranges.iter().map(|range| range.name))
            }
            Frame::Sites(sites) => {
                self.check_names(process, "a site", sites.iter().map(|site| site.function))
            }
            _ => Ok(()),
        }
    }

    fn check_names(
        &self,
        process: i64,
        what: &str,
        mut names: impl Iterator<Item = u32>,
    ) -> Result<(), String> {
        match names.find(|&name| self.keys.sent_name(process, name).is_none()) {
            Some(name) => Err(format!("{what} {name}, which it never named")),
            None => Ok(()),
        }
    }

    fn check_launch(&self, process: i64, launch: &Launch) -> Result<(), String> {
        for (what, number) in [("of function", launch.name), ("in range", launch.nvtx)] {
            if number != 0 && self.keys.sent_name(process, number).is_none() {
                return Err(format!("a launch {what} {number}, which it never named"));
            }
        }
        Ok(())
    }

    pub(super) fn put(&mut self, process: i64, frame: &Frame) -> rusqlite::Result<Put> {
        match frame {
            Frame::Hello(hello) => self.put_hello(process, hello),
            Frame::Device(device) => self.put_device(process, device),
            Frame::Name(name) => {
                self.keys.name(&self.database, process, name.id, &name.text)?;
                Ok(1)
            }
            Frame::Kernels(kernels) => self.put_kernels(process, kernels),
            Frame::Copies(copies) => self.put_copies(process, copies),
            Frame::Sets(sets) => self.put_sets(process, sets),
            Frame::Memory(events) => self.put_memory(process, events),
            Frame::Synchronisations(waits) => self.put_waits(process, waits),
            Frame::CounterNames(names) => {
                self.keys.use_counter_set(&self.database, process, names)?;
                Ok(names.counters.len())
            }
            Frame::Measured(measured) => self.put_measured(process, measured),
            // For whoever watches the run; the launch follows when it has ended.
            Frame::Begins(_) | Frame::Blocks(_) => Ok(0),
            // What is measured of it comes by `Writer::code` and `Writer::instructions`.
            Frame::Module(_) | Frame::ModuleEnds(_) | Frame::Instructions(_) => Ok(0),
            // Of launches that are captured: they go into files of their own.
            Frame::Files(_) | Frame::Captured(_) | Frame::Contents(_) | Frame::CaptureEnds(_) => {
                Ok(0)
            }
            Frame::Seen(kinds) => self.put_seen(process, kinds),
            Frame::Owners(owners) => self.put_owners(process, owners),
            Frame::Ranges(ranges) => self.put_ranges(process, ranges),
            Frame::Sites(sites) => self.put_sites(process, sites),
            Frame::LaunchedFrom(launches) => self.put_launched_from(process, launches),
            Frame::Progress(progress) => self.put_progress(process, progress),
            Frame::Notice(notice) => self.put_notice(Some(process), notice),
            Frame::Goodbye(goodbye) => self.put_totals(process, goodbye),
        }
    }

    fn put_hello(&self, process: i64, hello: &Hello) -> rusqlite::Result<Put> {
        let command = serde_json::Value::from(hello.command.clone()).to_string();
        self.database.changing(Table::Process).execute(
            "UPDATE process SET wire_version = ?, pid = ?, parent_pid = ?, command = ?, \
             cupti_version = ?, cupti_path = ?, driver_cuda_version = ? WHERE id = ?",
            params![
                hello.version,
                hello.pid,
                hello.parent_pid,
                command,
                hello.cupti_version,
                hello.cupti_path,
                hello.driver_cuda_version,
                process
            ],
        )
    }

    fn put_device(&self, process: i64, device: &Device) -> rusqlite::Result<Put> {
        let uuid = uuid_text(device.uuid);
        let id: i64 = self.database.changing(Table::Device).query_row(
            "INSERT INTO device VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6) \
             ON CONFLICT (process, device_index) DO UPDATE SET \
             name = ?3, chip = ?4, uuid = ?5, memory_bytes = ?6 RETURNING id",
            params![
                process,
                device.index,
                device.name,
                device.chip,
                uuid,
                device.memory_bytes.cast_signed()
            ],
            |row| row.get(0),
        )?;
        let sql = "INSERT OR REPLACE INTO device_attribute VALUES (?, ?, ?)";
        let mut insert = self.database.changing(Table::DeviceAttribute).prepare_cached(sql)?;
        for (attribute, value) in &device.attributes {
            insert.execute(params![id, attribute, value])?;
        }
        Ok(1 + device.attributes.len())
    }

    fn put_kernels(&mut self, process: i64, kernels: &[Kernel]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Kernel)?;
        for kernel in kernels {
            let launch = &kernel.launch;
            let place = [launch.device, launch.context, launch.stream];
            rows.add(params![
                Null,
                self.keys.stream(&self.database, process, place)?,
                self.keys.signature(&self.database, process, launch)?,
                kernel.start_ns.cast_signed(),
                duration(kernel.start_ns, kernel.end_ns),
                launch.correlation,
                launch.graph,
                self.keys.sent_name(process, launch.nvtx)
            ])?;
        }
        Ok(kernels.len())
    }

    fn put_copies(&mut self, process: i64, copies: &[Copy]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Copy)?;
        for copy in copies {
            let place = [copy.device, copy.context, copy.stream];
            rows.add(params![
                Null,
                self.keys.stream(&self.database, process, place)?,
                copy.direction as u8,
                copy.bytes.cast_signed(),
                copy.pageable,
                copy.start_ns.cast_signed(),
                duration(copy.start_ns, copy.end_ns),
                copy.correlation
            ])?;
        }
        Ok(copies.len())
    }

    fn put_sets(&mut self, process: i64, sets: &[Set]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Memset)?;
        for set in sets {
            let place = [set.device, set.context, set.stream];
            rows.add(params![
                Null,
                self.keys.stream(&self.database, process, place)?,
                set.bytes.cast_signed(),
                set.start_ns.cast_signed(),
                duration(set.start_ns, set.end_ns),
                set.correlation
            ])?;
        }
        Ok(sets.len())
    }

    fn put_memory(&self, process: i64, events: &[Memory]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Memory)?;
        for event in events {
            rows.add(params![
                Null,
                process,
                event.device,
                event.context,
                event.allocated,
                event.kind,
                event.address.cast_signed(),
                event.bytes.cast_signed(),
                event.at_ns.cast_signed()
            ])?;
        }
        Ok(events.len())
    }

    fn put_waits(&self, process: i64, waits: &[Synchronisation]) -> rusqlite::Result<Put> {
        let mut rows = self.database.rows(Table::Sync)?;
        for wait in waits {
            rows.add(params![
                Null,
                process,
                wait.context,
                wait.stream,
                wait.kind,
                wait.start_ns.cast_signed(),
                duration(wait.start_ns, wait.end_ns),
                wait.correlation
            ])?;
        }
        Ok(waits.len())
    }

    fn put_measured(&mut self, process: i64, measured: &Measured) -> rusqlite::Result<Put> {
        let launch = &measured.launch;
        let place = [launch.device, launch.context, launch.stream];
        let stream = self.keys.stream(&self.database, process, place)?;
        let signature = self.keys.signature(&self.database, process, launch)?;
        let set = self.keys.counter_set(process, launch.device).map(|set| set.id);
        let row = params![
            Null,
            stream,
            signature,
            set,
            measured.ordinal.cast_signed(),
            measured.ordinal_in_signature.cast_signed(),
            launch.correlation,
            launch.graph,
            self.keys.sent_name(process, launch.nvtx),
            measured.took_ns.cast_signed()
        ];
        let id = self.database.add(Table::Measurement, row)?;
        let mut rows = self.database.rows(Table::CounterValue)?;
        for (position, value) in (0_i64..).zip(&measured.values) {
            // "No value" is NaN on the wire and NULL in the file.
            rows.add(params![id, position, (!value.is_nan()).then_some(value)])?;
        }
        Ok(1 + measured.values.len())
    }

    fn put_seen(&mut self, process: i64, kinds: &[Seen]) -> rusqlite::Result<Put> {
        for kind in kinds {
            let signature = self.keys.signature(&self.database, process, &kind.launch)?;
            let row = params![
                Null,
                process,
                kind.launch.device,
                signature,
                self.keys.sent_name(process, kind.launch.nvtx),
                kind.launches.cast_signed()
            ];
            self.database.add(Table::Seen, row)?;
        }
        Ok(kinds.len())
    }

    /// Stores the code of a function, once for a process; the bytes that it takes if it is new.
    pub(super) fn put_code(
        &mut self,
        process: i64,
        function: &str,
        architecture: Option<u32>,
        cubin: &[u8],
    ) -> rusqlite::Result<Option<u64>> {
        let function = self.keys.name_of(&self.database, function)?;
        let (cubin, stored) = self.keys.cubin(&self.database, architecture, cubin)?;
        if self.keys.is_new_code(process, function, cubin) {
            self.database.add(Table::Code, params![Null, process, function, cubin])?;
        }
        Ok(stored)
    }

    /// Stores what was counted of the instructions of a launch, with the code if it is known.
    pub(super) fn put_instructions(
        &mut self,
        process: i64,
        counted: &Instructions,
        code: Option<(Option<u32>, &[u8])>,
    ) -> rusqlite::Result<Put> {
        let launch = &counted.launch;
        let place = [launch.device, launch.context, launch.stream];
        let cubin = match code {
            Some((architecture, cubin)) => {
                Some(self.keys.cubin(&self.database, architecture, cubin)?.0)
            }
            None => None,
        };
        let row = params![
            Null,
            self.keys.stream(&self.database, process, place)?,
            self.keys.signature(&self.database, process, launch)?,
            cubin,
            counted.ordinal.cast_signed(),
            counted.ordinal_in_signature.cast_signed(),
            self.keys.sent_name(process, launch.nvtx),
            counted.took_ns.cast_signed()
        ];
        let id = self.database.add(Table::LineLaunch, row)?;
        let mut functions = Vec::new();
        for (_, name) in &counted.functions {
            functions.push(self.keys.name_of(&self.database, name)?);
        }
        let mut counters = Vec::new();
        for name in &counted.counters {
            counters.push(self.keys.counter(&self.database, name)?);
        }
        // Rows come in the order of their key.
        let mut sums: BTreeMap<(i64, u32, i64), u64> = BTreeMap::new();
        for value in &counted.values {
            let (function, counter) =
                (functions[value.function as usize], counters[value.counter as usize]);
            let sum = sums.entry((function, value.offset, counter)).or_default();
            *sum = sum.saturating_add(value.value);
        }
        let mut rows = self.database.rows(Table::InstructionValue)?;
        for ((function, offset, counter), value) in &sums {
            rows.add(params![id, function, offset, counter, value.cast_signed()])?;
        }
        Ok(1 + sums.len())
    }

    fn put_progress(&self, process: i64, progress: &Progress) -> rusqlite::Result<Put> {
        self.database
            .changing(Table::Progress)
            .prepare_cached("INSERT OR REPLACE INTO progress VALUES (?, ?, ?)")?
            .execute(params![process, progress.seen.cast_signed(), progress.measured.cast_signed()])
    }

    fn put_totals(&self, process: i64, totals: &Goodbye) -> rusqlite::Result<Put> {
        self.database.changing(Table::Totals).execute(
            "INSERT OR REPLACE INTO totals VALUES (?, ?, ?, ?)",
            params![
                process,
                totals.seen.cast_signed(),
                totals.measured.cast_signed(),
                totals.dropped.cast_signed()
            ],
        )
    }

    pub(super) fn put_notice(
        &self,
        process: Option<i64>,
        notice: &Notice,
    ) -> rusqlite::Result<Put> {
        let severity = severity(notice.severity);
        let row = params![Null, process, severity, notice.code, notice.status, notice.text];
        self.database.add(Table::Notice, row)?;
        Ok(1)
    }
}

pub(super) const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Failure => "failure",
    }
}

/// Stored instead of the end: three bytes a row in place of eight. A record
/// that ends before it starts gets a negative one.
const fn duration(start_ns: u64, end_ns: u64) -> i64 {
    end_ns.wrapping_sub(start_ns).cast_signed()
}

/// As `nvidia-smi -L` prints it.
fn uuid_text(uuid: [u8; 16]) -> String {
    let digits: String = uuid.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut text = "GPU".to_owned();
    for part in [0..8, 8..12, 12..16, 16..20, 20..32] {
        text.push('-');
        text.push_str(&digits[part]);
    }
    text
}
